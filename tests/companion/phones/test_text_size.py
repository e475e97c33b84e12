"""The text size that a browser tells of, and the one that screens are drawn in."""

from __future__ import annotations

import pytest

from companion.contract.snapshot import SCALES
from companion.phones import page


@pytest.mark.parametrize(
    ("said", "size"),
    [("", 1), ("1.5", 1.5), ("0.5", 1), ("9", 2), ("nan", 1), ("inf", 1), ("-inf", 1), ("large", 1), ("1" * 999, 2)],
)
def test_what_a_browser_says_is_held_in_bounds(said: str, size: float) -> None:
    assert page.read_text_size(said) == size


@pytest.mark.parametrize("chosen", SCALES)
def test_a_browser_of_the_standard_size_leaves_what_is_chosen(chosen: float) -> None:
    assert page.drawn_text_size(chosen, 1.0) == chosen


@pytest.mark.parametrize(
    ("chosen", "browsers", "drawn"),
    [(1.0, 1.25, 1.3), (1.15, 1.25, 1.5), (1.3, 1.25, 2.0), (1.0, 1.5, 1.5), (2.0, 2.0, 2.0), (1.0, 1.04, 1.0)],
)
def test_both_count(chosen: float, browsers: float, drawn: float) -> None:
    assert page.drawn_text_size(chosen, browsers) == drawn
