from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from models import Store
from models.matches.pins import TRIES, WAIT


def wrong(store: Store, match, at: datetime, seat: str = "p1") -> bool:
    """Try a wrong PIN. Returns whether it was taken at all."""
    if not store.pins.may_try(match.id, seat, at):
        return False
    store.pins.failed(match.id, seat, at)
    return True


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


@pytest.mark.parametrize("again", [1, 2])
def test_wrong_pins_outlive_a_restart(url: str, store: Store, match, now: datetime, again: int) -> None:
    for _ in range(TRIES):
        wrong(store, match, now)
    for _ in range(again):
        with Store.open(url) as other:
            assert not other.pins.may_try(match.id, "p1", now)
