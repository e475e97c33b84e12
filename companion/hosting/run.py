"""Hosting a table: take the port, start the server, tell people where it is."""

from __future__ import annotations

import contextlib
import errno
import os
import socket
import ssl
from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.flet_runtime.install import install
from companion.hosting.process import CannotHost, serve
from companion.hosting.serving import run
from companion.hosting.terminal import STOPPED, Terminal
from companion.hosting.workers import Workers, check_database
from companion.settings import Settings

if TYPE_CHECKING:
    from companion.tables.demonstration import Demonstration
    from companion.tables.table import Tables


def take_port(address: str, port: int) -> socket.socket:
    """Listen, or raise `CannotHost` saying what is in the way and what to do."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name == "posix":
            # So that a host that was killed can be started again at once. On Windows this would mean sharing.
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((address, port))
        listening.listen(1024)
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
    with contextlib.ExitStack() as sockets:
        listening = sockets.enter_context(contextlib.closing(take_port(settings.address, settings.port)))
        ports = range(settings.status_port, settings.status_port + settings.workers) if settings.status else ()
        status = [sockets.enter_context(contextlib.closing(take_port(settings.status_host, n))) for n in ports]
        _check_certificate(settings)
        with contextlib.suppress(KeyboardInterrupt):
            if settings.workers > 1:
                check_database(settings)
                Workers(settings, listening, status).run()
            else:
                run(serve(settings, listening, *status, demonstrates=demonstrates))
    Terminal().say("", STOPPED)
    return 0


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
