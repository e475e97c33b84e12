"""Guards search, wake, unlock the passage, and step (SCORPION-13, 24.1, 24.2, 25.15 to 25.20)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.core.replacing import replace
from referee.core.values import Bench, Notice, Refused, Ruling
from referee.scorpion import moves
from referee.scorpion.contact import leave_patrol
from referee.scorpion.guards.awakening import play_awaken
from referee.scorpion.guards.cards import fresh, mark, may_play, pay, rested, time_for_cards, untouched
from referee.scorpion.guards.move_ends import end_move
from referee.scorpion.guards.passage import play_guard_passage
from referee.scorpion.guards.patrol_phase import patrol_step, patrol_steps
from referee.scorpion.guards.steps import REACH, card_steps, no_step, open_move, stops, walk_one
from referee.scorpion.guards.units import (
    able_guard,
    behind_wanted,
    entitled,
    figures_of,
    named_unit,
    own_unit,
    turned,
    where,
)
from referee.scorpion.moves import OTHER_EXIT, PASSAGE
from referee.scorpion.record import firm, publish, uphold
from referee.scorpion.state import Heading, Moving, State, unit_text, units
from referee.scorpion.turns import during, guard_role

# The search cards


def play_sentry_search(state: State, seat: str, move: moves.PlaySentrySearch, bench: Bench) -> Ruling:
    """A sentry may walk; a member of a patrol leaves it for that (SCORPION-7.5, 13.1, 13.10, OP-49)."""
    role = guard_role(state, seat)
    time_for_cards(state)
    able_guard(state, move.guard)
    return _search(state, seat, role, "sentry_search", (move.guard,), bench)


def play_patrol_search(state: State, seat: str, move: moves.PlayPatrolSearch, bench: Bench) -> Ruling:
    """A whole patrol may walk, off the route too (SCORPION-7.9, 13.1, 13.8)."""
    role = guard_role(state, seat)
    time_for_cards(state)
    unit = named_unit(state, move.unit)
    firm(len(unit) > 1, "SCORPION-7.3", "scorpion.not_a_patrol", unit=move.unit)
    return _search(state, seat, role, "patrol_search", unit, bench)


def _search(state: State, seat: str, role: str, card: str, unit: tuple[str, ...], bench: Bench) -> Ruling:
    own_unit(state, role, unit, bench)
    fresh(state, unit, bench)
    rested(state, unit, bench)
    told: list[Notice] = []
    zone = where(state, unit)
    state = pay(state, seat, role, card, told, "SCORPION-13.1", bench, unit=unit_text(unit), zone=zone)
    if card == "sentry_search":
        state = leave_patrol(state, unit[0])
    return uphold(open_move(mark(state, unit), unit, role, card, REACH), told)


# Walking


def guard_step(state: State, seat: str, move: moves.GuardStep, bench: Bench) -> Ruling:
    """The moving unit enters a zone; a list is its whole way (SCORPION-13.2 to 13.8, 15.4, 25).

    The way is checked by what the guards know, then walked until it breaks off at a discovery (13.3).
    """
    role = guard_role(state, seat)
    if state.phase == "patrol":
        return patrol_step(state, seat, role, move, bench)
    during(state, "alert", "cards")
    moving = _open(state, move.unit)
    own_unit(state, role, moving.unit, bench)
    way = (move.to,) if isinstance(move.to, str) else move.to
    _check_way(state, moving, way, bench)
    told: list[Notice] = []
    state = replace(state, pending=state.pending[:-1])
    for to in way:
        state, moving, met = walk_one(state, moving, to, told)
        if met:
            break
    if moving.left > 0 and isinstance(move.to, str):
        state = replace(state, pending=(*state.pending, moving))
    else:
        state = end_move(state, moving, told)
    return uphold(state, told, done=True)


def _open(state: State, unit: str | None) -> Moving:
    """Return the open move. Raises `Refused` where there is none, or another unit's (SCORPION-12.7, 13.2)."""
    last = state.pending[-1] if state.pending else None
    if not isinstance(last, Moving):
        raise Refused("SCORPION-13.2", "scorpion.no_move_open", firm=True)
    same = unit is None or tuple(sorted(unit.split("+"))) == last.unit
    firm(same, "SCORPION-12.7", "scorpion.other_unit_moves", unit=unit_text(last.unit))
    return last


