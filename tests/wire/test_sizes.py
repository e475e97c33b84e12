"""How much comes over the network to each phone at a Scorpion table: its first screen, and each step of a guard."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from itertools import count
from random import Random

import pytest

from companion.i18n import languages
from referee import scorpion
from tests.players.scorpion import match as random_match
from tests.wire.hall import Hall, hall

FIRST, STEP = 150_000, 2_000
"""Bytes on the wire, those of the WebSocket included."""
STEPS, MET = 60, 2
"""How many steps of guards are weighed at least, and how many of them that find somebody."""


async def steps_of(here: Hall, seed: int) -> AsyncIterator[tuple[dict[str, int], bool]]:
    """Play a random match of four with a table display. Yields what each guard's step weighed, and whether it found."""
    options = {"depth": "plays", "cat_wait_s": 0}
    table, keys = await here.begun(4, options, game="scorpion")
    assert table.match is not None
    players = random_match.Players(seed, options, table.match.state.board)
    while table.match.state.phase == "setup":
        found = players.next(scorpion, table.match.state)
        assert found is not None
        assert (await here.declare(table, *found)).upheld
    phones = {seat: await here.phone(table, {seat: key}) for seat, key in keys.items()}
    phones["display"] = await here.phone(table, display=True)
    assert {name: phone.weight for name, phone in phones.items() if phone.weight >= FIRST} == {}
    while table.match.result is None:
        found = players.next(scorpion, table.match.state)
        assert found is not None
        before = {name: phone.weight for name, phone in phones.items()}
        ruling = await here.declare(table, *found)
        assert ruling.upheld
        if found[1]["type"] == "guard_step":
            met = any(notice.message == "scorpion.discovered" for notice in ruling.notices)
            yield {name: phone.weight - before[name] for name, phone in phones.items()}, met


@pytest.mark.parametrize("language", languages())
def test_a_first_screen_and_every_step_of_a_guard_are_small_on_the_wire(language: str) -> None:
    async def play() -> None:
        steps: list[dict[str, int]] = []
        met = 0
        async with hall() as here:
            here.host.language, here.host.tables.random = language, Random(1)
            for seed in count(2):
                async for weighed, found in steps_of(here, seed):
                    steps.append(weighed)
                    met += found
                    if len(steps) >= STEPS and met >= MET:
                        break
                if len(steps) >= STEPS and met >= MET:
                    break
        assert all(any(sizes.values()) for sizes in steps)
        assert [sizes for sizes in steps if max(sizes.values()) >= STEP] == []

    asyncio.run(play())
