"""How the server behind a table is set up, and the event loop that it runs on."""

from __future__ import annotations

import asyncio
import gc
import re
import ssl
import sys
from collections.abc import Coroutine
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, TypeVar

from companion.flet_runtime.relied_on import Name, unlike
from companion.hosting.ports import CannotHost

if TYPE_CHECKING:
    import uvicorn
    from fastapi import FastAPI

T = TypeVar("T")

PING_SECONDS = 5.0
"""How often each phone is asked for a sign of life."""
PING_PATIENCE = 10.0
"""How long it may take to give one: a phone that was switched off is missed after 15 s at most."""
LARGEST_MESSAGE = 256_000
"""Bytes that one message of a phone may have; the longest text that a field takes is a third of it."""
GRACE_SECONDS = 2
SWITCH_SECONDS = 0.001
"""How long a thread that works something out keeps the event loop waiting, before the loop has its turn."""


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
"""What a host builds on in uvicorn and websockets without their having promised it: `Door`, `Socket` and the server."""


def check_server() -> None:
    """Raise `CannotHost` when the uvicorn that is installed has no place for what ends connections and counts them."""
    if gone := unlike(RELIED_ON):
        versions = f"uvicorn {version('uvicorn')} and websockets {version('websockets')}"
        raise CannotHost(
            f"What guards this host's connections finds no place in {versions}: {'; '.join(gone)}. "
            "Install Metsuke again with the versions that it was checked with: pip install -c constraints.txt"
        )


def server_config(app: FastAPI, **own: Any) -> uvicorn.Config:
    """Return how uvicorn serves the phones of `app`. `own` are settings of uvicorn's that concern one server."""
    import uvicorn

    from companion.hosting.door import Door
    from companion.hosting.packets import Socket

    counted = {"gate": app.state.gate}
    settings: dict[str, Any] = {
        "lifespan": "on",
        "log_level": "warning",
        "access_log": False,
        "server_header": False,
        "ws_ping_interval": PING_SECONDS,
        "ws_ping_timeout": PING_PATIENCE,
        "ws_max_size": LARGEST_MESSAGE,
        "http": type("Door", (Door,), counted),
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
    """One connection over https that answers in words whoever speaks http to it."""

    _incoming: ssl.MemoryBIO
    _outgoing: ssl.MemoryBIO
    _told = False

    @classmethod
    def _create(cls, incoming: ssl.MemoryBIO, outgoing: ssl.MemoryBIO, *args: Any, **own: Any) -> Https:
        made: Https = super()._create(incoming, outgoing, *args, **own)  # type: ignore[misc]
        made._incoming, made._outgoing = incoming, outgoing
        return made

    def do_handshake(self) -> None:
        """Go on with the handshake; it never ends for what speaks http, which closes when it has been answered."""
        if self._incoming.pending and not self._told:
            said = self._incoming.read()
            self._incoming.write(said)
            if re.match(rb"[A-Z]{3,} ", said):
                self._told = True
                self._outgoing.write(PLAIN)
        if self._told:
            raise ssl.SSLWantReadError
        super().do_handshake()


def collect_seldom() -> None:
    """Let Python's collector pass over what is there by now, and look through what comes less often.

    Screens are trees that point up and down: collecting them in every few drawings costs an eighth of the time. All
    that is there is looked through once 1.2 million objects more (some 100 MB) have come to stay.
    """
    gc.freeze()
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.set_threshold(20_000, 20, 3)


def allow_many_files() -> int:
    """Let this process hold as many connections as its account may. Returns how many files it may have open."""
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
    """Run a server's coroutine to its end on the quickest event loop that is installed."""
    import uvicorn

    with asyncio.Runner(loop_factory=uvicorn.Config(None).get_loop_factory()) as runner:  # type: ignore[arg-type]
        return runner.run(work)
