"""What may be taken away of a host, and tidied up on it, and by whom. Real sockets, no browser."""

from __future__ import annotations

import asyncio
import io
import json
import zipfile
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import flet as ft
import pytest

import companion.phones.actions.keeping
import companion.phones.cover
from companion.contract.statistics import ArchivePage, KeptMatch, PersonPage
from companion.exports.archive import archive_bytes
from companion.jobs import Asker
from companion.phones.device_storage import HOST, DeviceStorage
from companion.phones.host import Host
from companion.phones.make_snapshot import make_snapshot
from companion.phones.owner import issue
from companion.phones.session import Phone
from companion.screens.seating import known_names
from companion.tables.keys import ProcessRight
from companion.tables.seats import rename, sit, start
from companion.tables.table import Table
from models import Store
from referee.core.values import Refused, Seat
from tests.companion.evenings import evenings, keep_accounts
from tests.companion.phones.test_phone import host_side, until
from tests.owners import BY, KEY, AnyPhone, owned
from tests.wire.hall import Hall, Pair, hall


@pytest.fixture
def saved(monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes]:
    """Return what phones are given to save, by the name of the file."""
    files: dict[str, bytes] = {}

    class Picker:
        async def save_file(self, file_name: str, src_bytes: bytes) -> None:
            files[file_name] = src_bytes

    monkeypatch.setattr(ft, "FilePicker", Picker)
    monkeypatch.setattr(companion.phones.cover, "LATE_TAPS", 0.0)
    return files


async def at_table(room: Hall, keys: dict[str, str] | None = None, owner: str = "") -> tuple[Phone, Table]:
    """Open a table that is being played, and return the session of the phone that opened it, with these keys too.

    `owner` is the key of a host's owner that this phone holds.
    """
    table, key = await room.host.tables.open("shinobazu", {}, _seats())
    for seat in table.players:
        await sit(table, seat.seat)
    await start(table, ProcessRight())
    phone = await host_side(room, await room.phone(table, {HOST: key, **(keys or {})}))
    phone.storage = replace(phone.storage, owner=owner)
    return phone, table


def _seats() -> Any:
    from tests.players.people import seated

    return seated(3)


@pytest.mark.parametrize("owner", ["", "x" * 32, BY], ids=["none", "another", "the hash of the owner's"])
def test_whoever_has_opened_a_table_tidies_nobody_up_and_takes_nothing_of_the_whole_host(
    owner: str, saved: dict[str, bytes]
) -> None:
    async def told() -> None:
        async with hall() as room:
            store = room.host.tables.store
            evenings(store, range(1), ["shinobazu"])
            by = owned(store)
            phone, _ = await at_table(room, owner=owner)
            before = store.people.all()
            store.people.forget(by, before[2].id, "A player", room.host.tables.clock())
            before, tidied = store.people.all(), store.people.tidied()[0]
            first, second = before[0].id, before[1].id
            people, keeping = phone.actions.people, phone.actions.keeping
            asked = [
                lambda: people.rename(first, "Mallory"), lambda: people.merge(first, second),
                lambda: people.leave_out(first, True), lambda: people.forget(first),
                lambda: people.take_back(tidied.id), lambda: people.erase(tidied.id), phone.actions.owner.alone,
                lambda: keeping.table("seats"), keeping.archive, keeping.bring,
            ]  # fmt: skip
            for ask in asked:
                phone.where.notice = ""
                ask()
                await room.quiet()
                assert phone.where.notice == "people.not_yours"
            assert store.people.all() == before
            assert saved == {}
            phone.actions.pages.go("person", id=str(first))
            await room.quiet()
            page = phone.snap.page
            assert isinstance(page, PersonPage)
            assert (page.owner, page.others) == (False, ())
            assert store.people.tidied() == [tidied]
            for screen in ("archive", "owner"):
                phone.actions.pages.go(screen)
                await room.quiet()
                assert tidied.name not in repr(phone.snap.page)
            store.people.leave_out(by, first, True)
            phone.actions.pages.go("person", id=str(first))
            await room.quiet()
            assert phone.snap.page is None

    asyncio.run(told())


