"""One host: its store, its live matches, and the phones connected to it."""

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
from companion.phones.intake import Intake
from companion.phones.lists import FirstPages, Lists
from companion.phones.owner import Allowance, Ownership
from companion.phones.phone_state import Location
from companion.phones.seats import match_changed
from companion.phones.session import Phone
from companion.phones.statistics import Statistics
from companion.tables.demonstration import Demonstration
from companion.tables.table import Table
from companion.tables.tables import Tables
from companion.ui import qr
from models import Store, StoreError

log = logging.getLogger("metsuke")

AWAY = 60.0
"""Seconds for which the session of a disconnected phone is kept if it has no match open and nothing entered."""
TICK = 20.0
"""Seconds between two checks of the phones that are away."""
MANY_FORGOTTEN = 30
"""The number of ended sessions after which their screens, 0.3 MB each, are garbage-collected at once; Python would do
so much later. If they are fewer but more than the sessions that are left, they are collected at the next `TICK`."""
MANY_NEW = 2_000
"""The number of new objects (of a few declarations) from which on they are garbage-collected after phones have been
told, or a frame was handled. Python itself would wait for ten times as many, and collect in the middle of telling."""
LOOKED = 5
"""The number of such collections after which the next older generation is collected too."""
UNTOLD = "a phone could not be told what is new"
COUNTED = frozenset({"home", "history", "person", "game", "archive", "owner"})
"""Screens that show who has played, and statistics."""
REACH_SECONDS = 5.0
"""Seconds for which this machine's addresses are cached: a laptop may change networks during an evening."""


