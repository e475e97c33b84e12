"""Comparing the journal that a phone is shown with what its device remembers, and adding to that memory.

A host could rewrite a journal, so each device remembers what its phone was shown of it. The device is asked when its
phone comes to a match; from then on each new entry is added to its memory, several in one write. A differing journal
never overwrites the memory: the phone says that it differs until its user accepts the journal.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from datetime import UTC, datetime
from typing import Any

import flet as ft

from companion.contract.snapshot import RewrittenPast
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
from companion.tables.folding import BrokenJournal, JournalChain, names_digest
from companion.tables.table import Table
from models import MatchRecord, StoreError
from referee.core.journal import Match
from referee.core.values import GAME_MASTER, PUBLIC

log = logging.getLogger("metsuke")

JOURNAL = "metsuke.journal."
"""The prefix of the texts in which a device remembers journals; the match's code follows."""
STORAGE_SECONDS = 20.0
"""Seconds in which a device must answer a request to its storage; what it does not keep is offered again later."""


def patience() -> asyncio.Timeout:
    """Return a timeout for waiting for a device."""
    return asyncio.timeout(STORAGE_SECONDS)


class JournalStorage:
    """Access to the storage of one phone's device."""

    def __init__(self, phone: PhoneState) -> None:
        self._phone = phone
        self._device: ft.SharedPreferences | None = None
        self.recalled = False
        """Whether the device has sent its storage."""
        self.unkept = False
        """Whether the device may not have stored the latest version yet."""

    def connect(self) -> None:
        """Use a new connection, with a new service object: a client does not answer for one that it was sent twice."""
        self._device = ft.SharedPreferences()

    async def recall(self) -> bool:
        """Read the keys stored on this device. Return whether the phone was still waiting for them.

        A request that is lost with its connection is repeated over the next one. The first answer counts.
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
        kept = before if stored is None else stored
        text = kept if isinstance(kept, str) else None
        phone.storage, phone.carried = loads(text), carried(text)
        return True

    async def keep(self, storage: DeviceStorage) -> None:
        """Store the keys and settings on the device; if it is unreachable now, when it is back."""
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
        """Return the device's memory of a match's journal, or None.

        Raises `TimeoutError`, and any error of its client.
        """
        assert self._device is not None
        async with patience():
            return await self._device.get(JOURNAL + code)

    async def keep_journal(self, code: str, text: str, dropped: Sequence[str] = ()) -> bool:
        """Store the memory of a match's journal, and delete those of others. Return whether it is stored."""
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
"""Seconds after which new entries are written to the device."""
MOST_TOGETHER = 24
"""The most readings that are written together."""


