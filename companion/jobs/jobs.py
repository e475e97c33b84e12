"""The queues of a host, what stands behind them, and work of the tables in threads beside the event loop."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Final, TypeVar

from companion.jobs.queue import Progress, Queue
from companion.jobs.worker import Worker

R = TypeVar("R")

_ASIDE: Final = ThreadPoolExecutor(2, "metsuke-aside")
_LAST: Final = ThreadPoolExecutor(1, "metsuke-last")


async def aside(work: Callable[[], R]) -> R:
    """Do some work in a thread of its own sort: whatever else the host does in threads waits for none of it."""
    return await asyncio.get_running_loop().run_in_executor(_ASIDE, work)


async def last(work: Callable[..., R], *args: Any) -> R:
    """Do some work that nobody at a table waits for: one after the other, whatever comes at once."""
    return await asyncio.get_running_loop().run_in_executor(_LAST, work, *args)


SECONDS: Final = 60.0
"""The longest that a job takes."""
MANY_PROCESSORS: Final = 4
"""Processors from which on two jobs are done at once."""
WITHOUT_PROCESSES: Final = ("android", "ios", "emscripten")


class Jobs:
    """The long work of one host process, each for the present `ASKER`. All calls are on its event loop."""

    def __init__(self, processes: int | None = None) -> None:
        """Start nothing yet. With no `processes` jobs that need one are done in threads: phones let no app have any."""
        if processes is None:
            processes = 2 if (os.cpu_count() or 1) >= MANY_PROCESSORS else 1
            processes = 0 if sys.platform in WITHOUT_PROCESSES else processes
        self._workers = [Worker() for _ in range(processes)]
        self._idle = list(self._workers)
        self._processes = Queue(max(processes, 1))
        self._hashes = Queue(1)
        self._beside = Queue(1)
        self._threads: ThreadPoolExecutor | None = None

    @property
    def waiting(self) -> int:
        """How many jobs wait for their turn."""
        return len(self._processes) + len(self._hashes) + len(self._beside)

    async def run(
        self,
        kind: str,
        work: Callable[..., R],
        *args: Any,
        seconds: float = SECONDS,
        progress: Progress | None = None,
    ) -> R:
        """Do a job in a process, and return what it returns. Function, arguments and result are pickled.

        `kind` says what it is; a phone has one of a kind at a time. Raises `AlreadyAsked`, `Full`, `JobFailed` after
        so many `seconds`, and what the job raises. Cancelled, it is ended.
        """
        async with self._processes.once(kind):
            if not self._workers:
                return await self._thread(work, *args)
            worker = self._idle.pop()
            try:
                return await worker.run(work, args, seconds, progress)
            finally:
                self._idle.append(worker)

    async def hash(self, work: Callable[..., R], *args: Any) -> R:
        """Do a slow hash in a thread: it lets the interpreter go. Raises `AlreadyAsked` and `Full`."""
        async with self._hashes.once("hash"):
            return await self._thread(work, *args)

    async def beside(self, work: Callable[..., R], *args: Any, **kwargs: Any) -> R:
        """Do something with the store in another thread than that which writes entries. Raises `Full`."""
        async with self._beside.turn():
            return await self._thread(partial(work, **kwargs), *args)

    async def _thread(self, work: Callable[..., R], *args: Any) -> R:
        if self._threads is None:
            self._threads = ThreadPoolExecutor(3, "metsuke-job")
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *args)

    def stop(self) -> None:
        """End what is done, and what it is done in; what comes later begins anew."""
        for worker in self._workers:
            worker.stop()
        if self._threads is not None:
            self._threads.shutdown(wait=False, cancel_futures=True)
            self._threads = None
