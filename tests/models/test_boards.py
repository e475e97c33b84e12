from __future__ import annotations

from datetime import datetime

import pytest

from models import NoSuchBoard, Store


def test_a_board_comes_back_as_it_was_saved(store: Store, now: datetime) -> None:
    document = {"zones": [{"name": "N7", "polygon": [[0, 0.5], [1, 2]]}]}
    saved = store.boards.save("二条城", document, "a" * 64, now)
    assert store.boards.get(saved.id) == saved
    assert (saved.name, saved.document, saved.source_hash, saved.created) == ("二条城", document, "a" * 64, now)
    assert "N7" not in repr(saved)


def test_a_board_saved_again_is_the_same_board(store: Store, now: datetime) -> None:
    first = store.boards.save("Nijo", {"v": 1}, "a" * 64, now)
    again = store.boards.save("Nijō", {"v": 2}, "a" * 64)
    assert (again.id, again.created) == (first.id, now)
    assert [(board.name, board.document) for board in store.boards.all()] == [("Nijō", {"v": 2})]


def test_boards_are_listed_by_name_and_found_by_number(store: Store) -> None:
    b, a = store.boards.save("b", {}, "b" * 64), store.boards.save("a", {}, "a" * 64)
    assert store.boards.all() == [a, b]
    assert store.boards.get(b.id) == b
    with pytest.raises(NoSuchBoard):
        store.boards.get(99)


@pytest.mark.parametrize(
    ("name", "document", "digest"),
    [("", {}, "a"), ("x" * 41, {}, "a"), ("x" * 10_000, {}, "a"), ("x", {"a": {1}}, "a"), ("x", {}, "")],
)
def test_a_board_that_cannot_be_is_not_kept(store: Store, name: str, document: dict, digest: str) -> None:
    with pytest.raises(ValueError, match=r"\.$"):
        store.boards.save(name, document, digest)
    assert store.boards.all() == []
