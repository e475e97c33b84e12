"""`python -m referee new KEY`: a package that passes its own check, test and lint as it is written."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from referee.__main__ import main
from referee.board.reading import assets
from referee.check.mistakes import find_mistakes
from referee.check.report import check
from referee.core.rulebook import needed_by
from referee.short.template import files_of
from tests.shares import SOAK

ROOT = Path(__file__).parents[3]
MATCHES = 200 if SOAK else 4


def test_a_new_game_passes_its_check_and_its_tests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "high-number"]) == 0
    assert capsys.readouterr().out.splitlines() == [str(Path("high-number") / name) for name in files_of("high-number")]
    monkeypatch.syspath_prepend(tmp_path / "high-number")
    from high_number import game  # type: ignore[import-not-found]

    words = needed_by([assets() / "locale", tmp_path / "high-number" / "high_number" / "locale"])
    assert check(game, MATCHES, 0, words, lambda: 0.0).faults == []
    assert find_mistakes(game, 2, 0, words) == []
    folder = tmp_path / "high-number"
    where = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), str(folder)))}
    tested = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull, "--rootdir", ".", "tests")
    ran = subprocess.run([sys.executable, *tested], cwd=folder, env=where, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout


def test_nothing_is_written_over_and_a_key_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "high-number").mkdir()
    assert main(["new", "high-number"]) == 2
    assert "exists already" in capsys.readouterr().err
    assert list((tmp_path / "high-number").iterdir()) == []
    for key in ("High", "1st", "a_b", "a--b", "../a", "class", "json", "scroll-trick", "referee"):
        assert main(["new", key]) == 2
        assert "cannot be a game's key" in capsys.readouterr().err or ".." in key
