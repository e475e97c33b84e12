"""The deck (SCHOOL-1), heaps of cards, and what cards left at the end of a round cost (SCHOOL-12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Annotated, Final

from pydantic import Field

from referee.core.values import Value

COPIES: Final = 5
"""The number of cards of each number (SCHOOL-1.1)."""
HIGHEST: Final = 13
UNKNOWN: Final = 0
"""A card that was swept before a take-over, and whose number nobody entered."""

Number = Annotated[int, Field(strict=True, ge=0, le=99)]
"""A declared number. The rules check whether it is in the deck (SCHOOL-1.1, 1.3)."""
Cards = tuple[int, ...]
"""Cards, by their numbers."""
Heap = Annotated[tuple[Number, ...], Field(max_length=COPIES * HIGHEST)]
"""Declared cards, in any order."""


class Deal(Value):
    """The number of cards dealt to each player, and the highest number in the deck."""

    cards: Annotated[int, Field(strict=True, ge=1, le=20)]
    highest: Annotated[int, Field(strict=True, ge=2, le=HIGHEST)]


DEAL_TABLE: Mapping[int, Deal] = {
    3: Deal(cards=15, highest=11),
    4: Deal(cards=13, highest=13),
    5: Deal(cards=11, highest=13),
}
"""The standard deal by the number of players (SCHOOL-1.2, 1.3)."""


def heap(cards: Iterable[int]) -> Cards:
    return tuple(sorted(cards))


def of_number(number: int, size: int) -> Cards:
    """Return a set: cards of one number (SCHOOL-3.1)."""
    return (number,) * size


def less(cards: Cards, taken: Iterable[int]) -> Cards | None:
    """Return cards without those taken; `None` if they do not hold all of them."""
    left = list(cards)
    for number in taken:
        if number not in left:
            return None
        left.remove(number)
    return tuple(left)


def lacking(cards: Cards, needed: Cards) -> int | None:
    """Return the first number of which the cards hold fewer than needed, or `None`."""
    return next((number for number in needed if cards.count(number) < needed.count(number)), None)


def too_many(cards: Iterable[int]) -> int | None:
    """Return the first number with more than five cards, or `None` (SCHOOL-1.1)."""
    return next((number for number, n in sorted(Counter(cards).items()) if n > COPIES), None)


def triangle(count: int) -> int:
    """Return the cost of a group of equal cards: 1, 3, 6, 10, 15 (SCHOOL-12.3)."""
    return count * (count + 1) // 2


def cost(cards: Iterable[int]) -> int:
    """Return the cost of one side of a mansion: the sum over its groups of equal cards (SCHOOL-12.2, 12.3)."""
    return sum(map(triangle, Counter(cards).values()))


def lost(heaven: Iterable[int], earth: Iterable[int]) -> int:
    """Return the round score of a player who did not win: minus the greater cost of the two sides (SCHOOL-12.5)."""
    return -max(cost(heaven), cost(earth))
