"""A stranger who has opened a table: nobody's name, no archive and no owner's code is theirs for it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import flet as ft
import pytest

import companion.exports.archive
import companion.phones.cover
from companion.contract.statistics import OwnerPage
from companion.jobs import Asker
from companion.phones.device_storage import DeviceStorage
from companion.phones.host import Host
from companion.phones.owner import ALLOWED, code_hash, issue, new_code
from companion.phones.session import Phone
from models import Store
from tests.companion.evenings import evenings
from tests.companion.phones.test_phone import until
from tests.owners import BY, KEY, AnyPhone, owned
from tests.wire.hall import Hall, hall
from tests.wire.phone import Phone as WirePhone

OF_A_PHONE, OF_AN_ADDRESS = ALLOWED["code"].phone.at_once, ALLOWED["code"].address.at_once
"""Codes that one phone, and one address, may try at once."""


@pytest.fixture(autouse=True)
def saved(monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes]:
    """Return what phones are given to save, by the name of the file. Whatever they pick is an archive of another's."""
    files: dict[str, bytes] = {}

    class Picker:
        async def save_file(self, file_name: str, src_bytes: bytes) -> None:
            files[file_name] = src_bytes

        async def pick_files(self, **_: Any) -> list[Any]:
            raise AssertionError("a stranger is asked for a file")

    monkeypatch.setattr(ft, "FilePicker", Picker)
    monkeypatch.setattr(companion.phones.cover, "LATE_TAPS", 0.0)
    return files


async def come(room: Hall, ip: str = "", **remembers: str) -> Phone:
    """Come to the first page with a raw client, and return the host's side of it."""
    phone = WirePhone(room.address, remembers=remembers)
    phone.ip = ip
    await phone.connect()
    room.phones.append(phone)
    await room.quiet()
    return next(each for each in room.sessions if each.session.id == phone.session)


async def with_a_table(room: Hall) -> Phone:
    """Come, and open a table in two taps."""
    phone = await come(room)
    raw = room.phones[-1]
    await raw.tap("Open a table")
    await raw.tap("Open the table")
    await until(phone.is_host)
    await room.quiet()
    return phone


def kept(store: Store) -> tuple[Any, ...]:
    names = [(match.code, [seat.name for seat in match.seats]) for match in store.matches.find()]
    return names, store.people.all(), store.people.tidied(), store.archive.codes()


def test_whoever_has_opened_a_table_changes_nobodys_name_and_takes_nothing_away(saved: dict[str, bytes]) -> None:
    async def told() -> None:
        async with hall() as room:
            store = room.host.tables.store
            evenings(store, range(2), ["shinobazu"])
            by = owned(store)
            gone = store.people.all()[-1].id
            store.people.forget(by, gone, "A player", room.host.tables.clock())
            tidied = store.people.tidied()[0]
            stranger = await with_a_table(room)
            before = kept(store)
            first, second, *_ = (person.id for person in store.people.all())
            acts, keeping = stranger.actions, stranger.actions.keeping
            tries = [
                lambda: acts.people.forget(first), lambda: acts.people.rename(first, "Mallory"),
                lambda: acts.people.merge(first, second), lambda: acts.people.leave_out(first, True),
                lambda: acts.people.take_back(tidied.id), lambda: acts.people.erase(tidied.id),
                keeping.archive, keeping.bring, lambda: keeping.table("seats"), lambda: keeping.table("matches"),
                acts.owner.alone, acts.owner.give_up,
            ]  # fmt: skip
            for owner in ("", "x" * 32, by, "0"):
                stranger.storage = replace(stranger.storage, owner=owner)
                for each in tries:
                    each()
                    await room.quiet()
            assert kept(store) == before
            assert saved == {}
            assert store.owners.owns(by)
            assert not any(tidied.name.encode() in frame for _, frame in room.phones[-1].received)

    asyncio.run(told())


