"""No words are cut on a phone of 390 pixels, in the scenes that are held to it."""

from __future__ import annotations

import asyncio

import pytest

from tests.shares import count
from tests.shots.cut import WHOLE, all_cut
from tests.shots.scenes import collect

pytestmark = pytest.mark.browser
HELD = WHOLE[:: max(1, len(WHOLE) // count("WHOLE_SCENES"))]


@pytest.mark.soak
@pytest.mark.parametrize("name", HELD)
def test_no_words_are_cut(name: str) -> None:
    assert asyncio.run(all_cut([collect().scenes[name]], 390, ["en"])) == []
