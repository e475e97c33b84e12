"""What several values of one move come to together."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from referee.core.offers import Counts, Each, Group, Offer, Some

DECK = (Group(keys=("a",), most=3), Group(keys=("b", "c"), most=2))
SPLIT = Offer(
    move="split",
    fields={"left": Counts(groups=DECK, total=3), "right": Counts(groups=DECK, total=2)},
    together=Counts(groups=DECK, total=5),
)
ROUND = Offer(
    move="score",
    fields={"won": Each(of=dict.fromkeys("pq", Some(of=(1, 1, 2, 3), most=3, optional=True)), supply=(1, 1, 2, 3),
                        always=(1, 2), least=3, most=3)},
)  # fmt: skip


@pytest.mark.parametrize(
    ("left", "right", "fits"),
    [
        ({"a": 2, "b": 1}, {"a": 1, "c": 1}, True),
        ({"a": 3}, {"b": 2}, True),
        ({"a": 3}, {"a": 1, "b": 1}, False),
        ({"a": 1, "b": 2}, {"a": 1, "c": 1}, False),
        ({"a": 3, "b": 1}, {"c": 1}, False),
    ],
)
def test_two_fields_share_out_what_there_is(left: Any, right: Any, fits: bool) -> None:
    assert SPLIT.fits({"type": "split", "left": left, "right": right}) is fits


@pytest.mark.parametrize(
    ("won", "fits"),
    [
        ({"p": [1, 2, 3]}, True),
        ({"p": [1], "q": [2, 1]}, True),
        ({"p": [1, 1], "q": [3]}, False),
        ({"p": [1, 2]}, False),
        ({"p": [1, 2], "q": [2]}, False),
    ],
)
def test_some_values_must_be_somewhere_in_a_mapping(won: Any, fits: bool) -> None:
    assert ROUND.fits({"type": "score", "won": won}) is fits


@pytest.mark.parametrize("offer", [SPLIT, ROUND])
def test_what_is_made_of_them_fits_and_differs(offer: Offer) -> None:
    made = [offer.any_of(Random(seed)) for seed in range(40)]
    assert all(offer.fits(move) for move in made)
    assert len(Counter(str(move) for move in made)) > 2
