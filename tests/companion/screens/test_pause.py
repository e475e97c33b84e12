"""The game master stops play: nobody else declares, everybody sees why, and it goes on where it was."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from companion.contract.snapshot import PauseLine
from companion.phones.make_snapshot import make_snapshot
from companion.screens.log import Line, merged
from companion.tables.keys import HostKey, ProcessRight, SeatKey
from companion.tables.seats import free, sit, start
from referee.core.journal import Declare
from referee.core.values import GAME_MASTER, Refused
from tests.companion.games.shinobazu.tables import my_turn
from tests.companion.screens.stage import EN, JA, shown
from tests.players.people import seated
from tests.shots.scenes_shell import log
from tests.wire.hall import hall


@pytest.mark.clause("METSUKE-1.5")
def test_nobody_but_the_game_master_declares_while_play_is_stopped() -> None:
    async def run() -> None:
        async with hall() as room:
            table, _ = await room.begun(3)
            await table.pause(True, ProcessRight(GAME_MASTER))
            lead = Declare(seat="p1", move={"type": "lead", "to": "p1", "colour": "red"})
            refused = await table.act(ProcessRight("p1"), lead)
            assert not refused.upheld
            assert refused.reason == "table_screen.paused"
            assert table.match is not None
            assert table.match.number == 0
            await table.pause(False, ProcessRight(GAME_MASTER))
            assert (await table.act(ProcessRight("p1"), lead)).upheld

    asyncio.run(run())


@pytest.mark.clause("METSUKE-1.1")
@pytest.mark.parametrize("master", ["referee", "observer"])
def test_only_a_game_master_who_may_rule_stops_play(master: Any) -> None:
    async def run() -> None:
        async with hall() as room:
            table, host = await room.host.tables.open("shinobazu", {"depth": "plays"}, seated(3), master)
            keys = {seat: await sit(table, seat) or "" for seat in ("p1", GAME_MASTER)}
            await start(table, HostKey(host))
            rights = {"p1": SeatKey("p1", keys["p1"]), "host": HostKey(host)}
            rights["forged"] = SeatKey(GAME_MASTER, keys["p1"])
            for authority in rights.values():
                with pytest.raises(Refused):
                    await table.pause(True, authority)
            mine = SeatKey(GAME_MASTER, keys[GAME_MASTER])
            if master == "observer":
                with pytest.raises(Refused):
                    await table.pause(True, mine)
                assert not table.paused
                return
            await table.pause(True, mine)
            assert table.paused
            await free(table, GAME_MASTER, HostKey(host))
            with pytest.raises(Refused):
                await table.pause(False, mine)
            assert table.paused

    asyncio.run(run())


def test_every_seat_sees_that_play_is_stopped_and_has_nothing_to_declare() -> None:
    snap = my_turn(3).snap("p1")
    assert snap.match is not None
    stopped = replace(snap, match=replace(snap.match, paused=True))
    screen, actions = shown(stopped)
    assert "The game master has paused the match." in screen.words
    screen_before, _ = shown(snap)
    assert "The game master has paused the match." not in screen_before.words
    assert actions.told == []


def test_the_log_tells_when_play_was_stopped_between_which_entries() -> None:
    snap = log("en")
    told = (PauseLine(3, True, "20:40"), PauseLine(3, False, "20:55"), PauseLine(8, True, "21:10"))
    for look, stopped, went_on in (
        (EN, "The game master pauses the match.", "The game master lets the match go on."),
        (JA, "審判役が対局を止めました。", "審判役が対局を再開しました。"),
    ):
        lines = [each if isinstance(each, Line) else each.number for each in merged(look, replace(snap, pauses=told))]
        heads = [each.head if isinstance(each, Line) else each for each in lines]
        assert heads == [stopped, 8, 7, 6, 5, 4, went_on, stopped, 3, 2, 1]
        screen, _ = shown(replace(snap, pauses=told), look)
        before, _ = shown(snap, look)
        assert stopped not in before.words
        assert all(each in screen.words for each in (stopped, went_on, "20:40", "20:55", "21:10"))


def test_only_the_log_is_told_of_pauses_that_are_over() -> None:
    async def run() -> None:
        async with hall() as room:
            table, keys = await room.begun(3)
            phone = await room.phone(table, {"p1": keys["p1"]})
            await table.pause(True, ProcessRight(GAME_MASTER))
            await table.pause(False, ProcessRight(GAME_MASTER))
            host = next(each for each in room.host.phones if each.table is table)
            assert phone.connected
            assert make_snapshot(host).pauses == ()
            host.where.screen = "log"
            assert [(each.after, each.paused) for each in make_snapshot(host).pauses] == [(0, True), (0, False)]

    asyncio.run(run())
