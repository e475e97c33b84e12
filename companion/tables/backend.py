"""What all tables of a host stand on: the store and its threads, the news, the clock and the draws."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from functools import partial
from random import Random, SystemRandom
from typing import ParamSpec, TypeVar

from companion.tables.news import LocalNews, News, PostgresNews
from companion.tables.opening.box_contents import BoxContents
from models import Store

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
    ) -> None:
        """Serve the matches of a store. `random` is for the table's draws; `clock` tells the time, in UTC."""
        self.store = store
        self.clock = clock
        self.random = random or SystemRandom()
        self.shared = store.channel.shared
        """Whether other processes may serve the same matches."""
        self.news: News = news or (PostgresNews(store) if self.shared else LocalNews())
        self.worked_out: Callable[[str], None] = _nobody
        """Tells the phones of this host alone that more of an ended match is worked out."""
        self.ended = 0
        """How many matches have ended, or gone on after all, since this host was started."""
        # SQLite has one writer, and the loop must not wait for the disk.
        self._thread = ThreadPoolExecutor(max_workers=4 if self.shared else 1, thread_name_prefix="metsuke-store")
        self.boxes = BoxContents(store, self.run)

    def begin(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> asyncio.Future[R]:
        """Begin a store call beside the event loop."""
        return asyncio.get_running_loop().run_in_executor(self._thread, partial(work, *args, **kwargs))

    async def run(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run a store call beside the event loop."""
        return await self.begin(work, *args, **kwargs)

    def close(self) -> None:
        """Wait for what is being written, then close the database."""
        self._thread.shutdown(wait=True)
        self.store.close()


def _nobody(code: str) -> None:
    """No phone is told."""
