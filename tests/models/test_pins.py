from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from models import Store
from models.matches.seats import LONGEST, TRIES, WAIT
from models.tables import PinTries


def wrong(store: Store, match, at: datetime, seat: str = "p1") -> bool:
    """Try a PIN that is wrong, or that is never answered. Returns whether it was taken at all."""
    return store.pins.may_try(match.id, seat, at)


def test_so_many_wrong_pins_shut_a_seat_for_a_while(store: Store, match, now: datetime) -> None:
    assert all(wrong(store, match, now) for _ in range(TRIES))
    assert not wrong(store, match, now)
    assert not wrong(store, match, now + WAIT - timedelta(seconds=1))
    assert wrong(store, match, now + WAIT, "p2"), "another seat is not shut"
    assert all(wrong(store, match, now + WAIT) for _ in range(TRIES))
    assert not wrong(store, match, now + WAIT)


def test_the_right_pin_begins_to_count_anew(store: Store, match, now: datetime) -> None:
    for _ in range(3):
        assert all(wrong(store, match, now) for _ in range(TRIES - 1))
        assert store.pins.may_try(match.id, "p1", now)
        store.pins.passed(match.id, "p1")


def test_a_try_counts_before_it_is_judged(store: Store, match, now: datetime) -> None:
    """Whoever asks on many processes at once is let try no more often."""
    assert [store.pins.may_try(match.id, "p1", now) for _ in range(TRIES + 2)] == [True] * TRIES + [False] * 2


def test_tries_that_were_never_answered_cost_a_wait_and_no_more(store: Store, match, now: datetime) -> None:
    """A host that is killed while it judges has counted them."""
    assert all(wrong(store, match, now) for _ in range(TRIES))
    assert not store.pins.may_try(match.id, "p1", now + WAIT - timedelta(seconds=1))
    assert store.pins.may_try(match.id, "p1", now + WAIT)
    store.pins.passed(match.id, "p1")
    assert all(wrong(store, match, now + WAIT) for _ in range(TRIES))


def test_a_seat_that_was_shut_for_ever_opens(store: Store, match, now: datetime) -> None:
    """As it lies in databases of before, in which the wait began with the answer alone."""
    with store.pins._database.writing() as session:
        session.add(PinTries(match_id=match.id, seat="p1", tries=TRIES))
    assert store.pins.may_try(match.id, "p1", now)


def test_each_round_of_wrong_pins_is_waited_for_longer_up_to_a_bound(store: Store, match, now: datetime) -> None:
    waits = []
    for _ in range(7):
        while wrong(store, match, now):
            pass
        shut = now
        while not wrong(store, match, now):
            now += WAIT
        waits.append((now - shut) // WAIT)
    assert waits == [1, 2, 4, 8, 16, 16, 16]
    assert LONGEST == 16 * WAIT


def test_a_clock_that_was_set_back_keeps_no_seat_shut(store: Store, match, now: datetime) -> None:
    assert all(wrong(store, match, now) for _ in range(TRIES))
    assert not wrong(store, match, now - timedelta(seconds=1))
    assert wrong(store, match, now - timedelta(hours=1))


@pytest.mark.parametrize("gone", ["free", "set_pin", "claim"])
def test_the_tries_at_a_pin_go_with_it(store: Store, match, now: datetime, gone: str) -> None:
    store.seats.claim(match.id, "p1", "a" * 64, now)
    store.seats.set_pin(match.id, "p1", "f" * 64)
    assert all(wrong(store, match, now) for _ in range(TRIES))
    if gone == "set_pin":
        store.seats.set_pin(match.id, "p1", "e" * 64)
    else:
        store.seats.free(match.id, "p1")
    if gone == "claim":
        store.seats.claim(match.id, "p1", "b" * 64, now)
    assert wrong(store, match, now)


@pytest.mark.parametrize("again", [1, 2])
def test_wrong_pins_outlive_a_restart(url: str, store: Store, match, now: datetime, again: int) -> None:
    for _ in range(TRIES):
        wrong(store, match, now)
    for _ in range(again):
        with Store.open(url) as other:
            assert not other.pins.may_try(match.id, "p1", now)
