"""On the real board, what is shown is reached by legal secret plays, and what they reach is shown.

Not all plays can be tried there: a beam of the referee's own states is followed, a few for each place. Each of them is
a whole legal secret history that tells exactly what was told.
"""

from __future__ import annotations

from random import Random

import pytest

from referee.scorpion.knowledge import knowledge_of
from tests.players.scorpion.match import Played, any_options, judged
from tests.referee.scorpion.knowledge.comparing import outside
from tests.referee.scorpion.knowledge.enumeration import TooMany, enumerated
from tests.referee.scorpion.knowledge.missions import matters
from tests.shares import SOAK, count, parts

MOST = 4_000_000 if SOAK else 60_000
BEAM = 12 if SOAK else 3
VARIANTS = ("on", "hidden", "off")


def evening(seed: int) -> list[Played]:
    """Return the first turns of a match of two players, with one intruder or with both."""
    random = Random(f"witness {seed}")
    options = any_options(random, 2) if seed % 3 == 2 else {}
    options |= {"lone_wolf": VARIANTS[seed % 3], "gm": "off"}
    turns, acts = random.choice((2, 2, 3)), []
    for one in judged(f"witness {seed}", 2, options):
        if one.ruling.state.turn > turns:
            break
        acts.append(one)
    return acts


@pytest.mark.soak
@pytest.mark.parametrize("seeds", parts("WITNESSED_MATCHES", 10), ids=str)
def test_zones_of_a_castle_have_witnesses(seeds: range) -> None:
    looked = 0
    for seed in seeds:
        random, acts = Random(f"zones {seed}"), evening(seed)
        state = acts[-1].ruling.state
        if matters(state) or any(e.kind == "passage_entered" for e in state.record):
            continue  # more marks or entrances than can be tried
        try:
            for moment in enumerated(acts, "public", MOST, beam=BEAM):
                known = knowledge_of(moment.truth)
                for world in random.sample(moment.worlds, min(len(moment.worlds), count("WITNESSED"))):
                    assert not outside(known, world), f"match 'witness {seed}', event {len(world.record)}"
                looked += 1
        except TooMany:
            continue
        if VARIANTS[seed % 3] == "off":
            continue  # of pairs a beam finds not all
        for who in known.names:
            found = {c.zone for world in moment.worlds for c in world.characters}
            zones = known.zones(who)
            some = random.sample(zones, min(len(zones), count("WITNESSED")))
            assert set(some) <= found, f"match 'witness {seed}', {who}"
    assert looked
