"""Who is next, fair among addresses and phones; for whom something is done, how often, and who pays for it."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import types
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Coroutine, Generator, Hashable
from contextvars import ContextVar
from dataclasses import dataclass
from time import monotonic, perf_counter
from typing import Any, Final, NamedTuple, Protocol, TypeVar


@dataclass(frozen=True)
class Asker:
    """A phone, and its address as it is counted. Empty: this host itself, for which no bound holds.

    A phone whose address is not counted is an address of its own: `address` is then the phone.
    """

    phone: Hashable = ""
    address: Hashable = ""

    @classmethod
    def of(cls, phone: Hashable, ip: str) -> Asker:
        """Return who asks from this IP address."""
        return cls(phone, counted_as(ip) or phone)


HERE: Final = Asker()
"""This host itself."""
ASKER: Final = ContextVar("ASKER", default=HERE)
"""For whom what is running now is done: set where a phone's action begins."""


def counted_as(ip: str) -> str | None:
    """Return the name under which an address is counted, or None for this machine itself.

    Of IPv6 a household has a whole network, so that is what is counted.
    """
    if ip in ("", "127.0.0.1", "::1"):
        return None
    try:
        address = ipaddress.ip_address(ip.partition("%")[0])
    except ValueError:
        return ip
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return counted_as(str(address.ipv4_mapped))
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)


class Rate(NamedTuple):
    """So many a second, and so many at once after a pause."""

    a_second: float
    at_once: float


class Bucket:
    """A rate that is used up and fills again."""

    __slots__ = ("_clock", "_level", "_rate", "_since")

    def __init__(self, rate: Rate, clock: Callable[[], float] = monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._level = rate.at_once
        self._since = clock()

    def has(self, much: float = 1) -> bool:
        """Take so much if it is there."""
        self._fill()
        if self._level < much:
            return False
        self._level -= much
        return True

    def owes(self, much: float = 1) -> float:
        """Take so much, there or not. Returns the seconds until it would have been there."""
        self._fill()
        self._level -= much
        return max(0.0, -self._level / self._rate.a_second)

    @property
    def left(self) -> float:
        """How much may be taken now; less than nothing while something is owed."""
        self._fill()
        return self._level

    @property
    def full(self) -> bool:
        self._fill()
        return self._level >= self._rate.at_once

    def _fill(self) -> None:
        now = self._clock()
        self._level = min(self._rate.at_once, self._level + (now - self._since) * self._rate.a_second)
        self._since = now


R = TypeVar("R")


class Payer(Protocol):
    """Whoever something is done for."""

    running: int
    """How much that is done for them is not finished."""

    def pay(self, seconds: float) -> None:
        """Note that this has used so many seconds of the event loop."""


PAYER: Final[ContextVar[Payer | None]] = ContextVar("PAYER", default=None)
"""For whom what is running now is done; None for what the host does by itself."""


async def metered(work: Coroutine[Any, Any, R]) -> R:
    """Do some work, and let whoever it is done for (`PAYER`) pay for each stretch of it that holds the event loop."""
    payer = PAYER.get()
    if payer is None:
        return await work
    payer.running += 1
    try:
        return await _stretches(work, payer.pay)
    finally:
        payer.running -= 1


@types.coroutine
def _stretches(work: Coroutine[Any, Any, R], pay: Callable[[float], None]) -> Generator[Any, Any, R]:
    given: Any = None
    fault: BaseException | None = None
    while True:
        began = perf_counter()
        try:
            waits_for = work.send(given) if fault is None else work.throw(fault)
        except StopIteration as done:
            return done.value
        finally:
            pay(perf_counter() - began)
        given = fault = None
        try:
            given = yield waits_for
        except BaseException as thrown:  # for the work to deal with
            fault = thrown


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
