"""One host: its store, its live matches, and the phones that are connected to it."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import ctypes
import gc
import logging
import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

import flet as ft

from companion.contract.offered import offered, ui_of
from companion.contract.snapshot import Address
from companion.database import open_store
from companion.phones.figures import Figures
from companion.phones.intake import Intake
from companion.phones.lists import Lists
from companion.phones.phone_actions import PhoneActions
from companion.phones.seats import follow_to, heard
from companion.phones.session import Phone
from companion.tables.demonstration import Demonstration
from companion.tables.table import Table
from companion.tables.tables import Tables
from companion.ui import qr
from models import Store, StoreError

log = logging.getLogger("metsuke")

TICK = 20.0
"""Seconds between looks at who has been away for how long."""
MANY_FORGOTTEN = 100
"""Phones at least after whose end their screens are collected, 50 kB each, which Python itself does much later."""
HOME_SECONDS = 1.0
"""Seconds between two times that first pages are brought up to date: at many tables somebody always moves."""
REACH_SECONDS = 5.0
"""How long this machine's addresses are believed: a laptop changes its network in the middle of an evening."""


class Host:
    """The services behind the web host and the native app; see `companion.hosting.services`."""

    def __init__(
        self,
        open_store: Callable[[], Store],
        reach: Callable[[], Sequence[str]],
        language: str = "",
    ) -> None:
        """Make a host that is not started yet. `reach` gives the URLs of this machine, the likeliest first."""
        self._open_store = open_store
        self._reach = reach
        self.language = language
        """The language of phones that have not chosen one; empty: what each asks for."""
        self.phones: set[Phone] = set()
        self._forgotten = 0
        """Phones whose sessions have ended since the last collection."""
        self.intake = Intake()
        self.on_new_match: Callable[[str], None] | None = None
        self.demonstration: Demonstration | None = None
        """The table that plays itself, if this host shows one."""
        self.demonstrates: Callable[[Tables], Demonstration] | None = None
        """Makes it when the host starts."""
        self._tables: Tables | None = None
        self._shown: Tables | None = None
        """The tables of a demonstration that somebody asked for."""
        self._folder: TemporaryDirectory[str] | None = None
        self._showing = asyncio.Lock()
        self._lists: Lists
        self.figures: Figures
        self._ticking: asyncio.Task[None] | None = None
        self._playing: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._refilling: asyncio.Task[None] | None = None
        self._refill_due: asyncio.TimerHandle | None = None
        """Set while first pages show less than there is."""
        self._refilled = -HOME_SECONDS
        self._codes: set[str] = set()
        self._found: tuple[str, ...] = ()
        self._looked = -REACH_SECONDS

    @property
    def tables(self) -> Tables:
        """The live matches. Only while the host runs."""
        assert self._tables is not None, "the host has not been started"
        return self._tables

    @property
    def live(self) -> tuple[int, bool]:
        """How many matches are in memory, and whether what other processes do is heard of."""
        tables = self._tables
        return (0, True) if tables is None else (len(tables.following.positions()), tables.news.hearing)

    @property
    def opens_with_demonstration(self) -> bool:
        """Whether this host is there to show it: phones that name no match come to it."""
        return self.demonstrates is not None

    async def table(self, code: str) -> Table | None:
        """Return a live match, or the one that plays itself; None where there is no such. Raises `GameUnavailable`."""
        shown = self._shown.live(code) if self._shown is not None else None
        return shown or await self.tables.table(code)

    # Starting and stopping

    async def start(self) -> None:
        """Open the store. Raises `models.StoreError` in words for people."""
        if self._tables is None:
            self._tables = Tables(self._open_store())
            self._lists = Lists(self._tables)
            self.figures = Figures(self._tables, self._show_figures)
            self._tables.news.listen(self._heard)
            self._tables.worked_out = self._heard
            self._tables.start()
            if self._tables.shared:
                self.intake.share(self._tables)
            self._ticking = asyncio.get_running_loop().create_task(self._tick())
            if self.demonstrates is not None:
                self.demonstration = self.demonstrates(self._tables)
                self.demonstration.moved = self._show_next
                self._playing = asyncio.get_running_loop().create_task(self.demonstration.run())

    async def stop(self) -> None:
        """Finish what is being written and close the store."""
        await self._end_show()
        if self._refill_due is not None:
            self._refill_due.cancel()
        for running in filter(None, (self._playing, self._ticking, self._refilling)):
            running.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await running
        if self._tables is not None:
            self.figures.stop()
            self._tables.close()
            self._tables = None

    async def show(self, game: str = "") -> Table | None:
        """Let a table play itself beside the evening's, and return it once it plays; None where no game can be.

        It begins with a game if one is named and nobody watches another, and is kept in a folder of its own that is
        thrown away when the last phone has left.
        """
        async with self._showing:
            known = offered()
            if self.demonstration is not None and (game in ("", self._shown_game()) or self._watched()):
                return self.demonstration.table
            await self._end_show()
            if not known or self.opens_with_demonstration:
                return None
            first = game if game in known else next((key for key in known if ui_of(key).proposed), known[0])
            at = known.index(first)
            self._folder = TemporaryDirectory(prefix="metsuke-demo-", ignore_cleanup_errors=True)
            file = str(Path(self._folder.name) / "demo.db")
            self._shown = Tables(await asyncio.to_thread(open_store, file))
            self._shown.news.listen(self._heard)
            self.demonstration = Demonstration(self._shown, known[at:] + known[:at])
            begun = asyncio.Event()

            async def moved(before: Table | None, table: Table) -> None:
                begun.set()
                await self._show_next(before, table)

            self.demonstration.moved = moved
            self._playing = asyncio.get_running_loop().create_task(self.demonstration.run())
            await begun.wait()
            return self.demonstration.table

    def _shown_game(self) -> str:
        table = self.demonstration.table if self.demonstration is not None else None
        return table.record.game if table is not None else ""

    def _watched(self) -> bool:
        table = self.demonstration.table if self.demonstration is not None else None
        return any(phone.table is table and phone.connected for phone in self.phones)

    async def _end_show(self) -> None:
        """Put away a demonstration that somebody asked for."""
        if self._shown is None:
            return
        if self._playing is not None:
            self._playing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._playing
        self._shown.close()
        self._shown = self._playing = self.demonstration = None
        if self._folder is not None:
            self._folder.cleanup()

    async def _show_next(self, before: Table | None, table: Table) -> None:
        """Take all phones of a demonstration along to its next table."""
        for phone in tuple(self.phones):
            if before is not None and phone.table is before:
                await follow_to(phone, table)

    async def main(self, page: ft.Page) -> None:
        if not self.phones:
            offered()  # the first phone loads what all need, so that no turn of play has to wait for it
        await Phone(self, page, PhoneActions).open()

    # Addresses

    async def match_exists(self, code: str) -> bool:
        return code in self._codes or await self.tables.exists(code)

    def addresses(self, code: str = "") -> tuple[Address, ...]:
        """Return how phones reach this host, or a match on it, the likeliest first."""
        suffix = f"/m/{code}" if code else ""
        now = time.monotonic()
        if now - self._looked > REACH_SECONDS:
            self._found, self._looked = tuple(self._reach()), now
        return tuple(Address(url + suffix, url.partition("://")[2] + suffix) for url in self._found)

    def join_url(self, code: str) -> str:
        """Return the address that a match's QR code holds, or an empty string where nobody can join."""
        return next((address.url for address in self.addresses(code)), "")

    def qr_of(self, code: str) -> str:
        """Return the QR code of a match as a data URL, or an empty string where nobody can join."""
        url = self.join_url(code)
        return _qr_data(url) if url else ""

    def opened(self, code: str) -> None:
        """A match was opened: the terminal shows its QR code."""
        self._codes.add(code)
        if self.on_new_match is not None:
            self.on_new_match(code)

    # News

    def _heard(self, code: str) -> None:
        for phone in tuple(self.phones):
            if phone.table is not None and phone.table.code == code:
                heard(phone)
        if self._refill_due is None and any(map(_at_home, self.phones)):
            self._refill_in(self._refilled + HOME_SECONDS - time.monotonic())

    def _refill_in(self, seconds: float) -> None:
        self._refill_due = asyncio.get_running_loop().call_later(max(0.0, seconds), self._refill_now)

    def _refill_now(self) -> None:
        if self._refilling is not None and not self._refilling.done():
            self._refill_in(HOME_SECONDS)  # what it read may be too old
            return
        self._refill_due = None
        self._refilling = asyncio.get_running_loop().create_task(self._refill_homes())

    async def _refill_homes(self) -> None:
        """Bring first pages up to date, one after the other."""
        try:
            records = await self._lists.open_matches()
            for phone in filter(_at_home, tuple(self.phones)):
                phone.home, phone.totals = await self._lists.home(phone.storage.keys, records)
                phone.refresh()
                await asyncio.sleep(0)  # who plays goes first
        except StoreError:
            log.error("what runs on this host could not be read")
        self._refilled = time.monotonic()

    def _show_figures(self) -> None:
        """Journals have been read: show what they add to the pages that are looked at."""
        for phone in tuple(self.phones):
            if phone.table is None and phone.where.screen in ("person", "game") and phone.connected:
                phone.spawn(self._refill(phone))

    async def _refill(self, phone: Phone) -> None:
        await self.fill(phone)
        phone.refresh()

    async def _tick(self) -> None:
        """Minutes away count up on the phones that show them."""
        while True:
            await asyncio.sleep(TICK)
            if self._shown is not None and not self._watched():
                async with self._showing:
                    await self._end_show()
            for phone in tuple(self.phones):
                if phone.table is not None and phone.connected:
                    phone.refresh()
            if self._forgotten >= max(MANY_FORGOTTEN, len(self.phones) / 2):  # it takes 0.5 ms for each that is here
                self._forgotten = 0
                gc.collect()
                _give_back()

    def forget(self, phone: Phone) -> None:
        self.phones.discard(phone)
        self._forgotten += 1

    # Lists

    async def fill(self, phone: Phone) -> None:
        """Read what the lists on a phone's screen show."""
        where = phone.where
        if where.screen == "home":
            open_now = await self._lists.open_matches()
            phone.home, phone.totals = await self._lists.home(phone.storage.keys, open_now)
        elif where.screen == "history":
            phone.history = await self._lists.history(where.history_game, where.history_search)
        elif where.screen == "person":
            phone.opened = await self.figures.person(where.person, where.game, phone.storage)
        elif where.screen == "game":
            phone.opened = await self.figures.game(where.game)
        elif where.screen == "archive":
            phone.opened = await self.figures.archive(phone.storage)


def _give_back() -> None:
    """Let the system have the memory that this process has no use for, where the C library keeps it."""
    with contextlib.suppress(TypeError, AttributeError, OSError):  # Windows, others than glibc
        ctypes.CDLL(None).malloc_trim(0)


def _at_home(phone: Phone) -> bool:
    """Tell whether a phone shows the first page; one that is on its way to a match shows nothing yet."""
    return phone.table is None and phone.where.screen == "home" and phone.shows_something


@lru_cache(maxsize=64)
def _qr_data(url: str) -> str:
    return "data:image/png;base64," + base64.b64encode(qr.png(url)).decode()
