"""A commit that fails: no phone is sent anything of it, each shows what is true, and play goes on afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from threading import Event
from typing import Any

import pytest

from companion.phones import session
from companion.tables.keys import ProcessRight
from companion.tables.table import Table
from models import DiskFull, StoreError, Unreachable
from models.matches.journals import Journals
from referee.core.journal import Declare
from tests.players.shinobazu import OPEN, Players
from tests.wire.hall import Hall, hall
from tests.wire.listening import next_said
from tests.wire.phone import Phone

Story = Callable[[Hall, Table, dict[str, Phone], Players], Awaitable[None]]


def tell(story: Story) -> None:
    async def told() -> None:
        async with hall() as room:
            table, keys = await room.begun(3)
            phones = {seat: await room.phone(table, {seat: key}) for seat, key in keys.items()}
            phones["display"] = await room.phone(table, display=True)
            players = Players(6, list(keys), OPEN)
            for _ in range(5):
                said = next_said(players, table)
                assert said is not None
                assert (await room.declare(table, *said)).upheld
            await story(room, table, phones, players)
            for phone in room.phones:
                assert not phone.crashes
                assert not phone.faults

    asyncio.run(told())


def of(said: Any) -> Declare:
    return Declare(seat=said[0], move=said[1])


@pytest.mark.parametrize("fault", [DiskFull("full"), Unreachable("gone"), StoreError("unwell")], ids=repr)
def test_what_could_not_be_written_is_told_to_nobody_and_can_be_declared_again(
    fault: StoreError, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(room: Hall, table: Table, phones: dict[str, Phone], players: Players) -> None:
        assert table.match is not None
        before, number = {seat: phone.texts() for seat, phone in phones.items()}, table.match.number
        heard = {seat: len(phone.received) for seat, phone in phones.items()}
        said = next_said(players, table)
        assert said is not None
        append = Journals.append

        def fail(*args: Any, **given: Any) -> None:
            raise fault

        monkeypatch.setattr(Journals, "append", fail)
        for _ in range(3):
            with pytest.raises(type(fault)):
                await table.act(ProcessRight(said[0]), of(said))
        await room.quiet()
        assert table.match.number == number
        assert {seat: len(phone.received) for seat, phone in phones.items()} == heard
        late = await room.phone(table, display=True)  # who comes now is shown what is true too
        assert late.texts() == phones["display"].texts()
        assert {seat: phone.texts() for seat, phone in phones.items()} == before
        monkeypatch.setattr(Journals, "append", append)
        assert (await room.declare(table, *said)).upheld
        assert table.match.number == number + 1
        assert late.texts() == phones["display"].texts() != before["display"]
        assert any(len(phone.received) > heard[seat] for seat, phone in phones.items())

    tell(story)


def test_nothing_is_sent_while_the_disk_is_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(room: Hall, table: Table, phones: dict[str, Phone], players: Players) -> None:
        begun, let_on = Event(), Event()
        append = Journals.append

        def slow(self: Journals, *args: Any, **given: Any) -> None:
            begun.set()
            assert let_on.wait(60)
            append(self, *args, **given)

        monkeypatch.setattr(Journals, "append", slow)
        said = next_said(players, table)
        assert said is not None
        heard = {seat: len(phone.received) for seat, phone in phones.items()}
        acting = asyncio.create_task(table.act(ProcessRight(said[0]), of(said)))
        await asyncio.get_running_loop().run_in_executor(None, begun.wait, 60)
        for phone in tuple(room.sessions):
            phone.refresh()  # whatever has a phone drawn meanwhile
        for phone in phones.values():
            await phone.echo()
        assert {seat: len(phone.received) for seat, phone in phones.items()} == heard
        assert not acting.done()
        let_on.set()
        assert (await acting).upheld
        await room.quiet()
        assert any(len(phone.received) > heard[seat] for seat, phone in phones.items())

    tell(story)


def test_an_entry_of_another_writer_is_shown_and_ours_is_judged_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(room: Hall, table: Table, phones: dict[str, Phone], players: Players) -> None:
        assert table.match is not None
        said = next_said(players, table)
        assert said is not None
        match = table.match
        first, ruling = match.act(said[0], of(said))
        assert ruling.upheld
        entry = first.entries[-1]
        store = room.host.tables.store
        store.journals.append(
            table.record.id, entry.number, entry.actor, entry.act.model_dump(mode="json"), room.host.tables.clock()
        )
        ours = await table.act(ProcessRight(said[0]), of(said))
        await room.quiet()
        assert table.match is not None
        numbers = [each.number for each in store.journals.entries(table.record.id)]
        assert numbers == list(range(1, len(numbers) + 1))
        assert table.match.number == len(numbers) == first.number + ours.upheld
        fresh = await room.phone(table, display=True)
        table.publish()
        await room.quiet()
        assert phones["display"].texts() == fresh.texts()

    tell(story)


def test_a_phone_that_comes_while_nothing_can_be_read_goes_on_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "AGAIN", 0.05)
    gone = True

    async def story(room: Hall, table: Table, phones: dict[str, Phone], players: Players) -> None:
        nonlocal gone
        for host in room.hosts:
            found = host.table

            async def unless_gone(code: str, found: Callable[[str], Awaitable[Table | None]] = found) -> Table | None:
                if gone:
                    raise Unreachable("gone")
                return await found(code)

            monkeypatch.setattr(host, "table", unless_gone)
        late = await Phone(f"{room.address}t/{table.code}").connect()
        room.phones.append(late)
        await late.wait_for("The host cannot look this up just now")
        gone = False
        await late.wait_for(lambda: late.texts() == phones["display"].texts(), "the table")

    tell(story)


def test_who_leaves_what_cannot_be_read_is_not_called_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "AGAIN", 0.05)

    async def story(room: Hall, table: Table, phones: dict[str, Phone], players: Players) -> None:
        async def gone(code: str) -> Table | None:
            raise Unreachable("gone")

        for host in room.hosts:
            monkeypatch.setattr(host, "table", gone)
        late = await Phone(f"{room.address}t/{table.code}").connect()
        room.phones.append(late)
        await late.wait_for("The host cannot look this up just now")
        await late.tap("To the start")
        await late.wait_for("New match")
        await asyncio.sleep(0.2)
        assert late.sees("New match")

    tell(story)
