"""What an intruder's player is told of the own exposure leaves that phone neither in bytes nor in time."""

from __future__ import annotations

import asyncio
import re
import threading
from typing import Any

import pytest

from companion.games.scorpion.intruders import map
from companion.tables.keys import ProcessRight
from companion.tables.table import Table
from referee.core.journal import Declare
from referee.core.values import PUBLIC
from tests.referee.scorpion.opening import SMALL, opening
from tests.wire.hall import Hall, hall
from tests.wire.listening import OPEN_MARK, Plain
from tests.wire.phone import Phone, decode

GUARDS, INTRUDERS = "p1", "p2"
SEAT = {"guards": GUARDS, "intruders": INTRUDERS}
PANEL = re.compile("What they can know of the Ninja")
PADS = re.compile("[Hh]old to look|^Notes|^Look")
WORKED_OUT = re.compile(r"What they can know of the Ninja.* \d+ zones now")
STEP = re.compile("^M1, ")
REASONS = {"reasoning": "guards"}


async def seated(here: Hall, **options: Any) -> tuple[Table, dict[str, str], dict[str, Phone]]:
    """Return a table in its first intruders' phase, the seats' keys, and the phones that lie at it."""
    chosen = {**SMALL, **options}
    table, keys = await here.begun(2, chosen, game="scorpion")
    phones = {seat: await here.phone(table, {seat: key}) for seat, key in keys.items()}
    phones[PUBLIC] = await here.phone(table, display=True)
    for seat, move in opening(2, **chosen).said:
        assert (await here.declare(table, SEAT[seat], move)).upheld, move
    return table, keys, phones


def open_now(phone: Phone) -> bool:
    return str(phone.mirror.page.get("title")).startswith(OPEN_MARK)


async def opened(phone: Phone) -> None:
    await phone.tap(PADS)
    await phone.wait_for(lambda: open_now(phone), "the cover")


async def ended(table: Table) -> None:
    """Let the intruders' phase end, past all phones."""
    moves: list[dict[str, Any]] = [{"type": "lock_path", "intruder": who} for who in ("ninja", "traitor")]
    for move in (*moves, {"type": "end_intruder_phase"}):
        assert (await table.act(ProcessRight(INTRUDERS), Declare(seat=INTRUDERS, move=move))).upheld


def test_other_phones_are_sent_the_same_whether_the_intruders_look_or_not() -> None:
    async def evening(looks: bool) -> dict[str, list[bytes]]:
        async with hall() as here:
            table, keys, phones = await seated(here, **REASONS)
            mine = phones[INTRUDERS]
            known = {viewer: len(phone.received) for viewer, phone in phones.items()}
            if looks:
                await opened(mine)
                await mine.wait_for(WORKED_OUT)
                before = spoken(mine)
                await mine.tap(STEP)
                await mine.wait_for(lambda: WORKED_OUT.search(spoken(mine)) and spoken(mine) != before, "other numbers")
                await mine.tap("Cover")
                await mine.wait_for(lambda: not open_now(mine), "the cover")
                assert not mine.sees(PANEL)
            await ended(table)
            await here.quiet()
            frames: dict[str, list[bytes]] = {}
            for viewer in (GUARDS, PUBLIC):
                plain = Plain(table.code, *keys.values())
                frames[viewer] = [plain.frame(decode(frame)) for _, frame in phones[viewer].received[known[viewer] :]]
            return frames

    looked, covered = asyncio.run(evening(True)), asyncio.run(evening(False))
    for viewer, frames in looked.items():
        assert len(frames) == len(covered[viewer]) > 0
        assert frames == covered[viewer]


def spoken(phone: Phone) -> str:
    """Return what the panel says; empty where there is none."""
    return next((said for said in phone.mirror.strings() if PANEL.search(said) and "zones now" in said), "")


def test_what_takes_long_to_work_out_delays_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    go_on, begun = threading.Event(), threading.Event()
    honest = map.foreseen

    def slow(*given: Any) -> Any:
        begun.set()
        go_on.wait(60)
        return honest(*given)

    monkeypatch.setattr(map, "foreseen", slow)

    async def evening() -> None:
        async with hall() as here:
            table, _, phones = await seated(here)
            mine, guard, display = phones[INTRUDERS], phones[GUARDS], phones[PUBLIC]
            told = len(guard.received), len(display.received)
            try:
                await opened(mine)
                await mine.wait_for(PANEL)
                assert await asyncio.to_thread(begun.wait, 30)
                assert not WORKED_OUT.search(spoken(mine))
                assert (len(guard.received), len(display.received)) == told
                await opened(guard)
                assert guard.offers("Cover")
                await mine.tap(STEP)
                await mine.wait_for(re.compile("^Ninja: M1"))
                await ended(table)
                for phone in (guard, display, mine):
                    await phone.wait_for(re.compile("Turn 2"))
                assert not go_on.is_set()
            finally:
                go_on.set()
            await here.quiet()

    asyncio.run(evening())


def test_phones_of_guards_are_told_nothing_that_is_not_theirs_and_only_uncovered() -> None:
    async def evening() -> None:
        async with hall() as here:
            _, _, phones = await seated(here, **REASONS)
            switch = "Where can they be?"
            assert not phones[GUARDS].offers(switch)
            await opened(phones[GUARDS])
            await phones[GUARDS].wait_for(switch)
            await opened(phones[INTRUDERS])
            for viewer in (INTRUDERS, PUBLIC):
                assert not phones[viewer].offers(switch)
            await phones[GUARDS].tap(switch)
            await phones[GUARDS].wait_for(re.compile("Ninja: never certain yet"))
            await phones[GUARDS].tap("Cover")
            await phones[GUARDS].wait_for(lambda: not open_now(phones[GUARDS]), "the cover")
            assert not any("never certain" in said or "possible." in said for said in phones[GUARDS].mirror.strings())
            for viewer in (INTRUDERS, PUBLIC):
                sent = b"".join(frame for _, frame in phones[viewer].received)
                assert b"certain yet" not in sent
                assert b"possible" not in sent.replace(b"possible_", b"")

    asyncio.run(evening())
