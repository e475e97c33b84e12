"""What the end of a guards' move brings: entrances and ropes found, and how a patrol stands (Q4, 25.11, 31.6, 7.8)."""

from __future__ import annotations

from referee.core.replacing import replace
from referee.core.values import Notice
from referee.scorpion.contact import raise_alert
from referee.scorpion.guards.units import Unit, no_matter, turned, ways_to_stand, where, whichever
from referee.scorpion.record import publish
from referee.scorpion.state import Heading, Moving, State, in_passage, patrol_of, unit_text

Behind = tuple[str | None]
"""What lies behind a patrol, where it was said."""


def end_move(state: State, moving: Moving, told: list[Notice], said: Behind | None = None) -> State:
    """Close a move: what its last zone reveals, and how a patrol on the route stands (Q4, 25.11, 31.6, 7.8).

    The move must already be off the state's `pending`. Nobody is asked for what was `said`, nor where it is all one.
    """
    zone = where(state, moving.unit)
    if moving.made or state.options.passage_found_by_staying == "yes":
        state = find_there(state, zone, told)
    ways = ways_due(state, moving, zone)
    if not ways:
        return state
    if said is not None and said[0] in ways:
        return stands(state, moving.unit, said[0], told)
    if no_matter(state, zone, ways):
        return turned(state, moving.unit, whichever(ways))
    return replace(state, pending=(*state.pending, Heading(moving.unit, moving.role)))


def ways_due(state: State, moving: Moving, zone: str) -> tuple[str | None, ...]:
    """Return how a patrol may stand that came onto the route by a card, or is new there; else nothing (7.8, OP-39)."""
    patrol, ways = patrol_of(state, moving.unit[0]), ways_to_stand(state, zone)
    if patrol is None or (moving.cause == "patrol" and patrol.behind in ways):
        return ()
    return ways if moving.made or (moving.cause == "awaken" and patrol.behind not in ways) else ()


def stands(state: State, unit: Unit, behind: str | None, told: list[Notice]) -> State:
    """A patrol stands as it was said (SCORPION-7.8)."""
    state, zone = turned(state, unit, behind), where(state, unit)
    return publish(state, told, "patrol_turned", "SCORPION-7.8", unit=unit_text(unit), zone=zone, behind=behind)


def find_there(state: State, zone: str, told: list[Notice]) -> State:
    """Reveal what a guard finds who ends a move in a zone: entrances, by option ropes (SCORPION-25.11, 31.6)."""
    return find_ropes(find_entrances(state, zone, told), zone, told)


def find_entrances(state: State, zone: str, told: list[Notice]) -> State:
    """Reveal the entrances of passages in a zone, that zone's only (SCORPION-25.11, 25.12, 31.3, 31.5)."""
    if state.options.passage_discoverable == "no" or in_passage(zone):
        return state
    for i, passage in enumerate(state.passages):
        new = passage.entrances.count(zone) - passage.found.count(zone)
        if new <= 0:
            continue
        found = replace(passage, found=(*passage.found, *(zone,) * new))
        state = replace(state, passages=(*state.passages[:i], found, *state.passages[i + 1 :]))
        owner = {} if passage.owner is None else {"intruder": passage.owner}
        state = publish(state, told, "entrance_found", "SCORPION-25.11", zone=zone, entrances=new, **owner)
        state = raise_alert(state, told, state.options.alert_on_passage, "SCORPION-31.3", "passage_found")
    return state


def find_ropes(state: State, zone: str, told: list[Notice]) -> State:
    """By option reveal the ropes that end in a zone (SCORPION-31.6)."""
    if state.options.ropes_discoverable == "off":
        return state
    for i, rope in enumerate(state.ropes):
        if rope.found or zone not in (rope.a, rope.b):
            continue
        state = replace(state, ropes=(*state.ropes[:i], replace(rope, found=True), *state.ropes[i + 1 :]))
        state = publish(state, told, "rope_found", "SCORPION-31.6", a=rope.a, b=rope.b, zone=zone)
    return state


def standing_units_find(state: State, told: list[Notice]) -> State:
    """By option guards who stay where they are find what is there, too (OP-32)."""
    if state.options.passage_found_by_staying == "yes":
        for zone in dict.fromkeys(f.zone for f in state.figures if f.drunk is None):
            state = find_there(state, zone, told)
    return state
