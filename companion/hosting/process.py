"""One process that serves phones, from its start until it is told to stop."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import time
from collections.abc import Callable, Collection
from functools import partial
from typing import TYPE_CHECKING

from companion.flet_runtime import faults
from companion.hosting import addresses as nets
from companion.hosting.limits import Limits
from companion.hosting.serving import allow_many_files, collect_seldom, server_config
from companion.hosting.terminal import Terminal
from companion.settings import Settings

if TYPE_CHECKING:
    from companion.hosting.refusals import Refusals
    from companion.phones.host import Host
    from companion.tables.demonstration import Demonstration
    from companion.tables.tables import Tables


log = logging.getLogger("metsuke")


async def serve(
    settings: Settings,
    listening: socket.socket,
    status: socket.socket | None = None,
    *,
    demonstrates: Callable[[Tables], Demonstration] | None = None,
    started: Callable[[], None] | None = None,
) -> None:
    """Serve phones on a socket until this process is told to stop.

    `started` is called as soon as it does; without it the terminal says where phones find it.
    """
    import uvicorn

    from companion.database import open_store
    from companion.hosting.server import create_app
    from companion.phones.host import Host

    logging.getLogger("uvicorn.error").addFilter(_is_news)
    for name in ("uvicorn.error", "asyncio"):
        logging.getLogger(name).addFilter(faults.one_line)
    reach = partial(nets.addresses, settings.port, settings.scheme, settings.public_url, settings.address)
    services = Host(partial(open_store, settings.database), reach, settings.language)
    services.demonstrations.makes = demonstrates
    terminal = Terminal(codes=settings.qr)
    if demonstrates is None:
        services.on_new_match = partial(tell_of, terminal, services)
        services.show_code = terminal.owner
    limits = Limits.for_files(allow_many_files())
    app = create_app(
        services, language=settings.language, public_url=settings.public_url, limits=limits, names=settings.names
    )

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started and started is not None:
                started()
            elif self.started:
                terminal.welcome([address.url for address in services.addresses()], kept=demonstrates is None)
                await services.ownership.show_fresh()

    collect_seldom()
    watched = contextlib.ExitStack()
    if status is not None:
        watched.callback(watch(services, status, app.state.gate.refusals, settings.names))
    server = Server(server_config(app, ssl_certfile=settings.certificate, ssl_keyfile=settings.key))
    try:
        with watched:
            await server.serve(sockets=[listening])
    except SystemExit:  # uvicorn's answer to a start that failed
        if app.state.failure is None:
            raise
    if app.state.failure is not None:
        raise app.state.failure


def tell_of(terminal: Terminal, services: Host, code: str) -> None:
    """Show in the terminal how to join a match. Whoever opened it has opened it, whatever becomes of this."""
    try:
        terminal.match(services.join_url(code))
    except Exception as problem:
        log.error("a match is not shown in the terminal: %s", faults.describe(problem))


def watch(services: Host, status: socket.socket, refusals: Refusals, own: Collection[str]) -> Callable[[], None]:
    """Answer on a socket how this process is; what is returned stops it. Within the running event loop."""
    from companion.hosting.status import Pulse, serve_status

    pulse = Pulse()
    pulse.refusals = refusals.counts
    stop = serve_status(status, pulse, own)

    async def beat() -> None:
        while True:
            pulse.beat = time.monotonic()
            pulse.tables, pulse.hearing = services.live
            pulse.sessions = len(services.phones)
            pulse.phones = sum(phone.connected for phone in services.phones)
            await asyncio.sleep(1)

    beating = asyncio.get_running_loop().create_task(beat())

    def stopped() -> None:
        beating.cancel()
        stop()

    return stopped


def _is_news(record: logging.LogRecord) -> bool:
    """What the server itself has to say in this terminal. A start that fails is told in one line of our own."""
    told = record.getMessage()
    return not any(each in told for each in ("Traceback", "Application startup failed", "Invalid HTTP request"))
