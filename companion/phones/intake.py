"""Files that phones send and pictures that they may see: each at an address that nobody can guess.

A phone that is about to send a file is given an address that takes one file, once, for a limited time. A picture that a
phone may see has an address of its own, which is deleted with the phone's session.

If several processes serve the same phones, a request may reach another process than its phone's session. Files and
pictures are then passed on through the database, under the hash of their address.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from companion.tables.keys import key_hash, new_key
from companion.tables.tables import Tables
from models import StoreError
from models.owners import FilesInTransit

log = logging.getLogger("metsuke")

PATIENCE = 180.0
"""Seconds for which an address waits for its file."""
MOST_WAITING = 64
"""The most files expected at once on the whole host."""
MOST_BYTES = 100_000_000
"""The most bytes being received at once on the whole host."""
MOST_PICTURES = 64
SEEN = timedelta(hours=12)
"""How long a picture stays available to other processes; nobody traces a board for longer in one go."""
LOOK = 0.25
"""Seconds between two checks for what another process has put into the database."""
TRIES = 3


class TooLarge(ValueError):
    """A file is larger than allowed."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """An expected file, and its largest size in bytes."""

    largest: int
    file: asyncio.Future[bytes]


class Intake:
    """Uploads, and pictures to download. Used on the server's event loop alone."""

    def __init__(self) -> None:
        self._waiting: dict[str, Waiting] = {}
        self._pictures: dict[str, bytes] = {}
        self._coming = 0
        """The bytes received of incomplete files."""
        self._tables: Tables | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._looking: set[asyncio.Task[None]] = set()

    def share(self, tables: Tables) -> None:
        """Let other processes receive the files expected here, and serve the pictures."""
        self._tables = tables

    def _in_transit(self, work: Callable[[FilesInTransit], Callable[..., Any]], token: str, *args: Any) -> None:
        if self._tables is not None:
            files = self._tables.store.files_in_transit
            task = asyncio.ensure_future(self._tables.run(work(files), key_hash(token), *args))
            self._tasks.add(task)
            task.add_done_callback(self._settled)

    def _settled(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("the database did not take a file that is on its way")

    # Uploads

    def expect(self, largest: int) -> tuple[str, asyncio.Future[bytes]]:
        """Return the last part of an address that takes one file of at most so many bytes, and a future for its bytes.

        The future raises `TooLarge` for a larger file, and `TimeoutError` if none comes.
        """
        loop = asyncio.get_running_loop()
        while len(self._waiting) >= MOST_WAITING:
            self._give_up(next(iter(self._waiting)))
        token = new_key()
        self._waiting[token] = Waiting(largest, loop.create_future())
        loop.call_later(PATIENCE, self._give_up, token)
        file = self._waiting[token].file
        if self._tables is not None:
            until = self._tables.clock() + timedelta(seconds=PATIENCE)
            self._in_transit(lambda files: files.expect, token, largest, until)
            looking = asyncio.ensure_future(self._look(self._tables, token, file))
            self._looking.add(looking)
            looking.add_done_callback(self._looking.discard)
        return token, file

    async def settled(self) -> None:
        """Wait until other processes know of the files expected and pictures shown here."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _look(self, tables: Tables, token: str, file: asyncio.Future[bytes]) -> None:
        """Check repeatedly whether a file expected here has reached another process."""
        while not file.done():
            await asyncio.sleep(LOOK)
            with contextlib.suppress(StoreError):
                came = await tables.run(tables.store.files_in_transit.get, key_hash(token))
                if came is not None and not file.done():
                    self._waiting.pop(token, None)
                    file.set_result(came) if came else file.set_exception(TooLarge())
        self._in_transit(lambda files: files.drop, token)

    def _give_up(self, token: str) -> None:
        waiting = self._waiting.pop(token, None)
        if waiting is not None and not waiting.file.done():
            waiting.file.set_exception(TimeoutError())
            waiting.file.exception()  # mark the exception as retrieved: nobody may be waiting any more

    async def receive(self, token: str, parts: AsyncIterator[bytes], announced: int = 0) -> int:
        """Receive a file part by part, with its `announced` size; return the HTTP status.

        It reads at most the allowed size, for at most `PATIENCE` seconds. 404: not expected; 408: incomplete; 413: too
        large, or too much is being received on this host.
        """
        waiting = self._waiting.pop(token, None)
        if waiting is None:
            return await self._pass_on(token, parts, announced)
        got, status, fault = bytearray(), 413, Exception()
        try:
            async with asyncio.timeout(PATIENCE):
                if announced <= waiting.largest and await self._read(parts, got, waiting.largest):
                    status = 204
            fault = TooLarge()
        except Exception:  # the sender has gone, or takes too long
            status, fault = 408, TimeoutError()
        finally:
            self._coming -= len(got)
            if not waiting.file.done():
                if status == 204:
                    waiting.file.set_result(bytes(got))
                else:
                    waiting.file.set_exception(fault)
                    waiting.file.exception()  # mark the exception as retrieved: nobody may be waiting any more
        return status

    async def _read(self, parts: AsyncIterator[bytes], got: bytearray, most: int) -> bool:
        async for part in parts:
            if len(got) + len(part) > most or self._coming + len(part) > MOST_BYTES:
                return False
            got += part
            self._coming += len(part)
        return True

    async def _pass_on(self, token: str, parts: AsyncIterator[bytes], announced: int) -> int:
        """Receive a file for another process; an empty one stands for a file that was too large."""
        if self._tables is None:
            return 404
        run, files = self._tables.run, self._tables.store.files_in_transit
        largest = await run(files.largest, key_hash(token))
        if largest is None:
            return 404
        got = bytearray()
        try:
            async with asyncio.timeout(PATIENCE):
                fits = announced <= largest and await self._read(parts, got, largest)
        except Exception:  # the sender has gone, or takes too long
            return 408
        finally:
            self._coming -= len(got)
        if not await run(files.fill, key_hash(token), bytes(got) if fits else b""):
            return 404
        return 204 if fits else 413

    # Pictures

    def show(self, picture: bytes) -> str:
        """Return the last part of an address at which a JPEG is served until it is hidden."""
        while len(self._pictures) >= MOST_PICTURES:
            self._pictures.pop(next(iter(self._pictures)))
        token = new_key()
        self._pictures[token] = picture
        if self._tables is not None:
            until = self._tables.clock() + SEEN
            self._in_transit(lambda files: files.expect, token, len(picture), until, picture)
        return token

    def hide(self, token: str) -> None:
        if self._pictures.pop(token, None) is not None:
            self._in_transit(lambda files: files.drop, token)

    async def picture(self, token: str) -> bytes | None:
        """Return the JPEG at an address, or None."""
        if token in self._pictures or self._tables is None:
            return self._pictures.get(token)
        for _ in range(TRIES):
            if found := await self._tables.run(self._tables.store.files_in_transit.get, key_hash(token)):
                return found
            await asyncio.sleep(LOOK)  # another process may still be storing it
        return None
