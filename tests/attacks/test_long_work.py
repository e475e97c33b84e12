"""One phone asks for what costs most, as often as it can: others' play, memory and lists stay as they are."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

import companion.tables.keys
from companion.hosting.gate import Gate, Limits
from companion.jobs.jobs import Worker
from companion.phones.lists import NEWEST
from companion.phones.owner import ALLOWED, Allowance, TooManyCreated
from companion.phones.session import Phone
from companion.tables.keys import SeatKey
from companion.tables.table import Table
from referee.core.journal import Declare, Undo
from tests.companion.phones.test_phone import until
from tests.owners import AnyPhone
from tests.players.people import seated
from tests.wire.hall import Hall, hall
from tests.wire.phone import EVENT
from tests.wire.phone import Phone as WirePhone

LEAD = {"type": "lead", "to": "p1", "colour": "red", "card": "red 5"}
FAR = "127.0.0.9"
"""Where the attacker is: an address of its own."""
JOB = 120.0
"""Seconds to wait for a file: its process gives way to all others, also to those of a busy machine's other tests."""


def attacked(story: Callable[[Hall, Table, dict[str, str]], Awaitable[None]]) -> None:
    """Tell a story at a host at which one table is played, whose keys are given."""

    async def run() -> None:
        async with hall(pair=False) as room:
            table, keys = await room.begun(3)
            await story(room, table, keys)

    asyncio.run(run())


async def comes(room: Hall, path: str = "", **remembers: str) -> tuple[WirePhone, Phone]:
    """Let the attacker's phone come, and return both ends of it."""
    phone = WirePhone(room.address + path, remembers=dict(remembers))
    phone.ip = FAR
    await phone.connect()
    room.phones.append(phone)
    await room.quiet()
    return phone, next(each for each in room.host.phones if each.session.id == phone.session)


async def plays(table: Table, keys: dict[str, str]) -> None:
    """Declare and take back at the honest table, which has to be told while the attacker's work goes on."""
    mine = SeatKey("p1", keys["p1"])
    assert (await table.act(mine, Declare(seat="p1", move=LEAD))).upheld
    assert (await table.act(mine, Undo())).upheld


def test_hashing_a_phones_pins_keeps_no_table_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    going, begun = threading.Event(), list[str]()

    def slow(pin: str, salt: str) -> str:
        begun.append(pin)
        going.wait()
        return salt

    monkeypatch.setattr(companion.tables.keys, "_slow", slow)

    async def story(room: Hall, table: Table, keys: dict[str, str]) -> None:
        theirs, seats = await room.begun(3)
        _, hostile = await comes(room, f"m/{theirs.code}")
        hostile.storage = hostile.storage.with_key(theirs.code, "p1", seats["p1"])
        for _ in range(200):
            hostile.actions.sharing.set_pin("p1", "4711")
        await plays(table, keys)
        assert len(begun) == 1, "one at a time is hashed for a phone"
        going.set()
        await room.quiet()
        assert len(begun) < 5

    attacked(story)


def blocked(monkeypatch: pytest.MonkeyPatch) -> tuple[list[str], asyncio.Event]:
    """Let every job wait until an event is set; return what has begun, and the event."""
    begun, going = list[str](), asyncio.Event()
    run = Worker.run

    async def waits(self: Worker, work: Any, *given: Any) -> Any:
        begun.append(work.__name__)
        await going.wait()
        return await run(self, work, *given)

    monkeypatch.setattr(Worker, "run", waits)
    return begun, going


async def prints(phone: WirePhone, times: int) -> None:
    """Tap what prints the castle on A2, so many times as fast as it goes."""
    await phone.tap("Boards")
    await phone.wait_for(re.compile("Trace a board"))
    await phone.tap(re.compile("zones. It comes with Metsuke"))
    await phone.wait_for("A2")
    found = phone.handler("A2", "click")
    assert found is not None
    for _ in range(times):
        await phone.send(EVENT, {"target": found.id, "name": "click", "data": None})


