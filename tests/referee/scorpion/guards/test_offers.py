"""What the guards' prompts offer is legal, and nothing else is: in random matches, with random options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from referee import scorpion
from referee.check.offered import check_offered, check_others
from referee.core.journal import Match, begin
from referee.core.values import Ruling
from tests.players.scorpion.match import any_options, playing, seated
from tests.shares import count

GUARDS = frozenset({"guards", "sword", "spear"})
ALWAYS = frozenset({"concede", "set_unknown"})
"""What may be declared at any time, whoever is asked."""
RANDOM = 0.15
"""The share of positions that is looked at."""


def excused(seat: str, move: Mapping[str, Any], ruling: Ruling) -> bool:
    """Leave out the other side, what is never asked for, and another way to write that none of a kind was drawn."""
    named = move["cards"].values() if move["type"] == "draw_cards" and move.get("cards") else ()
    return seat not in GUARDS or move["type"] in ALWAYS or not all(named)


def ours(match: Match) -> bool:
    """Tell whether the guards act or are asked."""
    return match.state.phase in ("alert", "cards", "patrol") or bool(match.state.pending)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(count("OFFERS")))
def test_what_the_guards_are_offered_is_legal_and_nothing_else(seed: int) -> None:
    random = Random(f"offers {seed}")
    players = 2 + seed % 3
    options = any_options(random, players)
    match = begin(scorpion, options, seated(players))
    made: Counter[str] = Counter()
    for seat, move in playing(f"offers {seed}", players, options):
        if ours(match) and random.random() < RANDOM:
            made["offered"] += check_offered(match, random, tries=1, excused=excused)
            made["others"] += check_others(match, random, tries=20, excused=excused)
        match, ruling = match.declare(seat, move)
        assert ruling.upheld
    assert made["offered"] > 0
    assert made["others"] > 0
