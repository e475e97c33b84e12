"""The bundled fonts: which one draws a character, what a name may contain, and words as outlines for PDFs and pictures.

`Metsuke` (BIZ UDPGothic, reduced to what our screens and most names need) comes with the client, in true Regular and
Bold. `Full` holds the other kanji of JIS levels 1 and 2, `Han` the rarer ones and those of China and Taiwan: a phone
loads them when a text needs them. It loads `Latin` and `Emoji` likewise: without them a browser's engine may draw their
characters in a kanji font. The engine requests fonts of other scripts by itself, under its own names (`asked_for`); a
native window uses the system's.

For PDFs and pictures, words are split into parts from left to right, with the outlines of their letters. The caller
draws our own font and its kanji as text. In other scripts letters join, stack and change places, which is
computed by HarfBuzz. Without it (uharfbuzz is installed with a host) each of their letters is drawn as a box.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple, TypeAlias

from companion.i18n import ASSETS, PACKAGE
from referee.core.reading import check_name, without_joins
from referee.core.values import Refused

FAMILY = "Metsuke"
FULL = "Full"
LOADED = {FULL: "F", "Han": "H", "Latin": "L", "Emoji": "E"}
"""The fonts that a phone loads when a text needs them, and their family names: short, since every text contains them.
"""
_FOLDER = ASSETS / "fonts"
_JOINER = "\u200d"


@cache
def core() -> frozenset[str]:
    return frozenset((PACKAGE / "font_core.txt").read_text(encoding="utf-8").rstrip("\n"))


@cache
def scripts() -> dict[str, frozenset[str]]:
    """Return the characters of each font that is not loaded at once: `Full`, and one for each script."""
    found = {}
    for line in (PACKAGE / "font_scripts.txt").read_text(encoding="utf-8").splitlines():
        name, *spans = line.split()
        ends = (span.partition("-") for span in spans)
        codes = (range(int(first, 16), int(last or first, 16) + 1) for first, _, last in ends)
        found[name] = frozenset(chr(code) for span in codes for code in span)
    return found


def file_of(face: str) -> Path:
    """Return the file of a script's font, for PDFs, pictures and phones."""
    return next((_FOLDER / "scripts").glob(f"{face}.?tf"))


def asked_for(name: str) -> str:
    """Return our file for a font that a browser's engine requests; empty if there is none.

    `name` is the engine's, such as `notosansarabic`.
    """
    if name in ("notosansjp", "notosanssc", "notosanstc", "notosanshk"):
        return "fonts/MetsukeFull.woff2"
    script = name.removeprefix("noto").removeprefix("sans").removeprefix("serif").removeprefix("color") or "latin"
    script = {"kr": "hangul", "symbols": "emoji"}.get(script, script)
    face = next((face for face in scripts() if face.casefold() == script), FULL)
    return "" if face == FULL else f"fonts/scripts/{file_of(face).name}"


@lru_cache(maxsize=4096)
def needs(text: str) -> frozenset[str]:
    """Return which of the fonts loaded on demand a text needs."""
    return frozenset(face for sign in text if sign > "\x7f" and (face := face_of(sign)) in LOADED)


@lru_cache(maxsize=4096)
def face_of(sign: str) -> str:
    """Return the font that draws a character; empty if none does."""
    if sign in core():
        return FAMILY
    return next((face for face, signs in scripts().items() if sign in signs), "")


def runs(words: str) -> list[tuple[str, str]]:
    """Split words into parts of one font each. A letter and its marks, and joined emoji, stay together."""
    found: list[tuple[str, str]] = []
    for cluster in _clusters(words):
        faces = [FAMILY, *scripts()]
        shown = [sign for sign in cluster if face_of(sign)]
        face = next((f for f in faces if all(sign in _signs(f) for sign in shown)), "") or face_of(cluster[0])
        if found and found[-1][0] == face:
            found[-1] = face, found[-1][1] + cluster
        else:
            found.append((face or FAMILY, cluster))
    return found


def _signs(face: str) -> frozenset[str]:
    return core() if face == FAMILY else scripts()[face]


def _clusters(words: str) -> Iterator[str]:
    """Yield each character with the marks and joiners after it, and with what these join to it."""
    cluster = ""
    for sign in words:
        joins = unicodedata.category(sign) in ("Mn", "Mc", "Me", "Cf") or "\U0001f3fb" <= sign <= "\U0001f3ff"
        if cluster and not joins and not cluster.endswith(_JOINER):
            yield cluster
            cluster = ""
        cluster += sign
    if cluster:
        yield cluster