def test_the_owner_tidies_up_and_takes_all_away(saved: dict[str, bytes]) -> None:
    async def told() -> None:
        async with hall() as room:
            store = room.host.tables.store
            evenings(store, range(2), ["shinobazu"])
            owned(store)
            phone, table = await at_table(room, owner=KEY)
            ids = {person.name: person.id for person in store.people.all()}
            known = [name for name in ids if name not in {seat.name for seat in table.players}]
            phone.actions.pages.go("person", id=str(ids[known[0]]))
            await room.quiet()
            phone.actions.people.rename(ids[known[0]], "Akiko")
            await room.quiet()
            assert isinstance(phone.snap.page, PersonPage)
            assert phone.snap.page.name == "Akiko"
            phone.actions.people.rename(ids[known[0]], known[1])
            await room.quiet()
            assert phone.where.notice == "people.name_taken"
            phone.actions.people.forget(ids[known[1]])
            await room.quiet()
            assert known[1] not in {person.name for person in store.people.all()}
            phone.actions.pages.go("archive")
            await room.quiet()
            assert isinstance(phone.snap.page, ArchivePage)
            for ask in (lambda: phone.actions.keeping.table("matches"), phone.actions.keeping.archive):
                ask()
                await room.quiet()
            assert set(saved) == {"metsuke-matches.csv", "metsuke-archive.zip"}
            for content in saved.values():
                assert table.code.encode() not in content
            assert (await room.host.tables.table("m0")) is not None

    asyncio.run(told())


