"""An honest evening at four tables beside a phone that does the worst it can: nothing is lost, told or stopped."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path

import pytest

from tests.attacks.hostile import raging
from tests.chaos.evening import Evening
from tests.own_games import OWN_GAMES
from tests.shares import SOAK, count

SECONDS = count("HOSTILE_SECONDS")
ATTACKERS = 3
TABLES = 4


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_an_honest_evening_beside_hostile_phones_loses_and_tells_nothing(tmp_path: Path) -> None:
    async def both() -> tuple[Evening, int]:
        evening = Evening(tmp_path, SECONDS, games=OWN_GAMES[:TABLES] if SOAK else ("shinobazu",))
        await evening.begin()
        until = time.monotonic() + SECONDS
        address = f"http://127.0.0.1:{evening.host.port}/"
        _, hostile = await asyncio.gather(evening.play(until), raging(address, ATTACKERS, SECONDS, seed=SECONDS))
        await evening.end()
        return evening, sum(each.events for each in hostile)

    evening, events = asyncio.run(both())
    print(json.dumps(evening.report.line() | {"hostile_events": events}))
    assert events
    assert evening.report.shown
    assert evening.report.well, evening.report
