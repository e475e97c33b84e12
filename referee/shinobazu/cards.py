"""The ninja cards: three colours, values from −3 to 5 (SHINOBAZU-1.2)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from referee.core.cards import number_of, suit_of

Colour = Literal["black", "red", "blue"]
COLOURS: tuple[Colour, ...] = ("black", "red", "blue")
VALUES: tuple[int, ...] = (-3, 1, 2, 4, 5)
CARDS: tuple[str, ...] = tuple(f"{colour} {value}" for colour in COLOURS for value in VALUES)
"""All 15 ninja cards as strings, such as `"red 5"` or `"black -3"` (SHINOBAZU-1.2)."""
INVERTING = frozenset({2, 4})
"""The values with the inversion jutsu 異色順逆の術 (SHINOBAZU-6.3)."""
HAND = 3

Card = Annotated[str, Field(max_length=40, json_schema_extra={"examples": list(CARDS)})]
"""A card as a string. The rules check whether such a ninja card exists (SHINOBAZU-1.2)."""
Cards = Annotated[tuple[Card, ...], Field(max_length=30)]

colour_of = suit_of
value_of = number_of
"""Returns the value of a card, from −3 to 5."""
