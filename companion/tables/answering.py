"""Timed answers: everybody is told the answer to a question after the same wait, whatever it is.

How soon a player taps must tell nobody anything. So an answer chosen early is kept on disk, and judged when the wait is
over; a later one is judged at once. The wait ends at the same moment whether an answer is kept or not, and until then
nobody but the chooser and the game master can know that one is. The wait depends on the question, the option and the
clock, and on no secret.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, Protocol

from companion.tables.backend import Backend
from models import KeptRecord, MatchRecord, StoreError
from referee.core.game import TimedAnswer
from referee.core.journal import Correct, Declare, HouseRuling, Match, NoteAgain, Redo, Undo
from referee.core.values import GAME_MASTER, Refused, Ruling

KEPT: Final = "wait.kept"
CHOSEN: Final = "wait.chosen"
TOO_EARLY: Final = "wait.too_early"


def kept(question: TimedAnswer) -> Ruling:
    """Return the ruling for an answer that is kept until the wait is over."""
    return Ruling(True, question.clause, KEPT)


def chosen(question: TimedAnswer) -> Ruling:
    """Return the ruling for a second answer while the first is kept."""
    return Ruling.refusal(Refused(question.clause, CHOSEN, private=True, firm=True))


def too_early(question: TimedAnswer) -> Ruling:
    """Return the ruling for a house ruling that would answer before the wait is over."""
    return Ruling.refusal(Refused(question.clause, TOO_EARLY, firm=True))


@dataclass(frozen=True, slots=True)
class Wait:
    """The wait of an open question: the number of the entry that asked it, its start, and its length in seconds."""

    number: int
    since: datetime
    seconds: int

    @property
    def until(self) -> datetime:
        return self.since + timedelta(seconds=self.seconds)

    def left(self, now: datetime) -> float:
        """Return the seconds left, never more than the whole wait, even if the clock was set back."""
        return min(max((self.until - now).total_seconds(), 0.0), float(self.seconds))


def asked(match: Match) -> int | None:
    """Return the number of the entry that asked the open question, or None while none is open.

    It is the entry that first led to the question, or the one that led back to it: after an undone answer the wait
    starts again.
    """
    question = match.game.EXTRAS.timed_answer
    if question is None or not question.open(match.state):
        return None
    number = 0
    for step in reversed(match.steps):
        number = step.number
        if not question.open(step.before):
            break
    later = (e.number for e in match.entries[number:] if isinstance(e.act, Undo | Redo | Correct | NoteAgain))
    return max(later, default=number)


def answers(question: TimedAnswer, act: Any) -> bool:
    return isinstance(act, Declare | HouseRuling) and act.move is not None and act.move.get("type") == question.move


def may_be_kept(actor: str, act: Any) -> bool:
    """Tell whether an answer of this actor is kept; a seat's house ruling is a proposal, which everybody sees."""
    return isinstance(act, Declare) or actor == GAME_MASTER


log = logging.getLogger("metsuke")

AGAIN = 2.0
"""Seconds after which a database call that failed is tried again."""


class AskedTable(Protocol):
    """The table at which the question is open."""

    record: MatchRecord
    match: Match | None

    async def answer(self) -> None:
        """Judge the kept answer; its wait is over."""
        ...


class Answering:
    """The question that is open at one table. Its methods are called with the table's lock held."""

    def __init__(self, table: AskedTable, backend: Backend) -> None:
        self._table = table
        self._backend = backend
        self.wait: Wait | None = None
        """The wait of the open question, or None."""
        self.kept: KeptRecord | None = None
        """The answer that was chosen early, or None."""
        self._moments: dict[int, datetime] = {}
        self._alarm: asyncio.TimerHandle | None = None
        self._ringing: asyncio.Task[None] | None = None

    def chosen_by(self, viewer: str) -> bool:
        """Tell whether `viewer` may know that an answer is kept: the game master, or the seat whose answer it is."""
        if self.kept is None:
            return False
        return viewer in (GAME_MASTER, self.kept.actor, self.kept.act.get("seat"))

    def note(self, number: int, at: datetime) -> None:
        self._moments[number] = at

    async def keep(self, actor: str, act: Any) -> Ruling | None:
        """Keep an answer that comes early, if it would be upheld. Return None if the act is to be judged at once."""
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
        """Find out which question is open now and since when, and set the alarm for the end of its wait."""
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
        """Cancel all work when the host stops."""
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
        """Return the kept answer, once its wait is over; before that, set the alarm again and return None."""
        wait = self.wait
        if wait is None:
            return None
        if wait.left(self._backend.clock()) > 0:
            self._set_alarm()
            return None
        early = await self._backend.run(self._backend.store.kept_acts.get, self._table.record.id)
        return early if early is not None and early.number == wait.number else None

    async def drop(self, number: int) -> None:
        """Delete the kept answer to an entry, unless that was done when it was judged."""
        await self._backend.run(self._backend.store.kept_acts.drop, self._table.record.id, number)
        self.kept = None

    async def look_again(self) -> None:
        """Read whether another process has kept an answer: there is no notification of that."""
        if self.wait is not None and self.kept is None:
            early = await self._backend.run(self._backend.store.kept_acts.get, self._table.record.id)
            self.kept = early if early is not None and early.number == self.wait.number else None
