"""The guards' Secret Passage cards: each lets one guard more into the passage (SCORPION-25.19, 25.20, OP-19)."""

from __future__ import annotations

from referee.core.judging import firm
from referee.core.replacing import replace
from referee.core.values import Notice, Ruling, RulingContext
from referee.scorpion import moves
from referee.scorpion.contact import leave_patrol
from referee.scorpion.guards.cards import fresh, mark, may_play, pay, rested, time_for_cards, untouched
from referee.scorpion.guards.move_ends import end_move
from referee.scorpion.guards.steps import no_entry, passage_at, places_left, walk_one
from referee.scorpion.guards.units import able_guard, entitled, own_unit
from referee.scorpion.moves import PASSAGE
from referee.scorpion.record import publish, uphold
from referee.scorpion.state import Moving, State
from referee.scorpion.turns import guard_role


def play_guard_passage(state: State, seat: str, move: moves.PlayGuardPassage, context: RulingContext) -> Ruling:
    """Unlock one place in the passage; by option the card itself takes a guard in (SCORPION-25.19, OP-19)."""
    role = guard_role(state, seat)
    time_for_cards(state, move)
    closed = state.options.passage_discoverable == "no"
    context.require(not closed, "SCORPION-31.5", "scorpion.passage_closed")
    context.require(entrance_known(state), "SCORPION-25.11", "scorpion.no_entrance_found")
    told: list[Notice] = []
    if move.guard is None:
        state = pay(state, seat, role, "secret_passage", told, "SCORPION-25.19", context)
        return uphold(_unlocked(state, told), told)
    by_card = state.options.guard_passage_entry == "card_moves_guard"
    context.require(by_card, "SCORPION-25.19", "scorpion.search_to_enter")
    guard, unit = able_guard(state, move.guard), (move.guard,)
    own_unit(state, role, unit, context)
    fresh(state, unit, context)
    rested(state, unit, context)
    firm(passage_at(state, guard.zone), "SCORPION-25.2", "scorpion.no_entrance_known", origin=guard.zone, zone=PASSAGE)
    about = {"unit": guard.id, "zone": guard.zone}
    state = pay(state, seat, role, "secret_passage", told, "SCORPION-25.19", context, **about)
    state = mark(leave_patrol(_unlocked(state, told), guard.id), unit)
    why = no_entry(state, guard.zone, unit, role)
    if why is not None:
        context.refuse(*why, origin=guard.zone, zone=PASSAGE)
    moving = Moving(unit, role, "passage", 1, guard.zone)
    state, moving, _ = walk_one(state, moving, PASSAGE, told)
    return uphold(end_move(state, replace(moving, left=0), told), told)


def _unlocked(state: State, told: list[Notice]) -> State:
    places = sum(s.front for s in state.stocks)
    return publish(state, told, "passage_unlocked", "SCORPION-25.20", places=places)


def entrance_known(state: State) -> bool:
    """Tell whether the guards have found an entrance of any passage (SCORPION-25.11, OP-45)."""
    return any(p.found for p in state.passages)


def may_unlock(state: State, role: str) -> bool:
    closed = state.options.passage_discoverable == "no"
    return not closed and entrance_known(state) and may_play(state, role, "secret_passage")


def may_enter_by_card(state: State, role: str) -> tuple[str, ...]:
    """Return the guards whom by option a Secret Passage card could take into the passage at once (OP-19)."""
    allowed = state.options.guard_passage_entry == "card_moves_guard" and may_unlock(state, role)
    if not allowed or places_left(state, role) + 1 < 1:
        return ()
    return tuple(
        f.id
        for f in state.figures
        if f.drunk is None
        and untouched((f,))
        and not f.moved
        and entitled(state, role, (f.id,))
        and passage_at(state, f.zone) is not None
    )
