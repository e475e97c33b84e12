from __future__ import annotations

import pytest

from models import Store


def test_what_is_remembered_survives_a_restart(store: Store, url: str) -> None:
    store.settings.keep("box.giryaku", {"consume_map": "S_raids"})
    store.close()
    with Store.open(url) as again:
        assert again.settings.all("box.") == {"box.giryaku": {"consume_map": "S_raids"}}


def test_the_newest_takes_the_place_of_the_one_before(store: Store) -> None:
    store.settings.keep("box.scroll-trick", {"tile_counts": {"10": 2}, "numbers": [1, 2]})
    store.settings.keep("box.scroll-trick", {"tile_counts": {"10": 3}})
    assert store.settings.all() == {"box.scroll-trick": {"tile_counts": {"10": 3}}}


def test_an_empty_document_is_forgotten(store: Store) -> None:
    store.settings.keep("box.giryaku", {"consume_map": "S_raids"})
    store.settings.keep("box.giryaku", {})
    store.settings.keep("box.scorpion", {})
    assert store.settings.all() == {}


def test_only_names_that_begin_so_are_found(store: Store) -> None:
    store.settings.keep("box.a", {"v": 1})
    store.settings.keep("box_a", {"v": 2})
    assert store.settings.all("box.") == {"box.a": {"v": 1}}
    assert store.settings.all("box_") == {"box_a": {"v": 2}}


@pytest.mark.parametrize(
    ("key", "value"), [("", {"v": 1}), ("x" * 41, {"v": 1}), ("box", {"v": {1}}), ("\x07", {"v": 1})]
)
def test_what_cannot_be_kept_is_not_kept(store: Store, key: str, value: dict) -> None:
    with pytest.raises(ValueError, match=r"\.$"):
        store.settings.keep(key, value)
    assert store.settings.all() == {}
