"""Live matches: what is committed, who may sit, and that no writer loses an entry."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.jobs import Jobs
from companion.tables.keys import ProcessRight
from companion.tables.seats import free, play_without, rename, sit, start
from companion.tables.table import Table
from companion.tables.tables import Tables
from models import Store
from referee.core.journal import Declare, Undo
from referee.core.values import GAME_MASTER, Refused, Seat

SEATS = [Seat(seat=f"p{n}", name=name) for n, name in enumerate(("Aki", "Ben", "Chie"), 1)]
LEAD = {"type": "lead", "to": "p1", "colour": "red", "card": "red 5"}
LAY = {"type": "lay", "to": "p2", "declare": "fight"}


def url(folder: Path) -> str:
    return f"sqlite:///{folder / 'metsuke.db'}"


@asynccontextmanager
async def tables(folder: Path, jobs: Jobs | None = None) -> AsyncIterator[Tables]:
    here = Tables(Store.open(url(folder)), jobs=jobs)
    try:
        yield here
    finally:
        here.close()


async def running(here: Tables, game_master: str = "none") -> tuple[Table, str]:
    table, key = await here.open("shinobazu", {"depth": "plays"}, SEATS, game_master)
    await start(table, ProcessRight())
    return table, key


def played(coroutine):
    return asyncio.run(coroutine)


def test_an_upheld_move_is_in_the_database_before_anybody_hears_of_it(tmp_path):
    async def evening():
        async with tables(tmp_path) as here:
            table, _ = await running(here)
            heard = []

            def listen(code):
                other = Store.open(url(tmp_path))
                heard.append([row.number for row in other.journals.entries(table.record.id)])
                other.close()

            here.news.listen(listen)
            ruling = await table.act(ProcessRight("p1"), Declare(seat="p1", move=LEAD))
            assert ruling.upheld
            assert heard == [[1]]

    played(evening())


def test_a_refused_move_is_no_entry_and_no_news(tmp_path):
    async def evening():
        async with tables(tmp_path) as here:
            table, _ = await running(here)
            heard = []
            here.news.listen(heard.append)
            ruling = await table.act(ProcessRight("p2"), Declare(seat="p2", move=LAY))
            assert not ruling.upheld
            assert heard == []
            assert here.store.journals.entries(table.record.id) == []

    played(evening())


def test_a_match_goes_on_where_it_was_after_a_restart(tmp_path):
    async def evening():
        async with tables(tmp_path) as here:
            table, _ = await running(here)
            await table.act(ProcessRight("p1"), Declare(seat="p1", move=LEAD))
            await table.act(ProcessRight("p2"), Declare(seat="p2", move=LAY))
            code, before = table.code, {v: table.match.view(v) for v in ("p1", "p2", "p3", "public", GAME_MASTER)}
        async with tables(tmp_path) as here:
            table = await here.table(code)
            assert {v: table.match.view(v) for v in before} == before
            assert table.match.number == 2
            ruling = await table.act(ProcessRight("p2"), Undo())
            assert ruling.upheld

    played(evening())


@pytest.mark.clause("METSUKE-1.6")
def test_two_hosts_on_one_database_append_one_entry_each(tmp_path):
    async def evening():
        async with tables(tmp_path) as one, tables(tmp_path) as two:
            first, _ = await running(one)
            second = await two.table(first.code)
            hands = [
                there.act(ProcessRight(seat), Declare(seat=seat, move={"type": "enter_hand", "cards": cards}))
                for there, seat, cards in (
                    (first, "p1", ["red 1", "red 2", "red 4"]),
                    (second, "p2", ["blue 1", "blue 2", "blue 4"]),
                )
            ]
            rulings = await asyncio.gather(*hands)
            assert all(ruling.upheld for ruling in rulings)
            assert [row.number for row in one.store.journals.entries(first.record.id)] == [1, 2]
            await first.catch_up()
            await second.catch_up()
            assert first.match.view(GAME_MASTER) == second.match.view(GAME_MASTER)

    played(evening())


def test_a_seat_is_claimed_once_and_its_key_opens_only_it(tmp_path):
    async def evening():
        async with tables(tmp_path) as here:
            table, host = await running(here)
            keys = await asyncio.gather(sit(table, "p1"), sit(table, "p1"))
            assert sum(key is not None for key in keys) == 1
            key = next(key for key in keys if key)
            assert table.opens("p1", key)
            assert not table.opens("p2", key)
            assert not table.opens("p1", "")
            assert table.hosts(host)
            assert not table.hosts(key)
            await free(table, "p1", ProcessRight())
            assert not table.opens("p1", key)
            assert await sit(table, "p1") not in (None, key)

    played(evening())


def test_the_database_holds_no_key(tmp_path):
    async def evening():
        async with tables(tmp_path) as here:
            table, host = await running(here)
            return [host, await sit(table, "p1")]

    secrets = played(evening())
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert all(key.encode() not in stored for key in secrets)


def test_the_end_is_stored_with_its_last_entry_and_an_undo_takes_it_back(tmp_path):
    async def evening():
        async with tables(tmp_path) as here:
            table, _ = await here.open("shinobazu", {"depth": "scores"}, SEATS, "referee")
            await start(table, ProcessRight())
            result = {"type": "battle_result", "winner": "p2", "losers": ["p1"]}
            while table.match.result is None:
                ruling = await table.act(ProcessRight("p1"), Declare(seat="p1", move=result))
                assert ruling.upheld, ruling
                ruling = await table.act(ProcessRight("p1"), Declare(seat="p1", move={"type": "end_round"}))
                assert ruling.upheld, ruling
            assert table.record.status == "ended"
            assert "p1" not in table.record.result["winners"]
            ruling = await table.act(ProcessRight(GAME_MASTER), Undo())
            assert ruling.upheld
            assert (table.record.status, table.record.result) == ("running", None)

    played(evening())


@pytest.mark.clause("METSUKE-1.5")
def test_a_closed_match_takes_no_declaration(tmp_path):
    async def evening():
        async with tables(tmp_path) as here:
            table, _ = await running(here)
            await table.close(ProcessRight())
            ruling = await table.act(ProcessRight("p1"), Declare(seat="p1", move=LEAD))
            assert (ruling.upheld, ruling.reason) == (False, "table.not_running")

    played(evening())


@pytest.mark.parametrize("name", ["", "   ", "x" * 10_000, "A\x00ki", "\u202eikA", "ben"])
def test_a_name_that_nobody_could_read_or_that_is_taken_is_refused(tmp_path, name):
    async def evening():
        async with tables(tmp_path) as here:
            table, _ = await here.open("shinobazu", {}, SEATS)
            with pytest.raises(Refused) as refused:
                await rename(table, "p1", name, ProcessRight())
            assert refused.value.clause == "METSUKE-1.3"
            assert table.seat("p1").name == "Aki"

    played(evening())


def test_the_lobby_can_play_without_a_seat_but_not_with_too_few(tmp_path):
    async def evening():
        async with tables(tmp_path) as here:
            four = [*SEATS, Seat(seat="p4", name="Dai")]
            table, _ = await here.open("shinobazu", {}, four)
            await play_without(table, "p2", ProcessRight())
            assert [s.seat for s in table.players] == ["p1", "p3", "p4"]
            with pytest.raises(Refused):
                await play_without(table, "p3", ProcessRight())
            await start(table, ProcessRight())
            assert [s.seat for s in table.match.seats] == ["p1", "p3", "p4"]

    played(evening())


def test_an_unknown_code_is_no_table(tmp_path):
    async def evening():
        async with tables(tmp_path) as here:
            assert await here.table("nosuch22") is None

    played(evening())


def test_a_pause_outlives_the_host_and_is_in_the_record(tmp_path):
    async def evening():
        async with tables(tmp_path) as here:
            table, _ = await running(here, "referee")
            await table.act(ProcessRight("p1"), Declare(seat="p1", move=LEAD))
            await table.pause(True, ProcessRight(GAME_MASTER))
            await table.pause(True, ProcessRight(GAME_MASTER))
            assert not (await table.act(ProcessRight("p2"), Declare(seat="p2", move=LAY))).upheld
        async with tables(tmp_path) as again:
            table = await again.table(table.code)
            assert table is not None
            assert table.paused
            refused = await table.act(ProcessRight("p2"), Declare(seat="p2", move=LAY))
            assert (refused.upheld, refused.reason) == (False, "table_screen.paused")
            await table.pause(False, ProcessRight(GAME_MASTER))
            assert not table.paused
            assert [(each.after, each.paused) for each in table.pauses] == [(1, True), (1, False)]
        async with tables(tmp_path) as third:
            table = await third.table(table.code)
            assert table is not None
            assert not table.paused
            assert len(table.pauses) == 2
            assert (await table.act(ProcessRight(GAME_MASTER), Undo())).upheld

    played(evening())


def test_a_match_that_is_stopped_on_one_host_is_stopped_on_the_other(tmp_path):
    async def evening():
        async with tables(tmp_path) as here, tables(tmp_path) as there:
            table, _ = await running(here, "referee")
            other = await there.table(table.code)
            assert other is not None
            await table.pause(True, ProcessRight(GAME_MASTER))
            await other.catch_up()
            assert other.paused

    played(evening())


def test_a_match_that_never_began_is_put_away_after_a_day(tmp_path):
    async def evening():
        now = [datetime.now(UTC)]
        here = Tables(Store.open(url(tmp_path)), clock=lambda: now[0])
        try:
            waiting, _ = await here.open("shinobazu", {"depth": "plays"}, SEATS)
            watched, _ = await here.open("shinobazu", {"depth": "plays"}, SEATS)
            begun, _ = await running(here)
            watched.attendance.awake("a phone", frozenset())
            now[0] += timedelta(hours=23)
            await here.put_away_unbegun()
            assert [each.record.status for each in (waiting, watched, begun)] == ["lobby", "lobby", "running"]
            now[0] += timedelta(hours=2)
            await here.put_away_unbegun()
            assert [each.record.status for each in (waiting, watched, begun)] == ["closed", "lobby", "running"]
        finally:
            here.close()

    played(evening())
