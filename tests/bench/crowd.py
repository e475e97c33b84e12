"""Many tables at once, with one process on SQLite, and one worker and two on PostgreSQL: how soon phones are told.

    METSUKE_CROWD=400 METSUKE_CROWD_HOSTS=sqlite,1,2 make bench ARGS=crowd

Four phones at each table, a declaration a table every five seconds; the phones are raw wire clients in this process. A
worker's processor time says how many tables a core carries also where the machine has other work.
"""

from __future__ import annotations

import asyncio
import gc
import json
import math
import os
import tempfile
import time
from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import psycopg

from companion.hosting.process import run as run_loop
from companion.phones.device_storage import STORED_AS
from companion.tables.keys import ProcessRight
from companion.tables.seats import sit, start
from companion.tables.tables import Tables
from models import Store
from tests.bench.crowd_host import EVERY, SEATS
from tests.bench.figures import line, median, milliseconds, percentile
from tests.hosted import Hosted
from tests.players.people import seated
from tests.postgres import OwnPostgres
from tests.wire.phone import Phone

TABLES = int(os.environ.get("METSUKE_CROWD", "100"))
SECONDS = float(os.environ.get("METSUKE_CROWD_SECONDS", "60"))
HOSTS = os.environ.get("METSUKE_CROWD_HOSTS", "sqlite,1,2").split(",")
"""`sqlite`, or how many workers on PostgreSQL."""
AT_ONCE = 8
"""Phones that come at the same time."""
LOOK = 0.05
"""Seconds between looks at what a database is doing."""
BURST = 4.0
"""Seconds after a declaration in which frames belong to it."""


class Crowded(Hosted):
    """A host whose tables play by themselves."""

    MODULE = "tests.bench.crowd_host"

    def processes(self) -> list[psutil.Process]:
        """The workers, or the one process."""
        return self.worker_processes() or [psutil.Process(self.pid)]


async def _opened(url: str) -> list[tuple[str, dict[str, str]]]:
    """Open and begin the tables before anybody comes; return their codes and keys."""
    tables = Tables(Store.open(url))
    opened = []
    for _ in range(TABLES):
        table, _ = await tables.open("shinobazu", {"depth": "plays"}, seated(SEATS))
        keys = {seat.seat: await sit(table, seat.seat) or "" for seat in table.players}
        await start(table, ProcessRight())
        opened.append((table.code, keys))
    tables.close()
    return opened


async def _come(address: str, opened: list[tuple[str, dict[str, str]]]) -> dict[str, list[Phone]]:
    """Let all phones come, the first seats last, so that a table is whole before it plays."""
    seats = [
        (code, seat, keys[seat]) for n in reversed(range(SEATS)) for code, keys in opened for seat in [f"p{n + 1}"]
    ]
    phones: dict[str, list[Phone]] = {code: [] for code, _ in opened}
    turns = asyncio.Semaphore(AT_ONCE)

    async def come(code: str, seat: str, key: str) -> None:
        async with turns:
            remembers = {STORED_AS: json.dumps({"keys": {code: {seat: key}}})}
            phone = await Phone(f"{address}m/{code}", remembers=remembers).connect()
            await phone.wait_for(lambda: "Shinobazu" in phone.texts(), "the table", patience=120)
            phone.lazy = True
            phone.received.clear()
            phones[code].append(phone)

    await asyncio.gather(*(come(*each) for each in seats))
    return phones


@dataclass
class Told:
    """What came of the declarations of a while."""

    times: list[float] = field(default_factory=list)
    """How long each took until the last of its phones was told, in seconds."""
    slow: dict[int, float] = field(default_factory=dict)
    """The longest of them by the second in which it was declared."""
    unheard: int = 0
    """How many changed nothing on any phone."""
    failed: Counter[str] = field(default_factory=Counter)
    """Those that were not upheld, by what happened instead."""


def _told(folder: Path, phones: dict[str, list[Phone]], since: float) -> Told:
    declared: dict[str, list[float]] = {code: [] for code in phones}
    told = Told()
    for file in folder.glob("declared-*.txt"):
        for each in file.read_text().splitlines():
            code, at, came = each.split()
            if came == "upheld":
                declared[code].append(float(at))
            else:
                told.failed[came] += 1
    for code, here in phones.items():
        frames = sorted(at for phone in here for at, _ in phone.received)
        moments = sorted(declared[code])
        for begun, following in zip(moments, [*moments[1:], math.inf], strict=True):
            if begun <= since:
                continue
            last = bisect_right(frames, min(begun + BURST, following)) - 1
            if last >= 0 and frames[last] > begun:
                told.times.append(took := frames[last] - begun)
                told.slow[int(begun)] = max(took, told.slow.get(int(begun), 0.0))
            else:
                told.unheard += 1
    return told


