"""Words of any script on paper and in pictures: their parts from left to right, and the outlines of their letters.

Our own face and its kanji are drawn by whoever draws. The letters of other scripts join, stack and change places:
HarfBuzz says how. A device without it (uharfbuzz comes with a host) draws a box for each of their letters.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from companion.ui import fonts

try:
    import uharfbuzz as hb
except ModuleNotFoundError:  # one of the phone apps
    hb = None

Point: TypeAlias = tuple[float, float]
Stroke: TypeAlias = tuple[Point, ...]
"""A straight line to one point, or a Bézier curve by two points of control to a third. The first of a contour is where
it begins. In ems, y upwards from the base line."""
Contour: TypeAlias = tuple[Stroke, ...]

_MIRRORED = str.maketrans("()[]{}<>«»", ")(][}{><»«")
_PAIRS = {")": "(", "]": "[", "}": "{"}
_NUMBER = re.compile(r"(\d+(?:[.,:]\d+)*)")


class Outline(NamedTuple):
    """The letters of some words of one script: how wide they are, their contours, and how many could not be drawn."""

    wide: float
    contours: tuple[Contour, ...]
    missing: int = 0


class Part(NamedTuple):
    """Words of one face, from left to right. Without an outline they are drawn with that face, as they are."""

    face: str
    words: str
    outline: Outline | None


@lru_cache(maxsize=2048)
def parts(words: str) -> tuple[Part, ...]:
    """Return the parts of one line of words in the order in which they stand (UAX #9, in a line of Latin or kana)."""
    found = []
    for piece, to_left in _in_order(words):
        faced = fonts.runs(piece)
        for face, run in reversed(faced) if to_left else faced:
            if face in (fonts.FAMILY, fonts.FULL):
                seen = "".join(map(_shown, run))
                found.append(Part(face, seen[::-1].translate(_MIRRORED) if to_left else seen, None))
            else:
                found.append(Part(face, run, outline(face, run, to_left)))
    return tuple(found)


def _shown(sign: str) -> str:
    """Return a character that one of our own faces draws; for one that none has, of an older host's name, a mark."""
    if fonts.face_of(sign) or sign.isspace():
        return sign
    return "" if unicodedata.category(sign)[0] in "MC" else "〓"


def _in_order(words: str) -> Iterator[tuple[str, bool]]:
    """Return pieces of one direction from left to right. What turns text around cannot be in a name (METSUKE-1.3)."""
    kinds = [unicodedata.bidirectional(sign) for sign in words]
    at = 0
    while at < len(words):
        start = next((n for n in range(at, len(words)) if kinds[n] in ("R", "AL")), len(words))
        if start > at:
            yield words[at:start], False
        at = end = start
        while at < len(words) and kinds[at] != "L":
            end = at + 1 if kinds[at] in ("R", "AL", "NSM", "EN", "AN") else end
            at += 1
        opened = _PAIRS.get(words[end : end + 1], "")
        if opened and words.count(opened, start, end) > words.count(words[end], start, end):
            end += 1  # of a pair of brackets both go the same way
        for piece in reversed(_NUMBER.split(words[start:end])):
            if piece:
                yield piece, not _NUMBER.fullmatch(piece)
        at = end


@lru_cache(maxsize=2048)
def outline(face: str, words: str, to_left: bool) -> Outline:
    """Return the outlines of words that one of our faces has, with its letters joined."""
    if hb is None:
        box: Contour = tuple((corner,) for corner in ((0.1, 0.0), (0.9, 0.0), (0.9, 0.8), (0.1, 0.8)))
        return Outline(float(len(words)), (box,), len(words))
    font, em = _font(face)
    buffer = hb.Buffer()
    buffer.add_str(words)
    buffer.guess_segment_properties()
    buffer.direction = "rtl" if to_left else "ltr"
    hb.shape(font, buffer)
    pen, x, y, missing = _Pen(em), 0.0, 0.0, 0
    for glyph, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        missing += glyph.codepoint == 0
        pen.start = x + place.x_offset, y + place.y_offset
        font.draw_glyph_with_pen(glyph.codepoint, pen)
        x, y = x + place.x_advance, y + place.y_advance
    return Outline(x / em, tuple(pen.contours), missing)


@lru_cache(maxsize=32)
def _font(face: str) -> tuple[hb.Font, int]:
    loaded = hb.Face(hb.Blob.from_file_path(str(fonts.file_of(face))))
    return hb.Font(loaded), loaded.upem


class _Pen:
    """Takes down a glyph as fontTools' pens do."""

    def __init__(self, em: int) -> None:
        self.em, self.start = em, (0.0, 0.0)
        self.contours: list[Contour] = []
        self._now: list[Stroke] = []

    def _placed(self, *points: Point) -> Stroke:
        return tuple(((x + self.start[0]) / self.em, (y + self.start[1]) / self.em) for x, y in points)

    def moveTo(self, point: Point) -> None:
        self._now = [self._placed(point)]

    def lineTo(self, point: Point) -> None:
        self._now.append(self._placed(point))

    def curveTo(self, *points: Point) -> None:
        self._now.append(self._placed(*points))

    def qCurveTo(self, *points: Point) -> None:
        control, end = self._placed(*points)
        before = self._now[-1][-1]
        first, second = (tuple(a + 2 / 3 * (c - a) for a, c in zip(at, control, strict=True)) for at in (before, end))
        self._now.append(((first[0], first[1]), (second[0], second[1]), end))

    def closePath(self) -> None:
        self.contours.append(tuple(self._now))

    endPath = closePath


def flattened(contour: Contour, steps: int = 6) -> list[Point]:
    """Return a contour's corners, each curve in so many straight lines."""
    corners: list[Point] = []
    for stroke in contour:
        if len(stroke) < 3:
            corners.append(stroke[-1])
            continue
        a, (b, c, d) = corners[-1], stroke
        for n in range(1, steps + 1):
            t, u = n / steps, 1 - n / steps
            weights = u**3, 3 * u * u * t, 3 * u * t * t, t**3
            corners.append((
                sum(w * p[0] for w, p in zip(weights, (a, b, c, d), strict=True)),
                sum(w * p[1] for w, p in zip(weights, (a, b, c, d), strict=True)),
            ))  # fmt: skip
    return corners
