"""Where there is too much to tell all of it apart, what is said holds too much, never too little, and says so."""

from __future__ import annotations

from collections.abc import Iterator

from referee.scorpion.knowledge.cases import MOST_BOXES, TRAITOR, Case, joined, loosened
from referee.scorpion.knowledge.known import Knowledge, knowledge_of, nothing_known
from referee.scorpion.reasoning import known_by
from referee.scorpion.state import State
from tests.players.scorpion.match import judged
from tests.referee.scorpion.knowledge.comparing import outside
from tests.referee.scorpion.knowledge.small_matches import small

MATCHES = 12
ROPES = "ropes 0"
"""The seed of a match on the real board in which several ropes are used and not found."""


def learning(state: State, most: int = MOST_BOXES) -> Iterator[Knowledge]:
    known = nothing_known(state, most=most)
    for event in state.record:
        known = known.learn((event,))
        yield known


def test_boxes_that_are_told_apart_no_more_lose_nothing() -> None:
    rough = 0
    for seed in range(MATCHES):
        state: State = small(f"rough {seed}")[-1].ruling.state
        exact, loose = list(learning(state)), list(learning(state, 2))
        for one, other in zip(exact, loose, strict=True):
            if one.broken is not None:
                break
            more = other.pairs() - one.pairs()
            assert one.pairs() <= other.pairs()
            assert other.rough or not more
            rough += bool(more)
        assert not exact[-1].rough
    assert rough


def test_a_match_of_many_ropes_stays_small_and_holds_the_truth() -> None:
    state = judged_to_the_end(ROPES)
    rough = False
    for known in learning(state):
        assert len(known.now.cases) <= 2 * MOST_BOXES  # a fact of the guards' phases may make two of one
        rough |= known.now.rough
    assert rough
    assert outside(knowledge_of(state), state) == []
    assert known_by(state).rough


def judged_to_the_end(seed: str) -> State:
    """Return the last state of a match in which somebody can still be anywhere."""
    states = [one.ruling.state for one in judged(seed, 2)]
    return next(state for state in reversed(states) if state.phase not in ("intruders", "ended"))


def test_who_is_gone_is_never_put_together_with_who_is_there() -> None:
    gone = 1 << 60
    cases = joined(Case(1 << n, gone if n % 2 else 1 << n, ((1, 2),), (1 << n,), (3, 3)) for n in range(8))
    found = loosened(cases, gone, frozenset(), 2)
    assert found.rough
    assert found.ropes == {0}
    assert {case.places(TRAITOR) == gone for case in found.cases} == {True, False}
    for case in cases:
        assert any(case.ninja & ~one.ninja == 0 and case.traitor & ~one.traitor == 0 for one in found.cases)
