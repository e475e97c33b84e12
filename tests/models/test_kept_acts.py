from __future__ import annotations

from datetime import datetime

import pytest

from models import KeptRecord, Store

ACT = {"type": "declare", "seat": "traitor", "move": {"type": "answer_cat", "use": True}, "salt": "5a17" * 8}
OTHER = {**ACT, "move": {"type": "answer_cat", "use": False}}


def test_an_act_that_waits_survives_a_restart(store: Store, url: str, match) -> None:
    assert store.kept_acts.keep(match.id, 12, "traitor", ACT)
    store.close()
    with Store.open(url) as again:
        assert again.kept_acts.get(match.id) == KeptRecord(12, "traitor", ACT)


def test_the_first_act_for_an_entry_is_the_one_that_is_kept(store: Store, match) -> None:
    assert store.kept_acts.keep(match.id, 12, "traitor", ACT)
    assert not store.kept_acts.keep(match.id, 12, "gm", OTHER)
    assert store.kept_acts.get(match.id) == KeptRecord(12, "traitor", ACT)


def test_an_act_for_another_entry_makes_room(store: Store, match) -> None:
    store.kept_acts.keep(match.id, 12, "traitor", ACT)
    assert store.kept_acts.keep(match.id, 15, "traitor", OTHER)
    assert store.kept_acts.get(match.id) == KeptRecord(15, "traitor", OTHER)


def test_what_was_judged_is_kept_no_longer(store: Store, match, now: datetime) -> None:
    store.kept_acts.keep(match.id, 12, "traitor", ACT)
    store.kept_acts.drop(match.id, 12)
    store.kept_acts.drop(match.id, 12)
    assert store.kept_acts.get(match.id) is None


def test_matches_keep_their_acts_apart(store: Store, match, new_match) -> None:
    other = new_match("ZZZZ")
    store.kept_acts.keep(match.id, 12, "traitor", ACT)
    assert store.kept_acts.get(other.id) is None
    assert store.kept_acts.keep(other.id, 12, "p1", OTHER)
    store.kept_acts.drop(other.id, 12)
    assert store.kept_acts.get(match.id) is not None


def test_a_kept_act_tells_nothing_in_a_log(store: Store, match) -> None:
    store.kept_acts.keep(match.id, 12, "traitor", ACT)
    assert "answer_cat" not in repr(store.kept_acts.get(match.id))


def test_what_cannot_be_kept_is_not_kept(store: Store, match) -> None:
    with pytest.raises(ValueError, match=r"\.$"):
        store.kept_acts.keep(match.id, 12, "", ACT)
    with pytest.raises(ValueError, match=r"\.$"):
        store.kept_acts.keep(match.id, 12, "traitor", {"move": {1, 2}})
    assert store.kept_acts.get(match.id) is None
