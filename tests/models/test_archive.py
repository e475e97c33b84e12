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


def test_a_match_comes_out_of_another_store_as_it_went_into_it(
    store: Store, new_match: Callable[..., MatchRecord], now: datetime
) -> None:
    kept = [finished(store, new_match, now, code) for code in ("A", "B")]
    new_match("RUNNING")
    went = documents(store)
    assert [(each.code, [entry.act for entry in each.entries]) for each in went] == [("A", [ACT] * 3), ("B", [ACT] * 3)]
    with Store.open("sqlite://") as other:
        assert other.archive.bring(went) == 2
        assert documents(other) == went
        assert other.archive.bring(went) == 0
        assert [entry.act for entry in other.journals.entries(other.matches.get("A").id)] == [ACT] * 3
        assert {person.name for person in other.people.all()} == {"Aki", "Ben", "Chie"}
        assert [seat.name for seat in other.matches.get("B").players] == [seat.name for seat in kept[1].players]
    later = [each.model_copy(update={"code": f"L{each.code}"}) for each in went]
    assert store.archive.bring(later) == 2
    assert [each.entries for each in documents(store)] == [went[0].entries] * 4
    assert len(store.people.all()) == 3


def test_what_is_no_plain_json_is_not_kept_and_nothing_with_it(
    store: Store, new_match: Callable[..., MatchRecord], now: datetime
) -> None:
    finished(store, new_match, now, "A")
    (good,) = documents(store)
    line = good.entries[0].model_copy(update={"act": {"move": float("nan")}})
    new = good.model_copy(update={"code": "N"})
    bad = good.model_copy(update={"code": "X", "entries": [line]})
    with pytest.raises(ValueError, match="JSON compliant"):
        store.archive.bring([new, bad])
    assert store.archive.codes() == ["A"]
