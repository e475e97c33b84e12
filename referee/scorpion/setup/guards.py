"""Set-up: the guards' figures on the board (SCORPION-4) and their secret marks (5)."""

from __future__ import annotations

from typing import Any

from referee.board.board import UnsettledFacing
from referee.core.base import replace
from referee.core.judging import firm
from referee.core.moves import Move
from referee.core.values import Refused, Ruling, RulingContext
from referee.scorpion import moves
from referee.scorpion.contact import add_guard, form_patrol, is_board_full, remove_guard, weapon_left
from referee.scorpion.secrecy import announced, uphold, whisper
from referee.scorpion.setup.begin import (
    are_figures_complete,
    are_hands_complete,
    common_part_open,
    is_zone,
    sentries,
    usable_mark_zones,
)
from referee.scorpion.state import (
    Figure,
    Marks,
    State,
    figure,
    patrol_of,
    seats_of,
    two_guard_players,
    unit_of,
    unit_text,
)
from referee.scorpion.turns import guard_role

LETTERS = ("A", "B", "C", "D", "E", "F")
TRAPS = ("T1", "T2")
HIDDEN = ("H1", "H2")
OBJECTIVES_IN_A_CASTLE = 3
BEDS = 2
"""The number of guards that can sleep in a barracks (SCORPION-5.1)."""


def record_sleepers(state: State, seat: str, move: moves.RecordSleepers, context: RulingContext) -> Ruling:
    """Judge the record of sleeping guards, at most two in each barracks (SCORPION-5.1, 5.8, 31.4)."""
    guard_role(state, seat)
    common_part_open(state, "guards", move)
    for zone in move.sleepers:
        is_zone(state, zone)
        firm(zone in state.board.barracks, "SCORPION-5.1", "scorpion.no_barracks", private=True, zone=zone)
    crowded = next((zone for zone, n in move.sleepers.items() if n > BEDS), None)
    context.require(crowded is None, "SCORPION-5.1", "scorpion.two_in_barracks", private=True, zone=crowded, most=BEDS)
    total, wanted = sum(move.sleepers.values()), state.options.sleepers
    count_fits = total == wanted
    context.require(count_fits, "SCORPION-5.1", "scorpion.sleepers_count", private=True, count=wanted, entered=total)
    order = state.board.in_order(zone for zone, n in move.sleepers.items() if n)
    sleepers = tuple((zone, move.sleepers[zone]) for zone in order)
    state = replace(state, marks=replace(state.marks, sleepers=sleepers, sleepers_recorded=True))
    return uphold(state, [whisper(seats_of(state, "guards"), "sleepers_noted", "SCORPION-5.1")])


def record_marks(state: State, seat: str, move: moves.RecordMarks, context: RulingContext) -> Ruling:
    """Judge the record of six objectives, two traps and two hidden sentries (SCORPION-5.2 to 5.8)."""
    guard_role(state, seat)
    common_part_open(state, "guards", move)
    marks = dict(move.marks)
    lacking = [mark for mark in (*LETTERS, *TRAPS, *HIDDEN) if mark not in marks]
    firm(not lacking, "SCORPION-5.2", "scorpion.marks_lacking", private=True, marks=lacking)
    usable = frozenset(usable_mark_zones(state.options, state.board))
    for mark, zone in marks.items():
        is_zone(state, zone)
        if zone not in usable:
            refuse_mark(state, mark, zone, context)
    in_different_zones(marks, context)
    inside = [state.board.zone(marks[letter]).castle for letter in LETTERS]  # type: ignore[index]
    castles_fit = all(inside.count(castle) == OBJECTIVES_IN_A_CASTLE for castle in ("A", "B"))
    context.require(castles_fit, "SCORPION-5.5", "scorpion.objectives_even", private=True, count=OBJECTIVES_IN_A_CASTLE)
    recorded = Marks(
        tuple((letter, marks[letter]) for letter in LETTERS),  # type: ignore[index]
        tuple(marks[trap] for trap in TRAPS),  # type: ignore[index]
        tuple(marks[hidden] for hidden in HIDDEN),  # type: ignore[index]
        state.marks.sleepers,
        recorded=True,
        sleepers_recorded=state.marks.sleepers_recorded,
    )
    told = [whisper(seats_of(state, "guards"), "marks_noted", "SCORPION-5.2")]
    return uphold(replace(state, marks=recorded), told)


