"""The job queues of a host, and the worker processes.

A worker process does one job at a time and can be ended in the middle of one. It is started with the first job, its
memory is bounded, its priority is low, and it is ended after some time without work. Jobs and results are pickled: a
job is a function of a module with its arguments.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import inspect
import logging
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from multiprocessing.connection import Connection
from typing import Any, Final, TypeVar

from companion.jobs.queue import Progress, Queue

log = logging.getLogger("metsuke")

R = TypeVar("R")
SPAWN: Final = multiprocessing.get_context("spawn")
IDLE_SECONDS: Final = 120.0
"""Seconds after which an idle process is ended."""
MEMORY: Final = 1_500_000_000
"""Address space in bytes that a job may use, where the system can limit it; beyond that the job fails."""
NICE: Final = 10
"""The niceness of the process: other work comes first."""


class JobFailed(Exception):
    """A job exceeded its time or memory, or its process was killed."""


@dataclass(eq=False)
class _Child:
    """A process, its pipe, whether a thread listens to the pipe, and whether the process was ended."""

    process: Any
    pipe: Connection
    listened_to: bool = False
    ended: bool = False
    _closing: threading.Lock = field(default_factory=threading.Lock)
    _closed: bool = False

    def close(self) -> None:
        """Close the pipe, once, whichever thread is first."""
        with self._closing:
            if not self._closed:
                self._closed = True
                self.pipe.close()


class Worker:
    """One process for jobs, one at a time. All methods are called on one event loop."""

    def __init__(self) -> None:
        self._child: _Child | None = None
        self._idle: asyncio.TimerHandle | None = None

    async def run(
        self, work: Callable[..., Any], args: tuple[Any, ...], seconds: float, progress: Progress | None = None
    ) -> Any:
        """Run a job; return its result or raise its exception, or `JobFailed` if it exceeds its time or memory.

        A job that takes an argument `progress` gets one, whose values are passed to `progress` here. If this call is
        cancelled, the job is ended.
        """
        self._keep()
        loop = asyncio.get_running_loop()
        found: asyncio.Future[Any] = loop.create_future()
        # A thread per job waits for its process, so that waiting jobs do not occupy the threads of other work.
        talking = functools.partial(self._talk, self._started(), work, args, found, progress, loop)
        threading.Thread(target=talking, name="metsuke-job", daemon=True).start()
        try:
            async with asyncio.timeout(seconds):
                return await found
        except TimeoutError:
            if not found.cancelled():  # the exception of the job itself
                raise
            self.stop()
            raise JobFailed from None
        except asyncio.CancelledError:
            self.stop()
            raise
        except EOFError:
            self.stop()
            raise JobFailed from None
        finally:
            if self._child is not None:
                self._idle = loop.call_later(IDLE_SECONDS, self.stop)

    def _started(self) -> _Child:
        if self._child is None or not self._child.process.is_alive():
            self.stop()
            pipe, theirs = SPAWN.Pipe()
            process = SPAWN.Process(target=_work, args=(theirs,), name="metsuke-jobs", daemon=True)
            process.start()
            theirs.close()
            self._child = _Child(process, pipe)
        self._child.listened_to = True
        return self._child

    @staticmethod
    def _talk(
        child: _Child,
        work: Callable[..., Any],
        args: tuple[Any, ...],
        found: asyncio.Future[Any],
        progress: Progress | None,
        loop: asyncio.AbstractEventLoop,
    ) -> None:
        """Send a job to the process and wait for its result, in a thread."""

        def settle(good: bool, value: Any) -> None:
            if not found.done():
                found.set_result(value) if good else found.set_exception(value)

        def tell(what: Callable[..., object], *given: Any) -> None:
            with contextlib.suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(what, *given)

        try:
            child.pipe.send((work, args))
            while True:
                kind, value = child.pipe.recv()
                if kind != "progress":
                    tell(settle, kind == "done", value if kind == "done" else _raised(*value))
                    return
                if progress is not None:
                    tell(progress, value)
        except (EOFError, OSError):
            tell(settle, False, EOFError())
        except BaseException as fault:  # something that cannot be pickled or unpickled
            tell(settle, False, fault)
        finally:
            child.listened_to = False
            if child.ended:
                child.close()

    def _keep(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
            self._idle = None

    def stop(self) -> None:
        """End the process, even in the middle of a job."""
        self._keep()
        child, self._child = self._child, None
        if child is not None:
            child.ended = True
            child.process.kill()
            threading.Thread(target=child.process.join, daemon=True).start()  # so that the system releases the process
            if not child.listened_to:  # else the listening thread closes the pipe
                child.close()


def _work(pipe: Connection) -> None:
    """Run in the child process: do jobs until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the host, which then ends its processes
    with contextlib.suppress(AttributeError, OSError):
        os.nice(NICE)
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    while True:
        try:
            work, args = pipe.recv()
        except (EOFError, OSError):
            return
        except Exception as fault:  # an unknown function, or a value that cannot be unpickled
            _send(pipe, "failed", _parts(fault))
            continue
        _send(pipe, *_done(pipe, work, args))


