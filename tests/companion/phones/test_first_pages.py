"""First pages show what runs on the host, and cost it little however much moves there."""

from __future__ import annotations

import asyncio

import pytest

import companion.phones.lists
from companion.phones.lists import Lists
from companion.tables.keys import ProcessRight
from referee.core.journal import Declare
from tests.players.shinobazu import HONEST, play
from tests.wire.hall import hall
from tests.wire.phone import Phone

PHONES = 4
SCRIPT = play(44, 4, habits=HONEST)
MOVES = 40


def test_first_pages_are_read_once_for_much_that_moves_and_show_the_newest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(companion.phones.lists, "HOME_SECONDS", 3600.0)
    read = 0
    open_matches = Lists.open_matches

    async def counted(self: Lists) -> object:
        nonlocal read
        read += 1
        return await open_matches(self)

    async def run() -> None:
        async with hall() as room:
            table, _ = await room.begun(4)
            phones = [await Phone(room.address).connect() for _ in range(PHONES)]
            for phone in phones:
                await phone.wait_for("Set 1, round 1")
            monkeypatch.setattr(Lists, "open_matches", counted)
            for actor, move in SCRIPT[:MOVES]:
                assert (await table.act(ProcessRight(actor), Declare(seat=actor, move=move))).upheld
            assert read <= 1
            assert room.host.first_pages.due is not None
            room.host.first_pages.due.cancel()
            room.host.first_pages.read_now()
            assert table.match is not None
            for phone in phones:
                await phone.wait_for(f"Set {table.match.state.set}, round {table.match.state.round}")
            assert read <= 2
            for phone in phones:
                await phone.close()

    asyncio.run(run())


@pytest.mark.parametrize(
    "pasted", ["{code}", "{apart}", "http://192.168.178.21:8550/m/{code}?utm_source=chat).", "<HTTP://A.EXAMPLE/M/{loud}>"]
)
def test_a_link_or_a_code_that_is_pasted_finds_its_match(pasted: str) -> None:
    async def run() -> None:
        async with hall() as room:
            lists = room.host._lists
            codes = [(await room.begun(3))[0].code for _ in range(3)]
            for code in codes:
                search = pasted.format(code=code, apart=f"{code[:4]} {code[4:]}", loud=code.upper())
                cards, more, _ = await lists.home({}, await lists.open_matches(), search)
                assert ([card.code for card in cards], more) == ([code], 2)

    asyncio.run(run())