def refuse_mark(state: State, mark: str, zone: str, context: RulingContext) -> None:
    """Refuse a mark by the first rule that it breaks (SCORPION-5.3, 5.5 to 5.8)."""
    at = state.board.zone(zone)
    about = {"private": True, "mark": mark, "zone": zone}
    context.require(not at.post, "SCORPION-5.3", "scorpion.mark_on_post", **about)  # type: ignore[arg-type]
    outside = "SCORPION-5.5" if mark in LETTERS else "SCORPION-5.6"
    context.require(at.castle is not None, outside, "scorpion.mark_outside", **about)  # type: ignore[arg-type]
    context.require(at.takes_mark, "SCORPION-5.7", "scorpion.mark_forbidden", **about)  # type: ignore[arg-type]
    spared = not at.barracks or state.options.mark_on_barracks == "allow"
    context.require(spared, "SCORPION-5.8", "scorpion.mark_on_barracks", **about)  # type: ignore[arg-type]


def in_different_zones(marks: dict[Any, str], context: RulingContext) -> None:
    """Refuse two marks in one zone (SCORPION-5.4)."""
    zones = list(marks.values())
    twice = next((zone for zone in zones if zones.count(zone) > 1), None)
    context.require(twice is None, "SCORPION-5.4", "scorpion.marks_share", private=True, zone=twice)


# Figures on the board (SCORPION-4)


def place_sentry(state: State, seat: str, move: moves.PlaceSentry, context: RulingContext) -> Ruling:
    """Judge the placing of a sentry on a free watch post (SCORPION-4.1, 4.2, 31.4)."""
    _guards_place(state, seat, move)
    is_zone(state, move.zone, private=False)
    context.require(move.zone in state.board.posts, "SCORPION-4.1", "scorpion.no_post", zone=move.zone)
    most = state.options.sentries
    context.require(sentries(state) < most, "SCORPION-4.1", "scorpion.all_sentries_placed", count=most)
    taken = any(f.zone == move.zone and patrol_of(state, f.id) is None for f in state.figures)
    context.require(not taken, "SCORPION-4.2", "scorpion.post_taken", zone=move.zone)
    state, placed = _placed(state, move.zone, move.weapon, context)
    _hands_come_first(state, context)
    about = {"zone": move.zone, "figure": placed.id, "weapon": placed.weapon}
    return announced(state, "sentry_placed", "SCORPION-4.1", **about)


def place_patrol(state: State, seat: str, move: moves.PlacePatrol, context: RulingContext) -> Ruling:
    """Judge the placing of a patrol of two on the route, with its facing (SCORPION-4.3, 4.4, 29.2, 31.4, OP-1, 2)."""
    _guards_place(state, seat, move)
    firm(len(move.weapons) > 1, "SCORPION-4.3", "scorpion.pairs_start")
    context.require(len(move.weapons) == 2, "SCORPION-4.3", "scorpion.pairs_start")
    is_zone(state, move.zone, private=False)
    zone, options, route = move.zone, state.options, state.board.route
    on_route = zone in route.zones
    context.require(on_route, "SCORPION-4.3", "scorpion.off_route", zone=zone)
    most = options.patrol_count
    context.require(len(state.patrols) < most, "SCORPION-4.3", "scorpion.all_patrols_placed", count=most)
    on_post = zone in state.board.posts and options.patrol_start_on_post == "forbid"
    context.require(not on_post, "SCORPION-4.2", "scorpion.patrol_on_post", zone=zone)
    starts = [f.zone for p in state.patrols if (f := figure(state, p.members[0])) is not None]
    distinct = options.patrol_start != "distinct_zones" or zone not in starts
    context.require(distinct, "SCORPION-4.3", "scorpion.patrol_zone_taken", zone=zone)
    if options.patrol_start == "one_per_route":
        mine = next((line for line in route.lines if zone in line), frozenset())
        context.require(mine.isdisjoint(starts), "SCORPION-4.3", "scorpion.route_taken", zone=zone)
    behind = behind_of(state, zone, move.behind, move.facing) if on_route else None
    pair: list[Figure] = []
    for weapon in move.weapons:
        state, placed = _placed(state, zone, weapon, context)
        pair.append(placed)
    members = tuple(f.id for f in pair)
    state = form_patrol(state, members, behind)
    _hands_come_first(state, context)
    about = {"zone": zone, "unit": unit_text(members), "behind": behind, "weapons": [f.weapon for f in pair]}
    return announced(state, "patrol_placed", "SCORPION-4.3", **about)