def _done(pipe: Connection, work: Callable[..., Any], args: tuple[Any, ...]) -> tuple[str, Any]:
    try:
        return "done", _reporting(work, lambda done: pipe.send(("progress", done)))(*args)
    except MemoryError:
        return "failed", _parts(JobFailed())
    except Exception as fault:
        return "failed", _parts(fault)


def _reporting(work: Callable[..., R], progress: Progress) -> Callable[..., R]:
    """Return the function with `progress` bound, if it takes that argument."""
    return partial(work, progress=progress) if "progress" in inspect.signature(work).parameters else work


def _parts(fault: Exception) -> tuple[type[Exception], tuple[Any, ...], dict[str, Any]]:
    """Take an exception apart, so that another process can rebuild it without calling its `__init__`."""
    return type(fault), fault.args, fault.__dict__


def _raised(kind: type[Exception], args: tuple[Any, ...], about: dict[str, Any]) -> Exception:
    fault = kind.__new__(kind, *args)
    fault.__dict__.update(about)
    return fault


def _send(pipe: Connection, kind: str, value: Any) -> None:
    try:
        pipe.send((kind, value))
    except (BrokenPipeError, OSError):
        return
    except Exception as fault:  # what cannot be pickled
        log.error("what a job came to could not be handed over: %s", type(fault).__name__)
        pipe.send(("failed", _parts(JobFailed())))


_ASIDE: Final = ThreadPoolExecutor(2, "metsuke-aside")
_LAST: Final = ThreadPoolExecutor(1, "metsuke-last")


async def aside(work: Callable[[], R]) -> R:
    """Run some work in a thread pool of its own, so that no other threaded work waits for it."""
    return await asyncio.get_running_loop().run_in_executor(_ASIDE, work)


async def last(work: Callable[..., R], *args: Any) -> R:
    """Run some low-priority work, one call at a time."""
    return await asyncio.get_running_loop().run_in_executor(_LAST, work, *args)


def _on_loop(progress: Progress | None) -> Progress:
    """Return a function for a thread, which passes what it is given to `progress` on this event loop."""
    loop = asyncio.get_running_loop()

    def tell(done: float) -> None:
        if progress is not None:
            with contextlib.suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(progress, done)

    return tell


SECONDS: Final = 60.0
"""The default time limit of a job."""
MANY_PROCESSORS: Final = 4
"""The number of processors from which on two jobs run at once."""
WITHOUT_PROCESSES: Final = ("android", "ios", "emscripten")


class Jobs:
    """The long work of one host process, each job for the current `ASKER`. All methods are called on its event loop."""

    def __init__(self, processes: int | None = None) -> None:
        """Start nothing yet. With 0 `processes`, jobs run in threads, without limits: phones allow no processes."""
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
        """The number of jobs that wait for their turn."""
        return len(self._processes) + len(self._hashes) + len(self._beside)

    async def run(
        self,
        kind: str,
        work: Callable[..., R],
        *args: Any,
        seconds: float = SECONDS,
        progress: Progress | None = None,
    ) -> R:
        """Run a job in a process, and return its result. Function, arguments and result are pickled.

        `kind` names the job; a phone may have one of each kind at a time. Raises `AlreadyAsked`, `QueueFull`,
        `JobFailed` after `seconds`, and what the job raises. If this call is cancelled, the job is ended. A job in a
        thread cannot be ended: it has all the time that it takes.
        """
        async with self._processes.once(kind):
            if not self._workers:
                return await self._thread(_reporting(work, _on_loop(progress)), *args)
            worker = self._idle.pop()
            try:
                return await worker.run(work, args, seconds, progress)
            finally:
                self._idle.append(worker)

    async def hash(self, work: Callable[..., R], *args: Any) -> R:
        """Run a slow hash in a thread; it releases the interpreter lock. Raises `AlreadyAsked` and `QueueFull`."""
        async with self._hashes.once("hash"):
            return await self._thread(work, *args)

    async def beside(self, work: Callable[..., R], *args: Any, **kwargs: Any) -> R:
        """Run a store call in a thread other than the one that writes entries. Raises `QueueFull`."""
        async with self._beside.turn():
            return await self._thread(partial(work, **kwargs), *args)

    async def _thread(self, work: Callable[..., R], *args: Any) -> R:
        if self._threads is None:
            self._threads = ThreadPoolExecutor(3, "metsuke-job")
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *args)

    def stop(self) -> None:
        """End all jobs, processes and threads; later jobs start new ones."""
        for worker in self._workers:
            worker.stop()
        if self._threads is not None:
            self._threads.shutdown(wait=False, cancel_futures=True)
            self._threads = None
