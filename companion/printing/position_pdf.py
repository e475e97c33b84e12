"""A match on paper in the middle of it: what lies open, and each seat's own, in the order in which it is entered again.

Nothing but what its reader may know is given to it. A code on each sheet carries what lies open to another host.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from companion.contract.take_over import Entered, Step, in_words
from companion.i18n import Translator
from companion.printing.paper import A4, Paper
from companion.printing.paper import lines as lines_of
from companion.printing.secret_sheet import EDGE, stripes
from companion.ui.qr import code

QR = 46.0
"""Millimetres of the code."""
LABEL = 70.0
"""Millimetres of the labels' column."""
WORDS = A4.width - 2 * EDGE - LABEL
"""Millimetres of what stands beside them."""
LONGEST = 1800
"""Characters of the longest link that a camera still reads well from paper."""


class PositionSheet(NamedTuple):
    """One sheet: the open one, or a seat's secret one."""

    title: str
    who: str
    steps: Sequence[Step]
    entered: Entered
    secret: bool = False
    rules: Sequence[tuple[str, str]] = ()
    """What the table plays by, each with its value: to be chosen before anything is entered."""
    under_way: bool = False
    """Whether something has been begun that cannot be entered."""


def position_pdf(sheets: Iterable[PositionSheet], link: str, t: Translator) -> bytes:
    """Return the sheets as a document, each beginning a page of A4, with the code of `link` unless it is empty."""
    page = Paper(A4, t("app.take_over.title"))
    for n, sheet in enumerate(sheets):
        if n:
            page.next_page()
        _sheet(page, sheet, link, t)
    return page.done()


def _sheet(page: Paper, sheet: PositionSheet, link: str, t: Translator) -> None:
    top = _head(page, sheet, link, t)
    if sheet.under_way:
        top = page.paragraph(EDGE, top, A4.width - 2 * EDGE, t("app.take_over.under_way"), 3.6) + 3
    parts = [(t("app.new.options"), sheet.rules)] if sheet.rules else []
    for step in sheet.steps:
        parts.append((step.title, [(f.title, in_words(t, f, sheet.entered.get(f.key))) for f in step.fields]))
    for title, lines in parts:
        for n, (label, words) in enumerate(lines):
            if top + _height(label, words) > A4.height - 2 * EDGE:
                page.next_page()
                top = _head(page, sheet, "", t)
            if n == 0:
                page.text((EDGE, top + 6), title, 4.2, bold=True)
                top += 8
            beside = page.paragraph(EDGE, top, LABEL - 4, label, 3.2)
            below = page.paragraph(EDGE + LABEL, top, WORDS, words, 3.6)
            top = max(beside, below, top + 5) + 2.5
            page.line(((EDGE, top), (A4.width - EDGE, top)), 0.15, "#8A8272")
        top += 3


def _height(label: str, words: str) -> float:
    """Return how many millimetres a line takes with all that it may have over it."""
    return 8 + 1.45 * max(3.2 * len(lines_of(label, LABEL - 4, 3.2)), 3.6 * len(lines_of(words, WORDS, 3.6)))


def _head(page: Paper, sheet: PositionSheet, link: str, t: Translator) -> float:
    """Write the head of a page and return where its fields begin."""
    top = EDGE
    if sheet.secret:
        stripes(page)
        page.box(EDGE, EDGE, A4.width - 2 * EDGE, 7, "#000000", 0)
        page.text((EDGE + 2, EDGE + 5), t("print.secret"), 3.6, bold=True, ink="#FFFFFF")
        top += 8
    coded = bool(link) and len(link) <= LONGEST
    wide = A4.width - 2 * EDGE - (QR + 8 if coded else 0)
    below = top + 8
    for each in lines_of(sheet.title, wide, 6.6):  # in bold, which is wider
        page.text((EDGE, below), each, 6, bold=True)
        below += 8
    below = page.paragraph(EDGE, below - 7, wide, sheet.who, 4.2) + 5
    if not coded:
        return below
    drawn_code(page, link, A4.width - EDGE - QR, top, QR)
    return max(page.paragraph(EDGE, below - 2, wide, t("app.take_over.scan"), 3), top + QR) + 4


def drawn_code(page: Paper, text: str, left: float, top: float, size: float) -> None:
    """Draw the code of a text as a square of so many millimetres, its quiet margin included."""
    modules = code(text).get_matrix()
    unit = size / len(modules)
    for y, line in enumerate(modules):
        for x, dark in enumerate(line):
            if dark:
                page.box(left + x * unit, top + y * unit, unit * 1.02, unit * 1.02, "#000000", 0)
