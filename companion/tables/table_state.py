"""A table as this process knows it: what it has read of the match, who holds its seats, who is awake, and its rematch.

The rematch of a match that has ended is found by its code, which is derived from that match and a secret no phone is
told: two phones that ask for a rematch at once, on any process, get the same one.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import logging
import time
import weakref
from collections.abc import AsyncIterator, Callable, Hashable
from typing import Concatenate, ParamSpec, TypeVar

from companion.contract.snapshot import Presence
from companion.jobs import ASKER, Asker, Progress
from companion.jobs.jobs import aside
from companion.metrics import METRICS
from companion.tables.answering import Answering
from companion.tables.backend import Backend
from companion.tables.folding import BrokenJournal, JournalChain, continued, folded, kept_otherwise
from companion.tables.keys import (
    CODE_ALPHABET,
    CODE_LENGTH,
    Authority,
    HostKey,
    LastKeys,
    ProcessRight,
    SeatKey,
    is_game_master,
    key_matches,
    no_right,
)
from companion.tables.taking_over import TakingOver
from companion.tables.views import MatchReview, NewestViews, analysed
from models import MatchRecord, PauseRecord, SeatRecord, StoreError
from models.database.channel import MatchVersion
from referee.core.analysis import Analysis
from referee.core.journal import Match

GONE_AFTER = 600.0
"""Seconds after which a phone that is away counts as gone instead of asleep."""


class Attendance:
    """The presence of a match's phones. Times are seconds of a monotonic clock, which is an argument."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._opened = clock()
        self._awake: dict[Hashable, frozenset[str]] = {}
        self._elsewhere: frozenset[str] = frozenset()
        self._seen: dict[str, float] = {}

    @property
    def looked_at(self) -> bool:
        """Whether any phone of this process shows the match."""
        return bool(self._awake)

    @property
    def here(self) -> frozenset[str]:
        """The seats on which phones of this process are awake."""
        return frozenset[str]().union(*self._awake.values())

    def elsewhere(self, seats: frozenset[str]) -> None:
        """Note on which seats phones of other processes are awake."""
        now = self._clock()
        self._seen |= dict.fromkeys(self._elsewhere - seats, now)
        self._elsewhere = seats

    def awake(self, phone: Hashable, seats: frozenset[str]) -> bool:
        """Note that a phone is open on these seats. Return whether that changed anything."""
        if self._awake.get(phone) == seats:
            return False
        self._leave(phone)
        self._awake[phone] = seats
        return True

    def asleep(self, phone: Hashable) -> bool:
        """Note that a phone is locked, hidden or disconnected. Return whether that changed anything."""
        return self._leave(phone)

    def _leave(self, phone: Hashable) -> bool:
        seats = self._awake.pop(phone, None)
        if seats is None:
            return False
        now = self._clock()
        for seat in seats:
            self._seen[seat] = now
        return True

    def of(self, seat: str) -> tuple[Presence, int]:
        """Return the presence of a taken seat, and the whole minutes for which its phone has been away.

        The time is as this process noticed it: it does not count before this process was started.
        """
        if seat in self._elsewhere or any(seat in seats for seats in self._awake.values()):
            return "here", 0
        away = self._clock() - self._seen.get(seat, self._opened)
        return ("asleep" if away < GONE_AFTER else "gone"), int(away // 60)


MOST = 20
"""The most rematches of one match, including closed and finished ones."""
OPEN = ("lobby", "running")


def codes(record: MatchRecord) -> tuple[str, ...]:
    """Return the codes of a match's rematches, in the order in which they are used."""
    return tuple(_code(record, n) for n in range(MOST))


def _code(record: MatchRecord, n: int) -> str:
    digest = hmac.new((record.host_key or "").encode(), f"{record.code} {n}".encode(), hashlib.sha256).digest()
    return "".join(CODE_ALPHABET[each % len(CODE_ALPHABET)] for each in digest[:CODE_LENGTH])


async def rematch_of(backend: Backend, record: MatchRecord) -> MatchRecord | None:
    """Return the rematch of an ended match that is open or being played; None where there is none."""
    if record.status != "ended" or record.host_key is None:
        return None
    known = await backend.run(backend.store.matches.find, codes=codes(record))
    return next((each for each in known if each.status in OPEN), None)


def missing(record: MatchRecord) -> tuple[SeatRecord, ...]:
    """Return the seats of a rematch that have not joined yet."""
    return tuple(each for each in record.players if each.claimed is None)


def asked_by(record: MatchRecord) -> str:
    """Return the seat that joined a rematch first; empty if none has."""
    come = [(each.claimed, each.position, each.seat) for each in record.players if each.claimed is not None]
    return min(come)[2] if come else ""


log = logging.getLogger("metsuke")

P = ParamSpec("P")
R = TypeVar("R")


class TableState:
    """A match on this host, without what is declared in it. Used on the server's event loop alone."""

    def __init__(
        self, backend: Backend, record: MatchRecord, match: Match | None, chain: JournalChain | None = None
    ) -> None:
        self.backend = backend
        self.lock = asyncio.Lock()
        """Held while the match is changed or news of it is read."""
        self.record = record
        self.match = match
        """None while the lobby is open."""
        self._chain = chain
        self.kept_otherwise: int | None = None
        """After the end: the first entry in which the stored rows differ from what this process remembers; None if none
        does."""
        self._compared = match is not None and match.result is not None
        self._comparing: asyncio.Task[None] | None = None
        self.views = NewestViews()
        self.taking_over: TakingOver | None = None
        """The position being entered, for a match that starts from one, while its lobby is open."""
        self.attendance = Attendance()
        self.rematch: MatchRecord | None = None
        """After the end: the rematch that was asked for, as this process has read it."""
        self.pauses: tuple[PauseRecord, ...] = ()
        """When the game master paused play and resumed it."""
        me = weakref.proxy(self)  # no reference cycle, so that an ended match is freed at once
        self.answering = Answering(me, backend)
        self.looking_back = MatchReview(lambda: backend.worked_out(record.code), lambda analysis: me._analyse(analysis))
        self.changes = 0
        """The number of changes outside the journal, as far as this process has read them."""
        self._renamed = False
        """Whether a seat's name is no longer that in `match`."""
        self._keys = LastKeys()
        self._declared = 0.0
        """When the entry was declared that the phones of this process are being told of, by the performance counter; 0:
        none."""

    @property
    def code(self) -> str:
        return self.record.code

    @property
    def chain(self) -> JournalChain:
        """The hash chain of the journal, as far as `match` is known. Valid once the match has begun."""
        if self._chain is None:
            self._chain = JournalChain(self.record)
        return self._chain

    @property
    def version(self) -> MatchVersion:
        """The version of this match as this process knows it."""
        return MatchVersion(0 if self.match is None else self.match.number, self.changes)

    @property
    def paused(self) -> bool:
        """Whether the game master has paused play: then only the game master declares."""
        return bool(self.pauses) and self.pauses[-1].paused

    # Seats

    @property
    def players(self) -> tuple[SeatRecord, ...]:
        return self.record.players

    def seat(self, seat: str) -> SeatRecord | None:
        """Return a seat (or the game master's) by its id."""
        return next((s for s in self.record.seats if s.seat == seat), None)

    def opens(self, seat: str, key: str) -> bool:
        """Tell whether `key` is the current key of that seat."""
        record = self.seat(seat)
        return record is not None and self._keys.match(seat, key, record.key_hash)

    def hosts(self, key: str) -> bool:
        """Tell whether `key` is the key of the host of this match."""
        return key_matches(key, self.record.host_key)

    # Rights, each proved with the lock held

    def proves(self, authority: Authority) -> bool:
        """Tell whether that right is valid now."""
        match authority:
            case SeatKey(seat, key):
                return self.opens(seat, key)
            case HostKey(key):
                return self.hosts(key)
            case ProcessRight():
                return True

    def speaks_for(self, authority: Authority, seat: str) -> bool:
        """Tell whether this is the right of this seat, and valid now."""
        return not isinstance(authority, HostKey) and authority.seat == seat and self.proves(authority)

    def may_act(self, authority: Authority) -> bool:
        """Tell whether this right allows declaring: a seat's, or that of a game master who is not an observer."""
        if isinstance(authority, HostKey) or (is_game_master(authority) and self.record.game_master == "observer"):
            return False
        return self.proves(authority)

    def runs(self, authority: Authority) -> bool:
        """Tell whether this right allows freeing seats and closing the match: the host's or the game master's."""
        runs = isinstance(authority, HostKey | ProcessRight) or is_game_master(authority)
        return runs and self.proves(authority)

    # Storage

    async def run(self, work: Callable[Concatenate[int, P], R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run a store call about this match in a thread."""
        return await self.backend.run(work, self.record.id, *args, **kwargs)

    @contextlib.asynccontextmanager
    async def changing(self, allowed: Callable[[], bool]) -> AsyncIterator[None]:
        """Change what is stored outside the journal, under the lock; then read it again and tell the phones.

        Raises `Refused` (METSUKE-1.1) unless `allowed`, which is called with the lock held.
        """
        async with self.lock:
            if self.backend.shared:
                await self.reload()  # another process may have freed the seat
            if not allowed():
                raise no_right()
            yield
            await self.reload()
        self.publish()

    def publish(self) -> None:
        """Tell the phones of this process that the match has changed."""
        self.backend.news.publish(self.code)

    def delivered(self) -> None:
        """Note that all phones of this process that show the match have been told its state."""
        if self._declared:
            METRICS.tells.note(time.perf_counter() - self._declared)
            self._declared = 0.0

    async def reload(self) -> None:
        """Read the match's own row and what is stored outside the journal again: seats, pauses, drafts, presence."""
        store, shared = self.backend.store, self.backend.shared
        changes = await self.run(store.channel.changes)
        before, self.record = self.record, await self.backend.run(store.matches.get, self.code)
        self._renamed |= [seat.name for seat in before.players] != [seat.name for seat in self.players]
        self.pauses = await self.run(store.pauses.of)
        self.rematch = await rematch_of(self.backend, self.record)
        if shared and self.record.status == "lobby":
            parts = await self.run(store.entered_parts.of)
            self.taking_over = TakingOver(self.record, parts) if parts else None
        elif self.taking_over is not None:
            self.taking_over = self.taking_over.seated(self.record)
        if shared:
            self.attendance.elsewhere(await self.run(store.attendances.elsewhere, self.backend.news.process))
        self.changes = changes

    # What other processes do

    async def catch_up(self) -> None:
        """Read what is new, if no phone here showed the match and a notification may have been lost."""
        async with self.lock:
            await self.read()

    async def read(self, there: MatchVersion | None = None) -> None:
        """Read what is new: everything, or up to `there`, the version another process told of.

        An entry alone is read without checking the rest.
        """
        if there is None or self.match is None or there.changes > self.changes:
            changes = await self.run(self.backend.store.channel.changes)
            if changes != self.changes or not self.backend.shared:
                await self.reload()
        if self.record.status != "lobby" and (self.match is None or self._renamed):
            found = await folded(self.backend, self.record)
            self.match, self._chain = (None, None) if found is None else found
            self.taking_over, self._renamed = None, False
            self._compared = self.match is not None and self.match.result is not None
            await self.watch()
        elif self.match is not None:
            await self.read_entries()
        await self.answering.look_again()

    async def read_entries(self) -> None:
        """Read the entries that other writers appended."""
        assert self.match is not None
        rows = await self.run(self.backend.store.journals.entries, self.match.number)
        before = self.match
        try:
            match = continued(self.record, before, self.chain, rows)
        except BrokenJournal as broken:
            self.match = broken.match
            raise
        for row in rows:
            self.answering.note(row.number, row.at)
            METRICS.lags.note(max(0.0, (self.backend.clock() - row.at).total_seconds()))
        self.match = match
        if match.result != before.result:
            self.backend.ended += 1
            await self.reload()
        await self.watch()

    async def watch(self) -> None:
        """Start what follows from the match's present state: a timed answer's wait, or the review after the end."""
        self.looking_back.watch(self.match)
        await self.answering.watch()
        ended = self.match is not None and self.match.result is not None
        if ended and not self._compared:
            self._comparing = asyncio.get_running_loop().create_task(self._compare())
        self._compared = ended

    async def _compare(self) -> None:
        """Check after the end whether the stored rows are still those that this process wrote and read."""
        ASKER.set(Asker())
        try:
            async with self.lock:
                self.kept_otherwise = await kept_otherwise(self.backend, self.record, self.chain)
        except StoreError:
            log.error("the journal of an ended match could not be read once more")
        if self.kept_otherwise is not None:
            log.error("the rows of match %s are not those that were played", self.code)
            self.publish()

    async def _analyse(self, progress: Progress) -> Analysis | None:
        if self.match is None or self.match.game.EXTRAS.review.analysis is None:
            return None
        rows = await self.run(self.backend.store.journals.entries)
        return await self.backend.jobs.run("analysis", analysed, self.record, rows, seconds=300, progress=progress)

    async def prepare(self) -> None:
        """Compute in a thread, before any phone looks, what this table's views need."""
        match = self.match
        prepare = match.game.EXTRAS.knowledge.prepare if match is not None else None
        if match is not None and prepare is not None and (work := prepare(match.state)) is not None:
            await aside(work)

    def stop(self) -> None:
        """Cancel all work when the host stops."""
        if self._comparing is not None:
            self._comparing.cancel()
        self.answering.stop()
        self.looking_back.stop()
