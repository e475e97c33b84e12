"""What is printed: a board and each seat's empty sheet before a match, and one seat's sheet as the match stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.boards.drawing import BoardDrawing, drawing_of
from companion.games.scorpion.options import roles_of
from companion.games.scorpion.papers.sheets import empty_sheet, sheet_of
from companion.i18n import Translator
from companion.printing.board_pdf import name_of, sheets_of_four
from companion.printing.paper import A4, Paper
from companion.printing.secret_sheet import one, sheets_pdf
from referee.board.board import Board
from referee.board.reading import BUNDLED, bundled, read_board
from referee.scorpion.views.view_model import View


def papers(names: Sequence[str], options: Mapping[str, Any], t: Translator) -> bytes:
    """Return a board on four sheets to be glued, and an empty secret sheet for each seat.

    Raises `BadBoard` or `NoBoard` for a board that cannot be played on.
    """
    drawing = BoardDrawing(_board(options.get("board", BUNDLED[0])))
    page = Paper(A4, name_of(drawing, t))
    sheets_of_four(page, drawing, t)
    roles = roles_of([f"p{n}" for n in range(1, len(names) + 1)], options)
    for name, role in zip(names, roles, strict=False):
        page.next_page()
        one(page, drawing, empty_sheet(role, name, t), t)
    return page.done()


def seat_sheet(view: View, seat: str, t: Translator) -> bytes:
    return sheets_pdf(drawing_of(view.board.hash), [sheet_of(view, seat, t)], t)


def _board(option: Any) -> Board:
    return bundled(option) if isinstance(option, str) else read_board(option)
