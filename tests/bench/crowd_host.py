"""The command `metsuke` whose tables play by themselves: where a first seat's phone is, its table is declared at.

Every table plays the same match, a declaration every `EVERY` seconds. When each one arrived is written to a file of the
process in the folder where it runs, in seconds of the performance counter, which all processes share, and after it what
came of it.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from pathlib import Path
from random import Random
from typing import TextIO

from companion.cli import main
from companion.phones.host import Host
from companion.tables.authority import Machine
from companion.tables.table import Table
from referee.core.journal import Declare
from tests.players.shinobazu import HONEST, play

EVERY = 5.0
SEATS = 4
SCRIPT = play(44, SEATS, habits=HONEST)


def install() -> None:
    """Let a host's tables play from its start on."""
    start = Host.start

    async def started(self: Host) -> None:
        await start(self, Machine())
        self.robots = asyncio.get_running_loop().create_task(_all(self))  # type: ignore[attr-defined]

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


def _noted() -> TextIO:
    return Path(f"declared-{os.getpid()}.txt").open("a", buffering=1)


async def _play(table: Table) -> None:
    chance = Random(table.code)
    await asyncio.sleep(chance.random() * EVERY)
    due = time.perf_counter()
    with _noted() as told:
        while table.match is not None and table.match.number < len(SCRIPT):
            actor, move = SCRIPT[table.match.number]
            begun = time.perf_counter()
            try:
                ruling = await table.act(Machine(actor), Declare(seat=actor, move=move))
                came = "upheld" if ruling.upheld else "refused"
            except Exception as fault:  # as on a phone, which is told that it was not written, and taps again
                came = type(fault).__name__
            told.write(f"{table.code} {begun} {came}\n")
            due = max(due + EVERY, time.perf_counter())
            await asyncio.sleep(due - time.perf_counter())


install()

if __name__ == "__main__":
    sys.exit(main())
