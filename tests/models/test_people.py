"""People: other names, one person instead of two, left out, forgotten."""

from __future__ import annotations

from datetime import datetime

import pytest

from models import NameTaken, NoSuchPerson, Store
from tests.models.test_history import finish


def ids(store: Store) -> dict[str, int]:
    return {person.name: person.id for person in store.people.all()}


def called(store: Store, code: str) -> list[str]:
    return [seat.name for seat in store.matches.get(code).seats]


def test_another_name_is_that_of_matches_that_are_over(store: Store, new_match, now: datetime) -> None:
    finish(store, new_match("M1", names=("Aki", "Ben")), ["p1"], now)
    new_match("M2", names=("AKI", "Chie"))
    store.people.rename(ids(store)["Aki"], " Akiko ")
    assert called(store, "M1") == ["Akiko", "Ben"]
    assert called(store, "M2") == ["AKI", "Chie"]
    assert ids(store).keys() == {"Akiko", "Ben", "Chie"}
    with pytest.raises(NameTaken):
        store.people.rename(ids(store)["Akiko"], "ＢＥＮ")
    with pytest.raises(NoSuchPerson):
        store.people.rename(99, "Dai")
    with pytest.raises(ValueError, match="name"):
        store.people.rename(ids(store)["Akiko"], " ")


def test_two_spellings_become_one_person_and_no_match_has_a_name_twice(store: Store, new_match, now: datetime) -> None:
    finish(store, new_match("M1", names=("Aki", "Ben")), ["p1"], now)
    finish(store, new_match("M2", names=("Akie", "Aki")), ["p1"], now)
    known = ids(store)
    store.people.leave_out(known["Akie"], True)
    store.people.merge(known["Aki"], known["Akie"])
    assert ids(store).keys() == {"Aki", "Ben"}
    assert called(store, "M1") == ["Aki", "Ben"]
    assert sorted(called(store, "M2")) == ["Aki", "Aki 2"]
    aki = store.history.statistics().players[0]
    assert (aki.name, aki.matches, aki.won) == ("Aki", 2, 2)
    store.people.merge(known["Aki"], known["Aki"])
    assert ids(store).keys() == {"Aki", "Ben"}


def test_who_is_left_out_has_no_line_and_the_others_keep_their_matches(store: Store, new_match, now: datetime) -> None:
    finish(store, new_match("M1", names=("Aki", "Ben")), ["p1"], now)
    store.people.leave_out(ids(store)["Aki"], True)
    assert [(p.name, p.matches) for p in store.history.statistics().players] == [("Ben", 1)]
    assert [p.name for p in store.people.all() if p.left_out] == ["Aki"]
    store.people.leave_out(ids(store)["Aki"], False)
    assert len(store.history.statistics().players) == 2


def test_a_name_that_is_deleted_is_nowhere_and_the_seat_stays(store: Store, new_match, now: datetime) -> None:
    finish(store, new_match("M1", names=("Aki", "Ben", "Chie")), ["p1"], now)
    new_match("M2", names=("Aki", "Ben"))
    for name in ("Aki", "Chie"):
        store.people.forget(ids(store)[name], "A player")
    assert called(store, "M1") == ["A player", "Ben", "A player 2"]
    assert called(store, "M2") == ["A player", "Ben"]
    assert ids(store).keys() == {"Ben"}
    assert [seat.player_id is None for seat in store.matches.get("M1").seats] == [True, False, True]
