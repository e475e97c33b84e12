from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from models import CodeTaken, NoSuchMatch, Store
from tests.models.people import people


def test_a_match_is_found_by_its_code_as_it_was_created(store: Store, new_match, now: datetime) -> None:
    created = new_match("K7QX", host_key="a" * 64, game_master="observer")
    found = store.matches.get("K7QX")
    assert found == created
    assert (found.game, found.status, found.game_master, found.host_key) == (
        "shinobazu",
        "lobby",
        "observer",
        "a" * 64,
    )
    assert found.options == {"depth": "plays", "rounds": 3}
    assert (found.started, found.ended, found.result, found.seconds) == (None, None, None, None)
    assert [(s.seat, s.name, s.position, s.free, s.pin) for s in found.players] == [
        ("p1", "Aki", 0, True, False),
        ("p2", "Ben", 1, True, False),
        ("p3", "Chie", 2, True, False),
    ]
    assert found.gm is not None
    assert found.gm is found.seats[-1]


@pytest.mark.parametrize("code", ["NONE", "", "k7qx", "x" * 10_000, "\x00", "\ud800"])
def test_a_code_that_no_match_has_finds_none(store: Store, match, code: str) -> None:
    with pytest.raises(NoSuchMatch):
        store.matches.get(code)


def test_a_code_is_given_once(store: Store, match, new_match) -> None:
    with pytest.raises(CodeTaken):
        new_match(match.code, names=("Dai",))
    assert store.matches.get(match.code) == match
    assert people(store) == ["Aki", "Ben", "Chie"]


@pytest.mark.parametrize("name", ["x" * 10_000, "x" * 41, "a\x00b", "a\nb", "\u202eevil", "\ud800"])
def test_a_name_that_nobody_can_read_is_refused_and_nothing_is_kept(store: Store, new_match, name: str) -> None:
    with pytest.raises(ValueError, match="name"):
        new_match("K7QX", names=("Aki", name))
    with pytest.raises(NoSuchMatch):
        store.matches.get("K7QX")


def test_a_name_of_forty_characters_in_any_script_is_kept(store: Store, new_match) -> None:
    longest = ("忍" * 40, "\ufdfa" * 40, "𠮷" * 40)
    assert tuple(seat.name for seat in new_match("K7QX", names=longest).players) == longest


@pytest.mark.parametrize(
    "wrong",
    [
        {"seats": [("p1", "Aki"), ("p1", "Ben")]},
        {"seats": [("gm", "Aki")]},
        {"seats": [("", "Aki")]},
        {"code": ""},
        {"code": "x" * 41},
        {"game": ""},
        {"game_master": "god"},
        {"host_key": ""},
        {"host_key": "x" * 201},
        {"options": {"seed": float("nan")}},
        {"options": {"seats": {1, 2}}},
        {"created": datetime(2026, 5, 17, 20, 12)},
    ],
)
def test_a_match_that_cannot_be_is_refused_and_nothing_is_kept(store: Store, new_match, wrong: dict) -> None:
    with pytest.raises(ValueError, match=r"\.$"):
        new_match(**({"code": "K7QX"} | wrong))
    assert store.matches.find() == []


def test_times_come_back_in_utc_whatever_zone_they_came_in(store: Store, new_match) -> None:
    tokyo = datetime(2026, 5, 18, 5, 12, 30, 123456, tzinfo=timezone(timedelta(hours=9)))
    match = new_match("K7QX", created=tokyo)
    store.matches.set_status(match.id, "running", tokyo + timedelta(minutes=1))
    store.journals.append(match.id, 1, "p1", {}, tokyo + timedelta(minutes=2))
    found = store.matches.get("K7QX")
    assert found.created == tokyo
    assert found.created.tzinfo is UTC
    assert found.created.hour == 20
    assert found.started == tokyo + timedelta(minutes=1)
    entry = store.journals.entries(match.id)[0].at
    assert entry == tokyo + timedelta(minutes=2)
    assert entry.tzinfo is UTC


def test_matches_come_newest_first_by_status(store: Store, new_match, now: datetime) -> None:
    for n in range(3):
        new_match(f"M{n}", created=now + timedelta(hours=n))
    store.matches.set_status(store.matches.get("M0").id, "running", now)
    store.matches.set_status(store.matches.get("M1").id, "ended", now)

    def codes(**wanted: object) -> list[str]:
        return [match.code for match in store.matches.find(**wanted)]

    assert codes() == ["M2", "M1", "M0"]
    assert codes(limit=2) == ["M2", "M1"]
    assert codes(status="running") == ["M0"]
    assert codes(status="closed") == []
    assert all(match == store.matches.get(match.code) for match in store.matches.find())


def test_more_matches_than_fit_one_question_all_come_with_their_seats(store: Store, new_match, monkeypatch) -> None:
    monkeypatch.setattr("models.matches.matches._AT_ONCE", 2)
    for n in range(5):
        new_match(f"M{n}", names=(f"Aki {n}",))
    assert [match.players[0].name for match in store.matches.find()] == [f"Aki {n}" for n in (4, 3, 2, 1, 0)]


def test_matches_created_at_one_moment_come_in_the_order_of_their_making(store: Store, new_match) -> None:
    for n in range(3):
        new_match(f"M{n}")
    assert [match.code for match in store.matches.find()] == ["M2", "M1", "M0"]


def test_a_match_runs_ends_runs_again_and_goes_back_to_its_lobby(store: Store, match, now: datetime) -> None:
    at = [now + timedelta(minutes=n) for n in range(5)]

    def after(status: str, moment: datetime) -> tuple:
        store.matches.set_status(match.id, status, moment)
        found = store.matches.get(match.code)
        return found.status, found.started, found.ended, found.seconds

    assert after("running", at[1]) == ("running", at[1], None, None)
    assert after("ended", at[2]) == ("ended", at[1], at[2], 60)
    assert after("closed", at[3]) == ("closed", at[1], at[2], 60)
    assert after("running", at[4]) == ("running", at[1], None, None)
    assert after("lobby", at[4]) == ("lobby", None, None, None)


def test_a_match_stands_in_no_other_way(store: Store, match, now: datetime) -> None:
    with pytest.raises(ValueError, match="lobby, running, ended, closed"):
        store.matches.set_status(match.id, "paused", now)
    assert store.matches.get(match.code).status == "lobby"


def test_what_is_said_of_a_match_that_is_not_there_is_refused(store: Store, match, now: datetime) -> None:
    for say in (
        lambda: store.matches.set_status(99, "running", now),
        lambda: store.seats.arrange(99, [("p1", "Aki")]),
    ):
        with pytest.raises(NoSuchMatch):
            say()


def test_no_hash_and_no_move_is_in_any_repr(store: Store, match, act, now: datetime) -> None:
    from sqlmodel import select

    from models import JournalEntry, MatchRow, Seat

    store.seats.claim(match.id, "p1", "5ec2e7bb", now)
    store.seats.set_pin(match.id, "p1", "5ec2e7cc")
    store.journals.append(match.id, 1, "p1", act("5ec2e7dd"), now)
    kept = repr(store.matches.get(match.code)) + repr(store.journals.entries(match.id))
    with store.database.reading() as session:
        kept += "".join(repr(row) for table in (MatchRow, Seat, JournalEntry) for row in session.exec(select(table)))
    assert "p1" in kept
    assert "5ec2e7" not in kept
    assert "5a17" not in kept
