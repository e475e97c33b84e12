"""Chaos evenings: nothing that was shown is lost or there twice, and every phone is back without a tap."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from pathlib import Path

import pytest

from tests.chaos.__main__ import whole
from tests.chaos.evening import Evening
from tests.chaos.phones import Seated
from tests.own_games import OWN_GAMES
from tests.shares import count
from tests.wire.evening import digest

SECONDS = count("CHAOS_SECONDS")
LONG = 60
"""Seconds from which an evening is also spent with two workers on PostgreSQL."""


@pytest.mark.soak
@pytest.mark.timeout(0)
def test_an_evening_of_mishaps_loses_doubles_and_tells_nothing_and_every_phone_comes_back(tmp_path: Path) -> None:
    games = OWN_GAMES if SECONDS >= LONG else ("shinobazu",)
    report = asyncio.run(whole(tmp_path, SECONDS, seed=SECONDS, games=games))
    print(json.dumps(report.line()))
    assert report.well, report
    assert report.shown


@pytest.mark.soak
@pytest.mark.timeout(0)
@pytest.mark.skipif(SECONDS < LONG, reason="an evening of two workers takes long: make soak")
def test_an_evening_of_mishaps_with_two_workers_is_no_worse(tmp_path: Path) -> None:
    from tests.postgres import postgres

    database = postgres().fresh()
    report = asyncio.run(whole(tmp_path, SECONDS, seed=SECONDS + 1, database=database))
    print(json.dumps(report.line()))
    assert report.well, report
    assert report.shown


def _evening(folder: Path, rows: list[tuple[int, dict[str, object]]]) -> Evening:
    with sqlite3.connect(folder / "chaos.db") as connection:
        connection.execute("CREATE TABLE match (id INTEGER, code TEXT)")
        connection.execute("CREATE TABLE journal_entry (match_id INTEGER, number INTEGER, act TEXT)")
        connection.execute("INSERT INTO match VALUES (1, 'abc')")
        connection.executemany(
            "INSERT INTO journal_entry VALUES (1, ?, ?)", [(number, json.dumps(act)) for number, act in rows]
        )
    return Evening(folder, 1)


ONE, TWO, THREE = ({"salt": salt, "move": {"type": "x"}} for salt in "abc")


@pytest.mark.parametrize(
    ("rows", "told", "lost", "doubled"),
    [
        ([(1, ONE), (2, TWO)], {1: ONE, 2: TWO}, 0, 0),
        ([(1, ONE), (2, TWO)], {1: ONE}, 0, 0),
        ([(1, ONE)], {1: ONE, 2: TWO}, 1, 0),
        ([(1, ONE), (2, THREE)], {1: ONE, 2: TWO}, 1, 0),
        ([(1, ONE), (3, TWO)], {1: ONE}, 1, 0),
        ([(1, ONE), (2, ONE)], {1: ONE}, 0, 1),
    ],
)
def test_what_was_told_and_what_was_kept_are_compared(
    rows: list[tuple[int, dict[str, object]]],
    told: dict[int, dict[str, object]],
    lost: int,
    doubled: int,
    tmp_path: Path,
) -> None:
    evening = _evening(tmp_path, rows)
    evening._last_logged["abc"] = {number: digest([act]) for number, act in told.items()}
    evening._journals()
    assert (evening.report.lost, evening.report.doubled) == (lost, doubled)
    assert evening.report.well == (not lost and not doubled)


def test_a_phone_that_needs_a_tap_has_a_leak_or_stays_away_makes_the_evening_bad(tmp_path: Path) -> None:
    evening = _evening(tmp_path, [])
    phone = Seated("shinobazu", "abc", "p1", "key")
    phone.needed_a_tap, phone.leaks = 1, ["abc p1 ['red 5']"]
    evening._count(phone)
    assert (evening.report.taps, evening.report.secrets, evening.report.well) == (1, 1, False)
