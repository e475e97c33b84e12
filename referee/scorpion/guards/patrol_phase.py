"""Patrols on their route (SCORPION-15), and the steps of any guards who move, one by one."""

from __future__ import annotations

from referee.core.base import replace
from referee.core.judging import firm
from referee.core.values import Notice, Refused, Ruling, RulingContext
from referee.scorpion import moves
from referee.scorpion.guards.steps import (
    Behind,
    checked_way,
    end_move,
    has_anyone_moved,
    open_move,
    standing_units_find,
    stands,
    stopped,
    stops,
    walk_one,
    walk_way,
)
from referee.scorpion.guards.units import (
    Unit,
    able_guard,
    ahead,
    behind_wanted,
    heading_said,
    is_entitled,
    named_unit,
    own_unit,
    where,
)
from referee.scorpion.moves import PASSAGE
from referee.scorpion.parts import Heading, Moving, Patrol
from referee.scorpion.secrecy import announced, publish, uphold
from referee.scorpion.state import State, intruders_at, is_in_passage, patrol_of, unit_text
from referee.scorpion.turns import answered_first, asked, between_actions, closed, during, guard_role, nothing_open

# The route


def _behind(state: State, unit: Unit) -> str | None:
    patrol = patrol_of(state, unit[0])
    return None if patrol is None else patrol.behind


def is_on_route(state: State, unit: Unit) -> bool:
    return where(state, unit) in state.board.route.zones


def patrols_to_move(state: State) -> tuple[Unit, ...]:
    """Return the patrols that must or may still move in the patrol phase (SCORPION-15.1 to 15.3)."""
    return tuple(p.members for p in state.patrols if _walks(state, p))


def _walks(state: State, patrol: Patrol) -> bool:
    unit = patrol.members
    may_walk = is_on_route(state, unit) and not has_anyone_moved(state, unit)
    return may_walk and bool(ahead(state, patrol.behind, where(state, unit), setting_out=True))


def must_move(state: State) -> tuple[Unit, ...]:
    """Return the patrols that must move before the phase can end; by option a fighting one may stay (OP-47)."""
    if state.options.patrol_may_hold == "no":
        return patrols_to_move(state)
    return tuple(
        unit
        for unit in patrols_to_move(state)
        if not any(one.visible for one in intruders_at(state, where(state, unit)))
    )


def patrol_steps(state: State, unit: Unit) -> tuple[str, ...]:
    """Return the route zones that a patrol may enter next."""
    last = state.pending[-1] if state.pending else None
    has_set_out = isinstance(last, Moving) and last.unit == unit
    return ahead(state, _behind(state, unit), where(state, unit), setting_out=not has_set_out)


# Walking the route


def end_card_phase(state: State, seat: str, move: moves.EndCardPhase, context: RulingContext) -> Ruling:
    """Judge the end of the card phase, after which patrols move (SCORPION-9.2, 15.1)."""
    guard_role(state, seat)
    between_actions(state, move, "SCORPION-9.2")
    return announced(replace(state, phase="patrol"), "patrol_phase", "SCORPION-15.1", turn=state.turn)


def _patrol_step(
    state: State, role: str, move: moves.GuardStep, way: tuple[str, ...], told: list[Notice], context: RulingContext
) -> State:
    """Move a patrol along the route, two zones or until an intruder, a moat or a dead end stops it (SCORPION-15.4).

    Each fork is decided on reaching it (15.5). The move ends by itself.
    """
    moving = _setting_out(state, role, move, context)
    own_unit(state, role, moving.unit, context)
    _check_way(state, moving, way, context, stop=move.stop)
    state = closed(state, moving)
    for to in way:
        state, moving, met = walk_one(state, moving, to, told)
        if met:
            break
    onward = ahead(state, _behind(state, moving.unit), where(state, moving.unit), setting_out=False)
    if moving.left > 0 and onward:
        if not move.stop:
            return replace(state, pending=(*state.pending, moving))
        state = stopped(state, moving, told)  # by a house ruling
    return end_move(state, moving, told)