def check_entered(name: str) -> str:
    """Return a name as it is stored, composed (NFC). Raises `Refused` if it cannot be read or drawn (METSUKE-1.3)."""
    name = check_name("".join(" " if _is_space(sign) else sign for sign in unicodedata.normalize("NFC", name)))
    at = 1
    for cluster in _clusters(without_joins(name)):
        if not cluster.isspace() and not any(_signs(face).issuperset(cluster) for face in (FAMILY, *scripts())):
            raise Refused("METSUKE-1.3", "table.name_drawn", firm=True, at=at)
        at += len(cluster)
    return name


def _is_space(sign: str) -> bool:
    """Tell whether a character is a space that no font has; the Japanese one is in the font."""
    return sign.isspace() and not face_of(sign)


def page_fonts(web: bool, more: frozenset[str] = frozenset()) -> dict[str, str]:
    """Return the value for `page.fonts`; `more` are the fonts of `LOADED` that are needed as well.

    In a browser the core font is there before the first frame and needs no entry; a native window loads it here.
    """
    fonts = {} if web else {FAMILY: "fonts/Metsuke-Regular.ttf"}
    full = f"fonts/MetsukeFull.{'woff2' if web else 'ttf'}"
    more_files = {LOADED[face]: full if face == FULL else f"fonts/scripts/{file_of(face).name}" for face in more}
    return fonts | dict(sorted(more_files.items()))


try:
    import uharfbuzz as hb
except ModuleNotFoundError:  # one of the phone apps
    hb = None

Point: TypeAlias = tuple[float, float]
Stroke: TypeAlias = tuple[Point, ...]
"""A straight line to one point, or a Bézier curve with two control points to a third. The first stroke of a contour is
its starting point. In ems, with y upwards from the base line."""
Contour: TypeAlias = tuple[Stroke, ...]

_MIRRORED = str.maketrans("()[]{}<>«»", ")(][}{><»«")
_PAIRS = {")": "(", "]": "[", "}": "{"}
_NUMBER = re.compile(r"(\d+(?:[.,:]\d+)*)")


class Outline(NamedTuple):
    """The outline of some words of one script: their width, their contours, and the number of characters not drawn."""

    wide: float
    contours: tuple[Contour, ...]
    missing: int = 0


class Part(NamedTuple):
    """Words in one font, from left to right. Without an outline they are drawn as text in that font."""

    face: str
    words: str
    outline: Outline | None


@lru_cache(maxsize=2048)
def parts(words: str) -> tuple[Part, ...]:
    """Return the parts of one line of words in visual order (UAX #9, in a left-to-right line)."""
    found = []
    for piece, to_left in _in_order(words):
        faced = runs(piece)
        for face, run in reversed(faced) if to_left else faced:
            if face in (FAMILY, FULL):
                seen = "".join(map(_shown, run))
                found.append(Part(face, seen[::-1].translate(_MIRRORED) if to_left else seen, None))
            else:
                found.append(Part(face, run, outline(face, run, to_left)))
    return tuple(found)


def _shown(sign: str) -> str:
    """Return the character if one of our fonts has it; else a placeholder, for names from older hosts."""
    if face_of(sign) or sign.isspace():
        return sign
    return "" if unicodedata.category(sign)[0] in "MC" else "〓"


def _in_order(words: str) -> Iterator[tuple[str, bool]]:
    """Yield pieces of one direction from left to right. Names contain no directional controls (METSUKE-1.3)."""
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
            end += 1  # both brackets of a pair go the same way
        for piece in reversed(_NUMBER.split(words[start:end])):
            if piece:
                yield piece, not _NUMBER.fullmatch(piece)
        at = end


@lru_cache(maxsize=2048)
def outline(face: str, words: str, to_left: bool) -> Outline:
    """Return the outline of words in one of our fonts, with their letters joined."""
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
    for glyph, offset in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        missing += glyph.codepoint == 0
        pen.start = x + offset.x_offset, y + offset.y_offset
        font.draw_glyph_with_pen(glyph.codepoint, pen)
        x, y = x + offset.x_advance, y + offset.y_advance
    return Outline(x / em, tuple(pen.contours), missing)


@lru_cache(maxsize=32)
def _font(face: str) -> tuple[hb.Font, int]:
    loaded = hb.Face(hb.Blob.from_file_path(str(file_of(face))))
    return hb.Font(loaded), loaded.upem


class _Pen:
    """A pen, as in fontTools, that records a glyph's contours."""

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
    """Return a contour's corners, each curve approximated by so many straight lines."""
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
