"""Finished matches as documents, out of one store and into another, whatever database either has."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from models import MatchRecord, Store
from models.matches.archive import MatchDocument

ACT = {"type": "declare", "seat": "p1", "move": {"type": "x", "値": [1, 2.5, None, "“巻物” \\ \"'"]}, "salt": None}


def finished(store: Store, new_match: Callable[..., MatchRecord], now: datetime, code: str) -> MatchRecord:
    record = new_match(code)
    store.matches.set_status(record.id, "running", now)
    for n in (1, 2):
        store.journals.append(record.id, n, "p1", ACT, now + timedelta(seconds=n))
    store.journals.append(record.id, 3, "p2", ACT, now, status="ended", result={"winners": ["p1"], "ranking": []})
    store.accounts.keep(record.id, {"turns": {"p1": [1]}})
    return store.matches.get(code)


def documents(store: Store) -> list[MatchDocument]:
    return [MatchDocument.model_validate_json(text) for _, text in store.archive.texts(store.archive.codes())]


RESULT = {"winners": ["p1"], "ranking": []}


def test_a_match_comes_out_of_another_store_as_it_went_into_it(
    store: Store, new_match: Callable[..., MatchRecord], now: datetime
) -> None:
    kept = [finished(store, new_match, now, code) for code in ("A", "B")]
    new_match("RUNNING")
    went = documents(store)
    assert [(each.code, [entry.act for entry in each.entries]) for each in went] == [("A", [ACT] * 3), ("B", [ACT] * 3)]
    with Store.open("sqlite://") as other:
        assert [other.archive.has(each) for each in went] == [False, False]
        assert [other.archive.keep(each, RESULT, {}) for each in went] == [True, True]
        assert documents(other) == went
        assert [other.archive.has(each) for each in went] == [True, True]
        assert [other.archive.keep(each, RESULT, {}) for each in went] == [False, False]
        assert [entry.act for entry in other.journals.entries(other.matches.get("A").id)] == [ACT] * 3
        assert {person.name for person in other.people.all()} == {"Aki", "Ben", "Chie"}
        assert [seat.name for seat in other.matches.get("B").players] == [seat.name for seat in kept[1].players]
    later = [each.model_copy(update={"code": f"L{each.code}"}) for each in went]
    assert [store.archive.keep(each, RESULT, {}) for each in later] == [True, True]
    assert [each.entries for each in documents(store)] == [went[0].entries] * 4
    assert len(store.people.all()) == 3


def test_what_counts_is_what_it_is_kept_with_and_not_what_the_document_says(
    store: Store, new_match: Callable[..., MatchRecord], now: datetime
) -> None:
    seconds = finished(store, new_match, now, "A").seconds
    (good,) = documents(store)
    said = {"code": "N", "seconds": 7, "result": {"winners": ["p2"]}, "account": {"turns": {}}}
    forged = good.model_copy(update=said)
    assert store.archive.keep(forged, RESULT, {"turns": {"p1": [5]}})
    kept = store.matches.get("N")
    assert (kept.result, kept.seconds) == (RESULT, seconds)
    assert store.accounts.all()[kept.id] == {"turns": {"p1": [5]}}


def test_who_is_left_out_stays_so_where_they_are_new_and_stays_as_they_are_where_they_are_known(
    store: Store, new_match: Callable[..., MatchRecord], now: datetime
) -> None:
    finished(store, new_match, now, "A")
    (good,) = documents(store)
    seats = [*good.seats[:-1], good.seats[-1].model_copy(update={"name": "Zoë"})]
    new = good.model_copy(update={"code": "N", "seats": seats})
    store.archive.keep(new, RESULT, {}, {"aki", "zoë"})
    assert {person.name for person in store.people.all() if person.left_out} == {"Zoë"}


def test_a_match_is_kept_whole_or_not_at_all(
    store: Store, new_match: Callable[..., MatchRecord], now: datetime
) -> None:
    finished(store, new_match, now, "A")
    (good,) = documents(store)
    new = good.model_copy(update={"code": "N"})
    line = good.entries[-1].model_copy(update={"act": {"move": float("nan")}})
    bad_line = new.model_copy(update={"entries": [*good.entries, line]})
    bad_name = new.model_copy(update={"seats": [good.seats[0].model_copy(update={"name": "Di\x00na"})]})
    for bad in (bad_line, bad_name):
        with pytest.raises(ValueError, match=r"JSON compliant|control characters"):
            store.archive.keep(bad, RESULT, {})
    with pytest.raises(ValueError, match="plain JSON"):
        store.archive.keep(new, {"points": float("inf")}, {})
    assert store.archive.codes() == ["A"]
    assert {person.name for person in store.people.all()} == {"Aki", "Ben", "Chie"}
    assert store.archive.keep(new, RESULT, {})
