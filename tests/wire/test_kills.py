"""The plug is pulled in the middle of play: what any phone was told is in the journal afterwards, once."""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import signal
import sqlite3
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from tests.players.shinobazu import HONEST, play
from tests.shares import count
from tests.wire.evening import Script, digest, play_on

KILLS = count("KILLS")
PREPARED = ["tests.wire.evening", "alembic.command", "sqlalchemy.dialects.sqlite", "referee.shinobazu"]


def journals(database: Path) -> dict[str, list[tuple[int, object]]]:
    """Return every match's entries as they lie in the file."""
    with sqlite3.connect(database) as connection:
        rows = connection.execute(
            "SELECT code, number, act FROM journal_entry JOIN match ON match.id = match_id ORDER BY code, number"
        ).fetchall()
    found: dict[str, list[tuple[int, object]]] = {}
    for code, number, act in rows:
        found.setdefault(code, []).append((number, json.loads(act)))
    return found


def until_killed(url: str, scripts: Sequence[Script], chance: random.Random) -> tuple[list[str], int | None]:
    """Let an evening go on, kill it at some moment, and return what it had told by then and how it ended."""
    context = multiprocessing.get_context("forkserver")
    reading, writing = context.Pipe(duplex=False)
    process = context.Process(target=play_on, args=(url, scripts, writing))
    process.start()
    writing.close()
    lines: list[str] = []
    patience = chance.randrange(1, 16)
    with reading, suppress(EOFError):
        while True:
            lines.append(reading.recv_bytes().decode())
            if len(lines) == patience:
                time.sleep(chance.random() * 0.006)  # the moment is random, inside a commit or between two
                assert process.pid is not None
                with suppress(ProcessLookupError):  # the evening may have come to its end in the meantime
                    os.kill(process.pid, signal.SIGKILL)
    process.join()
    return lines, process.exitcode


@pytest.mark.soak
def test_kills_of_a_live_match_without_a_web_server_lose_and_double_nothing(tmp_path: Path) -> None:
    chance = random.Random(100)
    database = tmp_path / "metsuke.db"
    url = f"sqlite:///{database.as_posix()}"
    multiprocessing.get_context("forkserver").set_forkserver_preload(PREPARED)
    told: dict[str, dict[int, str]] = {}
    killed = evening = 0
    scripts: list[Script] = []
    while killed < KILLS:
        if not scripts:
            evening += 1
            database = tmp_path / f"metsuke{evening}.db"
            url = f"sqlite:///{database.as_posix()}"
            told = {}
            scripts = [(count, play(evening * 10 + count, count, habits=HONEST)) for count in (3, 4, 5)]
        lines, code = until_killed(url, scripts, chance)
        for line in lines:
            match, number, hashed = line.split()
            assert told.setdefault(match, {}).setdefault(int(number), hashed) == hashed, "an entry was rewritten"
        stored = journals(database)
        for match, heads in told.items():
            numbers = [number for number, _ in stored[match]]
            assert numbers == list(range(1, len(numbers) + 1)), "an entry is missing or there twice"
            for number, hashed in heads.items():
                assert digest([act for _, act in stored[match][:number]]) == hashed, f"entry {number} was lost"
        if code == -signal.SIGKILL:
            killed += 1
        else:
            assert code == 0, f"the evening ended with {code}"
            scripts = []
    assert killed == KILLS
