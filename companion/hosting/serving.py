"""How the server behind a table is set up, and the event loop that it runs on."""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, TypeVar

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
    return uvicorn.Config(app, **settings | own)


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
