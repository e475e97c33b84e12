"""The demonstration of a host: a table that plays itself, permanently or on request."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Collection
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.contract.game_ui import offered, ui_of
from companion.database import open_store
from companion.flet_runtime.faults import fenced
from companion.jobs import Jobs
from companion.phones.seats import follow_to
from companion.phones.session import Phone
from companion.tables.demonstration import Demonstration
from companion.tables.table import Table
from companion.tables.tables import Tables


class Demonstrations:
    """The running demonstration, if any. `on_change` tells the phones at a table that something has changed there."""

    def __init__(self, phones: Collection[Phone], jobs: Jobs, on_change: Callable[[str], None]) -> None:
        self._phones = phones
        self._jobs = jobs
        self._on_change = on_change
        self.running: Demonstration | None = None
        self.makes: Callable[[Tables], Demonstration] | None = None
        """Makes the demonstration of a host that shows one permanently; else None."""
        self._shown: Tables | None = None
        """The tables of a demonstration on request."""
        self._folder: TemporaryDirectory[str] | None = None
        self._changing = asyncio.Lock()
        self._playing: asyncio.Task[None] | None = None

    def start(self, tables: Tables) -> None:
        """Start the permanent demonstration, if this host has one."""
        if self.makes is not None:
            self._run(self.makes(tables), self._show_next)

    def _run(self, demonstration: Demonstration, moved: Callable[[Table | None, Table], Awaitable[None]]) -> None:
        self.running, demonstration.moved = demonstration, moved
        self._playing = asyncio.get_running_loop().create_task(demonstration.run())

    def live(self, code: str) -> Table | None:
        """Return the table of the demonstration on request, or None."""
        return None if self._shown is None else self._shown.live(code)

    async def show(self, game: str = "") -> Table | None:
        """Start a demonstration, and return its table once it plays; None if no game can be played.

        It begins with `game` if given, unless others watch another one. Its matches are stored in a temporary folder
        that is deleted when the last phone has left.
        """
        async with self._changing:
            known = offered()
            if self.running is not None and (game in ("", self._game()) or self.watched):
                return self.running.table
            await self.end()
            if not known or self.makes is not None:
                return None
            first = game if game in known else next((key for key in known if ui_of(key).proposed), known[0])
            at = known.index(first)
            self._folder = TemporaryDirectory(prefix="metsuke-demo-", ignore_cleanup_errors=True)
            file = str(Path(self._folder.name) / "demo.db")
            self._shown = Tables(await self._jobs.beside(open_store, file), jobs=self._jobs)
            self._shown.news.listen(self._on_change)
            begun = asyncio.Event()

            async def moved(before: Table | None, table: Table) -> None:
                begun.set()
                await self._show_next(before, table)

            shown = Demonstration(self._shown, known[at:] + known[:at])
            self._run(shown, moved)
            await begun.wait()
            return shown.table

    @property
    def table(self) -> Table | None:
        return None if self.running is None else self.running.table

    def _game(self) -> str:
        return "" if self.table is None else self.table.record.game

    @property
    def watched(self) -> bool:
        """Whether any connected phone is at its table."""
        return any(phone.table is self.table and phone.connected for phone in self._phones)

    async def end_unwatched(self) -> None:
        if self._shown is not None and not self.watched:
            async with self._changing:
                await self.end()

    async def end(self) -> None:
        """End a demonstration on request."""
        if self._shown is None:
            return
        await self._stop_playing()
        self._shown.close()
        self._shown = self.running = None
        if self._folder is not None:
            self._folder.cleanup()

    async def _stop_playing(self) -> None:
        playing, self._playing = self._playing, None
        if playing is not None:
            playing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await playing

    async def stop(self) -> None:
        """End the demonstration of either kind."""
        await self.end()
        await self._stop_playing()

    async def _show_next(self, before: Table | None, table: Table) -> None:
        """Take all phones of a demonstration along to its next table."""
        for phone in tuple(self._phones):
            with fenced("a phone could not be taken along to the next table"):
                if before is not None and phone.table is before:
                    await follow_to(phone, table)
