"""A table that plays itself: the machine plays every seat that no person plays, at a pace to follow."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from itertools import cycle
from random import Random
from typing import Final, Literal

from companion.contract.game_ui import ui_of
from companion.jobs import ASKER, PAYER, Asker
from companion.jobs.jobs import last
from companion.tables.keys import ProcessRight
from companion.tables.seats import start
from companion.tables.table import Table
from companion.tables.tables import Tables
from referee.check.player import any_match, next_declaration
from referee.core.game import depths
from referee.core.games import GAMES
from referee.core.journal import Declare, Undo
from referee.core.values import GAME_MASTER, TABLE, Seat

log = logging.getLogger("metsuke")

PACES: Final = (0.0, 0.5, 1.0, 2.0, 4.0, 8.0)
"""The seconds between declarations to choose from; 0: as fast as possible."""
LAST_LOOK: Final = 6.0
"""How long an ended match is shown before the next begins, in multiples of the pace."""
DEAD_ENDS: Final = 60
"""The most declarations that are taken back in a row when nothing can be declared any more."""
NAMES: Final = ("Aki", "Ben", "Chie", "Dai", "Emi", "Fumi", "Gin", "Hana")


class Demonstration:
    """A sequence of tables at which the machine plays."""

    def __init__(
        self,
        tables: Tables,
        games: tuple[str, ...],
        depth: Literal["plays", "scores"] = "plays",
        pace: float = 2.0,
        random: Random | None = None,
    ) -> None:
        """Play these games in turn, again and again."""
        self._tables = tables
        self._games: Iterator[str] = cycle(games)
        self._depth = depth
        self._random = random or Random()
        self.moved: Callable[[Table | None, Table], Awaitable[None]] | None = None
        """Called with each new table and the one before it."""
        self.pace = pace
        self.paused = False
        self.people: frozenset[str] = frozenset()
        """The seats that people play."""
        self.table: Table | None = None
        self.rounds = 0
        """The number of matches played to their end."""
        self._go = asyncio.Event()
        self._steps = 0

    # What phones may ask for

    def pause(self, on: bool) -> None:
        self.paused = on
        self._wake()

    def step(self) -> None:
        """Make one declaration while play is paused."""
        self._steps += 1
        self._wake()

    def set_pace(self, seconds: float) -> None:
        self.pace = min(PACES, key=lambda each: abs(each - seconds))
        self._wake()

    def play(self, seat: str, on: bool) -> None:
        """Let a person play a seat, or the machine again."""
        self.people = self.people | {seat} if on else self.people - {seat}
        self._wake()

    def _wake(self) -> None:
        self._go.set()
        if self.table is not None:
            self._tables.news.publish(self.table.code)

    # Playing

    async def run(self) -> None:
        """Play match after match until it is cancelled."""
        ASKER.set(Asker())  # no phone is waited for or charged
        PAYER.set(None)
        while True:
            await self.play_one(next(self._games))

    async def play_one(self, game: str) -> None:
        """Open a table of a game and play it to its end."""
        before, table = self.table, await self._open(game)
        self.people = frozenset()
        self.table = table
        if self.moved is not None:
            await self.moved(before, table)
        if before is not None:
            await self._tables.forget(before)
            gc.collect()  # the control trees of phones contain cycles, and a host collects garbage seldom
        often: Counter[tuple[str, str]] = Counter()
        dead_ends, setting_up = 0, GAMES[game].EXTRAS.demonstration.setting_up
        while table.match is not None and table.match.result is None:
            if self.paused or setting_up is None or not setting_up(table.match.state):
                await self._turn()
            else:
                await asyncio.sleep(0)  # play through the set-up at once
            declared = await self._declare(table, often)
            dead_ends = 0 if declared else dead_ends + 1
            if dead_ends > DEAD_ENDS:
                log.warning("a demonstration of %s came to a dead end", game)
                break
        self.rounds += 1
        await asyncio.sleep(self.pace * LAST_LOOK)

    async def _open(self, game: str) -> Table:
        """Open a table with a random possible number of seats, none of them taken, and start its match."""
        offered = depths(GAMES[game])
        options = {**ui_of(game).suggested, "depth": self._depth if self._depth in offered else offered[0]}
        timed = GAMES[game].EXTRAS.timed_answer
        if timed is not None and timed.option:
            options[timed.option] = 0  # the pace is wait enough
        begun = any_match(GAMES[game], self._random, options)
        seats = [Seat(seat=s.seat, name=NAMES[n]) for n, s in enumerate(begun.seats)]
        table, _ = await self._tables.open(game, begun.options.model_dump(mode="json"), seats)
        await start(table, ProcessRight())
        return table

    async def _turn(self) -> None:
        """Wait until the next declaration is due: by the pace or, while play is paused, by a step."""
        await asyncio.sleep(0)
        loop = asyncio.get_running_loop()
        since = loop.time()
        while not self._steps and (self.paused or loop.time() < since + self.pace):
            self._go.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._go.wait(), None if self.paused else since + self.pace - loop.time())
        self._steps = max(0, self._steps - 1)

    async def _declare(self, table: Table, often: Counter[tuple[str, str]]) -> bool:
        """Declare something for a seat that no person plays, or take back what led to a dead end.

        Return False at a dead end.
        """
        match = table.match
        assert match is not None
        wait = table.answering.wait
        if wait is not None and self._tables.clock() < wait.until:
            return await _pass()
        machine = {seat.seat for seat in match.seats} - self.people | {TABLE}
        one = await last(partial(next_declaration, match, self._random, often, seats=machine, truly=True))
        if self.people and (one is None or not one.must):
            return await _pass()  # people are asked, and optional moves are left to them
        stuck = one is None or not (one.must or any(prompt.must for prompt in match.prompts(GAME_MASTER)))
        if stuck and match.steps and (await table.act(ProcessRight(match.steps[-1].actor), Undo())).upheld:
            return False
        if one is not None:
            often[one.seat, one.move["type"]] += 1
            await table.act(ProcessRight(one.seat), Declare(seat=one.seat, move=one.move))
        return not stuck


async def _pass() -> bool:
    await asyncio.sleep(0.05)
    return True
