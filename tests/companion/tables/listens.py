"""Scorpion matches that have come to a listen: with the Cat in the Traitor's hand or without, heard or not."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from companion.tables.answering import KEPT
from companion.tables.keys import ProcessRight
from companion.tables.seats import start
from companion.tables.table import Table
from companion.tables.tables import Tables
from models import Store
from referee.core.journal import Declare
from referee.core.values import Seat
from referee.scorpion.guards.listening import may_use_cat
from referee.scorpion.state import Listening
from tests.players.scorpion.match import Said, judged, seated

START = datetime(2026, 5, 17, 20, 0, tzinfo=UTC)


class Clock:
    """A clock that stands still until it is put on."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now

    def pass_(self, seconds: float) -> None:
        """Put it on."""
        self.now += timedelta(seconds=seconds)


class Listen(NamedTuple):
    """The declarations up to a listen, and who answers it."""

    players: int
    moves: tuple[Said, ...]
    answers: str

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of the table."""
        return seated(self.players)


@lru_cache(maxsize=16)
def listen(*, held: bool, heard: bool, players: int = 3) -> Listen:
    """Return a random match up to a listen of this kind."""
    for seed in range(200):
        moves: list[Said] = []
        for one in judged(f"listen {seed}", players):
            moves.append((one.seat, one.move))
            state: Any = one.ruling.state
            last = state.pending[-1] if state.pending else None
            if isinstance(last, Listening) and may_use_cat(state) == held and last.heard == heard:
                seat = next(c.seat for c in state.characters if c.who == "traitor")
                return Listen(players, tuple(moves), seat)
    raise LookupError("no such listen")


KINDS = [(held, heard) for held in (True, False) for heard in (True, False)]


def opened(folder: Path, clock: Clock) -> Tables:
    """Return a host on a folder, with a clock of the test's and lots that are always the same."""
    return Tables(Store.open(f"sqlite:///{folder / 'metsuke.db'}"), random=Random(1), clock=clock)


async def heard_at(here: Tables, clock: Clock, asked: Listen, **options: Any) -> Table:
    """Open a match and play it up to the listen, waiting as long as earlier listens want."""
    table, _ = await here.open("scorpion", {"depth": "plays", "gm": "active", **options}, asked.seats, "referee")
    await start(table, ProcessRight())
    for seat, move in asked.moves:
        ruling = await table.act(ProcessRight(seat), Declare(seat=seat, move=move))
        assert ruling.upheld, ruling
        if ruling.reason == KEPT:
            clock.pass_(60)
            await table.answer()
    return table
