"""The live matches of this host, by their codes: finding, opening and closing them."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from companion.jobs import Jobs, Queue
from companion.tables.backend import AN_ADDRESS, IN_ALL, Backend
from companion.tables.folding import folded
from companion.tables.following import LiveTables
from companion.tables.keys import ProcessRight, key_hash, new_code, new_key
from companion.tables.news import News
from companion.tables.table import Table
from companion.tables.taking_over import TakingOver
from models import CodeTaken, GameMaster, NoSuchMatch, Store
from referee.core.games import game as game_of
from referee.core.journal import begin
from referee.core.values import TABLE, Seat

MOST_LIVE = 400
"""Tables kept in memory while no phone shows them; a finished match takes some 1 MB."""


class Tables(Backend):
    """All matches of this host."""

    def __init__(
        self,
        store: Store,
        news: News | None = None,
        random: Random | None = None,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        jobs: Jobs | None = None,
    ) -> None:
        super().__init__(store, news, random, clock, jobs)
        self._live: dict[str, Table] = {}
        self._by_id: dict[int, Table] = {}
        self._opening: dict[str, asyncio.Future[Table | None]] = {}
        self._folding = Queue(1, AN_ADDRESS, IN_ALL)
        """Matches are read one at a time, in a fair order among those who open them."""
        self.following = LiveTables(self, self._by_id)

    def start(self) -> None:
        """Start following other processes that serve the same matches. Called within the running event loop."""
        self.news.follow(self.following)

    def close(self) -> None:
        """Wait for pending writes, then close the database."""
        self.news.stop()
        self.following.stop()
        for table in self._live.values():
            table.stop()
        super().close()

    async def exists(self, code: str) -> bool:
        """Tell whether a match with this code has been opened, on any process."""
        if code in self._live:
            return True
        with contextlib.suppress(NoSuchMatch):
            return self.shared and await self.run(self.store.matches.get, code) is not None
        return False

    def live(self, code: str) -> Table | None:
        return self._live.get(code)

    async def forget(self, table: Table) -> None:
        """Close a match and drop it from memory; it can be opened again by its code."""
        await table.close(ProcessRight())
        self._drop(table)

    async def put_away_unbegun(self) -> None:
        """Close the matches that were opened a day ago and never started, except those that a phone shows."""
        now = self.clock()
        close, kept = self.store.matches.close_unbegun, self.following.looked_at()
        for match_id in await self.run(close, now - timedelta(days=1), kept, now):
            if (table := self._by_id.get(match_id)) is not None:
                await table.catch_up()
            self.news.publish("" if table is None else table.code)

    def let_go(self, watched: Collection[Table]) -> None:
        """Keep at most `MOST_LIVE` tables in memory: drop those that no phone shows, the least recently used first.

        They are read again when somebody opens them. A table that waits for a timed answer stays.
        """
        beyond = len(self._live) - MOST_LIVE
        idle = [each for each in self._live.values() if each not in watched and not each.lock.locked()]
        for table in [each for each in idle if each.answering.wait is None][: max(0, beyond)]:
            self._drop(table)

    def _drop(self, table: Table) -> None:
        table.stop()
        self.following.forget(table)
        self._live.pop(table.code, None)
        self._by_id.pop(table.record.id, None)

    def _lives(self, table: Table) -> Table:
        self._live[table.code] = self._by_id[table.record.id] = table
        return table

    async def table(self, code: str) -> Table | None:
        """Return a match by its code, or None if there is none.

        Raises `GameUnavailable` and `BrokenJournal`, which concern this match alone.
        """
        if table := self._live.pop(code, None):
            self._live[code] = table  # the most recently used
            if self.shared and not table.attendance.looked_at:
                await table.catch_up()  # no phone here showed it, so a notification may have been lost
            return table
        opening = self._opening.get(code)
        if opening is None:
            opening = self._opening[code] = asyncio.ensure_future(self._read(code))
            opening.add_done_callback(lambda _: self._opening.pop(code, None))
        return await asyncio.shield(opening)

    async def _read(self, code: str) -> Table | None:
        """Read a match from the store, and resume it."""
        try:
            record = await self.run(self.store.matches.get, code)
        except NoSuchMatch:
            return None
        game_of(record.game)
        async with self._folding.turn():
            match, chain = await folded(self, record) or (None, None)
            table = self._lives(Table(self, record, match, chain))
        await table.take_up()
        return table

    async def renamed(self, matches: Collection[int]) -> None:
        """Show the new names of people in those of these matches that are in memory."""
        for table in [self._by_id[each] for each in matches if each in self._by_id]:
            await table.catch_up()
            table.publish()

    async def open(
        self,
        game: str,
        options: dict[str, Any],
        seats: Sequence[Seat],
        game_master: GameMaster = "none",
        take_over: bool = False,
        position: Mapping[str, Any] | None = None,
    ) -> tuple[Table, str]:
        """Open a lobby. Return the table and its host's key. Raises `Refused` if the seats do not fit the game.

        With `take_over` the match starts from a position that is entered first (METSUKE-5.1), initially filled with
        what lies open in `position`, if given.
        """
        begun = begin(game_of(game), options, seats)
        key = new_key()
        while True:
            try:
                record = await self.run(
                    self.store.matches.open,
                    code=new_code(),
                    game=game,
                    options=begun.options.model_dump(mode="json"),
                    seats=[(s.seat, s.name) for s in begun.seats],
                    host_key=key_hash(key),
                    game_master=game_master,
                    created=datetime.now(UTC),
                )
            except CodeTaken:
                continue
            table = self._lives(Table(self, record, None))
            if take_over:
                table.taking_over = TakingOver.begun(record, position)
                await self.run(self.store.entered_parts.keep, record.id, TABLE, table.taking_over.entered(TABLE))
            return table, key
