"""Set-up: how the guards choose their cards, and what is left in their decks (SCORPION-3.5 to 3.7)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.core.judging import firm, given
from referee.core.values import Notice, Ruling, RulingContext
from referee.scorpion import moves
from referee.scorpion.cards import Cards, cards, fits_deck, holds, minus, plus
from referee.scorpion.options import Options
from referee.scorpion.record import uphold, whisper
from referee.scorpion.setup.rules import hand_noted, hands_complete, hands_open, own_part_open
from referee.scorpion.state import State, seats_of, stock, two_guard_players, with_stock
from referee.scorpion.turns import guard_role


def split_guard_cards(state: State, seat: str, move: moves.SplitGuardCards, context: RulingContext) -> Ruling:
    """Two guard players split the cards into two stocks of 18; hands that no longer fit are undone (3.6)."""
    guard_role(state, seat)
    own_part_open(state, seat, move)
    hands_open(state)
    firm(two_guard_players(state), "SCORPION-3.6", "scorpion.one_stock")
    firm(state.options.guard_cards == "entered", "SCORPION-3.6", "scorpion.cards_unnamed", private=True)
    shares = {"sword": cards(move.sword), "spear": cards(move.spear)}
    for role, share in shares.items():
        size = stock(state, role).size
        firm(len(share) == size, "SCORPION-3.6", "scorpion.stock_size", private=True, count=size, entered=len(share))
    listed = deck_list(state.options, "guards")
    fits = fits_deck("guards", plus(shares["sword"], shares["spear"]), listed)
    firm(fits, "SCORPION-3.6", "scorpion.more_than_deck", private=True)
    changes = any(stock(state, role).listed != share for role, share in shares.items())
    firm(not (changes and hands_complete(state)), "SCORPION-4.8", "scorpion.split_stays", private=True)
    for role, share in shares.items():
        if stock(state, role).listed != share:
            state = with_stock(state, role, listed=share, chosen=False, hand=None, hand_size=0, deck_size=0)
    told: list[Notice] = []
    whisper(told, seats_of(state, "guards"), "cards_split", "SCORPION-3.6")
    return uphold(state, told)


def choose_guard_hand(state: State, seat: str, move: moves.ChooseGuardHand, context: RulingContext) -> Ruling:
    """A guard player's hand, two thirds of their own cards; the rest is their deck (SCORPION-3.5 to 3.7)."""
    role = guard_role(state, seat)
    own_part_open(state, seat, move)
    hands_open(state)
    mine = stock(state, role)
    clause = "SCORPION-3.6" if two_guard_players(state) else "SCORPION-3.5"
    size = mine.size * 2 // 3
    hand: Cards | None = None
    if state.options.guard_cards == "counted":
        firm(move.cards is None, clause, "scorpion.cards_unnamed", private=True)
    else:
        named = given(move.cards, clause, "scorpion.cards_needed", private=True)
        split = mine.listed is not None or not two_guard_players(state)
        firm(split, "SCORPION-3.6", "scorpion.split_first", private=True)
        hand = cards(named)
        right = len(hand) == size
        context.require(right, clause, "scorpion.hand_size", private=True, count=size, entered=len(hand))
        if mine.listed is None:
            firm(fits_deck("guards", hand, None), clause, "scorpion.more_than_deck", private=True)
        else:
            other = "SCORPION-3.7" if two_guard_players(state) else clause
            firm(holds(mine.listed, hand), other, "scorpion.more_than_stock", private=True)
    n = size if hand is None else len(hand)
    firm(n <= mine.size, clause, "scorpion.more_than_deck", private=True)
    after = with_stock(state, role, chosen=True, hand=hand, hand_size=n, deck_size=mine.size - n)
    told: list[Notice] = []
    whisper(told, (seat,), "guard_hand_noted", clause)
    return hand_noted(state, after, told)


def deck_of(state: State, role: str) -> Cards | None:
    """Return what lies in a guard player's deck, where their cards are known kind by kind; else None."""
    mine = stock(state, role)
    if mine.listed is None or mine.hand is None or mine.drawn is None:
        return None
    wounds = [w for c in state.characters for w in c.wounds if w == role]
    elsewhere = plus(plus(mine.hand, mine.drawn), mine.discard)
    elsewhere = plus(elsewhere, ["kenjutsu"] * len(wounds) + ["secret_passage"] * mine.front)
    return minus(mine.listed, elsewhere) if holds(mine.listed, elsewhere) else None


def deck_list(options: Options, deck: str) -> Mapping[str, int] | None:
    """Return the copies of each kind of `guards`, `ninja` or `traitor`, if the box's owner has counted them."""
    listed: Mapping[str, Mapping[Any, int] | None] = {
        "guards": options.guard_deck,
        "ninja": options.ninja_deck,
        "traitor": options.traitor_deck,
    }
    return listed[deck]


GUARD_HAND_RULES: dict[type[Any], Callable[[State, str, Any, RulingContext], Ruling]] = {
    moves.SplitGuardCards: split_guard_cards,
    moves.ChooseGuardHand: choose_guard_hand,
}
