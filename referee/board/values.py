"""The small texts and numbers of a board file, within bounds."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator, Field, StrictStr, StringConstraints

from referee.core.reading.seating import readable
from referee.core.values import Value

MAX_ID = 16
"""Characters of the longest id."""
MAX_NAME = 80
"""Characters of the longest name."""
MAX_POINTS = 200
"""Corners of the most crooked zone."""
MAX_CORNERS = 6_000
"""Corners of all zones together; Nijo has 854. What is drawn and edited takes the longer the more there are."""
MAX_UNITS = 100_000
"""The widest drawing, in its own units."""

ZoneKind: TypeAlias = Literal["ground", "moat", "castle"]
BorderKind: TypeAlias = Literal["plain", "wall", "sound"]
Castle: TypeAlias = Literal["A", "B"]
CASTLES: tuple[Castle, Castle] = ("A", "B")


def _seen(text: str) -> str:
    if not (text.isprintable() or readable(text)):
        raise ValueError("holds characters that nobody can see")
    return text


def _one_word(text: str) -> str:
    if not text.isprintable():
        raise ValueError("holds characters that nobody can see")
    if not text or any(sign.isspace() for sign in text):
        raise ValueError("is not one word")
    return text


Id: TypeAlias = Annotated[
    str, Field(strict=True), StringConstraints(min_length=1, max_length=MAX_ID), AfterValidator(_one_word)
]
"""The id of a board or zone: one short printable word."""
Text: TypeAlias = Annotated[StrictStr, StringConstraints(max_length=MAX_NAME), AfterValidator(_seen)]
Units: TypeAlias = Annotated[int, Field(strict=True, ge=-MAX_UNITS, le=MAX_UNITS)]
Point: TypeAlias = tuple[Units, Units]
"""x to the right and y down, in units of the drawing."""


def _a_ring(points: tuple[Point, ...]) -> tuple[Point, ...]:
    if 0 < len(points) < 3:
        raise ValueError("has fewer than three corners")
    return points


Polygon: TypeAlias = Annotated[tuple[Point, ...], Field(max_length=MAX_POINTS), AfterValidator(_a_ring)]
"""The corners of an area, the first not repeated; none if it is not drawn."""


class Name(Value):
    """What something is called, in both languages."""

    en: Text = ""
    ja: Text = ""

    def text(self, lang: str) -> str:
        """Return the name in a language, else in the other; empty if it has none."""
        return (self.ja or self.en) if lang == "ja" else (self.en or self.ja)