def test_a_phone_that_prints_without_end_prints_one_thing_at_a_time_beside_all_tables(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story(room: Hall, table: Table, keys: dict[str, str]) -> None:
        begun, going = blocked(monkeypatch)
        phone, hostile = await comes(room)
        await prints(phone, 97)
        await until(lambda: bool(begun))
        await plays(table, keys)
        await phone.wait_for(re.compile("Being made"))
        assert begun == ["board_pdf"]
        going.set()
        await phone.wait_for(lambda: bool(phone.files), "the board", patience=JOB)
        await room.quiet()
        assert len(begun) < 5
        assert phone.files[0].startswith(b"%PDF")
        assert hostile.where.notice == ""

    attacked(story)


def test_what_is_made_for_a_phone_ends_when_the_phone_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(room: Hall, table: Table, keys: dict[str, str]) -> None:
        begun, _ = blocked(monkeypatch)
        phone, hostile = await comes(room)
        await prints(phone, 1)
        await until(lambda: bool(begun))
        await phone.drop()
        await until(lambda: not hostile._tasks)
        assert not phone.files
        other, _ = await comes(room)
        monkeypatch.undo()
        await prints(other, 1)
        await other.wait_for(lambda: bool(other.files), "the board", patience=JOB)

    attacked(story)


def test_a_burst_of_taps_opens_no_more_tables_than_anybody_needs() -> None:
    async def story(room: Hall, table: Table, keys: dict[str, str]) -> None:
        phone, hostile = await comes(room)
        await phone.tap(re.compile("Open a table|New match"))
        await phone.wait_for("Open the table")
        found = phone.handler("Open the table", "click")
        assert found is not None
        for _ in range(350):
            await phone.send(EVENT, {"target": found.id, "name": "click", "data": None})
        await room.quiet()
        for _ in range(350):
            hostile.actions.new_match.open_table()
        await room.quiet()
        hostile.actions.new_match.open_table()
        tables = room.host.tables
        opened = await tables.run(tables.store.matches.count, ("lobby", "running"))
        assert 1 < opened <= 1 + ALLOWED["table"].phone.at_once
        await phone.wait_for(re.compile("Many tables were opened"))
        await plays(table, keys)

    attacked(story)


def test_a_first_page_shows_the_newest_tables_and_looks_up_the_rest() -> None:
    async def story(room: Hall, table: Table, keys: dict[str, str]) -> None:
        tables = room.host.tables
        many = [await tables.open("shinobazu", {}, seated(3)) for _ in range(40)]
        wanted, _ = many[3]
        await tables.run(tables.store.seats.rename, wanted.record.id, "p2", "Wilhelmina")
        mine = {each.code: {"host": key} for each, key in many[:2]}
        phone, session = await comes(room)
        assert len(session.home) == NEWEST
        assert session.more == 41 - NEWEST
        session.storage = session.storage.with_key(many[0][0].code, "host", mine[many[0][0].code]["host"])
        session.actions.pages.go("home")
        await room.quiet()
        assert session.home[0].code == many[0][0].code, "one's own is shown, however old"
        assert len(session.home) == NEWEST + 1
        await phone.write("Find a table by a name", "wilhel")
        await until(lambda: [card.code for card in session.home] == [wanted.code])
        assert sum(len(frame) for _, frame in phone.received) < 300_000

    attacked(story)


def test_what_a_phones_frames_cost_is_paid_for_with_waiting() -> None:
    now = [0.0]
    gate = Gate(Limits(), clock=lambda: now[0])
    hostile, honest = gate.pace("127.0.0.2"), gate.pace("127.0.0.3")
    for _ in range(100):
        hostile.pay(0.1)
    assert hostile.wait(10) > 10
    assert honest.wait(10) == 0
    assert gate.pace("127.0.0.2").wait(10) > 5, "its address pays, too"
    now[0] += 3_600
    assert hostile.wait(10) == 0


@pytest.mark.parametrize("kind", ALLOWED)
def test_what_phones_make_is_bounded_for_a_phone_an_address_and_in_all(kind: Any) -> None:
    from companion.jobs import Asker

    def made(askers: list[Asker]) -> int:
        allowance, count = Allowance(), 0
        for asker in askers:
            try:
                allowance.take(asker, kind)
                count += 1
            except TooManyCreated:
                pass
        return count

    allowed, one = ALLOWED[kind], AnyPhone()
    phones = [AnyPhone() for _ in range(5_000)]
    assert made([Asker(one, "x")] * 100) == allowed.phone.at_once
    assert made([Asker(each, "x") for each in phones]) == allowed.address.at_once
    assert allowed.in_all.at_once <= made([Asker(each, each) for each in phones]) <= allowed.in_all.at_once + 10
    assert made([Asker(each, f"a{n % 50}") for n, each in enumerate(phones[:50])]) == 50, "who shares nothing"
