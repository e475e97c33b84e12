"""A host in a process of its own for measurements: it declares when it is told to, and says when that arrived."""

from __future__ import annotations

import asyncio
import gc
import json
import subprocess
import sys
import time
from typing import Any, Self

import psutil

from companion.pocket import STORED_AS
from referee.journal import Declare
from referee.values import PUBLIC, TABLE
from tests.hosted import PROJECT
from tests.players.shinobazu import OPEN, Players
from tests.wire.phone import Phone

SEATS = 5


class BenchTable:
    """The host's process as seen from outside."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.bench.table"]
        self._process = subprocess.Popen(
            command, cwd=PROJECT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.place: dict[str, Any] = self._read()

    def _read(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        read = self._process.stdout.readline()
        if not read:
            raise RuntimeError("the measured host ended")
        answer: dict[str, Any] = json.loads(read)
        return answer

    def declare(self) -> None:
        """Ask for the next declaration of a random match."""
        assert self._process.stdin is not None
        self._process.stdin.write("\n")

    def declared(self) -> dict[str, Any]:
        """Return when the declaration that was asked for arrived (seconds of the performance counter)."""
        return self._read()

    def memory(self) -> int:
        """Return the bytes of memory the host holds (resident set)."""
        return int(psutil.Process(self._process.pid).memory_info().rss)

    def phone(self, number: int) -> Phone:
        """Return a phone: the first five sit, the others are table displays."""
        code, keys = self.place["code"], self.place["keys"]
        if number >= SEATS:
            return Phone(f"{self.place['address']}t/{code}")
        seat = f"p{number + 1}"
        pocket = json.dumps({"keys": {code: {seat: keys[seat]}}})
        return Phone(f"{self.place['address']}m/{code}", remembers={STORED_AS: pocket})

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()


async def _serve() -> None:
    from tests.wire.hall import hall

    async with hall() as here:
        gc.freeze()
        gc.set_threshold(20_000, 20, 20)  # as the real host does
        table, keys = await here.begun(SEATS)
        players = Players(1, [seat.seat for seat in table.players], OPEN)
        _say({"address": here.address, "code": table.code, "keys": keys})
        loop = asyncio.get_running_loop()
        while await loop.run_in_executor(None, sys.stdin.readline):
            assert table.match is not None
            if table.match.result is not None:
                _say({"at": 0.0, "over": True})
                continue
            view = table.match.view(PUBLIC).model_dump(mode="json")
            said = players.next(view, [prompt.model_dump(mode="json") for prompt in table.match.prompts(PUBLIC)])
            assert said is not None
            seat, move = said
            begun = time.perf_counter()
            ruling = await table.act("p1" if seat == TABLE else seat, Declare(seat=seat, move=move))
            assert ruling.upheld, ruling
            _say({"at": begun, "over": False, "move": move["type"]})


def _say(answer: dict[str, Any]) -> None:
    print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    asyncio.run(_serve())
