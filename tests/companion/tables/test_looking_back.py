"""Looking back at a match: only after its end, once for all phones, beside them, and never at a running one."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.jobs import Jobs, Progress
from companion.tables.keys import ProcessRight
from companion.tables.seats import start
from companion.tables.table import Table
from companion.tables.views import MatchReview
from referee.core.game import Extras, Review
from referee.core.games import game
from referee.core.journal import Declare, HouseRuling, Undo
from referee.core.values import GAME_MASTER, Seat
from tests.companion.tables.test_tables import tables

SEATS = [Seat(seat=f"p{n}", name=name) for n, name in enumerate(("Aki", "Ben", "Chie"), 1)]
LOST = {"p1": 0, "p2": 0, "p3": 5}
LAST = {"type": "battle_result", "passers": [], "winner": "p1", "losers": ["p3"], "start_pushed": False}


def evening(folder: Path, play: Callable[[Table, list[str]], Awaitable[None]], jobs: Jobs | None = None) -> None:
    """Open a table of results alone, note which phones are told, and play."""

    async def run() -> None:
        async with tables(folder, jobs) as here:
            told: list[str] = []
            here.worked_out = told.append
            table, _ = await here.open("shinobazu", {"depth": "scores"}, SEATS, "referee")
            await start(table, ProcessRight())
            await play(table, told)

    asyncio.run(run())


async def over(table: Table) -> None:
    """Let the match come to its end."""
    for act in (Declare(seat="p1", move=LAST), HouseRuling(adjust={"points": LOST})):
        ruling = await table.act(ProcessRight(GAME_MASTER if isinstance(act, HouseRuling) else "p1"), act)
        assert ruling.upheld, ruling
        assert table.looking_back.done is None
        assert table.looking_back.analysis is None
    ruling = await table.act(ProcessRight("p1"), Declare(seat="p1", move={"type": "end_round"}))
    assert ruling.upheld, ruling
    assert table.match is not None
    assert table.match.result is not None


@pytest.mark.parametrize("processes", [1, 0])  # a window on one device has none
def test_a_match_is_looked_back_at_when_it_ends_and_its_phones_are_told(tmp_path: Path, processes: int) -> None:
    async def play(table: Table, told: list[str]) -> None:
        await over(table)
        assert table.looking_back.done is not None
        await table.looking_back.finished()
        found = table.looking_back.analysis
        assert found is not None
        assert found.plots
        assert table.looking_back.done is None
        assert told[-1] == table.code
        await table.catch_up()  # what others tell of the same end is no reason to begin anew
        assert table.looking_back.analysis is found

    evening(tmp_path, play, Jobs(processes))


def test_a_match_that_goes_on_after_all_is_looked_back_at_no_more(tmp_path: Path) -> None:
    async def play(table: Table, told: list[str]) -> None:
        await over(table)
        await table.looking_back.finished()
        assert (await table.act(ProcessRight(GAME_MASTER), Undo())).upheld
        assert table.looking_back.analysis is None
        assert table.looking_back.replay == ()
        assert table.looking_back.done is None

    evening(tmp_path, play)


def test_a_host_that_starts_again_looks_back_at_what_has_ended(tmp_path: Path) -> None:
    async def run() -> None:
        async with tables(tmp_path) as here:
            table, _ = await here.open("shinobazu", {"depth": "scores"}, SEATS, "referee")
            await start(table, ProcessRight())
            await over(table)
            await table.looking_back.finished()
            found, code = table.looking_back.analysis, table.code
        async with tables(tmp_path) as again:
            later = await again.table(code)
            assert later is not None
            await later.looking_back.finished()
            assert later.looking_back.analysis == found is not None

    asyncio.run(run())


async def nothing(_: Progress) -> None:
    """A game that tells nothing of a match that has ended."""


def test_an_analysis_that_fails_leaves_the_record(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def fails(_: Progress) -> None:
        raise ValueError("red 5")

    async def run() -> None:
        told: list[int] = []
        back = MatchReview(lambda: told.append(1), fails)
        ended: Any = SimpleNamespace(result="won", steps=(), game=SimpleNamespace(EXTRAS=Extras()))
        back.watch(ended)
        await back.finished()
        assert back.analysis is None
        assert back.done is None
        assert told

    asyncio.run(run())
    assert "could not be looked back at" in caplog.text
    assert "red 5" not in caplog.text


def test_what_each_moment_shows_is_worked_out_beside_the_loop_after_all_phones_are_told() -> None:
    worked_out: list[tuple[str, bool, int]] = []
    told: list[int] = []
    loops = threading.get_ident()

    def work_out(frame: str) -> None:
        worked_out.append((frame, threading.get_ident() == loops, len(told)))

    async def run() -> None:
        extras = Extras(review=Review(frames=lambda steps: ("one", "two"), work_out=work_out))
        ended: Any = SimpleNamespace(result="won", steps=(), game=SimpleNamespace(EXTRAS=extras))
        back = MatchReview(lambda: told.append(1), nothing)
        back.watch(ended)
        await back.finished()
        assert back.replay == ("one", "two")

    asyncio.run(run())
    assert [(frame, beside) for frame, beside, _ in worked_out] == [("one", False), ("two", False)]
    assert worked_out[0][2] > 0


def test_a_game_without_an_analysis_has_none() -> None:
    assert Extras().review.analysis is None
    assert game("toy").EXTRAS.review.analysis is None


def test_matches_are_replayed_one_after_the_other_and_forgotten_ones_no_further() -> None:
    begun: list[str] = []
    going, passing = threading.Event(), threading.Event()

    def slow(name: str) -> Any:
        def replay(steps: Any) -> tuple[str, ...]:
            begun.append(name)
            going.set()
            passing.wait()
            return (name,)

        extras = Extras(review=Review(frames=replay))
        return SimpleNamespace(result="won", steps=(), game=SimpleNamespace(EXTRAS=extras))

    async def run() -> None:
        one, two, three = (MatchReview(lambda: None, nothing) for _ in range(3))
        one.watch(slow("one"))
        await asyncio.to_thread(going.wait)
        two.watch(slow("two"))
        three.watch(slow("three"))
        await asyncio.sleep(0)
        one.stop()
        two.stop()
        await asyncio.sleep(0)
        passing.set()
        await three.finished()
        assert (one.replay, two.replay, three.replay) == ((), (), ("three",))

    asyncio.run(run())
    assert begun == ["one", "three"]
