"""The host's process: the real server, which opens tables, plays and has faults when it is told to by a line.

Each line that comes in is a JSON object with `do`; each is answered by one line. `played` is answered when the phones
have been told.
"""

from __future__ import annotations

import asyncio
import json
import socket
import sys
from collections import Counter
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import uvicorn

import companion.phones.cover
from companion.flet_runtime.install import install
from companion.hosting.process import collect_seldom, run, server_config
from companion.hosting.web_app import create_app
from companion.metrics import METRICS
from companion.phones.host import Host
from companion.tables.keys import ProcessRight
from companion.tables.seats import sit, start
from models import DiskFull, Store, StoreError, Unreachable
from models.database.database import Database
from models.matches.journals import Journals
from referee.check.player import any_match, next_declaration
from referee.core.games import GAMES
from referee.core.journal import Declare
from referee.core.values import PUBLIC
from tests.bench.figures import percentile
from tests.hosted import CACHE
from tests.wire.cards import shown
from tests.wire.evening import digest

FAULTS = {"full": DiskFull("no room"), "gone": Unreachable("gone")}


class Faulty:
    """What is wrong with the database now."""

    def __init__(self) -> None:
        self.fault = ""
        append, connected, reading = Journals.append, Database.connected, Database.reading

        def appending(journals: Journals, *args: Any, **given: Any) -> None:
            self._fail("full", "gone")
            append(journals, *args, **given)

        def writing(database: Database) -> Any:
            self._fail("full", "gone")
            return connected(database)

        def read(database: Database) -> Any:
            self._fail("gone")
            return reading(database)

        Journals.append = appending  # type: ignore[method-assign, assignment]
        Database.connected = writing  # type: ignore[method-assign, assignment]
        Database.reading = read  # type: ignore[method-assign, assignment]

    def _fail(self, *faults: str) -> None:
        if self.fault in faults:
            raise FAULTS[self.fault]


class Play:
    """Does what the lines ask for."""

    def __init__(self, host: Host, faulty: Faulty, seed: int) -> None:
        self._host = host
        self._faulty = faulty
        self._random = Random(seed)
        self._often: dict[str, Counter[tuple[str, str]]] = {}
        self._told: list[float] = []
        """Seconds from each declaration's arrival to the last phone told."""
        note = METRICS.tells.note

        def noted(seconds: float) -> None:
            self._told.append(seconds)
            note(seconds)

        METRICS.tells.note = noted  # type: ignore[method-assign]

    async def do(self, asked: dict[str, Any]) -> dict[str, Any]:
        match asked["do"]:
            case "open":
                return await self._open(asked["game"])
            case "play":
                return await self._play(asked["code"])
            case "told":
                told = self._told or [0.0]
                return {"p95": percentile(told, 95), "longest": max(told)}
            case "fault":
                self._faulty.fault = asked["fault"]
            case "clock":
                jump = timedelta(seconds=asked["seconds"])
                self._host.tables.clock = lambda: datetime.now(UTC) + jump
        return {}

    async def _open(self, key: str) -> dict[str, Any]:
        match = any_match(GAMES[key], self._random, {"depth": "plays"})
        options = match.options.model_dump(mode="json")
        table, _ = await self._host.tables.open(key, options, match.seats)
        keys = {seat.seat: await sit(table, seat.seat) for seat in table.players}
        await start(table, ProcessRight())
        return {"code": table.code, "keys": keys}

    async def _play(self, code: str) -> dict[str, Any]:
        table = await self._host.tables.table(code)
        if table is None or table.match is None:
            return {"over": True}
        one = next_declaration(table.match, self._random, self._often.setdefault(code, Counter()), truly=True)
        if one is None or table.match.result is not None:
            return {"over": True}
        before = _cards(table)
        ruling = await table.act(ProcessRight(one.seat), Declare(seat=one.seat, move=one.move))
        if not ruling.upheld:
            return {"refused": True}
        self._often[code][one.seat, one.move["type"]] += 1
        entries = table.match.entries
        heads = [digest([entry.act.model_dump(mode="json")]) for entry in entries[-1:]]
        return {"number": entries[-1].number, "digest": heads[0], "cards": sorted(before | _cards(table))}


def _cards(table: Any) -> set[str]:
    return shown(table.match.view(PUBLIC).model_dump(mode="json")) if table.record.game == "shinobazu" else set()


async def serve(port: int, database: str, seed: int) -> None:
    companion.phones.cover.DOUBLE_TAPS = 0.0
    faulty = Faulty()
    host = Host(lambda: Store.open(database), lambda: [f"http://127.0.0.1:{port}"], "en")
    install(hosting=True)
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind(("127.0.0.1", port))
    listening.listen(1024)
    server = uvicorn.Server(server_config(create_app(host, cache=CACHE / "web"), log_level="critical"))
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started:  # noqa: ASYNC110  uvicorn has no event for it
        await asyncio.sleep(0.02)
    collect_seldom()
    play = Play(host, faulty, seed)
    loop = asyncio.get_running_loop()
    _say({})
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        asked = json.loads(line)
        try:
            _say(await play.do(asked))
        except StoreError as fault:
            _say({"failed": type(fault).__name__})
    server.should_exit = True
    with suppress(asyncio.CancelledError):
        await serving


def _say(answer: dict[str, Any]) -> None:
    print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    run(serve(int(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
