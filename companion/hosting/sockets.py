"""Incoming connections, and one phone's socket: who may open one, what is read from it, how it ends.

Connections are counted before anything is read, and each has time limits. Uvicorn itself waits without limit for a
request to be sent and for an answer to be read; clients that send nothing, send letter by letter, or never read the
answer are disconnected here.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import SplitResult, urlsplit

from fastapi import WebSocket, WebSocketDisconnect
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from companion.flet_runtime.connection import Client, Connection, NoRoom, forget
from companion.flet_runtime.faults import describe, report
from companion.hosting.addresses import TOO_MUCH
from companion.hosting.compression import TELL
from companion.hosting.frames import NO_FRAME, NoFrame, admit, unpacked
from companion.hosting.gate import BEAT_SECONDS, Gate, Pace
from companion.i18n import asked_language, preferred_language
from companion.jobs import ASKER, PAYER, Asker, metered
from companion.phones.host import collect_new
from companion.phones.page import asked_text_size, read_text_size

HEAD_SECONDS = 20.0
"""Seconds for a request's headers to arrive."""
HEAD_BYTES = 64_000
"""The most bytes of a request's headers."""
ANSWER_SECONDS = 300.0
"""Seconds for a request's body to arrive and its answer to be read: the whole web client over a poor Wi-Fi."""
DEAD_SECONDS = 60
"""Seconds for the other end of a connection to acknowledge what it was sent, where the system can tell."""

_REFUSED = (
    b"HTTP/1.1 429 Too Many Requests\r\nconnection: close\r\ncontent-type: text/plain; charset=utf-8\r\n"
    b"retry-after: 60\r\ncontent-length: %d\r\n\r\n%b" % (len(TOO_MUCH.encode()), TOO_MUCH.encode())
)
_TOO_LONG = b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class HttpConnection(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """Uvicorn's connection with time limits."""

    gate: Gate
    transport: Any
    cycle: Any
    loop: asyncio.AbstractEventLoop

    def connection_made(self, transport: Any) -> None:
        """Count a new connection, and read it or reject it; at a beat, if its address has opened many."""
        self._due: asyncio.TimerHandle | None = None
        self._said = 0
        ip = (transport.get_extra_info("peername") or ("",))[0]
        self._let_in = self.gate.connects(transport, ip)
        super().connection_made(transport)
        if self._let_in:
            _notice_death(transport.get_extra_info("socket"))
            self._within(HEAD_SECONDS)
        if held := self.gate.holds(ip):
            transport.pause_reading()
            self.loop.call_later(held, self._begin)
        elif not self._let_in:
            self._begin()

    def _begin(self) -> None:
        if self._let_in:
            self.transport.resume_reading()
        else:
            self.transport.write(_REFUSED)
            self.transport.close()

    def data_received(self, data: bytes) -> None:
        if not self._let_in or self.transport.is_closing():
            return
        if not self._answering:
            if self._said == 0:
                self._within(HEAD_SECONDS)
            self._said += len(data)
        before = self.cycle
        super().data_received(data)
        if self.transport.get_protocol() is not self:
            self._within(None)  # a phone's WebSocket, which has time limits of its own
        elif self.cycle is not before:
            self._said = 0
            self._within(ANSWER_SECONDS)
        elif self._said > HEAD_BYTES:
            self.transport.write(_TOO_LONG)
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self._within(None)
        self.gate.left(self.transport)
        super().connection_lost(exc)

    @property
    def _answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _within(self, seconds: float | None) -> None:
        if self._due is not None:
            self._due.cancel()
        self._due = None if seconds is None else self.loop.call_later(seconds, self._end)

    def _end(self) -> None:
        """Abort a connection that takes too long; uvicorn closes those that are idle between requests."""
        if self._said or self._answering or self.cycle is None:
            self.transport.abort()


def _notice_death(connection: Any) -> None:
    if connection is not None and hasattr(socket, "TCP_USER_TIMEOUT"):
        with contextlib.suppress(OSError):
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAD_SECONDS * 1000)


SESSION_SECONDS = 3600
"""Seconds for which a phone's session outlives its connection."""
NONSENSE_SECONDS = 60
"""The same for a phone that has sent invalid frames. One that never answered a call begins a new session."""
REGISTER_SECONDS = 20.0
"""Seconds for which a socket may stay open before its phone registers."""
CLOSE_SECONDS = 2.0
"""Seconds in which a phone must acknowledge that its socket is closed."""