def test_of_an_archive_a_phone_is_told_what_is_new_and_what_was_refused_and_why(
    saved: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store.open("sqlite://") as elsewhere:
        evenings(elsewhere, range(3), ["shinobazu"])
        good = archive_bytes(elsewhere)
    with zipfile.ZipFile(io.BytesIO(good)) as zipped:
        files = {name: zipped.read(name) for name in zipped.namelist()}
    forged = json.loads(files["matches/m1.json"])
    forged["entries"].pop(0)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as zipped:
        for name, content in (files | {"matches/m1.json": json.dumps(forged).encode()}).items():
            zipped.writestr(name, content)
    came = {"some.zip": out.getvalue(), "good.zip": good, "none.zip": b"PK"}

    async def told() -> None:
        async with hall() as room:
            owned(room.host.tables.store)
            phone, _ = await at_table(room, owner=KEY)
            phone.actions.pages.go("archive")
            await room.quiet()
            notices = []
            for name, data in came.items():

                async def fetched(*args: object, sent: tuple[str, bytes] = (name, data)) -> tuple[str, bytes]:
                    return sent

                monkeypatch.setattr(companion.phones.actions.keeping, "fetched", fetched)
                phone.actions.keeping.bring()
                await room.quiet()
                notices.append((phone.where.notice, dict(phone.where.notice_params)))
                page = phone.snap.page
                assert isinstance(page, ArchivePage)
                assert page.refused == ((("m1", "archive.why.journal"),) if name == "some.zip" else ())
            why = {"refused": 1, "code": "m1", "why": "archive.why.journal"}
            assert notices == [
                ("archive.brought_some", {"n": 2, "known": 0} | why),
                ("archive.brought", {"n": 1, "known": 2}),
                ("archive.bad", {}),
            ]

    asyncio.run(told())


def test_of_a_match_there_is_a_record_for_all_who_come_to_its_end_and_for_nobody_before(
    saved: dict[str, bytes],
) -> None:
    async def told() -> None:
        async with hall() as room:
            evenings(room.host.tables.store, range(1), ["shinobazu"])
            playing, _ = await at_table(room)
            for ask in (playing.actions.keeping.open, playing.actions.keeping.picture, playing.actions.keeping.page,
                        playing.actions.keeping.paper):  # fmt: skip
                ask()
                await room.quiet()
            assert saved == {}
            assert playing.snap.page is None
            playing.actions.pages.go("keeping")
            await room.quiet()
            assert playing.snap.screen != "keeping"
            ended = await room.host.tables.table("m0")
            assert ended is not None
            guest = await host_side(room, await room.phone(ended))
            keeping = guest.actions.keeping
            for ask in (keeping.open, keeping.picture, keeping.page, keeping.paper):
                ask()
                await room.quiet()
            page = guest.snap.page
            assert guest.snap.screen == "keeping"
            assert isinstance(page, KeptMatch)
            assert page.link.startswith("https://app.bgstatsapp.com/")
            assert page.qr_png
            assert set(saved) == {f"metsuke-shinobazu-m0.{form}" for form in ("png", "html", "pdf")}
            guest.actions.pages.back()
            await room.quiet()
            assert guest.snap.screen == "end"

    asyncio.run(told())


@pytest.mark.parametrize("pair", [False, True], ids=["one process", "two on a database"])
def test_a_forgotten_name_is_on_no_phone_from_that_moment_on_and_comes_back(
    pair: bool, saved: dict[str, bytes]
) -> None:
    """Phones that sleep, that look at lists, at a person, at what can be taken away, and at the table itself."""

    async def told() -> None:
        async with hall(pair=pair) as room:
            store = room.host.tables.store
            evenings(store, range(2), ["shinobazu"])
            owned(store)
            owner, table = await at_table(room, owner=KEY)
            name = table.players[0].name
            person = next(each.id for each in store.people.all() if each.name == name)
            ended = next(
                match.code for match in store.matches.find(status="ended") if name in {s.name for s in match.seats}
            )
            phones = {}
            for where in ("history", "person", "keeping", "table", "home", "asleep", "new"):
                phone = phones[where] = await host_side(room, await room.phone(table))
                if where in ("history", "person", "asleep", "new"):
                    phone.actions.pages.go("person" if where == "person" else "history", id=str(person))
                    await room.quiet()
                if where == "keeping":
                    await phone.enter(ended)
                    phone.actions.keeping.open()
                elif where in ("home", "new"):
                    phone.actions.pages.go(where)
                elif where == "asleep":
                    await room.phones[-1].close()
                await room.quiet()
            await read_here(room)
            assert {where for where, phone in phones.items() if name in told_of(phone)} == phones.keys() - {"new"}
            owner.actions.people.forget(person)
            await until(lambda: not any(name in told_of(phone) for phone in phones.values()))
            await room.quiet()
            assert [name in known_names(phones[where].snap) for where in ("new", "home")] == [False, False]
            for host in room.hosts:
                live = host.tables.live(table.code)
                assert live is None or name not in {seat.name for seat in live.match.seats}  # type: ignore[union-attr]
            for take in (lambda: owner.actions.keeping.table("seats"), owner.actions.keeping.archive):
                take()
                await room.quiet()
            assert len(saved) == 2
            for content in saved.values():
                assert name.encode() not in unpacked(content)
            owner.actions.people.take_back(store.people.tidied()[0].id)
            await until(lambda: all(name in told_of(phones[where]) for where in ("history", "table", "keeping")))

    asyncio.run(told())


async def read_here(room: Hall) -> None:
    """Read every finished match for the figures, so that no page changes by itself."""
    for host in room.hosts:
        await asyncio.to_thread(keep_accounts, host.tables.store)


def remains(folder: Path, name: str) -> list[Path]:
    """Return the files in which a name can be read."""
    return [each for each in folder.iterdir() if name.encode() in each.read_bytes()]


def told_of(phone: Phone) -> str:
    """Return all that a phone would be shown now, asleep or not."""
    return repr(make_snapshot(phone))


def unpacked(content: bytes) -> bytes:
    if not content.startswith(b"PK"):
        return content
    with zipfile.ZipFile(io.BytesIO(content)) as zipped:
        return b"".join(zipped.read(part) for part in zipped.namelist())


@pytest.mark.parametrize("at_once", [True, False], ids=["at once", "a day later"])
def test_a_forgotten_name_is_erased_when_its_day_is_over_also_by_a_host_that_was_off(
    at_once: bool, tmp_path: Path
) -> None:
    async def told() -> None:
        url = f"sqlite:///{(tmp_path / 'metsuke.db').as_posix()}"
        with Store.open(url) as store:
            evenings(store, range(1), ["shinobazu"])
            by, now = owned(store), datetime.now(UTC)
            name = "Zebulon Quux"
            store.people.rename(by, store.people.all()[0].id, name)
            person = next(each.id for each in store.people.all() if each.name == name)
            store.people.forget(by, person, "A player", now - timedelta(days=0 if at_once else 2))
        host = Host(lambda: Store.open(url), tuple)
        await host.start()
        storage = DeviceStorage(owner=KEY)
        if at_once:
            tidied = host.tables.store.people.tidied()[0].id
            await host.statistics.tidy(storage, host.tables.store.people.erase, tidied)
        assert host.tables.store.people.tidied() == []
        assert remains(tmp_path, name) == []
        await host.stop()

    asyncio.run(told())


def test_the_hours_of_a_running_host_erase_what_is_over(tmp_path: Path) -> None:
    async def told() -> None:
        host = Host(lambda: Store.open(f"sqlite:///{(tmp_path / 'metsuke.db').as_posix()}"), tuple)
        await host.start()
        store, now = host.tables.store, [datetime.now(UTC)]
        host.tables.clock = lambda: now[0]
        evenings(store, range(1), ["shinobazu"])
        owned(store)
        person = store.people.all()[0].id
        await host.statistics.tidy(DeviceStorage(owner=KEY), store.people.forget, person, "A player", now[0])
        await host.statistics.erase_due()
        assert len(store.people.tidied()) == 1
        now[0] += timedelta(days=1)
        await host.statistics.erase_due()
        assert store.people.tidied() == []
        await host.stop()

    asyncio.run(told())


def test_one_code_is_good_at_all_processes() -> None:
    async def told() -> None:
        async with hall(pair=True) as room:
            assert isinstance(room.host, Pair)
            code = issue(room.host.tables.store)
            _, key = await room.host.other.ownership.pair(code, Asker(AnyPhone(), "192.168.1.7"))
            assert await room.host.ownership.owns(DeviceStorage(owner=key))
            assert await room.host.ownership.pair(code, Asker(AnyPhone(), "192.168.1.8")) == ("wrong", "")


def test_a_name_that_looks_like_anothers_is_taken_and_found_however_it_is_written() -> None:
    """In the lobby, where people are renamed, and where a match is looked for."""

    async def told() -> None:
        async with hall() as room:
            table, _ = await room.host.tables.open(
                "shinobazu", {}, [Seat(seat=f"p{n}", name=f"P  {n}") for n in (1, 2, 3)]
            )
            for same in ("Р\u3000 1", "p 1", "Ｐ\u00a0\u3000１"):
                with pytest.raises(Refused) as refused:
                    await rename(table, "p2", same, ProcessRight())
                assert refused.value.reason == "table.name_twice"
            await rename(table, "p2", "👨\u200d👩\u200d👧", ProcessRight())
            assert [seat.name for seat in table.players] == ["P  1", "👨\u200d👩\u200d👧", "P  3"]

            store = room.host.tables.store
            evenings(store, range(1), ["shinobazu"])
            owned(store)
            phone, _ = await at_table(room, owner=KEY)
            first, second = store.people.all()[:2]
            for called, said in (
                (f"{second.name}\u3164", "table.name_characters"),
                (f"{second.name} ", "people.name_taken"),
                ("𓂀", "table.name_drawn"),
            ):
                phone.actions.people.rename(first.id, called)
                await room.quiet()
                assert phone.where.notice == said
            phone.actions.pages.go("history", search=first.name.upper().replace(" ", "  "))
            await room.quiet()
            assert phone.snap.history.matches

    asyncio.run(told())
