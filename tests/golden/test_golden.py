"""Whole matches are judged, told and shown as the golden files say, to every viewer."""

from __future__ import annotations

from itertools import zip_longest
from pathlib import Path

import pytest

from tests.golden import FOLDER, changes, read, seen, seen_file, text, transcripts
from tests.own_games import OWN_GAMES
from tests.transcripts import imported

NAMES = [str(path.relative_to(FOLDER).with_suffix("")) for path in transcripts()]


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_match_is_seen_as_it_was(name: str) -> None:
    path = FOLDER / f"{name}.json"
    written = seen_file(path).read_text(encoding="utf-8").splitlines()
    for line, golden in zip_longest(map(text, seen(read(path))), written):
        assert line == golden


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_match_is_a_whole_one(name: str) -> None:
    path: Path = FOLDER / f"{name}.json"
    assert imported(read(path)).result is not None


def test_every_game_has_golden_matches() -> None:
    assert {path.parent.name for path in transcripts()} == set(OWN_GAMES)


def test_changes_name_what_differs() -> None:
    before = {"a": [1, 2], "b": {"c": 1, "d": 2}, "e": [1], "f": 1}
    after = {"a": [1, 3], "b": {"c": 1, "d": 4}, "e": [1, 5], "g": 2}
    assert changes(before, before) == {}
    assert changes(before, after) == {"a[1]": 3, "b.d": 4, "e+": [5], "f": None, "g": 2}
    assert changes([1, 2], [1]) == {"": [1]}
