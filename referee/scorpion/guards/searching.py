"""Search cards: a sentry or a patrol walks and finds whom it passes (SCORPION-13)."""

from __future__ import annotations

from typing import Any

from referee.core.judging import firm
from referee.core.values import Notice, Ruling, RulingContext
from referee.scorpion import moves
from referee.scorpion.contact import leave_patrol
from referee.scorpion.guards.cards import fresh, is_untouched, mark, may_play, pay, rested, time_for_cards
from referee.scorpion.guards.steps import REACH, Behind, checked_way, walk_way
from referee.scorpion.guards.units import able_guard, figures_of, heading_said, is_entitled, named_unit, own_unit, where
from referee.scorpion.parts import Moving
from referee.scorpion.secrecy import uphold
from referee.scorpion.state import State, unit_text, units
from referee.scorpion.turns import guard_role


def play_sentry_search(state: State, seat: str, move: moves.PlaySentrySearch, context: RulingContext) -> Ruling:
    """Judge a sentry's search; a member of a patrol leaves it (SCORPION-7.5, 13.1, 13.10, OP-49)."""
    role = guard_role(state, seat)
    time_for_cards(state, move)
    able_guard(state, move.guard)
    return _search(state, seat, role, "sentry_search", (move.guard,), move, context)


def play_patrol_search(state: State, seat: str, move: moves.PlayPatrolSearch, context: RulingContext) -> Ruling:
    """Judge the search of a whole patrol, which may leave the route (SCORPION-7.9, 13.1, 13.8)."""
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
    """Play the card and walk the declared way; if either is refused, neither happens."""
    own_unit(state, role, unit, context)
    fresh(state, unit, context)
    rested(state, unit, context)
    told: list[Notice] = []
    zone = where(state, unit)
    state = pay(state, seat, role, card, told, "SCORPION-13.1", context, unit=unit_text(unit), zone=zone)
    if card == "sentry_search":
        state = leave_patrol(state, unit[0])
    state = mark(state, unit)
    moving = Moving(unit, card, role, REACH, zone)
    end, _ = checked_way(state, moving, move.way, context)
    said: Behind | None = None
    if isinstance(move, moves.PlayPatrolSearch) and move.behind is not None:
        firm(move.stop, "SCORPION-7.8", "scorpion.heading_too_early")
        said = (heading_said(state, unit, end, move.behind, None),)
    return uphold(walk_way(state, moving, move.way, move.stop, told, said), told)


def may_search(state: State, role: str) -> tuple[str, ...]:
    if not may_play(state, role, "sentry_search"):
        return ()
    able = (f for f in state.figures if f.drunk is None)
    return tuple(f.id for f in able if is_entitled(state, role, (f.id,)) and _is_ready((f,)))


def may_patrol_search(state: State, role: str) -> tuple[str, ...]:
    if not may_play(state, role, "patrol_search"):
        return ()
    return tuple(
        unit_text(unit)
        for unit in units(state)
        if len(unit) > 1 and is_entitled(state, role, unit) and _is_ready(figures_of(state, unit))
    )


def _is_ready(figures: tuple[Any, ...]) -> bool:
    return is_untouched(figures) and not any(f.moved for f in figures)