def _setting_out(state: State, role: str, move: moves.GuardStep, context: RulingContext) -> Moving:
    """Return the open move, or that of the patrol which sets out now. Raises `Refused` if there is none."""
    last = answered_first(state)
    if isinstance(last, Moving):
        is_same_unit = move.unit is None or tuple(sorted(move.unit.split("+"))) == last.unit
        firm(is_same_unit, "SCORPION-15.4", "scorpion.other_unit_moves", unit=unit_text(last.unit))
        return last
    nothing_open(state)
    unit = _chosen(state, role, move.unit)
    firm(not is_in_passage(where(state, unit)), "SCORPION-25.18", "scorpion.search_to_leave")
    firm(len(unit) > 1, "SCORPION-7.2", "scorpion.sentries_stay", unit=unit_text(unit))
    able_guard(state, unit[0])
    firm(is_on_route(state, unit), "SCORPION-15.3", "scorpion.off_the_route", unit=unit_text(unit))
    context.require(not has_anyone_moved(state, unit), "SCORPION-15.2", "scorpion.patrol_moved", unit=unit_text(unit))
    opened = open_move(state, unit, role, "patrol").pending[-1]
    assert isinstance(opened, Moving)
    return opened


def _chosen(state: State, role: str, text: str | None) -> Unit:
    if text is not None:
        return named_unit(state, text)
    left = [unit for unit in patrols_to_move(state) if is_entitled(state, role, unit)]
    if len(left) != 1:
        raise Refused("SCORPION-15.1", "scorpion.which_patrol", firm=True)
    return left[0]


def _check_way(state: State, moving: Moving, way: tuple[str, ...], context: RulingContext, *, stop: bool) -> None:
    at, behind, left, over = where(state, moving.unit), _behind(state, moving.unit), moving.left, "SCORPION-15.4"
    for n, to in enumerate(way):
        firm(to in state.board or to == PASSAGE, "SCORPION-1.6", "scorpion.no_such_zone", zone=to)
        firm(to != PASSAGE, "SCORPION-25.19", "scorpion.search_to_enter")
        reason = "scorpion.move_is_over" if over == "SCORPION-15.4" else "scorpion.stopped_there"
        context.require(left > 0, over, reason, zone=to, most=moving.made + moving.left)
        onward = ahead(state, behind, at, setting_out=not moving.made and not n)
        if to not in onward:
            back, off = ("SCORPION-15.6", "scorpion.no_turning_back"), ("SCORPION-15.4", "scorpion.along_the_route")
            context.refuse(*(back if to == behind else off), zone=to, origin=at)
        if stops(state, at, to):
            left, over = 0, "SCORPION-27.1"
        else:
            left -= 1
        behind, at = at, to
    stays_short = stop and left > 0 and ahead(state, behind, at, setting_out=False)
    context.require(not stays_short, "SCORPION-15.4", "scorpion.walks_on", unit=unit_text(moving.unit))


def next_step(state: State, role: str) -> tuple[Unit, str] | None:
    """Return a player's patrol that can move on without a choice, and its next zone, or `None`.

    There is a choice at a fork (SCORPION-15.5), and where a visible intruder may be attacked first (15.7).
    """
    asked = answered_first(state)
    if asked is not None and not (isinstance(asked, Moving) and asked.cause == "patrol"):
        return None
    for unit in patrols_to_move(state) if asked is None else (asked.unit,):
        if is_entitled(state, role, unit) and not any(one.visible for one in intruders_at(state, where(state, unit))):
            ways = patrol_steps(state, unit)
            if len(ways) == 1:
                return unit, ways[0]
    return None


