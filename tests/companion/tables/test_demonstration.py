"""A table that plays itself: every game to its end and round again, stopped, stepped, and with people on seats."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

import pytest

from companion.database import open_store
from companion.tables.demonstration import Demonstration
from companion.tables.table import Table
from companion.tables.tables import Tables
from referee.core.journal import Match
from tests.own_games import OWN_GAMES
from tests.shares import count

SECONDS = count("DEMO_SECONDS")
"""How long each game is shown at full speed; at least until its second match."""


def showing(file: Path, game: str, look: Callable[[Demonstration], Awaitable[None]], depth: str = "plays") -> None:
    """Show a game as fast as it goes, and look at it."""

    async def run() -> None:
        tables = Tables(open_store(str(file)))
        shown = Demonstration(tables, (game,), depth, 0.0, Random(7))  # type: ignore[arg-type]
        playing = asyncio.create_task(shown.run())
        looking = asyncio.create_task(look(shown))
        await asyncio.wait({playing, looking}, return_when=asyncio.FIRST_COMPLETED)
        assert not playing.done() or playing.result() is None, "it plays for ever"
        await looking
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        tables.close()

    asyncio.run(run())


async def until(come: Callable[[], bool]) -> None:
    while not come():  # noqa: ASYNC110  nobody announces it
        await asyncio.sleep(0.002)


def match_of(shown: Demonstration) -> Match:
    assert shown.table is not None
    assert shown.table.match is not None
    return shown.table.match


@pytest.mark.soak
@pytest.mark.parametrize("depth", ["plays", "scores"])
@pytest.mark.parametrize("game", OWN_GAMES)
def test_every_game_is_played_to_its_end_and_round_again(tmp_path: Path, game: str, depth: str) -> None:
    async def look(shown: Demonstration) -> None:
        tables: set[str] = set()
        began = time.monotonic()
        shown.moved = seen
        await until(lambda: shown.rounds >= 1 and time.monotonic() - began >= SECONDS)
        await until(lambda: len(met) >= 2)
        assert len(set(met)) == len(met)
        assert not tables

    met: list[str] = []

    async def seen(before: Table | None, table: Table) -> None:
        if before is not None and before.match is not None:
            assert before.match.result is not None, "a match that came to a dead end"
        met.append(table.code)

    showing(tmp_path / "demo.db", game, look, depth)


def test_it_stops_goes_on_and_makes_single_steps(tmp_path: Path) -> None:
    async def look(shown: Demonstration) -> None:
        await until(lambda: shown.table is not None and match_of(shown).number > 3)
        shown.pause(True)
        await asyncio.sleep(0.1)  # a declaration that was under way is made
        stopped = match_of(shown).number
        await asyncio.sleep(0.2)
        assert match_of(shown).number == stopped
        shown.step()
        await until(lambda: match_of(shown).number == stopped + 1)
        await asyncio.sleep(0.2)
        assert match_of(shown).number == stopped + 1
        shown.pause(False)
        await until(lambda: match_of(shown).number > stopped + 3)

    showing(tmp_path / "demo.db", "giryaku", look)


def test_the_machine_leaves_a_seat_to_whoever_plays_it(tmp_path: Path) -> None:
    async def look(shown: Demonstration) -> None:
        await until(lambda: shown.table is not None and match_of(shown).number > 3)
        shown.play("p1", True)
        await asyncio.sleep(0.1)
        since = match_of(shown).number
        await until(lambda: any(p.seat == "p1" and p.must for p in match_of(shown).prompts("p1")))
        await asyncio.sleep(0.2)
        assert all(entry.actor != "p1" for entry in match_of(shown).entries[since:])
        waiting = match_of(shown).number
        shown.play("p1", False)
        await until(lambda: match_of(shown).number > waiting)

    showing(tmp_path / "demo.db", "giryaku", look)


@pytest.mark.parametrize("depth", ["plays", "scores"])
def test_the_set_up_is_gone_through_without_waiting_for_the_pace(tmp_path: Path, depth: str) -> None:
    waited: list[str] = []

    class Waiting(Demonstration):
        async def _turn(self) -> None:
            waited.append(match_of(self).state.phase)

    async def run() -> None:
        tables = Tables(open_store(str(tmp_path / "set_up.db")))
        shown = Waiting(tables, ("scorpion",), depth, 8.0, Random(7))  # type: ignore[arg-type]
        playing = asyncio.create_task(shown.run())
        await until(lambda: bool(waited) or playing.done())
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        tables.close()

    asyncio.run(run())
    assert waited
    assert "setup" not in waited
