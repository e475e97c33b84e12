"""Where two guard players' wound cards go when an intruder is gone (SCORPION-20.5, 22.13, OP-22)."""

from __future__ import annotations

from collections import Counter

from referee.scorpion.cards import minus, plus
from referee.scorpion.state import Splitting, State, Stock, stock, with_stock

ROLES = ("sword", "spear")


def own_share(roles: tuple[str, ...]) -> tuple[int, int]:
    """Return how many of the cards were the sword's and the spear's: their share without agreement (OP-22)."""
    return roles.count("sword"), roles.count("spear")


def give_back(state: State, roles: tuple[str, ...], shares: tuple[int, int]) -> State:
    """Put wound cards on the discard piles; a card may change its owner by that (SCORPION-20.5)."""
    had = Counter(roles)
    for role, n in zip(ROLES, shares, strict=True):
        one = stock(state, role)
        more = n - had[role]
        state = with_stock(
            state, role, discard=plus(one.discard, ("kenjutsu",) * n), size=one.size + more, listed=_listed(one, more)
        )
    return state


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
            state = give_back(state, asked.roles, own_share(asked.roles))
    return state
