"""The real host is killed in the middle of play: phones come back by themselves to every entry they were shown."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.hosted import Hosted
from tests.shares import count
from tests.wire.people import Table, open_table, sit
from tests.wire.phone import NothingCame, Phone

KILLS = count("HOST_KILLS")
SEED = 8
"""A match that is long enough for all of them."""
NAMES = ("Aki", "Ben", "Chie")


def journal(host: Hosted) -> list[tuple[int, str, str]]:
    """Return the number, seat and move of every entry, as they lie in the database."""
    return [(number, act["seat"], plain(act["move"])) for number, act in host.journal()]


def plain(move: dict[str, Any]) -> str:
    """Return a move as text, a hand's cards in a fixed order: a screen may put them into another."""
    return json.dumps({k: sorted(v) if k == "cards" else v for k, v in move.items()}, sort_keys=True)


async def sat_down(host: Hosted) -> dict[str, Phone]:
    """Open a table on the first phone, let the others come by its QR code and sit, and start."""
    phones = [await Phone(host.address).connect()]
    address = await open_table(phones[0], NAMES)
    path = "/" + address.split("/", 3)[3]
    phones += [await Phone(host.address.rstrip("/") + path).connect() for _ in NAMES[1:]]
    phones[0].route = path  # where the host's browser is now, for its reload
    for phone, name in zip(phones, NAMES, strict=True):
        await sit(phone, name)
    await phones[0].tap("Start")
    for phone in phones:
        await phone.wait_for(re.compile("Set 1, round 1"))
    return {f"p{n}": phone for n, phone in enumerate(phones, 1)}


def shown_of(phone: Phone) -> list[str]:
    """Return what a phone shows of the match, without whose phone is there."""
    return [text for text in phone.texts() if not re.search("asleep|Waiting for|here", text)]


async def come_back(phones: dict[str, Phone]) -> None:
    """Let every phone find the host again as a client does: its old session first, which the new host never knew."""
    for phone in phones.values():
        await phone.gone()
        await phone.reconnect()
    for phone in phones.values():
        await phone.wait_for(re.compile(r"Set \d|The match is over"))


@pytest.mark.soak
def test_kills_of_the_real_host_during_play_lose_and_double_nothing(tmp_path: Path) -> None:
    chance = Random(10)

    async def evening(host: Hosted) -> None:
        table = Table.of(phones := await sat_down(host), SEED)
        seen = {seat: shown_of(phone) for seat, phone in phones.items()}
        for _ in range(KILLS):
            for _ in range(chance.randrange(1, 4)):
                assert await table.step()
            seen = {seat: shown_of(phone) for seat, phone in phones.items()}
            said = table.decide()
            assert said is not None
            await table.touch(said)
            await asyncio.sleep(chance.random() * 0.03)  # the moment is random, before, in or after the commit
            host.kill()
            stored = journal(host)
            assert [number for number, _, _ in stored] == list(range(1, len(stored) + 1))
            told = [(n, seat, plain(move)) for n, (seat, move) in enumerate(table.said, 1)]
            assert stored[: len(told)] == told
            shown = any(shown_of(phone) != seen[seat] for seat, phone in phones.items() if seat != said[0])
            assert len(stored) - len(told) in ((1,) if shown else (0, 1))
            host.start()
            await come_back(phones)
            if len(stored) > len(told):
                table.heard(said)
            else:
                await table.do(said)
        for _ in range(5):
            assert await table.step()
        for phone in phones.values():
            assert not phone.crashes
            assert not phone.faults
            await phone.close()

    with Hosted(tmp_path) as host:
        asyncio.run(evening(host))
        numbers = [number for number, _, _ in journal(host)]
        assert numbers == list(range(1, len(numbers) + 1))


def test_a_host_that_is_not_there_yet_is_waited_for(tmp_path: Path) -> None:
    async def evening(host: Hosted) -> None:
        phones = await sat_down(host)
        host.kill()
        for phone in phones.values():
            await phone.gone()
            try:
                await phone.reconnect()
            except OSError:
                continue
            raise NothingCame("a killed host took a connection")
        host.start()
        for phone in phones.values():
            await phone.connect(phone.session)
            await phone.wait_for(re.compile("Set 1, round 1"))
            await phone.close()

    with Hosted(tmp_path) as host:
        asyncio.run(evening(host))
