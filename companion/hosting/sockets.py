"""One phone's socket: Flet's own handler, with two faults of it mended.

A socket that closes before its phone has registered would be waited on for ever, and a phone that is lost while
something is being sent to it would count as connected for ever; both are put right here.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

from fastapi import WebSocket, WebSocketDisconnect
from flet_web.fastapi import app_manager

from companion.flet_runtime.connection import Connection
from companion.hosting.frames import admit
from companion.phones import languages as spoken

SESSION_SECONDS = 3600
"""How long a phone's session outlives its connection."""
REGISTER_SECONDS = 20.0
"""How long a socket may stay open without its phone saying who it is."""


async def serve_phone(websocket: WebSocket, main: Callable[[Any], Awaitable[None]], public_url: str = "") -> None:
    """Serve one socket until it closes. Refuses a page of another origin."""
    if not same_origin(websocket, public_url):
        await websocket.close(1008)
        return
    spoken.asked.set(spoken.preferred(websocket.headers.get("accept-language", "")))
    connection = Connection(main, admit, SESSION_SECONDS)
    gone = asyncio.Event()
    handler = asyncio.create_task(connection.handle(_Watched(websocket, gone)))
    silence = asyncio.create_task(_unregistered(connection, gone))
    await asyncio.wait({handler, silence}, return_when=asyncio.FIRST_COMPLETED)
    if not handler.done() and connection.session is not None:
        await asyncio.wait({handler})
    silence.cancel()
    if not handler.done():
        handler.cancel()
    # What went wrong was the connection; the session is kept for when the phone comes back.
    with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError, OSError, AttributeError):
        await handler
    connection.finish()
    if connection.session is not None and connection.session.connection is connection:
        await app_manager.disconnect_session(connection.session_key(), SESSION_SECONDS)


def same_origin(websocket: WebSocket, public_url: str = "") -> bool:
    """Whether the page that opens this socket came from this host. What is no browser sends no origin."""
    origin = websocket.headers.get("origin")
    if origin is None:
        return True
    own = {
        websocket.headers.get("host", ""),
        websocket.headers.get("x-forwarded-host", ""),
        urlsplit(public_url).netloc if public_url else "",
    }
    return urlsplit(origin).netloc in own - {""}


async def _unregistered(connection: Connection, gone: asyncio.Event) -> None:
    """Return when a socket has closed, or has had its time, without its phone registering."""
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(gone.wait(), REGISTER_SECONDS)


class _Watched:
    """A socket that says when the other end has gone."""

    def __init__(self, websocket: WebSocket, gone: asyncio.Event) -> None:
        self._websocket = websocket
        self._gone = gone

    async def receive_bytes(self) -> bytes:
        try:
            return await self._websocket.receive_bytes()
        except Exception:
            self._gone.set()
            raise

    def __getattr__(self, name: str) -> Any:
        return getattr(self._websocket, name)