def behind_of(state: State, zone: str, behind: str | None, facing: str | None) -> str | None:
    """Return the zone behind a patrol on the route, as declared or implied by its facing (SCORPION-4.4).

    Raises `Refused` if neither determines it, or the two contradict each other.
    """
    route = state.board.route
    may = route.behinds(zone)
    if facing is not None and behind is None:
        try:
            return route.behind_facing(zone, facing)
        except UnsettledFacing as doubt:
            known = [b for b in doubt.behinds if b is not None]
            firm(doubt.behinds, "SCORPION-4.4", "scorpion.no_facing", zone=zone, facing=facing)
            params: dict[str, Any] = {"zone": zone, "facing": facing, "behinds": known}
            raise Refused("SCORPION-4.4", "scorpion.facing_doubtful", firm=True, **params) from None
    if behind is None:
        firm(None in may, "SCORPION-4.4", "scorpion.facing_needed", zone=zone, behinds=[b for b in may if b])
        return None
    firm(behind in may, "SCORPION-4.4", "scorpion.not_behind", zone=zone, behind=behind)
    agrees = facing is None or facing in route.continuations(behind, zone)
    firm(agrees, "SCORPION-4.4", "scorpion.facing_contradicts", zone=zone, facing=facing, behind=behind)
    return behind


def lift_unit(state: State, seat: str, move: moves.LiftUnit, context: RulingContext) -> Ruling:
    """Judge the removal of a unit placed wrongly (SCORPION-4.1, 4.3)."""
    _guards_place(state, seat, move)
    members = tuple(move.unit.split("+"))
    there = figure(state, members[0]) is not None and unit_of(state, members[0]) == members
    firm(there, "SCORPION-7.3", "scorpion.no_such_unit", unit=move.unit)
    for id in members:
        state = remove_guard(state, id)
    return announced(state, "unit_lifted", "SCORPION-4.1", unit=move.unit)


def _guards_place(state: State, seat: str, move: Move) -> None:
    """Refuse a placement after a guard player has locked; until then either places for both (SCORPION-2.4)."""
    guard_role(state, seat)
    common_part_open(state, "guards", move)


def _placed(state: State, zone: str, weapon: str, context: RulingContext) -> tuple[State, Figure]:
    """Place one figure; with two guard players each weapon is half of all, rounded up (SCORPION-1.2, 4.5, 24.1).

    With one guard player weapons do not matter: if all ten are in use, the other weapon is taken (OP-38).
    """
    firm(not is_board_full(state), "SCORPION-24.1", "scorpion.no_figure_left")
    if two_guard_players(state):
        total = state.options.sentries + 2 * state.options.patrol_count
        same = sum(f.weapon == weapon for f in state.figures)
        half = (total + 1) // 2
        context.require(same < half, "SCORPION-4.5", "scorpion.weapons_equal", weapon=weapon, most=half)
        firm(weapon_left(state, weapon) == weapon, "SCORPION-1.2", "scorpion.weapon_used_up", weapon=weapon)
    return add_guard(state, zone, weapon)


def _hands_come_first(state: State, context: RulingContext) -> None:
    """Refuse the last figure before all hands are chosen, so that no hand reacts to it (SCORPION-4.8, section 19)."""
    figures_came_first = are_figures_complete(state) and not are_hands_complete(state)
    context.require(not figures_came_first, "SCORPION-4.8", "scorpion.hands_first")
