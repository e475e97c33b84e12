"""A correction is told in words to every seat whose screen it may change, and tells nobody whose entry it was."""

from __future__ import annotations

import asyncio

from companion.tables.keys import ProcessRight
from referee.core.journal import Correct
from referee.core.values import GAME_MASTER
from tests.companion.screens.stage import EN
from tests.wire.hall import hall
from tests.wire.phone import Phone


def told(phone: Phone) -> bool:
    head = EN.t("app.corrected").split(". ")[0]
    return any(head in str(value) for each in phone.mirror.walk() for value in each.node.values())


def test_every_seat_is_told_of_a_correction_and_a_display_is_not() -> None:
    async def run() -> None:
        async with hall() as room:
            table, keys = await room.begun(3)
            seats = [s.seat for s in table.players]
            phones = [await room.phone(table, {seat: keys[seat]}) for seat in seats]
            display = await room.phone(table, display=True)
            await room.declare(table, seats[0], {"type": "lead", "to": seats[0], "colour": "red"})
            await room.quiet()
            assert not any(told(phone) for phone in phones)
            assert table.match is not None
            number = table.match.number
            ruling = await table.act(ProcessRight(GAME_MASTER), Correct(number=number, move=None))
            assert ruling.upheld, ruling
            await room.quiet()
            assert all(told(phone) for phone in phones)
            assert not told(display)
            late = await room.phone(table, {seats[0]: keys[seats[0]]})
            await room.quiet()
            assert not told(late)  # who comes later has seen no other screen

    asyncio.run(run())
