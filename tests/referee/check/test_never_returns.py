"""A rule that never returns ends the check, with its place; rules that return are left alone, however many they are."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from time import monotonic, perf_counter

from referee.check.places import calls_of_game, watched
from referee.check.report import check
from referee.short.template import files_of
from tests.referee.check.test_mistakes import CRASH
from toy_game import TOY

SHORT = 1
"""The limit of these tests, in seconds."""
CHECK = f"""
import sys, referee.check.places
from importlib import import_module
from referee.__main__ import main
referee.check.places.LIMIT = {SHORT}
game = import_module("looping").game
sys.exit(main(["check", "looping", "--matches", "1"], {{"looping": game}}))
"""


def checked(folder: Path, mistake: str) -> subprocess.CompletedProcess[str]:
    """Return what the command says of a new game with a mistake in its move."""
    for name, text in files_of("looping").items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text.replace(CRASH, mistake + CRASH), "utf-8")
    path = os.pathsep.join((str(folder), str(Path(__file__).parents[3])))
    return subprocess.run(
        [sys.executable, "-c", CHECK],
        env={**os.environ, "PYTHONPATH": path, "PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


def test_a_move_that_never_returns_ends_the_check_with_its_place(tmp_path: Path) -> None:
    mistake = "    while number == 3:\n        me.shown = 0\n"
    done = checked(tmp_path, mistake)
    assert done.returncode == 1, done.stderr
    told = done.stdout.splitlines()[-1]
    assert told.startswith(f"FAULT {tmp_path / 'looping' / '__init__.py'}:"), done
    assert told.split(":")[1] in ("39", "40")
    assert f"hide has not returned after {SHORT} seconds" in told


def test_a_game_whose_rules_return_is_checked_to_the_end(tmp_path: Path) -> None:
    done = checked(tmp_path, "")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("1 matches, ")


def test_many_short_calls_are_not_one_that_never_returns() -> None:
    stuck: list[str] = []
    until = monotonic() + 2 * SHORT
    with watched(stuck.append, SHORT):
        while monotonic() < until:
            check(TOY, 1, 0, {}, perf_counter, pairs=0)
    assert stuck == []


def test_what_runs_outside_a_check_is_no_call_of_a_game() -> None:
    assert calls_of_game(None) == []
    assert calls_of_game(sys._getframe()) == []
