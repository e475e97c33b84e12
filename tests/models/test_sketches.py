"""Sketches of boards: kept while they are worked on, each for its maker alone."""

from __future__ import annotations

import pytest

from models import NoSuchBoard, Store

MINE, OTHER = "a" * 64, "b" * 64
DRAWN = {"format": 1, "zones": []}


def test_a_sketch_is_kept_with_every_change_and_survives_a_restart(store: Store, url: str) -> None:
    begun = store.sketches.begin(MINE, "Our castle", DRAWN)
    store.sketches.keep(MINE, begun.id, "Our castle II", {**DRAWN, "zones": ["Z1"]})
    store.close()
    with Store.open(url) as again:
        kept = again.sketches.get(MINE, begun.id)
        assert (kept.name, kept.document, kept.photo) == ("Our castle II", {"format": 1, "zones": ["Z1"]}, False)
        assert [s.id for s in again.sketches.of(MINE)] == [begun.id]


def test_the_newest_sketch_comes_first(store: Store) -> None:
    first, second = store.sketches.begin(MINE, "One", DRAWN), store.sketches.begin(MINE, "Two", DRAWN)
    assert [s.id for s in store.sketches.of(MINE)] == [second.id, first.id]
    store.sketches.keep(MINE, first.id, "One", DRAWN)
    assert [s.id for s in store.sketches.of(MINE)] == [first.id, second.id]


def test_a_photo_lies_under_its_sketch_and_goes_with_it(store: Store) -> None:
    begun = store.sketches.begin(MINE, "", DRAWN)
    assert store.sketches.photo(MINE, begun.id) is None
    store.sketches.lay_photo(MINE, begun.id, b"jpeg")
    assert store.sketches.photo(MINE, begun.id) == b"jpeg"
    assert store.sketches.get(MINE, begun.id).photo
    store.sketches.keep(MINE, begun.id, "Later", DRAWN)
    assert store.sketches.photo(MINE, begun.id) == b"jpeg"
    store.sketches.lay_photo(MINE, begun.id, None)
    assert not store.sketches.get(MINE, begun.id).photo
    store.sketches.drop(MINE, begun.id)
    with pytest.raises(NoSuchBoard):
        store.sketches.photo(MINE, begun.id)


def test_another_makers_sketch_is_not_there(store: Store) -> None:
    begun = store.sketches.begin(MINE, "Mine", DRAWN)
    assert store.sketches.of(OTHER) == []
    with pytest.raises(NoSuchBoard):
        store.sketches.get(OTHER, begun.id)
    with pytest.raises(NoSuchBoard):
        store.sketches.keep(OTHER, begun.id, "Theirs", DRAWN)
    with pytest.raises(NoSuchBoard):
        store.sketches.lay_photo(OTHER, begun.id, b"")
    with pytest.raises(NoSuchBoard):
        store.sketches.photo(OTHER, begun.id)
    with pytest.raises(NoSuchBoard):
        store.sketches.drop(OTHER, begun.id)
    assert store.sketches.get(MINE, begun.id).name == "Mine"


@pytest.mark.parametrize(("owner", "called"), [("", "Name"), (MINE, "x" * 41), (MINE, "two\nlines")])
def test_what_cannot_be_kept_is_refused(store: Store, owner: str, called: str) -> None:
    with pytest.raises(ValueError, match=r"[Hh]ash|name|characters"):
        store.sketches.begin(owner, called, DRAWN)
    assert store.sketches.of(MINE) == []
