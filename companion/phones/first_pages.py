"""The first pages of this host's phones: what runs on it, brought up to date when that has changed."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Collection

from companion.flet_runtime.faults import fenced
from companion.phones.lists import Lists
from companion.phones.session import Phone
from models import StoreError

log = logging.getLogger("metsuke")

HOME_SECONDS = 1.0
"""Seconds between two times that first pages are brought up to date: at many tables somebody always moves."""


class FirstPages:
    """Those of `phones` that show the first page, and when they are drawn anew."""

    def __init__(self, phones: Collection[Phone], lists: Lists) -> None:
        self._phones = phones
        self._lists = lists
        self._reading: asyncio.Task[None] | None = None
        self.due: asyncio.TimerHandle | None = None
        """Set while first pages show less than there is."""
        self._read_at = -HOME_SECONDS

    @property
    def reading(self) -> asyncio.Task[None] | None:
        """What brings them up to date just now."""
        return None if self._reading is None or self._reading.done() else self._reading

    def changed(self) -> None:
        """Something that they show has changed."""
        # Of a thousand phones this is asked with every declaration.
        if self.due is None and any(phone.table is None and _at_home(phone) for phone in self._phones):
            self._read_in(self._read_at + HOME_SECONDS - time.monotonic())

    def _read_in(self, seconds: float) -> None:
        self.due = asyncio.get_running_loop().call_later(max(0.0, seconds), self.read_now)

    def read_now(self) -> None:
        if self.reading is not None:
            self._read_in(HOME_SECONDS)  # what it read may be too old
            return
        self.due = None
        self._reading = asyncio.get_running_loop().create_task(self._read())

    async def _read(self) -> None:
        """Bring first pages up to date, one after the other."""
        try:
            records = await self._lists.open_matches()
            for phone in filter(_at_home, tuple(self._phones)):
                with fenced("a phone could not be told what runs on this host"):
                    phone.home, phone.more, phone.totals = await self._lists.home(
                        phone.storage.keys, records, phone.where.home_search
                    )
                    phone.refresh()
                await asyncio.sleep(0)  # who plays goes first
        except StoreError:
            log.error("what runs on this host could not be read")
        self._read_at = time.monotonic()

    async def stop(self) -> None:
        if self.due is not None:
            self.due.cancel()
        if self._reading is not None:
            self._reading.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._reading


def _at_home(phone: Phone) -> bool:
    """Tell whether a phone shows the first page; one that is on its way to a match shows nothing yet."""
    return phone.table is None and phone.where.screen == "home" and phone.shows_something
