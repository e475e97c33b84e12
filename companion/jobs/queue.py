"""Fair queues among addresses and phones, rate limits, and accounting of event-loop time."""

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
    """A phone and its address, as queues count them. Empty: the host itself, which no limit applies to.

    For a phone without a countable address, `address` is the phone.
    """

    phone: Hashable = ""
    address: Hashable = ""

    @classmethod
    def of(cls, phone: Hashable, ip: str) -> Asker:
        """Return the asker for a phone at an IP address."""
        return cls(phone, counted_as(ip) or phone)


HERE: Final = Asker()
"""The host itself."""
ASKER: Final = ContextVar("ASKER", default=HERE)
"""The phone for which the current code runs: set where a phone's action begins."""


def counted_as(ip: str) -> str | None:
    """Return the key under which an address is counted, or None for this machine.

    An IPv6 address is counted by its /64 network, since a household has a whole one.
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
    """A rate limit: a number per second, and the most at once after a pause."""

    a_second: float
    at_once: float


class Bucket:
    """A token bucket."""

    __slots__ = ("_clock", "_level", "_rate", "_since")

    def __init__(self, rate: Rate, clock: Callable[[], float] = monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._level = rate.at_once
        self._since = clock()

    def has(self, much: float = 1) -> bool:
        """Take that many tokens if they are there; return whether they were."""
        self._fill()
        if self._level < much:
            return False
        self._level -= much
        return True

    def owes(self, much: float = 1) -> float:
        """Take that many tokens, going into debt if necessary. Return the seconds until the debt is paid off."""
        self._fill()
        self._level -= much
        return max(0.0, -self._level / self._rate.a_second)

    @property
    def left(self) -> float:
        """The number of tokens; negative while in debt."""
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
    """The party that is charged for the event-loop time of its work."""

    running: int
    """The number of its tasks that are not finished."""

    def pay(self, seconds: float) -> None:
        """Charge this many seconds of event-loop time."""


PAYER: Final[ContextVar[Payer | None]] = ContextVar("PAYER", default=None)
"""Who is charged for the current code; None for the host's own work."""


async def metered(work: Coroutine[Any, Any, R]) -> R:
    """Run some work, and charge the current `PAYER` for each stretch of it that holds the event loop."""
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
        except BaseException as thrown:  # for the work to handle
            fault = thrown


AN_ADDRESS: Final = 48
"""The most jobs that may wait for the phones of one address: a club behind one router prints all its sheets at once."""
IN_ALL: Final = 240
"""The most jobs that may wait for all phones together."""

Progress = Callable[[float], None]
"""Called with the share of a job that is done, from 0 to 1."""


class QueueFull(Exception):
    """Too much is waiting already, for this address or in all."""


class AlreadyAsked(Exception):
    """The same phone already waits for a job of the same kind."""


class Queue:
    """A limit on what runs at once, which chooses fairly who is next. Used on one event loop."""

    def __init__(self, at_once: int, an_address: int = AN_ADDRESS, in_all: int = IN_ALL) -> None:
        """Let `at_once` run at a time and the rest wait, up to these bounds; the host's own work is not bounded."""
        self._free = at_once
        self._an_address = an_address
        self._in_all = in_all
        self._lines: dict[Hashable, dict[Hashable, deque[asyncio.Future[None]]]] = {}
        """The waiting turns, by address and phone, each in order."""
        self._many: Counter[Hashable] = Counter()
        """The number of waiting turns, by address."""
        self._length = 0
        self._asked: set[tuple[Hashable, str]] = set()

    def __len__(self) -> int:
        return self._length

    @contextlib.asynccontextmanager
    async def once(self, kind: str) -> AsyncIterator[None]:
        """Take a turn as in `turn`, at most one of each kind for a phone. Raises `AlreadyAsked` and `QueueFull`."""
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
        """Wait for a turn of the current asker, and hold it until the block is left. Raises `QueueFull`."""
        if not self.at_once():
            await self._wait(ASKER.get())
        try:
            yield
        finally:
            self.done()

    def at_once(self) -> bool:
        """Take a free turn if nobody waits for one; return whether it was taken. If so, call `done` afterwards."""
        if not self._free or self._length:
            return False
        self._free -= 1
        return True

    def done(self) -> None:
        """End a turn."""
        self._free += 1
        while self._free and self._length:
            turn = self._next()
            if not turn.done():  # else the waiting task was cancelled and takes no turn
                self._free -= 1
                turn.set_result(None)

    async def _wait(self, asker: Asker) -> None:
        phones = self._length - self._many[HERE.address]
        if asker.phone and (phones >= self._in_all or self._many[asker.address] >= self._an_address):
            raise QueueFull
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
        """Remove and return the next turn: the oldest one of the phone, at the address, that was served longest ago."""
        address, phones = next(iter(self._lines.items()))
        phone, line = next(iter(phones.items()))
        turn = line[0]
        self._take_out(address, phone, turn)
        if line:  # an address or phone that was served goes to the end of the queue
            phones[phone] = phones.pop(phone)
        if phones:
            self._lines[address] = self._lines.pop(address)
        return turn

    def _take_out(self, address: Hashable, phone: Hashable, turn: asyncio.Future[None]) -> None:
        """Remove a waiting turn, unless it was removed before."""
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
