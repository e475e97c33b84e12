"""One phone's look at the journal it is shown: does it go on from what its device holds on to, read and written?

One phone's look at the journal that it is shown: does it go on from what this device holds on to? The device is the
witness. It is asked when its phone comes to a match; from then on each new entry is added to what it holds on to,
written together and not one by one. What differs is never written over: the phone says so until whoever holds it
follows the journal anew.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from datetime import UTC, datetime
from typing import Any

import flet as ft

from companion.contract.snapshot import Rewritten
from companion.flet_runtime import faults
from companion.phones.device_storage import (
    STORED_AS,
    STORED_BEFORE,
    DeviceStorage,
    Difference,
    JournalMemory,
    carried,
    loads,
    loads_memory,
)
from companion.phones.make_snapshot import clock
from companion.phones.phone_state import PhoneState
from companion.tables.folding import BrokenJournal, JournalChain, names_of
from companion.tables.table import Table
from models import MatchRecord, StoreError
from referee.core.journal import Match
from referee.core.values import GAME_MASTER, PUBLIC

log = logging.getLogger("metsuke")

JOURNAL = "metsuke.journal."
"""What the names of the texts begin with in which a device holds on to journals; the match's code follows."""
STORAGE_SECONDS = 20.0
"""How long a device may take to answer for its storage; what it does not keep now is offered again later."""


def patience() -> asyncio.Timeout:
    """Wait no longer than this for a device."""
    return asyncio.timeout(STORAGE_SECONDS)


class Remembering:
    """What one phone's device is asked to tell and to keep."""

    def __init__(self, phone: PhoneState) -> None:
        self._phone = phone
        self._device: ft.SharedPreferences | None = None
        self.recalled = False
        """Whether the device has told what it remembers."""
        self.unkept = False
        """Whether the device may not have kept the storage yet."""

    def connect(self) -> None:
        """Reach the device over a connection. A client does not answer for a service that it was sent twice."""
        self._device = ft.SharedPreferences()

    async def recall(self) -> bool:
        """Find the keys that this device holds. Tells whether that is all that the phone has waited for.

        A question that is lost with its connection is asked again over the next one. The first answer counts.
        """
        phone = self._phone
        assert self._device is not None
        try:
            async with patience():
                stored = await self._device.get(STORED_AS)
                before = await self._device.get(STORED_BEFORE) if stored is None else None
        except Exception:  # a browser may forbid storage; the phone then asks for its seat again
            log.info("a phone's storage cannot be read")
            return not (phone.ready or self.recalled)
        if self.recalled or phone.storage != DeviceStorage():
            return False
        self.recalled, self.unkept = True, before is not None
        told = before if stored is None else stored
        text = told if isinstance(told, str) else None
        phone.storage, phone.carried = loads(text), carried(text)
        return True

    async def keep(self, storage: DeviceStorage) -> None:
        """Keep the storage on the device; if it cannot be reached now, when it is back."""
        phone = self._phone
        phone.storage, self.unkept = storage, True
        if self._device is not None and phone.connected:
            try:
                async with patience():
                    await self._device.set(STORED_AS, storage.dumps())
                self.unkept = phone.storage is not storage
            except Exception:  # as above
                log.info("a phone's storage cannot be written")

    async def journal(self, code: str) -> Any:
        """Return what this device holds on to of a match's journal, None where it has nothing.

        Raises whatever its client answers with, and `TimeoutError`.
        """
        assert self._device is not None
        async with patience():
            return await self._device.get(JOURNAL + code)

    async def keep_journal(self, code: str, text: str, dropped: Sequence[str] = ()) -> bool:
        """Let this device hold on to a match's journal, and let others go. Tells whether it does."""
        if self._device is None or not self._phone.connected:
            return False
        try:
            async with patience():
                await self._device.set(JOURNAL + code, text)
                for each in dropped:
                    await self._device.remove(JOURNAL + each)
        except Exception:  # as above
            log.info("a phone does not hold on to a journal")
            return False
        return True


TOGETHER = 15.0
"""Seconds after which what is new is written to the device."""
MOST_TOGETHER = 24
"""Readings that are written together at most."""


