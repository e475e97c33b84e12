"""The command `metsuke` whose tables play by themselves: where a first seat's phone is, its table is declared at.

Every table plays the same match, a declaration every `EVERY` seconds. When each one arrived is written to a file of the
process in the folder where it runs, in seconds of the performance counter, which all processes share, and after it what
came of it; and to another what the process was doing in every second.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import sys
import time
from pathlib import Path
from random import Random
from typing import TextIO

from companion.cli import main
from companion.phones.host import Host
from companion.tables.keys import ProcessRight
from companion.tables.table import Table
from referee.core.journal import Declare
from tests.players.shinobazu import HONEST, play

EVERY = 5.0
STEP = 0.02
"""Seconds between looks at what a host is doing."""
SEATS = 4
SCRIPT = play(44, SEATS, habits=HONEST)


def install() -> None:
    """Let a host's tables play from its start on."""
    start = Host.start

    async def started(self: Host) -> None:
        await start(self)
        loop = asyncio.get_running_loop()
        self.robots = loop.create_task(_all(self)), loop.create_task(_watched(self))  # type: ignore[attr-defined]

    Host.start = started  # type: ignore[method-assign]


async def _all(host: Host) -> None:
    playing: set[str] = set()
    tasks = []
    while True:
        for table in list(host.tables._live.values()):
            if table.code not in playing and "p1" in table.attendance.here:
                playing.add(table.code)
                tasks.append(asyncio.get_running_loop().create_task(_play(table)))
        await asyncio.sleep(0.5)


def _noted(what: str) -> TextIO:
    return Path(f"{what}-{os.getpid()}.txt").open("a", buffering=1)


async def _watched(host: Host) -> None:
    """Note of every second how late the loop was, how long garbage was collected, and what waited for the store."""
    collected, began = 0.0, 0.0

    def collecting(phase: str, _: object) -> None:
        nonlocal collected, began
        if phase == "start":
            began = time.perf_counter()
        else:
            collected += time.perf_counter() - began

    gc.callbacks.append(collecting)
    with _noted("doing") as told:
        while True:
            begun = now = time.perf_counter()
            late, waiting, spent, collected = 0.0, 0, time.process_time(), 0.0
            while now < begun + 1:
                await asyncio.sleep(STEP)
                late = max(late, time.perf_counter() - now - STEP)
                waiting = max(waiting, len(host.tables._turns))
                now = time.perf_counter()
            doing = {
                "loop_late_ms": round(late * 1000), "waiting_for_the_store": waiting, "gc_ms": round(collected * 1000),
                "cores": round((time.process_time() - spent) / (now - begun), 2),
            }  # fmt: skip
            told.write(f"{begun} {json.dumps(doing)}\n")


async def _play(table: Table) -> None:
    chance = Random(table.code)
    await asyncio.sleep(chance.random() * EVERY)
    due = time.perf_counter()
    with _noted("declared") as told:
        while table.match is not None and table.match.number < len(SCRIPT):
            actor, move = SCRIPT[table.match.number]
            begun = time.perf_counter()
            try:
                ruling = await table.act(ProcessRight(actor), Declare(seat=actor, move=move))
                came = "upheld" if ruling.upheld else "refused"
            except Exception as fault:  # as on a phone, which is told that it was not written, and taps again
                came = type(fault).__name__
            told.write(f"{table.code} {begun} {came}\n")
            due = max(due + EVERY, time.perf_counter())
            await asyncio.sleep(due - time.perf_counter())


install()

if __name__ == "__main__":
    sys.exit(main())
