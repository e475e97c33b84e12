"""A finished match as PDF: outcome, ranking, map, points, what could be known, and the whole journal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from companion.boards.drawing import BoardDrawing
from companion.contract.game_ui import WalkedMap
from companion.contract.snapshot import Snapshot
from companion.exports.record import Record
from companion.i18n import Translator
from companion.printing.board_pdf import EDGE, Frame, draw, fitted
from companion.printing.paper import A4, Paper, width_of
from companion.ui.phrases import game_name
from companion.ui.plot import figures, ticks_of
from companion.ui.theme import Look
from companion.ui.words import names, say
from referee.core.analysis import Analysis, Moment, Phrase, Plot, Question

ANALYSIS_EDGE: Final = 14.0
WIDE: Final = A4.width - 2 * ANALYSIS_EDGE
PLOT_HIGH: Final = 52.0
DASHES: Final = ((), (2.4, 1.4), (0.6, 1.2), (3.4, 1, 0.7, 1), (1.2, 1.2))
SMALL: Final = 3.2
"""The letter height of running text in millimetres."""


def analysis_pdf(look: Look, snap: Snapshot) -> bytes:
    """Return the pages of an analysis, from a snapshot after the end, in the phone's language."""
    assert snap.match is not None
    pages = _Pages(look, snap, game_name(look, snap.match.game))
    pages.outcome()
    if snap.analysis is not None:
        pages.analysis(snap.analysis)
    return pages.paper.done()


