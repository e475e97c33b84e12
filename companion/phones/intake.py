"""Files that phones send and pictures that they may see: each under an address that nobody can guess.

A phone that is about to send a file is given an address that takes one file, once, and only for a while. A picture
that a phone may see gets an address of its own, which is forgotten with the phone's session.

Where several processes serve the same phones, a request may come to another one than its phone's session is on: then
they lie in the database meanwhile, under the hash of their address.
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
from models.owners import Parcels

log = logging.getLogger("metsuke")

PATIENCE = 180.0
"""Seconds that an address waits for its file."""
MOST_WAITING = 64
"""Files that are waited for at once, on the whole host."""
MOST_BYTES = 100_000_000
"""Bytes of files that are on their way at once, on the whole host."""
MOST_PICTURES = 64
SEEN = timedelta(hours=12)
"""How long a picture lies where other processes find it; a board is not traced longer in one go."""
LOOK = 0.25
"""Seconds between looks for what another process lays into the database."""
TRIES = 3


class TooLarge(ValueError):
    """More came than was asked for."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A file that is waited for, and how large it may be, in bytes."""

    largest: int
    file: asyncio.Future[bytes]


class Intake:
    """What comes in, and what may be fetched. All of it is on the server's event loop."""

    def __init__(self) -> None:
        self._waiting: dict[str, Waiting] = {}
        self._pictures: dict[str, bytes] = {}
        self._coming = 0
        """Bytes that have come of files that are not there whole."""
        self._tables: Tables | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._looking: set[asyncio.Task[None]] = set()

    def share(self, tables: Tables) -> None:
        """Let other processes take in what is expected here, and show what may be seen."""
        self._tables = tables

    def _parcel(self, work: Callable[[Parcels], Callable[..., Any]], token: str, *args: Any) -> None:
        if self._tables is not None:
            parcels = self._tables.store.parcels
            task = asyncio.ensure_future(self._tables.run(work(parcels), key_hash(token), *args))
            self._tasks.add(task)
            task.add_done_callback(self._settled)

    def _settled(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("the database did not take a file that is on its way")

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
        file = self._waiting[token].file
        if self._tables is not None:
            until = self._tables.clock() + timedelta(seconds=PATIENCE)
            self._parcel(lambda parcels: parcels.expect, token, largest, until)
            looking = asyncio.ensure_future(self._look(self._tables, token, file))
            self._looking.add(looking)
            looking.add_done_callback(self._looking.discard)
        return token, file

    async def settled(self) -> None:
        """Wait until other processes know of what is expected and shown here."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _look(self, tables: Tables, token: str, file: asyncio.Future[bytes]) -> None:
        """Look whether a file that is expected here has come to another process."""
        while not file.done():
            await asyncio.sleep(LOOK)
            with contextlib.suppress(StoreError):
                came = await tables.run(tables.store.parcels.get, key_hash(token))
                if came is not None and not file.done():
                    self._waiting.pop(token, None)
                    file.set_result(came) if came else file.set_exception(TooLarge())
        self._parcel(lambda parcels: parcels.drop, token)

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
            return await self._pass_on(token, parts, announced)
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

    async def _pass_on(self, token: str, parts: AsyncIterator[bytes], announced: int) -> int:
        """Take a file in for another process; an empty one stands for one that was too large."""
        if self._tables is None:
            return 404
        run, parcels = self._tables.run, self._tables.store.parcels
        largest = await run(parcels.largest, key_hash(token))
        if largest is None:
            return 404
        got = bytearray()
        try:
            async with asyncio.timeout(PATIENCE):
                fits = announced <= largest and await self._read(parts, got, largest)
        except Exception:  # whoever sent it has gone, or takes too long
            return 408
        finally:
            self._coming -= len(got)
        if not await run(parcels.fill, key_hash(token), bytes(got) if fits else b""):
            return 404
        return 204 if fits else 413

    # Pictures

    def show(self, picture: bytes) -> str:
        """Return the last part of an address under which a JPEG is seen until it is hidden."""
        while len(self._pictures) >= MOST_PICTURES:
            self._pictures.pop(next(iter(self._pictures)))
        token = new_key()
        self._pictures[token] = picture
        if self._tables is not None:
            until = self._tables.clock() + SEEN
            self._parcel(lambda parcels: parcels.expect, token, len(picture), until, picture)
        return token

    def hide(self, token: str) -> None:
        if self._pictures.pop(token, None) is not None:
            self._parcel(lambda parcels: parcels.drop, token)

    async def picture(self, token: str) -> bytes | None:
        """Return the JPEG that is seen under an address, None where there is none."""
        if token in self._pictures or self._tables is None:
            return self._pictures.get(token)
        for _ in range(TRIES):
            if found := await self._tables.run(self._tables.store.parcels.get, key_hash(token)):
                return found
            await asyncio.sleep(LOOK)  # it may be on its way from another process
        return None
