"""A secret sheet for one seat: the map in small and what this seat writes down, empty or as a running match has it.

What is filled in comes from the seat's own view: a sheet holds nothing that its owner's phone could not show.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from companion.boards.drawing import BoardDrawing
from companion.i18n import Translator
from companion.printing.drawn_board import Frame, draw, fitted
from companion.printing.paper import A4, Paper, Place

EDGE = 12.0
STRIPED, STRIPE = 5.5, 2.5
"""Millimetres from the paper's edge to the stripes, and of one stripe."""
MAP_HIGH = 150.0
"""Millimetres that the map takes of a sheet."""
TURNS = 20
BADGE = 2.6
"""Millimetres of the radius of what is drawn on the map."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is on one seat's sheet."""

    title: str
    who: str
    about: str = ""
    """What the sheet is for, in a sentence or two."""
    turns: str = ""
    """The heading of the boxes of the 20 turns, without which there are none."""
    filled: Mapping[int, str] = field(default_factory=dict)
    """What is in the box of a turn."""
    facts: tuple[tuple[str, str], ...] = ()
    """Lines of a label and what stands behind it; nothing behind it leaves a line to write on."""
    on_map: tuple[tuple[str, str], ...] = ()
    """Zones with a short text that is drawn there: a figure, a mark."""
    trails: tuple[tuple[str, ...], ...] = ()
    """Ways from zone to zone."""


def sheets_pdf(drawing: BoardDrawing, sheets: Iterable[Sheet], t: Translator) -> bytes:
    """Return one page of A4 for each sheet."""
    page = Paper(A4, t("print.sheets_title"))
    for n, sheet in enumerate(sheets):
        if n:
            page.next_page()
        one(page, drawing, sheet, t)
    return page.done()


def one(page: Paper, drawing: BoardDrawing, sheet: Sheet, t: Translator) -> None:
    """Draw one sheet. It has the stripes of a secret screen, to be told from other papers across a table."""
    stripes(page)
    page.box(EDGE, EDGE, A4.width - 2 * EDGE, 7, "#000000", 0)
    page.text((EDGE + 2, EDGE + 5), t("print.secret"), 3.6, bold=True, ink="#FFFFFF")
    page.text((EDGE, EDGE + 14), sheet.title, 6, bold=True)
    page.text((A4.width - EDGE, EDGE + 14), sheet.who, 5, align="right")
    top = page.paragraph(EDGE, EDGE + 15, A4.width - 2 * EDGE, sheet.about) if sheet.about else EDGE + 15
    frame = fitted(drawing, EDGE, top + 4, A4.width - 2 * EDGE, MAP_HIGH)
    draw(page, drawing, frame)
    drawn_on(page, drawing, frame, sheet)
    top += MAP_HIGH + 8
    if sheet.facts:
        top = facts(page, sheet.facts, top)
    if sheet.turns:
        boxes(page, sheet.turns, sheet.filled, top + 3)


def stripes(page: Paper) -> None:
    right, below = A4.width - STRIPED, A4.height - STRIPED
    for n in range(int((right - STRIPED) / (2 * STRIPE))):
        x = STRIPED + n * 2 * STRIPE
        for y in (STRIPED, below - STRIPE):
            page.area(((x, y + STRIPE), (x + STRIPE, y), (x + 2 * STRIPE, y), (x + STRIPE, y + STRIPE)), "#000000")
    for n in range(int((below - STRIPED) / (2 * STRIPE))):
        y = STRIPED + n * 2 * STRIPE
        for x in (STRIPED, right - STRIPE):
            page.area(((x + STRIPE, y), (x + STRIPE, y + STRIPE), (x, y + 2 * STRIPE), (x, y + STRIPE)), "#000000")


def drawn_on(page: Paper, drawing: BoardDrawing, frame: Frame, sheet: Sheet) -> None:
    """Draw ways, and a badge for each thing in a zone; several in one zone lie side by side."""
    for trail in sheet.trails:
        for a, b in itertools.pairwise(trail):
            if a in drawing.cells and b in drawing.cells and a != b:
                page.line([frame.at(spot) for spot in drawing.way(a, b)], 0.7, "#0B5A8A")
    here: dict[str, list[str]] = {}
    for zone, label in sheet.on_map:
        if zone in drawing.cells:
            here.setdefault(zone, []).append(label)
    for zone, labels in here.items():
        x, y = frame.at(drawing.cells[zone].middle)
        for n, label in enumerate(labels):
            badge(page, (x + (n - (len(labels) - 1) / 2) * BADGE * 2.1, y + BADGE * 1.6), label)


def badge(page: Paper, at: Place, label: str) -> None:
    page.disc(at, BADGE, "#FFFFFF", 0.35)
    page.text((at[0], at[1] + 0.9), label, 2.5 if len(label) < 3 else 1.9, bold=True, align="middle")


def facts(page: Paper, rows: Sequence[tuple[str, str]], top: float) -> float:
    """Write labels with what stands behind them, or a line to write on, in two columns; return what is below."""
    wide = (A4.width - 2 * EDGE - 8) / 2
    for n, (label, value) in enumerate(rows):
        left = EDGE + (n % 2) * (wide + 8)
        line = top + (n // 2) * 8 + 5
        page.text((left, line), label, 3)
        page.line(((left, line + 1.4), (left + wide, line + 1.4)), 0.15, "#8A8272")
        page.text((left + wide, line), value, 3.4, bold=True, align="right")
    return top + (len(rows) + 1) // 2 * 8


def boxes(page: Paper, title: str, filled: Mapping[int, str], top: float) -> None:
    page.text((EDGE, top + 3), title, 3.2, bold=True)
    wide, high = (A4.width - 2 * EDGE) / 10, (A4.height - EDGE - top - 5) / 2
    for turn in range(1, TURNS + 1):
        row, column = divmod(turn - 1, 10)
        left, upper = EDGE + column * wide, top + 5 + row * high
        page.box(left, upper, wide, high)
        page.text((left + 1, upper + 3.4), str(turn), 2.8, bold=True)
        if filled.get(turn):
            page.paragraph(left + 1, upper + 3.4, wide - 2, filled[turn], 2.3)
