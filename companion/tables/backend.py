"""What all tables of a host share: the store and its threads, the news, the clock, random draws, the boards."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from functools import partial
from random import Random, SystemRandom
from typing import ParamSpec, TypeVar

from companion.jobs import Jobs, Queue
from companion.tables.match_draft import BoxContents
from companion.tables.news import LocalNews, News, PostgresNews
from models import Store
from referee.board.board import Board
from referee.board.reading import BUNDLED, bundled

MOST_KNOWN = 512
"""The number of boards remembered: more than are ever in use at once."""
MOST_POINTS = 500_000
"""The number of outline points of all remembered boards together, some 60 MB; one board has 6,000 at most."""

_known: dict[str, Board] = {}
"""The boards used last, by hash, the newest last."""
_points: dict[str, int] = {}
"""The number of outline points of each of them."""


def know(board: Board) -> str:
    """Remember a board that is not bundled, so that maps of it can be drawn; return its hash.

    Where there are too many, the oldest is forgotten; where they have too many points, the largest but this one.
    """
    hash = board.hash
    _known.pop(hash, None)
    _known[hash] = board
    if hash not in _points:
        _points[hash] = sum(len(zone.polygon) for zone in board.zones)
        if len(_known) > MOST_KNOWN:
            _forget(next(iter(_known)))
        while len(_known) > 1 and sum(_points.values()) > MOST_POINTS:
            _forget(max((other for other in _known if other != hash), key=_points.__getitem__))
    return hash


def _forget(hash: str) -> None:
    del _known[hash], _points[hash]


def board_of(board: str) -> Board:
    """Return a board by its hash, or by the id of a bundled one. Raises `LookupError`."""
    if board in _known:
        return _known[board]
    for id in BUNDLED:
        if board in (id, bundled(id).hash):
            return bundled(id)
    raise LookupError(f"no board {board[:16]!r} is known here")


AN_ADDRESS = 240
"""The most store calls that may wait for the phones of one address."""
IN_ALL = 2_000
"""The most store calls that may wait for all phones together."""

P = ParamSpec("P")
R = TypeVar("R")


class Backend:
    """The services that tables share."""

    def __init__(
        self,
        store: Store,
        news: News | None = None,
        random: Random | None = None,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        jobs: Jobs | None = None,
    ) -> None:
        """Serve the matches of a store. `random` makes the table's draws; `clock` returns the time in UTC.

        `jobs` runs long work; without it these tables have queues of their own.
        """
        self.store = store
        self.jobs = jobs or Jobs()
        self._own_jobs = jobs is None
        self.clock = clock
        self.random = random or SystemRandom()
        self.shared = store.channel.shared
        """Whether other processes may serve the same matches."""
        self.news: News = news or (PostgresNews(store) if self.shared else LocalNews())
        self.worked_out: Callable[[str], None] = _nobody
        """Called when more of an ended match's analysis is done: tells the phones of this process alone."""
        self.people_changed: Callable[[], None] = _nothing
        """Called when another process has renamed, merged or left out people."""
        self.ended = 0
        """How often matches have ended, or were resumed after their end, since this host was started."""
        # SQLite has one writer, and the event loop must not wait for the disk.
        at_once = 4 if self.shared else 1
        self._thread = ThreadPoolExecutor(max_workers=at_once, thread_name_prefix="metsuke-store")
        self._turns = Queue(at_once, AN_ADDRESS, IN_ALL)
        self.boxes = BoxContents(store, self.run)

    def begin(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> asyncio.Future[R]:
        """Start a store call in a thread, at once if nothing waits for the store."""
        if not self._turns.at_once():
            return asyncio.ensure_future(self.run(work, *args, **kwargs))
        doing = self._do(work, *args, **kwargs)
        doing.add_done_callback(lambda _: self._turns.done())
        return doing

    async def run(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run a store call in a thread, when it is the asker's turn. Raises `QueueFull`."""
        async with self._turns.turn():
            doing = self._do(work, *args, **kwargs)
            try:
                return await asyncio.shield(doing)
            except asyncio.CancelledError:
                if not doing.done():  # a started call is finished before the next begins
                    await asyncio.wait({doing})
                raise

    def _do(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> asyncio.Future[R]:
        return asyncio.get_running_loop().run_in_executor(self._thread, partial(work, *args, **kwargs))

    def close(self) -> None:
        """Wait for pending writes, then close the database."""
        if self._own_jobs:
            self.jobs.stop()
        self._thread.shutdown(wait=True)
        self.store.close()


def _nobody(code: str) -> None:
    """Tell no phone."""


def _nothing() -> None:
    """Tell nobody."""
