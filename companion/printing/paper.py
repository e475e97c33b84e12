"""A PDF page that is drawn on in millimetres, y downwards, with our own fonts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from typing import Literal

from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import FILL_NON_ZERO, Canvas

from companion.i18n import ASSETS
from companion.ui.fonts import FAMILY, Contour, Part, parts

Point = tuple[float, float]
Align = Literal["left", "middle", "right"]
REGULAR, BOLD, FULL = "Metsuke-Regular", "Metsuke-Bold", "MetsukeFull"
_POINT = 0.352778
"""Millimetres per typographic point."""


@dataclass(frozen=True, slots=True)
class Size:
    """A paper size, upright, in millimetres."""

    name: str
    width: float
    height: float


A2, A3, A4 = Size("A2", 420, 594), Size("A3", 297, 420), Size("A4", 210, 297)


@cache
def faces() -> None:
    """Register our fonts with the PDF library, once."""
    for name in (REGULAR, BOLD, FULL):
        pdfmetrics.registerFont(TTFont(name, ASSETS / "fonts" / f"{name}.ttf"))


class Paper:
    """A document of one or more pages. The same calls give the same bytes."""

    def __init__(self, size: Size, title: str) -> None:
        faces()
        self.size = size
        self._file = BytesIO()
        self._canvas = Canvas(self._file, (size.width * mm, size.height * mm), invariant=1, pageCompression=1)
        self._canvas.setTitle(title)
        self._canvas.setCreator("Metsuke")
        self._begin()

    def _begin(self) -> None:
        self._canvas.setLineJoin(1)
        self._canvas.setLineCap(1)

    def next_page(self) -> None:
        self._canvas.showPage()
        self._begin()

    def done(self) -> bytes:
        self._canvas.save()
        return self._file.getvalue()

    def _at(self, point: Point) -> Point:
        return point[0] * mm, (self.size.height - point[1]) * mm

    @contextmanager
    def window(self, left: float, top: float, width: float, height: float) -> Iterator[None]:
        """Clip to a rectangle what is drawn within this context."""
        self._canvas.saveState()
        path = self._canvas.beginPath()
        x, y = self._at((left, top + height))
        path.rect(x, y, width * mm, height * mm)
        self._canvas.clipPath(path, stroke=0, fill=0)
        try:
            yield
        finally:
            self._canvas.restoreState()

    def area(self, points: Sequence[Point], fill: str = "", line: float = 0, ink: str = "#000000") -> None:
        """Draw a polygon with a fill colour and an edge of some width; either may be left out."""
        path = self._canvas.beginPath()
        path.moveTo(*self._at(points[0]))
        for point in points[1:]:
            path.lineTo(*self._at(point))
        path.close()
        if fill:
            self._canvas.setFillColor(fill)
        if line:
            self._canvas.setStrokeColor(ink)
            self._canvas.setLineWidth(line * mm)
        self._canvas.drawPath(path, stroke=int(bool(line)), fill=int(bool(fill)))

    def box(self, left: float, top: float, width: float, height: float, fill: str = "", line: float = 0.2) -> None:
        right, below = left + width, top + height
        self.area(((left, top), (right, top), (right, below), (left, below)), fill, line)

    def line(self, points: Sequence[Point], width: float, ink: str = "#000000", dash: Sequence[float] = ()) -> None:
        """Draw a line through points; `dash` are the lengths of strokes and gaps."""
        self._canvas.setStrokeColor(ink)
        self._canvas.setLineWidth(width * mm)
        self._canvas.setDash([length * mm for length in dash])
        path = self._canvas.beginPath()
        path.moveTo(*self._at(points[0]))
        for point in points[1:]:
            path.lineTo(*self._at(point))
        self._canvas.drawPath(path, stroke=1, fill=0)
        self._canvas.setDash([])

    def disc(self, middle: Point, radius: float, fill: str = "", line: float = 0.2) -> None:
        if fill:
            self._canvas.setFillColor(fill)
        self._canvas.setStrokeColor("#000000")
        self._canvas.setLineWidth(line * mm)
        self._canvas.circle(*self._at(middle), radius * mm, stroke=int(bool(line)), fill=int(bool(fill)))

    def text(
        self,
        point: Point,
        words: str,
        height: float,
        *,
        bold: bool = False,
        ink: str = "#000000",
        align: Align = "left",
    ) -> None:
        """Write one line of words. `point` is the start, middle or end of its base line; `height` is in mm."""
        wide = width_of(words, height, bold=bold)
        x, y = self._at(point)
        x -= {"left": 0.0, "middle": wide / 2, "right": wide}[align] * mm
        self._canvas.setFillColor(ink)
        points = height / _POINT
        for part in parts(words):
            if part.outline is None:
                self._canvas.setFont(_face(part, bold), points)
                self._canvas.drawString(x, y, part.words)
            else:
                self._letters(part.outline.contours, x, y, points)
            x += _points(part, points, bold)

    def _letters(self, contours: Sequence[Contour], x: float, y: float, points: float) -> None:
        """Fill the outlines of letters, all in one path, so that contours can cut holes into others."""
        path = self._canvas.beginPath()
        for begins, *strokes in contours:
            path.moveTo(x + begins[0][0] * points, y + begins[0][1] * points)
            for stroke in strokes:
                ends = [at for dx, dy in stroke for at in (x + dx * points, y + dy * points)]
                (path.curveTo if len(stroke) == 3 else path.lineTo)(*ends)
            path.close()
        self._canvas.drawPath(path, stroke=0, fill=1, fillMode=FILL_NON_ZERO)

    def paragraph(self, left: float, top: float, width: float, words: str, height: float = 3.4) -> float:
        """Write words in lines of at most `width`; return the top of the next line."""
        for each in lines(words, width, height):
            top += height * 1.45
            self.text((left, top), each, height)
        return top


def width_of(words: str, height: float, *, bold: bool = False) -> float:
    return sum(_points(part, height / _POINT, bold) for part in parts(words)) * _POINT


def _points(part: Part, height: float, bold: bool) -> float:
    """Return the width of a part at a height, both in points."""
    if part.outline is not None:
        return part.outline.wide * height
    faces()
    return float(pdfmetrics.stringWidth(part.words, _face(part, bold), height))


def _face(part: Part, bold: bool) -> str:
    return FULL if part.face != FAMILY else BOLD if bold else REGULAR


def lines(words: str, width: float, height: float) -> list[str]:
    """Break words into lines: between words, and inside a text without spaces wherever a line is full."""
    broken, now = [""], ""
    for word in words.replace("\n", " \n ").split(" "):
        if word == "\n":
            broken, now = [*broken, ""], ""
            continue
        tried = f"{now} {word}" if now else word
        while width_of(tried, height) > width:
            fits = next((n for n in range(len(tried), 0, -1) if width_of(tried[:n], height) <= width), 1)
            cut = tried.rfind(" ", 0, fits + 1)
            broken[-1] = tried[: cut if cut > 0 else fits]
            tried = tried[cut + 1 if cut > 0 else fits :]
            broken.append("")
        now = broken[-1] = tried
    return broken
