"""Hosting a table: take the port, start the server, tell people where it is."""

from __future__ import annotations

import contextlib
import ssl
from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.flet_runtime.install import install
from companion.hosting.ports import SHARED, CannotHost, share_port, take_port
from companion.hosting.process import serve
from companion.hosting.serving import run
from companion.hosting.terminal import STOPPED, Terminal
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
    with contextlib.ExitStack() as sockets:
        listening = sockets.enter_context(contextlib.closing(take_port(settings.address, settings.port)))
        ports = range(settings.status_port, settings.status_port + settings.workers) if settings.status else ()
        status = [sockets.enter_context(contextlib.closing(take_port(settings.status_host, n))) for n in ports]
        _check_certificate(settings)
        with contextlib.suppress(KeyboardInterrupt):
            if settings.workers > 1:
                check_database(settings)
                if SHARED:
                    listening.close()
                    listening = sockets.enter_context(contextlib.closing(share_port(settings.address, settings.port)))
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
