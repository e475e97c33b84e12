"""The printed board: sizes, sheets, signs."""

from __future__ import annotations

import re
import zlib
from typing import get_args

import pytest

from companion.boards.drawing import drawing_of
from companion.i18n import translator
from companion.printing.board_pdf import EDGE, FOOT, OVERLAP, SHEETS, Format, board_pdf, fitted
from companion.printing.paper import A4, Paper, lines, width_of
from companion.ui.fonts import parts
from tests.companion.printing.reading import pages

NIJO = drawing_of("nijo")
BOXES = {"A2": (1190.55, 1683.78), "A3": (841.89, 1190.55), "A4": (595.28, 841.89)}


@pytest.mark.parametrize("paper", get_args(Format))
@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_board_is_printed_on_the_paper_that_was_asked_for(paper: str, lang: str) -> None:
    found = pages(board_pdf(NIJO.board, paper, translator(lang)))  # type: ignore[arg-type]
    assert len(found) == (SHEETS * SHEETS if paper == "A4" else 1)
    for page in found:
        assert page.size == pytest.approx(BOXES[paper], abs=0.1)


def test_the_same_board_gives_the_same_document() -> None:
    assert board_pdf(NIJO.board, "A3", translator("en")) == board_pdf(NIJO.board, "A3", translator("en"))


def test_every_zone_is_named_once_on_one_sheet_and_at_least_once_on_four() -> None:
    whole = pages(board_pdf(NIJO.board, "A2", translator("en")))[0]
    assert whole.texts >= len(NIJO.cells) + 1  # and the board's name
    four = pages(board_pdf(NIJO.board, "A4", translator("en")))
    assert all(page.clipped for page in four)


def test_four_sheets_overlap_and_cover_the_whole_board() -> None:
    wide, high = A4.width - 2 * EDGE, A4.height - 2 * EDGE - FOOT
    frame = fitted(NIJO, 0, 0, 2 * wide - OVERLAP, 2 * high - OVERLAP)
    corners = [frame.at(point) for cell in NIJO.cells.values() for point in cell.points]
    assert min(x for x, _ in corners) >= 0
    assert max(x for x, _ in corners) <= 2 * wide - OVERLAP
    assert min(y for _, y in corners) >= 0
    assert max(y for _, y in corners) <= 2 * high - OVERLAP


def test_a_line_is_broken_where_it_is_full() -> None:
    english = lines("Write down every zone you pass, turn by turn.", 40, 3.4)
    japanese = lines("通ったゾーンをターンごとにすべて書きます。", 30, 3.4)
    for found, wide in ((english, 40), (japanese, 30)):
        assert len(found) > 1
        assert all(width_of(line, 3.4) <= wide for line in found)
    assert " ".join(english) == "Write down every zone you pass, turn by turn."
    assert "".join(japanese) == "通ったゾーンをターンごとにすべて書きます。"


def test_a_rare_kanji_is_written_in_the_face_that_has_it() -> None:
    assert [(part.face, part.words) for part in parts("Aki 丕𠮷")] == [
        ("Metsuke", "Aki "),
        ("Full", "丕"),
        ("Han", "𠮷"),
    ]


def test_nothing_is_drawn_beside_an_open_window() -> None:
    page = Paper(A4, "window")
    with page.window(10, 10, 20, 20):
        page.box(0, 0, 100, 100, "#000000")
    assert re.search(rb"\bW\*? n\b", zlib.decompress(stream(page.done())))


def stream(document: bytes) -> bytes:
    """Return the first page's drawing, still packed."""
    import base64

    found = re.search(rb"stream\r?\n(.*?)endstream", document, re.DOTALL)
    assert found is not None
    return base64.a85decode(found[1].strip().removesuffix(b"~>"))
