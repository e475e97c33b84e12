"""The ledger's worked examples (its section 7)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.scroll_trick.state import with_laid, with_seat
from tests.referee.scroll_trick.table import Table, at, hand, turning


@pytest.mark.clause("SCROLL-6.7", "SCROLL-6.10", "SCROLL-6.15")
def test_example_1_a_trick() -> None:
    table = Table(4).contest("C", ann="A5 B1 E1", ben="A2 B2 E2", cem="C1 B3 E3", dee="B4 E4 E5")
    cem = next(p for p in table.state.players if p.seat == "cem")
    table.state = with_seat(table.state, "cem", open=with_laid(cem, "C 1", value=-3, start=False))
    table.says("ben", "register_hand", cards=hand("A2 B2 E2 A7 D1 D2 D3"))
    table.says("dee", "register_hand", cards=hand("B4 E4 E5 A6 D4 D5 D6"))
    table.plays("A5")
    table.refuses("6.7", "ben", "play_card", card="A 7")
    table.plays("A2 C1")
    table.refuses("6.4", "dee", "play_card", card="B 4")
    table.plays("A6")
    assert table.view().now.ahead == "cem"
    table.says("cem", "take_trick", player="cem", values={"ann": 3, "ben": -1})
    assert (table.seat("cem").points, table.seat("cem").captured) == (-1, (3, -1, -3))
    assert table.view().active == "cem"


@pytest.mark.clause("SCROLL-5.6", "SCROLL-5.7", "SCROLL-5.8", "SCROLL-7.3")
def test_example_2_turning_in_round_3() -> None:
    points = "7 7/7 1 1/7 7/1 1/10 -1"
    table = at("between", 2, 5).scored(**{f"p{n}": v for n, v in enumerate(points.split("/"), 1)})
    assert table.view().lowest == ("p4",)
    assert [s.due for s in turning(3, 5, points).placed().view().seats] == [2, 1, 2, 0, 1]
    skip = turning(3, 5, points, rank_ties_round3="skip").placed()
    assert [s.due for s in skip.view().seats] == [2, 0, 2, 0, 0]


def standings(**captured: str) -> list[tuple[str, int]]:
    table = at("resolve", 3)
    players = tuple(
        replace(p, seat=seat, captured=tuple(map(int, values.split())), bounds=(0, 0, 0))
        for p, (seat, values) in zip(table.state.players, captured.items(), strict=True)
    )
    table.state = replace(table.state, phase="ended", players=players, marker=None, tricks=())
    result = table.view().result
    assert result is not None
    return [(p.seat, p.place) for p in result.ranking]


@pytest.mark.clause("SCROLL-8.3", "SCROLL-8.4")
def test_example_3_a_tie_at_the_end() -> None:
    assert standings(ann="10 7 3 -5 -1", ben="5 5 3 3 -1 -1", cem="7 5")[:2] == [("ben", 1), ("ann", 2)]
    assert standings(ann="10 7 3 -5 -1 1 -1", ben="5 5 3 3 -1 -1", cem="7 5")[:2] == [("ann", 1), ("ben", 2)]
    assert standings(ann="7 5 5 -1 -1 -1", ben="5 5 3 3 -1 -1", cem="7 5")[:2] == [("ben", 1), ("ann", 2)]


@pytest.mark.clause("SCROLL-9.10", "SCROLL-9.11", "SCROLL-9.12", "SCROLL-9.15")
def test_example_4_the_shadow() -> None:
    table = Table(2).contest("B", row="D4 A2 A6", value=1, ann="C1 C2 C3", ben="A5 C4 C5")
    table.plays("A3 A5")
    assert table.view().shadow.card == "A 2"
    table.plays("-")
    table.says("ben", "take_trick", player="ben", values={"ben": 3, "shadow": -1})
    assert table.view().shadow.turns is None
    table.says("ben", "refill_shadow", card="B 7")
    assert [laid.card for laid in table.seat("shadow").cards] == ["D 4", "A 6", "B 7"]
    table.plays("E6")
    assert table.view().shadow.card == "D 4"
    table.plays("- E1")
    table.takes()
    assert table.view().shadow.turns == "A 6"
    table.says("ann", "refill_shadow", card="E 2", value=3)
    assert [(laid.card, laid.value) for laid in table.seat("shadow").cards] == [
        ("A 6", 3),
        ("B 7", None),
        ("E 2", None),
    ]


@pytest.mark.clause("SCROLL-10.3")
def test_example_5_game_over() -> None:
    def after_round_2(shadow: list[int]) -> Table:
        table = Table(2, depth="scores")
        first = {"ann": [3, 1, -1], "ben": [3, 1, -1], "shadow": [3, 1, -1, -3, -3, 1, 1]}
        table.says("table", "score_round", captured=first)
        table.says("table", "close_round")
        table.says("table", "give_marker", player=table.view().lowest[0])
        second = {"ann": [5, 3], "ben": [5, -3, 3], "shadow": shadow}
        table.says("table", "score_round", captured=second)
        table.says("table", "close_round")
        return table

    over = after_round_2([10, 3, 3, -3, -1, 1, 1, -1])
    assert [s.points for s in over.view().seats] == [11, 8, 12]
    assert over.view().result.winners == ()
    equal = after_round_2([10, 3, 3, -3, -1, 1, -1, -1])
    assert [s.points for s in equal.view().seats] == [11, 8, 10]
    assert equal.state.phase == "between"
