"""Several processes on one port: each serves whichever phone comes to it, and one that ends is started again.

The system deals phones out to them evenly where it can (`SO_REUSEPORT` of Linux); elsewhere they share one socket. They
tell each other of matches through the database alone.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any

from companion.hosting.ports import SHARED, CannotHost, share_port
from companion.hosting.process import serve
from companion.hosting.serving import GRACE_SECONDS
from companion.hosting.streams import printed_beside
from companion.hosting.terminal import Terminal
from companion.settings import Settings

SPAWN = multiprocessing.get_context("spawn")
SOON = 2.0
"""Seconds between two starts of the same worker at least."""
PATIENCE = GRACE_SECONDS + 5.0
"""Seconds that a worker has to end when it is told to."""


def check_database(settings: Settings) -> None:
    """See that several processes can share the database, and bring its tables up to date.

    Raises `CannotHost`, or the store's error, in words for people.
    """
    from companion.database import open_store, url_of

    if not url_of(settings.database).startswith("postgresql"):
        raise CannotHost(
            f"{settings.workers} workers need PostgreSQL, through which they hear of each other; SQLite is for one. "
            "Name one with --database postgresql://user@host/name, or leave --workers out."
        )
    open_store(settings.database).close()


class Worker:
    """One process, and what it says of itself."""

    def __init__(self, settings: Settings, listening: socket.socket, status: socket.socket | None) -> None:
        self._given = settings, listening, status
        self.started = 0.0
        self.ready = False
        self.failure = ""
        self.process: SpawnProcess | None = None
        self.said: Connection

    def start(self) -> None:
        self.started, self.ready, self.failure = time.monotonic(), False, ""
        self.said, saying = SPAWN.Pipe(duplex=False)
        self.process = SPAWN.Process(target=work, args=(*self._given, saying), name="metsuke-worker")
        self.process.start()
        saying.close()

    def hear(self) -> None:
        """Take in what it says: nothing when it is ready, else why it cannot be."""
        with contextlib.suppress(EOFError, OSError):
            while not self.said.closed and self.said.poll():
                self.failure = self.said.recv()
                self.ready = not self.failure

    @property
    def alive(self) -> bool:
        return self.process is not None and self.process.is_alive()

    def end(self) -> None:
        """Tell it to end, and see that it does."""
        if self.process is not None and self.process.is_alive():
            self.process.terminate()

    def join(self, seconds: float) -> None:
        if self.process is not None:
            self.process.join(max(0.0, seconds))
            if self.process.is_alive():
                self.process.kill()
                self.process.join()


class Workers:
    """All of them, until this process is told to stop."""

    def __init__(self, settings: Settings, listening: socket.socket, status: Sequence[socket.socket]) -> None:
        self._settings = settings
        self._workers = [Worker(settings, listening, each) for each in status or (None,) * settings.workers]
        self._stop = False

    def run(self) -> None:
        """Start them and watch over them. Raises `CannotHost` if one cannot start at the beginning."""
        for name in ("SIGINT", "SIGTERM"):
            signal.signal(getattr(signal, name), self._told_to_stop)
        try:
            for worker in self._workers:
                worker.start()
            self._watch()
        finally:
            for worker in self._workers:
                worker.end()
            end = time.monotonic() + PATIENCE
            for worker in self._workers:
                worker.join(end - time.monotonic())

    def _told_to_stop(self, *_: Any) -> None:
        self._stop = True

    def _watch(self) -> None:
        welcomed = False
        while not self._stop:
            watched = [each.process.sentinel for each in self._workers if each.process is not None and each.alive]
            waiting = [each.said for each in self._workers if not each.ready and each.alive]
            wait([*watched, *waiting], 0.5)
            for worker in self._workers:
                worker.hear()
            if not welcomed and (failed := [each.failure for each in self._workers if each.failure]):
                raise CannotHost(failed[0])
            if not welcomed and all(worker.ready for worker in self._workers):
                welcomed = True
                self._welcome()
            for worker in self._workers:
                if not self._stop and not worker.alive and time.monotonic() - worker.started > SOON:
                    if not welcomed:
                        raise CannotHost("A worker ended before it served anybody; its own last words say why.")
                    code = worker.process.exitcode if worker.process is not None else None
                    why = worker.failure or f"code {code}"
                    print(f"metsuke: a worker has ended ({why}) and is started again", file=sys.stderr, flush=True)
                    worker.start()

    def _welcome(self) -> None:
        from companion.database import open_store
        from companion.hosting import addresses as nets
        from companion.phones.owner import issue

        settings = self._settings
        terminal = Terminal(codes=settings.qr)
        terminal.welcome(nets.addresses(settings.port, settings.scheme, settings.public_url, settings.address))
        terminal.say(f"{settings.workers} workers serve it.")
        with open_store(settings.database) as store:
            terminal.owner(issue(store))


def work(settings: Settings, listening: socket.socket, status: socket.socket | None, saying: Connection) -> None:
    """Be one worker. Whoever reads `saying` is sent an empty text when it serves, or why it cannot."""
    from companion.flet_runtime.install import FletMoved, install
    from companion.hosting.serving import run
    from models import StoreError
    from referee.core.games import GAMES

    _end_with_parent()
    GAMES.restrict(settings.games, settings.plugins)
    install(hosting=True)
    if SHARED:
        listening = share_port(settings.address, settings.port, listens=True)
    try:
        with printed_beside(), contextlib.suppress(KeyboardInterrupt):
            run(serve(settings, listening, status, started=lambda: saying.send("")))
    except (CannotHost, FletMoved, StoreError) as problem:
        saying.send(str(problem))
        sys.exit(1)


def _end_with_parent() -> None:
    """End when whoever started this has ended, however it did: nobody else would."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(PATIENCE)
        os._exit(1)

    threading.Thread(target=watch, name="metsuke-parent", daemon=True).start()
