"""Laying a position: what is said of a table and its seats, each thing only when there is something to say of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from referee.core.judging import firm
from referee.core.position import check_phase, said
from referee.scroll_trick.cards import ROUNDS, SHADOW
from referee.scroll_trick.positions.model import OpenSeat, OpenTable
from referee.scroll_trick.state import State, everybody, humans

_OF_PEOPLE = frozenset({"drawn", "placed", "withdrawn"})
"""What the shadow never does."""
_OF_PLAYS = _OF_PEOPLE | {"cards", "has_set"}
"""What is said of a seat only in a match with plays."""
ROUNDS_OF: Mapping[str, tuple[range, str]] = {
    "setup": (range(1, 2), "SCROLL-1.2"),
    "turn": (range(2, ROUNDS + 1), "SCROLL-5.4"),
    "between": (range(1, ROUNDS), "SCROLL-7.4"),
    "tie": (range(ROUNDS, ROUNDS + 1), "SCROLL-8.1"),
}


class Described(NamedTuple):
    """What is described of a seat, and where."""

    path: str
    lying: OpenSeat


def sits(state: State, seat: str | None, field: str, *, shadow: bool = False) -> None:
    """Refuse a seat that nobody has, and the shadow where only people can be (SCROLL-1.1, 2.11)."""
    if seat is None or seat in humans(state):
        return
    firm(seat != SHADOW, "SCROLL-2.11", "scroll_trick.shadow_starts", field=field) if not shadow else None
    there = shadow and seat == SHADOW and state.shadow is not None
    firm(there, "SCROLL-1.1", "scroll_trick.not_in_game", seat=seat, field=field)


def described_seats(state: State, table: OpenTable) -> Mapping[str, Described]:
    """Return what is described of every seat, each once; of a seat that is not named there is nothing."""
    found: dict[str, Described] = {}
    plays = state.options.depth == "plays"
    for n, lying in enumerate(table.seats):
        path = f"table.seats[{n}]"
        sits(state, lying.seat, f"{path}.seat", shadow=True)
        firm(lying.seat not in found, "SCROLL-1.1", "scroll_trick.position.twice", field=f"{path}.seat")
        check_phase(lying, path, state.phase, "scroll_trick.position.not_now")
        never = _OF_PEOPLE if lying.seat == SHADOW else frozenset[str]()
        strange = min(said(lying) & (never if plays else _OF_PLAYS), default=None)
        firm(strange is None, "SCROLL-1.2", "scroll_trick.position.not_now", field=f"{path}.{strange}")
        found[lying.seat] = Described(path, lying)
    return {p.seat: found.get(p.seat) or Described("table.seats", OpenSeat(seat=p.seat)) for p in everybody(state)}
