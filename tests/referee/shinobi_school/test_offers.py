"""Lists that share a supply of cards, and cards that must be among those that are named."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from referee.core.offers import Each, Offer, Some

DECK = (1, 1, 2, 2, 3)
SIDE = Some(of=DECK, most=5, optional=True)


def offer(choice: Any) -> Offer:
    return Offer(move="show", fields={"cards": choice})


@pytest.mark.parametrize(
    ("cards", "fits"), [([1, 2], True), ([2, 1], True), ([1, 1], True), ([2, 2], False), ([1], False), ([1, 4], False)]
)
def test_some_values_must_be_among_those_that_are_named(cards: list[int], fits: bool) -> None:
    asked = offer(Some(of=DECK, least=2, most=2, always=(1,)))
    assert asked.fits({"type": "show", "cards": cards}) == fits


@pytest.mark.parametrize(
    ("value", "fits"),
    [
        ({"a": [1, 2], "b": [1]}, True),
        ({"a": [1, 2]}, False),
        ({"a": [1, 1], "b": [1]}, False),
        ({"a": [1, 2], "b": []}, False),
        ({"a": [1, 1, 2], "b": [2, 3]}, False),
        ({"a": {"b": [1, 2, 3]}}, False),
    ],
)
def test_lists_share_a_supply(value: dict[str, Any], fits: bool) -> None:
    asked = offer(Each(of={"a": Some(of=DECK, most=5), "b": Some(of=DECK, most=5)}, supply=DECK, least=3, most=4))
    assert asked.fits({"type": "show", "cards": value}) == fits


@pytest.mark.parametrize("seed", range(40))
def test_what_is_made_of_a_shared_supply_fits_it(seed: int) -> None:
    inner = Each(of={"a": SIDE, "b": SIDE}, least=1)
    asked = offer(Each(of={"p": inner, "q": inner}, supply=DECK, most=4))
    made = asked.any_of(Random(seed))
    assert asked.fits(made)
    held = Counter(card for side in made["cards"].values() for cards in side.values() for card in cards)
    assert held <= Counter(DECK)
    assert all(any(side.values()) for side in made["cards"].values())
    shown = offer(Some(of=DECK, least=2, most=4, always=(2, 3)))
    assert shown.fits(shown.any_of(Random(seed)))
