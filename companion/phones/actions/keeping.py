"""Actions that export finished matches and import an archive."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

import flet as ft

from companion.contract.statistics import ArchivePage
from companion.jobs import Progress
from companion.phones.actions.boards import fetched
from companion.phones.intake import TooLarge
from companion.phones.session import Phone
from companion.phones.statistics import Form, kept_match, record_file
from companion.tables.table import Table
from models import BadArchive, EntryRecord, NotOwner, StoreError

LONG = 1_800.0
"""The time limit of archive jobs, in seconds: judging a thousand matches again takes one."""
MOST_REFUSED = 50
"""The most refused matches that a page lists; the others are counted."""


class KeepingActions:
    """One phone's exports and imports; see `companion.contract.actions.KeepingActions`."""

    def __init__(self, phone: Phone) -> None:
        self._phone = phone
        self._busy = False

    # The finished match that this phone shows: all of it is public

    def open(self) -> None:
        self._phone.spawn(self._open())

    async def _open(self) -> None:
        phone = self._phone
        if (table := self._ended()) is None:
            return
        phone.cover.close(refresh=False)
        phone.opened = await phone.make("record", kept_match, table.record, await self._rows(table), phone.look.lang)
        if phone.table is table:
            phone.where.screen, phone.where.back = "keeping", "end"
            phone.refresh()

    def _ended(self) -> Table | None:
        """Return the match that this phone shows, if it has ended; else None."""
        table = self._phone.table
        over = table is not None and table.match is not None and table.match.result is not None
        return table if over else None

    async def _rows(self, table: Table) -> list[EntryRecord]:
        return await table.run(table.backend.store.journals.entries)

    def picture(self) -> None:
        self._phone.spawn(self._save("png"))

    def page(self) -> None:
        self._phone.spawn(self._save("html"))

    def paper(self) -> None:
        self._phone.spawn(self._save("pdf"))

    async def _save(self, form: Form) -> None:
        phone = self._phone
        if (table := self._ended()) is None:
            return
        made = await phone.make("record", record_file, table.record, await self._rows(table), form, phone.look.lang)
        name = f"metsuke-{table.record.game}-{table.code}.{form}"
        await ft.FilePicker().save_file(file_name=name, src_bytes=made)

    # All matches of this host

    def table(self, what: str) -> None:
        self._phone.spawn(self._if_owner(lambda: self._table(what)))

    async def _table(self, what: str) -> None:
        from companion.exports.tables import matches_csv, seats_csv

        make = {"matches": matches_csv, "seats": seats_csv}.get(what)
        if make is None:
            return
        made = await self._phone.make("table", make, await self._phone.host.statistics.played())
        await self._hand_out(f"metsuke-{what}.csv", made)

    def archive(self) -> None:
        self._phone.spawn(self._if_owner(self._archive))

    async def _archive(self) -> None:
        from companion.exports.archive import archive_of

        phone = self._phone
        database = phone.host.tables.store.database.url
        try:
            progress = self._progress(bringing=False)
            made = await phone.make("archive", archive_of, database, seconds=LONG, progress=progress)
        finally:
            self._done()
        await self._hand_out("metsuke-archive.zip", made)

    def bring(self) -> None:
        self._phone.spawn(self._if_owner(self._bring))

    async def _bring(self) -> None:
        from companion.exports.archive import LARGEST, bring_into

        phone = self._phone
        try:
            came = await fetched(phone, LARGEST, ["zip"])
        except TooLarge:
            phone.say("archive.too_large", most=LARGEST // 1024 // 1024)
            return
        if came is None:
            return
        database = phone.host.tables.store.database.url
        await phone.host.tables.run(self._require)  # the upload may have taken minutes
        try:
            brought = await phone.make(
                "archive", bring_into, database, came[1], seconds=LONG, progress=self._progress(bringing=True)
            )
        except BadArchive as bad:
            self._done()
            phone.say(bad.message, **bad.params)
            return
        except StoreError:
            phone.host.tables.ended += 1  # matches imported before an error stay
            phone.host.statistics.forget()
            self._done()
            phone.say("archive.not_kept")
            return
        phone.host.tables.ended += brought.new
        phone.host.statistics.forget()
        self._done()
        if phone.where.screen == "archive":
            await phone.host.fill(phone)
        if isinstance(phone.opened, ArchivePage):
            refused = tuple((each.what, each.why) for each in brought.refused)
            phone.opened = replace(phone.opened, refused=refused[:MOST_REFUSED])
        if brought.refused:
            first, many = brought.refused[0], len(brought.refused)
            phone.say(
                "archive.brought_some", n=brought.new, known=brought.known, refused=many, code=first.what, why=first.why
            )
        else:
            phone.say("archive.brought", n=brought.new, known=brought.known)

    async def _if_owner(self, work: Callable[[], Awaitable[None]]) -> None:
        phone = self._phone
        if self._busy:
            return
        self._busy = True
        try:
            await phone.host.tables.run(self._require)
            await work()
        except NotOwner:
            phone.say("people.not_yours")
        finally:
            self._busy = False

    def _require(self) -> None:
        """Raise `NotOwner` unless this phone is the owner's now. May be called from any thread."""
        host = self._phone.host
        host.tables.store.owners.require(host.ownership.by(self._phone.storage))

    async def _hand_out(self, name: str, made: bytes) -> None:
        """Download a file about the whole host, if this phone is still the owner's now that the file is made."""
        await self._phone.host.tables.run(self._require)
        await ft.FilePicker().save_file(file_name=name, src_bytes=made)

    def _progress(self, *, bringing: bool) -> Progress:
        return lambda done: self._show(round(100 * done), 100, bringing)

    def _show(self, done: int, of: int, bringing: bool) -> None:
        phone = self._phone
        if isinstance(phone.opened, ArchivePage):
            phone.opened = replace(phone.opened, done=done, of=of, bringing=bringing)
            phone.refresh()

    def _done(self) -> None:
        self._show(0, 0, False)
