"""A match that has ended, looked at once more: what is worked out of it, once for all phones and beside them.

Nothing of it exists before the end: a running match is never handed to what looks back.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

from companion.flet_runtime import faults
from companion.jobs import ASKER, Asker, Progress
from companion.jobs.aside import last
from companion.stored_match import match_of
from models import EntryRecord, MatchRecord
from referee.core.analysis import Analysis
from referee.core.journal import Match

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