def test_an_owner_who_is_none_any_more_does_nothing_that_was_begun_before(
    saved: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def told() -> None:
        async with hall() as room:
            store = room.host.tables.store
            evenings(store, range(1), ["shinobazu"])
            owned(store)
            phone = await come(room)
            phone.storage = replace(phone.storage, owner=KEY)
            before, make = kept(store), room.host.tables.jobs.run

            async def made(*given: Any, **how: Any) -> Any:
                archive = await make(*given, **how)
                store.owners.give_up(BY)  # another phone of the owner's said so meanwhile
                return archive

            monkeypatch.setattr(room.host.tables.jobs, "run", made)
            phone.actions.keeping.archive()
            await room.quiet()
            assert (saved, phone.where.notice) == ({}, "people.not_yours")
            store.owners.admit(BY)
            person = store.people.all()[0].id
            phone.actions.people.forget(person)  # the task has not begun
            store.owners.give_up(BY)
            await room.quiet()
            assert phone.where.notice == "people.not_yours"
            assert kept(store) == before

    asyncio.run(told())


def test_codes_are_guessed_by_no_phone_no_address_and_not_by_all_together() -> None:
    async def told() -> None:
        async with hall(pair=False) as room:
            store, ownership = room.host.tables.store, room.host.ownership
            issue(store)
            judged: list[str] = []
            pair = store.owners.pair

            def counted(code: str, *given: Any) -> Any:
                judged.append(code)
                return pair(code, *given)

            store.owners.pair = counted  # type: ignore[method-assign]
            phone = await come(room, "127.0.0.7")
            for _ in range(50):
                phone.actions.owner.pair(new_code())
            await room.quiet()
            assert len(judged) == OF_A_PHONE
            phone.actions.owner.pair(new_code())
            await room.quiet()
            assert phone.where.notice == "owner.wait"
            judged.clear()
            for phone in [await come(room, "127.0.0.8") for _ in range(8)]:
                for _ in range(OF_A_PHONE):
                    phone.actions.owner.pair(new_code())
            await room.quiet()
            assert len(judged) == OF_AN_ADDRESS
            for n in range(100):
                await ownership.pair(new_code(), Asker(AnyPhone(), f"10.0.0.{n}"))
            code = issue(store)
            assert (await ownership.pair(code, Asker(AnyPhone(), "10.0.1.1")))[0] == "wait", "bounded in all"
            assert not any(key.startswith("owner.key") for key in store.settings.all("owner."))

    asyncio.run(told())


def test_a_code_is_good_for_one_phone_and_says_nothing_of_the_next() -> None:
    async def told() -> None:
        async with hall(pair=False) as room:
            store, shown = room.host.tables.store, list[str]()
            room.host.ownership._show = shown.append
            await room.host.ownership.show_fresh()
            first, second = await come(room), await come(room)
            first.actions.pages.go("owner")
            second.actions.pages.go("owner")
            await room.quiet()
            first.actions.owner.pair(f" {shown[0].upper().replace('-', ' ')} ")
            await room.quiet()
            second.actions.owner.pair(shown[0])
            await room.quiet()
            assert isinstance(first.snap.page, OwnerPage)
            assert isinstance(second.snap.page, OwnerPage)
            assert (first.snap.page.owner, second.snap.page.owner) == (True, False)
            assert second.where.notice == "owner.wrong"
            assert first.storage.owner
            assert first.storage.owner not in str(store.settings.all())
            assert len(shown) == 2
            assert len({*shown}) == 2
            for phone in room.phones:
                assert not any(code.encode() in frame for _, frame in phone.received for code in shown)

    asyncio.run(told())


def test_standing_at_the_door_neither_changes_the_code_nor_floods_the_terminal() -> None:
    async def told() -> None:
        async with hall(pair=False) as room:
            store, shown = room.host.tables.store, list[str]()
            room.host.ownership._show = shown.append
            await room.host.ownership.show_fresh()
            room.host.ownership._shown_at -= 3600
            strangers = [await come(room) for _ in range(3)]
            for _ in range(5):
                for phone in strangers:
                    phone.actions.pages.go("owner")
                    await room.quiet()
            assert shown == [shown[0]] * 2
            assert store.owners.valid(code_hash(shown[0]))

    asyncio.run(told())


def test_coming_from_this_machine_is_no_proof_where_a_host_serves_others_and_enough_where_nothing_is_hosted(
    tmp_path: Any,
) -> None:
    async def told() -> None:
        async with hall(pair=False) as room:
            phone = await come(room)
            assert phone.page.client_ip == "127.0.0.1"
            assert not await room.host.ownership.owns(phone.storage)
        url = f"sqlite:///{(tmp_path / 'own.db').as_posix()}"
        alone = Host(lambda: Store.open(url), tuple, alone=True)
        await alone.start()
        assert await alone.ownership.owns(DeviceStorage())
        by = alone.ownership.by(DeviceStorage())
        await alone.stop()
        with Store.open(url) as store:
            assert not store.owners.owns(by), "nothing of it is left for a host on the same database"

    asyncio.run(told())
