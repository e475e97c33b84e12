from __future__ import annotations

from datetime import datetime, timedelta

from models import PauseRecord, Store


def test_pauses_survive_a_restart_in_their_order(store: Store, url: str, match, now: datetime) -> None:
    later = now + timedelta(minutes=5)
    assert store.pauses.of(match.id) == ()
    assert store.pauses.note(match.id, 12, True, now)
    assert store.pauses.note(match.id, 12, False, later)
    store.close()
    with Store.open(url) as again:
        assert again.pauses.of(match.id) == (PauseRecord(12, True, now), PauseRecord(12, False, later))


def test_what_stands_so_already_is_noted_once(store: Store, match, now: datetime) -> None:
    assert not store.pauses.note(match.id, 0, False, now)
    assert store.pauses.note(match.id, 3, True, now)
    assert not store.pauses.note(match.id, 4, True, now)
    assert [each.after for each in store.pauses.of(match.id)] == [3]


def test_matches_are_paused_apart(store: Store, match, new_match, now: datetime) -> None:
    other = new_match("ZZZZ")
    store.pauses.note(match.id, 1, True, now)
    assert store.pauses.of(other.id) == ()
    assert store.pauses.note(other.id, 9, True, now)
    assert len(store.pauses.of(match.id)) == 1
