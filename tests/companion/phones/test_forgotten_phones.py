"""What phones leave behind whose sessions have ended goes, long before Python itself would look for it."""

from __future__ import annotations

import asyncio
import gc
import weakref
from typing import Any

import pytest

import companion.phones.host
from companion.hosting.sockets import MOST_RUNNING
from companion.phones.host import Host
from tests.wire.hall import Hall, hall
from tests.wire.phone import TAPPED, Phone


class Gone:
    """Holds itself, as a phone and its screens hold each other."""

    def __init__(self) -> None:
        self.itself = self


@pytest.mark.parametrize(("phones", "collected"), [(2, False), (3, True)])
def test_what_many_phones_leave_behind_is_collected(
    monkeypatch: pytest.MonkeyPatch, phones: int, collected: bool
) -> None:
    monkeypatch.setattr(companion.phones.host, "MANY_FORGOTTEN", 3)
    assert left_behind(phones) is not collected


def test_of_many_that_are_there_half_as_many_have_to_have_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(companion.phones.host, "MANY_FORGOTTEN", 3)
    assert left_behind(5, here=12)
    assert not left_behind(6, here=12)


@pytest.mark.parametrize(("phones", "collected"), [(2, False), (3, True)])
def test_what_more_phones_leave_behind_than_are_there_is_collected_in_a_while(
    monkeypatch: pytest.MonkeyPatch, phones: int, collected: bool
) -> None:
    monkeypatch.setattr(companion.phones.host, "TICK", 0.0)
    assert left_behind(phones, here=2, ticked=True) is not collected


@pytest.mark.parametrize(("many", "looked"), [(-1, [0]), (1_000_000, [])])
def test_what_is_new_is_looked_through_when_phones_have_been_told(
    monkeypatch: pytest.MonkeyPatch, many: int, looked: list[int]
) -> None:
    monkeypatch.setattr(companion.phones.host, "MANY_NEW", many)
    monkeypatch.setattr(companion.phones.host, "LOOKED", 1_000_000)
    host: Any = Host(lambda: pytest.fail("no store is needed"), list)
    found: list[int] = []

    class Pages:
        def changed(self) -> None:
            assert not found, "while phones are told"

    async def hear() -> None:
        host._match_changed("abc")
        await asyncio.gather(*host.telling)
        await asyncio.sleep(0)

    def collected(phase: str, about: dict[str, int]) -> None:
        if phase == "stop":
            found.append(about["generation"])

    host.first_pages = Pages()
    gc.disable()
    gc.callbacks.append(collected)
    try:
        asyncio.run(hear())
    finally:
        gc.callbacks.remove(collected)
        gc.enable()
    assert found == looked


class Here:
    """A phone on the first page."""

    table = left_at = None


def left_behind(phones: int, here: int = 0, *, ticked: bool = False) -> bool:
    """Tell whether so many phones that went are in memory still beside those that are here; once it has `ticked`."""
    host: Any = Host(lambda: pytest.fail("no store is needed"), list)
    host.phones |= {Here() for _ in range(here)}
    gone = []

    async def forget() -> None:
        for _ in range(phones):
            phone = Gone()
            gone.append(weakref.ref(phone))
            host.forget(phone)
        del phone
        ticking = asyncio.create_task(host._tick()) if ticked else None
        for _ in range(5):
            await asyncio.sleep(0)
        if ticking is not None:
            ticking.cancel()

    gc.disable()
    try:
        asyncio.run(forget())
        return any(each() is not None for each in gone)
    finally:
        gc.enable()


async def at_home(here: Hall) -> Phone:
    phone = await Phone(here.address).connect()
    here.phones.append(phone)
    await phone.wait_for("New match")
    return phone


def test_a_phone_that_has_gone_keeps_its_session_only_for_what_it_would_miss(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(companion.phones.host, "AWAY", 0.0)

    async def leave() -> None:
        async with hall(pair=False) as here:
            table, keys = await here.begun(3)
            seated = await here.phone(table, {"p1": keys["p1"]})
            looking, entering, staying = [await at_home(here) for _ in range(3)]
            await looking.tap("History and players")
            await looking.wait_for("Back")
            await entering.tap("New match")
            await entering.wait_for("Open the table")
            await entering.tap("Giryaku")
            await here.quiet()
            for phone in (seated, looking, entering):
                await phone.drop()
            while sum(each.left_at is not None for each in here.sessions) < 3:  # noqa: ASYNC110  a session tells nobody
                await asyncio.sleep(0.01)
            await here.host._end_away()
            while len(here.sessions) > 3:  # noqa: ASYNC110  what ends is told in a task of its own
                await asyncio.sleep(0.01)
            await here.quiet()
            assert {each.session.id for each in here.sessions} == {seated.session, entering.session, staying.session}
            before = looking.session
            await looking.reconnect()
            await looking.wait_for("New match")
            assert looking.session != before

    asyncio.run(leave())


def test_of_a_burst_no_more_is_taken_in_than_can_be_done() -> None:
    async def burst() -> None:
        async with hall(pair=False) as here:
            await here.begun(3)
            phone = await at_home(here)
            (mine,) = here.sessions
            button = phone.handler("History and players", *TAPPED)
            assert button is not None
            async with mine.filling:
                for _ in range(100):
                    await phone.event(button.id, "click")
                await asyncio.sleep(0.5)
                assert 2 < len(mine._tasks) <= MOST_RUNNING + 2, "each is counted when it begins"
            await here.quiet()
            await phone.wait_for("Back")

    asyncio.run(burst())
