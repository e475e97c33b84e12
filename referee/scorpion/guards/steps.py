"""Steps of one guard unit: which are allowed, their effects, and the effects of the move's end (Q4, Q5, Q14).

Refusals depend only on what the guards know. Anything else is told after a step.
"""

from __future__ import annotations

from referee.core.base import replace
from referee.core.judging import firm
from referee.core.values import Notice, RulingContext
from referee.scorpion.cards import minus
from referee.scorpion.contact import guards_enter, move_guards, raise_alert, rehide_when_alone
from referee.scorpion.guards.units import Unit, figures_of, headings_at, makes_no_difference, turned, where, whichever
from referee.scorpion.moves import OTHER_EXIT, PASSAGE
from referee.scorpion.parts import Heading, Moving
from referee.scorpion.secrecy import publish
from referee.scorpion.state import (
    Passage,
    Rope,
    State,
    figure,
    guards_at,
    is_in_passage,
    patrol_of,
    stock,
    unit_text,
    with_figures,
)

Behind = tuple[str | None]
"""The zone behind a patrol, if it was declared; `(None,)` for nothing behind."""


def end_move(state: State, moving: Moving, told: list[Notice], said: Behind | None = None) -> State:
    """Close a move: reveal what its last zone holds, and settle a patrol's facing (Q4, 25.11, 31.6, 7.8).

    The move must already be removed from the state's `pending`. The facing is not asked for if it was `said` or makes
    no difference.
    """
    zone = where(state, moving.unit)
    if moving.made or state.options.passage_found_by_staying == "yes":
        state = find_there(state, zone, told)
    behinds = headings_due(state, moving, zone)
    if not behinds:
        return state
    if said is not None and said[0] in behinds:
        return stands(state, moving.unit, said[0], told)
    if makes_no_difference(state, zone, behinds):
        return turned(state, moving.unit, whichever(behinds))
    return replace(state, pending=(*state.pending, Heading(moving.unit, moving.role)))


def headings_due(state: State, moving: Moving, zone: str) -> tuple[str | None, ...]:
    """Return the possible zones behind a patrol whose facing must be declared; none if it need not be (7.8, OP-39)."""
    patrol, behinds = patrol_of(state, moving.unit[0]), headings_at(state, zone)
    if patrol is None or (moving.cause == "patrol" and patrol.behind in behinds):
        return ()
    return behinds if moving.made or (moving.cause == "awaken" and patrol.behind not in behinds) else ()


def stands(state: State, unit: Unit, behind: str | None, told: list[Notice]) -> State:
    """Set and publish a patrol's facing (SCORPION-7.8)."""
    state, zone = turned(state, unit, behind), where(state, unit)
    return publish(state, told, "patrol_turned", "SCORPION-7.8", unit=unit_text(unit), zone=zone, behind=behind)


def find_there(state: State, zone: str, told: list[Notice]) -> State:
    """Reveal what guards find where they end a move: entrances, by option ropes (SCORPION-25.11, 31.6)."""
    return find_ropes(find_entrances(state, zone, told), zone, told)


def find_entrances(state: State, zone: str, told: list[Notice]) -> State:
    """Reveal the passage entrances in a zone, and no others (SCORPION-25.11, 25.12, 31.3, 31.5)."""
    if state.options.passage_discoverable == "no" or is_in_passage(zone):
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
    """Reveal, by option, the ropes that end in a zone (SCORPION-31.6)."""
    if state.options.ropes_discoverable == "off":
        return state
    for i, rope in enumerate(state.ropes):
        if rope.found or zone not in (rope.a, rope.b):
            continue
        state = replace(state, ropes=(*state.ropes[:i], replace(rope, found=True), *state.ropes[i + 1 :]))
        state = publish(state, told, "rope_found", "SCORPION-31.6", a=rope.a, b=rope.b, zone=zone)
    return state


def standing_units_find(state: State, told: list[Notice]) -> State:
    """Reveal, by option, what guards who stay find where they stand (OP-32)."""
    if state.options.passage_found_by_staying == "yes":
        for zone in dict.fromkeys(f.zone for f in state.figures if f.drunk is None):
            state = find_there(state, zone, told)
    return state


SEARCHES = frozenset({"sentry_search", "patrol_search"})
"""The cards by which guards enter and leave the passage (SCORPION-25.18, 25.19)."""
REACH = 2
"""The maximum number of zones of a unit's move (SCORPION-12.7, 13.2)."""
ENTRANCES = 2
"""The number of entrances of every passage (SCORPION-25.2)."""

Why = tuple[str, str]
"""The clause and the reason of a refusal."""
NO_CARD_YET: Why = ("SCORPION-25.19", "scorpion.passage_card_first")

# The passage, as the guards know it


