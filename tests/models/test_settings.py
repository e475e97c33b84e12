from __future__ import annotations

import pytest

from models import Store


def test_what_is_remembered_survives_a_restart(store: Store, url: str) -> None:
    store.remember("box.giryaku", {"consume_map": "S_raids"})
    store.close()
    with Store.open(url) as again:
        assert again.remembered("box.") == {"box.giryaku": {"consume_map": "S_raids"}}


def test_the_newest_takes_the_place_of_the_one_before(store: Store) -> None:
    store.remember("box.scroll-trick", {"tile_counts": {"10": 2}, "numbers": [1, 2]})
    store.remember("box.scroll-trick", {"tile_counts": {"10": 3}})
    assert store.remembered() == {"box.scroll-trick": {"tile_counts": {"10": 3}}}


def test_an_empty_document_is_forgotten(store: Store) -> None:
    store.remember("box.giryaku", {"consume_map": "S_raids"})
    store.remember("box.giryaku", {})
    store.remember("box.scorpion", {})
    assert store.remembered() == {}


def test_only_names_that_begin_so_are_found(store: Store) -> None:
    store.remember("box.a", {"v": 1})
    store.remember("box_a", {"v": 2})
    assert store.remembered("box.") == {"box.a": {"v": 1}}
    assert store.remembered("box_") == {"box_a": {"v": 2}}


@pytest.mark.parametrize(
    ("key", "value"), [("", {"v": 1}), ("x" * 41, {"v": 1}), ("box", {"v": {1}}), ("\x07", {"v": 1})]
)
def test_what_cannot_be_kept_is_not_kept(store: Store, key: str, value: dict) -> None:
    with pytest.raises(ValueError, match=r"\.$"):
        store.remember(key, value)
    assert store.remembered() == {}
