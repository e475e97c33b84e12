"""Hosting a table: take the port, start the server, tell people where it is."""

from __future__ import annotations

import contextlib
import signal
import socket
import ssl
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from companion.database import one_host, other_host
from companion.flet_runtime.install import install
from companion.hosting.ports import SHARED, CannotHost, PortTaken, share_port, take_port
from companion.hosting.process import serve
from companion.hosting.serving import check_server, run
from companion.hosting.streams import printed_beside
from companion.hosting.terminal import SHOWN, STOPPED, Terminal
from companion.hosting.workers import Workers, check_database
from companion.settings import Settings

if TYPE_CHECKING:
    from companion.tables.demonstration import Demonstration
    from companion.tables.tables import Tables


def host(settings: Settings, demonstrates: Callable[[Tables], Demonstration] | None = None) -> int:
    """Host a table until it is stopped; with `demonstrates`, which makes it, one that plays itself.

    Raises `CannotHost`, `FletMoved` or the store's error, in words for people.
    """
    install(hosting=True)
    check_server()
    with printed_beside(), told_to_end(), contextlib.ExitStack() as sockets:
        listening = sockets.enter_context(contextlib.closing(_phones_port(settings)))
        ports = range(settings.status_port, settings.status_port + settings.workers) if settings.status else ()
        taken = (take_port(settings.status_host, port, "status") for port in ports)
        status = [sockets.enter_context(contextlib.closing(each)) for each in taken]
        _check_certificate(settings)
        with contextlib.suppress(KeyboardInterrupt):
            if settings.workers > 1:
                check_database(settings)
                if SHARED:
                    listening.close()
                    listening = sockets.enter_context(contextlib.closing(share_port(settings.address, settings.port)))
                Workers(settings, listening, status).run()
            else:
                with one_host(settings.database, f"on port {settings.port}"):
                    run(serve(settings, listening, *status, demonstrates=demonstrates))
        Terminal().say("", SHOWN if demonstrates else STOPPED)
    return 0


def _phones_port(settings: Settings) -> socket.socket:
    """Take the port that phones come to. Raises `CannotHost`: above all if this table is hosted already."""
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
def told_to_end() -> Iterator[None]:
    """Let a service manager's SIGTERM, and the SIGHUP of a terminal that is closed, end this process as Ctrl-C does."""

    def end(*_: object) -> None:
        raise KeyboardInterrupt

    def hang_up(*_: object) -> None:
        signal.raise_signal(signal.SIGTERM)  # whoever serves at the moment has its own way of ending

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
