"""The analysis of a match that has ended on paper: who won, the points, and what could be known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from companion.contract.snapshot import Snapshot
from companion.printing.paper import A4, Paper
from companion.ui.look import Look
from companion.ui.phrases import game_name
from companion.ui.plot_drawing import figures, ticks_of
from companion.ui.words.sentences import names, say
from referee.core.analysis import Analysis, Moment, Phrase, Plot, Question

EDGE: Final = 14.0
WIDE: Final = A4.width - 2 * EDGE
PLOT_HIGH: Final = 52.0
DASHES: Final = ((), (2.4, 1.4), (0.6, 1.2), (3.4, 1, 0.7, 1), (1.2, 1.2))
SMALL: Final = 3.2
"""Millimetres of the letters of running text."""


def analysis_pdf(look: Look, snap: Snapshot) -> bytes:
    """Return the pages of an analysis, from a snapshot of after the end, in the phone's language."""
    assert snap.match is not None
    pages = _Pages(look, snap, game_name(look, snap.match.game))
    pages.outcome()
    if snap.analysis is not None:
        pages.analysis(snap.analysis)
    return pages.paper.done()


class _Pages:
    """Sheets that are written from top to bottom."""

    def __init__(self, look: Look, snap: Snapshot, title: str) -> None:
        self.look, self.snap = look, snap
        self.paper = Paper(A4, title)
        self.paper.text((EDGE, EDGE + 8), title, 6.4, bold=True)
        seats = look.t("app.list.comma").join(names(snap.match).values())
        self.top = self.paper.paragraph(EDGE, EDGE + 9, WIDE, seats, SMALL) + 3

    def room(self, high: float) -> None:
        """Begin another page where this one has no room for so much."""
        if self.top + high > A4.height - EDGE:
            self.paper.next_page()
            self.top = EDGE

    def head(self, words: str) -> None:
        self.room(16)
        self.top += 7
        self.paper.text((EDGE, self.top), words, 4, bold=True)
        self.top += 1

    def line(self, words: str, left: float = EDGE) -> None:
        self.room(9)
        self.top = self.paper.paragraph(left, self.top, WIDE - (left - EDGE), words, SMALL)

    def outcome(self) -> None:
        t, result = self.look.t, self.snap.view.result
        called = names(self.snap.match)
        for place in sorted(result.ranking, key=lambda p: p.place):
            points = t("app.end.points", n=place.points)
            self.line(f"{t('app.end.place', n=place.place)}  {called.get(place.seat, place.seat)}  {points}")
        self.line(say(self.look, self.snap, result.reason))

    def analysis(self, told: Analysis) -> None:
        t = self.look.t
        for plot in told.plots:
            self.plot(plot)
        if told.decided is not None:
            self.head(t("analysis.decided", moment=t(told.axis, at=told.decided.at)))
            self.line(self.phrase(told.decided.said))
            for how in told.decided.how:
                self.line(self.phrase(how))
        self.section("questions", self.questions(told.questions), told.asked)
        lists: tuple[tuple[str, Sequence[Moment], Phrase | None], ...] = (
            ("misses", told.misses, None), ("proofs", told.proofs, None), ("certain", told.certain, told.sure)
        )  # fmt: skip
        for name, moments, how_known in lists:
            self.section(name, ((each.at, self.phrase(each.said)) for each in moments), how_known)
        for note in told.notes:
            self.line(self.phrase(note))

    def section(self, name: str, rows: Iterable[tuple[str, str]], how: Phrase | None) -> None:
        found = list(rows)
        if not found:
            return
        self.head(self.look.t(f"analysis.{name}"))
        for at, words in found:
            self.room(9)
            self.paper.text((EDGE, self.top + SMALL * 1.45), at, SMALL, bold=True)
            self.line(words, EDGE + 14)
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
        top, bottom, left, right = self.top + 3, self.top + PLOT_HIGH, EDGE + 9, EDGE + WIDE - 32

        def place(n: int, number: float) -> tuple[float, float]:
            x = left + (right - left) * n / max(1, len(drawn.at) - 1)
            return x, bottom - (bottom - top) * (number - ticks[0]) / (ticks[-1] - ticks[0])

        for tick in ticks:
            y = place(0, tick)[1]
            self.paper.line([(left, y), (right, y)], 0.1, "#888888")
            self.paper.text((left - 1.5, y + 1), figures(tick), 2.8, align="right")
        every = max(1, len(drawn.at) // 8)
        for n in range(0, len(drawn.at), every):
            self.paper.text((place(n, ticks[0])[0], bottom + 4), drawn.at[n], 2.8, align="middle")
        ends: list[float] = []
        for k, curve in enumerate(drawn.curves):
            there = [place(n, number) for n, number in enumerate(curve.numbers) if number is not None]
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
