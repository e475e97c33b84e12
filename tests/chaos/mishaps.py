"""What goes wrong: one mishap at a time at the host, any number at the phones."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from random import Random

from tests.chaos.evening import Evening
from tests.chaos.phones import Seated

Mishap = Callable[[Evening, Random], Awaitable[None]]


def some_phone(evening: Evening, chance: Random) -> Seated | None:
    here = [phone for phone in evening.phones if phone.here and not phone.asleep]
    return chance.choice(here) if here else None


async def sleeps(evening: Evening, chance: Random) -> None:
    if phone := some_phone(evening, chance):
        await phone.sleep(chance.uniform(0.5, 6))


async def reloads(evening: Evening, chance: Random) -> None:
    if phone := some_phone(evening, chance):
        await phone.reload()


async def moves(evening: Evening, chance: Random) -> None:
    """A phone changes its network: from now on it has another address."""
    phone = some_phone(evening, chance)
    if phone is not None and phone.proxy is not None:
        phone.proxy.source = f"127.0.0.{chance.randrange(2, 200)}"
        phone.proxy.cut()


async def is_cut(evening: Evening, chance: Random) -> None:
    phone = some_phone(evening, chance)
    if phone is not None and phone.proxy is not None:
        phone.proxy.cut()


async def is_slow(evening: Evening, chance: Random) -> None:
    phone = some_phone(evening, chance)
    if phone is not None and phone.proxy is not None:
        phone.proxy.delay, phone.proxy.piece = chance.uniform(0.02, 0.3), chance.choice((400, 1_400, 9_000))
        await asyncio.sleep(chance.uniform(1, 8))
        phone.proxy.mend()


async def freezes(evening: Evening, chance: Random) -> None:
    """Packets are lost for so long that the host gives the phone up, or for a moment."""
    phone = some_phone(evening, chance)
    if phone is not None and phone.proxy is not None:
        proxy, seconds = phone.proxy, chance.choice((1.0, 4.0, 20.0))
        proxy.passing.clear()
        await asyncio.sleep(seconds)
        proxy.mend()
        if seconds > 15:
            proxy.cut()  # a browser notices too


async def killed(evening: Evening, chance: Random) -> None:
    await evening.swap(chance.uniform(0, 1.5))


async def full(evening: Evening, chance: Random) -> None:
    await _fault(evening, "full", chance.uniform(1, 4))


async def gone(evening: Evening, chance: Random) -> None:
    await _fault(evening, "gone", chance.choice((2.0, 5.0, 30.0)))


async def _fault(evening: Evening, fault: str, seconds: float) -> None:
    evening.calm.clear()
    for host in evening.hosts:
        await host.do(do="fault", fault=fault)
    await asyncio.sleep(seconds)
    for host in evening.hosts:
        await host.do(do="fault", fault="")
    evening.calm.set()


async def jumps(evening: Evening, chance: Random) -> None:
    """The clock jumps by an hour, and back."""
    hour = chance.choice((3_600, -3_600))
    for seconds in (hour, 0):
        for host in evening.hosts:
            await host.do(do="clock", seconds=seconds)
        await asyncio.sleep(chance.uniform(1, 4))


AT_PHONES: tuple[Mishap, ...] = (sleeps, reloads, moves, is_cut, is_slow, freezes)
AT_HOST: tuple[Mishap, ...] = (killed, full, gone, jumps)


async def go_wrong(evening: Evening, until: float) -> None:
    """Let things go wrong until then, each to its own end; the host has its troubles one after the other."""
    chance = evening.random
    async with asyncio.TaskGroup() as all_of_them:
        all_of_them.create_task(_at_host(evening, until))
        while time.monotonic() < until:
            await asyncio.sleep(chance.uniform(0.2, 1.5))
            all_of_them.create_task(_counted(evening, chance.choice(AT_PHONES)))


async def _at_host(evening: Evening, until: float) -> None:
    turn = 0
    while time.monotonic() < until:
        await asyncio.sleep(evening.random.uniform(3, 8))
        await _counted(evening, AT_HOST[turn % len(AT_HOST)])
        turn += 1


async def _counted(evening: Evening, mishap: Mishap) -> None:
    await mishap(evening, evening.random)
    evening.report.mishaps[mishap.__name__] += 1
