"""What each viewer may know of a match, computed once for all phones, and the review of a match that has ended.

The review is computed once for all phones, outside the event loop, and only after the end: a running match is never
passed to it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any, Final

from companion.contract.snapshot import ChangedNote, WrongEntry
from companion.database import match_of
from companion.flet_runtime import faults
from companion.jobs import ASKER, Asker, Progress
from companion.jobs.jobs import last
from companion.tables.backend import know
from models import EntryRecord, MatchRecord
from referee.core.acts import Step
from referee.core.analysis import Analysis
from referee.core.journal import Correct, Match
from referee.core.journal.notes import Note
from referee.core.journal.noting_again import changed_notes, parts_of_entry, secret_notes
from referee.core.offers import Offer
from referee.core.values import GAME_MASTER, PUBLIC, Prompt


class Views:
    """A match at one moment, as each viewer may know it. Each view is made once, however many phones show it."""

    def __init__(self, match: Match | None) -> None:
        self.match = match
        if match is not None and (boards := match.game.EXTRAS.boards) is not None:
            know(boards.of(match.state))  # so that maps of the board can be drawn, wherever it came from
        self._views: dict[tuple[str, str], Any] = {}
        self._prompts: dict[str, tuple[Prompt, ...]] = {}
        self._early_offers: dict[str, tuple[Offer, ...]] = {}
        self._findings: tuple[Any, ...] | None = None
        self._changed: tuple[ChangedNote, ...] | None = None
        self._notes: dict[str, tuple[Note, ...]] = {}
        self._correctable: frozenset[int] | None = None
        self._entries: dict[int, WrongEntry | None] = {}

    def view(self, through: str, viewer: str) -> Any:
        """Return what `through` may know, shown to `viewer`: a covered seat gets the public view."""
        assert self.match is not None
        if (through, viewer) not in self._views:
            view = self.match.view(through) if viewer == through else self.view(through, through)
            if viewer != through:
                view = view.model_copy(update={"viewer": viewer})
            self._views[through, viewer] = view
        return self._views[through, viewer]

    async def like(self, before: Views) -> None:
        """Make the views, prompts and early offers that `before` has: they will be asked for again.

        Other tasks run between them, so that no delay tells whose view takes longest.
        """
        for through, viewer in tuple(before._views):
            self.view(through, viewer)
            await asyncio.sleep(0)
        for through in tuple(before._prompts):
            self.prompts(through)
            await asyncio.sleep(0)
        for seat in tuple(before._early_offers):
            self.early_offers(seat)
            await asyncio.sleep(0)

    def findings(self) -> tuple[Any, ...]:
        """Return the findings of the audits of a finished match, if its game has any; nothing before its end."""
        assert self.match is not None
        if self._findings is None:
            found = self.match.game.EXTRAS.review.findings if self.match.result is not None else None
            self._findings = () if found is None else found(self.match.state)
        return self._findings

    def changed(self) -> tuple[ChangedNote, ...]:
        """Return the notes that were changed, once the match has ended; nothing before."""
        assert self.match is not None
        if self._changed is None:
            self._changed = tuple(_changed(self.match))
        return self._changed

    def notes(self, seat: str) -> tuple[Note, ...]:
        """Return a seat's notes that nobody else has been told, for that seat alone."""
        assert self.match is not None
        if seat not in self._notes:
            self._notes[seat] = secret_notes(self.match, seat)
        return self._notes[seat]

    def correctable(self) -> frozenset[int]:
        """Return the lines of the log whose entries are in force, as everybody may know it."""
        assert self.match is not None
        if self._correctable is None:
            lines = self.match.line_numbers(PUBLIC)
            seen = (s for s in self.match.steps if not isinstance(s.act, Correct) and not s.ruling.unnoticed_by(PUBLIC))
            self._correctable = frozenset(lines[n] for s in seen for n in (s.number, s.corrected) if n in lines)
        return self._correctable

    def entry(self, line: int) -> WrongEntry | None:
        """Return the entry in a line of the log, as everybody may know it; None if the line has none."""
        assert self.match is not None
        if line not in self._entries:
            step = self.match.step_in(line, PUBLIC)
            self._entries[line] = None if step is None else _wrong(self.match, line, step)
        return self._entries[line]

    def prompts(self, through: str) -> tuple[Prompt, ...]:
        """Return the prompts, as `through` may know them."""
        assert self.match is not None
        if through not in self._prompts:
            self._prompts[through] = self.match.prompts(through)
        return self._prompts[through]

    def early_offers(self, seat: str) -> tuple[Offer, ...]:
        """Return what a seat can plan before its turn, for that seat alone."""
        assert self.match is not None
        if seat not in self._early_offers:
            early_offers = self.match.game.EXTRAS.early_offers
            self._early_offers[seat] = () if early_offers is None else early_offers(self.match.state, seat)
        return self._early_offers[seat]


