"""A newcomer watches a table that plays itself, beside the evening's: nothing of it is kept."""

from __future__ import annotations

import asyncio

from tests.wire.hall import hall


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
            assert [record.code for record in await room.host._lists.open_matches()] == [table.code]
            for phone in (one, two):
                await phone.tap("Back")
                await phone.wait_for("Rules of the games")
            assert not room.host._watched()
            await room.host._end_show()
            assert room.host.demonstration is None
            await one.tap("See it play")
            await one.wait_for("Demonstration. Nobody plays.")

    asyncio.run(run())
