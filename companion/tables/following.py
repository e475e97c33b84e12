"""Keeping up with what other processes do to the matches of this one, and telling them who is here."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Coroutine, Mapping
from typing import Any

from companion.tables.backend import Backend
from companion.tables.table import Table
from models import StoreError
from models.database.channel import PEOPLE, MatchVersion

log = logging.getLogger("metsuke")

SELDOM = 0.1
"""The least seconds between two messages to other processes about who is at a table: phones may come and go all the
time."""
ELSEWHERE = 1.0
"""Seconds after which the home screen shows changes at tables that no phone of this process looks at."""


class LiveTables:
    """The live tables of this process, kept up to date with other processes by `companion.tables.news`."""

    def __init__(self, backend: Backend, live: Mapping[int, Table]) -> None:
        """Follow the tables in `live`, by the ids of their matches, as they come and go."""
        self._backend = backend
        self._live = live
        self._wanted: dict[int, MatchVersion] = {}
        """The versions of matches at other processes, as notified and not read yet."""
        self._reading: dict[int, asyncio.Task[None]] = {}
        self._last_here: dict[int, frozenset[str]] = {}
        """The seats that other processes have been told are attended here."""
        self._telling: set[int] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._elsewhere: asyncio.TimerHandle | None = None

    @property
    def busy(self) -> bool:
        """Whether anything is being read or told."""
        return bool(self._tasks)

    def forget(self, table: Table) -> None:
        """Stop following a table."""
        match_id = table.record.id
        self._last_here.pop(match_id, None)
        self._wanted.pop(match_id, None)
        if reading := self._reading.pop(match_id, None):
            reading.cancel()

    def stop(self) -> None:
        for task in self._tasks:
            task.cancel()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # What other processes do

    def versions(self) -> dict[int, MatchVersion]:
        return {match_id: table.version for match_id, table in self._live.items()}

    def looked_at(self) -> frozenset[int]:
        tables = self._live.items()
        return frozenset(id for id, table in tables if table.attendance.looked_at or table.answering.wait is not None)

    def moved(self, match_id: int, version: MatchVersion) -> None:
        if match_id == PEOPLE:
            self._spawn(self._people_changed())
            return
        table = self._live.get(match_id)
        if table is not None:
            if table.version.behind(version):
                self._read_soon(table, version)
        elif version.changes and self._elsewhere is None:
            self._elsewhere = asyncio.get_running_loop().call_later(ELSEWHERE, self._moved_elsewhere)

    async def _people_changed(self) -> None:
        """Tell that people have changed, once the matches notified together with that have been read."""
        if reading := [task for task in self._reading.values() if not task.done()]:
            await asyncio.wait(reading)
        self._backend.people_changed()

    def _moved_elsewhere(self) -> None:
        """Note that matches on the home screen have begun or ended, or that people have joined them."""
        self._elsewhere = None
        self._backend.ended += 1
        self._backend.news.publish("")

    def listening_again(self) -> None:
        for table in self._live.values():
            self._spawn(self._attend(table, anew=True))

    def gone(self) -> None:
        self._spawn(self._forget_gone())
        for table in self._live.values():
            table.changes = -1  # the process that died has not counted this change
            self._read_soon(table, MatchVersion(0, 0))

    async def _forget_gone(self) -> None:
        with contextlib.suppress(StoreError):
            await self._backend.run(self._backend.store.attendances.forget)

    def _read_soon(self, table: Table, there: MatchVersion) -> None:
        """Read what other processes did, and show it; several notifications in a row are read once.

        This process is notified of its own changes as well, mostly before it knows that they are done.
        """
        match_id = table.record.id
        self._wanted[match_id] = self._wanted.get(match_id, there).with_all(there)
        reading = self._reading.get(match_id)
        if reading is None or reading.done():
            self._reading[match_id] = self._spawn(self._read(table))

    async def _read(self, table: Table) -> None:
        match_id = table.record.id
        while match_id in self._wanted:
            try:
                async with table.lock:
                    there = self._wanted.pop(match_id)
                    if not table.version.behind(there):
                        continue
                    await table.read(there)
                await table.prepare()
            except StoreError:
                log.error("what is new of a match could not be read")
                return  # the sweep tries it again soon
            except Exception as fault:
                log.error("what is new of match %s does not fit: %s", table.code, type(fault).__name__)
                return
            table.publish()

    # Who is here

    def attended(self, table: Table) -> None:
        """Tell everybody at a table that a phone has come or gone."""
        table.publish()
        if self._backend.shared:
            self._spawn(self._attend(table))

    async def _attend(self, table: Table, anew: bool = False) -> None:
        """Tell other processes on which seats phones are awake here, if that has changed."""
        match_id, backend = table.record.id, self._backend
        if match_id in self._telling:
            return  # the running task tells the newest state
        self._telling.add(match_id)
        try:
            while (here := table.attendance.here) != self._last_here.get(match_id, frozenset()) or (anew and here):
                anew, self._last_here[match_id] = False, here
                note = backend.store.attendances.note
                change = await backend.run(note, match_id, backend.news.process, sorted(here))
                if change == table.changes + 1:
                    table.changes = change  # no other process has changed anything since this one read
                await asyncio.sleep(SELDOM)
        except StoreError:
            self._last_here.pop(match_id, None)
            log.error("other processes could not be told who is at a table")
        finally:
            self._telling.discard(match_id)