class JournalWatch:
    """One device's memory of the match that its phone shows."""

    def __init__(
        self,
        phone: PhoneState,
        remembering: JournalStorage,
        spawn: Callable[[Coroutine[Any, Any, None]], None],
        keep_storage: Callable[[Any], Coroutine[Any, Any, None]],
        refresh: Callable[[], None],
    ) -> None:
        """Watch for a phone. `keep_storage` stores its keys and settings, `refresh` draws it again."""
        self._phone = phone
        self._remembering = remembering
        self._spawn = spawn
        self._keep_storage = keep_storage
        self._refresh = refresh
        self._restored = False
        """Whether the device has sent its memory of this match."""
        self._late = True
        """Whether this device comes late: the entries so far do not count as followed."""
        self._unwritten = 0
        self._timer: asyncio.TimerHandle | None = None
        self._taken_as_is: RewrittenPast | None = None

    # Opening and leaving a match

    def come(self, table: Table) -> None:
        """Start following a match: ask the device for its memory of it."""
        self.leave()
        shown = self._phone.host.demonstration
        if shown is None or shown.table is not table:  # nothing of a demonstration is remembered
            self._spawn(self._ask(table))

    def leave(self) -> None:
        """Write what is new of the match, and follow it no longer."""
        self.write_now()
        self._phone.journal = self._phone.rewritten = self._taken_as_is = None
        self._restored, self._late, self._unwritten = False, True, 0

    def connect(self) -> None:
        """Resume over a new connection: repeat the requests and writes that were lost with the old one."""
        if self._phone.table is None:
            return
        if not self._restored:
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
        if self._phone.table is table and not self._restored:
            self._phone.journal, self._restored = held, True
            self._late = held is None and table.match is not None and table.match.number > 0
            self._refresh()

    # Comparing

    def look(self) -> None:
        """Compare the journal shown with the device's memory, and add what is new."""
        phone, table = self._phone, self._phone.table
        if table is None or table.match is None or not self._restored:
            return
        try:
            phone.rewritten = self._rewritten(table, table.match)
            if phone.rewritten is None and (phone.where.role != "guest" or table.match.result is not None):
                self._add(table, table.match)
        except Exception as fault:
            faults.report(f"a phone's journal could not be compared: {faults.describe(fault)}")

    def _rewritten(self, table: Table, match: Match) -> RewrittenPast | None:
        found = rewritten(self._phone.journal, table, match)
        return found if found != self._taken_as_is else None

    def _add(self, table: Table, match: Match) -> None:
        phone = self._phone
        now = int(table.backend.clock().timestamp())
        before = phone.journal or JournalMemory(table.chain.start, names_digest(table.record), now)
        viewers = [PUBLIC, *phone.my_seats(), *([GAME_MASTER] if phone.is_game_master() else [])]
        after = before.on(table.chain, match, viewers, now, self._late)
        phone.journal, self._late = after, False
        if after is not before:
            self._unwritten += 1
            at_once = match.result is not None or self._unwritten >= MOST_TOGETHER
            self._soon(0.0 if at_once else TOGETHER)

    def follow_anew(self) -> None:
        """Accept the journal as it is shown now, and remember it from here on."""
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

    async def why_broken(self, broken: BrokenJournal) -> RewrittenPast:
        """Return the message about rows that fold into no match, using this device's memory."""
        try:
            held = loads_memory(await self._remembering.journal(broken.record.code))
        except Exception:  # as above
            held = None
        return rewritten_rows(held, broken)


def rewritten(held: JournalMemory | None, table: Table, match: Match) -> RewrittenPast | None:
    """Return how a match differs from a device's memory, or from the rows on its host's disk; None if it does not."""
    if held is not None:
        found = _differs(held, table.record, table.chain, match)
        if found is not None:
            return found
    if table.kept_otherwise is not None:
        return RewrittenPast("file", table.kept_otherwise, table.kept_otherwise, at=_at(held))
    result, record = match.result, table.record
    if record.status == "ended" and result is not None and record.result not in (None, result.model_dump(mode="json")):
        return RewrittenPast("result")
    if held is not None and held.names != names_digest(table.record):
        return RewrittenPast("names", at=_at(held))
    return None


def rewritten_rows(held: JournalMemory | None, broken: BrokenJournal) -> RewrittenPast:
    """Return how rows that fold into no match differ from a device's memory, or else where they stop fitting."""
    if broken.match is None:
        return RewrittenPast("begun", at=_at(held))
    found = None if held is None else _differs(held, broken.record, broken.chain, broken.match)
    if found is not None and (broken.missing or found.kind != "shorter"):
        return found
    at = broken.number
    line = at if broken.record.status == "ended" else broken.match.lines_until(PUBLIC, at) + 1
    return RewrittenPast("shorter" if broken.missing else "changed", line, line, at=_at(held))


def _differs(held: JournalMemory, record: MatchRecord, chain: JournalChain, match: Match) -> RewrittenPast | None:
    if held.start != chain.start:
        return RewrittenPast("begun", at=_at(held))
    if held.goes_on(chain, match):
        return None
    found = held.difference(chain, match)
    assert found is not None
    first, last, secret = _lines(found, match, record.status == "ended")
    return RewrittenPast("shorter" if found.missing else "changed", first, last, secret, _at(held))


def _lines(found: Difference, match: Match, ended: bool) -> tuple[int, int, bool]:
    """Return the lines of the log between which the first difference is, and whether it is secret."""
    if ended:
        return found.behind + 1, found.upto, False
    if found.alone:
        behind = match.lines_until(PUBLIC, found.behind)
        return behind, behind, True
    line = match.lines_until(PUBLIC, found.upto) + found.missing
    return line, line, False


def _at(held: JournalMemory | None) -> str:
    return "" if held is None else clock(datetime.fromtimestamp(held.at, UTC))