MOST_RUNNING = 16
"""The number of unfinished requests of a phone beyond which its next frame waits; a tap makes one or two."""
RUNNING_SECONDS = 10.0
"""The most seconds of that wait: an unfinished request may need an answer from the phone."""

FOREIGN, FULL = 1008, 1013
"""Close codes of a socket: for frames that our clients do not send; for a full host or a slow phone. See also `frames`.
"""


class _Ended(Exception):
    """Nothing more is read from a phone. `code` is None if the phone has disconnected."""

    def __init__(self, code: int | None) -> None:
        self.code = code


async def serve_phone(
    websocket: WebSocket, main: Callable[[Any], Awaitable[None]], gate: Gate, public_url: str = ""
) -> None:
    """Serve one socket until it closes. Rejects pages of another origin, and phones beyond the limits."""
    if not same_origin(websocket, public_url):
        gate.refusals.note("origin")
        await websocket.close(FOREIGN)
        return
    ip, browser = websocket.client.host if websocket.client else "", _browser(websocket)
    if gate.tries_in_vain(ip, browser):
        await websocket.close(FULL)
        return
    if not gate.opens(ip):
        # A socket can have a close code, which the page can show, only after it is accepted.
        await websocket.accept()
        await websocket.close(FULL, "full")
        return
    try:
        await _serve(websocket, ip, main, gate)
    finally:
        gate.closed(ip)


async def _serve(websocket: WebSocket, ip: str, main: Callable[[Any], Awaitable[None]], gate: Gate) -> None:
    asked_language.set(preferred_language(websocket.query_params.get("languages", "")))
    asked_text_size.set(read_text_size(websocket.query_params.get("text", "")))
    client = Client(ip, _browser(websocket), str(websocket.url).rsplit("/", 1)[0])
    connection = Connection(client, main, admit, lambda: gate.arrives(ip))
    await websocket.accept()
    pace = gate.pace(ip)
    tell = websocket.scope.get("state", {}).get(TELL)

    def at_once(message: bytes) -> bool:
        pace.has_answered()
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
            telling.exception()  # only the connection failed; the session is kept until the phone is back
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
    """Return the close code of a socket from which nothing more is read."""
    if hearing.cancelled():
        return None
    fault = hearing.exception()
    if isinstance(fault, _Ended):
        return fault.code
    report(f"a phone's frame could not be taken: {describe(fault) if fault else ''}")
    return NO_FRAME


async def _hear(websocket: WebSocket, connection: Connection, gate: Gate, pace: Pace) -> None:
    """Handle the frames of a phone. Ends by raising `_Ended`."""
    loop, beat = asyncio.get_running_loop(), 0.0
    try:
        async with asyncio.timeout(REGISTER_SECONDS) as patience:
            while True:
                data = await _received(websocket)
                try:
                    frame = unpacked(data)
                    # Answers to calls skip the queue: a phone at many tables answers several per declaration, which
                    # must not hold up taps.
                    async with contextlib.nullcontext() if connection.awaits(frame) else gate.turns.turn():
                        taken = await metered(connection.take(frame))
                        await asyncio.sleep(0)  # its work starts before another phone's frame is handled
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
                    pace.has_asked()
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
    """Return the bytes of a message, None for text. Raises `_Ended` if the phone has disconnected."""
    message = await websocket.receive()
    if message["type"] != "websocket.receive":
        raise _Ended(None)
    data: bytes | None = message.get("bytes")
    return data


def same_origin(websocket: WebSocket, public_url: str = "") -> bool:
    """Tell whether the page that opens this socket came from this host. Programs other than browsers send no origin.

    A proxy's public name is not taken from `X-Forwarded-Host`, which any client may send: the proxy must pass on
    `Host`, or `--public-url` must name it.
    """
    origin = websocket.headers.get("origin")
    if origin is None:
        return True
    try:
        asking = urlsplit(origin)
        own = [urlsplit(f"//{websocket.headers.get('host', '')}"), urlsplit(public_url)]
        return bool(asking.hostname) and _origin_of(asking, asking.scheme) in [
            _origin_of(each, asking.scheme) for each in own
        ]
    except ValueError:
        return False


def _origin_of(address: SplitResult, scheme: str) -> tuple[str | None, int | None]:
    """Return host name and port; browsers leave out the scheme's default port."""
    return address.hostname, address.port or {"http": 80, "https": 443}.get(scheme)
