"""A rematch: everybody in their seat on the same phone, and nobody else in it."""

from __future__ import annotations

import asyncio

from companion.phones.device_storage import HOST
from companion.phones.session import Phone
from companion.tables import seats
from companion.tables import seats as lobby
from companion.tables.keys import ProcessRight
from companion.tables.table import Table
from tests.players.shinobazu import HONEST, play
from tests.wire.hall import Hall, hall

SCRIPT = play(44, 4, habits=HONEST)


async def over(here: Hall) -> tuple[Table, dict[str, str], dict[str, Phone]]:
    """Play a match to its end, with a phone for each seat, and return the host's side of each."""
    table, keys = await here.begun(4)
    phones = {seat: await side(here, table, {seat: keys[seat]}) for seat in ("p1", "p2", "p3", "p4")}
    for seat, move in SCRIPT:
        ruling = await table.act(ProcessRight(seat), {"type": "declare", "seat": seat, "move": move})
        assert ruling.upheld
    await here.quiet()
    assert table.record.status == "ended"
    return table, keys, phones


async def side(here: Hall, table: Table, keys: dict[str, str] | None = None, display: bool = False) -> Phone:
    wire = await here.phone(table, keys, display=display)
    found: Phone = next(p for p in here.sessions if p.session.id == wire.session)
    return found


def test_everybody_says_yes_with_one_tap_and_sits_where_they_sat() -> None:
    async def evening() -> None:
        async with hall() as here:
            table, _, phones = await over(here)
            board = await side(here, table, display=True)
            phones["p1"].actions.new_match.rematch("p2")
            await here.quiet()
            again = phones["p2"].snap.rematch
            assert again is not None
            assert (again.asked_by, again.starter, again.come, again.mine) == ("p1", "p2", ("p1",), "asked")
            for seat in ("p2", "p3", "p4"):
                assert phones[seat].where.code == table.code
                phones[seat].actions.new_match.rematch()
                await here.quiet()
            after = phones["p1"].table
            assert after is not None
            assert after is not table
            assert after.record.status == "running"
            assert [s.name for s in after.players] == [s.name for s in table.players]
            assert after.match is not None
            assert after.match.state.start == "p2"
            for seat, phone in phones.items():
                assert (phone.table, phone.where.role, phone.my_seats()) == (after, "seat", (seat,))
            assert (board.table, board.where.role) == (after, "display")

    asyncio.run(evening())


def test_two_who_ask_at_once_ask_for_the_same_rematch() -> None:
    async def evening() -> None:
        async with hall() as here:
            table, _, phones = await over(here)
            for seat in ("p1", "p2"):
                phones[seat].actions.new_match.rematch("p1")
            await here.quiet()
            await table.catch_up()
            assert table.rematch is not None
            assert {s.seat for s in table.rematch.players if s.claimed is not None} == {"p1", "p2"}
            assert len(here.host.tables.store.matches.find(status="lobby")) == 1

    asyncio.run(evening())


def test_no_stranger_takes_a_seat_that_is_kept() -> None:
    async def evening() -> None:
        async with hall() as here:
            table, _, phones = await over(here)
            stranger = await side(here, table)
            stranger.actions.new_match.rematch()
            await here.quiet()
            assert here.host.tables.store.matches.find(status="lobby") == []
            phones["p1"].actions.new_match.rematch()
            await here.quiet()
            assert table.rematch is not None
            after = await here.host.tables.table(table.rematch.code)
            assert after is not None
            stranger.actions.new_match.rematch()
            await here.quiet()
            assert stranger.snap.rematch is not None
            assert stranger.snap.rematch.mine == "none"
            stranger.actions.new_match.not_now()
            await here.quiet()
            assert await seats.sit(after, "p3") is None
            assert HOST not in stranger.storage.keys.get(after.code, {})
            assert {s.seat for s in after.players if s.claimed is not None} == {"p1"}
            phones["p3"].actions.new_match.rematch()
            await here.quiet()
            assert after.opens("p3", phones["p3"].storage.keys[after.code]["p3"])

    asyncio.run(evening())


def test_who_declines_frees_the_seat_and_the_rest_may_begin() -> None:
    async def evening() -> None:
        async with hall() as here:
            table, _, phones = await over(here)
            for seat in ("p1", "p2", "p3"):
                phones[seat].actions.new_match.rematch()
                await here.quiet()
            phones["p4"].actions.new_match.not_now()
            await here.quiet()
            again = phones["p1"].snap.rematch
            assert again is not None
            assert (again.gone, again.come, again.host) == (("p4",), ("p1", "p2", "p3"), True)
            phones["p1"].actions.new_match.to_rematch()
            await here.quiet()
            assert phones["p1"].snap.screen == "lobby"
            after = phones["p1"].table
            assert after is not None
            await lobby.play_without(after, "p4", phones["p1"].as_host)
            await lobby.start(after, phones["p1"].as_host)
            await here.quiet()
            assert after.record.status == "running"
            assert phones["p4"].table is table

    asyncio.run(evening())


def test_a_rematch_is_found_again_after_a_restart() -> None:
    async def evening() -> None:
        async with hall() as here:
            table, _, phones = await over(here)
            phones["p1"].actions.new_match.rematch()
            await here.quiet()
            assert table.rematch is not None
            here.host.tables._drop(table)
            found = await here.host.tables.table(table.code)
            assert found is not None
            assert found is not table
            assert found.rematch is not None
            assert found.rematch.code == table.rematch.code

    asyncio.run(evening())
