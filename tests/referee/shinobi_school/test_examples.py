"""The worked examples of the rules."""

from __future__ import annotations

import pytest

from referee import shinobi_school
from tests.referee.shinobi_school.table import Table, said


@pytest.mark.clause("SCHOOL-12.2", "SCHOOL-12.3", "SCHOOL-12.4", "SCHOOL-12.5")
def test_round_scores() -> None:
    """Example 1: five players, one of them out."""
    table = Table("ABCDE", depth="scores", rounds=1)
    left = {
        "B": {"heaven": [7, 7, 9], "earth": [2, 2, 2, 5]},
        "C": {"heaven": [4, 4, 8], "earth": [4, 4, 11]},
        "D": {"heaven": [], "earth": [13]},
        "E": {"heaven": [1, 1, 1, 1, 6, 6], "earth": [3, 3, 3, 3, 3]},
    }
    table.says("table", "round_cards", winner="A", left=left)
    assert table.points == (5, -7, -4, -1, -15)
    costs = [(row.heaven_cost, row.earth_cost) for row in table.view().rounds[0].rows]
    assert costs == [(0, 0), (4, 7), (4, 4), (0, 1), (13, 15)]


def seals() -> Table:
    table = Table("ABCD").playing("4", "9 9", A=[3, 3, 3])
    assert table.view().sealed == "bottom"
    ruling = table.place("A", "earth", "3 3 3")
    assert said(ruling) == ["placed_earth_top", "seals_top"]
    return table


@pytest.mark.clause("SCHOOL-5.1", "SCHOOL-5.2", "SCHOOL-5.4", "SCHOOL-7.4")
def test_seals_within_one_turn() -> None:
    """Example 2: the seal jumps to the top between the two actions."""
    seals().place("A", "heaven", "10 10")
    table = seals()
    assert table.cannot_place("4.3", "too_few_bottom", "A", "heaven", "12").params["least"] == 2
    table.cannot_place("5.2", "sealed_top", "A", "heaven", "1")
    table.says("A", "collect", side="heaven", end="bottom")
    assert (table.tiers, table.view().sealed, table.seat("A").known) == (["3 3 3", "4"], "top", (9, 9))
    table.place("B", "heaven", "6")
    table = seals()
    table.says("A", "collect", side="heaven", end="bottom")
    table.says("B", "collect", side="earth", end="bottom")
    assert (table.tiers, table.view().sealed) == (["3 3 3"], None)


def four(d_places: bool) -> Table:
    table = Table("ABCD").playing("2", "4", "5", A=[8, 8, 8])
    table.place("A", "heaven", "6")
    table.passes("A", "B")
    table.says("C", "collect", side="earth", end="top")
    table.passes("C")
    if d_places:
        table.place("D", "heaven", "10")
    table.passes("D")
    return table


@pytest.mark.clause("SCHOOL-8.1", "SCHOOL-8.2", "SCHOOL-8.3", "SCHOOL-8.4", "SCHOOL-4.7")
def test_a_flush() -> None:
    """Example 3: A placed, the others passed or collected."""
    table = four(d_places=False)
    assert (table.tiers, table.view().active, table.view().swept) == ([], "A", 3)
    table.place("A", "earth", "8 8 8")
    table.place("A", "heaven", "5 5 5")
    assert table.view().sealed is None
    for end in ("top", "bottom"):
        table.refuses("4.7", "three_or_more", "B", "collect", side="heaven", end=end)


@pytest.mark.clause("SCHOOL-8.2")
def test_no_flush_when_another_placed() -> None:
    """Example 3, the other way: the next sweep can be at D."""
    table = four(d_places=True)
    assert table.tiers == ["4", "5", "6", "10"]
    table.passes("A", "B")
    assert "flushed" in said(table.says("C", "end_turn"))


@pytest.mark.clause("SCHOOL-2.6", "SCHOOL-13.2")
def test_a_shared_win() -> None:
    """Example 4: three rounds, and two players with the highest total."""
    table = Table("ABC", depth="scores")
    table.says("table", "round_points", winner="A", points={"B": -7, "C": -4})
    table.says("table", "round_points", winner="B", points={"A": -4, "C": -6})
    table.says("table", "round_points", winner="C", points={"A": -7, "B": -3})
    table.says("table", "close_game")
    assert table.points == (-6, -5, -5)
    result = shinobi_school.result(table.state)
    assert result is not None
    assert (result.winners, [p.place for p in result.ranking]) == (("B", "C"), [1, 1, 3])
