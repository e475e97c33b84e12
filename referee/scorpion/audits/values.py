"""What an audit works on and what it finds (ledger section 8): the public record, read as data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import Field

from referee.board.board import Board
from referee.core.values import Value
from referee.scorpion.event import Event
from referee.scorpion.moves import PASSAGE
from referee.scorpion.state import State


class Finding(Value):
    """Something that two public facts prove, or make likely. It changes nothing: the table decides.

    `facts` are the numbers of events in the public record, counted from 0. `open` tells whether everybody
    may know it now: else one of the facts is a secret that is laid open after the end.
    """

    audit: str
    clause: str
    certainty: Literal["proven", "possible"] = "proven"
    facts: tuple[int, ...] = ()
    open: bool = True
    about: dict[str, Any] = Field(default_factory=dict)


@dataclass(frozen=True)
class Sight:
    """An intruder was seen in a zone: event, turn, and whether it was while the intruders moved."""

    n: int
    turn: int
    moving: bool
    zone: str


def who_of(state: State, event: Event) -> str | None:
    """Return whom an event is about; a lone wolf is one person under both names."""
    named = event.data.get("intruder")
    if named is None:
        return None
    return "intruder" if state.options.lone_wolf != "off" else str(named)


def everybody(state: State) -> tuple[str, ...]:
    """Return the intruders as `who_of` calls them."""
    return ("intruder",) if state.options.lone_wolf != "off" else ("ninja", "traitor")


def owner_of(state: State, who: str) -> str:
    """Return the character that `who_of` calls so."""
    if who != "intruder":
        return who
    return next(c.who for c in state.characters if c.status != "absent")


def events(state: State, *kinds: str) -> Iterator[tuple[int, Event]]:
    return ((n, e) for n, e in enumerate(state.record) if e.kind in kinds)


def of_who(state: State, who: str, *kinds: str) -> Iterator[tuple[int, Event]]:
    return ((n, e) for n, e in events(state, *kinds) if who_of(state, e) == who)


BREAKS = ("died", "returned", "passage_entered", "passage_left", "escaped")
"""What lies between two sights that no walk joins."""


def pairs_of_sights(state: State, who: str) -> Iterator[tuple[Sight, Sight]]:
    """Yield every two sights that follow each other with nothing but walking between them."""
    last: Sight | None = None
    for n, e in of_who(state, who, "discovered", *BREAKS):
        if e.kind != "discovered" or e.data["zone"] not in state.board:
            last = None
            continue
        seen = Sight(n, e.turn, e.phase == "intruders", e.data["zone"])
        if last is not None:
            yield last, seen
        last = seen


def moves_between(first: Sight, second: Sight) -> int:
    """Return in how many intruder phases somebody may have moved between two sights."""
    return second.turn - first.turn + second.moving


def reach(board: Board, start: str, turns: int, *, ropes: bool) -> frozenset[str]:
    """Return all zones that an intruder may have touched in so many turns: three steps each, stops counted (D7)."""
    touched, at = {start}, {start}
    for _ in range(turns):
        going, ends = set(at), set(at)
        for _ in range(3):
            walked = {z for zone in going for z in board.neighbours(zone, "plain")}
            climbed = {z for zone in going for z in board.neighbours(zone, "wall")} if ropes else set()
            ends |= walked | climbed
            going = walked - board.moats
        touched |= ends
        at = ends
    return frozenset(touched)


def figures_of(event: Event) -> tuple[str, ...]:
    if "guards" in event.data:
        return tuple(event.data["guards"])
    named = event.data.get("unit") or event.data.get("guard") or event.data.get("figure")
    return tuple(str(named).split("+")) if named else ()


def guards_after(state: State, last: int) -> dict[str, str]:
    """Return where the able guards stood after an event, by the record alone. What a table set by hand is not in it."""
    at: dict[str, str] = {}
    for e in state.record[: last + 1]:
        match e.kind:
            case (
                "sentry_placed" | "patrol_placed" | "guards_woke" | "guards_moved" | "hidden_sentry_placed" | "sobered"
            ):
                at |= dict.fromkeys(figures_of(e), e.data["zone"])
            case "unit_lifted" | "guard_killed" | "guard_taken_off" | "guard_drunk":
                for id in figures_of(e):
                    at.pop(id, None)
    return at


def in_castle(state: State, zone: str) -> str | None:
    return state.board.zone(zone).castle if zone in state.board and zone != PASSAGE else None
