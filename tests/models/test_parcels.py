from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from models import Store

LATER = timedelta(minutes=3)


@pytest.fixture
def soon(now: datetime) -> datetime:
    return datetime.now(now.tzinfo) + LATER


def test_a_file_is_taken_in_once(store: Store, soon: datetime) -> None:
    store.parcels.expect("hash", 10, soon)
    assert store.parcels.largest("hash") == 10
    assert store.parcels.get("hash") is None
    assert store.parcels.fill("hash", b"photo")
    assert not store.parcels.fill("hash", b"another")
    assert store.parcels.largest("hash") is None
    assert store.parcels.get("hash") == b"photo"
    store.parcels.drop("hash")
    assert store.parcels.get("hash") is None


def test_what_nobody_expects_is_not_taken_in(store: Store) -> None:
    assert store.parcels.largest("guess") is None
    assert not store.parcels.fill("guess", b"photo")
    assert store.parcels.get("guess") is None


def test_what_has_lain_too_long_is_thrown_away(store: Store, soon: datetime) -> None:
    store.parcels.expect("old", 10, soon - 2 * LATER, b"photo")
    store.parcels.expect("new", 10, soon)
    assert store.parcels.get("old") is None
    assert store.parcels.largest("new") == 10
