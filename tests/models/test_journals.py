from __future__ import annotations

import logging
import threading
from datetime import datetime, timedelta

import pytest
from sqlalchemy import insert
from sqlalchemy.exc import IntegrityError

from models import Conflict, JournalEntry, NoSuchMatch, Store


def test_entries_come_back_in_order_as_they_were_appended(store: Store, match, act, now: datetime) -> None:
    for n in range(1, 13):
        store.journals.append(match.id, n, f"p{n % 3 + 1}", act(f"red {n}"), now + timedelta(seconds=n))
    entries = store.journals.entries(match.id)
    assert [entry.number for entry in entries] == list(range(1, 13))
    assert [entry.act for entry in entries] == [act(f"red {n}") for n in range(1, 13)]
    assert entries[3].actor == "p2"
    assert entries[3].at == now + timedelta(seconds=4)
    assert store.journals.entries(match.id, after=10) == entries[10:]
    assert store.journals.entries(match.id, after=12) == []


def test_acts_keep_every_character_and_number(store: Store, match, now: datetime) -> None:
    act = {"note": "目付 \u0000 \ud800 \U0001f977 '; --", "n": 2**53, "x": 0.1, "deep": [{"a": None}, [], True]}
    store.journals.append(match.id, 1, "table", act, now)
    assert store.journals.entries(match.id)[0].act == act


def test_matches_have_journals_of_their_own(store: Store, new_match, act, now: datetime) -> None:
    one, other = new_match("M1"), new_match("M2")
    store.journals.append(one.id, 1, "p1", act("red 1"), now)
    store.journals.append(other.id, 1, "p1", act("red 2"), now)
    assert [entry.act for entry in store.journals.entries(other.id)] == [act("red 2")]
    assert [entry.act for entry in store.journals.entries(one.id)] == [act("red 1")]


def test_a_number_that_is_taken_is_refused_and_the_first_entry_stays(store: Store, match, act, now: datetime) -> None:
    store.journals.append(match.id, 1, "p1", act("red 1"), now)
    with pytest.raises(Conflict) as refused:
        store.journals.append(match.id, 1, "p2", act("blue 9"), now)
    assert refused.value.number == 1
    assert [entry.act for entry in store.journals.entries(match.id)] == [act("red 1")]


def test_the_database_itself_refuses_a_number_twice(store: Store, match, now: datetime) -> None:
    line = {"match_id": match.id, "number": 1, "actor": "p1", "act": {}, "at": now}
    with store.database.writing() as session, pytest.raises(IntegrityError):
        session.connection().execute(insert(JournalEntry), [line, line])


@pytest.mark.parametrize("number", [3, 14, 0, -1])
def test_a_journal_has_no_gap_and_begins_with_one(store: Store, match, act, now: datetime, number: int) -> None:
    store.journals.append(match.id, 1, "p1", act("red 1"), now)
    with pytest.raises(Conflict):
        store.journals.append(match.id, number, "p1", act("red 2"), now)
    assert len(store.journals.entries(match.id)) == 1


@pytest.mark.parametrize("number", [1, 2])
def test_a_match_that_is_not_there_takes_no_entry(store: Store, match, act, now: datetime, number: int) -> None:
    with pytest.raises(NoSuchMatch):
        store.journals.append(99, number, "p1", act("red 1"), now)
    assert store.journals.entries(99) == []


@pytest.mark.parametrize(
    ("actor", "act", "naive"),
    [("", {}, False), ("x" * 41, {}, False), ("p1", {"x": {1}}, False), ("p1", {"x": float("inf")}, False),
     ("p1", {}, True)],
)  # fmt: skip
def test_an_entry_that_cannot_be_kept_is_refused(
    store: Store, match, now: datetime, actor: str, act: dict, naive: bool
) -> None:
    with pytest.raises(ValueError, match=r"\.$"):
        store.journals.append(match.id, 1, actor, act, now.replace(tzinfo=None) if naive else now)
    assert store.journals.entries(match.id) == []