class Host:
    """The services behind the web host and the native app; see `companion.hosting.web_app`."""

    def __init__(
        self,
        open_store: Callable[[], Store],
        reach: Callable[[], Sequence[str]],
        language: str = "",
        *,
        alone: bool = False,
    ) -> None:
        """Make a host without starting it. `reach` returns the URLs of this machine, the likeliest first.

        `alone`: nothing is hosted, and the user of this device is the owner.
        """
        self._open_store = open_store
        self._alone = alone
        self._reach = reach
        self.language = language
        """The language of phones that have not chosen one; empty: the one that each asks for."""
        self.phones: set[Phone] = set()
        self._people_changed = False
        self._showing: asyncio.Task[None] | None = None
        """The task that updates all phones after people have changed."""
        self._loaded: asyncio.Future[Any]
        """The task that imports the screens of all games, for which the first phone waits, so that no turn has to."""
        self._forgotten = 0
        """The sessions that have ended since the last collection."""
        self.intake = Intake()
        self.allowance = Allowance()
        self.on_new_match: Callable[[str], None] | None = None
        self.show_code: Callable[[str], None] | None = None
        """Prints an owner's code in the terminal."""
        self.ownership: Ownership
        self.jobs = Jobs(0 if alone else None)  # in a window there is nobody else to keep waiting
        self.demonstrations = Demonstrations(self.phones, self.jobs, self._match_changed)
        self._tables: Tables | None = None
        self._lists: Lists
        self.first_pages: FirstPages
        self.statistics: Statistics
        self._ticking: asyncio.Task[None] | None = None
        self._codes: set[str] = set()
        self._telling: dict[str, asyncio.Task[None]] = {}
        self._untold: set[str] = set()
        """Tables with news that some of their phones have not been told."""
        self._found: tuple[str, ...] = ()
        self._looked = -REACH_SECONDS

    @property
    def tables(self) -> Tables:
        """The live matches. Valid only while the host runs."""
        assert self._tables is not None, "the host has not been started"
        return self._tables

    @property
    def live(self) -> tuple[int, bool]:
        """The number of matches in memory, and whether news of other processes is received."""
        tables = self._tables
        return (0, True) if tables is None else (len(tables.following.versions()), tables.news.hearing)

    @property
    def opens_with_demonstration(self) -> bool:
        """Whether this host shows a permanent demonstration: phones that name no match come to it."""
        return self.demonstrations.makes is not None

    @property
    def demonstration(self) -> Demonstration | None:
        return self.demonstrations.running

    async def table(self, code: str) -> Table | None:
        """Return a live match or the demonstration; None if there is none with this code. Raises `GameUnavailable`."""
        return self.demonstrations.live(code) or await self.tables.table(code)

    async def show(self, game: str = "") -> Table | None:
        """Start a demonstration, and return its table; None if no game can be played."""
        return await self.demonstrations.show(game)

    # Starting and stopping

    async def start(self) -> None:
        """Open the store. Raises `models.StoreError` with a message for people."""
        if self._tables is None:
            self._tables = Tables(self._open_store(), jobs=self.jobs)
            self._lists = Lists(self._tables)
            self.first_pages = FirstPages(self.phones, self._lists)
            self.ownership = Ownership(self._tables, self.allowance, self.show_code, self._alone)
            self.statistics = Statistics(self._tables, self.ownership, self._show_statistics, self._show_people)
            self._tables.people_changed = self.statistics.people_changed
            await self.ownership.start()
            await self.statistics.erase_due()
            self._tables.news.listen(self._match_changed)
            self._tables.worked_out = self._match_changed
            self._loaded = asyncio.ensure_future(aside(offered))
            self._tables.start()
            if self._tables.shared:
                self.intake.share(self._tables)
            self._ticking = asyncio.get_running_loop().create_task(self._tick())
            self.demonstrations.start(self._tables)

    async def stop(self) -> None:
        """Finish pending writes and close the store."""
        await self.demonstrations.stop()
        if self._ticking is not None:
            self._ticking.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._ticking
        if self._tables is not None:
            await self.first_pages.stop()
            self.statistics.stop()
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
        """Tell whether phones are given a public address."""
        return not all(is_private_address(urlsplit(each.url).hostname or "") for each in self.addresses())

    def addresses(self, code: str = "") -> tuple[Address, ...]:
        """Return the addresses of this host, or of a match on it, the likeliest first."""
        suffix = f"/m/{code}" if code else ""
        now = time.monotonic()
        if now - self._looked > REACH_SECONDS:
            self._found, self._looked = tuple(self._reach()), now
        return tuple(Address(url + suffix, url.partition("://")[2] + suffix) for url in self._found)

    def join_url(self, code: str) -> str:
        """Return the address in a match's QR code, or an empty string if nobody can join."""
        return next((address.url for address in self.addresses(code)), "")

    def qr_of(self, code: str) -> str:
        """Return the QR code of a match as a data URL, or an empty string if nobody can join."""
        url = self.join_url(code)
        return _qr_data(url) if url else ""

    def opened(self, code: str) -> None:
        """Note that a match was opened, and show its QR code in the terminal."""
        self._codes.add(code)
        if self.on_new_match is not None:
            self.on_new_match(code)

    # News

    def _match_changed(self, code: str) -> None:
        """Start telling the phones at a table; if that is running, tell them once more afterwards."""
        self._untold.add(code)
        if code not in self._telling:
            telling = asyncio.get_running_loop().create_task(metered(self._tell(code)))
            self._telling[code] = telling
            telling.add_done_callback(lambda _: self._telling.pop(code, None))
        self.first_pages.changed()

    async def _tell(self, code: str) -> None:
        """Tell the phones at a table one after the other.

        Other tasks run between two phones, so that the time of a ping reveals nothing about how much is drawn.
        """
        while code in self._untold:
            self._untold.discard(code)
            # This goes through all phones, a thousand or more, at every declaration.
            for phone in [each for each in self.phones if each.table is not None and each.table.record.code == code]:
                if phone.table is not None and phone.table.code == code:
                    with fenced(UNTOLD):
                        match_changed(phone)
                    await asyncio.sleep(0)
        if self._tables is not None and (table := self._tables.live(code)) is not None:
            table.delivered()
        asyncio.get_running_loop().call_soon(collect_new)

    @property
    def telling(self) -> tuple[asyncio.Task[None], ...]:
        """The tasks that are telling phones now."""
        return tuple(self._telling.values())

    def _show_statistics(self) -> None:
        """Update the open pages of people and games after journals have been read."""
        for phone in tuple(self.phones):
            with fenced(UNTOLD):
                if phone.table is None and phone.where.screen in ("person", "game") and phone.connected:
                    phone.spawn(self._refill(phone))

    def _show_people(self) -> None:
        """Drop what phones have cached of people, who were renamed, merged or left out, and show it again."""
        for phone in self.phones:
            phone.home, phone.history, phone.opened = (), None, None
        self._people_changed = True
        if self._showing is None or self._showing.done():
            self._showing = asyncio.get_running_loop().create_task(self._fill_again())

    async def _fill_again(self) -> None:
        """Read the lists of all phones again, one after the other, so that no table waits for them."""
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
        """Every `TICK`, end and erase what is due, and show for how many minutes phones have been away."""
        while True:
            await asyncio.sleep(TICK)
            with fenced("a demonstration that nobody watches could not be ended"):
                await self.demonstrations.end_unwatched()
            with fenced("what nobody needs any more could not be put away"):
                await self.statistics.erase_due()
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
        """End the sessions of disconnected phones that would see the same in a new session."""
        before = time.monotonic() - AWAY
        gone = [each for each in self.phones if each.left_at is not None and each.left_at < before]
        if gone:  # web server only: a phone in a window has no connection, and that module may be missing
            from companion.flet_runtime.connection import forget, key_of

            for phone in gone:
                if phone.shows_lists_alone:
                    await forget(key_of(phone.session))

    def forget(self, phone: Phone) -> None:
        self.phones.discard(phone)
        self._forgotten += 1
        self._collect_if_gone(max(MANY_FORGOTTEN, len(self.phones) / 2))

    def _collect_if_gone(self, phones: float) -> None:
        """Collect the garbage of ended sessions, if there are so many. It takes 0.5 ms for each open session."""
        if self._forgotten >= phones:
            self._forgotten = 0
            asyncio.get_running_loop().call_soon(_collect)  # later, when the last reference is gone too

    # Lists

    async def fill(self, phone: Phone) -> None:
        """Read what the lists on a phone's screen show; skip it if the phone has moved on while waiting."""
        where = phone.where
        async with phone.filling:
            if phone.where is where:
                await self._fill(phone, where)

    async def _fill(self, phone: Phone, where: Location) -> None:
        if where.screen == "home":
            open_now = await self._lists.open_matches()
            phone.home, phone.more, phone.totals = await self._lists.home(
                phone.storage.keys, open_now, where.home_search
            )
        elif where.screen == "history":
            phone.history = await self._lists.history(where.history_game, where.history_search)
        elif where.screen == "person":
            phone.opened = await self.statistics.person(where.person, where.game, phone.storage)
        elif where.screen == "game":
            phone.opened = await self.statistics.game(where.game)
        elif where.screen == "archive":
            phone.opened = await self.statistics.archive(phone.storage)
        elif where.screen == "owner":
            phone.opened = await self.statistics.owner(phone.storage)


def collect_new() -> None:
    """Collect new garbage if there is much: redrawing leaves control trees with reference cycles."""
    new, looked, _ = gc.get_count()
    if new > MANY_NEW:
        gc.collect(int(looked > LOOKED))


def _collect() -> None:
    """Collect the garbage of ended sessions, and return the C library's free memory to the system."""
    gc.collect()
    with contextlib.suppress(TypeError, AttributeError, OSError):  # Windows, and C libraries other than glibc
        ctypes.CDLL(None).malloc_trim(0)


@lru_cache(maxsize=64)
def _qr_data(url: str) -> str:
    return "data:image/png;base64," + base64.b64encode(qr.png(url)).decode()


def is_private_address(host: str) -> bool:
    """Tell whether the host in an address is a private IP address."""
    try:
        return not ipaddress.ip_address(host).is_global
    except ValueError:
        return False
