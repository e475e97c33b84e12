"""Two workers on PostgreSQL: phones of one table are on both, and those of one that is killed play on at the other."""

from __future__ import annotations

import asyncio
import os
import re
import socket
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from random import Random

import psutil
import pytest
import websockets

from tests.hosted import Hosted
from tests.postgres import postgres
from tests.shares import count
from tests.wire.people import Table
from tests.wire.phone import PATIENCE, Phone, silence
from tests.wire.test_restart import journal, plain, sat_down, shown_of

KILLS = count("WORKER_KILLS")
AN_EVENING = 12
"""Kills that a match is long enough for."""
SILENCE = 1.0
"""Seconds in which news of what was declared has come to all phones."""
BACK = re.compile(r"Set \d|The match is over")


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Hosted]:
    url = postgres().fresh()
    status = f"127.0.0.1:{two_ports()}"
    with Hosted(tmp_path, "--workers", "2", "--status", status, database=url) as hosted:
        hosted.status = status  # type: ignore[attr-defined]
        yield hosted
    postgres().drop(url)


def two_ports() -> int:
    """Return the first of two ports in a row that nobody listens on, apart from those that `free_port` gives."""
    for first in range(20_000 + os.getpid() % 5_000, 32_000, 2):
        with suppress(OSError), closing(socket.create_server(("127.0.0.1", first))):
            socket.create_server(("127.0.0.1", first + 1)).close()
            return first
    raise AssertionError("no two ports are free")


def ask(host: Hosted, worker: int, path: str) -> str:
    """Ask one worker how it is. Raises `OSError` where it does not answer."""
    address, _, port = host.status.rpartition(":")  # type: ignore[attr-defined]
    with urllib.request.urlopen(f"http://{address}:{int(port) + worker}{path}", timeout=PATIENCE) as answer:
        return answer.read().decode()


def serving(host: Hosted, phone: Phone) -> psutil.Process | None:
    """Return the worker that a phone is connected to."""
    assert phone._socket is not None
    own = phone._socket.local_address[1]
    for worker in host.worker_processes():
        with suppress(psutil.Error):
            if any(each.raddr and each.raddr.port == own for each in worker.net_connections("tcp")):
                return worker
    return None


async def both_serve(host: Hosted) -> None:
    """Wait until two workers take phones."""
    while True:
        with suppress(OSError):
            if all([await asyncio.to_thread(ask, host, worker, "/healthz") for worker in range(2)]):
                return
        await asyncio.sleep(0.05)  # a worker that is not there yet cannot tell


async def spread(host: Hosted, phones: dict[str, Phone]) -> None:
    """Let phones come again until there are some on both workers, as chance would have it in time."""
    for _ in range(60):
        if len({worker.pid for phone in phones.values() if (worker := serving(host, phone)) is not None}) == 2:
            return
        await next(iter(phones.values())).reload()
        await next(iter(phones.values())).wait_for(BACK)
    raise AssertionError("one worker takes all phones")


async def come_back(phone: Phone) -> float:
    """Come back as a client does by itself, again and again; return when the table was there."""
    await phone.gone()
    while True:
        try:
            await phone.reconnect()
            await phone.wait_for(BACK)
            return time.monotonic()
        except (OSError, websockets.WebSocketException):
            await asyncio.sleep(0.1)


async def until_stored(host: Hosted, number: int) -> None:
    """Wait for an entry whose worker is alive."""
    async with asyncio.timeout(PATIENCE):
        while len(await asyncio.to_thread(journal, host)) < number:  # noqa: ASYNC110  the database tells no test
            await asyncio.sleep(0.02)


