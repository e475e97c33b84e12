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
    assert left_behind(monkeypatch, phones) is not collected


def test_of_many_that_are_there_half_as_many_have_to_have_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(companion.phones.host, "MANY_FORGOTTEN", 3)
    assert left_behind(monkeypatch, 5, here=12)
    assert not left_behind(monkeypatch, 6, here=12)


def left_behind(monkeypatch: pytest.MonkeyPatch, phones: int, here: int = 0) -> bool:
    """Tell whether so many phones that went are in memory still when the host has looked after those that are here."""
    monkeypatch.setattr(companion.phones.host, "TICK", 0.0)
    host: Any = Host(lambda: pytest.fail("no store is needed"), list)

    class Here:
        table = None

    async def a_few_ticks() -> None:
        ticking = asyncio.create_task(host._tick())
        for _ in range(5):
            await asyncio.sleep(0)
        ticking.cancel()

    host.phones |= {Here() for _ in range(here)}
    gone = []
    for _ in range(phones):
        phone = Gone()
        gone.append(weakref.ref(phone))
        host.forget(phone)
    del phone
    gc.disable()
    try:
        asyncio.run(a_few_ticks())
        return any(each() is not None for each in gone)
    finally:
        gc.enable()
