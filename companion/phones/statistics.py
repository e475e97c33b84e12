"""The pages of people and games, computed from finished matches, and the files made of one match's journal."""

from __future__ import annotations

import asyncio
import logging
from base64 import b64encode
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Literal

from companion.contract.game_ui import offered
from companion.contract.statistics import ArchivePage, GamePage, KeptMatch, OwnerPage, PersonPage, TidiedName
from companion.database import match_of
from companion.exports.tables import link
from companion.i18n import languages, translator
from companion.jobs import ASKER, Asker
from companion.phones.device_storage import DeviceStorage
from companion.phones.owner import Ownership
from companion.statistics import (
    Played,
    account_of,
    all_played,
    course_of,
    game_statistics,
    person_statistics,
    played,
    read_account,
)
from companion.tables.tables import Tables
from companion.ui import qr
from models import EntryRecord, MatchRecord, PersonRecord, StoreError
from referee.core.journal import Match

Form = Literal["png", "html", "pdf"]


def record_file(record: MatchRecord, rows: Sequence[EntryRecord], form: Form, lang: str) -> bytes:
    """Return the record of a finished match as a picture, a web page or a PDF, in a reader's language.

    Raises what `companion.database.match_of` raises, and `ValueError` if the match has not ended.
    """
    from companion.exports.record import record_of, walked

    match = match_of(record, rows)
    counted, map_ = _counted(record, rows, match), walked(match)
    record_ = record_of(record, counted, match, lang)
    if form == "png":
        from companion.exports.picture import picture

        return picture(record_, map_)
    if form == "pdf":
        from companion.printing.record_pdf import record_pdf

        return record_pdf(record_, map_, translator(lang))
    from companion.exports.record import web_page

    others = [record_of(record, counted, match, each) for each in languages() if each != lang]
    return web_page([record_, *others], map_, match)


def kept_match(record: MatchRecord, rows: Sequence[EntryRecord], lang: str) -> KeptMatch:
    """Return the contents of a finished match's export page: its course, and the link for BG Stats."""
    counted = _counted(record, rows, match_of(record, rows))
    handed = link(record, counted, translator(lang))
    return KeptMatch(course_of(counted), handed, _code(handed))


def _counted(record: MatchRecord, rows: Sequence[EntryRecord], match: Match) -> Played:
    account = account_of(match, record.started or record.created, ((row.actor, row.at) for row in rows))
    return played(record, account.model_dump(mode="json"))


def _code(link: str) -> str:
    """Return a link as a QR code's data URL, or an empty string if it is too long for one."""
    try:
        return "data:image/png;base64," + b64encode(qr.png(link, 4, dense=True)).decode() if link else ""
    except ValueError:
        return ""


log = logging.getLogger("metsuke")

AT_ONCE = 4
"""The number of journals read before a page is shown; the others follow while it is shown."""
AGAIN = timedelta(minutes=10)
"""The time after which a failed erasure is tried again."""
NEVER_LOOKED = datetime.min.replace(tzinfo=UTC)
TELL_EVERY = 20
"""The number of journals read between two updates of the open pages."""


