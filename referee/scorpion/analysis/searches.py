"""The best search that stood open: of all ways of all units that a search card could have sent.

Where nobody is met, a way excludes its zones, and what that leaves is counted; only where somebody is met the events
are learnt as a public record. Ways through the passage are left out, and so are entrances and ropes that would have
been found.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import log2
from typing import NamedTuple

from referee.scorpion.event import Event
from referee.scorpion.guards.moves import may_patrol_search, may_search
from referee.scorpion.guards.steps import REACH, ways_on
from referee.scorpion.guards.units import Unit, where
from referee.scorpion.knowledge import Knowledge
from referee.scorpion.state import Moving, State, in_play, known_as, unit_text

Way = tuple[str, ...]


class Search(NamedTuple):
    unit: Unit
    start: str
    way: Way
    events: tuple[Event, ...]
    """What would have become public of it."""


def best_search(state: State, role: str, before: Knowledge) -> Search | None:
    """Return the search that would have told most, as all stood in truth; None where none would have told anything."""
    found: Search | None = None
    most = 0.0
    tried: set[tuple[frozenset[str], str]] = set()
    for one in searches(state, role):
        met = one.way[-1] if one.events[-1].kind == "discovered" else ""
        same = frozenset(one.way), met
        if same in tried:
            continue
        tried.add(same)
        left = before.learn(one.events).situations() if met else before.situations(one.way)
        bits = before.uncertainty - log2(left) if left else 0.0
        if bits > most:
            found, most = one, bits
    return found


def searches(state: State, role: str) -> Iterator[Search]:
    """Yield every search that the rules allow to a guard player, each way of those who stand together once."""
    known: set[tuple[str, str, Way]] = set()
    for card, names in (("sentry_search", may_search(state, role)), ("patrol_search", may_patrol_search(state, role))):
        for name in names:
            unit = tuple(name.split("+"))
            start = where(state, unit)
            if start not in state.board:
                continue
            first, then = ways_on(state, Moving(unit, role, card, REACH, start), start)
            for way in (way for to in first for way in ((to,), *((to, on) for on in then.get(to, ())))):
                if all(zone in state.board for zone in way) and (card, start, way) not in known:
                    known.add((card, start, way))
                    yield _told(state, unit, start, way)


def _told(state: State, unit: Unit, start: str, way: Way) -> Search:
    """Return a search with what it would have told; whoever is met ends it (SCORPION-21.1)."""
    events: list[Event] = []
    at = start
    for n, zone in enumerate(way, 1):
        moved = {"unit": unit_text(unit), "origin": at, "zone": zone}
        events.append(_event(state, "guards_moved", moved))
        met = [one for one in in_play(state) if one.zone == zone]
        if met:
            events += [_event(state, "discovered", {"intruder": known_as(state, one.who), "zone": zone}) for one in met]
            return Search(unit, start, way[:n], tuple(events))
        at = zone
    return Search(unit, start, way, tuple(events))


def _event(state: State, kind: str, data: dict[str, str]) -> Event:
    return Event(turn=state.turn, phase=state.phase, kind=kind, data=data)
