"""A newcomer watches a table that plays itself, beside the evening's: nothing of it is kept."""

from __future__ import annotations

import asyncio
import gc
import weakref
from itertools import cycle

import pytest

from companion.tables.table import Table
from tests.wire.hall import hall

MATCHES = 5


def test_it_plays_for_whoever_asks_is_not_kept_and_ends_with_its_last_watcher() -> None:
    async def run() -> None:
        async with hall() as room:
            table, _ = await room.begun(2, game="giryaku")
            one, two = await room.phone(table), await room.phone(table)
            for phone in (one, two):
                await phone.tap("Close")
                await phone.tap("See it play")
                await phone.wait_for("Demonstration. Nobody plays.")
            shown = room.host.demonstration
            assert shown is not None
            assert {each.table for each in room.host.phones} == {shown.table}
            assert await room.host.tables.table(shown.table.code) is None, "the evening's store knows nothing of it"
            assert [record.code for record in (await room.host._lists.open_matches()).newest] == [table.code]
            for phone in (one, two):
                await phone.tap("Back")
                await phone.wait_for("Rules of the games")
            assert not room.host.demonstrations.watched
            await room.host.demonstrations.end()
            assert room.host.demonstration is None
            await one.tap("See it play")
            await one.wait_for("Demonstration. Nobody plays.")

    asyncio.run(run())


def test_a_match_that_is_over_is_kept_by_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even until a collection of circles: a host has them seldom, and a match at full speed is over soon."""

    async def run() -> None:
        async with hall() as room:
            table, _ = await room.begun(2, game="giryaku")
            phone = await room.phone(table)
            await phone.tap("Close")
            await phone.tap("See it play")
            await phone.wait_for("Demonstration. Nobody plays.")
            shown, played, enough = room.host.demonstration, list[weakref.ref[Table]](), asyncio.Event()
            assert shown is not None
            shown._games, show_next = cycle(("giryaku",)), shown.moved
            assert show_next is not None

            async def moved(before: Table | None, table: Table) -> None:
                await show_next(before, table)
                played.append(weakref.ref(table))
                if len(played) > MATCHES:
                    enough.set()

            shown.moved = moved
            shown.set_pace(0)
            await enough.wait()
            assert not any(each() for each in played[:-2]), "the last two are the one that plays and the one before it"

    gc.collect()
    gc.disable()
    monkeypatch.setattr(gc, "collect", lambda *_: 0)
    try:
        asyncio.run(run())
    finally:
        gc.enable()
