"""Links that carry keys: they take nothing away, plant nothing unasked, and what they carried opens nothing after."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from companion.i18n import translator
from companion.phones.device_storage import HOST, STORED_AS, loads
from companion.phones.session import Phone
from companion.tables import seats
from companion.tables.keys import ProcessRight, SeatKey, new_code, new_key
from companion.tables.seats import start
from companion.tables.table import Table
from referee.core.values import GAME_MASTER
from tests.players.people import seated
from tests.wire.hall import Hall, hall
from tests.wire.phone import Phone as WirePhone

Evening = Callable[[Hall, Table, dict[str, str]], Awaitable[None]]


def evening(play: Evening, *, game_master: Any = "none") -> None:
    async def run() -> None:
        async with hall(pair=False) as here:
            table, host = await here.host.tables.open(
                "shinobazu", {"depth": "plays"}, seated(3), game_master=game_master
            )
            wanted = [s.seat for s in table.record.seats]
            keys = {seat: await seats.sit(table, seat) or "" for seat in wanted} | {HOST: host}
            await play(here, table, keys)

    asyncio.run(run())


async def opened(here: Hall, table: Table, carried: Any, **own: Any) -> tuple[WirePhone, Phone]:
    """Open a match as the page does that took something out of its address (`assets/web/guard.js`)."""
    phone = await WirePhone(
        f"{here.address}m/{table.code}", remembers={STORED_AS: json.dumps(own | {"carried": carried})}
    ).connect()
    here.phones.append(phone)
    return phone, await side(here, phone)


async def side(here: Hall, phone: WirePhone) -> Phone:
    await here.quiet()
    mine = next(p for p in here.sessions if p.session.id == phone.session)
    while not mine.ready or mine.table is None or mine._tasks:  # noqa: ASYNC110  nobody announces it
        await asyncio.sleep(0.001)
    await here.quiet()
    return mine


def kept(phone: WirePhone) -> Any:
    return json.loads(phone.remembers[STORED_AS])


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_carried_key_is_taken_after_a_question_and_exchanged_at_once(lang: str) -> None:
    async def play(here: Hall, table: Table, keys: dict[str, str]) -> None:
        t = translator(lang)
        # Whoever made the link, or the same phone at the address that it comes from.
        _, before = await opened(here, table, None, keys={table.code: {"p2": keys["p2"]}})
        assert before.my_seats() == ("p2",)
        others = {new_code(): {"p1": new_key(), HOST: new_key()} for _ in range(3)}
        carried = {"code": table.code, "keys": {"p2": keys["p2"]}}
        phone, mine = await opened(here, table, carried, keys=others, language=lang)
        name = next(s.name for s in table.players if s.seat == "p2")
        assert (mine.my_seats(), mine.snap.carried, mine.snap.role) == ((), ("p2",), "guest")
        await phone.wait_for(t("app.carried.title", names=name))
        asked = "\n".join(phone.texts())
        assert table.code in asked
        assert t("app.carried.careful") in asked
        await phone.tap(t("app.carried.yes"))
        await phone.wait_for(lambda: "carried" not in kept(phone), "the storage without what was carried")
        fresh = kept(phone)["keys"].pop(table.code)["p2"]
        assert fresh != keys["p2"]
        assert (table.opens("p2", fresh), table.opens("p2", keys["p2"])) == (True, False)
        await here.quiet()
        assert (mine.my_seats(), mine.snap.carried, before.my_seats()) == (("p2",), (), ())
        assert (before.where.role, before.snap.notice) == ("guest", "app.seat_was_freed")
        assert {code: held for code, held in kept(phone)["keys"].items() if code != table.code} == others

    evening(play)


def test_who_says_no_keeps_what_there_was_and_is_not_asked_again() -> None:
    async def play(here: Hall, table: Table, keys: dict[str, str]) -> None:
        own = {new_code(): {"p1": new_key()}}
        carried = {"code": table.code, "keys": {"p1": keys["p1"], "p2": keys["p2"]}}
        phone, mine = await opened(here, table, carried, keys=own)
        assert mine.snap.carried == ("p1", "p2")
        await phone.tap(translator("en")("app.carried.no"))
        await phone.wait_for(lambda: "carried" not in kept(phone), "the storage without what was carried")
        assert kept(phone)["keys"] == own
        await phone.reload()
        assert ((await side(here, phone)).snap.carried, table.opens("p1", keys["p1"])) == ((), True)

    evening(play)


def test_all_seats_of_a_shared_phone_come_along_with_one_answer_and_their_pins() -> None:
    async def play(here: Hall, table: Table, keys: dict[str, str]) -> None:
        record = table.seat("p1")
        assert record is not None
        await seats.set_pin(table, record, "4711", SeatKey("p1", keys["p1"]))
        await start(table, ProcessRight())
        carried = {"code": table.code, "keys": {seat: keys[seat] for seat in ("p1", "p2")}}
        phone, mine = await opened(here, table, carried)
        await phone.tap(translator("en")("app.carried.yes"))
        await phone.wait_for(lambda: len(loads(phone.remembers[STORED_AS]).keys.get(table.code, {})) == 2, "both keys")
        await here.quiet()
        assert (mine.my_seats(), mine.snap.curtain, table.seat("p1").pin) == (("p1", "p2"), "p1", True)  # type: ignore[union-attr]
        assert not any(table.opens(seat, keys[seat]) for seat in ("p1", "p2"))

    evening(play)


def test_nobody_is_made_host_or_game_master_by_a_link() -> None:
    async def play(here: Hall, table: Table, keys: dict[str, str]) -> None:
        carried = {"code": table.code, "keys": {each: keys[each] for each in (HOST, GAME_MASTER)}}
        _, mine = await opened(here, table, carried)
        assert (mine.snap.carried, mine.is_host(), mine.is_game_master()) == ((), False, False)
        mine.actions.sharing.take_carried(True)
        mine.where.carried = (GAME_MASTER, HOST)  # whatever a screen might ask
        mine.actions.sharing.take_carried(True)
        mine = await side(here, here.phones[-1])
        assert (mine.is_host(), mine.is_game_master()) == (False, False)
        assert table.opens(GAME_MASTER, keys[GAME_MASTER])

    evening(play, game_master="referee")


def test_whoever_sits_there_is_not_asked_and_loses_nothing() -> None:
    async def play(here: Hall, table: Table, keys: dict[str, str]) -> None:
        own = {table.code: {"p1": keys["p1"], HOST: keys[HOST]}}
        phone, mine = await opened(
            here, table, {"code": table.code, "keys": {"p1": "x" * 32, "p2": keys["p2"]}}, keys=own
        )
        assert (mine.snap.carried, mine.my_seats(), mine.is_host()) == ((), ("p1",), True)
        mine.where.carried = ("p2",)
        mine.actions.sharing.take_carried(True)
        mine = await side(here, phone)
        assert (mine.my_seats(), table.opens("p2", keys["p2"]), kept(phone)["keys"]) == (("p1",), True, own)

    evening(play)


@pytest.mark.parametrize("what", ["junk keys", "another match", "many", "no keys"])
def test_what_opens_nothing_here_is_not_asked_about_and_pushes_nothing_out(what: str) -> None:
    async def play(here: Hall, table: Table, keys: dict[str, str]) -> None:
        own = {new_code(): {"p1": new_key(), HOST: new_key()} for _ in range(40)}
        brought: Any = {
            "junk keys": {"code": table.code, "keys": {f"p{n}": new_key() for n in range(1, 42)}},
            "another match": {"code": new_code(), "keys": {"p2": keys["p2"]}},
            "many": {new_code(): {"p1": new_key()} for _ in range(41)},
            "no keys": {"code": table.code},
        }[what]
        phone, mine = await opened(here, table, brought, keys=own)
        assert mine.snap.carried == ()
        mine.actions.settings.language("ja")  # it writes its storage
        await phone.wait_for(lambda: kept(phone).get("language") == "ja", "the storage")
        assert kept(phone)["keys"] == own
        assert "carried" not in kept(phone)

    evening(play)
