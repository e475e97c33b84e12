"""What a guard can tell of an intruder's secret acts by how long the host takes: nothing more than by chance is 0.5.

For each kind of act, and for each kind of thing that a guard can ask for without a pause (pings of its own socket,
requests, connections, taps), the area under the ROC curve of the longest answer within a while after the act, against
the same while in which nothing is done.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from companion.hosting.process import collect_seldom
from companion.hosting.process import run as serve
from companion.phones.device_storage import STORED_AS
from companion.tables.keys import ProcessRight
from referee.core.journal import Declare, Undo
from tests.bench.figures import line
from tests.hosted import PROJECT
from tests.wire.phone import Phone

TRIALS = int(os.environ.get("METSUKE_TRIALS", "60"))
WINDOW = 0.25
"""Seconds after an act in which the guard pings."""
EVERY = 0.003
KINDS = ("nothing", "covered", "uncovered")
FROM = "127.0.0.2"
"""The guard's address, one that is counted."""

Probe = Callable[[], Awaitable[object]]


def run() -> None:
    """Print the area for a path that is locked under the cover, and with the cover open, by each kind of asking."""
    for asked in PROBES:
        with subprocess.Popen(
            [sys.executable, "-m", "tests.bench.timing"], cwd=PROJECT, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True, bufsize=1,
        ) as host:  # fmt: skip
            assert host.stdin is not None
            assert host.stdout is not None
            place = json.loads(host.stdout.readline())
            found = asyncio.run(_attack(place, host, asked))
            host.kill()
        for kind in KINDS[1:]:
            area = round(_area(found["nothing"], found[kind]), 3)
            line("timing", asked=asked, act=kind, trials=len(found[kind]), area=area)


def _area(quiet: list[float], acted: list[float]) -> float:
    """Return how often something took longer than nothing, of all pairs of both; a draw counts half."""
    pairs = [(a > q) + (a == q) / 2 for a in acted for q in quiet]
    return sum(pairs) / len(pairs)


async def _attack(place: dict[str, Any], host: subprocess.Popen[str], asked: str) -> dict[str, list[float]]:
    assert host.stdin is not None
    assert host.stdout is not None
    found: dict[str, list[float]] = {kind: [] for kind in KINDS}
    phones = {}
    for seat, key in place["keys"].items():
        remembers = {STORED_AS: json.dumps({"keys": {place["code"]: {seat: key}}})}
        phones[seat] = Phone(f"{place['address']}m/{place['code']}", remembers=remembers)
        phones[seat].ip = FROM if seat == "p1" else ""
        await phones[seat].connect()
        await phones[seat].wait_for("More")
        phones[seat].lazy = seat != "p1" or asked != "taps"
    probe = await PROBES[asked](phones["p1"], place["address"])
    await asyncio.sleep(2)
    order = [kind for kind in KINDS for _ in range(TRIALS)]
    random.Random(1).shuffle(order)
    for kind in order:
        host.stdin.write(f"prepare {kind}\n")
        await asyncio.to_thread(host.stdout.readline)
        await asyncio.sleep(0.3)
        host.stdin.write(f"act {kind}\n")
        found[kind].append(await _longest(probe))
        await asyncio.to_thread(host.stdout.readline)
    return found


async def _longest(probe: Probe) -> float:
    """Return the longest answer within the window, in seconds."""
    longest, end = 0.0, time.perf_counter() + WINDOW
    while time.perf_counter() < end:
        begun = time.perf_counter()
        await probe()
        longest = max(longest, time.perf_counter() - begun)
        await asyncio.sleep(EVERY)
    return longest


async def _pings(guard: Phone, _: str) -> Probe:
    async def ping() -> None:
        assert guard._socket is not None
        await (await guard._socket.ping())

    return ping


async def _requests(_: Phone, address: str) -> Probe:
    host, port = _where(address)
    reader, writer = await asyncio.open_connection(host, port, local_addr=(FROM, 0))

    async def ask() -> None:
        writer.write(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        head = await reader.readuntil(b"\r\n\r\n")
        length = next(each for each in head.lower().split(b"\r\n") if each.startswith(b"content-length:"))
        await reader.readexactly(int(length.split(b":")[1]))

    return ask


async def _connections(_: Phone, address: str) -> Probe:
    host, port = _where(address)

    async def connect() -> None:
        reader, writer = await asyncio.open_connection(host, port, local_addr=(FROM, 0))
        writer.write(b"this is no request\r\n\r\n")
        with suppress(ConnectionError):
            await reader.read()
        writer.close()

    return connect


async def _taps(guard: Phone, _: str) -> Probe:
    more, close = re.compile("^More$"), re.compile("^Close$")

    async def tap(words: re.Pattern[str]) -> None:
        found = guard.handler(words, "click", "tap")
        assert found is not None
        before = len(guard.received)
        await guard.press(found)
        await guard.wait_for(lambda: len(guard.received) > before)

    async def there_and_back() -> None:
        await tap(more)
        await guard.wait_for(close)
        await tap(close)
        await guard.wait_for(lambda: not guard.sees(close))

    return there_and_back


def _where(address: str) -> tuple[str, int]:
    parts = urlsplit(address)
    return parts.hostname or "", parts.port or 80


PROBES = {"taps": _taps, "pings": _pings, "requests": _requests, "connections": _connections}


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
                    locked = not (await table.act(ProcessRight(INTRUDERS), Undo())).upheld
                mine.cover.close()
                if kind == "uncovered":
                    mine.cover.open("kept")
            elif kind != "nothing":
                ruling = await table.act(ProcessRight(INTRUDERS), lock)
                locked = ruling.upheld
                assert locked, ruling
            print(flush=True)


if __name__ == "__main__":
    serve(_serve())
