"""Hosting a table: take the port, start one process or several supervised ones, and print the addresses.

Several processes share one port: each serves the phones that connect to it, and one that ends is restarted. On Linux
the system distributes phones evenly (`SO_REUSEPORT`); elsewhere the processes share one socket. They tell each other of
matches through the database alone.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import socket
import ssl
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import TYPE_CHECKING, Any

from companion.database import one_host, other_host
from companion.flet_runtime.install import install
from companion.hosting.process import (
    GRACE_SECONDS,
    OWN_SOCKETS,
    CannotHost,
    PortTaken,
    check_server,
    run,
    serve,
    share_port,
    take_port,
)
from companion.hosting.terminal import SHOWN, STOPPED, Terminal, printed_beside
from companion.settings import Settings

if TYPE_CHECKING:
    from companion.tables.demonstration import Demonstration
    from companion.tables.tables import Tables


SPAWN = multiprocessing.get_context("spawn")
SOON = 2.0
"""The least seconds between two starts of the same worker."""
PATIENCE = GRACE_SECONDS + 5.0
"""Seconds in which a worker must end when it is told to."""


def check_database(settings: Settings) -> None:
    """Check that several processes can share the database, and migrate its tables.

    Raises `CannotHost`, or the store's error, with a message for people.
    """
    from companion.database import open_store, url_of

    if not url_of(settings.database).startswith("postgresql"):
        raise CannotHost(
            f"{settings.workers} workers need PostgreSQL, through which they hear of each other; SQLite is for one. "
            "Name one with --database postgresql://user@host/name, or leave --workers out."
        )
    open_store(settings.database).close()


class Worker:
    """A worker process, and what it has reported."""

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
        """Read the worker's report: an empty text when it is ready, else why it cannot start."""
        with contextlib.suppress(EOFError, OSError):
            while not self.said.closed and self.said.poll():
                self.failure = self.said.recv()
                self.ready = not self.failure

    @property
    def alive(self) -> bool:
        return self.process is not None and self.process.is_alive()

    def end(self) -> None:
        """Tell the worker to end."""
        if self.process is not None and self.process.is_alive():
            self.process.terminate()

    def join(self, seconds: float) -> None:
        if self.process is not None:
            self.process.join(max(0.0, seconds))
            if self.process.is_alive():
                self.process.kill()
                self.process.join()


class Workers:
    """All workers, until this process is told to stop."""

    def __init__(self, settings: Settings, listening: socket.socket, status: Sequence[socket.socket]) -> None:
        self._settings = settings
        self._workers = [Worker(settings, listening, each) for each in status or (None,) * settings.workers]
        self._stop = False

    def run(self) -> None:
        """Start the workers and supervise them. Raises `CannotHost` if one fails in the first start."""
        for name in ("SIGINT", "SIGTERM"):
            signal.signal(getattr(signal, name), self._on_signal)
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

    def _on_signal(self, *_: Any) -> None:
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
    """Run one worker. `saying` is sent an empty text when it serves, or why it cannot."""
    from companion.flet_runtime.install import FletMoved, install
    from companion.hosting.process import run
    from models import StoreError
    from referee.core.games import GAMES

    _end_with_parent()
    GAMES.restrict(settings.games, settings.plugins)
    install(hosting=True)
    if OWN_SOCKETS:
        listening = share_port(settings.address, settings.port, listens=True)
    try:
        with printed_beside(), contextlib.suppress(KeyboardInterrupt):
            run(serve(settings, listening, status, started=lambda: saying.send("")))
    except (CannotHost, FletMoved, StoreError) as problem:
        saying.send(str(problem))
        sys.exit(1)


def _end_with_parent() -> None:
    """End this process when its parent has ended in any way: nothing else would."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(PATIENCE)
        os._exit(1)

    threading.Thread(target=watch, name="metsuke-parent", daemon=True).start()


def host(settings: Settings, demonstrates: Callable[[Tables], Demonstration] | None = None) -> int:
    """Host a table until it is stopped; with `demonstrates`, a demonstration made by that function.

    Raises `CannotHost`, `FletMoved` or the store's error, with a message for people.
    """
    install(hosting=True)
    check_server()
    with printed_beside(), ended_by_signal(), contextlib.ExitStack() as sockets:
        listening = sockets.enter_context(contextlib.closing(_phones_port(settings)))
        ports = range(settings.status_port, settings.status_port + settings.workers) if settings.status else ()
        taken = (take_port(settings.status_host, port, "status") for port in ports)
        status = [sockets.enter_context(contextlib.closing(each)) for each in taken]
        _check_certificate(settings)
        with contextlib.suppress(KeyboardInterrupt):
            if settings.workers > 1:
                check_database(settings)
                if OWN_SOCKETS:
                    listening.close()
                    listening = sockets.enter_context(contextlib.closing(share_port(settings.address, settings.port)))
                Workers(settings, listening, status).run()
            else:
                with one_host(settings.database, f"on port {settings.port}"):
                    run(serve(settings, listening, *status, demonstrates=demonstrates))
        Terminal().say("", SHOWN if demonstrates else STOPPED)
    return 0


def _phones_port(settings: Settings) -> socket.socket:
    """Take the port for phones. Raises `CannotHost`, above all if this table is hosted already."""
    try:
        return take_port(settings.address, settings.port)
    except PortTaken as taken:
        who = other_host(settings.database)
        if not who:
            raise
        raise CannotHost(
            f"Metsuke is hosting this table already ({who}): open it in a browser, or close that host first. "
            f"For a second table give a port and a file: metsuke --port {taken.free} --database second.db"
        ) from None


@contextlib.contextmanager
def ended_by_signal() -> Iterator[None]:
    """Let a service manager's SIGTERM, and the SIGHUP of a closed terminal, end this process as Ctrl-C does."""

    def end(*_: object) -> None:
        raise KeyboardInterrupt

    def hang_up(*_: object) -> None:
        signal.raise_signal(signal.SIGTERM)  # uvicorn and the supervisor handle SIGTERM themselves

    handlers = {"SIGTERM": end, "SIGHUP": hang_up}
    numbers = {getattr(signal, name): handle for name, handle in handlers.items() if hasattr(signal, name)}
    before = {number: signal.getsignal(number) for number in numbers}
    for number, handle in numbers.items():
        if before[number] is not signal.SIG_IGN:  # nohup
            signal.signal(number, handle)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, signal.SIG_DFL if handler is None else handler)


def _check_certificate(settings: Settings) -> None:
    if settings.certificate is None:
        return
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(settings.certificate, settings.key)
    except (ssl.SSLError, OSError) as problem:
        reason = getattr(problem, "reason", None) or getattr(problem, "strerror", None) or "it cannot be read"
        raise CannotHost(
            f"{settings.certificate} and {settings.key} are not a certificate and its key in PEM form "
            f"({str(reason).replace('_', ' ').lower()})."
        ) from None
