"""What phones that do the worst they can cost others: from a declaration's arrival to the last of six phones told."""

from __future__ import annotations

import asyncio
import os
import threading

from tests.attacks.hostile import raging
from tests.bench.figures import line, median, milliseconds, percentile
from tests.bench.table import BenchTable
from tests.wire.phone import Phone, silence

PHONES = 5
SECONDS = float(os.environ.get("METSUKE_HOSTILE", "60"))
PAUSE = 0.3
"""Seconds between two declarations."""
CALM = 90.0
"""Seconds after visitors and attackers have gone until the memory is looked at."""
VISITORS = 60
"""Phones that look at lists, rules and settings before, as in a club with ten tables: the host of an evening has had
guests, and has read its code."""


def run() -> None:
    """Measure in peace, beside one attacker, and beside ten of one address, for a minute each."""
    for attackers in (0, 1, 10):
        with BenchTable("shinobazu") as table:
            before, times, events, after = asyncio.run(_measure(table, attackers))
        line(
            "hostile", attackers=attackers, events=events, declarations=len(times),
            median_ms=milliseconds(median(times)), p95_ms=milliseconds(percentile(times, 95)),
            longest_ms=milliseconds(max(times)), mb_before=before, mb_after=after,
        )  # fmt: skip


async def visited(address: str) -> int:
    """Let phones come at once, look at what the first page leads to, and go. Returns how many screens they saw."""

    async def visit(number: int) -> int:
        seen = 0
        async with Phone(address) as phone:
            phone.ip = "127.0.0.3"
            await phone.wait_for("New match")
            for each in ("Boards", "History and players", "Rules of the games", "Settings", "New match"):
                await phone.tap(each)
                back = "Close" if each == "New match" else "Back"
                await phone.wait_for(back, each)
                seen += 1
                await phone.tap(back)
                await phone.wait_for("Boards")
            await asyncio.sleep(number / 10)
        return seen

    return sum(await asyncio.gather(*(visit(number) for number in range(VISITORS))))


async def _measure(table: BenchTable, attackers: int) -> tuple[float, list[float], int, float]:
    """Return the memory before (MB), what each declaration took (seconds), what was attacked with, the memory after."""
    phones = [await table.phone(number).connect() for number in range(PHONES)]
    for phone in phones:
        await phone.wait_for(lambda phone=phone: "Shinobazu" in phone.texts(), "the table")  # type: ignore[misc]
        phone.lazy = True
    await silence(phones, 0.3)
    await visited(table.place["address"])
    await asyncio.sleep(CALM)
    before = round(table.memory() / 1e6, 1)
    found: list[int] = []

    def attack() -> None:
        hostile = asyncio.run(raging(table.place["address"], attackers, SECONDS))
        found.append(sum(each.events for each in hostile))

    attacking = threading.Thread(target=attack)
    attacking.start()
    times: list[float] = []
    end = asyncio.get_running_loop().time() + SECONDS
    while asyncio.get_running_loop().time() < end:
        if (taken := await _declared(table, phones)) is None:
            break
        times.append(taken)
        await asyncio.sleep(PAUSE)
    await asyncio.to_thread(attacking.join)
    await asyncio.sleep(CALM if attackers else 0)
    after = round(table.memory() / 1e6, 1)
    for phone in phones:
        await phone.close()
    return before, times, found[0], after


async def _declared(table: BenchTable, phones: list[Phone]) -> float | None:
    """Declare once; return the seconds until the last frame of it had come to a phone, or None at the match's end."""
    for phone in phones:
        phone.received.clear()
    table.declare()
    said = await asyncio.to_thread(table.declared)
    if said["over"]:
        return None
    await silence(phones, 0.15)
    return max((phone.received[-1][0] - said["at"] for phone in phones if phone.received), default=0.0)