def passage_at(state: State, zone: str) -> Passage | None:
    return next((p for p in state.passages if zone in p.found), None)


def passage_around(state: State, unit: Unit) -> Passage | None:
    first = figure(state, unit[0])
    if first is None or not is_in_passage(first.zone):
        return None
    return next((p for p in state.passages if p.owner == first.inside), None)


def places(state: State, role: str) -> int:
    """Return how many of a player's guards the Secret Passage cards in front admit to the passage (25.20, OP-23)."""
    if role == "guards" or state.options.passage_shared_4p == "yes":
        return sum(s.front for s in state.stocks)
    return stock(state, role).front


def places_left(state: State, role: str) -> int:
    """Return how many more guards the Secret Passage cards in front admit (SCORPION-25.20, OP-23)."""
    inside = guards_at(state, PASSAGE)
    again = state.options.passage_reuse == "yes"
    taken = len(inside) if again else state.passage_entries
    if role == "guards" or state.options.passage_shared_4p == "yes":
        return places(state, role) - taken
    swords = sum(f.weapon == "sword" for f in inside) if again else state.passage_swords
    return places(state, role) - (swords if role == "sword" else taken - swords)


def no_entry(state: State, at: str, unit: Unit, role: str) -> Why | None:
    if state.options.passage_discoverable == "no":
        return "SCORPION-31.5", "scorpion.passage_closed"
    if passage_at(state, at) is None:
        return "SCORPION-25.2", "scorpion.no_entrance_known"
    if places_left(state, role) >= len(unit):
        return None
    return ("SCORPION-25.20", "scorpion.passage_full") if places(state, role) else NO_CARD_YET


# One step


def open_move(state: State, unit: Unit, role: str, cause: str) -> State:
    """Open a unit's move (Q4)."""
    return replace(state, pending=(*state.pending, Moving(unit, cause, role, REACH, where(state, unit))))


def rope_between(state: State, a: str, b: str) -> Rope | None:
    """Return a rope between two zones that the guards have found and may, by option, use (SCORPION-31.7)."""
    if state.options.ropes_discoverable != "use":
        return None
    return next((r for r in state.ropes if r.found and {r.a, r.b} == {a, b}), None)


def no_step(state: State, moving: Moving, at: str, to: str) -> Why | None:
    """Return why a unit may not step from `at` to `to` in a card's move, or `None`."""
    if is_in_passage(at):
        if moving.cause not in SEARCHES:
            return "SCORPION-25.18", "scorpion.search_to_leave"
        passage = passage_around(state, moving.unit)
        known = passage.found if passage else ()
        if to == OTHER_EXIT:
            return ("SCORPION-25.15", "scorpion.both_exits_known") if len(known) >= ENTRANCES else None
        return None if to in known else ("SCORPION-25.2", "scorpion.no_exit_known")
    if to == OTHER_EXIT:
        return "SCORPION-25.2", "scorpion.guards_not_inside"
    if to == PASSAGE:
        if moving.cause not in SEARCHES:
            return "SCORPION-25.19", "scorpion.search_to_enter"
        return no_entry(state, at, moving.unit, moving.role)
    border = state.board.border(at, to)
    if border == "plain" or rope_between(state, at, to):
        return None
    return ("SCORPION-13.5", "scorpion.wall_ahead") if border == "wall" else ("SCORPION-D6", "scorpion.not_adjacent")


def stops(state: State, at: str, to: str) -> bool:
    """Tell whether a step ends the move: into a moat or the passage, or over a rope (SCORPION-13.6, 27.1)."""
    if is_in_passage(at) or to == OTHER_EXIT:
        return False
    return to == PASSAGE or to in state.board.moats or state.board.border(at, to) != "plain"


def targets(state: State, at: str) -> tuple[str, ...]:
    """Return everything that might be named as the next step, allowed or not: adjacent zones and the passage."""
    if is_in_passage(at):
        found = (zone for p in state.passages for zone in p.found)
        return (*state.board.in_order(found), OTHER_EXIT)
    return (*state.board.neighbours(at), PASSAGE)


