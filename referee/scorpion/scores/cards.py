"""Depth `scores`: cards that are played, and listening without one (SCORPION-10.3, 14, 16.3, 26)."""

from __future__ import annotations

from typing import Any, Final

from referee.core.judging import firm
from referee.core.replacing import replace
from referee.core.values import Notice, Ruling, RulingContext
from referee.scorpion.cards import KINDS, Deck, fits_deck, plus
from referee.scorpion.record import publish, uphold
from referee.scorpion.scores.moves import CardPlayed, Focus
from referee.scorpion.scores.state import must_be_named, named, on_the_map, running, scores_of, with_scores
from referee.scorpion.state import State, two_guard_players, with_character

HAND_CARDS: Final = 2
"""Hand cards in a card phase (SCORPION-14.1)."""


def card_played(state: State, seat: str, move: CardPlayed, context: RulingContext) -> Ruling:
    """A card is played, by the guards or for one of the intruders (SCORPION-10.9, 14.1, 16.3, 26.4)."""
    running(state, seat)
    told: list[Notice] = []
    if move.by == "guards":
        firm(move.card != "kenjutsu", "SCORPION-26.3", "scorpion.scores_wound_instead")
        return uphold(guards_play(state, move.card, move.phase or "cards", told, context), told)
    firm(move.phase is None, "SCORPION-9.3", "scorpion.scores_phase_of_guards")
    allowed = move.card != "secret_passage" or state.options.passage_bluff != "forbid"
    context.require(allowed, "SCORPION-26.2", "scorpion.no_passage_bluff")
    return uphold(intruder_plays(state, move.by, move.card, told, context), told)


# Guards


def guards_play(state: State, card: str, phase: str, told: list[Notice], context: RulingContext) -> State:
    """Play a guard card within the limits of the turn (SCORPION-1.3, 10.3, 14.1, 14.6, 15.7, 31.5)."""
    firm(card in KINDS["guards"], "SCORPION-1.3", "scorpion.scores_not_guard_card", card=card)
    kenjutsu = card == "kenjutsu"
    context.require(kenjutsu or not state.focused, "SCORPION-14.6", "scorpion.scores_focused")
    if card == "secret_passage":
        open_ = state.options.passage_discoverable == "yes"
        context.require(open_, "SCORPION-31.5", "scorpion.passage_closed")
    if phase == "alert":
        state = _drawn_card(state, kenjutsu, context)
    elif phase == "cards" and not (kenjutsu and state.options.kenjutsu_card_phase == "free"):
        context.require(state.hand_used < HAND_CARDS, "SCORPION-14.1", "scorpion.scores_two_cards", most=HAND_CARDS)
        state = replace(state, hand_used=state.hand_used + 1)
    fits = fits_deck("guards", (*_seen(state), card), state.options.guard_deck)  # type: ignore[arg-type]
    context.require(fits, "SCORPION-1.3", "scorpion.scores_no_such_card", card=card)
    state = replace(state, cards_used=state.cards_used + 1, kenjutsu_used=state.kenjutsu_used + kenjutsu)
    clause = {"alert": "SCORPION-10.9", "cards": "SCORPION-14.1", "patrol": "SCORPION-15.7"}[phase]
    return publish(_laid(state, card), told, "scores_guard_card", clause, card=card, phase=phase)


def _drawn_card(state: State, kenjutsu: bool, context: RulingContext) -> State:
    """In the alert phase no more cards are used than were drawn (SCORPION-10.3, 10.4, OP-8)."""
    used, drawn = scores_of(state).drawn_used, state.drawn_at
    from_hand = kenjutsu and state.options.alert_phase_hand_kenjutsu == "yes"
    context.require(used < drawn or from_hand, "SCORPION-10.3", "scorpion.scores_drawn_only", draw=drawn)
    return state if used >= drawn else with_scores(state, drawn_used=used + 1)


def _seen(state: State) -> tuple[str, ...]:
    """Return the guard cards that lie open: discarded this turn, in front for the passage, and as wounds."""
    discarded = tuple(card for s in state.stocks for card in s.discard)
    front = sum(s.front for s in state.stocks)
    return (*discarded, *("secret_passage",) * front, *("kenjutsu",) * sum(len(c.wounds) for c in state.characters))


def _laid(state: State, card: str) -> State:
    """Put a card where it belongs; a Kenjutsu lies as the wound that it deals (SCORPION-10.2, 22.10, 25.20)."""
    first = state.stocks[0]
    if card == "secret_passage":
        first = replace(first, front=first.front + 1)
    elif card != "kenjutsu":
        first = replace(first, discard=plus(first.discard, (card,)))
    return replace(state, stocks=(first, *state.stocks[1:]))


def focus(state: State, seat: str, move: Focus, context: RulingContext) -> Ruling:
    """A unit listens without a card, if the guards used none this turn (SCORPION-14.4, 14.6, OP-7)."""
    running(state, seat)
    told: list[Notice] = []
    exempt = state.kenjutsu_used if state.options.focus_after_kenjutsu == "allow" else 0
    context.require(state.cards_used == exempt, "SCORPION-14.4", "scorpion.scores_card_used")
    most = 2 if two_guard_players(state) and state.options.focus_4p == "each" else 1
    context.require(len(state.focused) < most, "SCORPION-14.4", "scorpion.scores_focused_already")
    state = replace(state, focused=(*state.focused, "guards"))
    return uphold(publish(state, told, "scores_focus", "SCORPION-14.4"), told)


# Intruders


def intruder_plays(state: State, who: str, card: str, told: list[Notice], context: RulingContext) -> State:
    """Play an intruder's card: of their deck, and no more in a life than they have (SCORPION-3.3, 16.3, 23.6, 26.4)."""
    must_be_named(who)
    state = named(state, who, told)
    one = on_the_map(state, who, "SCORPION-26.1")
    deck: Deck = "ninja" if who == "ninja" else "traitor"
    firm(card in KINDS[deck], "SCORPION-3.3", "scorpion.scores_other_deck", card=card, intruder=who)
    context.require(one.hand_size > 0, _hand_clause(who, one.life), "scorpion.scores_hand_empty", intruder=who)
    listed: Any = state.options.ninja_deck if who == "ninja" else state.options.traitor_deck
    context.require(
        fits_deck(deck, (*one.played, card), listed), "SCORPION-16.3", "scorpion.scores_no_such_card", card=card
    )
    state = with_character(state, who, hand_size=max(0, one.hand_size - 1), played=plus(one.played, (card,)))
    return publish(state, told, "card_played", "SCORPION-26.4", intruder=who, card=card)


def _hand_clause(who: str, life: int) -> str:
    if life > 1:
        return "SCORPION-23.6"
    return "SCORPION-3.1" if who == "ninja" else "SCORPION-3.2"
