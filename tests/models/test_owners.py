"""The host's owner: a code that is good for one phone, tries that are counted, keys that are kept as hashes."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta

import pytest

from models import NotOwner, Store
from models.owners import SECONDS, TRIES

CODE, OTHER = "c" * 64, "d" * 64
MINE, YOURS = "1" * 64, "2" * 64


def test_the_code_makes_one_key_the_owners_and_is_used_up(store: Store, now: datetime) -> None:
    assert store.owners.pair(CODE, MINE, now) == "wrong", "there is none yet"
    store.owners.issue(CODE)
    assert store.owners.valid(CODE)
    assert store.owners.pair(OTHER, MINE, now) == "wrong"
    assert not store.owners.owns(MINE)
    assert store.owners.pair(CODE, MINE, now) == "paired"
    assert store.owners.owns(MINE)
    store.owners.require(MINE)
    assert store.owners.pair(CODE, YOURS, now) == "wrong"
    assert not store.owners.owns(YOURS)
    with pytest.raises(NotOwner):
        store.owners.require(YOURS)


def test_a_new_code_takes_the_place_of_the_one_before(store: Store, now: datetime) -> None:
    store.owners.issue(CODE)
    store.owners.issue(OTHER)
    assert not store.owners.valid(CODE)
    assert store.owners.pair(CODE, MINE, now) == "wrong"
    assert store.owners.pair(OTHER, MINE, now) == "paired"


def test_tries_are_counted_for_the_whole_host_and_fill_again(store: Store, url: str, now: datetime) -> None:
    store.owners.issue(CODE)
    with Store.open(url) as another:
        tried = [each.owners.pair(OTHER, MINE, now) for _ in range(TRIES) for each in (store, another)]
        assert tried == ["wrong"] * TRIES + ["wait"] * TRIES
        assert another.owners.pair(CODE, MINE, now) == "wait", "also the right one has to wait, and no longer than this"
    with Store.open(url) as again:
        later = now + timedelta(seconds=SECONDS)
        assert again.owners.pair(CODE, MINE, later) == "paired"


def test_of_many_who_enter_the_code_at_once_one_is_the_owner(store: Store, now: datetime) -> None:
    store.owners.issue(CODE)
    with ThreadPoolExecutor(8) as many:
        came = list(many.map(lambda n: store.owners.pair(CODE, f"{n:064}", now), range(8)))
    assert sorted(came) == ["paired"] + ["wrong"] * 7


def test_a_phone_gives_it_up_and_an_owner_takes_it_from_all_others(store: Store) -> None:
    for key in (MINE, YOURS, "3" * 64):
        store.owners.admit(key)
    store.owners.give_up("3" * 64)
    assert [store.owners.owns(key) for key in (MINE, YOURS, "3" * 64)] == [True, True, False]
    assert store.owners.others(MINE) == 1
    store.owners.only(MINE)
    assert [store.owners.owns(key) for key in (MINE, YOURS)] == [True, False]
    assert store.owners.others(MINE) == 0


def test_a_clock_that_was_set_back_shuts_nobody_out(store: Store, now: datetime) -> None:
    for _ in range(TRIES):
        store.owners.pair(OTHER, MINE, now)
    back = now - timedelta(days=400)
    store.owners.issue(CODE)
    assert store.owners.pair(OTHER, MINE, back) == "wait"
    assert store.owners.pair(CODE, MINE, back + timedelta(seconds=SECONDS)) == "paired"
