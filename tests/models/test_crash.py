from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from models import Store
from tests.shares import count

KILLS = count("KILLS")


@contextmanager
def writers(url: str, code: str) -> Iterator[subprocess.Popen[str]]:
    """Run the program that starts one writer after the other."""
    program = Path(__file__).with_name("crash_writer.py")
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
    with subprocess.Popen(
        [sys.executable, str(program), url, code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    ) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        assert process.stdout.readline() == "ready\n"
        try:
            yield process
        finally:
            process.stdin.close()


def written_until_killed(process: subprocess.Popen[str], after: int) -> list[int]:
    """Start a writer, kill it once it has told `after` entries, and return all that it told."""
    assert process.stdout is not None
    assert process.stdin is not None
    process.stdin.write("\n")
    process.stdin.flush()
    pid = int(process.stdout.readline().removeprefix("pid "))
    told: list[int] = []
    for line in process.stdout:
        if line == "gone\n":
            break
        told.append(int(line))
        if len(told) == after:
            os.kill(pid, signal.SIGKILL)
    return told


@pytest.mark.soak
def test_every_entry_that_was_told_outlives_kills(url: str, store: Store, match) -> None:
    store.close()
    dice = random.Random(20260517)
    told: list[int] = []
    with writers(url, match.code) as process:
        for _ in range(KILLS):
            fresh = written_until_killed(process, after=dice.randint(1, 40))
            assert fresh
            told += fresh
            with Store.open(url) as reopened:
                kept = reopened.journals.entries(match.id)
            numbers = [entry.number for entry in kept]
            assert numbers == list(range(1, len(numbers) + 1))
            # The entry that was under way when the writer died may be there, and no other.
            assert len(numbers) - told[-1] in (0, 1)
            assert set(told) <= set(numbers)
            assert [entry.act["number"] for entry in kept] == numbers
    assert len(told) == len(set(told))
    assert len({entry.act["writer"] for entry in kept}) == KILLS


def test_a_writer_killed_beside_an_open_store_leaves_it_working(url: str, store: Store, match, now) -> None:
    with writers(url, match.code) as process:
        told = written_until_killed(process, after=5)
    count = len(store.journals.entries(match.id))
    assert count >= told[-1]
    store.journals.append(match.id, count + 1, "p2", {}, now)
    assert store.journals.entries(match.id)[-1].actor == "p2"
