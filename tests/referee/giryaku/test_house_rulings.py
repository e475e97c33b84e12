"""House rulings, corrections and taking back, on a whole journal of Giryaku."""

from __future__ import annotations

from typing import Any

import pytest

from referee import giryaku
from referee.core.journal import Match, begin
from referee.core.values import GAME_MASTER, Ruling, Seat
from tests.referee.core.journal.toy_acts import consent, rule, undo
from tests.referee.giryaku.table import BOX

SEATS = (Seat(seat="A", name="Aki"), Seat(seat="B", name="Ben"))
OPENING: list[tuple[str, dict[str, Any]]] = [
    ("A", {"type": "deal_done"}),
    ("A", {"type": "reveal_opening", "cards": ["S", "N", "O"]}),
    ("B", {"type": "reveal_opening", "cards": ["S", "N", "O"]}),
    ("A", {"type": "opening_place", "cols": [1, 2]}),
    ("B", {"type": "opening_place", "cols": [1, 2]}),
    ("A", {"type": "opening_reveal", "cards": {"1": "S", "2": "N"}}),
    ("B", {"type": "opening_reveal", "cards": {"1": "S", "2": "N"}}),
]


def opened() -> Match:
    match = begin(giryaku, BOX, SEATS)
    for seat, move in OPENING:
        match = declared(match, seat, **move)[0]
    return match


def declared(match: Match, seat: str, **move: Any) -> tuple[Match, Ruling]:
    after, ruling = match.declare(seat, move, "ab" * 16)
    assert ruling.upheld, (seat, move, ruling)
    return after, ruling


@pytest.mark.clause("METSUKE-3.1", "GIRYAKU-3.5")
def test_a_card_beside_the_noted_hand_may_stand_and_only_its_owner_hears_why() -> None:
    match, _ = declared(opened(), "A", type="enter_hand", cards=["O", "N"])
    place = {"type": "place", "col": 3, "card": "S"}
    same, ruling = match.declare("A", place)
    assert same is match
    assert (ruling.private, ruling.firm) == (True, False)
    match, ruling = match.act(*rule(GAME_MASTER, seat="A", move=place))
    assert ruling.upheld
    waived = [n.params["waived"] for n in ruling.notices if n.reaches("B") and "waived" in n.params]
    assert waived == [[]]
    assert match.view("B").seats[0].board[4].card == "S"


@pytest.mark.clause("METSUKE-3.2", "GIRYAKU-9.1")
def test_both_together_set_a_graveyard_by_hand() -> None:
    match = opened()
    match, _ = match.act(*rule("A", adjust={"graveyards": {"B": {"S": 1}}}))
    assert match.view("public").seats[1].size == 0
    match, ruling = match.act(*consent("B"))
    assert ruling.upheld
    assert match.view("public").seats[1].size == 1
    assert match.view("public").seats[1].deck == 10


@pytest.mark.clause("METSUKE-2.1", "METSUKE-2.3", "GIRYAKU-3.4")
def test_nobody_takes_back_a_turn_after_which_they_drew() -> None:
    match, ruling = declared(opened(), "A", type="place", col=3, card="S")
    assert ruling.told
    refused = match.may_undo("A")
    assert refused is not None
    assert refused.clause == "METSUKE-2.3"
    match, ruling = match.act(*undo(GAME_MASTER))
    assert ruling.upheld
    match, _ = declared(match, "A", type="consume_one", card="O")
    match, _ = declared(match, "A", type="raid_take", card="N")
    match, _ = declared(match, "A", type="decline_extra_turn")
    assert match.may_undo("A") is None
    assert match.view("public").active == "B"


@pytest.mark.clause("METSUKE-3.3", "GIRYAKU-9.4")
def test_a_correction_judges_again_what_followed() -> None:
    match, _ = declared(opened(), "A", type="place", col=3, card="S")
    match, _ = declared(match, "B", type="place", col=3, card="O")
    number = match.number - 1
    act = {"type": "correct", "number": number, "move": {"type": "place", "col": 3, "card": "N"}}
    match, ruling = match.act(GAME_MASTER, act)
    assert ruling.upheld
    board = {cell.cell: cell.card for cell in match.view("public").seats[0].board if cell.filled}
    assert board == {"1L": "S", "2L": "N", "3L": "N"}
    assert match.view("public").seats[1].board[4].card == "O"
