"""The enumeration itself: its short cuts leave nothing out."""

from __future__ import annotations

import pytest

from tests.referee.scorpion.knowledge.boards import GATE, MOAT, TOWER
from tests.referee.scorpion.knowledge.enumeration import TooMany, enumerated
from tests.referee.scorpion.knowledge.small_matches import small
from tests.referee.scorpion.knowledge.worlds import sets
from tests.shares import SOAK, count

TRIES = 40_000 if SOAK else 6_000


@pytest.mark.soak
def test_the_short_cuts_of_the_enumeration_change_nothing() -> None:
    whole = 0
    for seed in range(1, count("KNOWN_THOROUGHLY") + 1):
        acts = small(f"thorough {seed}", 2, (GATE, MOAT, TOWER)[seed % 3])
        try:
            short = [sets(moment.worlds) for moment in enumerated(acts, "public", TRIES)]
            long = [sets(moment.worlds) for moment in enumerated(acts, "public", 10 * TRIES, thorough=True)]
        except TooMany:
            continue
        assert short == long, f"match 'thorough {seed}'"
        whole += 1
    assert whole
