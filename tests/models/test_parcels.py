from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from models import Store

LATER = timedelta(minutes=3)


@pytest.fixture
def soon(now: datetime) -> datetime:
    return datetime.now(now.tzinfo) + LATER


def test_a_file_is_taken_in_once(store: Store, soon: datetime) -> None:
    store.files_in_transit.expect("hash", 10, soon)
    assert store.files_in_transit.largest("hash") == 10
    assert store.files_in_transit.get("hash") is None
    assert store.files_in_transit.fill("hash", b"photo")
    assert not store.files_in_transit.fill("hash", b"another")
    assert store.files_in_transit.largest("hash") is None
    assert store.files_in_transit.get("hash") == b"photo"
    store.files_in_transit.drop("hash")
    assert store.files_in_transit.get("hash") is None


def test_what_nobody_expects_is_not_taken_in(store: Store) -> None:
    assert store.files_in_transit.largest("guess") is None
    assert not store.files_in_transit.fill("guess", b"photo")
    assert store.files_in_transit.get("guess") is None


def test_what_has_lain_too_long_is_thrown_away(store: Store, soon: datetime) -> None:
    store.files_in_transit.expect("old", 10, soon - 2 * LATER, b"photo")
    store.files_in_transit.expect("new", 10, soon)
    assert store.files_in_transit.get("old") is None
    assert store.files_in_transit.largest("new") == 10
