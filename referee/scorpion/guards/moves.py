"""Guards search, wake, unlock the passage, and step (SCORPION-13, 24.1, 24.2, 25.15 to 25.20)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.core.judging import firm
from referee.core.values import Notice, Ruling, RulingContext
from referee.scorpion import moves
from referee.scorpion.contact import leave_patrol
from referee.scorpion.guards.awakening import play_awaken
from referee.scorpion.guards.cards import fresh, mark, may_play, pay, rested, time_for_cards, untouched
from referee.scorpion.guards.move_ends import Behind, end_move, stands
from referee.scorpion.guards.passage import play_guard_passage
from referee.scorpion.guards.patrol_phase import patrol_step
from referee.scorpion.guards.steps import REACH, checked_way, stopped, walk_way
from referee.scorpion.guards.units import (
    able_guard,
    behind_wanted,
    entitled,
    figures_of,
    heading_said,
    named_unit,
    own_unit,
    where,
)
from referee.scorpion.record import uphold
from referee.scorpion.state import Heading, Moving, State, unit_text, units
from referee.scorpion.turns import asked, closed, guard_role

# The search cards


def play_sentry_search(state: State, seat: str, move: moves.PlaySentrySearch, context: RulingContext) -> Ruling:
    """A sentry may walk; a member of a patrol leaves it for that (SCORPION-7.5, 13.1, 13.10, OP-49)."""
    role = guard_role(state, seat)
    time_for_cards(state, move)
    able_guard(state, move.guard)
    return _search(state, seat, role, "sentry_search", (move.guard,), move, context)


def play_patrol_search(state: State, seat: str, move: moves.PlayPatrolSearch, context: RulingContext) -> Ruling:
    """A whole patrol may walk, off the route too (SCORPION-7.9, 13.1, 13.8)."""
    role = guard_role(state, seat)
    time_for_cards(state, move)
    unit = named_unit(state, move.unit)
    firm(len(unit) > 1, "SCORPION-7.3", "scorpion.not_a_patrol", unit=move.unit)
    return _search(state, seat, role, "patrol_search", unit, move, context)


def _search(
    state: State,
    seat: str,
    role: str,
    card: str,
    unit: tuple[str, ...],
    move: moves.PlaySentrySearch | moves.PlayPatrolSearch,
    context: RulingContext,
) -> Ruling:
    """Play the card and walk as far as is said at once: refused, neither has happened."""
    own_unit(state, role, unit, context)
    fresh(state, unit, context)
    rested(state, unit, context)
    told: list[Notice] = []
    zone = where(state, unit)
    state = pay(state, seat, role, card, told, "SCORPION-13.1", context, unit=unit_text(unit), zone=zone)
    if card == "sentry_search":
        state = leave_patrol(state, unit[0])
    state = mark(state, unit)
    moving = Moving(unit, role, card, REACH, zone)
    end, _ = checked_way(state, moving, move.way, context)
    said: Behind | None = None
    if isinstance(move, moves.PlayPatrolSearch) and move.behind is not None:
        firm(move.stop, "SCORPION-7.8", "scorpion.heading_too_early")
        said = (heading_said(state, unit, end, move.behind, None),)
    return uphold(walk_way(state, moving, move.way, move.stop, told, said), told)


# Walking


def guard_step(state: State, seat: str, move: moves.GuardStep, context: RulingContext) -> Ruling:
    """The moving unit enters a zone, or one after the other of its whole way (SCORPION-13.2 to 13.8, 15.4, 25).

    The way is checked by what the guards know, then walked until it breaks off at a discovery (13.3).
    """
    role = guard_role(state, seat)
    way = (move.to,) if isinstance(move.to, str) else move.to
    firm(way, "SCORPION-13.2", "scorpion.no_zone_named")
    if state.phase == "patrol":
        return patrol_step(state, seat, role, move, way, context)
    moving = _open(state, move)
    own_unit(state, role, moving.unit, context)
    checked_way(state, moving, way, context)
    told: list[Notice] = []
    return uphold(walk_way(closed(state, moving), moving, way, move.stop, told), told)


def _open(state: State, move: moves.GuardStep) -> Moving:
    """Return the open move. Raises `Refused` where there is none, or another unit's (SCORPION-12.7, 13.8, 14.3)."""
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
    """The moving unit stops; a patrol on the route says what lies behind it (SCORPION-7.8, 13.2, OP-39)."""
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


def may_search(state: State, role: str) -> tuple[str, ...]:
    if not may_play(state, role, "sentry_search"):
        return ()
    return tuple(f.id for f in state.figures if f.drunk is None and entitled(state, role, (f.id,)) and _ready((f,)))


def may_patrol_search(state: State, role: str) -> tuple[str, ...]:
    if not may_play(state, role, "patrol_search"):
        return ()
    return tuple(
        unit_text(unit)
        for unit in units(state)
        if len(unit) > 1 and entitled(state, role, unit) and _ready(figures_of(state, unit))
    )


def _ready(figures: tuple[Any, ...]) -> bool:
    return untouched(figures) and not any(f.moved for f in figures)


RULES: dict[type[Any], Callable[[State, str, Any, RulingContext], Ruling]] = {
    moves.PlaySentrySearch: play_sentry_search,
    moves.PlayPatrolSearch: play_patrol_search,
    moves.PlayAwaken: play_awaken,
    moves.PlayGuardPassage: play_guard_passage,
    moves.GuardStep: guard_step,
    moves.GuardStop: guard_stop,
}
