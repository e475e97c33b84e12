"""Audits of what searches found: A5 and A11 (ledger section 8)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.scorpion.audits.values import Finding, everybody, in_castle, of_who, owner_of
from referee.scorpion.event import Event
from referee.scorpion.state import State, character

LETTERS = frozenset("ABCDEF")
MOST = {"trap": 2, "hidden_sentry": 2}


def contradicting_answers(state: State) -> Iterator[Finding]:
    """A5: what was found cannot all be true (5.2 to 5.6, 18.13, 19.2, 19.5).

    A zone answers the same each time, but for a hidden sentry, which is gone then.
    """
    first: dict[str, tuple[int, str]] = {}
    places: dict[str, dict[str, int]] = {}
    for n, e in enumerate(state.record):
        if e.kind != "search_answered":
            continue
        zone, found = str(e.data["zone"]), str(e.data["found"])
        about = {"zone": zone, "found": found, "turn": e.turn}
        if zone in first:
            expected = "nothing" if first[zone][1] == "hidden_sentry" else first[zone][1]
            if found != expected:
                both = (first[zone][0], n)
                yield Finding(audit="A5", clause="SCORPION-18.9", facts=both, about=about)
            continue
        first[zone] = (n, found)
        if found == "nothing":
            continue
        there = places.setdefault(found, {})
        there[zone] = n
        clause = _too_many(state, places, found, e)
        if clause is not None:
            facts = tuple(there.values()) if clause == "SCORPION-5.2" else (n,)
            yield Finding(audit="A5", clause=clause, facts=facts, about=about)


def _too_many(state: State, places: dict[str, dict[str, int]], found: str, event: Event) -> str | None:
    """Return the clause of the guards' marks that a find breaks, with all earlier ones."""
    if len(places[found]) > MOST.get(found, 1):
        return "SCORPION-5.2"
    zone = str(event.data["zone"])
    if state.options.depth == "scores" or zone not in state.board:
        return None
    if zone not in state.board.mark_zones:
        return "SCORPION-5.3" if state.board.zone(zone).post else "SCORPION-5.7"
    castle = in_castle(state, zone)
    letters = [z for letter in LETTERS for z in places.get(letter, ()) if in_castle(state, z) == castle]
    return "SCORPION-5.5" if found in LETTERS and len(letters) > 3 else None


def missions_and_tiles(state: State) -> Iterator[Finding]:
    """A11: with the tiles open, missions of the last life that were shown wrongly or not at all (18.10)."""
    if state.options.depth == "scores":
        return
    for who in everybody(state):
        one = character(state, owner_of(state, who))
        since = max((n for n, _ in of_who(state, who, "returned")), default=-1)
        shown = [(n, e) for n, e in of_who(state, who, "mission_accomplished") if n > since]
        for n, e in shown:
            if e.data["letter"] != one.mission:
                about = {"intruder": who, "letter": e.data["letter"], "tile": one.mission}
                yield Finding(audit="A11", clause="SCORPION-18.10", facts=(n,), open=False, about=about)
        found = [n for n, e in of_who(state, who, "search_answered") if n > since and e.data["found"] == one.mission]
        if found and not shown:
            about = {"intruder": who, "letter": one.mission}
            yield Finding(audit="A11", clause="SCORPION-18.10", facts=(found[0],), open=False, about=about)
