"""Storages that no client of ours writes: their phone stays usable, and every other phone is told what is new."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st

from companion.flet_runtime import faults
from companion.phones.device_storage import (
    MOST_MATCHES,
    MOST_SEATS,
    STORED_AS,
    CarriedKeys,
    DeviceStorage,
    carried,
    loads,
)
from companion.phones.session import Phone
from companion.tables.keys import ProcessRight, key_hash
from companion.tables.table import Table
from referee.core.journal import Declare
from tests.players.people import seated
from tests.wire.hall import Hall, hall
from tests.wire.phone import Phone as WirePhone

HERE = "abcdefgh"
"""Stands in a storage for the code of the match that is open."""
LONE = "\ud800"
TEXT = st.text(st.characters()) | st.sampled_from([HERE, LONE, "p1", "host", "gm", "k" * 32, "x" * 1_000])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)
NAMES = (*json.loads(DeviceStorage().dumps()), "carried")
STORED = JSON | st.dictionaries(st.sampled_from(NAMES), JSON) | st.fixed_dictionaries(
    {"keys": st.dictionaries(TEXT, st.dictionaries(TEXT, JSON, max_size=3), max_size=3)},
    optional={name: JSON for name in NAMES if name != "keys"},
)  # fmt: skip
"""Any JSON value, and such as come near to what is stored."""
SURROGATE = {"keys": {HERE: {"p1": LONE, LONE: "k", "host": LONE}}, "maker": LONE, "active": {HERE: LONE}}


@settings(deadline=None, max_examples=300, suppress_health_check=[HealthCheck.too_slow])
@given(STORED)
@example(SURROGATE)
@example({"keys": {HERE: {f"p{n}": "k" for n in range(1_000)}}, "learnt": [LONE, "x" * 61, 3]})
@example({"language": [], "mode": {}, "volume": True, "scale": float("nan"), "carried": {"code": HERE, "keys": 3}})
def test_whatever_is_stored_is_read_as_what_fits(raw: Any) -> None:
    text = json.dumps(raw)
    storage, brought = loads(text), carried(text)
    assert loads(storage.dumps()) == storage
    assert len(storage.keys) <= MOST_MATCHES
    for code, keys in (*storage.keys.items(), (brought.code, brought.keys)):
        assert len(keys) <= MOST_SEATS
        for word in (code, *keys, *keys.values(), *storage.learnt, storage.maker, *storage.active.values()):
            assert re.fullmatch("[!-~]{0,64}", word)
            assert key_hash(word)
    assert "host" not in brought.keys


@pytest.mark.parametrize("text", [None, "", "{", "[" * 100_000, "9" * 5_000, '{"keys":' * 1_000, " " * 600_000 + "{}"])
def test_what_cannot_be_read_is_nothing(text: str | None) -> None:
    assert (loads(text), carried(text)) == (DeviceStorage(), CarriedKeys())


def evening(play: Callable[[Hall], Awaitable[None]]) -> None:
    async def run() -> None:
        async with hall(pair=False) as here:
            await play(here)

    asyncio.run(run())


async def home(here: Hall, stored: str | None = None) -> WirePhone:
    """Open the first page with such a storage, and wait until it can be used."""
    phone = await WirePhone(here.address, remembers={} if stored is None else {STORED_AS: stored}).connect()
    here.phones.append(phone)
    await phone.wait_for(
        lambda: phone.offers(re.compile("Open a table|New match|卓を開く|新しい")), "a usable first page"
    )
    return phone


@settings(
    deadline=None, max_examples=3, phases=(Phase.explicit, Phase.generate), suppress_health_check=list(HealthCheck)
)
@given(st.lists(STORED, min_size=6, max_size=6))
@example([SURROGATE, 3, "x", [], {"keys": {HERE: {"p1": "k" * 32}}}])
def test_any_storage_leaves_its_phone_usable_and_every_other_told(storages: list[Any]) -> None:
    async def play(here: Hall) -> None:
        table, keys = await here.begun(3)
        honest = await here.phone(table, {"p1": keys["p1"]})
        at_home = await home(here)
        stored = [json.dumps(each).replace(HERE, table.code) for each in storages]
        strange = [await home(here, each) for each in stored]
        for each in stored:
            at_the_table = await WirePhone(f"{here.address}m/{table.code}", remembers={STORED_AS: each}).connect()
            here.phones.append(at_the_table)
            await at_the_table.wait_for(lambda phone=at_the_table: bool(phone.texts()), "a screen")
        heard = len(honest.received)
        ruling = await table.act(
            ProcessRight("p1"), Declare(seat="p1", move={"type": "lead", "to": "p1", "colour": "red"})
        )
        assert ruling.upheld
        await honest.wait_for(lambda: len(honest.received) > heard, "what was declared")
        await here.host.tables.open("shinobazu", {"depth": "plays"}, seated(4))
        here.host._match_changed("")
        found = re.compile("Dai|1 other table is open|ほかに1卓")
        for phone in (at_home, *strange):
            await phone.wait_for(lambda phone=phone: phone.sees(found), "the new table")  # type: ignore[misc]
        assert not any(phone.crashes for phone in here.phones)

    evening(play)


@pytest.mark.parametrize("answer", [
    None, 5, "abc", {"id": 1}, [None], [5], [[]], [{}], [{"id": 1}], [{"id": 1, "name": "a", "unknown": 1}],
    [{"id": 1, "name": 5, "size": 1}], [{"id": 1, "name": "a.json", "size": 1, "bytes": [999]}],
])  # fmt: skip
def test_whatever_a_phone_answers_when_it_is_asked_for_a_file_is_no_fault(
    answer: Any, caplog: pytest.LogCaptureFixture
) -> None:
    async def play(here: Hall) -> None:
        phone = await home(here)
        phone.picks = answer
        await phone.tap("Boards")
        asked: list[str] = []
        phone.listener = lambda frame: asked.append(str(frame[1].get("name")))
        await phone.tap("From a file")
        await phone.wait_for(lambda: "pick_files" in asked, "the question for a file")
        await phone.echo()
        await here.quiet()

    with caplog.at_level(logging.WARNING, "metsuke"):
        evening(play)
    assert not caplog.messages


def test_a_phone_whose_answers_are_faults_fills_no_log(caplog: pytest.LogCaptureFixture) -> None:
    async def play(here: Hall) -> None:
        await home(here)
        (phone,) = here.sessions

        async def failing() -> None:
            raise RuntimeError("as the phone says")

        for _ in range(50):
            phone.spawn(failing())
        await here.quiet()

    with caplog.at_level(logging.WARNING, "metsuke"):
        evening(play)
    assert len(caplog.messages) == 1
    assert "as the phone says" not in caplog.text


def broken(here: Hall, phone: WirePhone, table: Table) -> Phone:
    """Break the host's side of a phone: whatever asks who it is raises."""
    mine = next(p for p in here.sessions if p.session.id == phone.session)
    mine.storage = DeviceStorage(keys={table.code: {"p1": LONE}})
    with pytest.raises(UnicodeEncodeError):
        table.opens("p1", LONE)
    return mine