def walk_one(state: State, moving: Moving, to: str, told: list[Notice]) -> tuple[State, Moving, bool]:
    """Move a unit one zone, and publish what it encounters (Q4, Q5).

    Return the rest of the move, and whether the unit met an intruder. A step without an encounter publishes only
    itself.
    """
    at = where(state, moving.unit)
    passage = passage_around(state, moving.unit) or (passage_at(state, at) if to == PASSAGE else None)
    zone = _unknown_exit(passage) if to == OTHER_EXIT else to
    ends = stops(state, at, to)
    state = move_guards(state, moving.unit, zone)
    if zone == PASSAGE:
        swords = sum(f.weapon == "sword" for f in figures_of(state, moving.unit))
        entries = state.passage_entries + len(moving.unit)
        state = replace(state, passage_entries=entries, passage_swords=state.passage_swords + swords)
    inside = passage.owner if passage and zone == PASSAGE else None
    if PASSAGE in (at, zone):
        state = with_figures(state, moving.unit, inside=inside)
    # By a house ruling a patrol may have left its route.
    along = moving.cause == "patrol" and (at, zone) in state.board.route.steps
    state = turned(state, moving.unit, at if along else None)
    clause = "SCORPION-15.4" if moving.cause == "patrol" else "SCORPION-13.2"
    state = publish(state, told, "guards_moved", clause, unit=unit_text(moving.unit), origin=at, zone=zone)
    state, met = guards_enter(state, zone, told, "SCORPION-25.4" if zone == PASSAGE else "SCORPION-21.1", inside)
    if at == PASSAGE:
        state = find_entrances(state, zone, told)
    state = rehide_when_alone(state, told)
    return state, replace(moving, left=0 if met or ends else moving.left - 1, made=moving.made + 1), met


# A whole way


def checked_way(state: State, moving: Moving, way: tuple[str, ...], context: RulingContext) -> tuple[str, int]:
    """Return where a way ends and how much of the move is then left.

    Refuses the way as a whole, by public facts and the guards' own knowledge (ledger section 5.3).
    """
    at, left, over = where(state, moving.unit), moving.left, "SCORPION-13.2"
    for to in way:
        firm(to in state.board or to in (PASSAGE, OTHER_EXIT), "SCORPION-1.6", "scorpion.no_such_zone", zone=to)
        reason = "scorpion.move_is_over" if over == "SCORPION-13.2" else "scorpion.stopped_there"
        context.require(left > 0, over, reason, zone=to, most=moving.made + moving.left)
        # The way cannot continue from an exit that is not known yet.
        firm(at != OTHER_EXIT, "SCORPION-25.15", "scorpion.exit_unknown_yet")
        why = no_step(state, moving, at, to)
        if why is not None:
            beyond_ruling = PASSAGE in (at, to) or OTHER_EXIT in (at, to)
            firm(not beyond_ruling or why[1] in _RULED, why[0], why[1], zone=to, origin=at)
            context.refuse(why[0], why[1], zone=to, origin=at)
        if stops(state, at, to):
            left, over = 0, "SCORPION-27.1"
        else:
            left -= 1
        at = to
    return at, left


_RULED = frozenset({"scorpion.passage_full", "scorpion.passage_card_first"})
"""Refusals about the passage that a house ruling may lift: that it is full, or needs a card."""


def walk_way(
    state: State, moving: Moving, way: tuple[str, ...], stop: bool, told: list[Notice], said: Behind | None = None
) -> State:
    """Walk a checked way until a discovery ends it; then the move ends, or stays open (13.3).

    `moving` must not be in the state's `pending`. `said` applies only if the way is walked to its end.
    """
    met = False
    for to in way:
        state, moving, met = walk_one(state, moving, to, told)
        if met:
            break
    if moving.left > 0 and not stop:
        return replace(state, pending=(*state.pending, moving))
    if moving.left > 0:
        state = stopped(state, moving, told)
    arrived = not way or where(state, moving.unit) == way[-1]
    return end_move(state, moving, told, said if arrived else None)


def stopped(state: State, moving: Moving, told: list[Notice]) -> State:
    """Publish that a unit stops before its move is used up, so that what it did not find is known."""
    about = {"unit": unit_text(moving.unit), "zone": where(state, moving.unit)}
    return publish(state, told, "guards_stopped", "SCORPION-13.2", **about)


def zones_onward(state: State, moving: Moving, at: str) -> tuple[tuple[str, ...], dict[str, tuple[str, ...]]]:
    """Return a unit's possible first steps from a zone, and the steps that may follow each, by what the guards know."""
    after: dict[str, tuple[str, ...]] = {}
    first = _steps(state, moving, at) if moving.left else ()
    if moving.left > 1:
        for to in first:
            if to != OTHER_EXIT and not stops(state, at, to) and (then := _steps(state, moving, to)):
                after[to] = then
    return first, after


def _steps(state: State, moving: Moving, at: str) -> tuple[str, ...]:
    return tuple(to for to in targets(state, at) if no_step(state, moving, at, to) is None)


def _unknown_exit(passage: Passage | None) -> str:
    assert passage is not None
    return minus(passage.entrances, passage.found)[0]


def has_anyone_moved(state: State, unit: Unit) -> bool:
    """Tell whether a member of a unit has moved this turn (SCORPION-13.4, 15.2)."""
    return any(f.moved for f in figures_of(state, unit))
