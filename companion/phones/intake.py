"""Files that phones send and pictures that they may see: each under an address that nobody can guess.

A phone that is about to send a file is given an address that takes one file, once, and only for a while. A picture
that a phone may see gets an address of its own, which is forgotten with the phone's session.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass

from companion.tables.keys import new_key

PATIENCE = 180.0
"""Seconds that an address waits for its file."""
MOST_WAITING = 64
"""Files that are waited for at once, on the whole host."""
MOST_BYTES = 100_000_000
"""Bytes of files that are on their way at once, on the whole host."""
MOST_PICTURES = 64


class TooLarge(ValueError):
    """More came than was asked for."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A file that is waited for, and how large it may be, in bytes."""

    largest: int
    file: asyncio.Future[bytes]


class Intake:
    """What comes in, and what may be fetched. All of it is in memory and on the server's event loop."""

    def __init__(self) -> None:
        self._waiting: dict[str, Waiting] = {}
        self._pictures: dict[str, bytes] = {}
        self._coming = 0
        """Bytes that have come of files that are not there whole."""

    # Files that come in

    def expect(self, largest: int) -> tuple[str, asyncio.Future[bytes]]:
        """Return the last part of an address that takes one file of at most so many bytes, and what becomes of it.

        The future raises `TooLarge` if more comes, and `TimeoutError` if nothing does.
        """
        loop = asyncio.get_running_loop()
        while len(self._waiting) >= MOST_WAITING:
            self._give_up(next(iter(self._waiting)))
        token = new_key()
        self._waiting[token] = Waiting(largest, loop.create_future())
        loop.call_later(PATIENCE, self._give_up, token)
        return token, self._waiting[token].file

    def _give_up(self, token: str) -> None:
        waiting = self._waiting.pop(token, None)
        if waiting is not None and not waiting.file.done():
            waiting.file.set_exception(TimeoutError())
            waiting.file.exception()  # nobody may be there any more to ask

    async def receive(self, token: str, parts: AsyncIterator[bytes], announced: int = 0) -> int:
        """Take a file in part by part, of which so many bytes were announced. Returns the status of HTTP for it.

        No more is read than may come, nor for longer than `PATIENCE`. 404: it was not expected; 408: it did not come
        whole; 413: it is too large, or more comes on this host than may.
        """
        waiting = self._waiting.pop(token, None)
        if waiting is None:
            return 404
        got, status, fault = bytearray(), 413, Exception()
        try:
            async with asyncio.timeout(PATIENCE):
                if announced <= waiting.largest and await self._read(parts, got, waiting.largest):
                    status = 204
            fault = TooLarge()
        except Exception:  # whoever sent it has gone, or takes too long
            status, fault = 408, TimeoutError()
        finally:
            self._coming -= len(got)
            if not waiting.file.done():
                if status == 204:
                    waiting.file.set_result(bytes(got))
                else:
                    waiting.file.set_exception(fault)
                    waiting.file.exception()  # nobody may be there any more to ask
        return status

    async def _read(self, parts: AsyncIterator[bytes], got: bytearray, most: int) -> bool:
        async for part in parts:
            if len(got) + len(part) > most or self._coming + len(part) > MOST_BYTES:
                return False
            got += part
            self._coming += len(part)
        return True

    # Pictures

    def show(self, picture: bytes) -> str:
        """Return the last part of an address under which a JPEG is seen until it is hidden."""
        while len(self._pictures) >= MOST_PICTURES:
            self._pictures.pop(next(iter(self._pictures)))
        token = new_key()
        self._pictures[token] = picture
        return token

    def hide(self, token: str) -> None:
        self._pictures.pop(token, None)

    def picture(self, token: str) -> bytes | None:
        return self._pictures.get(token)
