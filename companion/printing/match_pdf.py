"""A match on paper: its sheets before the start, seats' secret sheets, and a running match's position.

A secret sheet for one seat has a small map and what the seat writes down, empty or filled in from a running match. It
is made from the seat's own view, and shows nothing that its owner's phone could not show.

A position on paper has what lies open, and each seat's own part, in the order in which they are entered. It contains
only what its reader may know. A QR code on each sheet carries what lies open to another host.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from companion.boards.drawing import BoardDrawing
from companion.contract.game_ui import Entered, Step, in_words, ui_of
from companion.i18n import Translator
from companion.printing.board_pdf import EDGE, Frame, draw, fitted
from companion.printing.paper import A4, Paper, Point, width_of
from companion.printing.paper import lines as lines_of
from companion.tables.backend import know
from companion.ui.qr import code
from referee.board.board import Board

MARGIN = 12.0
STRIPED, STRIPE = 5.5, 2.5
"""The distance in millimetres of the stripes from the paper's edge, and the width of a stripe."""
MAP_HIGH = 150.0
"""The height of the map on a sheet in millimetres."""
TURNS = 20
BADGE = 2.6
"""The radius in millimetres of badges on the map."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The contents of one seat's sheet."""

    title: str
    who: str
    about: str = ""
    """The purpose of the sheet, in a sentence or two."""
    turns: str = ""
    """The heading of the boxes of the 20 turns; without it there are none."""
    filled: Mapping[int, str] = field(default_factory=dict)
    """The contents of the turns' boxes."""
    facts: tuple[tuple[str, str], ...] = ()
    """Labels with their values; an empty value leaves a line to write on."""
    on_map: tuple[tuple[str, str], ...] = ()
    """Zones with a short text drawn there: a figure, a mark."""
    trails: tuple[tuple[str, ...], ...] = ()
    """Paths from zone to zone."""


def sheets_pdf(drawing: BoardDrawing, sheets: Iterable[Sheet], t: Translator) -> bytes:
    """Return one page of A4 for each sheet."""
    page = Paper(A4, t("print.sheets_title"))
    for n, sheet in enumerate(sheets):
        if n:
            page.next_page()
        one(page, drawing, sheet, t)
    return page.done()


def one(page: Paper, drawing: BoardDrawing, sheet: Sheet, t: Translator) -> None:
    """Draw one sheet. It has the stripes of a secret screen, to be recognised across a table."""
    stripes(page)
    page.box(MARGIN, MARGIN, A4.width - 2 * MARGIN, 7, "#000000", 0)
    page.text((MARGIN + 2, MARGIN + 5), t("print.secret"), 3.6, bold=True, ink="#FFFFFF")
    page.text((MARGIN, MARGIN + 14), sheet.title, 6, bold=True)
    page.text((A4.width - MARGIN, MARGIN + 14), sheet.who, 5, align="right")
    top = page.paragraph(MARGIN, MARGIN + 15, A4.width - 2 * MARGIN, sheet.about) if sheet.about else MARGIN + 15
    frame = fitted(drawing, MARGIN, top + 4, A4.width - 2 * MARGIN, MAP_HIGH)
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
    """Draw paths, and a badge for each thing in a zone; several in one zone are side by side."""
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


def badge(page: Paper, at: Point, label: str) -> None:
    page.disc(at, BADGE, "#FFFFFF", 0.35)
    page.text((at[0], at[1] + 0.9), label, 2.5 if len(label) < 3 else 1.9, bold=True, align="middle")


