"""A host in a process of its own for measurements: it declares when it is told to, and says when that arrived."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Self

import psutil

from companion.hosting.process import collect_seldom, run
from companion.phones.device_storage import STORED_AS, STORED_BEFORE
from companion.tables.keys import ProcessRight
from referee.check.player import next_declaration
from referee.core.games import GAMES
from referee.core.journal import Declare, Match
from referee.core.values import PUBLIC, TABLE
from tests.hosted import PROJECT
from tests.players.shinobazu import OPEN, Players
from tests.wire.phone import Phone

if TYPE_CHECKING:
    from companion.tables.table import Table
    from tests.wire.hall import Hall

Said = tuple[str, dict[str, Any]]
Begun = tuple["Table", dict[str, str], Callable[[Match], Said | None]]
SEATS = 5


class BenchTable:
    """The host's process as seen from outside."""

    def __init__(self, game: str = "shinobazu", checkout: Path = PROJECT) -> None:
        """Start it. `checkout` is where its code lies, for comparing two states of it."""
        command = [sys.executable, "-m", "tests.bench.table", game]
        self._process = subprocess.Popen(
            command,
            cwd=checkout,
            env={**os.environ, "PYTHONPATH": str(checkout)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        self.place: dict[str, Any] = self._read()
        self.commits: list[float] = []
        """How many seconds of each declaration were spent on waiting for the disk."""
        self.choosing = 0.0
        """Seconds of processor time in which the host's process chose what is declared."""

    def _read(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        read = self._process.stdout.readline()
        if not read:
            raise RuntimeError("the measured host ended")
        answer: dict[str, Any] = json.loads(read)
        return answer

    def processor(self) -> float:
        """Return the seconds of processor time that the host has used, but for choosing what is declared."""
        used = psutil.Process(self._process.pid).cpu_times()
        return float(used.user + used.system) - self.choosing

    def declare(self) -> None:
        """Ask for the next declaration of a random match."""
        assert self._process.stdin is not None
        self._process.stdin.write("\n")

    def declared(self) -> dict[str, Any]:
        """Return when the declaration that was asked for arrived (seconds of the performance counter)."""
        answer = self._read()
        self.commits.append(answer.get("commit", 0.0))
        self.choosing += answer.get("choosing", 0.0)
        return answer

    def memory(self) -> int:
        """Return the bytes of memory the host holds (resident set)."""
        return int(psutil.Process(self._process.pid).memory_info().rss)

    def phone(self, number: int) -> Phone:
        """Return a phone: the first ones sit, the others are table displays."""
        code, keys = self.place["code"], self.place["keys"]
        if number >= len(keys):
            return Phone(f"{self.place['address']}t/{code}")
        seat = list(keys)[number]
        storage = json.dumps({"keys": {code: {seat: keys[seat]}}})
        remembers = dict.fromkeys((STORED_AS, STORED_BEFORE), storage)  # a checkout from before knows the former name
        return Phone(f"{self.place['address']}m/{code}", remembers=remembers)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()


async def _serve(game: str) -> None:
    from tests.wire.hall import hall

    async with hall() as here:
        collect_seldom()
        beginning = {"scorpion": _scorpion, "shinobazu": _shinobazu}.get(game, partial(_any_game, game))
        table, keys, said = await beginning(here)
        commits = _Commits(table)
        _say({"address": here.address, "code": table.code, "keys": keys})
        loop = asyncio.get_running_loop()
        while await loop.run_in_executor(None, sys.stdin.readline):
            assert table.match is not None
            choosing = time.process_time()
            next_said = None if table.match.result is not None else said(table.match)
            choosing = time.process_time() - choosing
            if next_said is None:
                _say({"at": 0.0, "over": True})
                continue
            seat, move = next_said
            begun = time.perf_counter()
            ruling = await table.act(ProcessRight(_actor(seat)), Declare(seat=seat, move=move))
            assert ruling.upheld, ruling
            _say({"at": begun, "over": False, "move": move["type"], "commit": commits.seconds, "choosing": choosing})


class _Commits:
    """How long a table waits for the disk at a declaration, beyond the views that it makes meanwhile."""

    def __init__(self, table: Table) -> None:
        self.seconds = 0.0
        self._commit, self._foresee = table.commit, table.views.foresee
        table.commit = self.commit  # type: ignore[method-assign]
        table.views.foresee = self.foresee  # type: ignore[method-assign]

    async def commit(self, *told: Any) -> bool:
        begun = time.perf_counter()
        self.seconds = 0.0
        done = await self._commit(*told)
        self.seconds += time.perf_counter() - begun
        return done

    async def foresee(self, match: Match) -> None:
        begun = time.perf_counter()
        await self._foresee(match)
        self.seconds -= time.perf_counter() - begun


def _actor(seat: str) -> str:
    return "p1" if seat == TABLE else seat


async def _shinobazu(here: Hall) -> Begun:
    table, keys = await here.begun(SEATS)
    players = Players(1, [seat.seat for seat in table.players], OPEN)

    def said(match: Match) -> Said:
        view = match.view(PUBLIC).model_dump(mode="json")
        found = players.next(view, [prompt.model_dump(mode="json") for prompt in match.prompts(PUBLIC)])
        assert found is not None
        return found

    return table, keys, said


async def _scorpion(here: Hall) -> Begun:
    """Begin a match of four that is past its set-up. No listen waits: what is measured is the telling."""
    from referee import scorpion
    from tests.players.scorpion import match as random_match

    options = {"depth": "plays", "cat_wait_s": 0}
    table, keys = await here.begun(4, options, game="scorpion")
    assert table.match is not None
    players = random_match.Players(1, options, table.match.state.board)

    def said(match: Match) -> Said:
        found = players.next(scorpion, match.state)
        assert found is not None
        return found

    while table.match.state.phase == "setup":
        seat, move = said(table.match)
        assert (await table.act(ProcessRight(seat), Declare(seat=seat, move=move))).upheld
    return table, keys, said


async def _any_game(game: str, here: Hall) -> Begun:
    """Begin a match of a game, of five or as many as can play it, by players at random who play truly."""
    rules, random, often = GAMES[game], Random(1), Counter[tuple[str, str]]()
    table, keys = await here.begun(min(SEATS, max(rules.PLAYERS)), game=game)

    def said(match: Match) -> Said | None:
        found = next_declaration(match, random, often, truly=True)
        if found is None:
            return None
        often[found.seat, found.move["type"]] += 1
        return found.seat, found.move

    return table, keys, said


def _say(answer: dict[str, Any]) -> None:
    print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    run(_serve(sys.argv[1]))
