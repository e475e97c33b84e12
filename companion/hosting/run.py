"""Hosting a table: take the port, start the server, tell people where it is."""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import socket
import ssl
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from companion.flet_runtime import faults
from companion.flet_runtime.install import install
from companion.hosting import addresses as nets
from companion.hosting.limits import Limits
from companion.hosting.serving import allow_many_files, collect_seldom, run, server_config
from companion.hosting.terminal import STOPPED, Terminal
from companion.settings import Settings

if TYPE_CHECKING:
    from companion.tables.demonstration import Demonstration
    from companion.tables.table import Tables


class CannotHost(Exception):
    """The table cannot be opened. `str()` is one line for people."""


def take_port(address: str, port: int) -> socket.socket:
    """Listen, or raise `CannotHost` saying what is in the way and what to do."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name == "posix":
            # So that a host that was killed can be started again at once. On Windows this would mean sharing.
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((address, port))
        listening.listen(128)
        listening.setblocking(False)
    except (OSError, OverflowError) as problem:
        listening.close()
        raise CannotHost(_why_not(problem, address, port)) from None
    return listening


def _why_not(problem: Exception, address: str, port: int) -> str:
    number = getattr(problem, "errno", None)
    if number == errno.EADDRINUSE:
        return (
            f"Port {port} is in use by another program, perhaps by another Metsuke. "
            f"Close that, or choose another port: metsuke --port {port + 1 if port < 65535 else 8551}"
        )
    if number in (errno.EACCES, errno.EPERM):
        return f"Port {port} is not open to this account. Choose another: metsuke --port 8550"
    if number == errno.EADDRNOTAVAIL or isinstance(problem, socket.gaierror):
        return f"This machine has no address {address}. Leave --address out to use all it has."
    return f"The table cannot be opened on {address}, port {port}: {getattr(problem, 'strerror', None) or problem}."


def host(settings: Settings, demonstrates: Callable[[Tables], Demonstration] | None = None) -> int:
    """Host a table until it is stopped; with `demonstrates`, which makes it, one that plays itself.

    Raises `CannotHost`, `FletMoved` or the store's error, in words for people.
    """
    install(hosting=True)
    listening = take_port(settings.address, settings.port)
    with contextlib.closing(listening):
        _check_certificate(settings)
        with contextlib.suppress(KeyboardInterrupt):
            run(_serve(settings, listening, demonstrates))
    Terminal().say("", STOPPED)
    return 0


async def _serve(
    settings: Settings, listening: socket.socket, demonstrates: Callable[[Tables], Demonstration] | None
) -> None:
    import uvicorn

    from companion.database import open_store
    from companion.hosting.server import create_app
    from companion.phones.host import Host

    logging.getLogger("uvicorn.error").addFilter(_is_news)
    for name in ("uvicorn.error", "asyncio"):
        logging.getLogger(name).addFilter(faults.one_line)
    reach = partial(nets.addresses, settings.port, settings.scheme, settings.public_url, settings.address)
    services = Host(partial(open_store, settings.database), reach, settings.language)
    services.demonstrates = demonstrates
    terminal = Terminal(codes=settings.qr)
    if demonstrates is None:
        services.on_new_match = lambda code: terminal.match(services.join_url(code))
    limits = Limits.for_files(allow_many_files())
    app = create_app(services, language=settings.language, public_url=settings.public_url, limits=limits)

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started:
                terminal.welcome([address.url for address in services.addresses()])

    collect_seldom()
    server = Server(server_config(app, ssl_certfile=settings.certificate, ssl_keyfile=settings.key))
    try:
        await server.serve(sockets=[listening])
    except SystemExit:  # uvicorn's answer to a start that failed
        if app.state.failure is None:
            raise
    if app.state.failure is not None:
        raise app.state.failure


def _is_news(record: logging.LogRecord) -> bool:
    """What the server itself has to say in this terminal. A start that fails is told in one line of our own."""
    told = record.getMessage()
    return not any(each in told for each in ("Traceback", "Application startup failed", "Invalid HTTP request"))


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
