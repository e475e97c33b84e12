"""The hands of intruders: what may be held, and playing a card (SCORPION-3.3, 16.3, 26.4)."""

from __future__ import annotations

from referee.core.judging import firm, given
from referee.core.values import Notice
from referee.scorpion import moves
from referee.scorpion.cards import KINDS, fits_deck, minus, plus
from referee.scorpion.contact import name_lone_wolf
from referee.scorpion.secrecy import publish
from referee.scorpion.state import State, character, known_as, with_character


def may_hold(state: State, who: str, card: str) -> bool:
    """Tell whether an intruder may play a card: it is held, or may be if kinds are not entered (SCORPION-16.3)."""
    one = character(state, who)
    if card not in KINDS[one.who]:  # type: ignore[index]
        return False
    if one.hand is not None:
        return card in one.hand
    return one.hand_size > 0 and fits_deck(one.who, (*one.played, card), state.options.deck_list(who))  # type: ignore[arg-type]


def take_card(state: State, who: str, card: str, clause: str = "SCORPION-16.3") -> State:
    """Remove a card from an intruder's hand without telling anybody (SCORPION-3.3, 16.3).

    Raises `Refused` by `clause` if it cannot be there.
    """
    one = character(state, who)
    firm(card in KINDS[one.who], "SCORPION-3.3", "scorpion.other_deck", card=card, intruder=who)  # type: ignore[index]
    firm(may_hold(state, who, card), clause, "scorpion.card_not_held", card=card, intruder=who)
    hand = None if one.hand is None else minus(one.hand, (card,))
    return with_character(state, who, hand=hand, hand_size=one.hand_size - 1, played=plus(one.played, (card,)))


def play(state: State, who: str, card: str, told: list[Notice], clause: str = "SCORPION-16.3") -> State:
    """Play a card publicly, with the same notice for use and bluff (SCORPION-26.4)."""
    state = name_lone_wolf(take_card(state, who, card, clause), who, told)
    return publish(state, told, "card_played", "SCORPION-26.4", intruder=known_as(state, who), card=card)


def card_of(step: moves.Use) -> str:
    """Return the card that a step plays. Raises `Refused` if the step does not determine it."""
    if isinstance(step, moves.Strike):
        return f"kenjutsu{given(step.value, 'SCORPION-22.4', 'scorpion.kenjutsu_value')}"
    if isinstance(step, moves.Bluff):
        card = given(step.card, "SCORPION-26.2", "scorpion.bluff_without_card")
        firm(card != "cat", "SCORPION-26.1", "scorpion.cat_answers_only")
        return card
    return {"sake": "potent_sake"}.get(step.do, step.do)