def _wrong(match: Match, line: int, step: Step) -> WrongEntry:
    move = match.log(PUBLIC)[line - 1].move
    secret = match.written[(step.corrected or step.number) - 1].secret
    return WrongEntry(line, step.seat, move, secret, () if move is None else parts_of_entry(match, step))


def _changed(match: Match) -> Iterator[ChangedNote]:
    lines = match.line_numbers(GAME_MASTER)
    for each in changed_notes(match):
        fields = [name for name in each.now if each.was.get(name) != each.now[name]]
        was, now = ({name: of.get(name) for name in fields} for of in (each.was, each.now))
        yield ChangedNote(each.seat, lines[each.number], was, now)


class NewestViews:
    """The views of a match as it stands, and of the moment that is being written to disk."""

    def __init__(self) -> None:
        self._now = Views(None)
        self._foreseen = Views(None)
        """The views of the match if the entry being written is upheld. Nobody is shown them before."""

    def of(self, match: Match) -> Views:
        """Return the views of this match; they are kept until the match changes."""
        if self._now.match is not match:
            self._now = self._foreseen if self._foreseen.match is match else Views(match)
            self._foreseen = Views(None)
        return self._now

    async def foresee(self, match: Match) -> None:
        """Make the views of the next moment, while the disk is busy with its entry."""
        foreseen = Views(match)
        try:
            await foreseen.like(self._now)
        except Exception:  # raised again when the view is asked for
            return
        self._foreseen = foreseen

    def forget_foreseen(self) -> None:
        """Drop the views of the next moment: its entry was not written."""
        self._foreseen = Views(None)


log = logging.getLogger("metsuke")

PACE: Final = 0.5
"""Seconds between two updates of the progress on phones."""


def analysed(record: MatchRecord, rows: Sequence[EntryRecord], progress: Progress) -> Analysis | None:
    """Return the analysis of what could be known in an ended match, from its journal; None if its game has none."""
    match = match_of(record, rows)
    review = match.game.EXTRAS.review
    return None if review.analysis is None else review.analysis(match.steps, review.replay(match.steps), progress)


class MatchReview:
    """The review of one table's ended match. It runs outside the event loop; no phone waits for it."""

    def __init__(
        self, tell: Callable[[], None], analyse: Callable[[Progress], Awaitable[Analysis | None]]
    ) -> None:
        """`tell` makes the phones of this host draw the match again, `analyse` computes the analysis."""
        self._tell = tell
        self._analyse = analyse
        self._match: Match | None = None
        self._work: asyncio.Task[None] | None = None
        self.replay: tuple[Any, ...] = ()
        """The match frame by frame, if its game has a replay."""
        self.analysis: Analysis | None = None
        """The analysis of what could be known, if its game has one."""
        self.done: float | None = None
        """The share of the analysis that is done, from 0 to 1; None while none is computed."""

    def watch(self, match: Match | None) -> None:
        """Start the review of a match that has ended; drop that of a match that goes on after all."""
        ended = match if match is not None and match.result is not None else None
        if ended is self._match:
            return
        self.stop()
        self._match, self.replay, self.analysis = ended, (), None
        if ended is not None:
            self.done = 0.0
            self._work = asyncio.get_running_loop().create_task(self._look(ended))

    async def _look(self, match: Match) -> None:
        ASKER.set(Asker())  # its phone waits for it no more than others

        def progress(done: float) -> None:
            if match is self._match:
                self.done = done

        try:
            self.replay = await last(self._replay, match)
            found = asyncio.ensure_future(self._analyse(progress))
            try:
                while not (await asyncio.wait({found}, timeout=PACE))[0]:
                    self._tell()
            except asyncio.CancelledError:
                found.cancel()  # its exception is of no interest
                raise
            self.analysis = found.result()
        except Exception as fault:  # the match is over, and its record is complete without the review
            log.error("a match could not be looked back at: %s", faults.describe(fault))
        self.done = None
        self._tell()
        try:
            await last(self._work_out_frames, match)
        except Exception as fault:  # it is computed again when that moment is looked at
            log.error("a moment of a match could not be worked out: %s", faults.describe(fault))

    def _replay(self, match: Match) -> tuple[Any, ...]:
        return match.game.EXTRAS.review.replay(match.steps) if match is self._match else ()

    def _work_out_frames(self, match: Match) -> None:
        """Compute what each frame shows, so that no phone that moves to it delays the others."""
        if (work_out := match.game.EXTRAS.review.work_out) is None:
            return
        for frame in self.replay:
            if match is not self._match:
                return
            work_out(frame)

    async def finished(self) -> None:
        """Wait until the review is complete or cancelled."""
        if self._work is not None:
            await asyncio.wait({self._work})

    def stop(self) -> None:
        """Cancel the review."""
        if self._work is not None:
            self._work.cancel()
        self._match, self._work, self.done = None, None, None
