"""Worlds: states of the referee that have told exactly the same, and what of them can still matter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from referee import scorpion
from referee.core.base import replace
from referee.core.values import PUBLIC, Ruling
from referee.scorpion.moves import PASSAGE
from referee.scorpion.parts import Event
from referee.scorpion.state import Character, State, is_disputed

Place = tuple[str, int]
Pair = tuple[Place | None, Place | None]


class TooMany(Exception):
    """More plays than a test has time for: another match is as good."""


class Truth:
    """The public record of a match that was played: what every other play has to tell, word for word."""

    def __init__(
        self, record: Sequence[Event], clauses: Mapping[int, str], most: int, free: frozenset[str] = frozenset()
    ) -> None:
        """`clauses` are those that were cited, by the number of the event.

        `free` are the seats whose play is tried, with at most so many declarations before `TooMany` is raised.
        """
        self.clauses = clauses
        self.prefixes = [tuple(record[:n]) for n in range(len(record) + 1)]
        self.record = self.prefixes[-1]
        self.left = most
        self.free = free

    def spend(self) -> None:
        """Count a declaration that is tried. Raises `TooMany`."""
        self.left -= 1
        if self.left < 0:
            raise TooMany

    def begun(self, state: State) -> State | None:
        """Return a state if all of its record is what the truth told, else None."""
        n = len(state.record)
        return replace(state, record=self.prefixes[n]) if state.record == self.record[:n] else None

    def told(self, ruling: Ruling, before: int, limit: int) -> State | None:
        """Return the state after a ruling if what everybody is told is what the truth told, clauses included."""
        state: State = ruling.state
        n = len(state.record)
        if n > limit or state.record[before:] != self.record[before:n]:
            return None
        if any(self.clauses.get(at) != clause for at, clause in cited(ruling, before)):
            return None
        return replace(state, record=self.prefixes[n])


def declared(state: State, seat: str, move: Any, truth: Truth, limit: int) -> State | None:
    """Let the referee judge a declaration; return the state if it is upheld and tells what the truth told."""
    truth.spend()
    ruling = scorpion.judge(state, seat, move)
    return truth.told(ruling, len(state.record), limit) if ruling.upheld else None


def cited(ruling: Ruling, before: int) -> Iterator[tuple[int, str]]:
    """Yield the number of each event that a ruling has written, and the clause by which everybody was told of it."""
    public = iter([n for n in ruling.notices if n.to == PUBLIC])
    for at, event in enumerate(ruling.state.record[before:], before):
        notice = next((n for n in public if n.message == f"scorpion.{event.kind}"), None)
        if notice is not None:
            yield at, notice.clause or ""


# What can still matter


def settled(state: State, truth: Truth) -> State:
    """Return a state without what no rule asks for any more, so that equal futures are equal states."""
    searchers = _searchers(state, truth)
    characters = tuple(
        _settled(one, bool({one.who, "intruder"} & searchers)) if one.seat in truth.free else one
        for one in state.characters
    )
    return replace(state, characters=characters, ropes=_ropes(state))


def _searchers(state: State, truth: Truth) -> set[str]:
    """Return who still searches in this intruders' phase."""
    if state.phase != "intruders":
        return set()
    ahead = truth.record[len(state.record) :]
    return {e.data["intruder"] for e in ahead if e.turn == state.turn and e.kind == "search_declared"}


def _settled(one: Character, searches: bool) -> Character:
    return replace(
        one,
        walks=(),
        start=None if one.status != "waiting" else one.start,
        touched=tuple(sorted(one.touched)) if searches else (),
        passage_uses=0,
    )


def _ropes(state: State) -> Any:
    """Whose rope it is counts among rivals alone, and when it was hung in this turn alone."""
    found = [
        replace(r, turn=r.turn if r.turn == state.turn else 0, owner=r.owner if is_disputed(state) else "ninja")
        for r in state.ropes
    ]
    found.sort(key=lambda r: (r.a, r.b, r.owner, r.found, r.turn))
    if state.options.ropes_discoverable != "off":
        return tuple(found)
    return tuple(r for i, r in enumerate(found) if not i or r != found[i - 1])


def key(state: State) -> Any:
    """Return what tells two worlds with the same record apart."""
    return (
        len(state.record),
        state.phase,
        state.characters,
        state.ropes,
        state.passages,
        state.pending,
        state.marks,
        state.searches,
        state.intruders_done,
        state.figures,
        state.patrols,
    )


# What is compared


class Sets(NamedTuple):
    """Zone and noise of each intruder, and of both together, over all worlds."""

    places: Mapping[str, frozenset[Place]]
    pairs: frozenset[Pair]


def place(one: Character) -> Place | None:
    """Return zone and noise of a character; the noise of whoever is in the passage is heard by nobody (D5)."""
    if one.status != "in_play" or one.zone is None:
        return None
    return one.zone, 0 if one.zone == PASSAGE else one.noise


def sets(worlds: Iterable[State]) -> Sets:
    """Return what is common to the question where everybody can be."""
    pairs = frozenset((place(w.characters[0]), place(w.characters[1])) for w in worlds)
    places = {
        who: frozenset(at for pair in pairs if (at := pair[i]) is not None)
        for i, who in enumerate(("ninja", "traitor"))
    }
    return Sets(places, pairs)
