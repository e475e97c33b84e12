"""What waits to be sent to one phone: in order, and only so much of it.

A phone that reads nothing would let the host's memory grow with all that it is told. Beyond a bound nothing waits any
more: the connection ends, and the phone is sent the newest page when it comes back.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

MOST_BYTES = 1_000_000
"""Bytes that may wait for one phone: some ten whole screens."""
MOST_BYTES_IN_ALL = 64_000_000
"""Bytes that may wait for all phones together; then those with more than `FEW_BYTES` are no longer waited for."""
FEW_BYTES = 100_000


class Outgoing:
    """Messages on their way to a phone."""

    _in_all = 0

    def __init__(self) -> None:
        self.at_once: Callable[[bytes], bool] | None = None
        """Sends a message this moment, where that can be; returns whether it did."""
        self.closed = False
        self.overfull = False
        """Whether it was closed because the phone reads too slowly."""
        self._messages: deque[bytes] = deque()
        self._bytes = 0
        """Of what waits, and of what is being sent."""
        self._news = asyncio.Event()

    def put(self, message: bytes) -> None:
        if not self._bytes and self.at_once is not None and self.at_once(message):
            return
        self._messages.append(message)
        self._count(len(message))
        most = FEW_BYTES if Outgoing._in_all > MOST_BYTES_IN_ALL else MOST_BYTES
        if self._bytes > max(most, len(message)):
            self.overfull = True
            self.close()
        self._news.set()

    def close(self) -> None:
        """Let go of what waits, and of whoever sends it."""
        self.closed = True
        self._count(-self._bytes)
        self._messages.clear()
        self._news.set()

    async def send_by(self, send: Callable[[bytes], Awaitable[None]], holds: Callable[[], float]) -> None:
        """Send what comes, until this is closed. `holds` says for how many seconds what there is has to wait."""
        while not self.closed:
            self._news.clear()
            if not self._messages:
                await self._news.wait()
            if held := holds():
                await asyncio.sleep(held)
            while self._messages:
                message = self._messages.popleft()
                await send(message)
                if not self.closed:
                    self._count(-len(message))

    def _count(self, more: int) -> None:
        self._bytes += more
        Outgoing._in_all += more
