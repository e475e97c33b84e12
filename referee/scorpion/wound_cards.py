"""Where two guard players' wound cards go when an intruder is gone (SCORPION-20.5, 22.13, OP-22)."""

from __future__ import annotations

from collections import Counter

from referee.core.replacing import replace
from referee.scorpion.cards import minus, plus
from referee.scorpion.state import Splitting, State, Stock, stock, with_stock

ROLES = ("sword", "spear")


def own_share(roles: tuple[str, ...]) -> tuple[int, int]:
    """Return how many of the cards were the sword's and the spear's: their share without agreement (OP-22)."""
    return roles.count("sword"), roles.count("spear")


def to_share(state: State) -> Splitting | None:
    """Return the wound cards that two guard players are asked to share, or None: the last first."""
    return next((asked for asked in reversed(state.pending) if isinstance(asked, Splitting)), None)


def give_back(state: State, asked: Splitting, shares: tuple[int, int]) -> State:
    """Put wound cards on the discard piles; a card may change its owner by that (SCORPION-20.5).

    Where the piles have been shuffled into the decks meanwhile, it goes there, too (10.2).
    """
    had = Counter(asked.roles)
    for role, n in zip(ROLES, shares, strict=True):
        one = stock(state, role)
        more = n - had[role]
        lies = {"deck_size": one.deck_size + n} if asked.late else {"discard": plus(one.discard, ("kenjutsu",) * n)}
        state = with_stock(state, role, size=one.size + more, listed=_listed(one, more), **lies)
    return state


def all_late(state: State) -> State:
    """The discard piles are shuffled into the decks while wound cards wait (SCORPION-10.2)."""
    waiting = (replace(asked, late=True) if isinstance(asked, Splitting) else asked for asked in state.pending)
    return replace(state, pending=tuple(waiting))


def coming_late(state: State) -> int:
    """Return how many wound cards will still go into the decks before anything is drawn."""
    return sum(len(asked.roles) for asked in state.pending if isinstance(asked, Splitting) and asked.late)


def _listed(one: Stock, more: int) -> tuple[str, ...] | None:
    if one.listed is None or not more:
        return one.listed
    if more > 0:
        return plus(one.listed, ("kenjutsu",) * more)
    return minus(one.listed, ("kenjutsu",) * min(-more, one.listed.count("kenjutsu")))


def all_home(state: State) -> State:
    """Nobody is asked after the end: each wound card that waits goes back to whose it was (OP-22)."""
    for asked in state.pending:
        if isinstance(asked, Splitting):
            state = give_back(state, asked, own_share(asked.roles))
    return state
