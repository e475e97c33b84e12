"""Between rounds, and the end of the match (SCROLL-7, 8)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee import scroll_trick
from referee.scroll_trick.rounds import match_is_over
from tests.referee.scroll_trick.table import Table, at


def over(count: int = 3, **captured: str) -> Table:
    """Return a table just after round 3, with these scrolls before the seats."""
    options = captured.pop("options", {})
    table = Table(count, depth="scores", **options)  # type: ignore[arg-type]
    players = tuple(
        replace(p, captured=tuple(map(int, captured.get(p.seat, "").split())), bounds=(0, 0, 0))
        for p in table.state.players
    )
    table.state = match_is_over(replace(table.state, round=3, players=players), [])
    return table


def tied(options: dict[str, str], **captured: str) -> Table:
    return over(options=options, **captured)  # type: ignore[arg-type]


@pytest.mark.clause("SCROLL-7.1")
def test_captured_scrolls_stay_with_their_owners() -> None:
    table = at("between", 1)
    before = [s.captured for s in table.view().seats]
    table.says("table", "draw_scrolls")
    table.says("table", "give_marker", player=table.view().lowest[0])
    assert [s.captured for s in table.view().seats] == before
    assert [s.in_round for s in table.view().seats] == [()] * 3
    assert table.view().rounds[0].captured == {s.seat: s.captured for s in table.view().seats}


@pytest.mark.clause("SCROLL-7.2")
@pytest.mark.parametrize(
    ("count", "round", "pile"),
    [(3, 1, 27), (3, 2, 18), (4, 1, 21), (4, 2, 9), (5, 1, 15), (5, 2, 0), (2, 1, 26)],
)
def test_everybody_draws_three_from_the_pile(count: int, round: int, pile: int) -> None:
    table = at("between", round, count)
    table.refuses("7.2", "p1", "draw_scrolls", values=[3, 1])
    table.refuses("7.2", "p1", "draw_scrolls", values=[3, 1, 1, 1])
    ruling = table.says("p1", "draw_scrolls", values=[3, 1, 5])
    assert ruling.told
    assert [n.to for n in ruling.notices] == ["public", ("p1",)]
    assert table.refuses("7.2", "p1", "draw_scrolls").reason == "scroll_trick.drawn_already"
    table.refuses("5.2", "table", "draw_scrolls", values=[3, 1, 5])
    table.says("table", "draw_scrolls")
    table.refuses("7.2", "table", "draw_scrolls")
    assert table.view().pile == pile
    assert table.view("p2").private[0].held is None


@pytest.mark.clause("SCROLL-7.2", "SCROLL-2.5")
def test_what_was_noted_when_drawing_must_be_in_the_box() -> None:
    box = {10: 1, 7: 1, 5: 9, 3: 8, 1: 8, -1: 8, -3: 5, -5: 5}
    table = at("between", 1, tile_counts=box)
    refused = table.refuses("2.5", "p1", "draw_scrolls", values=[10, 10, 5])
    assert refused.private
    table.says("p1", "draw_scrolls", values=[10, 5, 5])


@pytest.mark.clause("SCROLL-7.3")
def test_the_lowest_takes_the_marker() -> None:
    table = at("between", 1).scored(p1="3 3", p2="1", p3="5")
    assert table.view().lowest == ("p2",)
    table.refuses("7.3", "table", "give_marker", player="p1")
    table.refuses("1.1", "table", "give_marker", player="zoe")
    table.says("p3", "give_marker", player="p2")
    table.refuses("7.3", "table", "give_marker", player="p2")
    table.refuses("7.3", "table", "set_start_player", player="p1")
    table.says("table", "draw_scrolls")
    assert (table.state.phase, table.state.marker, table.state.round) == ("deal", "p2", 2)


@pytest.mark.clause("SCROLL-7.3")
@pytest.mark.parametrize(
    ("option", "holder", "points", "may"),
    [
        ("left_of_marker", "p2", "1/1/1/3", ("p3",)),
        ("left_of_marker", "p3", "1/1/3/3", ("p1",)),
        ("left_of_marker", "p4", "3/3/1/1", ("p3",)),
        ("left_of_marker", "p1", "1/3/3/1", ("p4",)),
        ("holder_keeps", "p2", "1/1/1/3", ("p2",)),
        ("holder_keeps", "p4", "1/1/1/3", ("p1",)),
        ("table", "p2", "1/1/1/3", ("p1", "p2", "p3")),
        ("table", "p2", "3/1/5/3", ("p2",)),
    ],
)
def test_several_lowest(option: str, holder: str, points: str, may: tuple[str, ...]) -> None:
    table = at("between", 1, 4, low_tie=option)
    table.scored(**{f"p{n}": values for n, values in enumerate(points.split("/"), 1)})
    table.state = replace(table.state, marker=holder)
    assert table.view().lowest == may
    for seat in ("p1", "p2", "p3", "p4"):
        assert table.judge("table", "give_marker", player=seat).upheld == (seat in may)


@pytest.mark.clause("SCROLL-7.4", "SCROLL-8.1")
def test_after_round_3_nothing_more_happens() -> None:
    table = at("ended", 3)
    table.refuses("7.4", "p1", "draw_scrolls")
    table.refuses("7.4", "table", "give_marker", player="p1")
    table.refuses("8.1", "p1", "play_card", card="A 1")
    table.refuses("8.1", "table", "configure", tile_counts=None)
    table.says("p1", "claim_revoke", accused="p2", trick=1)
    last = at("resolve", 3)
    last.refuses("7.4", "p1", "draw_scrolls")


@pytest.mark.clause("SCROLL-8.1")
def test_the_match_ends_with_the_seventh_trick_of_round_3() -> None:
    table = at("ended", 3)
    assert table.view().result is not None
    assert len(table.view().rounds) == 3
    before = at("resolve", 3)
    assert before.view().result is None


@pytest.mark.clause("SCROLL-8.2")
def test_the_most_points_win() -> None:
    result = over(ann="10 1", ben="7 3", cem="-5 -5").view().result
    assert result.winners == ("ann",)
    assert (result.reason, result.clause) == ("scroll_trick.most_points", "SCROLL-8.2")
    assert [(p.seat, p.place, p.points) for p in result.ranking] == [("ann", 1, 11), ("ben", 2, 10), ("cem", 3, -10)]


@pytest.mark.clause("SCROLL-8.3")
def test_of_equals_the_one_with_more_scrolls() -> None:
    table = over(ann="10", ben="7 3", cem="5 3 3 -1")
    assert table.view().result.winners == ("cem",)
    assert table.view().result.clause == "SCROLL-8.3"
    assert [(s.seat, s.place, s.tiles) for s in table.view().standings] == [("cem", 1, 4), ("ben", 2, 2), ("ann", 3, 1)]


@pytest.mark.clause("SCROLL-8.4")
def test_then_the_one_with_more_plus_scrolls() -> None:
    table = over(ann="10 -1 -1", ben="3 5", cem="7 3 -1 -1")
    assert table.view().result.winners == ("cem",)
    more = over(ann="10 -1 -1", ben="3 3 1 1", cem="7 1 1 -1")
    assert more.view().result.winners == ("ben",)
    assert more.view().result.clause == "SCROLL-8.4"
    assert [s.plus for s in more.view().standings] == [4, 3, 1]


@pytest.mark.clause("SCROLL-8.5")
def test_whoever_is_still_equal_shares_the_win_or_the_table_chooses() -> None:
    shared = over(ann="3 5", ben="5 3", cem="1").view().result
    assert shared.winners == ("ann", "ben")
    assert [(p.seat, p.place) for p in shared.ranking] == [("ann", 1), ("ben", 1), ("cem", 3)]
    table = tied({"final_tie": "table"}, ann="3 5", ben="5 3", cem="1")
    assert (table.state.phase, table.view().result) == ("tie", None)
    table.refuses("8.5", "table", "break_tie", player="cem")
    table.refuses("1.1", "table", "break_tie", player="zoe")
    table.refuses("1.2", "table", "final")
    table.says("cem", "break_tie", player="ben")
    result = table.view().result
    assert (result.winners, result.clause) == (("ben",), "SCROLL-8.5")
    assert [(p.seat, p.place) for p in result.ranking] == [("ben", 1), ("ann", 2), ("cem", 3)]
    alone = tied({"final_tie": "table"}, ann="3 5", ben="5", cem="1")
    assert alone.view().result.winners == ("ann",)


def test_the_result_is_a_function_of_the_scrolls_alone() -> None:
    table = over(ann="10 1", ben="7 3", cem="5 5 1")
    again = replace(table.state, findings=(), tricks=(), trump="A", marker="cem")
    assert scroll_trick.result(again) == table.view().result
