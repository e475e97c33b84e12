"""Guard cards: who may play which, their cost, and where they go.

In the alert phase the drawn cards are played, from the card phase on the hand. The refusal of a card that is not held
is private; where only numbers of cards are known, only a contradiction with the deck list is refused.
"""

from __future__ import annotations

from typing import Any

from referee.core.base import replace
from referee.core.judging import firm, passes
from referee.core.moves import Move
from referee.core.values import Notice, Ruling, RulingContext
from referee.scorpion import moves
from referee.scorpion.cards import Cards, minus, plus
from referee.scorpion.contact import leave_patrol
from referee.scorpion.guards.alert_phase import HAND_CARDS as HAND_CARDS
from referee.scorpion.guards.alert_phase import agreed, all_have_drawn, is_possible
from referee.scorpion.guards.steps import end_move, no_entry, passage_at, places_left, walk_one
from referee.scorpion.guards.units import Unit, able_guard, figures_of, is_entitled, own_unit
from referee.scorpion.moves import PASSAGE
from referee.scorpion.parts import Moving
from referee.scorpion.secrecy import publish, uphold
from referee.scorpion.state import (
    Figure,
    State,
    Stock,
    stock,
    two_guard_players,
    unit_of,
    unit_text,
    with_figures,
    with_stock,
)
from referee.scorpion.turns import between_actions, guard_role


def time_for_cards(state: State, move: Move) -> None:
    """Refuse cards outside the alert and card phases, before the draw, or in the middle of an action (9.2, 14.3)."""
    between_actions(state, move)
    firm(all_have_drawn(state) or state.phase != "alert", "SCORPION-10.9", "scorpion.draw_first")


# Conditions on units


def fresh(state: State, unit: Unit, context: RulingContext) -> None:
    """Refuse a second card on a guard in one turn, even in a different unit (SCORPION-11.1 to 11.3)."""
    used = [f.id for f in figures_of(state, unit) if f.carded]
    if not used:
        return
    then = {text for text in units_used(state) if {*text.split("+")} & {*used}}
    now = {unit_text(unit), unit_text(unit_of(state, unit[0]))}
    if len(used) == len(unit) and (then & now or not then):
        context.refuse("SCORPION-11.1", "scorpion.unit_had_a_card", unit=min(then & now or {unit_text(unit)}))
    else:
        context.refuse("SCORPION-11.2", "scorpion.had_a_card", guards=used)


def units_used(state: State) -> set[str]:
    """Return the units, as they were then, on which a card was used this turn (SCORPION-11.1)."""
    found: set[str] = set()
    for event in state.record:
        if event.turn == state.turn and event.kind == "guards_woke":
            found |= {unit_text(event.data["guards"]), *event.data["guards"]}
        elif event.turn == state.turn and event.kind in ("guard_card", "listen_declared"):
            found |= {event.data["unit"]} if event.data.get("card") != "kenjutsu" and "unit" in event.data else set()
    return found


def rested(state: State, unit: Unit, context: RulingContext) -> None:
    """Refuse a second move of guards in one turn (SCORPION-13.4)."""
    gone = [f.id for f in figures_of(state, unit) if f.moved]
    context.require(not gone, "SCORPION-13.4", "scorpion.moved_already", guards=gone)


def mark(state: State, unit: Unit) -> State:
    """Mark every member of a unit as having used a card (SCORPION-11.3)."""
    return with_figures(state, unit, carded=True)


def is_untouched(figures: tuple[Figure, ...]) -> bool:
    return not any(f.carded for f in figures)


# Playing


def pay(
    state: State,
    seat: str,
    role: str,
    card: str,
    told: list[Notice],
    clause: str,
    context: RulingContext,
    **target: Any,
) -> State:
    """Play a guard card with its `target` and tell everybody. Raises `Refused` if it cannot be played.

    It goes to the discard pile; a Secret Passage stays in front, and a Kenjutsu marks a wound.
    """
    if card != "kenjutsu":
        context.require(not state.focused, "SCORPION-14.6", "scorpion.focus_chosen")
    mine = stock(state, role)
    source = _source(state, mine, card)
    counted = source == "hand" and state.phase == "cards" and not is_free_of_limit(state, card)
    if counted:
        clause_of_limit = "SCORPION-14.2" if two_guard_players(state) else "SCORPION-14.1"
        context.require(hand_cards_left(state, role) > 0, clause_of_limit, "scorpion.no_hand_card_left")
    _check_held(state, mine, card, source)
    state = _taken(state, mine, card, source)
    state = replace(
        state,
        cards_used=state.cards_used + 1,
        kenjutsu_used=state.kenjutsu_used + (card == "kenjutsu"),
        hand_used=state.hand_used + counted,
    )
    if counted:
        state = with_stock(state, role, hand_used=mine.hand_used + 1)
    return publish(state, told, "guard_card", clause, seat=seat, card=card, source=source, **target)


