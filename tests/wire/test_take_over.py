"""What phones are sent while a position is entered: of another seat's part how much is there, and nothing else."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest

import companion.phones.cover
from companion.phones.device_storage import HOST
from companion.tables.keys import ProcessRight
from companion.tables.seats import enter, go_on, sit, start
from companion.tables.table import Table
from referee.core.values import PUBLIC, TABLE, Refused
from tests.companion.phones.test_phone import host_side
from tests.wire.hall import Hall, hall
from tests.wire.listening import Listener, Plain
from tests.wire.test_streams import _load_controls
from toy_game import SEATS

Entry = tuple[str, str, str, Any]
"""Part, field, how and value."""


async def taken_over(room: Hall) -> tuple[Table, dict[str, str]]:
    """Open a table of three that goes on from the middle, with all seats taken."""
    table, host = await room.host.tables.open("toy", {}, SEATS, take_over=True)
    keys = {seat.seat: await sit(table, seat.seat) or "" for seat in SEATS}
    return table, {**keys, HOST: host}


def entries(random: Random, number: int) -> list[Entry]:
    """Return what is entered: p2 hides that number, after others."""
    tried = [str(random.randint(1, 6)) for _ in range(3)]
    before: list[Entry] = [
        (TABLE, "points", "count", ["p1", 1]),
        (TABLE, "hidden", "add", "p2"),
        (TABLE, "hidden", "add", "p3"),
        ("p3", "number", "choose", "4"),
    ]
    return [*before, *(("p2", "number", "choose", each) for each in (*tried, str(number)))]


@pytest.mark.clause("METSUKE-5.3")
@pytest.mark.parametrize("seed", range(3))
def test_what_a_seat_enters_changes_nothing_that_others_are_sent(seed: int) -> None:
    _load_controls()

    async def told(number: int, random: Random) -> tuple[dict[str, list[list[bytes]]], int]:
        async with hall() as room:
            table, keys = await taken_over(room)
            listeners = [
                Listener("the host", await room.phone(table, {"p1": keys["p1"], HOST: keys[HOST]}), "p1"),
                Listener("p3", await room.phone(table, {"p3": keys["p3"]}), "p3"),
                Listener("the display", await room.phone(table, display=True)),
                Listener("a guest", await room.phone(table)),
            ]
            plain = {one.name: Plain(table.code, room.address.split("/")[2], *keys.values()) for one in listeners}
            streams: dict[str, list[list[bytes]]] = {one.name: [] for one in listeners}
            for step in (None, *entries(random, number), "go on"):
                if step == "go on":
                    await go_on(table, ProcessRight())
                elif step is not None:
                    await enter(table, *step, ProcessRight(step[0]))
                await room.quiet()
                for one in listeners:
                    streams[one.name].append([plain[one.name].frame(frame) for frame in one.fresh()])
            assert table.match is not None
            return streams, table.match.view("p2").seats[1].number

    one, five = asyncio.run(told(5, Random(f"one {seed}")))
    other, two = asyncio.run(told(2, Random(f"other {seed}")))
    assert (five, two) == (5, 2)
    assert one == other


def test_a_position_survives_a_restart_and_goes_on_only_when_it_is_whole() -> None:
    async def evening() -> None:
        async with hall() as room:
            table, _ = await taken_over(room)
            await enter(table, TABLE, "hidden", "add", "p2", ProcessRight(TABLE))
            with pytest.raises(Refused) as refused:
                await go_on(table, ProcessRight())
            assert (refused.value.clause, refused.value.params["seat"]) == ("METSUKE-5.3", "p2")
            await start(table, ProcessRight())
            assert table.match is None, "a table that is taken over does not begin at its beginning"
            await enter(table, "p2", "number", "choose", "3", ProcessRight("p2"))
            await enter(table, "p2", "number", "choose", "9", ProcessRight("p2"))
            await enter(table, "p2", "points", "count", ["p1", 1], ProcessRight("p2"))
            room.host.tables._live.clear()  # as after a restart
            again = await room.host.tables.table(table.code)
            assert again is not None
            assert again.taking_over is not None
            await go_on(again, ProcessRight())
            assert again.match is not None
            assert again.match.number == 1
            assert again.match.view("p2").seats[1].number == 3
            assert again.match.view(PUBLIC).seats[0].points == 0
            assert room.host.tables.store.entered_parts.of(again.record.id) == {}
            room.host.tables._live.clear()
            folded = await room.host.tables.table(table.code)
            assert folded is not None
            assert folded.match == again.match

    asyncio.run(evening())


@pytest.mark.clause("METSUKE-5.3")
def test_a_phone_enters_its_own_part_while_it_is_open_and_only_the_host_the_table(monkeypatch) -> None:
    monkeypatch.setattr(companion.phones.cover, "LATE_TAPS", 0.0)

    async def evening() -> None:
        async with hall() as room:
            table, keys = await taken_over(room)
            await enter(table, TABLE, "hidden", "add", "p2", ProcessRight(TABLE))
            p2, p3 = [await host_side(room, await room.phone(table, {seat: keys[seat]})) for seat in ("p2", "p3")]
            guest = await host_side(room, await room.phone(table))
            assert table.taking_over is not None
            p3.cover.open("kept")
            for phone, part in ((p2, "p2"), (p3, "p2"), (guest, "p2"), (guest, "guest")):
                phone.actions.take_over.enter(part, "number", "choose", "6")
            for phone in (p2, p3, guest):
                phone.actions.take_over.enter(TABLE, "hidden", "drop", "p2")
                phone.actions.take_over.go_on()
            await room.quiet()
            assert table.taking_over.entered("p2") == {}
            assert table.taking_over.entered(TABLE)["hidden"] == ["p2"]
            p2.cover.open("kept")
            p2.actions.take_over.enter("p2", "number", "choose", "6")
            await room.quiet()
            assert table.taking_over.entered("p2") == {"number": "6"}
            assert table.match is None

    asyncio.run(evening())
