"""A guard that pings its own socket feels how long the host is busy: what differs by secrets is not done at once."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

import companion.hosting.packets
import companion.phones.host
from companion.phones.session import Phone
from companion.tables.authority import Machine
from companion.tables.views import NewestViews, Views
from referee.core.journal import Declare, Match
from tests.wire.hall import hall
from tests.wire.test_foresight import INTRUDERS, seated


def test_after_a_secret_act_others_are_heard_between_two_views_and_between_two_phones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An uncovered intruder locks a path: the work is done in as many stretches as there are views and phones."""
    turns = 0
    done: list[tuple[str, int]] = []
    heard, view, foresee = companion.phones.host.heard, Views.view, NewestViews.foresee
    foreseeing = False

    def told(phone: Phone) -> None:
        done.append(("phone", turns))
        heard(phone)

    def made(self: Views, through: str, viewer: str) -> Any:
        if foreseeing and (through, viewer) not in self._views:
            done.append((f"view through {through} for {viewer}", turns))
        return view(self, through, viewer)

    async def foreseen(self: NewestViews, match: Match) -> None:
        nonlocal foreseeing
        foreseeing = True
        await foresee(self, match)
        foreseeing = False

    async def others() -> None:
        """Be whatever else the host hears and answers."""
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    async def evening() -> None:
        async with hall(pair=False) as here:
            table, _, phones = await seated(here)
            mine = next(each for each in here.sessions if each.session.id == phones[INTRUDERS].session)
            mine.cover.open("kept")
            await here.quiet()
            monkeypatch.setattr(companion.phones.host, "heard", told)
            monkeypatch.setattr(Views, "view", made)
            monkeypatch.setattr(NewestViews, "foresee", foreseen)
            going = asyncio.create_task(others())
            lock = Declare(seat=INTRUDERS, move={"type": "lock_path", "intruder": "ninja"})
            assert (await table.act(Machine(INTRUDERS), lock)).upheld
            await here.quiet()
            found.extend(done)
            going.cancel()

    found: list[tuple[str, int]] = []
    asyncio.run(evening())
    phones = [turn for what, turn in found if what == "phone"]
    views = [turn for what, turn in found if what != "phone" and what.split()[2] == what.split()[4]]
    assert len(phones) == 3
    assert len(views) > 1
    for each in (phones, views):
        assert len(set(each)) == len(each), found


def test_pings_are_answered_together_and_not_when_they_come(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is asked between two beats is answered at the second, however busy the host was meanwhile."""
    monkeypatch.setattr(companion.hosting.packets, "PONG_SECONDS", 3.0)

    async def evening() -> None:
        async with hall(pair=False) as here:
            _, _, phones = await seated(here)
            socket = phones["p1"]._socket
            assert socket is not None
            await (await socket.ping())  # a beat has begun
            waiting = []
            for _ in range(10):
                waiting.append(await socket.ping())
                await asyncio.sleep(0.01)
            assert not any(answer.done() for answer in waiting)
            await waiting[0]
            assert all(answer.done() for answer in waiting)

    asyncio.run(evening())
