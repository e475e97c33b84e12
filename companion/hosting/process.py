"""One process that serves phones, from start to stop: its port, its server, its event loop."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import logging
import os
import re
import socket
import ssl
import sys
import time
from collections.abc import Callable, Collection, Coroutine
from functools import partial
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, TypeVar

from companion.flet_runtime import faults
from companion.flet_runtime.install import Name, unlike
from companion.hosting import addresses as nets
from companion.hosting.addresses import listen_to_both
from companion.hosting.gate import Limits
from companion.hosting.terminal import Terminal
from companion.settings import Settings

if TYPE_CHECKING:
    import uvicorn
    from fastapi import FastAPI

    from companion.hosting.gate import Refusals
    from companion.phones.host import Host
    from companion.tables.demonstration import Demonstration
    from companion.tables.tables import Tables


OWN_SOCKETS = sys.platform == "linux"
"""Whether each worker listens on a socket of its own, among which the system distributes phones; else the workers share
one socket, and the quickest takes a phone."""
BACKLOG = 1024


class CannotHost(Exception):
    """The table cannot be hosted. `str()` is one line for people."""


class PortTaken(CannotHost):
    """Another program has the port. `free` is an unused one."""

    def __init__(self, address: str, port: int, option: str) -> None:
        self.free = _free(address, port)
        super().__init__(
            f"Port {port} is in use by another program. "
            f"Close that, or choose another port: metsuke {_choose(address, self.free, option)}"
        )


def share_port(address: str, port: int, listens: bool = False) -> socket.socket:
    """Bind to a port together with other processes of ours; with `listens`, the socket is given phones.

    The parent process holds one that does not listen, so that the port stays ours while no worker runs.
    """
    shared = _socket(address)
    shared.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    shared.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    shared.bind((address, port))
    if listens:
        shared.listen(BACKLOG)
        shared.setblocking(False)
    return shared


def _socket(address: str) -> socket.socket:
    made = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET, socket.SOCK_STREAM)
    if made.family == socket.AF_INET6:
        listen_to_both(made)
    return made


def take_port(address: str, port: int, option: str = "port") -> socket.socket:
    """Listen, or raise `CannotHost` with the reason and the remedy. `option` is the setting that chose the port."""
    listening = None
    try:
        listening = _socket(address)
        if os.name == "posix":
            # So that a killed host can be restarted at once. On Windows this option would mean sharing.
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((address, port))
        listening.listen(BACKLOG)
        listening.setblocking(False)
    except (OSError, OverflowError) as problem:
        if listening is not None:
            listening.close()
        if getattr(problem, "errno", None) == errno.EADDRINUSE:
            raise PortTaken(address, port, option) from None
        raise CannotHost(_why_not(problem, address, port, option)) from None
    return listening


def _free(address: str, port: int) -> int:
    """Return a free port to suggest instead; `port` itself if none is found."""
    for other in (*range(port + 1, min(port + 50, 65536)), *range(8550, 8600), 0):
        with contextlib.suppress(OSError), _socket(address) as probe:
            probe.bind((address, other))
            return int(probe.getsockname()[1])
    return port


def _why_not(problem: Exception, address: str, port: int, option: str) -> str:
    number = getattr(problem, "errno", None)
    status = option == "status"
    if number in (errno.EACCES, errno.EPERM):
        free = _free(address, max(port, 1024))
        return f"Port {port} is not open to this account. Choose another: metsuke {_choose(address, free, option)}"
    if address.lower().startswith("fe80:"):
        return f"Browsers open no address like {address}, which is valid on one link only. Leave --address out."
    if number == errno.EAFNOSUPPORT:
        return f"This machine has no IPv6, so nothing can be answered on {address}. Leave --address out."
    if number == errno.EADDRNOTAVAIL or isinstance(problem, socket.gaierror):
        instead = "Give --status one it has, such as 127.0.0.1." if status else "Leave --address out to use all it has."
        return f"This machine has no address {address}. {instead}"
    what = "The status cannot be answered" if status else "The table cannot be opened"
    return f"{what} on {address}, port {port}: {getattr(problem, 'strerror', None) or problem}."


def _choose(address: str, port: int, option: str) -> str:
    return f"--port {port}" if option == "port" else f"--status {f'[{address}]' if ':' in address else address}:{port}"


T = TypeVar("T")

PING_SECONDS = 5.0
"""Seconds between two pings of a phone."""
PING_PATIENCE = 10.0
"""Seconds for the answer to a ping: a phone that was switched off is noticed after 15 s at most."""
LARGEST_MESSAGE = 256_000
"""The most bytes of one message from a phone; the longest text of a field is a third of it."""
GRACE_SECONDS = 2
SWITCH_SECONDS = 0.001
"""Seconds after which a computing thread must let the event loop run."""


_WORDS = (
    "This table is served over https: open its address with https:// instead of http://. / "
    "この卓は https です。アドレスの http:// を https:// にしてください。\n"
).encode()
PLAIN = (
    b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-type: text/plain; charset=utf-8\r\n"
    b"cache-control: no-store\r\ncontent-length: %d\r\n\r\n%b" % (len(_WORDS), _WORDS)
)


_HTTP = "uvicorn.protocols.http.auto:AutoHTTPProtocol"
_SOCKET = "uvicorn.protocols.websockets.websockets_sansio_impl:WebSocketsSansIOProtocol"
RELIED_ON = (
    Name(_HTTP, mentions=("transport", "cycle", "loop", "response_complete")),
    Name(f"{_HTTP}.connection_made", takes=("transport",)),
    Name(f"{_HTTP}.data_received", takes=("data",)),
    Name(f"{_HTTP}.connection_lost", takes=("exc",)),
    Name(_SOCKET, mentions=(
        "conn", "app_state", "handshake_complete", "close_sent", "disconnected", "writable", "transport", "loop",
        "read_paused", "pong_timer", "ping_timeout",
    )),
    Name(f"{_SOCKET}.keepalive_timeout", takes=()),
    Name(f"{_SOCKET}.on_task_complete", takes=("task",)),
    Name(f"{_SOCKET}.connection_lost", takes=("exc",)),
    Name("uvicorn:Server.startup", takes=("sockets",), mentions=("started",)),
    Name("uvicorn:Config.get_loop_factory", takes=()),
    Name("websockets.extensions.permessage_deflate:PerMessageDeflate", mentions=(
        "remote_no_context_takeover", "local_no_context_takeover", "remote_max_window_bits", "local_max_window_bits",
        "compress_settings",
    )),
)  # fmt: skip
"""What `HttpConnection`, `Socket` and the server use of uvicorn and websockets beyond their published interfaces."""


def check_server() -> None:
    """Raise `CannotHost` if the installed uvicorn lacks what `RELIED_ON` lists: connections would not be limited."""
    if gone := unlike(RELIED_ON):
        versions = f"uvicorn {version('uvicorn')} and websockets {version('websockets')}"
        raise CannotHost(
            f"What guards this host's connections finds no place in {versions}: {'; '.join(gone)}. "
            "Install Metsuke again with the versions that it was checked with: pip install -c constraints.txt"
        )


def server_config(app: FastAPI, **own: Any) -> uvicorn.Config:
    """Return uvicorn's configuration for serving the phones of `app`. `own` are further settings of uvicorn."""
    import uvicorn

    from companion.hosting.compression import Socket
    from companion.hosting.sockets import HttpConnection

    counted = {"gate": app.state.gate}
    settings: dict[str, Any] = {
        "lifespan": "on",
        "log_level": "warning",
        "access_log": False,
        "server_header": False,
        "ws_ping_interval": PING_SECONDS,
        "ws_ping_timeout": PING_PATIENCE,
        "ws_max_size": LARGEST_MESSAGE,
        "http": type("HttpConnection", (HttpConnection,), counted),
        "ws": type("Socket", (Socket,), counted),
        "ws_per_message_deflate": False,  # compression is the socket's own
        "timeout_graceful_shutdown": GRACE_SECONDS,
        "timeout_keep_alive": 20,
        "h11_max_incomplete_event_size": 32_768,
    }
    config = uvicorn.Config(app, **settings | own)
    config.load()
    if config.ssl is not None:
        config.ssl.sslobject_class = Https
    return config


