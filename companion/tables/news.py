"""Notifications that a match has changed, for the phones of every process.

News between processes that share a PostgreSQL: what one commits, the others are notified of, and read. A notification
is part of the transaction it tells of, or comes right after it (`models.database.channel`). It may be lost with its
process, and LISTEN may fail silently, so nothing relies on notifications alone: a lost connection is made again, first
listening and then reading what was missed; and every few seconds this process checks the versions of the matches that
its phones look at. A change found in that way without a notification is counted as lost.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Protocol

from companion.metrics import METRICS
from models import Store, StoreError
from models.database.channel import MatchVersion, read_payload


class News(Protocol):
    """The source and the target of notifications about matches."""

    process: int
    """The number of this process among those that share a database; 0 if no other does."""

    @property
    def hearing(self) -> bool:
        """Whether changes by others are notified now; if not, they must be read before anything is judged."""
        ...

    def publish(self, code: str) -> None:
        """Tell the phones of this process that match `code` has changed; empty: that some match has."""
        ...

    def listen(self, on_change: Callable[[str], None]) -> None:
        """Call `on_change` with the code of every match that changes."""
        ...

    def follow(self, tables: FollowedTables) -> None:
        """Start following other processes' changes to these tables. Called within the running event loop."""
        ...

    def stop(self) -> None: ...


class FollowedTables(Protocol):
    """The tables of this process, as told of other processes' changes."""

    def versions(self) -> Mapping[int, MatchVersion]:
        """Return the version of each live match here."""
        ...

    def moved(self, match_id: int, version: MatchVersion) -> None:
        """Read what is new soon: another process may have brought a match to this version."""
        ...

    def listening_again(self) -> None:
        """Announce this process again: for a while it was told nothing, and others did not know that it was alive."""
        ...

    def looked_at(self) -> frozenset[int]:
        """Return the matches that phones of this process look at, or that wait for a timed answer."""
        ...

    def gone(self) -> None:
        """Forget the phones of a process that has died."""
        ...


class LocalNews:
    """News within one process."""

    process = 0

    def __init__(self) -> None:
        self._listeners: list[Callable[[str], None]] = []

    @property
    def hearing(self) -> bool:
        return True

    def publish(self, code: str) -> None:
        for listener in self._listeners:
            listener(code)

    def listen(self, on_change: Callable[[str], None]) -> None:
        self._listeners.append(on_change)

    def follow(self, tables: FollowedTables) -> None:
        """Do nothing: there is no other process."""

    def stop(self) -> None:
        """Do nothing: nothing is running."""


log = logging.getLogger("metsuke")

SWEEP = 3.0
"""Seconds between two checks of the versions of the matches that phones here look at."""
BEAT = 1.0
"""Seconds of silence after which a connection is tested."""
AGAIN = (0.1, 0.3, 1.0, 2.0)
"""Seconds to wait before reconnecting, for the first attempt, the second, …; the last is repeated."""


class PostgresNews(LocalNews):
    """News between processes, received in a thread with a connection of its own."""

    def __init__(self, store: Store) -> None:
        super().__init__()
        self.process = 1 + secrets.randbelow(2**31 - 1)
        self._store = store
        self._hearing = False
        self._stopping = threading.Event()
        self._tables: FollowedTables
        self._loop: asyncio.AbstractEventLoop
        self._last_known: dict[int, MatchVersion] = {}
        """The version of each match according to notifications."""
        self._found: dict[int, MatchVersion] = {}
        """Positions found without a notification, which may still be on its way."""
        self._others: frozenset[int] = frozenset()
        self._sweeping: asyncio.Task[None] | None = None
        self._thread: threading.Thread | None = None

    @property
    def hearing(self) -> bool:
        return self._hearing

    def follow(self, tables: FollowedTables) -> None:
        self._tables, self._loop = tables, asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._listen, name="metsuke-news", daemon=True)
        self._thread.start()
        self._sweeping = self._loop.create_task(self._sweep_for_ever())

    def stop(self) -> None:
        self._stopping.set()
        if self._sweeping is not None:
            self._sweeping.cancel()
        if self._thread is not None:
            self._thread.join(2 * BEAT)

    # In the listening thread

    def _listen(self) -> None:
        failed = 0
        while not self._stopping.is_set():
            try:
                with self._store.channel.listening(self.process) as connection:
                    failed = 0
                    self._say(self._listens)
                    while not self._stopping.is_set():
                        for one in connection.notifies(timeout=BEAT):
                            self._say(self._notified, one.payload)
                        connection.execute("SELECT 1")  # raises if the connection is lost
            except StoreError:
                failed += 1
            self._say(self._deaf)
            self._stopping.wait(AGAIN[min(failed, len(AGAIN) - 1)])

    def _say(self, what: Callable[..., None], *args: Any) -> None:
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(what, *args)

    # In the event loop

    def _listens(self) -> None:
        self._hearing = True
        self._tables.listening_again()
        self._loop.create_task(self._sweep(frozenset(self._tables.versions())))

    def _deaf(self) -> None:
        if self._hearing and not self._stopping.is_set():
            METRICS.news_broken += 1
            log.warning("the database tells nothing any more; what is new is read every %g s until it does", SWEEP)
        self._hearing = False

    def _notified(self, payload: str) -> None:
        if (change := read_payload(payload)) is None:
            return
        match_id, number = change
        before = self._last_known.get(match_id, MatchVersion(0, 0))
        version = before.with_all(MatchVersion(number, 0) if number > 0 else MatchVersion(0, -number))
        self._last_known[match_id] = version
        self._tables.moved(match_id, version)

    async def _sweep_for_ever(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            await self._sweep(self._tables.looked_at())

    async def _sweep(self, matches: frozenset[int]) -> None:
        """Check the versions of these matches, and which processes are alive."""
        self._count_lost()
        try:
            alive = await asyncio.to_thread(self._store.channel.alive)
            versions = await asyncio.to_thread(self._store.channel.versions, matches) if matches else {}
        except StoreError:
            return  # the next sweep comes soon
        if self._others - alive:
            self._tables.gone()
        self._others = alive - {self.process}
        here = self._tables.versions()
        for match_id, there in versions.items():
            known = here.get(match_id)
            if known is not None and known.behind(there):
                self._found[match_id] = there
                self._tables.moved(match_id, there)

    def _count_lost(self) -> None:
        """Count what the last sweep found and no notification has told since: none takes that long."""
        for match_id, there in self._found.items():
            version = self._last_known.get(match_id, MatchVersion(0, 0))
            METRICS.news_lost += (version.number < there.number) + (version.changes < there.changes)
        self._found = {}