class JournalWatch:
    """What one phone's device holds on to of the match that the phone looks at."""

    def __init__(
        self,
        phone: PhoneState,
        remembering: Remembering,
        spawn: Callable[[Coroutine[Any, Any, None]], None],
        keep_storage: Callable[[Any], Coroutine[Any, Any, None]],
        refresh: Callable[[], None],
    ) -> None:
        """Watch for a phone. `keep_storage` writes its other storage, `refresh` draws it anew."""
        self._phone = phone
        self._remembering = remembering
        self._spawn = spawn
        self._keep_storage = keep_storage
        self._refresh = refresh
        self._told = False
        """Whether the device has said what it holds on to of this match."""
        self._late = True
        """Whether nobody has looked here before."""
        self._unwritten = 0
        self._timer: asyncio.TimerHandle | None = None
        self._taken_as_is: Rewritten | None = None

    # Coming and going

    def come(self, table: Table) -> None:
        """Begin to follow a match: ask the device what it holds on to of it."""
        self.leave()
        shown = self._phone.host.demonstration
        if shown is None or shown.table is not table:  # nothing of a demonstration is kept
            self._spawn(self._ask(table))

    def leave(self) -> None:
        """Write what is new of the match that was looked at, and follow it no more."""
        self.write_now()
        self._phone.journal = self._phone.rewritten = self._taken_as_is = None
        self._told, self._late, self._unwritten = False, True, 0

    def connect(self) -> None:
        """Go on over a new connection: what was lost with the old one is asked or written again."""
        if self._phone.table is None:
            return
        if not self._told:
            self.come(self._phone.table)
        elif self._unwritten:
            self._soon(0.0)

    async def _ask(self, table: Table) -> None:
        try:
            held = loads_memory(await self._remembering.journal(table.code))
        except Exception:  # a browser may forbid storage, or be gone before it answers
            log.info("a phone does not say what it holds on to of a journal")
            return
        match = table.match
        if held is not None and match is not None and table.backend.shared and not held.goes_on(table.chain, match):
            try:
                await table.catch_up()  # another process may have written what this phone has seen
            except StoreError:
                log.error("what is new of a match could not be read")
        if self._phone.table is table and not self._told:
            self._phone.journal, self._told = held, True
            self._late = held is None and table.match is not None and table.match.number > 0
            self._refresh()

    # Looking

    def look(self) -> None:
        """Compare what is shown with what the device holds on to; add what is new."""
        phone, table = self._phone, self._phone.table
        if table is None or table.match is None or not self._told:
            return
        try:
            phone.rewritten = self._rewritten(table, table.match)
            if phone.rewritten is None and (phone.where.role != "guest" or table.match.result is not None):
                self._add(table, table.match)
        except Exception as fault:
            faults.report(f"a phone's journal could not be compared: {faults.describe(fault)}")

    def _rewritten(self, table: Table, match: Match) -> Rewritten | None:
        found = rewritten(self._phone.journal, table, match)
        return found if found != self._taken_as_is else None

    def _add(self, table: Table, match: Match) -> None:
        phone = self._phone
        now = int(table.backend.clock().timestamp())
        before = phone.journal or JournalMemory(table.chain.start, names_of(table.record), now)
        viewers = [PUBLIC, *phone.my_seats(), *([GAME_MASTER] if phone.is_game_master() else [])]
        after = before.on(table.chain, match, viewers, now, self._late)
        phone.journal, self._late = after, False
        if after is not before:
            self._unwritten += 1
            at_once = match.result is not None or self._unwritten >= MOST_TOGETHER
            self._soon(0.0 if at_once else TOGETHER)

    def follow_anew(self) -> None:
        """Take the journal as it is shown now for what it is, and hold on to that."""
        phone = self._phone
        if phone.table is None or phone.rewritten is None:
            return
        self._taken_as_is, self._late = phone.rewritten, True
        phone.journal = None
        self._refresh()
        self.write_now()

    # Writing

    def _soon(self, seconds: float) -> None:
        if self._timer is not None:
            if seconds:
                return
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(seconds, self.write_now)

    def write_now(self) -> None:
        """Write what is new to the device."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        phone = self._phone
        if self._unwritten and phone.table is not None and phone.journal is not None and phone.journal.readers:
            self._unwritten = 0
            self._spawn(self._write(phone.table.code, phone.journal))

    async def _write(self, code: str, journal: JournalMemory) -> None:
        phone = self._phone
        dropped: tuple[str, ...] = ()
        if phone.storage.journals[-1:] != (code,):
            storage, dropped = phone.storage.following(code)
            await self._keep_storage(storage)
        kept = await self._remembering.keep_journal(code, journal.dumps(), dropped)
        if not kept and phone.table is not None and phone.table.code == code:
            self._unwritten += 1  # it is written again when the phone is back

    async def why_broken(self, broken: BrokenJournal) -> Rewritten:
        """Return what is to be said of rows that no match is the fold of, with what this device holds on to."""
        try:
            held = loads_memory(await self._remembering.journal(broken.record.code))
        except Exception:  # as above
            held = None
        return rewritten_rows(held, broken)


def rewritten(held: JournalMemory | None, table: Table, match: Match) -> Rewritten | None:
    """Return in what a match is not what a device holds on to, or not what its host's file says; None where it is."""
    if held is not None:
        found = _differs(held, table.record, table.chain, match)
        if found is not None:
            return found
    if table.kept_otherwise is not None:
        return Rewritten("file", table.kept_otherwise, table.kept_otherwise, at=_at(held))
    result, record = match.result, table.record
    if record.status == "ended" and result is not None and record.result not in (None, result.model_dump(mode="json")):
        return Rewritten("result")
    if held is not None and held.names != names_of(table.record):
        return Rewritten("names", at=_at(held))
    return None


def rewritten_rows(held: JournalMemory | None, broken: BrokenJournal) -> Rewritten:
    """Return the same of rows that no match is the fold of."""
    if broken.match is None:
        return Rewritten("begun", at=_at(held))
    found = None if held is None else _differs(held, broken.record, broken.chain, broken.match)
    if found is not None and (broken.missing or found.kind != "shorter"):
        return found
    at = broken.number
    line = at if broken.record.status == "ended" else broken.match.lines_until(PUBLIC, at) + 1
    return Rewritten("shorter" if broken.missing else "changed", line, line, at=_at(held))


def _differs(held: JournalMemory, record: MatchRecord, chain: JournalChain, match: Match) -> Rewritten | None:
    if held.start != chain.start:
        return Rewritten("begun", at=_at(held))
    if held.goes_on(chain, match):
        return None
    found = held.difference(chain, match)
    assert found is not None
    first, last, secret = _lines(found, match, record.status == "ended")
    return Rewritten("shorter" if found.missing else "changed", first, last, secret, _at(held))


def _lines(found: Difference, match: Match, ended: bool) -> tuple[int, int, bool]:
    """Return between which lines of the journal, as it reads now, the first difference lies."""
    if ended:
        return found.behind + 1, found.upto, False
    if found.alone:
        behind = match.lines_until(PUBLIC, found.behind)
        return behind, behind, True
    line = match.lines_until(PUBLIC, found.upto) + found.missing
    return line, line, False


def _at(held: JournalMemory | None) -> str:
    return "" if held is None else clock(datetime.fromtimestamp(held.at, UTC))
