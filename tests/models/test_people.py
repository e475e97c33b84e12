"""People: other names, one person instead of two, left out, forgotten; by the owner's key alone, and taken back."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from models import NameTaken, NoSuchPerson, NotAsItWas, NotOwner, Store
from models.people import TAKEN_BACK
from tests.models.test_history import finish
from tests.owners import BY, owned


@pytest.fixture(autouse=True)
def _owner(store: Store) -> None:
    owned(store)


def ids(store: Store) -> dict[str, int]:
    return {person.name: person.id for person in store.people.all()}


def called(store: Store, code: str) -> list[str]:
    return [seat.name for seat in store.matches.get(code).seats]


def test_another_name_is_that_of_matches_that_are_over(store: Store, new_match, now: datetime) -> None:
    finish(store, new_match("M1", names=("Aki", "Ben")), ["p1"], now)
    new_match("M2", names=("AKI", "Chie"))
    store.people.rename(BY, ids(store)["Aki"], " Akiko ")
    assert called(store, "M1") == ["Akiko", "Ben"]
    assert called(store, "M2") == ["AKI", "Chie"]
    assert ids(store).keys() == {"Akiko", "Ben", "Chie"}
    with pytest.raises(NameTaken):
        store.people.rename(BY, ids(store)["Akiko"], "ＢＥＮ\u3164")
    with pytest.raises(NoSuchPerson):
        store.people.rename(BY, 99, "Dai")
    with pytest.raises(ValueError, match="name"):
        store.people.rename(BY, ids(store)["Akiko"], " ")


def test_two_spellings_become_one_person_and_no_match_has_a_name_twice(store: Store, new_match, now: datetime) -> None:
    finish(store, new_match("M1", names=("Aki", "Ben")), ["p1"], now)
    finish(store, new_match("M2", names=("Akie", "Aki")), ["p1"], now)
    known = ids(store)
    store.people.leave_out(BY, known["Akie"], True)
    assert len(store.people.merge(BY, known["Aki"], known["Akie"], now)) == 1
    assert ids(store).keys() == {"Aki", "Ben"}
    assert called(store, "M1") == ["Aki", "Ben"]
    assert sorted(called(store, "M2")) == ["Aki", "Aki 2"]
    aki = store.history.statistics().players[0]
    assert (aki.name, aki.matches, aki.won) == ("Aki", 2, 2)
    store.people.merge(BY, known["Aki"], known["Aki"], now)
    assert ids(store).keys() == {"Aki", "Ben"}


def test_a_merge_is_taken_apart_again(store: Store, new_match, now: datetime) -> None:
    finish(store, new_match("M1", names=("Aki", "Ben")), ["p1"], now)
    finish(store, new_match("M2", names=("Akie", "Aki")), ["p1"], now)
    known = ids(store)
    store.people.leave_out(BY, known["Akie"], True)
    store.people.merge(BY, known["Aki"], known["Akie"], now)
    (merged,) = store.people.tidied()
    assert (merged.name, merged.into) == ("Akie", "Aki")
    store.people.take_back(BY, merged.id, now)
    assert called(store, "M2") == ["Akie", "Aki"]
    assert {person.name for person in store.people.all() if person.left_out} == {"Akie"}
    assert [seat.player_id for seat in store.matches.get("M1").seats] == [ids(store)["Aki"], ids(store)["Ben"]]
    assert store.people.tidied() == []


def test_merges_into_a_merged_name_are_taken_apart_from_the_last_on(store: Store, new_match, now: datetime) -> None:
    for n, one in enumerate(("Aki", "Akie", "Akiko")):
        finish(store, new_match(f"M{n}", names=(one, "Ben")), ["p1"], now)
    store.people.merge(BY, ids(store)["Akie"], ids(store)["Aki"], now)
    store.people.merge(BY, ids(store)["Akiko"], ids(store)["Akie"], now + timedelta(minutes=1))
    last, first = store.people.tidied()
    with pytest.raises(NotAsItWas):
        store.people.take_back(BY, first.id, now)
    store.people.take_back(BY, last.id, now)
    store.people.take_back(BY, first.id, now)
    assert [called(store, f"M{n}")[0] for n in range(3)] == ["Aki", "Akie", "Akiko"]


def test_who_is_left_out_has_no_line_and_the_others_keep_their_matches(store: Store, new_match, now: datetime) -> None:
    finish(store, new_match("M1", names=("Aki", "Ben")), ["p1"], now)
    store.people.leave_out(BY, ids(store)["Aki"], True)
    assert [(p.name, p.matches) for p in store.history.statistics().players] == [("Ben", 1)]
    assert [p.name for p in store.people.all() if p.left_out] == ["Aki"]
    store.people.leave_out(BY, ids(store)["Aki"], False)
    assert len(store.history.statistics().players) == 2


def test_a_name_that_is_deleted_is_nowhere_and_the_seat_stays(store: Store, new_match, now: datetime) -> None:
    finish(store, new_match("M1", names=("Aki", "Ben", "Chie")), ["p1"], now)
    new_match("M2", names=("Aki", "Ben"))
    for name in ("Aki", "Chie"):
        store.people.forget(BY, ids(store)[name], "A player", now)
    assert called(store, "M1") == ["A player", "Ben", "A player 2"]
    assert called(store, "M2") == ["A player", "Ben"]
    assert ids(store).keys() == {"Ben"}
    assert [seat.player_id is None for seat in store.matches.get("M1").seats] == [True, False, True]


def test_a_deleted_name_is_given_back_within_its_day(store: Store, new_match, now: datetime) -> None:
    finish(store, new_match("M1", names=("Aki", "Ben", "Chie")), ["p1"], now)
    new_match("M2", names=("Aki", "Ben"))
    store.people.leave_out(BY, ids(store)["Aki"], True)
    store.people.forget(BY, ids(store)["Aki"], "A player", now)
    new_match("M3", names=("aki", "Dai"))  # somebody has come who is called so as well
    (forgotten,) = store.people.tidied()
    assert (forgotten.name, forgotten.into, forgotten.until) == ("Aki", "", now + TAKEN_BACK)
    matches = store.people.take_back(BY, forgotten.id, now + TAKEN_BACK - timedelta(seconds=1))
    assert len(matches) == 2
    assert called(store, "M1") == ["Aki", "Ben", "Chie"]
    assert called(store, "M2") == ["Aki", "Ben"]
    people = store.people.all()
    assert [person.left_out for person in people if person.name.casefold() == "aki"] == [True]
    with pytest.raises(NotAsItWas):
        store.people.take_back(BY, forgotten.id, now)


def test_after_its_day_a_deleted_name_is_not_given_back_any_more(store: Store, new_match, now: datetime) -> None:
    finish(store, new_match("M1", names=("Aki", "Ben")), ["p1"], now)
    store.people.forget(BY, ids(store)["Aki"], "A player", now)
    (forgotten,) = store.people.tidied()
    assert store.people.erase_due(now + TAKEN_BACK - timedelta(seconds=1)) == now + TAKEN_BACK
    with pytest.raises(NotAsItWas):
        store.people.take_back(BY, forgotten.id, now + TAKEN_BACK)
    assert store.people.erase_due(now + TAKEN_BACK) is None
    assert store.people.tidied() == []
    assert called(store, "M1") == ["A player", "Ben"]


def test_a_seat_that_was_named_anew_keeps_that_name(store: Store, new_match, now: datetime) -> None:
    match = new_match("M2", names=("Aki", "Ben"))
    store.people.forget(BY, ids(store)["Aki"], "A player", now)
    store.seats.rename(match.id, "p1", "Emi")
    (forgotten,) = store.people.tidied()
    with pytest.raises(NotAsItWas):
        store.people.take_back(BY, forgotten.id, now)
    assert called(store, "M2") == ["Emi", "Ben"]


def test_nobody_but_the_owner_changes_anything(store: Store, new_match, now: datetime) -> None:
    finish(store, new_match("M1", names=("Aki", "Ben")), ["p1"], now)
    finish(store, new_match("M2", names=("Chie", "Ben")), ["p1"], now)
    known = ids(store)
    store.people.forget(BY, known["Chie"], "A player", now)
    (forgotten,) = store.people.tidied()
    people, before = store.people, (store.people.all(), store.settings.all("tidied."))
    acts: list[Callable[[str], object]] = [
        lambda by: people.rename(by, known["Aki"], "Mallory"), lambda by: people.forget(by, known["Aki"], "X", now),
        lambda by: people.merge(by, known["Aki"], known["Ben"], now), lambda by: people.erase(by, forgotten.id),
        lambda by: people.leave_out(by, known["Aki"], True), lambda by: people.take_back(by, forgotten.id, now),
        store.owners.only,
    ]  # fmt: skip
    for by in ("", "0" * 64, BY[:24] + "0" * 40, BY.upper()):
        for act in acts:
            with pytest.raises(NotOwner):
                act(by)
    store.owners.give_up(BY)
    for act in acts:
        with pytest.raises(NotOwner):
            act(BY)
    assert (store.people.all(), store.settings.all("tidied.")) == before


# In the files

NAME = "Zebulon Quux"


def remains(file: Path) -> list[str]:
    """Return the files of a database in which the name can be read."""
    files = [file, *(file.with_name(file.name + more) for more in ("-wal", "-shm", "-journal"))]
    return [each.name for each in files if each.exists() and NAME.lower().encode() in each.read_bytes().lower()]


@pytest.mark.sqlite
@pytest.mark.parametrize("at_once", [True, False], ids=["at once", "when its day is over"])
def test_an_erased_name_can_be_read_in_no_file_of_the_database(
    store: Store, file: Path, new_match, now: datetime, at_once: bool
) -> None:
    for n in range(150):
        finish(store, new_match(f"M{n}", names=(NAME if n % 3 else NAME.upper(), f"Other {n % 40}")), ["p1"], now)
    new_match("lobby", names=(NAME, "Ben"))
    store.people.forget(BY, ids(store)[NAME.upper()], "A player", now)
    assert remains(file), "it can be given back"
    assert not any(NAME.lower() in seat.name.lower() for m in store.matches.find() for seat in m.seats)
    if at_once:
        store.people.erase(BY, store.people.tidied()[0].id)
    else:
        store.people.erase_due(now + TAKEN_BACK)
    assert remains(file) == []


@pytest.mark.sqlite
def test_what_an_older_version_left_in_freed_pages_is_erased_with_it(
    store: Store, file: Path, new_match, now: datetime
) -> None:
    finish(store, new_match("M1", names=(NAME, "Ben")), ["p1"], now)
    raw = sqlite3.connect(file)
    raw.execute("PRAGMA secure_delete = OFF")
    raw.execute("CREATE TABLE old (text)")
    raw.execute("INSERT INTO old VALUES (?)", (NAME * 2000,))
    raw.commit()
    raw.execute("DROP TABLE old")
    raw.commit()
    raw.close()
    store.people.forget(BY, ids(store)[NAME], "A player", now)
    store.people.erase(BY, store.people.tidied()[0].id)
    assert remains(file) == []


@pytest.mark.sqlite
def test_erasing_waits_for_a_reader_and_goes_on_after_a_restart(
    store: Store, file: Path, url: str, new_match, now: datetime
) -> None:
    finish(store, new_match("M1", names=(NAME, "Ben")), ["p1"], now)
    reader = sqlite3.connect(file, isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT * FROM seat").fetchall()
    store.people.forget(BY, ids(store)[NAME], "A player", now)
    store.people.erase(BY, store.people.tidied()[0].id)
    assert remains(file), "the reader still sees what was there when it began"
    assert store.people.erase_due(now) == now, "so it is to be tried again"
    store.close()
    reader.close()
    with Store.open(url) as again:
        assert again.people.erase_due(now) is None
        assert remains(file) == []


@pytest.mark.sqlite
def test_what_was_merged_into_an_erased_name_says_it_no_more(
    store: Store, file: Path, new_match, now: datetime
) -> None:
    finish(store, new_match("M1", names=(NAME, "Ben")), ["p1"], now)
    finish(store, new_match("M2", names=("Zeb", "Ben")), ["p1"], now)
    store.people.merge(BY, ids(store)[NAME], ids(store)["Zeb"], now)
    store.people.forget(BY, ids(store)[NAME], "A player", now)
    store.people.erase(BY, next(each.id for each in store.people.tidied() if not each.into))
    assert store.people.tidied() == []
    assert remains(file) == []
