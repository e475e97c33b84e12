"""What a match needs on paper before it begins: what its game prints, else a sheet for the scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.contract.offered import ui_of
from companion.i18n import Translator
from companion.printing.board_pdf import EDGE
from companion.printing.paper import A4, Paper, width_of
from companion.tables.known_boards import know
from referee.board.board import Board

ROWS = 16
"""Lines of a sheet for the scores, above that of the sums."""
TOP, NUMBERS = 32.0, 12.0
"""Millimetres above the table, and of the column of its line numbers."""
NAME_MOST, NAME_LEAST = 4.2, 2.4
"""Millimetres of the largest and the smallest name over a column."""


def match_pdf(game: str, names: Sequence[str], options: Mapping[str, Any], t: Translator) -> bytes:
    """Return the papers of a match, all of A4. `names` are those of the seats, in their order.

    Raises `BadBoard` or `NoBoard` for a board that cannot be played on.
    """
    papers = ui_of(game).papers
    return scores_pdf(t(f"app.game.{game}"), names, t) if papers is None else papers(names, options, t)


def sheet_pdf(game: str, board: Board | None, view: Any, seat: str, t: Translator) -> bytes:
    """Return a seat's own sheet from its view, on the board of its match. Its game has one (`GameUi.seat_sheet`)."""
    if board is not None:
        know(board)
    print_ = ui_of(game).seat_sheet
    assert print_ is not None
    return print_(view, seat, t)


def scores_pdf(title: str, names: Sequence[str], t: Translator) -> bytes:
    """Return a sheet with a column a seat, numbered lines, and one for the sums."""
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
    """Return a name as it fits into a width, and how high its letters are: smaller first, then cut."""
    size = min(NAME_MOST, NAME_MOST * wide / max(width_of(name, NAME_MOST, bold=True), 0.1))
    if size >= NAME_LEAST:
        return name, size
    while name and width_of(f"{name}…", NAME_LEAST, bold=True) > wide:
        name = name[:-1]
    return f"{name}…", NAME_LEAST
