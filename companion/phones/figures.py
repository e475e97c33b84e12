"""The pages of people and games: finished matches counted, and read again where their journals have not been yet."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from companion.contract.offered import offered
from companion.contract.statistics import ArchivePage, GamePage, PersonPage
from companion.jobs import ASKER, Asker
from companion.phones.device_storage import HOST, DeviceStorage
from companion.statistics.game import game_figures
from companion.statistics.person import person_figures
from companion.statistics.played import Played
from companion.statistics.reading import all_played, read_account
from companion.tables.keys import key_hash
from companion.tables.tables import Tables
from models import NoSuchMatch, PersonRecord

AT_ONCE = 4
"""Journals that are read before a page is shown; the others follow while it is looked at."""
TOLD = 20
"""Journals after whose reading the pages that are open are told."""


class Figures:
    """What the finished matches of one host come to."""

    def __init__(self, tables: Tables, told: Callable[[], None]) -> None:
        """`told` is called when a page that is open would look different now."""
        self.tables = tables
        self._told = told
        self._counted: tuple[int, tuple[Played, ...]] | None = None
        self._reading: asyncio.Task[None] | None = None

    def forget(self) -> None:
        """People or matches have changed: count again."""
        self._counted = None

    async def played(self) -> tuple[Played, ...]:
        """Return all finished matches, counted again when one has ended."""
        ended = self.tables.ended
        if self._counted is None or self._counted[0] != ended:
            self._counted = ended, await self.tables.jobs.read(all_played, self.tables.store)
        return self._counted[1]

    async def _unread(self) -> int:
        """Read what has not been read, or begin to; return how many matches are still to be."""
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
        """Make the account of a finished match from its journal, and keep it."""
        tables = self.tables
        record = await tables.run(tables.store.matches.get, code)
        rows = await tables.run(tables.store.journals.entries, record.id)
        account = await tables.jobs.run("account", read_account, record, rows)
        await tables.run(tables.store.accounts.keep, record.id, account)

    async def _read(self, codes: list[str]) -> None:
        ASKER.set(Asker())  # whoever asked first may have gone
        for n, code in enumerate(codes, 1):
            await self._account(code)
            if n % TOLD == 0 or n == len(codes):
                self.forget()
                self._told()

    def stop(self) -> None:
        if self._reading is not None:
            self._reading.cancel()

    # Pages

    async def person(self, person: int, game: str, storage: DeviceStorage) -> PersonPage | None:
        """Return the page of a person; None where nobody is known by that id, or who is left out, to a stranger."""
        unread = await self._unread()
        known = await self._people()
        tidies = await self.tidies(storage)
        me = known.get(person)
        if me is None or (me.left_out and not tidies):
            return None
        matches = [each for each in await self.played() if not game or each.game == game]
        out = {each.id for each in known.values() if each.left_out}
        names = {each.id: each.name for each in known.values()}
        return PersonPage(
            id=person,
            name=me.name,
            game=game,
            figures=await self.tables.jobs.read(person_figures, matches, person, names, out),
            left_out=me.left_out,
            tidies=tidies,
            others=tuple((id, name) for id, name in names.items() if id != person) if tidies else (),
            unread=unread,
        )

    async def game(self, game: str) -> GamePage | None:
        """Return the page of a game; None for one that nobody can play here and nobody has played."""
        unread = await self._unread()
        matches = await self.played()
        if game not in offered() and not any(each.game == game for each in matches):
            return None
        return GamePage(game, await self.tables.jobs.read(game_figures, matches, game), unread)

    async def archive(self, storage: DeviceStorage) -> ArchivePage:
        totals = await self.tables.run(self.tables.store.history.statistics)
        may = await self.tidies(storage)
        out = tuple((p.id, p.name) for p in (await self._people()).values() if p.left_out) if may else ()
        return ArchivePage(totals.matches, len(totals.players), may, out)

    async def _people(self) -> dict[int, PersonRecord]:
        return {each.id: each for each in await self.tables.run(self.tables.store.people.all)}

    async def tidies(self, storage: DeviceStorage) -> bool:
        """Tell whether a device has opened a table on this host: then it may tidy up, and take all away."""
        for code, keys in storage.keys.items():
            if HOST not in keys:
                continue
            try:
                record = await self.tables.run(self.tables.store.matches.get, code)
            except NoSuchMatch:
                continue
            if record.host_key is not None and record.host_key == key_hash(keys[HOST]):
                return True
        return False

    # Tidying up; whoever calls has checked that the phone may

    async def tidy(self, change: Callable[..., None], *args: object) -> None:
        """Change something about people. Raises `StoreError` and `ValueError`."""
        await self.tables.run(change, *args)
        self.tables.ended += 1  # the lists count again, too
        self.forget()
