"""Phones open the address of a match, sit, and play it to a winner by what is on their screens."""

from __future__ import annotations

import asyncio
import re

import pytest

from tests.players.shinobazu import Habits
from tests.shares import SOAK
from tests.wire.hall import Hall, hall
from tests.wire.people import SILENT_TAPPERS, TAPPERS, Table, open_table, sit
from tests.wire.phone import Phone

NAMES = ("Aki", "Ben", "Chie", "Dai", "Emi")


async def sat_down(room: Hall, count: int) -> tuple[str, dict[str, Phone]]:
    """Open a table on the first phone, let the others come by its address and sit, and start."""
    phones = [await Phone(room.address).connect()]
    room.phones += phones
    address = await open_table(phones[0], NAMES[:count])
    for _ in range(count - 1):
        phones.append(await Phone(address).connect())
        room.phones.append(phones[-1])
    for phone, name in zip(phones, NAMES, strict=False):
        await sit(phone, name)
    await phones[0].tap("Start")
    for phone in phones:
        await phone.wait_for(re.compile("Set 1, round 1"))
    return address, {f"p{n}": phone for n, phone in enumerate(phones, 1)}


EVENINGS = [(3, 1, TAPPERS), (3, 2, SILENT_TAPPERS), (5, 3, TAPPERS)]


@pytest.mark.soak
@pytest.mark.parametrize(("count", "seed", "habits"), EVENINGS if SOAK else EVENINGS[:1])
def test_phones_play_a_whole_match_to_a_winner(count: int, seed: int, habits: Habits) -> None:
    async def evening() -> None:
        async with hall() as room:
            _, phones = await sat_down(room, count)
            table = Table.of(phones, seed, habits)
            while await table.step():
                pass
            result = table.view.result
            assert result is not None
            winners = {next(s.name for s in table.view.seats if s.seat == seat) for seat in result.winners}
            for phone in phones.values():
                await phone.wait_for(re.compile(r"wins?\."))
                said = " ".join(phone.texts())
                assert all(f"{winner}" in said for winner in winners)
                assert "Open. Nothing is secret any more." in said
                assert not phone.faults
                assert not phone.crashes

    asyncio.run(evening())
