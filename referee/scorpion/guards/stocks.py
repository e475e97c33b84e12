"""Which guard cards there can be, by what is known of them (ledger section 16.2)."""

from __future__ import annotations

from collections import Counter

from referee.scorpion.cards import Cards, fits_deck, plus
from referee.scorpion.state import State, Stock


def possible(state: State, mine: Stock, more: tuple[str, ...]) -> bool:
    """Tell whether a guard player can have these cards beside their known ones (section 16.2)."""
    own = (*placed(state, mine), *more)
    if mine.listed is not None:
        return Counter(own) <= Counter(mine.listed)
    listed = None if state.options.guard_deck is None else {str(k): n for k, n in state.options.guard_deck.items()}
    others = tuple(card for other in state.stocks if other.role != mine.role for card in lying(state, other))
    return fits_deck("guards", (*own, *others), listed)


def placed(state: State, one: Stock) -> Cards:
    """Return a player's cards of which it is known where they are: in hand, drawn, or lying for everybody to see."""
    return plus(plus(one.hand or (), one.drawn or ()), lying(state, one))


def lying(state: State, one: Stock) -> Cards:
    """Return a player's cards that everybody sees: used this turn, in front, or as wounds."""
    wounds = sum(role == one.role for c in state.characters for role in c.wounds)
    return (*one.discard, *("secret_passage",) * one.front, *("kenjutsu",) * wounds)
