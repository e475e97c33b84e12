"""Where connections come in: counted before anything is read, and none of them open for ever.

Uvicorn waits as long as it takes for a request to be said and for an answer to be fetched. Who opens connections and
says nothing, says it letter by letter, or reads nothing of what was asked for, ends here.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from companion.hosting.gate import Gate
from companion.hosting.names import TOO_MUCH

HEAD_SECONDS = 20.0
"""How long a request may take to be said."""
HEAD_BYTES = 64_000
"""How long what is said before its body may be."""
ANSWER_SECONDS = 300.0
"""How long a request's body may take to come and its answer to be fetched: the whole client over a poor Wi-Fi."""
DEAD_SECONDS = 60
"""How long the other end of a connection may take to acknowledge what it was sent, where the system can tell."""

_REFUSED = (
    b"HTTP/1.1 429 Too Many Requests\r\nconnection: close\r\ncontent-type: text/plain; charset=utf-8\r\n"
    b"retry-after: 60\r\ncontent-length: %d\r\n\r\n%b" % (len(TOO_MUCH.encode()), TOO_MUCH.encode())
)
_TOO_LONG = b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class Door(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """Uvicorn's connection with an end to its patience."""

    gate: Gate
    transport: Any
    cycle: Any
    loop: asyncio.AbstractEventLoop

    def connection_made(self, transport: Any) -> None:
        """Count a new connection, and read it or answer that there are too many: at a beat, where many were made."""
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
            self._within(None)  # a phone's socket, which looks after itself
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
        """End what takes too long; one that is idle between two requests is ended by uvicorn."""
        if self._said or self._answering or self.cycle is None:
            self.transport.abort()


def _notice_death(connection: Any) -> None:
    if connection is not None and hasattr(socket, "TCP_USER_TIMEOUT"):
        with contextlib.suppress(OSError):
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAD_SECONDS * 1000)
