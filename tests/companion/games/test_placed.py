"""Fields that say where they stand: what is entered becomes a position, and a position what is entered."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from companion.contract.game_ui import YES, Choice, Counts, Entering, Field, Step, Things, Zones
from companion.games.table.placed import Form
from referee.core.values import Seat

SEATS = tuple(Seat(seat=seat, name=seat.upper()) for seat in ("p1", "p2"))
WHO = (("p1", "P1"), ("p2", "P2"))
FACES = (("3", "3"), ("-1", "-1"))
ASKED: tuple[Field, ...] = (
    Choice(key="phase", title="", values=(("turn", ""), ("end", "")), at="phase"),
    Choice(key="lead", title="", values=(("none", ""), ("red", "")), at="now.lead", nothing="none"),
    Choice(key="round", title="", values=(("1", ""), ("2", "")), at="round", holds="number"),
    Choice(key="last", title="", values=(("yes", ""), ("no", "")), at="last", holds="flag", nothing="no"),
    Counts(key="turn", title="", rows=(("turn", ""),), least=1, most=9, at="turn"),
    Counts(key="points", title="", rows=WHO, most=9, at="seats.*.points"),
    Counts(key="used", title="", rows=(("cards", "Cards"), ("swords", "Swords")), most=9, at="*"),
    Counts(key="died", title="", rows=(("died", ""),), most=9, at="seats.p1.died", holds="some"),
    Things(key="ready", title="", values=WHO, most=2, at="seats.*.ready"),
    Things(key="known", title="", values=FACES, most=2, copies=2, at="seats.p2.known", holds="number"),
    Things(key="pile", title="", values=(("cat", ""), ("rope", "")), most=9, copies=9, at="stocks.sword.pile",
           holds="counts"),
    Zones(key="zone", title="", zones=("A1", "B2"), most=1, at="zone", holds="first"),
    Zones(key="found", title="", zones=("A1", "B2"), most=2, at="found"),
)  # fmt: skip
OWN: tuple[Field, ...] = (
    Things(key="hand", title="", values=FACES, most=2, at="hand", holds="number"),
    Counts(key="noise", title="", rows=(("noise", ""),), most=3, at="map.noise"),
)
ENTERED: dict[str, Any] = {
    "phase": "turn", "lead": "red", "round": "2", "last": YES, "turn": {"turn": 4}, "points": {"p1": 3, "p2": 0},
    "used": {"cards": 2, "swords": 0}, "died": {"died": 5}, "ready": ["p2"], "known": ["3", "-1"],
    "pile": ["cat", "cat", "rope"], "zone": ["B2"], "found": ["A1", "B2"],
}  # fmt: skip
STANDS: dict[str, Any] = {
    "phase": "turn", "now": {"lead": "red"}, "round": 2, "last": True, "turn": 4, "cards": 2, "swords": 0,
    "seats": [{"points": 3, "died": 5, "ready": False}, {"points": 0, "ready": True, "known": [3, -1]}],
    "stocks": [{"role": "spear"}, {"role": "sword", "pile": {"cat": 2, "rope": 1}}], "zone": "B2",
    "found": ["A1", "B2"],
}  # fmt: skip


def table(entering: Entering) -> tuple[Step, ...]:
    """Return all fields; until a phase is entered only that one."""
    return (Step("", ASKED if entering.table.get("phase") else ASKED[:1]),)


def secret(entering: Entering, seat: str) -> tuple[Step, ...]:
    return (Step("", OWN if seat in entering.table.get("ready", ()) else ()),)


def begun() -> dict[str, Any]:
    return {"seats": [{}, {}], "stocks": [{"role": "spear"}, {"role": "sword"}]}


@pytest.fixture
def form() -> Form:
    return Form(None, SEATS, table, secret)


def test_what_is_entered_stands_at_the_path_of_its_field(form: Form) -> None:
    assert form.table(ENTERED, begun()) == STANDS


def test_what_stands_at_a_path_is_entered_in_its_field(form: Form) -> None:
    assert form.entered(copy.deepcopy(STANDS), {"by": "hand"}) == ENTERED | {"by": "hand"}


def test_what_is_not_entered_says_nothing_but_numbers_their_least(form: Form) -> None:
    found = form.table({"phase": "turn", "lead": "none"}, begun())
    assert found["turn"] == 1
    assert found["seats"] == [{"points": 0, "ready": False}, {"points": 0, "ready": False, "known": []}]
    assert not {"now", "round", "zone"} & found.keys()
    assert form.entered(found, {})["lead"] == "none"


def test_what_is_not_asked_for_is_not_read_and_what_cannot_be_read_is_left_to_the_referee(form: Form) -> None:
    assert form.table({"round": "2"}, begun()) == begun()
    assert form.table({"phase": "turn", "round": "red"}, begun())["round"] == "red"


def test_an_entry_that_nobody_has_holds_nothing(form: Form) -> None:
    stands = copy.deepcopy(STANDS) | {"stocks": [{"role": "guards", "pile": {"cat": 1}}], "seats": []}
    entered = form.entered(stands, {})
    assert entered["pile"] == []
    assert entered["points"] == {"p1": 0, "p2": 0}


def test_a_seat_enters_what_it_is_asked_for_and_nothing_empty(form: Form) -> None:
    own = {"hand": ["3"], "noise": {"noise": 1}}
    assert form.secret(ENTERED, "p2", own) == {"hand": [3], "map": {"noise": 1}}
    assert form.secret(ENTERED, "p2", {"hand": []}) == {}
    assert form.secret(ENTERED, "p1", own) == {}
    assert form.entered_secret({"hand": [3], "map": {"noise": 0}}, ENTERED, "p2", {}) == {"hand": ["3"]}
