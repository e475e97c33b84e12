"""A right that is gone when an act's turn comes opens nothing: a freed seat, a revoked game master, a dropped host."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from companion.tables import seats
from companion.tables import seats as lobby
from companion.tables.keys import NO_RIGHT, Authority, HostKey, SeatKey
from companion.tables.table import Table
from referee.core.journal import Declare, Undo
from referee.core.values import GAME_MASTER, Refused, Ruling
from tests.players.people import seated
from tests.wire.hall import Hall, hall

LEAD = {"type": "lead", "to": "p1", "colour": "red", "card": "red 5"}
TRIES = 8


class Stage:
    """A table with a game master, whose keys are known, and whose lock is held while others wait for it."""

    def __init__(self, room: Hall, table: Table, keys: dict[str, str], host: HostKey) -> None:
        self.room, self.table, self.keys, self.host = room, table, keys, host

    def key(self, seat: str) -> SeatKey:
        return SeatKey(seat, self.keys[seat])

    async def freed_before(self, seat: str, act: Awaitable[Any]) -> Any:
        """Let a seat be freed while an act of its key already waits for the lock; return what came of the act."""
        async with self.table.lock:
            freeing = asyncio.ensure_future(seats.free(self.table, seat, self.host))
            await asyncio.sleep(0)
            acting = asyncio.ensure_future(act)
            await asyncio.sleep(0)
        await freeing
        return (await asyncio.gather(acting, return_exceptions=True))[0]


def staged(story: Callable[[Stage], Awaitable[None]], *, begun: bool = True) -> None:
    async def run() -> None:
        async with hall() as room:
            table, key = await room.host.tables.open("shinobazu", {"depth": "plays"}, seated(3), "referee")
            keys = {seat: await seats.sit(table, seat) or "" for seat in ("p1", "p2", GAME_MASTER)}
            host = HostKey(key)
            if begun:
                await lobby.start(table, host)
            await story(Stage(room, table, keys, host))

    asyncio.run(run())


def refused(came: Any) -> bool:
    return (isinstance(came, Ruling) and came.reason == NO_RIGHT) or (
        isinstance(came, Refused) and came.reason == NO_RIGHT
    )


@pytest.mark.clause("METSUKE-1.1")
def test_a_seat_that_was_freed_while_its_declaration_waited_declares_nothing() -> None:
    async def story(stage: Stage) -> None:
        for _ in range(TRIES):
            act = stage.table.act(stage.key("p1"), Declare(seat="p1", move=LEAD))
            assert refused(await stage.freed_before("p1", act))
            assert stage.table.match is not None
            assert stage.table.match.number == 0
            stage.keys["p1"] = await seats.sit(stage.table, "p1") or ""
        assert (await stage.table.act(stage.key("p1"), Declare(seat="p1", move=LEAD))).upheld

    staged(story)


@pytest.mark.clause("METSUKE-1.1")
def test_a_game_master_who_was_revoked_takes_nothing_back_and_stops_nothing() -> None:
    async def story(stage: Stage) -> None:
        table = stage.table
        assert (await table.act(stage.key("p1"), Declare(seat="p1", move=LEAD))).upheld
        acts: list[Callable[[Authority], Awaitable[Any]]] = [
            lambda right: table.act(right, Undo()),
            lambda right: table.pause(True, right),
            table.close,
            lambda right: seats.free(table, "p2", right),
        ]
        for act in acts:
            assert refused(await stage.freed_before(GAME_MASTER, act(stage.key(GAME_MASTER))))
            stage.keys[GAME_MASTER] = await seats.sit(table, GAME_MASTER) or ""
        assert table.match is not None
        assert table.match.number == 1
        assert not table.paused
        assert table.record.status == "running"
        assert table.opens("p2", stage.keys["p2"])
        assert (await table.act(stage.key(GAME_MASTER), Undo())).upheld

    staged(story)


def test_the_pin_of_a_phone_that_was_freed_is_not_the_next_owners() -> None:
    async def story(stage: Stage) -> None:
        before, record = stage.key("p1"), stage.table.seat("p1")
        assert record is not None
        came = await stage.freed_before("p1", seats.set_pin(stage.table, record, "4711", before))
        # Hashing takes longer than freeing: the seat is free, or taken by another phone, when the PIN is to be set.
        assert refused(came)
        stage.keys["p1"] = await seats.sit(stage.table, "p1") or ""
        with pytest.raises(Refused):
            await seats.set_pin(stage.table, record, "4711", before)
        seat = stage.table.seat("p1")
        assert seat is not None
        assert seat.pin_hash is None

    staged(story)


def test_nobody_without_the_right_does_anything_to_a_table() -> None:
    async def story(stage: Stage) -> None:
        table = stage.table
        record = table.seat("p2")
        assert record is not None
        rights: list[SeatKey | HostKey] = [SeatKey("p1", key) for key in ("", "made up", stage.keys["p2"])]
        rights += [HostKey("")]
        rights += [HostKey(stage.keys["p2"]), SeatKey(GAME_MASTER, stage.keys["p2"]), SeatKey("table", "")]
        for right in rights:
            acts: list[Awaitable[Any]] = [
                lobby.start(table, right),
                lobby.rename(table, "p2", "Mallory", right),
                lobby.play_without(table, "p3", right),
                lobby.go_on(table, right),
                lobby.enter(table, "p1", "hand", "add", "red 1", right),
                seats.free(table, "p2", right),
                *(seats.set_pin(table, record, "4711", right) for right in rights if isinstance(right, SeatKey)),
                table.close(right),
                table.pause(True, right),
                table.act(right, Declare(seat="p1", move=LEAD)),
            ]
            assert [refused(came) for came in await asyncio.gather(*acts, return_exceptions=True)] == [True] * len(acts)
        assert [seat.name for seat in table.players] == [seat.name for seat in seated(3)]
        assert table.record.status == "lobby"

    staged(story, begun=False)


def test_a_seats_key_does_what_is_that_seats_and_nothing_of_the_hosts() -> None:
    async def story(stage: Stage) -> None:
        table, mine = stage.table, stage.key("p1")
        await lobby.rename(table, "p1", "Mio", mine)
        for act in (lobby.start(table, mine), lobby.rename(table, "p2", "Mio", mine), seats.free(table, "p2", mine)):
            with pytest.raises(Refused):
                await act
        record = table.seat("p1")
        assert record is not None
        assert await seats.leave(table, record, mine) == ""
        assert table.opens("p2", stage.keys["p2"])
        assert await seats.sit(table, "p1")

    staged(story, begun=False)
