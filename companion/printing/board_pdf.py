"""Drawing a board on paper at any scale; the board to play on: one sheet of A2 or A3, or four of A4."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from companion.boards.drawing import ACROSS, BoardDrawing, Seam, Spot
from companion.i18n import Translator
from companion.printing.paper import A2, A3, A4, Paper, Point, Size, width_of
from referee.board.board import Board, Zone

FILLS: Mapping[str, str] = {"ground": "#FFFFFF", "moat": "#D5E1E8", "castle": "#E6DDCC"}
INK, PALE, ROUTE = "#000000", "#8A8272", "#B5301A"
ID_MOST, ID_LEAST = 4.2, 1.3
"""The heights in millimetres of the largest and the smallest zone id."""
MARKED = 0.42
"""The height of a zone's id as a share of the zone's free space."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A board's place on the paper, and its scale: `unit` millimetres per unit of the drawing."""

    left: float
    top: float
    unit: float

    def at(self, spot: Spot) -> Point:
        return self.left + spot[0] * self.unit, self.top + spot[1] * self.unit


def fitted(drawing: BoardDrawing, left: float, top: float, width: float, height: float) -> Frame:
    """Return the frame in which a whole board is centred in a rectangle, as large as possible."""
    unit = min(width / ACROSS, height / drawing.height)
    return Frame(left + (width - ACROSS * unit) / 2, top + (height - drawing.height * unit) / 2, unit)


def draw(paper: Paper, drawing: BoardDrawing, frame: Frame) -> None:
    for cell in drawing.cells.values():
        paper.area([frame.at(p) for p in cell.points], FILLS[cell.zone.kind], max(0.1, frame.unit), PALE)
    route(paper, drawing, frame)
    for seam in drawing.seams:
        border(paper, seam, frame)
    for cell in drawing.cells.values():
        zone(paper, cell.zone, frame.at(cell.middle), cell.room * frame.unit)


def border(paper: Paper, seam: Seam, frame: Frame) -> None:
    """Draw a wall thick, a gate between walls dashed, and a border for sound alone as two thin lines."""
    width = max(0.35, 6 * frame.unit)
    for a, b in seam.lines:
        ends = (frame.at(a), frame.at(b))
        if seam.kind == "wall":
            paper.line(ends, width)
        elif seam.kind == "sound":
            paper.line(ends, width)
            paper.line(ends, width / 3, "#FFFFFF")
        elif seam.gate:
            paper.line(ends, width, dash=(width * 1.5, width * 2.5))


def route(paper: Paper, drawing: BoardDrawing, frame: Frame) -> None:
    """Draw the patrol route as a dotted line, with arrows where it is one-way."""
    one_way = set(drawing.board.route.one_way)
    width = max(0.25, 3 * frame.unit)
    for a, b in drawing.board.route.edges:
        way = [frame.at(spot) for spot in drawing.way(a, b)]
        paper.line(way, width, ROUTE, dash=(0.01, width * 2.2))
        if (a, b) in one_way:
            chevron(paper, way[0], way[-1], width * 4)
        elif (b, a) in one_way:
            chevron(paper, way[-1], way[0], width * 4)


def chevron(paper: Paper, start: Point, end: Point, size: float) -> None:
    turn = math.atan2(end[1] - start[1], end[0] - start[0])
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    arms = [(x - size * math.cos(turn + side), y - size * math.sin(turn + side)) for side in (0.6, -0.6)]
    paper.line((arms[0], (x, y), arms[1]), size / 4, ROUTE)


def zone(paper: Paper, zone: Zone, middle: Point, room: float) -> None:
    """Write a zone's id, with a diamond above it for a watch post and a roof for barracks."""
    high = min(ID_MOST, max(ID_LEAST, room * MARKED))
    x, y = middle
    wide = width_of(zone.id, high) * 1.1
    paper.box(x - wide / 2, y - high * 0.5, wide, high, FILLS[zone.kind], 0)
    paper.text((x, y + high * 0.36), zone.id, high, bold=True, align="middle")
    size = high * 0.42
    marks = [post] * zone.post + [barracks] * zone.barracks
    for n, mark in enumerate(marks):
        mark(paper, (x + (n - (len(marks) - 1) / 2) * size * 3, y - high * 0.62 - size), size)