def _check_way(state: State, moving: Moving, way: tuple[str, ...], bench: Bench) -> None:
    """Refuse a way as a whole, by public facts and the guards' own (ledger section 5.3)."""
    at, left = where(state, moving.unit), moving.left
    for n, to in enumerate(way):
        firm(to in state.board or to in (PASSAGE, OTHER_EXIT), "SCORPION-1.6", "scorpion.no_such_zone", zone=to)
        bench.require(left > 0, "SCORPION-27.1" if n else "SCORPION-13.2", "scorpion.move_is_over", zone=to)
        # Nobody knows where the way goes on from an exit that is not known.
        firm(at != OTHER_EXIT, "SCORPION-25.15", "scorpion.exit_unknown_yet")
        why = no_step(state, moving, at, to)
        if why is not None:
            beyond_ruling = PASSAGE in (at, to) or OTHER_EXIT in (at, to)
            firm(not beyond_ruling or why[0] == "SCORPION-25.20", why[0], why[1], zone=to, origin=at)
            bench.refuse(why[0], why[1], zone=to, origin=at)
        left = 0 if stops(state, at, to) else left - 1
        at = to


def guard_stop(state: State, seat: str, move: moves.GuardStop, bench: Bench) -> Ruling:
    """The moving unit stops; a patrol on the route says what lies behind it (SCORPION-7.8, 13.2, OP-39)."""
    role = guard_role(state, seat)
    last = state.pending[-1] if state.pending else None
    if isinstance(last, Heading):
        own_unit(state, role, last.unit, bench)
        told: list[Notice] = []
        return uphold(_headed(replace(state, pending=state.pending[:-1]), last, move, told), told)
    if not isinstance(last, Moving):
        raise Refused("SCORPION-13.2", "scorpion.no_move_open", firm=True)
    own_unit(state, role, last.unit, bench)
    bench.require(last.cause != "patrol", "SCORPION-15.4", "scorpion.walks_on")
    told = []
    state = replace(state, pending=state.pending[:-1])
    state = publish(
        state, told, "guards_stopped", "SCORPION-13.2", unit=unit_text(last.unit), zone=where(state, last.unit)
    )
    state = end_move(state, last, told)
    asked = state.pending[-1] if state.pending else None
    if isinstance(asked, Heading) and asked.unit == last.unit and (move.behind or move.facing):
        state = _headed(replace(state, pending=state.pending[:-1]), asked, move, told)
    return uphold(state, told, done=True)


def _headed(state: State, asked: Heading, move: moves.GuardStop, told: list[Notice]) -> State:
    zone = where(state, asked.unit)
    behind = behind_wanted(state, zone, move.behind, move.facing)
    state = turned(state, asked.unit, behind)
    return publish(state, told, "patrol_turned", "SCORPION-7.8", unit=unit_text(asked.unit), zone=zone, behind=behind)


# What a guard player may do now


def steps_from(state: State, moving: Moving) -> tuple[str, ...]:
    """Return the zones that the moving unit may enter next, by what the guards know."""
    return patrol_steps(state, moving.unit) if moving.cause == "patrol" else card_steps(state, moving)


def may_search(state: State, role: str) -> tuple[str, ...]:
    """Return the guards on whom a player may use Sentry Search."""
    if not may_play(state, role, "sentry_search"):
        return ()
    return tuple(f.id for f in state.figures if f.drunk is None and entitled(state, role, (f.id,)) and _ready((f,)))


def may_patrol_search(state: State, role: str) -> tuple[str, ...]:
    """Return the patrols on which a player may use Patrol Search."""
    if not may_play(state, role, "patrol_search"):
        return ()
    return tuple(
        unit_text(unit)
        for unit in units(state)
        if len(unit) > 1 and entitled(state, role, unit) and _ready(figures_of(state, unit))
    )


def _ready(figures: tuple[Any, ...]) -> bool:
    return untouched(figures) and not any(f.moved for f in figures)


RULES: dict[type[Any], Callable[[State, str, Any, Bench], Ruling]] = {
    moves.PlaySentrySearch: play_sentry_search,
    moves.PlayPatrolSearch: play_patrol_search,
    moves.PlayAwaken: play_awaken,
    moves.PlayGuardPassage: play_guard_passage,
    moves.GuardStep: guard_step,
    moves.GuardStop: guard_stop,
}