class Https(ssl.SSLObject):
    """A TLS connection that answers a client speaking plain http with an explanation."""

    _incoming: ssl.MemoryBIO
    _outgoing: ssl.MemoryBIO
    _warned = False

    @classmethod
    def _create(cls, incoming: ssl.MemoryBIO, outgoing: ssl.MemoryBIO, *args: Any, **own: Any) -> Https:
        made: Https = super()._create(incoming, outgoing, *args, **own)  # type: ignore[misc]
        made._incoming, made._outgoing = incoming, outgoing
        return made

    def do_handshake(self) -> None:
        """Continue the handshake; after answering plain http it never completes, until the client closes."""
        if self._incoming.pending and not self._warned:
            said = self._incoming.read()
            self._incoming.write(said)
            if re.match(rb"[A-Z]{3,} ", said):
                self._warned = True
                self._outgoing.write(PLAIN)
        if self._warned:
            raise ssl.SSLWantReadError
        super().do_handshake()


def collect_seldom() -> None:
    """Exempt existing objects from garbage collection, and collect new ones less often.

    The control trees of screens contain cycles: collecting them every few drawings costs an eighth of the time. A full
    collection runs once 1.2 million objects more (some 100 MB) have survived.
    """
    gc.freeze()
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.set_threshold(20_000, 20, 3)


def allow_many_files() -> int:
    """Let this process have as many connections as its account may. Return the number of files it may open."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return 1_000_000
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = min(hard, 65_536) if hard != resource.RLIM_INFINITY else 65_536
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
    except (OSError, ValueError):
        return soft
    return max(soft, wanted)


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run a server's coroutine to its end on the fastest event loop that is installed."""
    import uvicorn

    with asyncio.Runner(loop_factory=uvicorn.Config(None).get_loop_factory()) as runner:  # type: ignore[arg-type]
        return runner.run(work)


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

    `started` is called when it serves; without it the terminal shows the addresses.
    """
    import uvicorn

    from companion.database import open_store
    from companion.hosting.web_app import create_app
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
    except SystemExit:  # uvicorn raises this if the start failed
        if app.state.failure is None:
            raise
    if app.state.failure is not None:
        raise app.state.failure


def tell_of(terminal: Terminal, services: Host, code: str) -> None:
    """Show in the terminal how to join a match. An error here must not affect the phone that opened it."""
    try:
        terminal.match(services.join_url(code))
    except Exception as problem:
        log.error("a match is not shown in the terminal: %s", faults.describe(problem))


def watch(services: Host, status: socket.socket, refusals: Refusals, own: Collection[str]) -> Callable[[], None]:
    """Serve this process's health and metrics on a socket; return the function that stops it."""
    from companion.hosting.status import LoopState, serve_status

    pulse = LoopState()
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
    """Tell whether a log record of uvicorn's belongs in the terminal. The host itself reports a failed start."""
    message = record.getMessage()
    return not any(each in message for each in ("Traceback", "Application startup failed", "Invalid HTTP request"))
