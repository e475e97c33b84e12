"""One phone's socket: who may open one, what is read from it, and with which code it ends."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import SplitResult, urlsplit

from fastapi import WebSocket, WebSocketDisconnect

from companion.flet_runtime.connection import Client, Connection, NoRoom, forget
from companion.flet_runtime.faults import describe, report
from companion.hosting.frames import NO_FRAME, NoFrame, admit, unpacked
from companion.hosting.gate import BEAT_SECONDS, Gate, Pace
from companion.hosting.packets import TELL
from companion.jobs import ASKER, PAYER, Asker, metered
from companion.phones.host import collect_new
from companion.phones.page import languages, text_size

SESSION_SECONDS = 3600
"""How long a phone's session outlives its connection."""
NONSENSE_SECONDS = 60
"""The same for a phone that said what no phone of ours says. One that never answered what it was asked begins anew."""
REGISTER_SECONDS = 20.0
"""How long a socket may stay open without its phone saying who it is."""
CLOSE_SECONDS = 2.0
"""How long a phone may take to hear that its socket is closed."""

MOST_RUNNING = 16
"""How much that a phone has asked for may be unfinished before what it sends next waits; a tap is one or two."""
RUNNING_SECONDS = 10.0
"""How long it waits at most: what is unfinished may need an answer from that phone."""

FOREIGN, FULL = 1008, 1013
"""What a socket is closed with: what no phone of ours does; no room, or too slow. `frames` has those of no frame."""


class _Ended(Exception):
    """Nothing more is read from a phone. `code` is None where it has gone by itself."""

    def __init__(self, code: int | None) -> None:
        self.code = code


async def serve_phone(
    websocket: WebSocket, main: Callable[[Any], Awaitable[None]], gate: Gate, public_url: str = ""
) -> None:
    """Serve one socket until it closes. Refuses a page of another origin, and phones beyond the limits."""
    if not same_origin(websocket, public_url):
        gate.refusals.note("origin")
        await websocket.close(FOREIGN)
        return
    ip, browser = websocket.client.host if websocket.client else "", _browser(websocket)
    if gate.tries_in_vain(ip, browser):
        await websocket.close(FULL)
        return
    if not gate.opens(ip):
        # Before it is accepted a socket has no code that a page could tell its owner of.
        await websocket.accept()
        await websocket.close(FULL, "full")
        return
    try:
        await _serve(websocket, ip, main, gate)
    finally:
        gate.closed(ip)