def walk_patrols(state: State, seat: str, move: moves.WalkPatrols, context: RulingContext) -> Ruling:
    """Judge the walking of a player's patrols step by step, as long as there is no choice (SCORPION-15.1 to 15.6).

    It ends at a find, and where a moving patrol comes to a fork.
    """
    role = guard_role(state, seat)
    during(state, move)
    step = next_step(state, role)
    firm(step, "SCORPION-15.5", "scorpion.none_walks_on")
    told: list[Notice] = []
    while step is not None and not any(notice.message in _FINDS for notice in told):
        unit, to = step
        state = _patrol_step(state, role, moves.GuardStep(to=to, unit=unit_text(unit)), (to,), told, context)
        step = next_step(state, role)
    return uphold(state, told)


_FINDS = frozenset({"scorpion.discovered", "scorpion.entrance_found", "scorpion.rope_found"})


def end_patrol_phase(state: State, seat: str, move: moves.EndPatrolPhase, context: RulingContext) -> Ruling:
    """Judge the end of the patrol phase, once every patrol on the route has moved (SCORPION-9.2, 15.1)."""
    guard_role(state, seat)
    between_actions(state, move, "SCORPION-9.2")
    waiting = [unit_text(unit) for unit in must_move(state)]
    context.require(not waiting, "SCORPION-15.1", "scorpion.patrols_wait", units=waiting)
    told: list[Notice] = []
    state = standing_units_find(state, told)
    state = replace(state, phase="intruders")
    return uphold(publish(state, told, "intruder_phase", "SCORPION-9.1", turn=state.turn), told)


# The search cards


# Walking


def guard_step(state: State, seat: str, move: moves.GuardStep, context: RulingContext) -> Ruling:
    """Judge the moving unit's next step, or its whole remaining way (SCORPION-13.2 to 13.8, 15.4, 25).

    The way is checked by what the guards know, then walked until a discovery ends it (13.3).
    """
    role = guard_role(state, seat)
    way = (move.to,) if isinstance(move.to, str) else move.to
    firm(way, "SCORPION-13.2", "scorpion.no_zone_named")
    told: list[Notice] = []
    if state.phase == "patrol":
        return uphold(_patrol_step(state, role, move, way, told, context), told)
    moving = _open(state, move)
    own_unit(state, role, moving.unit, context)
    checked_way(state, moving, way, context)
    return uphold(walk_way(closed(state, moving), moving, way, move.stop, told), told)


def _open(state: State, move: moves.GuardStep) -> Moving:
    """Return the open move. Raises `Refused` if there is none, or another unit's (SCORPION-12.7, 13.8, 14.3)."""
    last = asked(state, move, Moving)
    unit = last.unit if move.unit is None else tuple(sorted(move.unit.split("+")))
    split = {*unit} < {*last.unit}
    heard = last.cause == "listen"
    one_group = "SCORPION-12.7" if heard else "SCORPION-13.8"
    firm(not split, one_group, "scorpion.moves_as_one", unit=unit_text(last.unit))
    clause = "SCORPION-12.7" if heard else "SCORPION-14.3"
    firm(unit == last.unit, clause, "scorpion.other_unit_moves", unit=unit_text(last.unit))
    return last


def guard_stop(state: State, seat: str, move: moves.GuardStop, context: RulingContext) -> Ruling:
    """Judge the stop of the moving unit, with a patrol's facing on the route (SCORPION-7.8, 13.2, OP-39)."""
    role = guard_role(state, seat)
    last = asked(state, move, Moving, Heading)
    own_unit(state, role, last.unit, context)
    told: list[Notice] = []
    zone = where(state, last.unit)
    if isinstance(last, Heading):
        behind = behind_wanted(state, zone, move.behind, move.facing)
        return uphold(stands(closed(state, last), last.unit, behind, told), told)
    context.require(last.cause != "patrol", "SCORPION-15.4", "scorpion.walks_on", unit=unit_text(last.unit))
    said: Behind | None = None
    if move.behind or move.facing:
        said = (heading_said(state, last.unit, zone, move.behind, move.facing),)
    state = closed(state, last)
    return uphold(end_move(stopped(state, last, told), last, told, said), told)


# What a guard player may do now
