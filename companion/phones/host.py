"""One host: its store, its live matches, and the phones that are connected to it."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import ctypes
import gc
import ipaddress
import logging
import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

import flet as ft

from companion.contract.game_ui import offered
from companion.contract.snapshot import Address
from companion.flet_runtime.faults import fenced
from companion.jobs import Jobs, metered
from companion.jobs.jobs import aside
from companion.phones.actions import PhoneActions
from companion.phones.demonstrations import Demonstrations
from companion.phones.figures import Figures
from companion.phones.intake import Intake
from companion.phones.lists import FirstPages, Lists
from companion.phones.owner import Allowance, Ownership
from companion.phones.phone_state import Where
from companion.phones.seats import heard
from companion.phones.session import Phone
from companion.tables.demonstration import Demonstration
from companion.tables.table import Table
from companion.tables.tables import Tables
from companion.ui import qr
from models import Store, StoreError

log = logging.getLogger("metsuke")

AWAY = 60.0
"""Seconds that a session is kept for a phone that has gone and has neither a match open nor anything entered."""
TICK = 20.0
"""Seconds between looks at who has been away for how long."""
MANY_FORGOTTEN = 30
"""Phones at least after whose end their screens are collected at once, 0.3 MB each, which Python does much later.
Fewer, if they are more than those that are here, are collected at the next `TICK`."""
MANY_NEW = 2_000
"""New objects, of a few declarations, that are looked through for waste as soon as phones have been told, or a frame
has been taken in. Python itself would look through ten times as many, in the middle of telling."""
LOOKED = 5
"""How often, until what was new then is looked through once more."""
UNTOLD = "a phone could not be told what is new"
COUNTED = frozenset({"home", "history", "person", "game", "archive", "owner"})
"""Screens that show who has played, and what it comes to."""
REACH_SECONDS = 5.0
"""How long this machine's addresses are believed: a laptop changes its network in the middle of an evening."""


