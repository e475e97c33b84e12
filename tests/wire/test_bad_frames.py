"""Very many frames that are none, while an evening goes on at the same host: it stays up, calm and small."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest

from tests.bench.figures import line, median, milliseconds, percentile
from tests.hosted import Hosted
from tests.shares import count
from tests.wire.people import SILENT_TAPPERS, Table
from tests.wire.storm import Storm
from tests.wire.test_restart import sat_down
from tests.wire.test_under_fire import handshake

FRAMES = count("BAD_FRAMES")
CONNECTS = count("BAD_CONNECTS")
ELSEWHERE = "127.0.0.2"
WARM = max(400, min(10_000, FRAMES // 4))
"""Frames before memory is looked at: what is loaded and grows only once, in the first thousands, is not meant."""
PATIENCE = 150.0
"""Seconds until the sessions of phones that said nothing are forgotten."""


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_bad_frames_harm_neither_the_host_nor_the_evening_on_it(tmp_path: Path) -> None:
    async def evening(host: Hosted) -> list[float]:
        await Storm(host.address, WARM, seed=2).rage()
        table = Table.of(phones := await sat_down(host), 8, SILENT_TAPPERS)
        assert await table.step()
        before, storm = host.memory(), Storm(host.address, FRAMES)
        raging = asyncio.create_task(storm.rage())
        times: list[float] = []
        while not raging.done():
            seen = {phone: len(phone.received) for phone in phones.values()}
            begun = time.perf_counter()
            if not await table.step():
                await asyncio.wait({raging})
            told = [phone.received[-1][0] - begun for phone, had in seen.items() if len(phone.received) > had]
            times += [max(told)] if told else []
        await raging
        assert set(storm.codes) >= {1003, 1007, 1008, 1009}
        for phone in phones.values():
            assert phone.connected
            assert not phone.crashes
            assert not phone.faults
        end = time.monotonic() + PATIENCE
        while (after := host.memory()) > before * 1.1 and time.monotonic() < end:  # noqa: ASYNC110  of another process
            await asyncio.sleep(1)
        line("bad frames", frames=FRAMES, codes={str(k): v for k, v in storm.codes.items()},
             mb_before=round(before / 1e6, 1), mb_after=round(after / 1e6, 1), steps=len(times),
             step_median_ms=milliseconds(median(times)), step_p95_ms=milliseconds(percentile(times, 95)))  # fmt: skip
        assert after <= before * 1.1
        for phone in phones.values():
            await phone.close()
        return times

    with Hosted(tmp_path) as host:
        assert asyncio.run(evening(host))
        assert "Traceback" not in host.output
        assert 'File "' not in host.output
        assert host.returncode is None


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
