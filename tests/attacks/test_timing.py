"""A guard that asks without a pause feels how long the host is busy: it learns nothing of secret acts by it."""

from __future__ import annotations

import asyncio
import re
from typing import Any
from urllib.parse import urlsplit

import pytest

import companion.hosting.gate
import companion.phones.host
from companion.hosting.gate import Gate, Limits
from companion.jobs.queue import Rate
from companion.phones.session import Phone
from companion.tables.keys import ProcessRight
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
    heard, view, foresee = companion.phones.host.match_changed, Views.view, NewestViews.foresee
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
            monkeypatch.setattr(companion.phones.host, "match_changed", told)
            monkeypatch.setattr(Views, "view", made)
            monkeypatch.setattr(NewestViews, "foresee", foreseen)
            going = asyncio.create_task(others())
            lock = Declare(seat=INTRUDERS, move={"type": "lock_path", "intruder": "ninja"})
            assert (await table.act(ProcessRight(INTRUDERS), lock)).upheld
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


FROM = "127.0.0.2"
NO_REQUEST = b"this is no request\r\n\r\n"
REQUEST = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.fixture
def slow_beats(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let whole three seconds pass between two beats, so that ten questions fit in between on any machine."""
    monkeypatch.setattr(companion.hosting.gate, "BEAT_SECONDS", 3.0)
    monkeypatch.setattr(companion.hosting.gate, "BEAT_VARIES", 0.0)


@pytest.mark.usefixtures("slow_beats")
def test_pings_are_answered_together_and_not_when_they_come() -> None:
    """What is asked between two beats is answered at the second, however busy the host was meanwhile."""

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


@pytest.mark.usefixtures("slow_beats")
@pytest.mark.parametrize("asked", [REQUEST, NO_REQUEST])
def test_an_address_that_asks_without_a_pause_is_answered_at_beats(asked: bytes) -> None:
    """Requests and connections tell nothing else than pings do, once what a first load takes is used up."""

    async def ask(port: int, address: str) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
        writer.write(asked)
        await writer.drain()
        answer = await reader.readline()
        writer.close()
        return answer

    async def evening() -> None:
        async with hall(Limits(replies=Rate(0.001, 3)), pair=False) as here:
            port = urlsplit(here.address).port or 80
            for _ in range(4):
                await ask(port, FROM)
            waiting = [asyncio.create_task(ask(port, FROM)) for _ in range(10)]
            assert (await ask(port, "127.0.0.3")).startswith(b"HTTP/1.1 "), "another address waits for nobody"
            assert not any(answer.done() for answer in waiting)
            assert {(await answer)[:9] for answer in waiting} == {b"HTTP/1.1 "}

    asyncio.run(evening())


@pytest.mark.usefixtures("slow_beats")
def test_a_phone_that_taps_without_a_pause_is_answered_at_beats(monkeypatch: pytest.MonkeyPatch) -> None:
    """It loses nothing by it, and another phone that taps now and then is answered at once."""
    beats = 0
    until_beat = Gate.until_beat

    def counted(self: Gate) -> float:
        nonlocal beats
        beats += 1
        return until_beat(self)

    async def evening() -> None:
        async with hall(Limits(phone_answers=Rate(0.001, 40)), pair=False) as here:
            _, _, phones = await seated(here)
            monkeypatch.setattr(Gate, "until_beat", counted)
            guard, other = phones["p1"], phones["p2"]
            more, close = re.compile("^More$"), re.compile("^Close$")
            taps = 0
            while not beats:
                taps += 2
                await guard.tap(more)
                await guard.wait_for(close)
                await guard.tap(close)
                await guard.wait_for(lambda: not guard.sees(close))
            assert taps > 10
            await guard.tap(more)
            before = len(guard.received)
            await other.tap(more)
            await other.wait_for(close)
            assert len(guard.received) == before
            await guard.wait_for(close)

    asyncio.run(evening())
