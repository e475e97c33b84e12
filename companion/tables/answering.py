"""A table that waits for an answer: what is chosen early is kept on disk, and judged when its time has come.

The wait ends at the same moment whether anything is kept or not; until then nobody but the chooser and the game
master can know that something is. See `companion.tables.waiting` for the schedule.
"""

from __future__ import annotations

import asyncio
import logging
from datetime import datetime
from typing import Any, Protocol

from companion.tables.backend import Backend
from companion.tables.waiting import Wait, answers, asked, chosen, kept, may_be_kept, too_early
from models import KeptRecord, MatchRecord, StoreError
from referee.core.journal import Match
from referee.core.values import GAME_MASTER, Ruling

log = logging.getLogger("metsuke")

AGAIN = 2.0
"""Seconds after which a database that did not answer is asked again."""


class AskedTable(Protocol):
    """The table at which the question is open."""

    record: MatchRecord
    match: Match | None

    async def answer(self) -> None:
        """Judge what was kept; its time has come."""
        ...


class Answering:
    """The question that is open at one table. Its methods are called by whoever holds the table's lock."""

    def __init__(self, table: AskedTable, backend: Backend) -> None:
        self._table = table
        self._backend = backend
        self.wait: Wait | None = None
        """The wait of the question that is open, or None."""
        self.kept: KeptRecord | None = None
        """The answer to it, where it was chosen early."""
        self._moments: dict[int, datetime] = {}
        self._alarm: asyncio.TimerHandle | None = None
        self._ringing: asyncio.Task[None] | None = None

    def chosen_by(self, viewer: str) -> bool:
        """Tell whether `viewer` may know that the answer is chosen: it is theirs, or they see everything."""
        if self.kept is None:
            return False
        return viewer in (GAME_MASTER, self.kept.actor, self.kept.act.get("seat"))

    def note(self, number: int, at: datetime) -> None:
        self._moments[number] = at

    async def keep(self, actor: str, act: Any) -> Ruling | None:
        """Keep an answer that comes early, if it would be upheld. Returns None for what is to be judged at once."""
        wait, match = self.wait, self._table.match
        question = None if match is None else match.game.EXTRAS.timed_answer
        if wait is None or match is None or question is None or not answers(question, act):
            return None
        if self.kept is not None:
            return chosen(question)
        if wait.left(self._backend.clock()) <= 0:
            return None
        if not may_be_kept(actor, act):
            return too_early(question)
        after, ruling = match.act(actor, act)
        if after is match:
            return ruling
        store, match_id = self._backend.store, self._table.record.id
        first = await self._backend.run(store.kept_acts.keep, match_id, wait.number, actor, act.model_dump(mode="json"))
        self.kept = await self._backend.run(store.kept_acts.get, match_id)
        return kept(question) if first else chosen(question)

    async def watch(self) -> None:
        """Note which question is open now and since when, and be there when its wait is over."""
        match = self._table.match
        question = None if match is None else match.game.EXTRAS.timed_answer
        number = None if match is None else asked(match)
        if match is None or question is None or number is None:
            self.wait = self.kept = None
        elif self.wait is None or self.wait.number != number:
            self.wait = Wait(number, await self._moment(number), question.seconds(match.state))
            early = await self._backend.run(self._backend.store.kept_acts.get, self._table.record.id)
            self.kept = early if early is not None and early.number == number else None
        self._set_alarm()

    async def _moment(self, number: int) -> datetime:
        if number not in self._moments:
            rows = await self._backend.run(self._backend.store.journals.entries, self._table.record.id, number - 1)
            self.note(number, rows[0].at)
        return self._moments[number]

    def _set_alarm(self, again: float = 0.0) -> None:
        self.still()
        if self.wait is not None:
            left = max(self.wait.left(self._backend.clock()), again)
            self._alarm = asyncio.get_running_loop().call_later(left, self._ring)

    def still(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def stop(self) -> None:
        """Cancel all work, because the host stops."""
        self.still()
        if self._ringing is not None:
            self._ringing.cancel()

    def _ring(self) -> None:
        self._alarm = None
        self._ringing = asyncio.get_running_loop().create_task(self._rung())

    async def _rung(self) -> None:
        try:
            await self._table.answer()
        except StoreError:
            log.error("the database did not take an answer that was kept")
            self._set_alarm(AGAIN)

    async def due(self) -> KeptRecord | None:
        """Return what is kept, once its wait is over; before that, come back in time."""
        wait = self.wait
        if wait is None:
            return None
        if wait.left(self._backend.clock()) > 0:
            self._set_alarm()
            return None
        early = await self._backend.run(self._backend.store.kept_acts.get, self._table.record.id)
        return early if early is not None and early.number == wait.number else None

    async def drop(self, number: int) -> None:
        """Keep the answer to an entry no longer, where judging it did not take it away."""
        await self._backend.run(self._backend.store.kept_acts.drop, self._table.record.id, number)
        self.kept = None

    async def look_again(self) -> None:
        """Read whether another process has kept an answer: nobody is told of that."""
        if self.wait is not None and self.kept is None:
            early = await self._backend.run(self._backend.store.kept_acts.get, self._table.record.id)
            self.kept = early if early is not None and early.number == self.wait.number else None
