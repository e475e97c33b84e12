"""What phones leave behind whose sessions have ended goes, long before Python itself would look for it."""

from __future__ import annotations

import asyncio
import gc
import weakref
from typing import Any

import pytest

import companion.phones.host
from companion.phones.host import Host


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
    host: Any = Host(lambda: pytest.fail("no store is needed"), list)
    found: list[int] = []

    class Pages:
        def changed(self) -> None:
            assert not found, "while phones are told"

    async def hear() -> None:
        host._heard("abc")
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

    table = None


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
