"""What may be taken away of a host, and tidied up on it, and by whom. Real sockets, no browser."""

from __future__ import annotations

import asyncio
import io
import json
import zipfile
from typing import Any

import flet as ft
import pytest

import companion.phones.actions.keeping
import companion.phones.taps
from companion.contract.statistics import ArchivePage, KeptMatch, PersonPage
from companion.exports.archive import archive_bytes
from companion.phones.device_storage import HOST
from companion.phones.session import Phone
from companion.tables.authority import Machine
from companion.tables.lobby import start
from companion.tables.seats import sit
from companion.tables.table import Table
from models import Store
from tests.companion.figures.evenings import evenings
from tests.companion.phones.test_phone import host_side
from tests.wire.hall import Hall, hall


@pytest.fixture
def saved(monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes]:
    """Return what phones are given to save, by the name of the file."""
    files: dict[str, bytes] = {}

    class Picker:
        async def save_file(self, file_name: str, src_bytes: bytes) -> None:
            files[file_name] = src_bytes

    monkeypatch.setattr(ft, "FilePicker", Picker)
    monkeypatch.setattr(companion.phones.taps, "LATE_TAPS", 0.0)
    return files


async def at_table(room: Hall, keys: dict[str, str] | None = None, host: bool = False) -> tuple[Phone, Table]:
    """Open a table that is being played, and return the session of a phone that holds these keys of it."""
    table, key = await room.host.tables.open("shinobazu", {}, _seats())
    for seat in table.players:
        await sit(table, seat.seat)
    await start(table, Machine())
    return await host_side(room, await room.phone(table, {HOST: key} if host else keys)), table


def _seats() -> Any:
    from tests.players.people import seated

    return seated(3)


@pytest.mark.parametrize("keys", [{}, {HOST: "x" * 32}, {"gm": "x" * 32}], ids=str)
def test_a_stranger_tidies_nobody_up_and_takes_nothing_of_the_whole_host(
    keys: dict[str, str], saved: dict[str, bytes]
) -> None:
    async def told() -> None:
        async with hall() as room:
            store = room.host.tables.store
            evenings(store, range(1), ["shinobazu"])
            phone, _ = await at_table(room, keys)
            before = store.people.all()
            first, second = before[0].id, before[1].id
            people, keeping = phone.actions.people, phone.actions.keeping
            asked = [
                lambda: people.rename(first, "Mallory"), lambda: people.merge(first, second),
                lambda: people.leave_out(first, True), lambda: people.forget(first),
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
            assert (page.tidies, page.others) == (False, ())
            store.people.leave_out(first, True)
            phone.actions.pages.go("person", id=str(first))
            await room.quiet()
            assert phone.snap.page is None

    asyncio.run(told())


def test_whoever_has_opened_a_table_tidies_up_and_takes_all_away(saved: dict[str, bytes]) -> None:
    async def told() -> None:
        async with hall() as room:
            store = room.host.tables.store
            evenings(store, range(2), ["shinobazu"])
            phone, table = await at_table(room, host=True)
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
            phone, _ = await at_table(room, host=True)
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
            playing, _ = await at_table(room, host=True)
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
