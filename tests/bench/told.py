"""From a declaration's arrival to the last of its phones told, the durable commit included."""

from __future__ import annotations

import asyncio

from tests.bench.figures import line, median, milliseconds, percentile
from tests.bench.table import BenchTable

PHONES = (1, 6, 12, 30)
SCORPION_PHONES = 6
TITLES = {"shinobazu": "Shinobazu", "scorpion": "Scorpion Clan"}
DECLARATIONS = 100
STILL = 0.15
"""Seconds without a frame after which everybody counts as told."""


def run() -> None:
    """Measure with 1, 6, 12 and 30 raw phones; the first ones sit, the others are table displays.

    Of Scorpion with six: its screens hold a map.
    """
    for game, phones in (*(("shinobazu", count) for count in PHONES), ("scorpion", SCORPION_PHONES)):
        with BenchTable(game) as table:
            times = asyncio.run(_measure(table, phones, TITLES[game]))
        line(
            "told",
            game=game,
            phones=phones,
            median_ms=milliseconds(median(times)),
            p95_ms=milliseconds(percentile(times, 95)),
            declarations=len(times),
        )


async def _measure(table: BenchTable, count: int, title: str) -> list[float]:
    phones = [await table.phone(number).connect() for number in range(count)]
    for phone in phones:
        await phone.wait_for(lambda phone=phone: title in phone.texts(), "the table")  # type: ignore[misc]
        phone.lazy = True  # thirty people do not share one processor to read what they are told
    times = []
    loop = asyncio.get_running_loop()
    for _ in range(DECLARATIONS):
        before = [len(phone.received) for phone in phones]
        table.declare()
        declared = await loop.run_in_executor(None, table.declared)
        if declared["over"]:
            break
        seen = -1
        while seen != (seen := sum(len(phone.received) for phone in phones)):  # noqa: ASYNC110  silence is no event
            await asyncio.sleep(STILL)
        told = [phone.received[-1][0] for phone, had in zip(phones, before, strict=True) if len(phone.received) > had]
        if told:  # a declaration need not change what each phone shows
            times.append(max(told) - declared["at"])
    for phone in phones:
        await phone.close()
    return times
