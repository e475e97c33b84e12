"""What prompts offer is legal, and what they do not offer is not, at any moment of matches played at random."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from referee import scroll_trick
from referee.check.offered import check_offered, check_others
from referee.core.values import Ruling
from tests.players.scroll_trick import CARELESS, CROOKED, HONEST, OPEN, any_options, playing
from tests.referee.scroll_trick.table import standing
from tests.shares import parts

SIZE = 2
HABITS = (HONEST, OPEN, CROOKED, CARELESS)


def noted_by_others(seat: str, move: Mapping[str, Any], ruling: Ruling) -> bool:
    """What others noted of their scrolls may be what can no longer be: then it has to be said."""
    return move["type"] == "take_trick" and ruling.reason == "scroll_trick.scroll_left" and ruling.private


@pytest.mark.soak
@pytest.mark.parametrize("seeds", parts("OFFERS", SIZE), ids=str)
def test_what_is_offered_is_upheld_and_nothing_else(seeds: range) -> None:
    offered = others = 0
    for seed in seeds:
        random = Random(f"offers {seed}")
        count, depth = 2 + seed // 2 % 4, "scores" if seed % 5 == 4 else "plays"
        options = any_options(random, count, depth)
        made, _, last = playing(seed, count, options, HABITS[seed // 8 % 4])
        for state in (*(step.before for step in random.sample(made, min(len(made), 25))), last):
            match = standing(state)
            offered += check_offered(match, random, excused=noted_by_others)
            others += check_others(match, random, tries=30, excused=noted_by_others)
    assert offered > 50
    assert others > 50


@pytest.mark.clause("SCROLL-5.3", "SCROLL-9.6", "SCROLL-2.5")
@pytest.mark.parametrize(("count", "extra"), [(3, 0), (2, 4)])
def test_what_a_whole_round_may_bring_holds_the_sets(count: int, extra: int) -> None:
    made, _, _ = playing(4, count, {"depth": "scores"})
    state = next(step.before for step in made if step.before.phase == "score")
    offer = next(p for p in scroll_trick.prompts(state, "public") if p.ask.endswith("score_round")).offers[0]

    def fits(*values: int) -> bool:
        move = {"type": "score_round", "captured": {"p1": list(values)}}
        fitting = offer.fits(move)
        assert scroll_trick.judge(state, "table", scroll_trick.MOVE.validate_python(move)).upheld is fitting
        return fitting

    sets = (3, 1, -1) * 3
    assert fits(*sets, *(5, 5, 7, 3)[:extra])
    assert not fits(*sets[:-1], *(5, 5, 7, 3, 5)[: extra + 1])
    assert not fits(*sets[:-1], *(5, 5, 7, 3)[:extra])
    for seed in range(20):
        assert offer.fits(offer.any_of(Random(seed)))
