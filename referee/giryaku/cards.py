"""Cards and cells: the three kinds, the pairs, and a board of three columns and two rows (GIRYAKU-1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal

from pydantic import Field

Card = Literal["S", "N", "O"]
"""Samurai 侍, ninja 忍 or onmyoji 師."""
KINDS: tuple[Card, ...] = ("S", "N", "O")
Counts = tuple[int, int, int]
"""Numbers of samurai, ninja and onmyoji."""
DECK: Counts = (6, 5, 3)
"""Each player's base deck (GIRYAKU-2.1)."""
POOL: Counts = (1, 1, 2)
"""The extra cards 追札, of which each player gets one unseen (GIRYAKU-2.2)."""
OWNED = 15
"""The number of cards of a player (GIRYAKU-1.2)."""
HAND = 2
OPENING = 3
NONE: Counts = (0, 0, 0)

Pair = Literal["SS", "SN", "SO", "NN", "NO", "OO"]
"""The two cards of a full column, in any order (GIRYAKU-6.3)."""

Column = Annotated[int, Field(ge=-99, le=99)]
"""A column of the table, 1 to 3 from the left as seen by the first seat."""
Cell = Annotated[str, Field(pattern=r"^[0-9][A-Z]$", examples=["1L", "3U"])]
"""A cell: its column and `L` for the lower or `U` for the upper row."""
Target = Annotated[str, Field(pattern=r"^[0-9][A-Z]?$", examples=["1L", "3U", "2"])]
"""A cell, or a whole column by its number only."""

COLUMNS = (1, 2, 3)
CellId = Literal["1L", "1U", "2L", "2U", "3L", "3U"]
CELLS: tuple[CellId, ...] = ("1L", "1U", "2L", "2U", "3L", "3U")
INDEX: Mapping[str, int] = {cell: i for i, cell in enumerate(CELLS)}


def lower(column: int) -> int:
    return 2 * column - 2


def upper(column: int) -> int:
    return 2 * column - 1


def pair_of(a: str, b: str) -> Pair:
    first, second = sorted((a, b), key="SNO".index)
    return first + second  # type: ignore[return-value]


def counted(cards: Iterable[str]) -> Counts:
    found = "".join(cards)
    return found.count("S"), found.count("N"), found.count("O")


def plus(a: Counts, b: Counts) -> Counts:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def listed(counts: Counts) -> tuple[str, ...]:
    return tuple(kind for kind, n in zip(KINDS, counts, strict=True) for _ in range(n))


def without(cards: Iterable[str], gone: Iterable[str]) -> tuple[str, ...]:
    """Return cards without others; those that are not among them are ignored."""
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return tuple(left)


def surplus(counts: Counts) -> Counts:
    """Return the cards beyond the base deck, which can only be extra cards."""
    return max(0, counts[0] - DECK[0]), max(0, counts[1] - DECK[1]), max(0, counts[2] - DECK[2])
