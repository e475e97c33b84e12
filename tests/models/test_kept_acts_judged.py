from __future__ import annotations

import pytest

from models import Conflict, Store

ACT = {"type": "declare", "seat": "traitor", "move": {"type": "answer_cat"}}


def test_a_kept_act_becomes_an_entry_once_and_is_kept_no_longer(store: Store, match, now) -> None:
    store.journals.append(match.id, 1, "p1", {}, now)
    store.kept_acts.keep(match.id, 1, "traitor", ACT)
    store.journals.append(match.id, 2, "traitor", ACT, now, answers=1)
    assert store.kept_acts.get(match.id) is None
    with pytest.raises(Conflict):
        store.journals.append(match.id, 3, "traitor", ACT, now, answers=1)
    assert [entry.number for entry in store.journals.entries(match.id)] == [1, 2]


def test_a_kept_act_whose_entry_is_refused_stays(store: Store, match, now) -> None:
    store.journals.append(match.id, 1, "p1", {}, now)
    store.kept_acts.keep(match.id, 1, "traitor", ACT)
    store.journals.append(match.id, 2, "p1", {}, now)
    with pytest.raises(Conflict):
        store.journals.append(match.id, 2, "traitor", ACT, now, answers=1)
    assert store.kept_acts.get(match.id) is not None


def test_an_act_for_an_earlier_entry_does_not_take_the_place_of_one(store: Store, match) -> None:
    """A process that is behind knows of no later question."""
    assert store.kept_acts.keep(match.id, 5, "traitor", ACT)
    assert not store.kept_acts.keep(match.id, 3, "traitor", {})
    kept = store.kept_acts.get(match.id)
    assert kept is not None
    assert kept.number == 5