def is_free_of_limit(state: State, card: str) -> bool:
    """Tell whether a hand card does not count towards the limit of two in the card phase (OP-6)."""
    return card == "kenjutsu" and state.options.kenjutsu_card_phase == "free"


def hand_cards_left(state: State, role: str) -> int:
    """Return the number of hand cards that a guard player may still use in the card phase (SCORPION-14.1, 14.2)."""
    if not two_guard_players(state):
        return HAND_CARDS - state.hand_used
    split = agreed(state, "hand_cards")
    return (split[role] if split else 1) - stock(state, role).hand_used


def may_play(state: State, role: str, card: str) -> bool:
    if card != "kenjutsu" and state.focused:
        return False
    mine = stock(state, role)
    source = _source(state, mine, card)
    counted = source == "hand" and state.phase == "cards" and not is_free_of_limit(state, card)
    if counted and hand_cards_left(state, role) <= 0:
        return False
    return passes(_check_held, state, mine, card, source)


def _source(state: State, mine: Stock, card: str) -> str:
    """Return whether a card is played from the drawn cards or the hand (SCORPION-10.3, 10.9, OP-8)."""
    if state.phase != "alert":
        return "hand"
    by_hand = card == "kenjutsu" and state.options.alert_phase_hand_kenjutsu == "yes"
    drawn = bool(mine.drawn_size) if mine.drawn is None else card in mine.drawn
    return "hand" if by_hand and not drawn else "drawn"


def _check_held(state: State, mine: Stock, card: str, source: str) -> None:
    """Refuse a card that is not held or exceeds the deck list (SCORPION-1.3, 10.3, 14.1)."""
    clause = "SCORPION-10.3" if source == "drawn" else "SCORPION-14.1"
    size = mine.drawn_size if source == "drawn" else mine.hand_size
    firm(size > 0, clause, "scorpion.no_cards_there" if source == "hand" else "scorpion.no_drawn_cards")
    held: Cards | None = mine.drawn if source == "drawn" else mine.hand
    if state.options.guard_cards == "entered":
        lies = source == "drawn" and mine.hand is not None and card in mine.hand
        reason = "scorpion.hand_lies_face_down" if lies else "scorpion.guard_card_not_held"
        firm(held is not None and card in held, clause, reason, private=True, card=card)
    else:
        holds_own_hand = mine.listed is not None and two_guard_players(state)
        fits = is_possible(state, mine, (card,))
        firm(fits, "SCORPION-1.3", "scorpion.not_so_many", private=holds_own_hand, card=card)


def _taken(state: State, mine: Stock, card: str, source: str) -> State:
    changes: dict[str, Any] = {}
    if source == "drawn":
        changes["drawn_size"] = mine.drawn_size - 1
        changes["drawn"] = None if mine.drawn is None else minus(mine.drawn, (card,))
    else:
        changes["hand_size"] = mine.hand_size - 1
        changes["hand"] = None if mine.hand is None else minus(mine.hand, (card,))
    if card == "secret_passage":
        changes["front"] = mine.front + 1
    elif card != "kenjutsu":
        changes["discard"] = plus(mine.discard, (card,))
    return with_stock(state, mine.role, **changes)


def play_guard_passage(state: State, seat: str, move: moves.PlayGuardPassage, context: RulingContext) -> Ruling:
    """Judge the unlocking of a place in the passage; by option the card also moves a guard in (25.19, OP-19)."""
    role = guard_role(state, seat)
    time_for_cards(state, move)
    context.require(state.options.passage_discoverable != "no", "SCORPION-31.5", "scorpion.passage_closed")
    context.require(is_entrance_known(state), "SCORPION-25.11", "scorpion.no_entrance_found")
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
    moving = Moving(unit, "passage", role, 1, guard.zone)
    state, moving, _ = walk_one(state, moving, PASSAGE, told)
    return uphold(end_move(state, replace(moving, left=0), told), told)


def _unlocked(state: State, told: list[Notice]) -> State:
    places = sum(s.front for s in state.stocks)
    return publish(state, told, "passage_unlocked", "SCORPION-25.20", places=places)


def is_entrance_known(state: State) -> bool:
    """Tell whether the guards have found an entrance of any passage (SCORPION-25.11, OP-45)."""
    return any(p.found for p in state.passages)


def may_unlock(state: State, role: str) -> bool:
    closed = state.options.passage_discoverable == "no"
    return not closed and is_entrance_known(state) and may_play(state, role, "secret_passage")


def may_enter_by_card(state: State, role: str) -> tuple[str, ...]:
    """Return the guards that a Secret Passage card can, by option, move into the passage at once (OP-19)."""
    card_may_enter = state.options.guard_passage_entry == "card_moves_guard" and may_unlock(state, role)
    if not card_may_enter or places_left(state, role) + 1 < 1:
        return ()
    return tuple(
        f.id
        for f in state.figures
        if f.drunk is None
        and is_untouched((f,))
        and not f.moved
        and is_entitled(state, role, (f.id,))
        and passage_at(state, f.zone) is not None
    )
