"""Very many frames that are none, while an evening goes on at the same host: it stays up, calm and small."""

from __future__ import annotations

import asyncio
import multiprocessing
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import suppress
from itertools import count as count_from
from pathlib import Path
from typing import Any, TypeVar

import pytest

from tests.bench.figures import line, median, milliseconds, percentile
from tests.hosted import Hosted
from tests.shares import count
from tests.wire.people import SILENT_TAPPERS, Table
from tests.wire.storm import rage
from tests.wire.test_restart import sat_down
from tests.wire.test_under_fire import handshake

T = TypeVar("T")

FRAMES = count("BAD_FRAMES")
CONNECTS = count("BAD_CONNECTS")
ELSEWHERE = "127.0.0.2"
SEED = 8
"""A long match."""
STEPS = 5
"""Declarations at least that are made while frames come in, however few are asked for."""
ROUND = min(FRAMES, 10_000)
MANY = 20_000
"""Frames from which on the evening is long: then it is played once more in peace, to compare what it takes itself."""
WARM = max(2_000, min(10_000, FRAMES // 4))
"""Frames before memory is looked at: what is loaded and grows only once, in the first thousands, is not meant."""
PATIENCE = 150.0
"""Seconds until the sessions of phones that said nothing are forgotten."""


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_bad_frames_harm_neither_the_host_nor_the_evening_on_it(tmp_path: Path) -> None:
    codes: Counter[int | None] = Counter()
    sent = 0
    times: list[float] = []
    played: list[tuple[int, int]] = []
    """The seeds of the matches that were played meanwhile, and how many declarations of each."""

    def raging() -> bool:
        return sent < FRAMES or len(times) < STEPS

    async def storm(host: Hosted, elsewhere: Executor) -> None:
        nonlocal sent
        while raging():
            codes.update(await asyncio.get_running_loop().run_in_executor(elsewhere, rage, host.address, ROUND, sent))
            sent += ROUND

    async def evening(host: Hosted, elsewhere: Executor) -> tuple[int, int]:
        before = await warm(host, elsewhere)
        storming = asyncio.create_task(storm(host, elsewhere))
        for seed in count_from(SEED):
            begun = len(times)
            await play(host, seed, times, raging)
            played.append((seed, len(times) - begun))
            if not raging():
                break
        await storming
        return before, await calm(host, 0.0 if FRAMES >= MANY else before * 1.1)

    async def same_in_peace(host: Hosted, elsewhere: Executor) -> int:
        await warm(host, elsewhere)
        for seed, steps in played:  # their matches stay in memory
            here: list[float] = []
            await play(host, seed, here, lambda steps=steps, here=here: len(here) < steps)  # type: ignore[misc]
        return await calm(host)

    def there(what: Callable[[Hosted, Executor], Coroutine[Any, Any, T]], folder: Path) -> T:
        folder.mkdir()
        with Hosted(folder) as host, ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as elsewhere:
            held = asyncio.run(what(host, elsewhere))
            assert "Traceback" not in host.output
            assert 'File "' not in host.output
            assert host.returncode is None
        return held

    before, after = there(evening, tmp_path / "storm")
    if FRAMES >= MANY:
        before = there(same_in_peace, tmp_path / "peace")
    assert set(codes) >= {1003, 1007, 1008, 1009}
    line("bad frames", frames=sent, codes={str(k): v for k, v in codes.items()},
         mb_without=round(before / 1e6, 1), mb_after=round(after / 1e6, 1), steps=len(times),
         told_median_ms=milliseconds(median(times)), told_p95_ms=milliseconds(percentile(times, 95)))  # fmt: skip
    assert after <= before * 1.1


async def warm(host: Hosted, elsewhere: Executor) -> int:
    """Let a few bad frames come, and play a little: what is loaded then is not meant. Returns the bytes held."""
    await asyncio.get_running_loop().run_in_executor(elsewhere, rage, host.address, WARM, -1)
    first: list[float] = []
    await play(host, SEED, first, lambda: FRAMES >= MANY or len(first) < STEPS)
    return host.memory()


async def play(host: Hosted, seed: int, times: list[float], more: Callable[[], bool]) -> None:
    """Play a match while there is to be more of it. Notes from which touch on how long the last phone waited."""
    table = Table.of(phones := await sat_down(host), seed, SILENT_TAPPERS)
    while more() and await table.step():
        times.append(max(phone.received[-1][0] for phone in phones.values()) - table.touched)
    for phone in phones.values():
        assert phone.connected
        assert not phone.crashes
        assert not phone.faults
        await phone.close()


async def calm(host: Hosted, most: float = 0.0) -> int:
    """Wait until the host holds no more than so much memory, or has had the time to. Returns the bytes."""
    end = time.monotonic() + PATIENCE
    while (held := host.memory()) > most and time.monotonic() < end:  # noqa: ASYNC110  of another process
        await asyncio.sleep(1)
    return held


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_a_flood_of_connects_of_one_address_leaves_the_evening_at_the_others_alone(tmp_path: Path) -> None:
    async def connect(host: Hosted, number: int) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", host.port, local_addr=(ELSEWHERE, 0))
        try:
            if number % 2:
                writer.write(b"GET /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            else:
                writer.write(handshake("a", "http://a"))
            return await asyncio.wait_for(reader.readline(), 60)
        finally:
            writer.close()

    async def evening(host: Hosted) -> None:
        table = Table.of(phones := await sat_down(host), 8, SILENT_TAPPERS)
        answers: Counter[str] = Counter()

        async def flood() -> None:
            for number in range(CONNECTS):
                with suppress(OSError, TimeoutError):
                    answers[(await connect(host, number)).decode().strip()] += 1

        flooding = [asyncio.create_task(flood()) for _ in range(4)]
        steps = 0
        while not all(each.done() for each in flooding):
            if not await table.step():
                await asyncio.wait(flooding)
                break
            steps += 1
        line("connects", asked=4 * CONNECTS, answers=dict(answers), steps=steps)
        assert sum(answers.values()) == 4 * CONNECTS
        assert answers["HTTP/1.1 200 OK"]
        if 4 * CONNECTS > 4_000:
            assert answers["HTTP/1.1 429 Too Many Requests"]
        assert all(phone.connected and not phone.crashes for phone in phones.values())
        for phone in phones.values():
            await phone.close()

    with Hosted(tmp_path) as host:
        asyncio.run(evening(host))
        assert "Traceback" not in host.output
