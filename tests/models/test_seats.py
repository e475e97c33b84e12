from __future__ import annotations

import threading
from datetime import datetime

import pytest

from models import AlreadyBegun, NoSuchSeat, Store
from tests.models.people import people


def test_a_free_seat_is_claimed_once(store: Store, match, now: datetime) -> None:
    assert store.seats.claim(match.id, "p2", "a" * 64, now)
    assert not store.seats.claim(match.id, "p2", "b" * 64, now)
    assert not store.seats.claim(match.id, "p2", "a" * 64, now)
    seat = store.matches.get(match.code).players[1]
    assert (seat.key_hash, seat.claimed, seat.free) == ("a" * 64, now, False)


def test_of_many_who_claim_a_seat_at_once_one_gets_it(url: str, store: Store, match, now: datetime) -> None:
    keys = [f"{n:064x}" for n in range(12)]
    together = threading.Barrier(len(keys))
    got: list[str] = []

    def claim(at: Store, key: str) -> None:
        together.wait()
        if at.seats.claim(match.id, "p1", key, now):
            got.append(key)

    with Store.open(url) as second:
        threads = [threading.Thread(target=claim, args=((store, second)[n % 2], key)) for n, key in enumerate(keys)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(got) == 1
    assert store.matches.get(match.code).players[0].key_hash == got[0]


def test_a_freed_seat_forgets_key_and_pin_and_can_be_claimed(store: Store, match, now: datetime) -> None:
    store.seats.claim(match.id, "p1", "a" * 64, now)
    store.seats.set_pin(match.id, "p1", "f" * 64)
    assert store.matches.get(match.code).players[0].pin
    store.seats.free(match.id, "p1")
    assert store.matches.get(match.code) == match
    assert store.seats.claim(match.id, "p1", "b" * 64, now)
    assert store.matches.get(match.code).players[0].key_hash == "b" * 64


def test_one_key_may_hold_several_seats_of_a_match(store: Store, new_match, now: datetime) -> None:
    one, other = new_match("M1", game_master="referee"), new_match("M2")
    for seat in ("gm", "p3", "p1"):
        assert store.seats.claim(one.id, seat, "a" * 64, now)
    held = {seat.seat for seat in store.matches.get(one.code).seats if seat.key_hash == "a" * 64}
    assert held == {"p1", "p3", "gm"}
    assert all(seat.key_hash is None for seat in store.matches.get(other.code).seats)


def test_a_pin_comes_and_goes(store: Store, match) -> None:
    store.seats.set_pin(match.id, "p3", "f" * 64)
    assert store.matches.get(match.code).players[2].pin_hash == "f" * 64
    store.seats.set_pin(match.id, "p3", None)
    assert store.matches.get(match.code) == match


@pytest.mark.parametrize("wrong", [("b" * 64, "f" * 64), ("a" * 64, "e" * 64), ("a" * 64, None)])
def test_a_seat_is_changed_only_while_it_is_held_as_whoever_changes_it_believes(
    store: Store, match, now: datetime, wrong: tuple[str, str | None]
) -> None:
    store.seats.claim(match.id, "p1", "a" * 64, now)
    store.seats.set_pin(match.id, "p1", "f" * 64)
    before = store.matches.get(match.code)
    assert not store.seats.set_pin(match.id, "p1", None, wrong)
    assert not store.seats.free(match.id, "p1", wrong)
    assert not store.seats.exchange(match.id, "p1", wrong, "c" * 64)
    assert store.matches.get(match.code) == before
    right = ("a" * 64, "f" * 64)
    assert store.seats.exchange(match.id, "p1", right, "c" * 64)
    assert not store.seats.set_pin(match.id, "p1", None, right), "the key of before opens nothing"
    assert store.seats.free(match.id, "p1", ("c" * 64, "f" * 64))
    assert store.matches.get(match.code) == match


def test_whoever_takes_a_seat_takes_it_without_a_pin(store: Store, match, now: datetime) -> None:
    store.seats.set_pin(match.id, "p1", "f" * 64)  # of somebody who was freed meanwhile
    assert store.seats.claim(match.id, "p1", "a" * 64, now)
    assert store.matches.get(match.code).players[0].pin_hash is None


@pytest.mark.parametrize("seat", ["p9", "", "gm", "\x00", "\ud800", "x" * 10_000])
def test_a_seat_that_is_not_there_is_refused(store: Store, match, now: datetime, seat: str) -> None:
    for ask in (
        lambda: store.seats.claim(match.id, seat, "a" * 64, now),
        lambda: store.seats.free(match.id, seat),
        lambda: store.seats.set_pin(match.id, seat, None),
        lambda: store.seats.rename(match.id, seat, "Dai"),
    ):
        with pytest.raises(NoSuchSeat):
            ask()
    assert store.matches.get(match.code) == match


@pytest.mark.parametrize("wrong", ["", "x" * 201])
def test_what_is_no_hash_opens_no_seat(store: Store, match, now: datetime, wrong: str) -> None:
    for ask in (
        lambda: store.seats.claim(match.id, "p1", wrong, now),
        lambda: store.seats.set_pin(match.id, "p1", wrong),
    ):
        with pytest.raises(ValueError, match="hash"):
            ask()
    assert store.matches.get(match.code) == match


def test_a_seat_is_renamed_also_while_the_match_runs(store: Store, match, now: datetime) -> None:
    store.matches.set_status(match.id, "running", now)
    store.seats.rename(match.id, "p1", "  Dai ")
    store.seats.rename(match.id, "p2", "CHIE")
    p1, p2, p3 = store.matches.get(match.code).players
    assert (p1.name, p2.name) == ("Dai", "CHIE")
    assert p2.player_id == p3.player_id
    assert people(store) == ["Chie", "Dai"]


def test_a_seat_that_nobody_is_named_for_has_no_player(store: Store, new_match) -> None:
    match = new_match("M1", names=("Aki", "  "))
    assert [(seat.name, seat.player_id is None) for seat in match.players] == [("Aki", False), ("", True)]
    store.seats.rename(match.id, "p1", "")
    assert people(store) == []


@pytest.mark.parametrize("name", ["x" * 10_000, "a\x07"])
def test_a_name_that_cannot_be_changes_nothing(store: Store, match, name: str) -> None:
    with pytest.raises(ValueError, match="name"):
        store.seats.rename(match.id, "p1", name)
    with pytest.raises(ValueError, match="name"):
        store.seats.arrange(match.id, [("p1", name)])
    assert store.matches.get(match.code) == match


def test_the_game_master_is_nobody_in_the_statistics(store: Store, new_match) -> None:
    match = new_match("M1", names=("Aki",), game_master="referee")
    store.seats.rename(match.id, "gm", "Emi")
    found = store.matches.get(match.code)
    assert found.gm is not None
    assert found.gm.name == "Emi"
    assert people(store) == ["Aki"]


def test_in_the_lobby_seats_come_go_and_change_places_and_keep_their_phones(
    store: Store, new_match, now: datetime
) -> None:
    match = new_match("M1", game_master="referee")
    store.seats.claim(match.id, "p3", "a" * 64, now)
    store.seats.claim(match.id, "gm", "b" * 64, now)
    store.seats.arrange(match.id, [("p3", "Chie"), ("p1", "Akira"), ("p4", "Dai")])
    found = store.matches.get("M1")
    assert [(s.seat, s.name, s.position, s.key_hash) for s in found.players] == [
        ("p3", "Chie", 0, "a" * 64),
        ("p1", "Akira", 1, None),
        ("p4", "Dai", 2, None),
    ]
    assert found.gm is not None
    assert found.gm.key_hash == "b" * 64
    assert people(store) == ["Akira", "Chie", "Dai"]


@pytest.mark.parametrize("status", ["running", "ended", "closed"])
def test_once_the_match_has_begun_its_seats_stay(store: Store, match, now: datetime, status: str) -> None:
    store.matches.set_status(match.id, status, now)
    before = store.matches.get(match.code)
    with pytest.raises(AlreadyBegun):
        store.seats.arrange(match.id, [("p1", "Aki")])
    assert store.matches.get(match.code) == before