class _Pages:
    """Pages that are written from top to bottom."""

    def __init__(self, look: Look, snap: Snapshot, title: str) -> None:
        self.look, self.snap = look, snap
        self.paper = Paper(A4, title)
        self.paper.text((ANALYSIS_EDGE, ANALYSIS_EDGE + 8), title, 6.4, bold=True)
        seats = look.t("app.list.comma").join(names(snap.match).values())
        self.top = self.paper.paragraph(ANALYSIS_EDGE, ANALYSIS_EDGE + 9, WIDE, seats, SMALL) + 3

    def room(self, high: float) -> None:
        """Begin a new page if this one has less than that height left."""
        if self.top + high > A4.height - ANALYSIS_EDGE:
            self.paper.next_page()
            self.top = ANALYSIS_EDGE

    def head(self, words: str) -> None:
        self.room(16)
        self.top += 7
        self.paper.text((ANALYSIS_EDGE, self.top), words, 4, bold=True)
        self.top += 1

    def line(self, words: str, left: float = ANALYSIS_EDGE) -> None:
        self.room(9)
        self.top = self.paper.paragraph(left, self.top, WIDE - (left - ANALYSIS_EDGE), words, SMALL)

    def outcome(self) -> None:
        t, result = self.look.t, self.snap.view.result
        called = names(self.snap.match)
        for line in sorted(result.ranking, key=lambda p: p.place):
            points = t("app.end.points", n=line.points)
            self.line(f"{t('app.end.place', n=line.place)}  {called.get(line.seat, line.seat)}  {points}")
        self.line(say(self.look, self.snap, result.reason))

    def analysis(self, found: Analysis) -> None:
        t = self.look.t
        for plot in found.plots:
            self.plot(plot)
        if found.decided is not None:
            self.head(t("analysis.decided", moment=t(found.axis, at=found.decided.at)))
            self.line(self.phrase(found.decided.said))
            for how in found.decided.how:
                self.line(self.phrase(how))
        self.section("questions", self.questions(found.questions), found.asked)
        lists: tuple[tuple[str, Sequence[Moment], Phrase | None], ...] = (
            ("misses", found.misses, None), ("proofs", found.proofs, None), ("certain", found.certain, found.sure)
        )  # fmt: skip
        for name, moments, how_known in lists:
            self.section(name, ((each.at, self.phrase(each.said)) for each in moments), how_known)
        for note in found.notes:
            self.line(self.phrase(note))

    def section(self, name: str, rows: Iterable[tuple[str, str]], how: Phrase | None) -> None:
        found = list(rows)
        if not found:
            return
        self.head(self.look.t(f"analysis.{name}"))
        for at, words in found:
            self.room(9)
            self.paper.text((ANALYSIS_EDGE, self.top + SMALL * 1.45), at, SMALL, bold=True)
            self.line(words, ANALYSIS_EDGE + 14)
        if how is not None:
            self.line(self.phrase(how))

    def questions(self, asked: Sequence[Question]) -> Iterator[tuple[str, str]]:
        t = self.look.t
        for each in asked:
            words = [self.phrase(each.said), self.phrase(each.answer), t("analysis.out", n=each.out)]
            if each.best is not None:
                words.append(t("analysis.best", what=self.phrase(each.best), n=each.best_out))
            if each.bits or each.best_bits:
                best = max(each.bits, each.best_bits)
                words.append(t("analysis.bits", told=f"{each.bits:.1f}", best=f"{best:.1f}"))
            yield each.at, " ".join(words)

    def phrase(self, said: Phrase) -> str:
        words = say(self.look, self.snap, said.message, said.params)
        return words if said.clause is None else f"{words} ({said.clause})"

    def plot(self, drawn: Plot) -> None:
        """Draw the curves, each with its own dashes and the first letter of its name at its end."""
        t = self.look.t
        self.room(PLOT_HIGH + 30)
        self.head(f"{t(drawn.title)} ({t(drawn.unit)})")
        ticks = ticks_of([n for curve in drawn.curves for n in curve.numbers if n is not None])
        top, bottom, left, right = self.top + 3, self.top + PLOT_HIGH, ANALYSIS_EDGE + 9, ANALYSIS_EDGE + WIDE - 32

        def point_of(n: int, number: float) -> tuple[float, float]:
            x = left + (right - left) * n / max(1, len(drawn.at) - 1)
            return x, bottom - (bottom - top) * (number - ticks[0]) / (ticks[-1] - ticks[0])

        for tick in ticks:
            y = point_of(0, tick)[1]
            self.paper.line([(left, y), (right, y)], 0.1, "#888888")
            self.paper.text((left - 1.5, y + 1), figures(tick), 2.8, align="right")
        every = max(1, len(drawn.at) // 8)
        for n in range(0, len(drawn.at), every):
            self.paper.text((point_of(n, ticks[0])[0], bottom + 4), drawn.at[n], 2.8, align="middle")
        ends: list[float] = []
        for k, curve in enumerate(drawn.curves):
            there = [point_of(n, number) for n, number in enumerate(curve.numbers) if number is not None]
            if len(there) > 1:
                self.paper.line(there, 0.5, dash=DASHES[k % len(DASHES)])
            if there:
                y = there[-1][1]
                while any(abs(y - other) < 4 for other in ends):
                    y += 4
                ends.append(y)
                self.paper.text((right + 2, y + 1), self.phrase(curve.name)[:14], 2.8, bold=True)
        self.top = bottom + 5
        self.line(self.phrase(drawn.how))


LINE = 5.2
"""The distance between lines of the journal in millimetres."""
INKS = {"ninja": "#0B5A8A", "traitor": "#8A4B00"}
SIZE = 3.4


def record_pdf(record: Record, map_: tuple[BoardDrawing, WalkedMap] | None, t: Translator) -> bytes:
    """Return the record, on as many pages of A4 as needed."""
    page = Paper(A4, f"{record.game}, {record.day}")
    top = EDGE + 9
    page.text((EDGE, top), f"{record.sign} {record.game}", 6, bold=True)
    page.text((A4.width - EDGE, top), f"{record.day}, {record.depth}", SIZE, align="right")
    for part in wrapped(record.outcome, A4.width - 2 * EDGE, 8, bold=True):
        top += 11
        page.text((EDGE, top), part, 8, bold=True)
    top += 7
    for part in wrapped(record.why, A4.width - 2 * EDGE, 4):
        page.text((EDGE, top), part, 4)
        top += 6
    for line in record.ranking:
        page.text((EDGE, top + 2), f"{line.place}.", 4.2)
        page.text((EDGE + 10, top + 2), line.name, 4.2, bold=line.won)
        right = " ".join(filter(None, (line.roles, line.points)))
        page.text((A4.width - EDGE, top + 2), right, 4.2, align="right")
        page.line(((EDGE, top + 4), (A4.width - EDGE, top + 4)), 0.15, "#8A8272")
        top += 7
    top += 3
    page.text((EDGE, top), record.proof, SIZE)
    if map_ is not None:
        frame = fitted(map_[0], EDGE, top + 5, A4.width - 2 * EDGE, A4.height - EDGE - top - 10)
        draw(page, map_[0], frame)
        _ways(page, map_[0], map_[1], frame)
        page.next_page()
        top = EDGE
    else:
        top += 8
    top += 8
    page.text((EDGE, top), t("record.journal"), 5, bold=True)
    top += 7
    for line_ in record.lines:
        words = f"{line_.who}: {' '.join(line_.words)}"
        if line_.undone:
            words = f"({t('app.log.undone')}) {words}"
        for n, part in enumerate(wrapped(words, A4.width - 2 * EDGE - 14, SIZE)):
            if top > A4.height - EDGE:
                page.next_page()
                top = EDGE + 6
            if n == 0:
                page.text((EDGE + 9, top), str(line_.number), SIZE, ink="#50463A", align="right")
            page.text((EDGE + 13, top), part, SIZE, ink="#8A8272" if line_.undone else "#000000")
            top += LINE
    return page.done()


def _ways(page: Paper, drawing: BoardDrawing, walked: WalkedMap, frame: Frame) -> None:
    for way in walked.ways:
        ink, aside = INKS[way.who], -14 if way.who == "ninja" else 14
        spots = [
            (frame.at((round(cell.middle[0] + aside), round(cell.middle[1] + 14))), turn)
            for zone, turn in zip(way.zones, way.turns, strict=True)
            if (cell := drawing.cells.get(zone)) is not None
        ]
        if len(spots) > 1:
            page.line([spot for spot, _ in spots], 0.7, ink, dash=() if way.who == "ninja" else (2, 1.4))
        for (x, y), turn in spots:
            if way.who == "ninja":
                page.disc((x, y), 1.9, "#FFFFFF", 0.3)
            else:
                page.box(x - 1.8, y - 1.8, 3.6, 3.6, "#FFFFFF", 0.3)
            page.text((x, y + 0.8), str(turn), 2.2, bold=True, ink=ink, align="middle")


def wrapped(words: str, wide: float, height: float, *, bold: bool = False) -> list[str]:
    """Break words into lines of a width: between words, or anywhere in Japanese."""
    found: list[str] = []
    line = ""
    for part in _parts(words):
        if line and width_of(line + part.rstrip(), height, bold=bold) > wide:
            found.append(line.rstrip())
            line = ""
        line += part
    return [*found, line.rstrip()] if line.strip() else found


def _parts(words: str) -> list[str]:
    """Return the pieces between which a line may break."""
    found: list[str] = []
    for char in words:
        within = bool(found) and found[-1][-1] < "\u2e80" and char < "\u2e80" and not found[-1].endswith(" ")
        if found and (within or char == " "):
            found[-1] += char
        else:
            found.append(char)
    return found
