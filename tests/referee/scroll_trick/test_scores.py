"""Depth `scores`: captured scrolls alone, trick by trick or round by round (ledger section 5b)."""

from __future__ import annotations

from itertools import combinations_with_replacement
from random import Random

import pytest

from tests.referee.scroll_trick.table import Table

SETS = {"ann": [3, 3, 1], "ben": [3, 1, 1], "cem": [-1, -1, -1]}


def scores(count: int = 3, **options: str) -> Table:
    return Table(count, depth="scores", **options)


@pytest.mark.clause("SCROLL-6.15", "SCROLL-1.3")
def test_a_round_is_entered_trick_by_trick() -> None:
    table = scores()
    for winner, values in (("ann", [3, 3, -1]), ("ben", [3, 1]), ("ann", []), ("cem", [1, 1, -1]), ("cem", [-1])):
        table.says("table", "score_trick", player=winner, values=values)
    assert [s.points for s in table.view().seats] == [5, 4, 0]
    table.says("table", "close_round")
    assert table.state.phase == "between"
    assert table.view().lowest == ("cem",)
    assert [s.due for s in table.view().seats] == [1, 0, 0]


@pytest.mark.clause("SCROLL-6.15", "SCROLL-6.18")
def test_a_trick_has_one_scroll_a_seat_and_a_round_seven_tricks() -> None:
    table = scores()
    table.refuses("6.15", "table", "score_trick", player="ann", values=[3, 3, 1, 1])
    table.refuses("1.1", "table", "score_trick", player="shadow", values=[])
    table.refuses("1.1", "table", "score_trick", player="zoe", values=[])
    for _ in range(7):
        table.says("table", "score_trick", player="ann")
    table.refuses("6.18", "table", "score_trick", player="ann", values=[3])


@pytest.mark.clause("SCROLL-6.18")
@pytest.mark.parametrize("tricks", [[], [[3, 1, -1]], [[3, 3, 3], [1, 1]]])
def test_a_round_whose_seven_tricks_do_not_add_up_is_entered_anew(tricks: list[list[int]]) -> None:
    table = scores()
    for values in [*tricks, *[[]] * (7 - len(tricks))]:
        table.says("table", "score_trick", player="ann", values=values)
    (prompt,) = (p for p in table.GAME.prompts(table.state, "public") if p.must)
    (offer,) = prompt.offers
    move = offer.any_of(Random(0))
    assert move["type"] == "score_round"
    table.says("table", "score_round", captured=SETS)
    assert [list(s.captured) for s in table.view().seats] == [SETS.get(s, []) for s in table.view().order]
    table.says("table", "close_round")


@pytest.mark.clause("SCROLL-5.1", "SCROLL-6.18")
def test_all_scrolls_of_a_round_are_entered_and_no_more() -> None:
    table = scores()
    table.refuses("5.1", "table", "close_round")
    table.refuses("5.1", "table", "score_round", captured={"ann": [3, 1, -1]})
    table.says("table", "score_trick", player="ann", values=[3, 1, -1])
    table.refuses("6.18", "table", "score_round", captured=SETS)
    table.refuses("5.1", "table", "close_round")
    table.says("table", "score_trick", player="ann", values=[3, 1, -1])
    table.says("table", "score_trick", player="ann", values=[3, 1])
    table.refuses("5.1", "table", "score_trick", player="ann", values=[-1, -1])
    table.says("table", "score_trick", player="ann", values=[-1])
    table.says("table", "close_round")


@pytest.mark.clause("SCROLL-5.3")
def test_round_1_is_made_of_sets() -> None:
    table = scores()
    table.refuses("5.3", "table", "score_trick", player="ann", values=[5])
    table.refuses("5.3", "table", "score_round", captured={**SETS, "cem": [-1, -1, 3]})
    table.says("table", "score_round", captured=SETS)
    assert sum(s.points for s in table.view().seats) == 9
    table.refuses("6.18", "table", "score_round", captured=SETS)