async def _serve(websocket: WebSocket, ip: str, main: Callable[[Any], Awaitable[None]], gate: Gate) -> None:
    languages.asked_language.set(languages.preferred_language(websocket.query_params.get("languages", "")))
    text_size.asked_text_size.set(text_size.read_text_size(websocket.query_params.get("text", "")))
    client = Client(ip, _browser(websocket), str(websocket.url).rsplit("/", 1)[0])
    connection = Connection(client, main, admit, lambda: gate.arrives(ip))
    await websocket.accept()
    pace = gate.pace(ip)
    tell = websocket.scope.get("state", {}).get(TELL)

    def at_once(message: bytes) -> bool:
        pace.told()
        return not pace.hurried and tell is not None and bool(tell(message))

    def holds() -> float:
        return gate.until_beat() if pace.hurried else 0.0

    connection.outgoing.at_once = at_once
    ASKER.set(Asker.of(connection, ip))
    PAYER.set(pace)
    hearing = asyncio.create_task(_hear(websocket, connection, gate, pace))
    telling = asyncio.create_task(connection.outgoing.send_by(websocket.send_bytes, holds))
    try:
        await asyncio.wait({hearing, telling}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (hearing, telling):
            task.cancel()
        await asyncio.wait({hearing, telling})
        with contextlib.suppress(asyncio.CancelledError):
            telling.exception()  # what went wrong was the connection; the session is kept for when the phone is back
        code = _code(hearing)
        if connection.session is None and code != FULL:
            gate.in_vain(ip, client.agent)
        if connection.session is not None:
            seconds = SESSION_SECONDS if code is None else NONSENSE_SECONDS
            await connection.leave(seconds)
            for key in gate.sleeps(connection.key, ip, seconds) if connection.answers else [connection.key]:
                await forget(key)
    if connection.outgoing.overfull:
        gate.refusals.note("slow")
        code = FULL
    if code is not None:
        with contextlib.suppress(TimeoutError, RuntimeError, WebSocketDisconnect, OSError):
            await asyncio.wait_for(websocket.close(code, "full" if code == FULL else ""), CLOSE_SECONDS)


def _browser(websocket: WebSocket) -> str:
    return websocket.headers.get("user-agent", "")[:200]


def _code(hearing: asyncio.Task[None]) -> int | None:
    """Return what to close a socket with of which nothing more is read."""
    if hearing.cancelled():
        return None
    fault = hearing.exception()
    if isinstance(fault, _Ended):
        return fault.code
    report(f"a phone's frame could not be taken: {describe(fault) if fault else ''}")
    return NO_FRAME


async def _hear(websocket: WebSocket, connection: Connection, gate: Gate, pace: Pace) -> None:
    """Take in what a phone sends. Ends by raising `_Ended`."""
    loop, beat = asyncio.get_running_loop(), 0.0
    try:
        async with asyncio.timeout(REGISTER_SECONDS) as patience:
            while True:
                data = await _received(websocket)
                try:
                    frame = unpacked(data)
                    # Who plays at many tables answers several times a declaration: that must not hold up taps.
                    async with contextlib.nullcontext() if connection.awaits(frame) else gate.turns.turn():
                        taken = await metered(connection.take(frame))
                        await asyncio.sleep(0)  # what it asks for begins before another phone's frame is taken in
                        collect_new()
                except NoFrame as none:
                    gate.refusals.note("frame")
                    raise _Ended(none.code) from None
                except NoRoom:
                    raise _Ended(FULL) from None
                if connection.session is None or (not taken and not pace.foreign.has()):
                    gate.refusals.note("foreign")
                    raise _Ended(FOREIGN)
                if patience.when() is not None:
                    patience.reschedule(None)
                    gate.back(connection.key)
                if wait := pace.wait(len(data or b"")):
                    await asyncio.sleep(wait)
                if taken:
                    pace.heard()
                if pace.hurried and loop.time() - beat > BEAT_SECONDS / 2:
                    await asyncio.sleep(gate.until_beat())
                    beat = loop.time()
                if pace.running > MOST_RUNNING:
                    await _less_running(pace)
    except TimeoutError:
        gate.refusals.note("silent")
        raise _Ended(FOREIGN) from None


async def _less_running(pace: Pace) -> None:
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(RUNNING_SECONDS):
            while pace.running > MOST_RUNNING:  # noqa: ASYNC110  it is counted wherever something is done
                await asyncio.sleep(0.02)


async def _received(websocket: WebSocket) -> bytes | None:
    """Return the bytes of a message, None for text. Raises `_Ended` when the phone has gone."""
    message = await websocket.receive()
    if message["type"] != "websocket.receive":
        raise _Ended(None)
    data: bytes | None = message.get("bytes")
    return data


def same_origin(websocket: WebSocket, public_url: str = "") -> bool:
    """Whether the page that opens this socket came from this host. What is no browser sends no origin.

    By which name a proxy was asked is not taken from what a request says (`X-Forwarded-Host`), for anybody may say
    it: a proxy passes `Host`, or `--public-url` names it.
    """
    origin = websocket.headers.get("origin")
    if origin is None:
        return True
    try:
        asking = urlsplit(origin)
        own = [urlsplit(f"//{websocket.headers.get('host', '')}"), urlsplit(public_url)]
        return bool(asking.hostname) and _place(asking, asking.scheme) in [_place(each, asking.scheme) for each in own]
    except ValueError:
        return False


def _place(address: SplitResult, scheme: str) -> tuple[str | None, int | None]:
    """Return name and port; a browser leaves out the port that its scheme implies."""
    return address.hostname, address.port or {"http": 80, "https": 443}.get(scheme)
