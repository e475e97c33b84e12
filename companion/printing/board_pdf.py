"""The board to play on: one sheet of A2 or A3, or four of A4 to be cut and glued."""

from __future__ import annotations

from typing import Literal

from companion.boards.drawing import BoardDrawing
from companion.i18n import Translator
from companion.printing.drawn_board import draw, fitted
from companion.printing.paper import A2, A3, A4, Paper, Size
from referee.board.board import Board

Format = Literal["A2", "A3", "A4"]
EDGE = 10.0
"""Millimetres that printers leave blank."""
OVERLAP = 8.0
"""Millimetres that two sheets have in common, to be glued."""
FOOT = 7.0
"""Millimetres under the board for its name."""
SHEETS = 2
"""How many sheets of A4 lie side by side, and one above the other."""


def board_pdf(board: Board, paper: Format, t: Translator) -> bytes:
    """Return a board as a document to be printed in its own size.

    A4 gives four sheets that overlap by `OVERLAP`, with marks where to cut.
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
    """Draw a board on four sheets of A4, row by row from the upper left; the first is the page that is open."""
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
    """Draw where a sheet is cut: at its corners, and where it covers the one before."""
    xs = [EDGE, EDGE + wide, *([EDGE + OVERLAP] if column else [])]
    ys = [EDGE, EDGE + high, *([EDGE + OVERLAP] if row else [])]
    for x in xs:
        page.line(((x, EDGE - 6), (x, EDGE - 1)), 0.2)
        page.line(((x, EDGE + high + 1), (x, EDGE + high + 4)), 0.2)
    for y in ys:
        page.line(((EDGE - 6, y), (EDGE - 1, y)), 0.2)
        page.line(((EDGE + wide + 1, y), (EDGE + wide + 6, y)), 0.2)
