"""The seat of a phone that is gone is freed by all others together, where nobody else can."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest

import companion.phones.cover
import companion.tables.table_state
from companion.tables.keys import ProcessRight, SeatKey
from companion.tables.seats import free_together, keep, sit, start
from companion.tables.table import Table
from referee.core.values import Refused
from tests.players.people import seated
from tests.wire.hall import Hall, hall
from tests.wire.phone import Phone

ASK = "Free the seat of Aki"


def evening(play: Callable[[Hall, Table, dict[str, str]], Awaitable[None]], monkeypatch, game_master="none") -> None:
    """Open a table of three, at which a phone that is away is gone at once."""
    monkeypatch.setattr(companion.phones.cover, "LATE_TAPS", 0.0)
    monkeypatch.setattr(companion.tables.table_state, "GONE_AFTER", 0.0)

    async def run() -> None:
        async with hall() as here:
            table, _ = await here.host.tables.open("shinobazu", {"depth": "plays"}, seated(3), game_master)
            keys = {seat.seat: await sit(table, seat.seat) or "" for seat in table.record.seats}
            await start(table, ProcessRight())
            await play(here, table, keys)

    asyncio.run(run())


async def asks(phone: Phone) -> None:
    await phone.tap("More")
    await phone.wait_for(ASK)
    await phone.tap(ASK)
    await phone.wait_for("Keep the seat")


async def asked(here: Hall, table: Table, keys: dict[str, str]) -> tuple[Phone, Phone]:
    """Let Ben ask that Aki's seat be freed; return both phones: the one that asks, and the one that is asked."""
    ben, chie = [await here.phone(table, {seat: keys[seat]}) for seat in ("p2", "p3")]
    await asks(ben)
    await ben.tap("Agree")
    await chie.wait_for("Keep the seat")
    return ben, chie


async def answered(phone: Phone) -> None:
    await phone.wait_for(lambda: not phone.offers("Keep the seat"), "the end of the question")


def test_all_who_are_here_free_the_seat_of_a_phone_that_is_gone(monkeypatch):
    async def play(here, table, keys):
        ben, chie = [await here.phone(table, {seat: keys[seat]}) for seat in ("p2", "p3")]
        await asks(ben)
        assert "Its phone has been away for 0 minutes." in ben.texts()
        await ben.tap("Agree")
        await chie.wait_for("Keep the seat")
        assert "Ben: free the seat of Aki?" in chie.texts()
        assert not table.seat("p1").free
        await chie.tap("Agree")
        await answered(chie)
        assert table.seat("p1").free
        assert table.seat("p1").freeing is None
        guest = await here.phone(table, {})
        await guest.tap("Sit here as Aki")
        await guest.wait_for("Safe to show. Your cards are covered.")
        assert not table.seat("p1").free

    evening(play, monkeypatch)


def test_one_who_is_here_and_does_not_agree_keeps_it(monkeypatch):
    async def play(here, table, keys):
        ben, chie = await asked(here, table, keys)
        await chie.tap("Keep the seat")
        await answered(chie)
        assert not table.seat("p1").free
        assert table.seat("p1").freeing is None
        await asks(ben)

    evening(play, monkeypatch)


def test_whoever_comes_back_in_time_keeps_the_seat(monkeypatch):
    async def play(here, table, keys):
        _, chie = await asked(here, table, keys)
        aki = await here.phone(table, {"p1": keys["p1"]})
        await here.quiet()
        assert "Keep the seat" not in chie.texts()
        assert "Keep the seat" not in aki.texts()
        with pytest.raises(Refused, match=r"table\.no_right"):
            await free_together(table, "p1", [SeatKey("p3", keys["p3"])])
        assert not table.seat("p1").free

    evening(play, monkeypatch)


def test_what_was_agreed_long_ago_counts_no_more(monkeypatch):
    async def play(here, table, keys):
        ben, chie = [await here.phone(table, {seat: keys[seat]}) for seat in ("p2", "p3")]
        await free_together(table, "p1", [SeatKey("p2", keys["p2"])])
        now = table.backend.clock()
        monkeypatch.setattr(table.backend, "clock", lambda: now + timedelta(minutes=11))
        await free_together(table, "p1", [SeatKey("p3", keys["p3"])])
        assert not table.seat("p1").free
        await free_together(table, "p1", [SeatKey("p2", keys["p2"])])
        assert table.seat("p1").free
        assert ben.faults == chie.faults == []

    evening(play, monkeypatch)


def test_whoever_is_only_asleep_has_a_say(monkeypatch):
    async def play(here, table, keys):
        monkeypatch.setattr(companion.tables.table_state, "GONE_AFTER", 600.0)
        table.attendance._opened -= 700  # nobody has seen Aki's phone
        chie = await here.phone(table, {"p3": keys["p3"]})
        await chie.drop()
        while table.attendance.here:  # noqa: ASYNC110  a session tells nobody
            await asyncio.sleep(0.01)
        assert table.attendance.of("p3")[0] == "asleep"
        ben = await here.phone(table, {"p2": keys["p2"]})
        await asks(ben)
        await ben.tap("Agree")
        await answered(ben)
        assert not table.seat("p1").free
        await chie.reconnect()
        await chie.wait_for("Keep the seat")
        await chie.tap("Agree")
        await answered(chie)
        assert table.seat("p1").free

    evening(play, monkeypatch)


def test_a_host_or_a_game_master_who_is_here_is_not_offered_it(monkeypatch):
    async def play(here, table, keys):
        ben = await here.phone(table, {"p2": keys["p2"]})
        master = await here.phone(table, {"gm": keys["gm"]})
        await here.quiet()
        await ben.tap("More")
        await here.quiet()
        assert ASK not in ben.texts()
        await master.close()
        await here.quiet()
        await ben.wait_for(ASK)

    evening(play, monkeypatch, "referee")


@pytest.mark.parametrize("work", [free_together, keep])
@pytest.mark.parametrize(
    "by",
    [(), ("p1", "right"), ("p2", "wrong"), ("gm", "right"), ("p9", "wrong")],
    ids=lambda by: "-".join(by) or "none",
)
def test_only_keys_of_other_players_have_a_say(work, by, monkeypatch):
    async def play(here, table, keys):
        held = [SeatKey(by[0], keys[by[0]] if by[1] == "right" else keys["p3"])] if by else []
        with pytest.raises(Refused, match=r"table\.no_right"):
            await work(table, "p1", held)
        assert table.seat("p1").freeing is None

    evening(play, monkeypatch, "referee")


def test_a_seat_that_nobody_has_is_not_freed(monkeypatch):
    async def play(here, table, keys):
        for seat in ("gm", "p9", "p2"):  # p2's own key frees no seat of its own
            with pytest.raises(Refused, match=r"table\.no_right"):
                await free_together(table, seat, [SeatKey("p2", keys["p2"])])

    evening(play, monkeypatch, "referee")
