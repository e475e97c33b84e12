"""Boards that maps are drawn of are remembered within bounds, whatever boards phones bring."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from companion.tables import backend
from companion.tables.backend import board_of, know
from referee.board.reading import bundled


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backend, "_known", {})
    monkeypatch.setattr(backend, "_points", {})
    monkeypatch.setattr(backend, "MOST_KNOWN", 5)
    monkeypatch.setattr(backend, "MOST_POINTS", 100)


def board(hash: str, points: int) -> Any:
    return SimpleNamespace(hash=hash, zones=(SimpleNamespace(polygon=((0, 0),) * points),))


def known(*hashes: str) -> list[str]:
    found = []
    for hash in hashes:
        try:
            found.append(board_of(hash).hash)
        except LookupError:
            continue
    return found


def test_a_board_is_found_by_its_hash_and_a_bundled_one_by_its_id_too() -> None:
    one = board("one", 4)
    assert board_of(know(one)) is one
    assert board_of("nijo") is board_of(bundled("nijo").hash) is bundled("nijo")
    with pytest.raises(LookupError):
        board_of("two")


def test_the_board_that_was_used_longest_ago_is_forgotten() -> None:
    for name in "abcdeaf":
        know(board(name, 4))
    assert known(*"abcdef") == list("acdef")


def test_large_boards_take_the_place_of_each_other_and_not_of_small_ones() -> None:
    know(board("small", 10))
    for name in "abc":
        know(board(name, 60))
    assert known("small", *"abc") == ["small", "c"]


def test_a_board_larger_than_all_may_be_is_remembered_alone() -> None:
    know(board("small", 10))
    know(board("huge", 200))
    assert known("small", "huge") == ["huge"]
