"""Choices of how many of each kind, and of so many values among some."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from referee.core.offers import Choice, Counts, Each, Group, Offer, One, Share

CARDS = Counts(groups=(Group(keys=("a",), most=2), Group(keys=("b", "c"), most=1)), total=4, spare=1)
MARKS = Each(
    of=dict.fromkeys("ABT", One(of=("x1", "x2", "y1"))),
    different=True,
    shares=(Share(keys=("A", "B"), of=("x1", "x2"), count=1),),
)


def fits(choice: Choice, value: Any) -> bool:
    return Offer(move="take", fields={"what": choice}).fits({"type": "take", "what": value})


@pytest.mark.parametrize(
    ("value", "allowed"),
    [
        ({"a": 2, "b": 1, "c": 1}, True),
        ({"a": 3, "c": 1}, True),
        ({"a": 3, "c": 1, "b": 0}, True),
        ({"a": 2, "b": 1}, False),
        ({"a": 4}, False),
        ({"a": 1, "b": 3}, False),
        ({"a": 5, "b": -1}, False),
        ({"a": 3, "d": 1}, False),
        ({"a": 3, "c": True}, False),
        (["a"] * 4, False),
        (None, False),
    ],
)
def test_counts_come_out_of_their_groups_and_what_is_spare(value: Any, allowed: bool) -> None:
    assert fits(CARDS, value) is allowed


def test_counts_of_nothing_may_be_left_out() -> None:
    assert fits(Counts(groups=(), total=0), None)
    assert fits(Counts(groups=(), total=0), {})
    assert not fits(Counts(groups=(Group(keys=("a",), most=1),), total=0), {"a": 1})


@pytest.mark.parametrize(
    ("value", "allowed"),
    [
        ({"A": "x1", "B": "y1", "T": "x2"}, True),
        ({"A": "x1", "B": "x2", "T": "y1"}, False),
        ({"A": "x1", "B": "y1", "T": "x1"}, False),
        ({"A": "x1", "B": "y1"}, False),
    ],
)
def test_shares_say_how_many_keys_hold_some_values(value: Any, allowed: bool) -> None:
    assert fits(MARKS, value) is allowed


@pytest.mark.parametrize("choice", [CARDS, MARKS])
def test_whatever_is_picked_fits(choice: Choice) -> None:
    offer = Offer(move="take", fields={"what": choice})
    picked = [offer.any_of(Random(seed)) for seed in range(60)]
    assert all(offer.fits(move) for move in picked)
    assert len({str(move) for move in picked}) > 3


def test_what_cannot_be_picked_is_said() -> None:
    few = Offer(move="take", fields={"what": Counts(groups=(Group(keys=("a",), most=1),), total=2)})
    with pytest.raises(ValueError, match="not so many"):
        few.any_of(Random(1))