def test_a_phone_that_cannot_be_told_ends_nobody_elses_turn(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(faults, "_last_logged", {})

    async def play(here: Hall) -> None:
        table, keys = await here.begun(3)
        phones = [await here.phone(table, {seat: keys[seat]}) for seat in ("p1", "p2", "p3")]
        at_home = [await home(here) for _ in range(3)]
        here.host.phones = Ordered(here, [broken(here, phones[0], table), broken(here, at_home[0], table)])
        here.host.first_pages._phones = here.host.phones
        here.host.demonstrations._phones = here.host.phones
        heard = [len(phone.received) for phone in phones]
        move = {"type": "lead", "to": "p1", "colour": "red"}
        assert (await table.act(ProcessRight("p1"), Declare(seat="p1", move=move))).upheld
        for phone, before in list(zip(phones, heard, strict=True))[1:]:
            await phone.wait_for(lambda p=phone, n=before: len(p.received) > n, "what was declared")
        await here.host.tables.open("shinobazu", {"depth": "plays"}, seated(4))
        here.host._match_changed("")
        for phone in at_home[1:]:
            await phone.wait_for(lambda p=phone: bool(p.mirror.find_all(re.compile("Dai"))), "the new table")
        # On to the next table, as a demonstration takes its phones.
        after, _ = await here.host.tables.open("shinobazu", {"depth": "plays"}, seated(3))
        await here.host.demonstrations._show_next(table, after)
        followed = [p.table.code for p in here.sessions if p.table is not None and p.session.id != phones[0].session]
        assert followed == [after.code] * 2
        here.host._show_statistics()

    with caplog.at_level(logging.ERROR, "metsuke"):
        evening(play)
    lines = [record.getMessage() for record in caplog.records]
    assert any("a phone could not be told what is new: UnicodeEncodeError at " in line for line in lines)
    assert not any(LONE in line for line in lines)


class Ordered(set[Any]):
    """The phones of a host, the broken ones first."""

    def __init__(self, here: Hall, first: list[Phone]) -> None:
        super().__init__(here.host.phones)
        self._first = first

    def __iter__(self) -> Any:
        rest = [each for each in super().__iter__() if each not in self._first]
        return iter([*(each for each in self._first if each in self), *rest])