async def evening(host: Hosted, chance: Random, kills: int) -> list[float]:
    """Play and kill; return how many seconds each phone was away."""
    await both_serve(host)
    table = Table.of(phones := await sat_down(host), 8)
    away: list[float] = []
    for _ in range(kills):
        await both_serve(host)
        await spread(host, phones)
        for _ in range(chance.randrange(1, 4)):
            assert await table.step()
        await silence(phones.values(), SILENCE)  # news of the other worker comes when it likes
        before = {seat: shown_of(phone) for seat, phone in phones.items()}
        said = table.decide()
        assert said is not None
        worker = serving(host, chance.choice(list(phones.values())))
        assert worker is not None
        hit = {seat for seat, phone in phones.items() if serving(host, phone) == worker}
        await table.touch(said)
        await asyncio.sleep(chance.random() * 0.03)  # the moment is random, before, in or after the commit
        worker.kill()
        killed = time.monotonic()
        shown = any(shown_of(phones[seat]) != before[seat] for seat in phones if seat != said[0])
        away += [at - killed for at in await asyncio.gather(*(come_back(phones[seat]) for seat in hit))]
        if shown or said[0] not in hit:
            await until_stored(host, len(table.said) + 1)
        stored = journal(host)
        told = [(n, seat, plain(move)) for n, (seat, move) in enumerate(table.said, 1)]
        assert stored[: len(told)] == told
        assert len(stored) - len(told) in (0, 1)
        if len(stored) > len(told):
            assert stored[-1][1:] == (said[0], plain(said[1]))
            table.heard(said)
        else:
            await table.do(said)
    for _ in range(3):
        assert await table.step()
    told = [(n, seat, plain(move)) for n, (seat, move) in enumerate(table.said, 1)]
    assert journal(host) == told
    for phone in phones.values():
        assert not phone.crashes
        assert not phone.faults
        await phone.close()
    return away


@pytest.mark.soak
def test_phones_of_a_killed_worker_play_on_at_the_other_and_nothing_is_lost_or_doubled(
    host: Hosted, record_property
) -> None:
    chance = Random(20)
    away: list[float] = []
    killed = 0
    while killed < KILLS:
        kills = min(AN_EVENING, KILLS - killed)
        away += asyncio.run(evening(host, chance, kills))
        killed += kills
        if killed < KILLS:
            host.kill()
            host.database = postgres().fresh()
            host.start()
    record_property("seconds away, the longest", round(max(away), 2))
    print(f"{killed} kills: phones were away for {max(away):.2f} s at most")
    assert "turned away" not in host.output


def test_each_worker_tells_how_it_is_and_neither_on_the_phones_port(host: Hosted) -> None:
    async def run() -> None:
        await both_serve(host)
        phones = [await Phone(host.address).connect() for _ in range(6)]
        for phone in phones:
            await phone.wait_for(re.compile("Open a table"))
        told = [0.0, 0.0]
        async with asyncio.timeout(PATIENCE):
            while sum(told) < len(phones):
                for n in range(2):
                    lines = (await asyncio.to_thread(ask, host, n, "/metrics")).splitlines()
                    told[n] = float(next(line for line in lines if line.startswith("metsuke_phones ")).split()[1])
                await asyncio.sleep(0.1)  # counted once a second
        assert sum(told) == len(phones)
        for phone in phones:
            await phone.close()

    asyncio.run(run())
    for path in ("metrics", "healthz"):
        with pytest.raises(urllib.error.HTTPError, match="404") as refused:
            urllib.request.urlopen(host.address + path, timeout=PATIENCE)
        assert "metsuke_phones" not in refused.value.read().decode()


def test_workers_end_with_the_process_that_started_them(tmp_path: Path) -> None:
    host = Hosted(tmp_path, "--workers", "2", database=postgres().fresh()).start()
    workers = host.worker_processes()
    assert len(workers) == 2
    psutil.Process(host.pid).kill()
    gone, alive = psutil.wait_procs(workers, PATIENCE)
    assert len(gone) == 2
    assert not alive
    host.kill()


def test_ctrl_c_stops_all_of_them(tmp_path: Path) -> None:
    host = Hosted(tmp_path, "--workers", "2", database=postgres().fresh()).start()
    workers = host.worker_processes()
    assert host.stop() == 0
    assert host.output.count("The owner's code is") == 1, "one for all of them"
    assert not any(worker.is_running() for worker in workers)
    assert "Nothing is lost" in host.output
    assert "Traceback" not in host.output


def test_several_workers_on_sqlite_are_refused_with_what_to_do(tmp_path: Path) -> None:
    host = Hosted(tmp_path, "--workers", "2", database=f"sqlite:///{(tmp_path / 'x.db').as_posix()}").launch()
    assert host.wait() == 2
    assert "--database postgresql://" in host.output
    assert len(host.output.strip().splitlines()) == 1
