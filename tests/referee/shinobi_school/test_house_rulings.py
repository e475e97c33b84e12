"""Physical truth wins: what a house ruling may let stand, what it may not, and totals set by hand."""

from __future__ import annotations

from typing import Any

import pytest

from referee import shinobi_school
from referee.core.games import game
from referee.core.journal import Match, begin
from referee.core.values import Refused, Seat
from tests.referee.shinobi_school.table import Table

GAME = game("shinobi-school")
SEATS = tuple(Seat(seat=seat, name=f"{seat}.") for seat in "ABC")


def running(field: list[int]) -> Match:
    match = begin(GAME, {"start": "A", "rounds": 1}, SEATS)
    moves: list[tuple[str, dict[str, Any]]] = [("table", {"type": "confirm_deal"})]
    moves += [(seat, {"type": "lay_earth", "cards": [3, 3]}) for seat in "AB"]
    moves += [("C", {"type": "lay_earth", "cards": []})]
    moves += [("table", {"type": "reveal_earths"}), ("table", {"type": "first_field", "cards": field})]
    for seat, move in moves:
        match, ruling = match.declare(seat, move)
        assert ruling.upheld, ruling
    return match


@pytest.mark.clause("SCHOOL-5.2", "SCHOOL-4.3")
def test_the_table_lets_a_placement_at_a_sealed_end_stand() -> None:
    match = running([9, 9, 4])
    move = {"type": "place", "side": "heaven", "number": 12 - 1, "size": 1}
    refused = match.declare("A", move)[1]
    assert refused.clause == "SCHOOL-5.2"
    after, ruling = match.act("gm", {"type": "house_ruling", "seat": "A", "move": move})
    assert ruling.upheld
    assert ruling.params["waived"] == ["SCHOOL-4.3", "SCHOOL-5.2"]
    assert [(t.number, t.size) for t in after.view("public").field] == [(4, 1), (9, 2), (11, 1)]


@pytest.mark.clause("SCHOOL-4.4", "SCHOOL-7.1", "SCHOOL-3.3")
@pytest.mark.parametrize(
    ("seat", "move"),
    [
        ("A", {"type": "place", "side": "heaven", "number": 9, "size": 1}),
        ("A", {"type": "place", "side": "earth", "number": 2, "size": 1}),
        ("B", {"type": "end_turn"}),
        ("A", {"type": "show_heaven", "cards": [1]}),
    ],
)
def test_what_cannot_lie_on_the_table_no_house_ruling_lets_stand(seat: str, move: dict[str, object]) -> None:
    match = running([9, 4])
    after, ruling = match.act("gm", {"type": "house_ruling", "seat": seat, "move": move})
    assert after is match
    assert ruling.firm


@pytest.mark.clause("SCHOOL-4.7", "SCHOOL-4.8")
def test_the_table_lets_a_large_tier_or_the_last_one_be_collected() -> None:
    table = Table("ABC").playing("4 4 4", "9 9 9")
    table.says("A", "collect", ("4.7",), side="earth", end="top")
    table.says("A", "collect", ("4.8", "4.7"), side="heaven", end="top")
    assert table.tiers == []


@pytest.mark.clause("SCHOOL-13.2", "SCHOOL-12.5")
def test_totals_are_set_by_hand() -> None:
    table = Table("ABC")
    table.state = shinobi_school.adjust(table.state, shinobi_school.ADJUSTMENT(points={"B": -7, "C": 3}))
    assert table.points == (0, -7, 3)
    assert [(row.seat, row.place) for row in table.view().standings] == [("C", 1), ("A", 2), ("B", 3)]
    with pytest.raises(Refused, match=r"SCHOOL-1\.3"):
        shinobi_school.adjust(table.state, shinobi_school.ADJUSTMENT(points={"Z": 1}))


@pytest.mark.clause("SCHOOL-13.2")
def test_a_tie_that_is_settled_by_hand_ends_the_match() -> None:
    table = Table("ABC", depth="scores", rounds=1, final_tie="table")
    table.state = shinobi_school.adjust(table.state, shinobi_school.ADJUSTMENT(points={"B": 7}))
    table.says("table", "round_points", winner="A", points={"B": -2, "C": -1})
    table.says("table", "close_game")
    assert table.view().phase == "tie"
    table.state = shinobi_school.adjust(table.state, shinobi_school.ADJUSTMENT(points={"A": 6}))
    result = shinobi_school.result(table.state)
    assert result is not None
    assert result.winners == ("A",)


@pytest.mark.clause("SCHOOL-10.3", "SCHOOL-5.1")
def test_a_field_entered_wrongly_is_corrected_and_all_that_followed_is_judged_again() -> None:
    match = running([9, 4])
    match, ruling = match.declare("A", {"type": "place", "side": "earth", "number": 3, "size": 1})
    assert ruling.upheld
    match, _ = match.declare("A", {"type": "end_turn"})
    wrong = match.steps[5].number
    act = {"type": "correct", "number": wrong, "move": {"type": "first_field", "cards": [9, 2]}}
    after, ruling = match.act("gm", act)
    assert ruling.upheld
    assert [(t.number, t.size) for t in after.view("public").field] == [(2, 1), (9, 1)]
    assert after.view("public").active == "B"
