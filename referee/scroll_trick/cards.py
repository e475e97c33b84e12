"""Ninja cards and scroll tiles (SCROLL-2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Annotated

from pydantic import AfterValidator, Field

from referee.core.reading import is_readable, name_key

ROUNDS = 3
HAND = 7
"""The number of cards in a hand, and of tricks in a round."""
OPEN = 3
"""The number of cards that each seat opens, and of scrolls on them."""
TILES = 45
VALUES: tuple[int, ...] = (10, 7, 5, 3, 1, -1, -3, -5)
"""The values of scroll tiles (SCROLL-2.4)."""
SET: tuple[int, ...] = (3, 1, -1)
"""The scrolls that each seat takes before the match (SCROLL-2.7)."""
SHADOW = "shadow"
"""The third, automatic seat of the two-player game 影."""

KINDS = ("A", "B", "C", "D", "E")
NUMBERS = (1, 2, 3, 4, 5, 6, 7)


def are_kinds(kinds: Sequence[str]) -> bool:
    """Tell whether these are five different names of kinds (SCROLL-2.1)."""
    different = len({name_key(kind) for kind in kinds}) == len(kinds) == 5
    return different and all(kind == kind.strip() and is_readable(kind) for kind in kinds)


def are_numbers(numbers: Sequence[int]) -> bool:
    """Tell whether these are seven different numbers of a kind (SCROLL-2.1)."""
    return len(set(numbers)) == len(numbers) == HAND


def _tile(value: int) -> int:
    if value not in VALUES:
        raise ValueError(f"no scroll has the value {value}; there are {', '.join(map(str, VALUES))}")
    return value


def _kinds(kinds: tuple[str, ...]) -> tuple[str, ...]:
    if any(kind != kind.strip() or not is_readable(kind) for kind in kinds):
        raise ValueError("a kind's name has no space around it and nothing that cannot be seen")
    if not are_kinds(kinds):
        raise ValueError("there are five kinds with different names")
    return kinds


def _numbers(numbers: tuple[int, ...]) -> tuple[int, ...]:
    if not are_numbers(numbers):
        raise ValueError("there are seven cards of a kind with different numbers")
    return numbers


def _counts(counts: dict[int, int]) -> dict[int, int]:
    if set(counts) != set(VALUES):
        raise ValueError(f"has to count each of the values {', '.join(map(str, VALUES))}")
    if sum(counts.values()) != TILES:
        raise ValueError(f"has to come to {TILES} scrolls")
    if any(counts[value] < least(value) for value in VALUES):
        raise ValueError("has to have 5 or more of +3, +1 and -1 each, and 1 or more of every other value")
    return {value: counts[value] for value in VALUES}


Tile = Annotated[int, AfterValidator(_tile), Field(json_schema_extra={"enum": list(VALUES)})]
"""A scroll tile's value."""
Kind = Annotated[str, Field(min_length=1, max_length=20)]
Kinds = Annotated[tuple[Kind, ...], Field(min_length=5, max_length=5), AfterValidator(_kinds)]
Numbers = Annotated[
    tuple[Annotated[int, Field(ge=0, le=99)], ...], Field(min_length=7, max_length=7), AfterValidator(_numbers)
]
TileCounts = Annotated[dict[Tile, Annotated[int, Field(ge=0, le=TILES)]], AfterValidator(_counts)]
"""The number of scrolls of each value in a box, counted by its owner (SCROLL-2.5)."""
MOST = 100
"""Maximum length of a list in a declaration: more than any rule allows."""
Worth = Annotated[int, Field(ge=-99, le=99, json_schema_extra={"enum": list(VALUES)})]
"""The declared value of a scroll. The rules check whether it exists (SCROLL-2.4)."""
Counts = Annotated[dict[Worth, Annotated[int, Field(ge=0, le=999)]], Field(max_length=MOST)]
Card = Annotated[str, Field(min_length=1, max_length=30)]
"""A ninja card as a string: its kind, a space and its number, such as `"A 5"`."""


def least(value: int) -> int:
    """Return the number of scrolls of a value that every box has (SCROLL-2.5)."""
    return 5 if value in SET else 1


def most(value: int) -> int:
    """Return the most scrolls of a value that an uncounted box may have (SCROLL-2.5)."""
    return 30 if value in SET else 26


@lru_cache(maxsize=64)
def deck(kinds: tuple[str, ...], numbers: tuple[int, ...]) -> tuple[str, ...]:
    """Return all 35 ninja cards, kind by kind (SCROLL-2.1)."""
    return tuple(f"{kind} {number}" for kind in kinds for number in numbers)


def without(values: Iterable[int], gone: Iterable[int]) -> tuple[int, ...]:
    """Return a multiset of values without others; those that are not in it are ignored."""
    left = list(values)
    for value in gone:
        if value in left:
            left.remove(value)
    return tuple(left)


def tally(values: Iterable[int]) -> Mapping[int, int]:
    found = dict.fromkeys(VALUES, 0)
    for value in values:
        found[value] += 1
    return found