@pytest.mark.clause("SCROLL-9.6", "SCROLL-9.16")
def test_with_two_players_a_round_has_thirteen_scrolls_three_sets_among_them() -> None:
    table = scores(2)
    table.refuses("9.16", "table", "score_round", captured={"ann": [3, 1, -1], "ben": [3, 1, -1]})
    few = {"ann": [3, 1, 10, 5], "ben": [3, 1, -1, 7, 7], "shadow": [3, 1, -1, -3]}
    table.refuses("9.6", "table", "score_round", captured=few)
    table.says("table", "score_round", captured={**few, "ann": [3, 1, -1, 5]})
    assert table.seat("shadow").points == 0
    tricks = scores(2)
    tricks.says("table", "score_trick", player="shadow", values=[10, 7, 5])
    tricks.refuses("9.6", "table", "score_trick", player="shadow", values=[10, 7])


@pytest.mark.clause("SCROLL-7.3", "SCROLL-7.4", "SCROLL-1.2")
def test_a_match_of_results() -> None:
    table = scores()
    table.refuses("1.2", "table", "final")
    table.refuses("6.18", "table", "give_marker", player="cem")
    table.says("table", "score_round", captured=SETS)
    table.says("table", "close_round")
    table.refuses("1.2", "table", "score_round", captured=SETS)
    table.refuses("7.3", "table", "give_marker", player="ann")
    table.says("table", "give_marker", player="cem")
    table.refuses("1.2", "table", "final")
    table.says("table", "score_round", captured={"ann": [10, 10], "ben": [5, -5, -5], "cem": [7, -3, 1, 1]})
    table.says("table", "close_round")
    assert [s.points for s in table.view().seats] == [27, 0, 3]
    assert [s.due for s in table.view().seats] == [2, 0, 1]
    table.says("table", "give_marker", player="ben")
    table.refuses("7.4", "table", "close_round")
    table.refuses("7.4", "table", "give_marker", player="ben")
    table.says("table", "score_round", captured={"ann": [-5, -5, -3], "ben": [10, 10, 5], "cem": [1, 1, 1]})
    table.refuses("7.4", "table", "close_round")
    ruling = table.says("table", "final")
    assert ruling.notices[-1].params["winners"] == ["ben"]
    assert [(r.seat, r.points) for r in table.view().standings] == [("ben", 25), ("ann", 14), ("cem", 6)]
    assert [r.round for r in table.view().rounds] == [1, 2, 3]
    table.refuses("8.1", "table", "final")


@pytest.mark.clause("SCROLL-10.3")
def test_a_shadow_that_leads_ends_a_match_of_results() -> None:
    table = scores(2)
    captured = {"ann": [3, 1, -1], "ben": [3, 1, -1], "shadow": [3, 1, -1, 10, 7, 5, 5]}
    table.says("table", "score_round", captured=captured)
    table.says("table", "close_round")
    assert table.view().result.reason == "scroll_trick.game_over"
    table.refuses("10.3", "table", "score_round", captured=captured)


def test_what_is_asked_says_what_is_left() -> None:
    table = scores()
    assert table.prompts()["score_round"].params == {"round": 1, "count": 9}
    assert not table.prompts()["score_trick"].must
    table.says("table", "score_trick", player="ann", values=[3, 1])
    assert "score_round" not in table.prompts()
    assert (table.prompts()["score_trick"].must, table.prompts()["score_trick"].params["left"]) == (True, 7)
    assert table.view().phase == "score"
    assert table.view().private == ()


@pytest.mark.clause("SCROLL-5.3", "SCROLL-9.6")
@pytest.mark.parametrize("entered", [[], [10, 10, 7], [10, 10], [10, 7, 3]])
def test_in_round_1_of_two_what_may_be_captured_is_offered_without_plays(entered: list[int]) -> None:
    table = Table(2, depth="scores")
    table.says("table", "score_trick", player="ann", values=entered)
    offers = table.prompts()["score_trick"].offers
    for values in combinations_with_replacement((10, 3, 1, -5), 3):
        move = {"type": "score_trick", "player": "ben", "values": list(values)}
        upheld = table.judge("table", "score_trick", player="ben", values=values).upheld
        assert any(offer.fits(move) for offer in offers) == upheld, values
