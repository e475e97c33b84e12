"""What each viewer may know of a match, made once for all phones, and a match that has ended looked at once more.

A match that has ended, looked at once more: what is worked out of it, once for all phones and beside them. Nothing of
it exists before the end: a running match is never handed to what looks back.
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
from referee.core.journal.corrections import step_in
from referee.core.journal.noting_again import Note, changed_notes, parts_of_entry, secret_notes
from referee.core.offers import Offer
from referee.core.values import GAME_MASTER, PUBLIC, Prompt


class Views:
    """A match at one moment, as each viewer may know it. Each view is made once, however many phones show it."""

    def __init__(self, match: Match | None) -> None:
        self.match = match
        if match is not None and (boards := match.game.EXTRAS.boards) is not None:
            know(boards.of(match.state))  # its maps can be drawn, wherever it came from
        self._views: dict[tuple[str, str], Any] = {}
        self._prompts: dict[str, tuple[Prompt, ...]] = {}
        self._ahead: dict[str, tuple[Offer, ...]] = {}
        self._findings: tuple[Any, ...] | None = None
        self._changed: tuple[ChangedNote, ...] | None = None
        self._notes: dict[str, tuple[Note, ...]] = {}
        self._correctable: frozenset[int] | None = None
        self._entries: dict[int, WrongEntry | None] = {}

    def view(self, through: str, viewer: str) -> Any:
        """Return what `through` may know, in the place of `viewer`: a covered seat sees the public view."""
        assert self.match is not None
        if (through, viewer) not in self._views:
            view = self.match.view(through) if viewer == through else self.view(through, through)
            if viewer != through:
                view = view.model_copy(update={"viewer": viewer})
            self._views[through, viewer] = view
        return self._views[through, viewer]

    async def like(self, before: Views) -> None:
        """Make the views and prompts that were asked for of an earlier moment: they will be asked for of this one.

        One at a time: what others send is taken in between, so that nobody feels whose view there is most to make of.
        """
        for through, viewer in tuple(before._views):
            self.view(through, viewer)
            await asyncio.sleep(0)
        for through in tuple(before._prompts):
            self.prompts(through)
            await asyncio.sleep(0)
        for seat in tuple(before._ahead):
            self.ahead(seat)
            await asyncio.sleep(0)

    def findings(self) -> tuple[Any, ...]:
        """Return what the audits of a finished match have found, if its game has any; nothing before its end."""
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
        """Return what a seat has noted and nobody else has been told, for that seat alone."""
        assert self.match is not None
        if seat not in self._notes:
            self._notes[seat] = secret_notes(self.match, seat)
        return self._notes[seat]

    def correctable(self) -> frozenset[int]:
        """Return the lines of the log whose entries stand, as everybody may know it."""
        assert self.match is not None
        if self._correctable is None:
            lines = self.match.line_numbers(PUBLIC)
            seen = (s for s in self.match.steps if not isinstance(s.act, Correct) and not s.ruling.unnoticed_by(PUBLIC))
            self._correctable = frozenset(lines[n] for s in seen for n in (s.number, s.corrected) if n in lines)
        return self._correctable

    def entry(self, line: int) -> WrongEntry | None:
        """Return what stands in a line of the log, as everybody may know it; None where nothing does."""
        assert self.match is not None
        if line not in self._entries:
            step = step_in(self.match, line, PUBLIC)
            self._entries[line] = None if step is None else _wrong(self.match, line, step)
        return self._entries[line]

    def prompts(self, through: str) -> tuple[Prompt, ...]:
        """Return what is asked, as `through` may know it."""
        assert self.match is not None
        if through not in self._prompts:
            self._prompts[through] = self.match.prompts(through)
        return self._prompts[through]

    def ahead(self, seat: str) -> tuple[Offer, ...]:
        """Return what a seat can plan before its turn, for that seat alone."""
        assert self.match is not None
        if seat not in self._ahead:
            ahead = self.match.game.EXTRAS.ahead
            self._ahead[seat] = () if ahead is None else ahead(self.match.state, seat)
        return self._ahead[seat]


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
        """How the match will look if what is being written is upheld. Nobody is shown it before."""

    def of(self, match: Match) -> Views:
        """Return how this match looks to each viewer; kept until it moves."""
        if self._now.match is not match:
            self._now = self._foreseen if self._foreseen.match is match else Views(match)
            self._foreseen = Views(None)
        return self._now

    async def foresee(self, match: Match) -> None:
        """See a match as it will be, while the disk is busy with its last entry."""
        foreseen = Views(match)
        try:
            await foreseen.like(self._now)
        except Exception:  # whoever asks for it later is told
            return
        self._foreseen = foreseen

    def forget_foreseen(self) -> None:
        """What was being written has failed."""
        self._foreseen = Views(None)


log = logging.getLogger("metsuke")

PACE: Final = 0.5
"""Seconds between two times that phones are told how much is done."""


def analysed(record: MatchRecord, rows: Sequence[EntryRecord], progress: Progress) -> Analysis | None:
    """Return what could be known of an ended match, from its journal; None where its game does not tell."""
    match = match_of(record, rows)
    review = match.game.EXTRAS.review
    return None if review.analysis is None else review.analysis(match.steps, review.replay(match.steps), progress)


class LookingBack:
    """What one table's ended match came to. It runs beside the loop; no phone waits for it."""

    def __init__(
        self, tell: Callable[[], None], analyse: Callable[[Progress], Awaitable[Analysis | None]]
    ) -> None:
        """Look back at a match; `tell` lets the phones of this host draw it anew, `analyse` has it analysed."""
        self._tell = tell
        self._analyse = analyse
        self._match: Match | None = None
        self._work: asyncio.Task[None] | None = None
        self.replay: tuple[Any, ...] = ()
        """The match frame by frame, if its game can be watched so."""
        self.analysis: Analysis | None = None
        """What could be known, if its game tells it."""
        self.done: float | None = None
        """How much of that is worked out, from 0 to 1; None while nothing is being."""

    def watch(self, match: Match | None) -> None:
        """Begin to look back at a match that has ended; forget one that goes on after all."""
        ended = match if match is not None and match.result is not None else None
        if ended is self._match:
            return
        self.stop()
        self._match, self.replay, self.analysis = ended, (), None
        if ended is not None:
            self.done = 0.0
            self._work = asyncio.get_running_loop().create_task(self._look(ended))

    async def _look(self, match: Match) -> None:
        ASKER.set(Asker())  # whoever ended the match waits for it no more than others

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
                found.cancel()  # nobody looks at what it raises
                raise
            self.analysis = found.result()
        except Exception as fault:  # the match is over, and its record is there without
            log.error("a match could not be looked back at: %s", faults.describe(fault))
        self.done = None
        self._tell()
        try:
            await last(self._work_out_frames, match)
        except Exception as fault:  # whoever looks at that moment works it out again
            log.error("a moment of a match could not be worked out: %s", faults.describe(fault))

    def _replay(self, match: Match) -> tuple[Any, ...]:
        return match.game.EXTRAS.review.replay(match.steps) if match is self._match else ()

    def _work_out_frames(self, match: Match) -> None:
        """Work out what each frame shows, so that no phone that moves to it keeps all others waiting."""
        if (work_out := match.game.EXTRAS.review.work_out) is None:
            return
        for frame in self.replay:
            if match is not self._match:
                return
            work_out(frame)

    async def finished(self) -> None:
        """Wait until nothing is being worked out any more."""
        if self._work is not None:
            await asyncio.wait({self._work})

    def stop(self) -> None:
        """Wait for nothing any more, and work out no more of it."""
        if self._work is not None:
            self._work.cancel()
        self._match, self._work, self.done = None, None, None