class Statistics:
    """The statistics of one host's finished matches."""

    def __init__(
        self, tables: Tables, ownership: Ownership, counted_more: Callable[[], None], people_changed: Callable[[], None]
    ) -> None:
        """`counted_more` is called after more matches were counted, `people_changed` after people were changed."""
        self.tables = tables
        self._ownership = ownership
        self._counted_more = counted_more
        self._people_changed = people_changed
        self._erase_at: datetime | None = NEVER_LOOKED
        """When a name must be erased next; None if there is none."""
        self._counted: tuple[int, tuple[Played, ...]] | None = None
        self._reading: asyncio.Task[None] | None = None

    def forget(self) -> None:
        """Forget the statistics: people or matches have changed."""
        self._counted = None

    async def played(self) -> tuple[Played, ...]:
        """Return all finished matches, read again when one has ended."""
        ended = self.tables.ended
        if self._counted is None or self._counted[0] != ended:
            self._counted = ended, await self.tables.jobs.beside(all_played, self.tables.store)
        return self._counted[1]

    async def _unread(self) -> int:
        """Read up to `AT_ONCE` journals without an account, and start to read the rest; return how many remain."""
        store = self.tables.store
        missing = await self.tables.run(store.accounts.missing)
        for code in missing[:AT_ONCE]:
            await self._account(code)
        if missing:
            self.forget()
        rest = missing[AT_ONCE:]
        if rest and (self._reading is None or self._reading.done()):
            self._reading = asyncio.get_running_loop().create_task(self._read(rest))
        return len(rest)

    async def _account(self, code: str) -> None:
        """Make the account of a finished match from its journal, and store it."""
        tables = self.tables
        record = await tables.run(tables.store.matches.get, code)
        rows = await tables.run(tables.store.journals.entries, record.id)
        account = await tables.jobs.run("account", read_account, record, rows)
        await tables.run(tables.store.accounts.keep, record.id, account)

    async def _read(self, codes: list[str]) -> None:
        ASKER.set(Asker())  # the phone that asked may have gone
        for n, code in enumerate(codes, 1):
            await self._account(code)
            if n % TELL_EVERY == 0 or n == len(codes):
                self.forget()
                self._counted_more()

    def stop(self) -> None:
        if self._reading is not None:
            self._reading.cancel()

    # Pages

    async def person(self, person: int, game: str, storage: DeviceStorage) -> PersonPage | None:
        """Return the page of a person; None for an unknown id or, unless for the owner, a person left out."""
        unread = await self._unread()
        known = await self._people()
        owner = await self._ownership.owns(storage)
        me = known.get(person)
        if me is None or (me.left_out and not owner):
            return None
        matches = [each for each in await self.played() if not game or each.game == game]
        out = {each.id for each in known.values() if each.left_out}
        names = {each.id: each.name for each in known.values()}
        return PersonPage(
            id=person,
            name=me.name,
            game=game,
            statistics=await self.tables.jobs.beside(person_statistics, matches, person, names, out),
            left_out=me.left_out,
            owner=owner,
            others=tuple((id, name) for id, name in names.items() if id != person) if owner else (),
            unread=unread,
        )

    async def game(self, game: str) -> GamePage | None:
        """Return the page of a game; None for one that cannot be played here and was never played."""
        unread = await self._unread()
        matches = await self.played()
        if game not in offered() and not any(each.game == game for each in matches):
            return None
        return GamePage(game, await self.tables.jobs.beside(game_statistics, matches, game), unread)

    async def archive(self, storage: DeviceStorage) -> ArchivePage:
        totals = await self.tables.run(self.tables.store.history.statistics)
        may = await self._ownership.owns(storage)
        out = tuple((p.id, p.name) for p in (await self._people()).values() if p.left_out) if may else ()
        return ArchivePage(totals.matches, len(totals.players), may, out)

    async def _people(self) -> dict[int, PersonRecord]:
        return {each.id: each for each in await self.tables.run(self.tables.store.people.all)}

    async def owner(self, storage: DeviceStorage) -> OwnerPage:
        """Return a phone's page about the owner; what can be taken back is listed only for the owner."""
        ownership, store = self._ownership, self.tables.store
        if not await ownership.owns(storage):
            await ownership.show_again()
            return OwnerPage(False)
        tidied = tuple(
            TidiedName(each.id, each.name, each.into, each.until.astimezone().strftime("%H:%M"))
            for each in await self.tables.run(store.people.tidied)
        )
        others = await self.tables.run(store.owners.others, ownership.by(storage))
        return OwnerPage(True, ownership.given, others, tidied)

    # Tidying up; the store checks at the moment of the change whether the key is the owner's

    async def tidy(self, storage: DeviceStorage, change: Callable[..., frozenset[int]], *args: object) -> None:
        """Change something about people. Raises `NotOwner`, another `StoreError`, or `ValueError`."""
        matches = await self.tables.jobs.beside(change, self._ownership.by(storage), *args)
        await self.tables.renamed(matches)
        self._erase_at = NEVER_LOOKED  # there may be more to erase, or sooner
        self.people_changed()

    def people_changed(self) -> None:
        """Update everything that shows people: some were renamed, merged or left out."""
        self.tables.ended += 1  # the lists are counted again, too
        self.forget()
        self._people_changed()

    async def erase_due(self) -> None:
        """Erase the names that can no longer be taken back."""
        if self._erase_at is None or self.tables.clock() < self._erase_at:
            return
        try:
            self._erase_at = await self.tables.jobs.beside(self.tables.store.people.erase_due, self.tables.clock())
        except StoreError:
            log.error("names that were to be erased are still in the database's files; it is tried again")
            self._erase_at = self.tables.clock() + AGAIN
