"""Values that screens are drawn from are equal, and have the same hash, when all in them is equal."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from companion.contract.snapshot import SeatInfo
from companion.games.shinobazu.facts import Pick


def test_equal_values_are_one_key_and_different_ones_are_not() -> None:
    known = {SeatInfo("p1", "Aki", "here"): 1}
    assert known[SeatInfo("p1", "Aki", presence="here")] == 1
    assert SeatInfo("p1", "Aki", "asleep") not in known


def test_a_changed_copy_leaves_the_value_as_it_was() -> None:
    before = Pick(card=1, to="p2")
    after = replace(before, card=2)
    assert (before.card, after.card, after.to) == (1, 2, "p2")


def test_a_value_has_no_room_for_what_is_not_declared() -> None:
    with pytest.raises(AttributeError):
        Pick().cards = 3  # type: ignore[attr-defined]


def test_only_fixed_values_with_slots_are_made() -> None:
    with pytest.raises(AssertionError):
        dataclass(frozen=False, slots=True)
