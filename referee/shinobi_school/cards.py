"""The cards of 忍のがっこう: plain numbers, five of each. A heap of cards is a rising tuple of numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Annotated, Final

from pydantic import Field

from referee.core.values import Value

COPIES: Final = 5
"""How many cards of each number there are (SCHOOL-1.1)."""
HIGHEST: Final = 13
WIN: Final = 5
"""What the winner of a round scores (SCHOOL-12.1)."""
PLAYERS = range(3, 6)
UNKNOWN: Final = 0
"""A card that was swept before the match was taken over, and whose number nobody entered."""

Number = Annotated[int, Field(strict=True, ge=0, le=99)]
"""A number as it is declared; which of them are in the deck the rules say (SCHOOL-1.1, 1.3)."""
Cards = tuple[int, ...]
"""Some cards, by their numbers."""
Heap = Annotated[tuple[Number, ...], Field(max_length=COPIES * HIGHEST)]
"""Cards as they are declared, in any order."""


class Deal(Value):
    """How many cards each player gets, and the highest number in the deck."""

    cards: Annotated[int, Field(strict=True, ge=1, le=20)]
    highest: Annotated[int, Field(strict=True, ge=2, le=HIGHEST)]


DEAL_TABLE: Mapping[int, Deal] = {
    3: Deal(cards=15, highest=11),
    4: Deal(cards=13, highest=13),
    5: Deal(cards=11, highest=13),
}
"""Cards each by the number of players (SCHOOL-1.2, 1.3)."""


def heap(cards: Iterable[int]) -> Cards:
    return tuple(sorted(cards))


def of_number(number: int, size: int) -> Cards:
    """Return a set: some cards of one number (SCHOOL-3.1)."""
    return (number,) * size


def less(cards: Cards, taken: Iterable[int]) -> Cards | None:
    """Return what is left of some cards; None when they do not hold all that is taken."""
    left = list(cards)
    for number in taken:
        if number not in left:
            return None
        left.remove(number)
    return tuple(left)


def too_many(cards: Iterable[int]) -> int | None:
    """Return the first number of which there are more than five cards, if any (SCHOOL-1.1)."""
    return next((number for number, n in sorted(Counter(cards).items()) if n > COPIES), None)


def triangle(count: int) -> int:
    """Return what a group of equal cards costs: 1, 3, 6, 10, 15 (SCHOOL-12.3)."""
    return count * (count + 1) // 2


def cost(cards: Iterable[int]) -> int:
    """Return what one side of a mansion costs: the sum over its groups of equal cards (SCHOOL-12.2, 12.3)."""
    return sum(map(triangle, Counter(cards).values()))


def lost(heaven: Iterable[int], earth: Iterable[int]) -> int:
    """Return the round score of a player who did not win: minus the larger cost of the two sides (SCHOOL-12.5)."""
    return -max(cost(heaven), cost(earth))