async def _server(url: str, seen: dict[int, Counter[str]]) -> None:
    """Note of every second what the connections of a PostgreSQL are busy with, or wait for."""
    asked = "SELECT coalesce(wait_event_type || ' ' || wait_event, 'at work') FROM pg_stat_activity"
    asked += " WHERE state = 'active' AND backend_type = 'client backend' AND pid <> pg_backend_pid()"
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
        while True:
            rows = await (await connection.execute(asked)).fetchall()
            seen.setdefault(int(time.perf_counter()), Counter()).update(row[0] for row in rows)
            await asyncio.sleep(LOOK)


async def _own(late: dict[int, float]) -> None:
    """Note of every second how long these phones themselves were late: that is no fault of the host."""
    while True:
        begun = time.perf_counter()
        await asyncio.sleep(LOOK)
        took = time.perf_counter() - begun - LOOK
        late[int(begun)] = max(took, late.get(int(begun), 0.0))


def _worst(
    folder: Path, told: Told, seen: dict[int, Counter[str]], late: dict[int, float]
) -> dict[str, object]:
    """Return the second whose declarations took longest, and what host, database and phones did then."""
    if not told.slow:
        return {}
    second = max(told.slow, key=lambda each: told.slow[each])
    doing = [
        json.loads(what)
        for file in sorted(folder.glob("doing-*.txt"))
        for at, _, what in (each.partition(" ") for each in file.read_text().splitlines())
        if int(float(at)) in (second, second - 1)
    ]
    server = sum((seen.get(second + n, Counter()) for n in (0, 1)), Counter[str]())
    return {"ms": milliseconds(told.slow[second]), "phones_late_ms": milliseconds(late.get(second, 0.0), 0),
            "host": doing, "database": dict(server.most_common(4))}


async def _measure(host: Crowded, folder: Path, name: str) -> None:
    opened = await _opened(host.database)
    phones = await _come(host.address, opened[:1])  # they load what all need
    empty = sum(each.memory_info().rss for each in host.processes())
    began = time.perf_counter()
    phones |= await _come(host.address, opened[1:])
    came = time.perf_counter() - began
    await asyncio.sleep(EVERY * 2)  # every table has begun to play
    gc.disable()  # a look through what all these phones hold takes a second, in which none of them hears anything
    processes = host.processes()
    spent = [sum(each.cpu_times()[:2]) for each in processes]
    weighed = sum(phone.weight for each in phones.values() for phone in each)
    since = time.perf_counter()
    seen: dict[int, Counter[str]] = {}
    late: dict[int, float] = {}
    looking = [asyncio.create_task(_own(late))]
    if host.database.startswith("postgresql"):
        looking.append(asyncio.create_task(_server(host.database, seen)))
    await asyncio.sleep(SECONDS)
    spent = [sum(each.cpu_times()[:2]) - before for each, before in zip(processes, spent, strict=True)]
    weighed = sum(phone.weight for each in phones.values() for phone in each) - weighed
    full = sum(each.memory_info().rss for each in processes)
    passed = time.perf_counter() - since
    await asyncio.sleep(BURST)
    gc.enable()
    for each in looking:
        each.cancel()
    told = _told(folder, phones, since)
    times = told.times or [math.inf]
    everyone = TABLES * SEATS
    line(
        "crowd",
        host=name,
        tables=TABLES,
        phones=everyone,
        declarations=len(told.times),
        unheard=told.unheard,
        failed=dict(told.failed),
        phones_lost=dict(Counter(phone.ended for each in phones.values() for phone in each if not phone.connected)),
        median_ms=milliseconds(median(times)),
        p95_ms=milliseconds(percentile(times, 95)),
        worst_second=_worst(folder, told, seen, late),
        cores_of_each=[round(each / passed, 2) for each in spent],
        tables_a_core=round(TABLES / (sum(spent) / passed)),
        mb_a_seat=round((full - empty) / (everyone - SEATS) / 1e6, 2),
        bytes_an_action_and_phone=round(weighed / max(1, len(told.times)) / SEATS),
        came_in_s=round(came),
        load=round(os.getloadavg()[0], 1),
    )


def run() -> None:
    """Measure each kind of host on a database of its own."""
    server = OwnPostgres(durable=True) if set(HOSTS) - {"sqlite"} else None
    for name in HOSTS:
        with tempfile.TemporaryDirectory() as folder:
            database = "" if server is None or name == "sqlite" else server.fresh()
            own = () if name in ("sqlite", "1") else ("--workers", name)
            with Crowded(Path(folder), *own, database=database) as host:
                run_loop(_measure(host, Path(folder), name))
