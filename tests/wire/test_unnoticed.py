"""A declaration that somebody may not even know of sends no frame to that phone, in no match and at no moment."""

from __future__ import annotations

import asyncio
from collections import Counter
from random import Random

import pytest

from companion.tables.answering import KEPT
from companion.tables.seats import sit
from referee import scorpion
from referee.core.values import PUBLIC
from tests.companion.tables.listens import Clock, heard_at, listen
from tests.players.scorpion import match as random_match
from tests.wire.hall import hall

MOVES = 160
"""Declarations of each match that is played."""
PLAYERS = (2, 3, 4)


@pytest.mark.parametrize("pair", [False, True], ids=["one host", "two hosts"])
def test_what_a_phone_may_not_know_of_sends_it_nothing(pair: bool) -> None:
    async def evening(players: int) -> Counter[str]:
        unnoticed: Counter[str] = Counter()
        async with hall(pair=pair) as here:
            here.host.tables.random = Random(players)
            options = {"depth": "plays", "cat_wait_s": 0}
            table, keys = await here.begun(players, options, game="scorpion")
            assert table.match is not None
            phones = {seat: await here.phone(table, {seat: key}) for seat, key in keys.items()}
            phones[PUBLIC] = await here.phone(table, display=True)
            machine = random_match.Players(players, options, table.match.state.board)
            for _ in range(MOVES // 2 if pair else MOVES):
                said = machine.next(scorpion, table.match.state)
                if said is None:
                    break
                before = {viewer: len(phone.received) for viewer, phone in phones.items()}
                ruling = await here.declare(table, *said)
                assert ruling.upheld
                for viewer, phone in phones.items():
                    if ruling.unnoticed_by(viewer):
                        unnoticed[said[1]["type"]] += 1
                        assert len(phone.received) == before[viewer], (said, viewer)
        return unnoticed

    unnoticed: Counter[str] = Counter()
    for players in PLAYERS[-1:] if pair else PLAYERS:
        unnoticed += asyncio.run(evening(players))
    assert {"lock_path", "set_start", "record_marks"} <= set(unnoticed)


@pytest.mark.parametrize("pair", [False, True], ids=["one host", "two hosts"])
def test_an_answer_that_is_chosen_early_sends_nothing_to_anybody_else(pair: bool) -> None:
    case = listen(held=True, heard=True)

    async def evening() -> None:
        async with hall(pair=pair) as here:
            clock = Clock()
            for host in here.hosts:
                host.tables.clock = clock  # it stands still: the wait does not end
            table = await heard_at(here.host.tables, clock, case, cat_wait_s=6)
            keys = {seat.seat: await sit(table, seat.seat) or "" for seat in table.players}
            phones = {seat: await here.phone(table, {seat: key}) for seat, key in keys.items()}
            phones[PUBLIC] = await here.phone(table, display=True)
            before = {viewer: len(phone.received) for viewer, phone in phones.items()}
            ruling = await here.declare(table, case.answers, {"type": "answer_cat", "use": True})
            assert ruling.reason == KEPT
            for viewer, phone in phones.items():
                await phone.echo()
                assert viewer == case.answers or len(phone.received) == before[viewer], viewer

    asyncio.run(evening())