def post(paper: Paper, at: Point, size: float) -> None:
    x, y = at
    paper.area(((x, y - size), (x + size, y), (x, y + size), (x - size, y)), "#FFFFFF", size / 3)


def barracks(paper: Paper, at: Point, size: float) -> None:
    x, y = at
    walls = ((x - size, y), (x, y - size), (x + size, y), (x + size, y + size), (x - size, y + size))
    paper.area(walls, INK, size / 3)


Format = Literal["A2", "A3", "A4"]
EDGE = 10.0
"""The margin in millimetres that printers leave blank."""
OVERLAP = 8.0
"""The overlap of two sheets in millimetres, for gluing."""
FOOT = 7.0
"""The space in millimetres below the board, for its name."""
SHEETS = 2
"""The number of A4 sheets side by side, and one above the other."""


def board_pdf(board: Board, paper: Format, t: Translator) -> bytes:
    """Return a board as a PDF in its real size.

    A4 gives four sheets that overlap by `OVERLAP`, with cutting marks.
    """
    drawing = BoardDrawing(board)
    if paper != "A4":
        return one_sheet(drawing, A2 if paper == "A2" else A3, name_of(drawing, t), t)
    page = Paper(A4, name_of(drawing, t))
    sheets_of_four(page, drawing, t)
    return page.done()


def name_of(drawing: BoardDrawing, t: Translator) -> str:
    return drawing.board.name.text(t.lang) or drawing.board.id


def one_sheet(drawing: BoardDrawing, size: Size, name: str, t: Translator) -> bytes:
    page = Paper(size, name)
    draw(page, drawing, fitted(drawing, EDGE, EDGE, size.width - 2 * EDGE, size.height - 2 * EDGE - FOOT))
    page.text((EDGE, size.height - EDGE), t("print.board_foot", name=name, version=drawing.board.version), 3)
    return page.done()


def sheets_of_four(page: Paper, drawing: BoardDrawing, t: Translator) -> None:
    """Draw a board on four sheets of A4, row by row from the upper left; the first is the current page."""
    wide, high = A4.width - 2 * EDGE, A4.height - 2 * EDGE - FOOT
    step_x, step_y = wide - OVERLAP, high - OVERLAP
    for n in range(SHEETS * SHEETS):
        row, column = divmod(n, SHEETS)
        if n:
            page.next_page()
        with page.window(EDGE, EDGE, wide, high):
            left, top = EDGE - column * step_x, EDGE - row * step_y
            draw(page, drawing, fitted(drawing, left, top, wide + step_x, high + step_y))
        cut_marks(page, wide, high, row, column)
        foot = t("print.sheet_of", n=n + 1, of=SHEETS * SHEETS, name=name_of(drawing, t))
        page.text((EDGE, A4.height - EDGE), foot, 3)


def cut_marks(page: Paper, wide: float, high: float, row: int, column: int) -> None:
    """Draw where a sheet is cut: at its corners, and where it overlaps the previous one."""
    xs = [EDGE, EDGE + wide, *([EDGE + OVERLAP] if column else [])]
    ys = [EDGE, EDGE + high, *([EDGE + OVERLAP] if row else [])]
    for x in xs:
        page.line(((x, EDGE - 6), (x, EDGE - 1)), 0.2)
        page.line(((x, EDGE + high + 1), (x, EDGE + high + 4)), 0.2)
    for y in ys:
        page.line(((EDGE - 6, y), (EDGE - 1, y)), 0.2)
        page.line(((EDGE + wide + 1, y), (EDGE + wide + 6, y)), 0.2)