def facts(page: Paper, rows: Sequence[tuple[str, str]], top: float) -> float:
    """Write labels with their values, or a line to write on, in two columns; return the lower end."""
    wide = (A4.width - 2 * MARGIN - 8) / 2
    for n, (label, value) in enumerate(rows):
        left = MARGIN + (n % 2) * (wide + 8)
        line = top + (n // 2) * 8 + 5
        page.text((left, line), label, 3)
        page.line(((left, line + 1.4), (left + wide, line + 1.4)), 0.15, "#8A8272")
        page.text((left + wide, line), value, 3.4, bold=True, align="right")
    return top + (len(rows) + 1) // 2 * 8


def boxes(page: Paper, title: str, filled: Mapping[int, str], top: float) -> None:
    page.text((MARGIN, top + 3), title, 3.2, bold=True)
    wide, high = (A4.width - 2 * MARGIN) / 10, (A4.height - MARGIN - top - 5) / 2
    for turn in range(1, TURNS + 1):
        row, column = divmod(turn - 1, 10)
        left, upper = MARGIN + column * wide, top + 5 + row * high
        page.box(left, upper, wide, high)
        page.text((left + 1, upper + 3.4), str(turn), 2.8, bold=True)
        if filled.get(turn):
            page.paragraph(left + 1, upper + 3.4, wide - 2, filled[turn], 2.3)


ROWS = 16
"""The lines of a score sheet, without that of the totals."""
TOP, NUMBERS = 32.0, 12.0
"""The space in millimetres above the table, and the width of the column of line numbers."""
NAME_MOST, NAME_LEAST = 4.2, 2.4
"""The heights in millimetres of the largest and the smallest name over a column."""


def match_pdf(game: str, names: Sequence[str], options: Mapping[str, Any], t: Translator) -> bytes:
    """Return the sheets of a match, all A4. `names` are those of the seats, in order.

    Raises `BadBoard` or `NoBoard` for a board that cannot be played on.
    """
    blank_sheets = ui_of(game).blank_sheets
    return scores_pdf(t(f"app.game.{game}"), names, t) if blank_sheets is None else blank_sheets(names, options, t)


def sheet_pdf(game: str, board: Board | None, view: Any, seat: str, t: Translator) -> bytes:
    """Return a seat's own sheet from its view, on the board of its match. The game must have `GameUi.seat_sheet`."""
    if board is not None:
        know(board)
    print_ = ui_of(game).seat_sheet
    assert print_ is not None
    return print_(view, seat, t)


def scores_pdf(title: str, names: Sequence[str], t: Translator) -> bytes:
    """Return a sheet with a column for each seat, numbered lines, and one for the totals."""
    page = Paper(A4, title)
    page.text((EDGE, EDGE + 10), title, 7, bold=True)
    page.text((A4.width - EDGE, EDGE + 10), t("print.scores"), 4, align="right")
    wide = (A4.width - 2 * EDGE - NUMBERS) / len(names)
    high = (A4.height - TOP - EDGE) / (ROWS + 2)
    for n, name in enumerate(names):
        left = EDGE + NUMBERS + n * wide
        shown, size = fitted_name(name, wide - 3)
        page.text((left + wide / 2, TOP + high * 0.65), shown, size, bold=True, align="middle")
        for line in range(1, ROWS + 1):
            page.box(left, TOP + line * high, wide, high)
        page.box(left, TOP + (ROWS + 1) * high, wide, high, "#E9E4DA", 0.5)
    for line in range(1, ROWS + 1):
        page.text((EDGE + NUMBERS - 3, TOP + (line + 0.62) * high), str(line), 3.4, align="right")
    sign = "\N{N-ARY SUMMATION}"
    page.text((EDGE + NUMBERS - 3, TOP + (ROWS + 1.65) * high), sign, 4.2, bold=True, align="right")
    return page.done()


def fitted_name(name: str, wide: float) -> tuple[str, float]:
    """Return a name fitted into a width, and the height of its letters: made smaller first, then cut."""
    size = min(NAME_MOST, NAME_MOST * wide / max(width_of(name, NAME_MOST, bold=True), 0.1))
    if size >= NAME_LEAST:
        return name, size
    while name and width_of(f"{name}…", NAME_LEAST, bold=True) > wide:
        name = name[:-1]
    return f"{name}…", NAME_LEAST


QR = 46.0
"""The size of the QR code in millimetres."""
LABEL = 70.0
"""The width of the labels' column in millimetres."""
WORDS = A4.width - 2 * MARGIN - LABEL
"""The width of the values beside them in millimetres."""
LONGEST = 1800
"""The most characters of a link whose printed code a camera can still read well."""


class PositionSheet(NamedTuple):
    """One sheet of a position: the open one, or a seat's secret one."""

    title: str
    who: str
    steps: Sequence[Step]
    entered: Entered
    secret: bool = False
    rules: Sequence[tuple[str, str]] = ()
    """The table's own rules with their values: to be chosen before anything is entered."""
    unfinished: bool = False
    """Whether something under way cannot be entered."""


def position_pdf(sheets: Iterable[PositionSheet], link: str, t: Translator) -> bytes:
    """Return the sheets as a PDF, each starting a page of A4, with the QR code of `link` unless it is empty."""
    page = Paper(A4, t("app.take_over.title"))
    for n, sheet in enumerate(sheets):
        if n:
            page.next_page()
        _sheet(page, sheet, link, t)
    return page.done()


def _sheet(page: Paper, sheet: PositionSheet, link: str, t: Translator) -> None:
    top = _head(page, sheet, link, t)
    if sheet.unfinished:
        top = page.paragraph(MARGIN, top, A4.width - 2 * MARGIN, t("app.take_over.under_way"), 3.6) + 3
    parts = [(t("app.new.options"), sheet.rules)] if sheet.rules else []
    for step in sheet.steps:
        parts.append((step.title, [(f.title, in_words(t, f, sheet.entered.get(f.key))) for f in step.fields]))
    for title, lines in parts:
        for n, (label, words) in enumerate(lines):
            if top + _height(label, words) > A4.height - 2 * MARGIN:
                page.next_page()
                top = _head(page, sheet, "", t)
            if n == 0:
                page.text((MARGIN, top + 6), title, 4.2, bold=True)
                top += 8
            beside = page.paragraph(MARGIN, top, LABEL - 4, label, 3.2)
            below = page.paragraph(MARGIN + LABEL, top, WORDS, words, 3.6)
            top = max(beside, below, top + 5) + 2.5
            page.line(((MARGIN, top), (A4.width - MARGIN, top)), 0.15, "#8A8272")
        top += 3


def _height(label: str, words: str) -> float:
    """Return the height of a line in millimetres, including what it may have above it."""
    return 8 + 1.45 * max(3.2 * len(lines_of(label, LABEL - 4, 3.2)), 3.6 * len(lines_of(words, WORDS, 3.6)))


def _head(page: Paper, sheet: PositionSheet, link: str, t: Translator) -> float:
    """Write the head of a page, and return where its fields begin."""
    top = MARGIN
    if sheet.secret:
        stripes(page)
        page.box(MARGIN, MARGIN, A4.width - 2 * MARGIN, 7, "#000000", 0)
        page.text((MARGIN + 2, MARGIN + 5), t("print.secret"), 3.6, bold=True, ink="#FFFFFF")
        top += 8
    coded = bool(link) and len(link) <= LONGEST
    wide = A4.width - 2 * MARGIN - (QR + 8 if coded else 0)
    below = top + 8
    for each in lines_of(sheet.title, wide, 6.6):  # drawn in bold, which is wider
        page.text((MARGIN, below), each, 6, bold=True)
        below += 8
    below = page.paragraph(MARGIN, below - 7, wide, sheet.who, 4.2) + 5
    if not coded:
        return below
    drawn_code(page, link, A4.width - MARGIN - QR, top, QR)
    return max(page.paragraph(MARGIN, below - 2, wide, t("app.take_over.scan"), 3), top + QR) + 4


def drawn_code(page: Paper, text: str, left: float, top: float, size: float) -> None:
    """Draw the QR code of a text as a square of so many millimetres, including its quiet zone."""
    modules = code(text).get_matrix()
    unit = size / len(modules)
    for y, line in enumerate(modules):
        for x, dark in enumerate(line):
            if dark:
                page.box(left + x * unit, top + y * unit, unit * 1.02, unit * 1.02, "#000000", 0)