def test_writers_on_two_stores_and_many_threads_lose_no_entry(url: str, match, store: Store, now: datetime) -> None:
    writers, each = 6, 15
    together = threading.Barrier(writers)
    conflicts: list[int] = []
    failed: list[BaseException] = []

    def write(at: Store, writer: int) -> None:
        try:
            together.wait()
            for n in range(each):
                while True:
                    last = len(at.journals.entries(match.id))
                    try:
                        at.journals.append(match.id, last + 1, f"p{writer}", {"writer": writer, "n": n}, now)
                        break
                    except Conflict as conflict:
                        conflicts.append(conflict.number)
        except BaseException as error:
            failed.append(error)

    with Store.open(url) as second:
        threads = [threading.Thread(target=write, args=((store, second)[n % 2], n)) for n in range(writers)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert second.journals.entries(match.id) == store.journals.entries(match.id)
    assert not failed
    entries = store.journals.entries(match.id)
    assert [entry.number for entry in entries] == list(range(1, writers * each + 1))
    assert {(e.act["writer"], e.act["n"]) for e in entries} == {(w, n) for w in range(writers) for n in range(each)}
    for writer in range(writers):
        assert [e.act["n"] for e in entries if e.act["writer"] == writer] == list(range(each))


def test_of_two_who_append_entry_twelve_at_once_one_does(url: str, match, store: Store, act, now: datetime) -> None:
    for n in range(1, 12):
        store.journals.append(match.id, n, "p1", act(n), now)
    together = threading.Barrier(2)
    outcome: dict[str, str] = {}

    def write(at: Store, actor: str) -> None:
        together.wait()
        try:
            at.journals.append(match.id, 12, actor, act(actor), now)
            outcome[actor] = "written"
        except Conflict:
            outcome[actor] = "refused"

    with Store.open(url) as second:
        threads = [threading.Thread(target=write, args=(at, a)) for at, a in ((store, "p1"), (second, "p2"))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert sorted(outcome.values()) == ["refused", "written"]
    last = store.journals.entries(match.id, after=11)
    assert [outcome[entry.actor] for entry in last] == ["written"]


def test_an_end_comes_with_its_last_entry(store: Store, match, act, now: datetime) -> None:
    store.matches.set_status(match.id, "running", now)
    store.journals.append(match.id, 1, "p1", act("red 1"), now + timedelta(minutes=10))
    result = {"winners": ["p2"], "reason": "shinobazu.most_points"}
    store.journals.append(match.id, 2, "p2", act("red 2"), now + timedelta(minutes=20), status="ended", result=result)
    found = store.matches.get(match.code)
    assert (found.status, found.result, found.ended) == ("ended", result, now + timedelta(minutes=20))
    assert (len(store.journals.entries(match.id)), found.seconds) == (2, 20 * 60)


def test_an_end_that_is_taken_back_runs_on_without_a_result(store: Store, match, act, now: datetime) -> None:
    store.matches.set_status(match.id, "running", now)
    store.journals.append(match.id, 1, "p1", act("red 1"), now, status="ended", result={"winners": ["p1"]})
    store.journals.append(match.id, 2, "gm", {"type": "undo"}, now, status="running", result=None)
    found = store.matches.get(match.code)
    assert (found.status, found.result, found.started, found.ended, found.seconds) == ("running", None, now, None, None)


def test_a_result_may_change_while_the_match_stays_ended(store: Store, match, act, now: datetime) -> None:
    store.journals.append(match.id, 1, "p1", act("red 1"), now, status="ended", result={"winners": ["p1"]})
    store.journals.append(match.id, 2, "gm", {"type": "correct"}, now, result={"winners": ["p2"]})
    found = store.matches.get(match.code)
    assert (found.status, found.result) == ("ended", {"winners": ["p2"]})


def test_an_entry_alone_leaves_status_and_result(store: Store, match, act, now: datetime) -> None:
    store.journals.append(match.id, 1, "p1", act("red 1"), now, status="ended", result={"winners": ["p1"]})
    before = store.matches.get(match.code)
    store.journals.append(match.id, 2, "p1", act("red 2"), now)
    after = store.matches.get(match.code)
    assert (after.status, after.result, after.ended) == (before.status, before.result, before.ended)


def test_an_end_whose_entry_is_refused_does_not_come_either(store: Store, match, act, now: datetime) -> None:
    store.journals.append(match.id, 1, "p1", act("red 1"), now)
    with pytest.raises(Conflict):
        store.journals.append(match.id, 1, "p2", act("red 2"), now, status="ended", result={"winners": ["p2"]})
    found = store.matches.get(match.code)
    assert (found.status, found.result, len(store.journals.entries(match.id))) == ("lobby", None, 1)


def test_an_entry_whose_end_cannot_be_kept_is_not_written(store: Store, match, act, now: datetime) -> None:
    for wrong in ({"status": "paused"}, {"status": "ended", "result": {"winners": {"p1"}}}):
        with pytest.raises(ValueError, match=r"\.$"):
            store.journals.append(match.id, 1, "p1", act("red 1"), now, **wrong)
    found = store.matches.get(match.code)
    assert (found.status, store.journals.entries(match.id)) == ("lobby", [])


def test_no_log_holds_a_key_or_a_move(store: Store, match, act, now: datetime, caplog) -> None:
    with caplog.at_level(logging.DEBUG):
        for logger in ("sqlalchemy.engine", "sqlalchemy.pool"):
            caplog.set_level(logging.DEBUG, logger)
        store.seats.claim(match.id, "p1", "5ec2e7aa", now)
        store.journals.append(match.id, 1, "p1", act("5ec2e7bb"), now)
        with pytest.raises(Conflict) as refused:
            store.journals.append(match.id, 1, "p1", act("5ec2e7cc"), now)
        store.journals.append(match.id, 2, "p1", act("5ec2e7dd"), now, status="running")
    assert "INSERT INTO journal_entry" in caplog.text
    assert "5ec2e7" not in caplog.text + str(refused.value) + str(refused.value.__cause__)
