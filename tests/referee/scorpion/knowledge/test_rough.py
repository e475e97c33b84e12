"""Where there is too much to tell all of it apart, what is said holds too much, never too little, and says so."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from referee.scorpion.knowledge.cases import MOST_HALVES, NINJA, TRAITOR, Case, Half, count, joined, loosened
from referee.scorpion.knowledge.known import Knowledge, nothing_known
from referee.scorpion.state import State
from tests.players.scorpion.match import judged
from tests.referee.scorpion.knowledge.comparing import outside
from tests.referee.scorpion.knowledge.small_matches import small

MATCHES = 12
FEW = 12
TWO_ROPES = 2
ROPES = "ropes 0"
"""The seed of a match on the real board in which several ropes are used and not found."""


def learning(state: State, most: int = MOST_HALVES) -> Iterator[Knowledge]:
    known = nothing_known(state, most=most)
    for event in state.record:
        known = known.learn((event,))
        yield known


def test_what_is_told_apart_no_more_loses_nothing() -> None:
    rough = 0
    for seed in range(MATCHES):
        state: State = small(f"rough {seed}")[-1].ruling.state
        exact, ropes_apart = list(learning(state)), list(learning(state, 2))
        for one, other in zip(exact, ropes_apart, strict=True):
            if one.broken is not None:
                break
            more = other.pairs() - one.pairs()
            assert one.pairs() <= other.pairs()
            assert other.rough or not more
            rough += bool(more)
        assert not exact[-1].rough
    assert rough


def test_a_match_of_many_ropes_is_told_apart_and_holds_the_truth() -> None:
    state = judged_to_the_end(ROPES)
    whole = [known for known in learning(state) if known.now.cases]
    assert max(len(known.now.owners) for known in whole) >= TWO_ROPES
    assert not any(known.rough for known in whole)
    assert outside(whole[-1], state) == []


def test_where_few_may_be_told_apart_there_are_few_and_it_says_so() -> None:
    state = judged_to_the_end(ROPES)
    whole = [known for known in learning(state, FEW) if known.now.cases]
    after = [b for a, b in pairwise(whole) if a.now.phase is not None and b.now.phase is None]
    assert max(count(known.now.cases) for known in after) <= FEW
    assert whole[-1].rough
    assert outside(whole[-1], state) == []


def judged_to_the_end(seed: str) -> State:
    """Return the last state of a match in which somebody can still be anywhere."""
    states = [one.ruling.state for one in judged(seed, 2)]
    return next(state for state in reversed(states) if state.phase not in ("intruders", "ended"))


def test_who_is_gone_is_never_put_together_with_who_is_there() -> None:
    gone = 1 << 60
    halves = [Half(1 << n, (1, 2), (1 << n,), 3) for n in range(8)]
    away = [half._replace(places=gone) for half in halves]
    cases = joined(Case((half,), ((away if n % 2 else halves)[n],)) for n, half in enumerate(halves))
    found = loosened(cases, gone, 1 << 61, frozenset(), 2)
    assert found.rough
    assert found.ropes == {0}
    assert {case.places(TRAITOR) == gone for case in found.cases} == {True, False}
    for case in cases:
        within = (all(case.places(side) & ~one.places(side) == 0 for side in (NINJA, TRAITOR)) for one in found.cases)
        assert any(within)