class Host:
    """The services behind the web host and the native app; see `companion.hosting.server`."""

    def __init__(
        self,
        open_store: Callable[[], Store],
        reach: Callable[[], Sequence[str]],
        language: str = "",
        *,
        alone: bool = False,
    ) -> None:
        """Make a host that is not started yet. `reach` gives the URLs of this machine, the likeliest first.

        `alone`: nothing is hosted, and whoever sits at this device is its owner.
        """
        self._open_store = open_store
        self._alone = alone
        self._reach = reach
        self.language = language
        """The language of phones that have not chosen one; empty: what each asks for."""
        self.phones: set[Phone] = set()
        self._people_changed = False
        self._showing: asyncio.Task[None] | None = None
        """What shows on all phones that people have changed."""
        self._loaded: asyncio.Future[Any]
        """The screens of all games, which the first phone waits for, so that no turn of play has to."""
        self._forgotten = 0
        """Phones whose sessions have ended since the last collection."""
        self.intake = Intake()
        self.allowance = Allowance()
        self.on_new_match: Callable[[str], None] | None = None
        self.show_code: Callable[[str], None] | None = None
        """Writes an owner's code to the terminal."""
        self.ownership: Ownership
        self.jobs = Jobs(0 if alone else None)  # in a window there is nobody else who would have to wait
        self.demonstrations = Demonstrations(self.phones, self.jobs, self._heard)
        self._tables: Tables | None = None
        self._lists: Lists
        self.first_pages: FirstPages
        self.figures: Figures
        self._ticking: asyncio.Task[None] | None = None
        self._codes: set[str] = set()
        self._telling: dict[str, asyncio.Task[None]] = {}
        self._untold: set[str] = set()
        """Tables of which something is new that not all of their phones have been told."""
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
        return self.demonstrations.makes is not None

    @property
    def demonstration(self) -> Demonstration | None:
        return self.demonstrations.running

    async def table(self, code: str) -> Table | None:
        """Return a live match, or the one that plays itself; None where there is no such. Raises `GameUnavailable`."""
        return self.demonstrations.live(code) or await self.tables.table(code)

    async def show(self, game: str = "") -> Table | None:
        """Let a table play itself, and return it; None where no game can be."""
        return await self.demonstrations.show(game)

    # Starting and stopping

    async def start(self) -> None:
        """Open the store. Raises `models.StoreError` in words for people."""
        if self._tables is None:
            self._tables = Tables(self._open_store(), jobs=self.jobs)
            self._lists = Lists(self._tables)
            self.first_pages = FirstPages(self.phones, self._lists)
            self.ownership = Ownership(self._tables, self.allowance, self.show_code, self._alone)
            self.figures = Figures(self._tables, self.ownership, self._show_figures, self._show_people)
            self._tables.people_changed = self.figures.people_changed
            await self.ownership.start()
            await self.figures.erase_due()
            self._tables.news.listen(self._heard)
            self._tables.worked_out = self._heard
            self._loaded = asyncio.ensure_future(aside(offered))
            self._tables.start()
            if self._tables.shared:
                self.intake.share(self._tables)
            self._ticking = asyncio.get_running_loop().create_task(self._tick())
            self.demonstrations.start(self._tables)

    async def stop(self) -> None:
        """Finish what is being written and close the store."""
        await self.demonstrations.stop()
        if self._ticking is not None:
            self._ticking.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._ticking
        if self._tables is not None:
            await self.first_pages.stop()
            self.figures.stop()
            if self._showing is not None:
                self._showing.cancel()
            for telling in self.telling:
                telling.cancel()
            self.jobs.stop()
            await self.ownership.stop()
            self._tables.close()
            self._tables = None

    async def main(self, page: ft.Page) -> None:
        await self._loaded
        await Phone(self, page, PhoneActions).open()

    # Addresses

    async def match_exists(self, code: str) -> bool:
        return code in self._codes or await self.tables.exists(code)

    def from_outside(self) -> bool:
        """Tell whether phones are given an address that is not one of this network's."""
        return not all(of_a_network(urlsplit(each.url).hostname or "") for each in self.addresses())

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
        """Begin to tell the phones at a table; where they are being told already, tell them once more."""
        self._untold.add(code)
        if code not in self._telling:
            telling = asyncio.get_running_loop().create_task(metered(self._tell(code)))
            self._telling[code] = telling
            telling.add_done_callback(lambda _: self._telling.pop(code, None))
        self.first_pages.changed()

    async def _tell(self, code: str) -> None:
        """Tell the phones at a table one after the other.

        What others send is taken in between two of them, so that no ping tells how much there is to draw on one.
        """
        while code in self._untold:
            self._untold.discard(code)
            # Of a thousand phones this is asked with every declaration.
            for phone in [each for each in self.phones if each.table is not None and each.table.record.code == code]:
                if phone.table is not None and phone.table.code == code:
                    with fenced(UNTOLD):
                        heard(phone)
                    await asyncio.sleep(0)
        if self._tables is not None and (table := self._tables.live(code)) is not None:
            table.told()
        asyncio.get_running_loop().call_soon(collect_new)

    @property
    def telling(self) -> tuple[asyncio.Task[None], ...]:
        """What tells phones just now."""
        return tuple(self._telling.values())

    def _show_figures(self) -> None:
        """Journals have been read: show what they add to the pages that are looked at."""
        for phone in tuple(self.phones):
            with fenced(UNTOLD):
                if phone.table is None and phone.where.screen in ("person", "game") and phone.connected:
                    phone.spawn(self._refill(phone))

    def _show_people(self) -> None:
        """People are called, or counted, otherwise: no phone keeps what it was shown of them, whether awake or not."""
        for phone in self.phones:
            phone.home, phone.history, phone.opened = (), None, None
        self._people_changed = True
        if self._showing is None or self._showing.done():
            self._showing = asyncio.get_running_loop().create_task(self._fill_again())

    async def _fill_again(self) -> None:
        """Read the lists of all phones anew, one after the other, so that no table waits for them."""
        while self._people_changed:
            self._people_changed = False
            for phone in sorted(self.phones, key=lambda each: not each.connected):
                try:
                    if phone.where.screen == "keeping":
                        phone.actions.keeping.open()
                    elif phone.table is None and phone.where.screen in COUNTED:
                        await self.fill(phone)
                    phone.refresh()
                except StoreError:
                    log.error("what a phone shows of people could not be read")

    async def _refill(self, phone: Phone) -> None:
        await self.fill(phone)
        phone.refresh()

    async def _tick(self) -> None:
        """Minutes away count up on the phones that show them."""
        while True:
            await asyncio.sleep(TICK)
            with fenced("a demonstration that nobody watches could not be ended"):
                await self.demonstrations.end_unwatched()
            with fenced("what nobody needs any more could not be put away"):
                await self.figures.erase_due()
                await self.tables.put_away_unbegun()
                self.tables.let_go({phone.table for phone in self.phones if phone.table is not None})
            with fenced("the sessions of phones that have gone could not be ended"):
                await self._end_away()
            self._collect_if_gone(len(self.phones) + 1)
            for phone in tuple(self.phones):
                with fenced(UNTOLD):
                    if phone.table is not None and phone.connected:
                        phone.refresh()

    async def _end_away(self) -> None:
        """End the sessions of phones that have gone and would be shown the same in a session begun anew."""
        before = time.monotonic() - AWAY
        gone = [each for each in self.phones if each.left_at is not None and each.left_at < before]
        if gone:  # of a web server: a phone in a window has no connection, nor the code for one
            from companion.flet_runtime.connection import forget, key_of

            for phone in gone:
                if phone.shows_lists_alone:
                    await forget(key_of(phone.session))

    def forget(self, phone: Phone) -> None:
        self.phones.discard(phone)
        self._forgotten += 1
        self._collect_if_gone(max(MANY_FORGOTTEN, len(self.phones) / 2))

    def _collect_if_gone(self, phones: float) -> None:
        """Collect what phones left behind, if so many have gone. It takes 0.5 ms for each that is here."""
        if self._forgotten >= phones:
            self._forgotten = 0
            asyncio.get_running_loop().call_soon(_collect)  # when nobody holds the last of them any more either

    # Lists

    async def fill(self, phone: Phone) -> None:
        """Read what the lists on a phone's screen show; nothing where it has gone on while others were read for it."""
        where = phone.where
        async with phone.filling:
            if phone.where is where:
                await self._fill(phone, where)

    async def _fill(self, phone: Phone, where: Where) -> None:
        if where.screen == "home":
            open_now = await self._lists.open_matches()
            phone.home, phone.more, phone.totals = await self._lists.home(
                phone.storage.keys, open_now, where.home_search
            )
        elif where.screen == "history":
            phone.history = await self._lists.history(where.history_game, where.history_search)
        elif where.screen == "person":
            phone.opened = await self.figures.person(where.person, where.game, phone.storage)
        elif where.screen == "game":
            phone.opened = await self.figures.game(where.game)
        elif where.screen == "archive":
            phone.opened = await self.figures.archive(phone.storage)
        elif where.screen == "owner":
            phone.opened = await self.figures.owner(phone.storage)


def collect_new() -> None:
    """Look through new objects for waste, if there are many: what is drawn anew leaves trees that hold themselves."""
    new, looked, _ = gc.get_count()
    if new > MANY_NEW:
        gc.collect(int(looked > LOOKED))


def _collect() -> None:
    """Collect what is left of phones that have gone, and let the system have what the C library keeps of it."""
    gc.collect()
    with contextlib.suppress(TypeError, AttributeError, OSError):  # Windows, others than glibc
        ctypes.CDLL(None).malloc_trim(0)


@lru_cache(maxsize=64)
def _qr_data(url: str) -> str:
    return "data:image/png;base64," + base64.b64encode(qr.png(url)).decode()


def of_a_network(host: str) -> bool:
    """Tell whether a host's name in an address is a number of a network of one's own."""
    try:
        return not ipaddress.ip_address(host).is_global
    except ValueError:
        return False
