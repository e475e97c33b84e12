"""Who is next: a queue that is fair among addresses, and within an address among phones."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections import Counter
from collections.abc import AsyncIterator, Callable, Hashable
from dataclasses import dataclass, field
from typing import Final

from companion.jobs.asker import ASKER, Asker

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


@dataclass(eq=False)
class _Waiting:
    asker: Asker
    number: int
    turn: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Queue:
    """Lets so much be done at once, and chooses who is next. All of it is on one event loop."""

    def __init__(self, at_once: int, an_address: int = AN_ADDRESS, in_all: int = IN_ALL) -> None:
        """Let so many wait for phones of one address, and in all; of what the host does itself any number."""
        self._free = at_once
        self._an_address = an_address
        self._in_all = in_all
        self._waiting: list[_Waiting] = []
        self._asked: set[tuple[Hashable, str]] = set()
        self._numbers = itertools.count()
        self._served: Counter[Hashable] = Counter()
        """When each address and phone that still asks was served last."""

    def __len__(self) -> int:
        return len(self._waiting)

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
        await self._wait(_Waiting(ASKER.get(), next(self._numbers)))
        try:
            yield
        finally:
            self.done()

    def at_once(self) -> bool:
        """Take a turn that is free, if nobody waits for it. `done` is to be called if so."""
        if not self._free or self._waiting:
            return False
        self._free -= 1
        return True

    def done(self) -> None:
        """A turn has ended."""
        self._free += 1
        self._begin_next()

    def _admit(self, asker: Asker) -> None:
        phones = [each for each in self._waiting if each.asker.phone]
        same = sum(each.asker.address == asker.address for each in phones)
        if asker.phone and (len(phones) >= self._in_all or same >= self._an_address):
            raise Full

    async def _wait(self, waiting: _Waiting) -> None:
        if self.at_once():
            return
        self._admit(waiting.asker)
        self._waiting.append(waiting)
        self._begin_next()
        try:
            await waiting.turn
        except asyncio.CancelledError:
            if waiting in self._waiting:
                self._waiting.remove(waiting)
            elif waiting.turn.done() and not waiting.turn.cancelled():  # its turn came as it was cancelled
                self.done()
            raise

    def _begin_next(self) -> None:
        while self._free and self._waiting:
            chosen = min(self._waiting, key=self._before)
            self._waiting.remove(chosen)
            if chosen.turn.done():  # whoever waited has gone, and takes no turn
                continue
            self._free -= 1
            now = next(self._numbers) + 1
            if len(self._served) > 2 * self._in_all:
                self._served.clear()  # whoever asked long ago has no place before others any more
            self._served[_of(chosen.asker.address)] = self._served[_of(chosen.asker.phone), ""] = now
            chosen.turn.set_result(None)

    def _before(self, waiting: _Waiting) -> tuple[int, int, int]:
        """Order what waits: the address that was served longest ago, of it the phone, of that what it asked first."""
        asker = waiting.asker
        return self._served[_of(asker.address)], self._served[_of(asker.phone), ""], waiting.number


def _of(who: Hashable) -> Hashable:
    """Return what somebody is remembered by, without keeping them: a phone that has gone is to be let go."""
    return who if isinstance(who, str) else id(who)
