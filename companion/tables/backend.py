"""What all tables of a host stand on: the store and its threads, the news, the clock, the draws, the boards."""

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
"""Boards that are remembered: more than are ever played on at once."""

_known: dict[str, Board] = {}
"""The boards that were played on or looked at last, the newest last."""


def know(board: Board) -> str:
    """Remember a board that does not come with Metsuke, so that maps of it can be drawn; return its hash."""
    _known.pop(board.hash, None)
    _known[board.hash] = board
    if len(_known) > MOST_KNOWN:
        _known.pop(next(iter(_known)))
    return board.hash


def board_of(board: str) -> Board:
    """Return a board by its hash, or by the id of one that comes with Metsuke. Raises `LookupError`."""
    if board in _known:
        return _known[board]
    for id in BUNDLED:
        if board in (id, bundled(id).hash):
            return bundled(id)
    raise LookupError(f"no board {board[:16]!r} is known here")


AN_ADDRESS = 240
"""Store calls that wait for the phones of one address at most."""
IN_ALL = 2_000
"""Store calls that wait for phones at most."""

P = ParamSpec("P")
R = TypeVar("R")


class Backend:
    """What a table needs that is not its own."""

    def __init__(
        self,
        store: Store,
        news: News | None = None,
        random: Random | None = None,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        jobs: Jobs | None = None,
    ) -> None:
        """Serve the matches of a store. `random` is for the table's draws; `clock` tells the time, in UTC.

        `jobs` is where long work is done; without it these tables have their own.
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
        """Tells the phones of this host alone that more of an ended match is worked out."""
        self.people_changed: Callable[[], None] = _nothing
        """Hears that another process has called somebody otherwise, or counts them otherwise."""
        self.ended = 0
        """How many matches have ended, or gone on after all, since this host was started."""
        # SQLite has one writer, and the loop must not wait for the disk.
        at_once = 4 if self.shared else 1
        self._thread = ThreadPoolExecutor(max_workers=at_once, thread_name_prefix="metsuke-store")
        self._turns = Queue(at_once, AN_ADDRESS, IN_ALL)
        self.boxes = BoxContents(store, self.run)

    def begin(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> asyncio.Future[R]:
        """Begin a store call beside the event loop, at once if nobody waits for the store."""
        if not self._turns.at_once():
            return asyncio.ensure_future(self.run(work, *args, **kwargs))
        doing = self._do(work, *args, **kwargs)
        doing.add_done_callback(lambda _: self._turns.done())
        return doing

    async def run(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run a store call beside the event loop, when it is the turn of whoever asks. Raises `Full`."""
        async with self._turns.turn():
            doing = self._do(work, *args, **kwargs)
            try:
                return await asyncio.shield(doing)
            except asyncio.CancelledError:
                if not doing.done():  # what has begun is finished, and only then is it another's turn
                    await asyncio.wait({doing})
                raise

    def _do(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> asyncio.Future[R]:
        return asyncio.get_running_loop().run_in_executor(self._thread, partial(work, *args, **kwargs))

    def close(self) -> None:
        """Wait for what is being written, then close the database."""
        if self._own_jobs:
            self.jobs.stop()
        self._thread.shutdown(wait=True)
        self.store.close()


def _nobody(code: str) -> None:
    """No phone is told."""


def _nothing() -> None:
    """Nobody is told."""
