"""What a guard that pings its own socket can tell of an intruder's secret acts: nothing more than by chance is 0.5.

For each kind of act the area under the ROC curve, of the longest answer to a ping within a while after the act, against
the same while in which nothing is done.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
import time
from typing import Any

from companion.hosting.serving import collect_seldom
from companion.hosting.serving import run as serve
from companion.phones.device_storage import STORED_AS
from companion.tables.authority import Machine
from referee.core.journal import Declare, Undo
from tests.bench.figures import line
from tests.hosted import PROJECT
from tests.wire.phone import Phone

TRIALS = int(os.environ.get("METSUKE_TRIALS", "60"))
WINDOW = 0.25
"""Seconds after an act in which the guard pings."""
EVERY = 0.003
KINDS = ("nothing", "covered", "uncovered")


def run() -> None:
    """Print the area for a path that is locked under the cover, and with the cover open."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.bench.timing"], cwd=PROJECT, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        text=True, bufsize=1,
    ) as host:  # fmt: skip
        assert host.stdin is not None
        assert host.stdout is not None
        place = json.loads(host.stdout.readline())
        found = asyncio.run(_attack(place, host))
        host.kill()
    for kind in KINDS[1:]:
        line("timing", act=kind, trials=len(found[kind]), area=round(_area(found["nothing"], found[kind]), 3))


def _area(quiet: list[float], acted: list[float]) -> float:
    """Return how often something took longer than nothing, of all pairs of both; a draw counts half."""
    pairs = [(a > q) + (a == q) / 2 for a in acted for q in quiet]
    return sum(pairs) / len(pairs)


async def _attack(place: dict[str, Any], host: subprocess.Popen[str]) -> dict[str, list[float]]:
    assert host.stdin is not None
    assert host.stdout is not None
    found: dict[str, list[float]] = {kind: [] for kind in KINDS}
    phones = {}
    for seat, key in place["keys"].items():
        remembers = {STORED_AS: json.dumps({"keys": {place["code"]: {seat: key}}})}
        phones[seat] = await Phone(f"{place['address']}m/{place['code']}", remembers=remembers).connect()
        await phones[seat].wait_for("More")
        phones[seat].lazy = True
    await asyncio.sleep(2)
    order = [kind for kind in KINDS for _ in range(TRIALS)]
    random.Random(1).shuffle(order)
    for kind in order:
        host.stdin.write(f"prepare {kind}\n")
        await asyncio.to_thread(host.stdout.readline)
        await asyncio.sleep(0.3)
        host.stdin.write(f"act {kind}\n")
        found[kind].append(await _longest(phones["p1"]))
        await asyncio.to_thread(host.stdout.readline)
    return found


async def _longest(guard: Phone) -> float:
    """Return the longest answer to a ping within the window, in seconds."""
    longest, end = 0.0, time.perf_counter() + WINDOW
    assert guard._socket is not None
    while time.perf_counter() < end:
        begun = time.perf_counter()
        await (await guard._socket.ping())
        longest = max(longest, time.perf_counter() - begun)
        await asyncio.sleep(EVERY)
    return longest


async def _serve() -> None:
    from tests.wire.hall import hall
    from tests.wire.test_foresight import INTRUDERS, seated

    async with hall() as here:
        collect_seldom()
        table, keys, phones = await seated(here)
        for phone in phones.values():
            await phone.close()
        print(json.dumps({"address": here.address, "code": table.code, "keys": keys}), flush=True)
        loop = asyncio.get_running_loop()
        lock = Declare(seat=INTRUDERS, move={"type": "lock_path", "intruder": "ninja"})
        locked = False
        while words := (await loop.run_in_executor(None, sys.stdin.readline)).split():
            what, kind = words
            mine = next(each for each in here.sessions if each.where.seat == INTRUDERS and each.connected)
            if what == "prepare":
                if locked:
                    locked = not (await table.act(Machine(INTRUDERS), Undo())).upheld
                mine.cover.close()
                if kind == "uncovered":
                    mine.cover.open("kept")
            elif kind != "nothing":
                ruling = await table.act(Machine(INTRUDERS), lock)
                locked = ruling.upheld
                assert locked, ruling
            print(flush=True)


if __name__ == "__main__":
    serve(_serve())
