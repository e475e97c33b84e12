"""The game master stops play: nobody else declares, everybody sees why, and it goes on where it was."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from companion.deeds import Deeds
from referee.journal import Declare
from tests.companion.screens.shinobazu_tables import my_turn
from tests.companion.screens.stage import shown
from tests.wire.hall import hall


@pytest.mark.clause("METSUKE-1.5")
def test_nobody_but_the_game_master_declares_while_play_is_stopped() -> None:
    async def run() -> None:
        async with hall() as room:
            table, _ = await room.begun(3)
            table.pause(True)
            lead = Declare(seat="p1", move={"type": "lead", "to": "p1", "colour": "red"})
            refused = await table.act("p1", lead)
            assert not refused.upheld
            assert refused.reason == "desk.paused"
            assert table.match is not None
            assert table.match.number == 0
            table.pause(False)
            assert (await table.act("p1", lead)).upheld

    asyncio.run(run())


def test_only_the_game_masters_phone_stops_play() -> None:
    stopped: list[bool] = []

    def phone(role: str, holds: bool, master: str = "referee") -> Any:
        table = SimpleNamespace(record=SimpleNamespace(game_master=master), pause=stopped.append)
        return SimpleNamespace(table=table, where=SimpleNamespace(role=role), is_game_master=lambda: holds)

    for role, holds, master in (("seat", True, "referee"), ("gm", False, "referee"), ("gm", True, "observer")):
        Deeds(phone(role, holds, master)).pause(True)
    assert stopped == []
    Deeds(phone("gm", True)).pause(True)
    assert stopped == [True]


def test_every_seat_sees_that_play_is_stopped_and_has_nothing_to_declare() -> None:
    snap = my_turn(3).snap("p1")
    assert snap.match is not None
    stopped = replace(snap, match=replace(snap.match, paused=True))
    screen, actions = shown(stopped)
    assert "The game master has paused the match." in screen.words
    screen_before, _ = shown(snap)
    assert "The game master has paused the match." not in screen_before.words
    assert actions.told == []
