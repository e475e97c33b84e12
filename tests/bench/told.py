"""From a declaration's arrival to the last of its phones told, the durable commit included."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from pathlib import Path

from tests.bench.figures import line, median, milliseconds, percentile
from tests.bench.table import BenchTable
from tests.wire.phone import Phone, silence

PHONES = (1, 6, 12, 30)
EACH_PHONES = 6
TITLES = {
    "shinobazu": "Shinobazu",
    "scorpion": "Scorpion Clan",
    "scroll-trick": "Scroll Trick",
    "shinobi-school": "Shinobi School",
    "giryaku": "Giryaku",
}
DECLARATIONS = 100
STILL = 0.15
"""Seconds without a frame after which everybody counts as told."""


def run() -> None:
    """Measure with 1, 6, 12 and 30 raw phones; the first ones sit, the others are table displays.

    Of the other games with six. METSUKE_BEFORE names a checkout to compare six phones with instead.
    """
    if before := os.environ.get("METSUKE_BEFORE"):
        compare(Path(before))
        return
    others = ((game, EACH_PHONES) for game in TITLES if game != "shinobazu")
    for game, phones in (*(("shinobazu", count) for count in PHONES), *others):
        with BenchTable(game) as table:
            times, used = asyncio.run(_measure(table, phones, TITLES[game]))
        line(
            "told",
            game=game,
            phones=phones,
            median_ms=milliseconds(median(times)),
            p95_ms=milliseconds(percentile(times, 95)),
            processor_ms=milliseconds(used / len(times)),
            commit_ms=milliseconds(median(table.commits)),
            declarations=len(times),
        )


def compare(before: Path) -> None:
    """Measure six phones against another checkout of this code, in turns within one run."""
    game, phones = "shinobazu", 6
    with BenchTable(game) as now, BenchTable(game, before) as then:
        times = asyncio.run(_in_turns((then, now), phones, TITLES[game]))
    for name, (each, used) in zip(("told before", "told now"), times, strict=True):
        line(
            name,
            phones=phones,
            median_ms=milliseconds(median(each)),
            p95_ms=milliseconds(percentile(each, 95)),
            processor_ms=milliseconds(used / len(each)),
            declarations=len(each),
        )
    pairs = [a - b for a, b in zip(times[0][0], times[1][0], strict=False)]
    line("told sooner", median_ms=milliseconds(median(times[0][0]) - median(times[1][0])),
         median_of_pairs_ms=milliseconds(median(pairs)))  # fmt: skip


async def _in_turns(tables: Sequence[BenchTable], count: int, title: str) -> list[tuple[list[float], float]]:
    """Return for each table the times of its declarations, and the processor time that it took for them."""
    sat = [await _sat_down(table, count, title) for table in tables]
    times: list[list[float]] = [[] for _ in tables]
    used = [table.processor() for table in tables]
    for turn in range(DECLARATIONS):
        order = range(len(tables)) if turn % 2 else reversed(range(len(tables)))
        for each in order:
            times[each] += await _declared(tables[each], sat[each]) or []
    used = [table.processor() - begun for table, begun in zip(tables, used, strict=True)]
    for phones in sat:
        for phone in phones:
            await phone.close()
    return list(zip(times, used, strict=True))


async def _sat_down(table: BenchTable, count: int, title: str) -> list[Phone]:
    phones = [await table.phone(number).connect() for number in range(count)]
    for phone in phones:
        await phone.wait_for(lambda phone=phone: title in phone.texts(), "the table")  # type: ignore[misc]
        phone.lazy = True  # thirty people do not share one processor to read what they are told
    return phones


async def _declared(table: BenchTable, phones: Sequence[Phone]) -> list[float] | None:
    """Let something be declared. Returns how long the last phone waited, or nothing; None when the match is over."""
    before = [len(phone.received) for phone in phones]
    table.declare()
    declared = await asyncio.get_running_loop().run_in_executor(None, table.declared)
    if declared["over"]:
        return None
    await silence(phones, STILL)
    told = [phone.received[-1][0] for phone, had in zip(phones, before, strict=True) if len(phone.received) > had]
    # A declaration need not change what each phone shows.
    return [max(told) - declared["at"]] if told else []


async def _measure(table: BenchTable, count: int, title: str) -> tuple[list[float], float]:
    """Return how long each declaration took, and the processor time of the host for all, both in seconds."""
    phones = await _sat_down(table, count, title)
    times: list[float] = []
    before = table.processor()
    for _ in range(DECLARATIONS):
        told = await _declared(table, phones)
        if told is None:
            break
        times += told
    used = table.processor() - before
    for phone in phones:
        await phone.close()
    return times, used
