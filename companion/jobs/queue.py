"""Who is next: a queue that is fair among addresses, and within an address among phones."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Hashable
from typing import Final

from companion.jobs.asker import ASKER, HERE, Asker

AN_ADDRESS: Final = 48
"""What waits for the phones of one address at most: a club behind one router prints all its sheets at once."""
IN_ALL: Final = 240
"""What waits for phones at most."""

Progress = Callable[[float], None]
"""Is told how much of a job is done, from 0 to 1."""


class Full(Exception):
    """So much waits already, of this address or in all, that nothing more is taken."""


class AlreadyAsked(Exception):
    """The same phone waits for a job of the same kind."""


class Queue:
    """Lets so much be done at once, and chooses who is next. All of it is on one event loop."""

    def __init__(self, at_once: int, an_address: int = AN_ADDRESS, in_all: int = IN_ALL) -> None:
        """Let so many wait for phones of one address, and in all; of what the host does itself any number."""
        self._free = at_once
        self._an_address = an_address
        self._in_all = in_all
        self._lines: dict[Hashable, dict[Hashable, deque[asyncio.Future[None]]]] = {}
        """What waits, by address and phone, each in the order of their turns."""
        self._many: Counter[Hashable] = Counter()
        """How much that is, by address."""
        self._length = 0
        self._asked: set[tuple[Hashable, str]] = set()

    def __len__(self) -> int:
        return self._length

    @contextlib.asynccontextmanager
    async def once(self, kind: str) -> AsyncIterator[None]:
        """As `turn`, of which a phone has one of a kind at a time. Raises `AlreadyAsked` and `Full`."""
        asked = (ASKER.get().phone, kind)
        if asked in self._asked:
            raise AlreadyAsked
        if asked[0]:
            self._asked.add(asked)
        try:
            async with self.turn():
                yield
        finally:
            self._asked.discard(asked)

    @contextlib.asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for the present asker's turn, and have it until the block is left. Raises `Full`."""
        if not self.at_once():
            await self._wait(ASKER.get())
        try:
            yield
        finally:
            self.done()

    def at_once(self) -> bool:
        """Take a turn that is free, if nobody waits for it. `done` is to be called if so."""
        if not self._free or self._length:
            return False
        self._free -= 1
        return True

    def done(self) -> None:
        """A turn has ended."""
        self._free += 1
        while self._free and self._length:
            turn = self._next()
            if not turn.done():  # else whoever waited has gone, and takes no turn
                self._free -= 1
                turn.set_result(None)

    async def _wait(self, asker: Asker) -> None:
        phones = self._length - self._many[HERE.address]
        if asker.phone and (phones >= self._in_all or self._many[asker.address] >= self._an_address):
            raise Full
        turn = asyncio.get_running_loop().create_future()
        self._lines.setdefault(asker.address, {}).setdefault(asker.phone, deque()).append(turn)
        self._many[asker.address] += 1
        self._length += 1
        try:
            await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                self._take_out(asker.address, asker.phone, turn)
            else:  # its turn came as it was cancelled
                self.done()
            raise

    def _next(self) -> asyncio.Future[None]:
        """Take out what is next: the address that was served longest ago, of it the phone, of that what came first."""
        address, phones = next(iter(self._lines.items()))
        phone, line = next(iter(phones.items()))
        turn = line[0]
        self._take_out(address, phone, turn)
        if line:  # what more they wait for stands behind what all others wait for
            phones[phone] = phones.pop(phone)
        if phones:
            self._lines[address] = self._lines.pop(address)
        return turn

    def _take_out(self, address: Hashable, phone: Hashable, turn: asyncio.Future[None]) -> None:
        """Let something wait no longer, unless it was taken out before."""
        phones = self._lines.get(address, {})
        line = phones.get(phone, deque())
        if turn not in line:
            return
        line.remove(turn)
        self._many[address] -= 1
        self._length -= 1
        if not line:
            del phones[phone]
        if not phones:
            del self._lines[address], self._many[address]
