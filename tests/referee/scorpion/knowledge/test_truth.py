"""On the real board the truth is always among what is deduced, whoever looks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

import pytest

from referee.core.values import PUBLIC
from referee.scorpion.knowledge import Knowledge, knowledge_of
from referee.scorpion.knowledge.known import nothing_known, over
from referee.scorpion.state import State, is_disputed, seats_of
from tests.players.scorpion.match import Played, any_options, judged
from tests.referee.scorpion.knowledge.comparing import outside
from tests.referee.scorpion.knowledge.wide_matches import on_nijo
from tests.shares import parts


def table(seed: int) -> tuple[int, dict[str, object]]:
    """Return players and options of a match: the base game's, or any."""
    random = Random(f"truth {seed}")
    players = random.choice((2, 2, 3, 4))
    return players, any_options(random, players) if seed % 3 else {}


@pytest.mark.soak
@pytest.mark.parametrize("seeds", parts("TRUTHS", 100), ids=str)
def test_the_truth_is_always_inside(seeds: range) -> None:
    _inside(seeds)


@pytest.mark.clause("SCORPION-31.2")
def test_an_alert_after_a_mission_is_shown_may_be_the_partners() -> None:
    """In this match the Traitor enters the mission's zone right after the Ninja has shown the own one."""
    _inside([5258])


def _inside(seeds: Iterable[int]) -> None:
    for seed in seeds:
        players, options = table(seed)
        known, state = None, None
        for one in judged(f"truth {seed}", players, options):
            state = one.ruling.state
            if known is None:
                known = nothing_known(one.before)
            known = known.learn(state.record[len(one.before.record) :])
            if state.phase not in ("setup", "intruders", "ended"):
                assert outside(known, state) == [], f"match {seed}, turn {state.turn}, {state.phase}"
                assert known.broken is None, f"match {seed}, turn {state.turn}"
        assert state is not None
        _at_the_end(seed, one.before)


@pytest.mark.soak
@pytest.mark.clause("METSUKE-3.1")
@pytest.mark.parametrize("seeds", parts("TRUTHS_BY_HAND", 50), ids=str)
def test_the_truth_is_inside_whatever_a_game_master_sets_by_hand(seeds: range) -> None:
    """Also in the middle of an intruder phase."""
    moments = rough = 0
    for seed in seeds:
        for state, known in moments_of(on_nijo(seed), at_once=seed % 8 == 0):
            if state.phase not in ("setup", "ended"):
                assert outside(known, state) == [], f"match 'nijo {seed}', turn {state.turn}, {state.phase}"
                assert known.broken is None, f"match 'nijo {seed}', turn {state.turn}"
                moments, rough = moments + 1, rough + known.rough
    print(f"matches 'nijo {seeds.start}' to {seeds.stop - 1}: {moments} moments, {rough} of them rough")
    assert moments


def moments_of(acts: Iterable[Played], *, at_once: bool) -> Iterator[tuple[State, Knowledge]]:
    """Yield the states of a match, each with what the public knows.

    What was known in the middle of an intruder phase is worked out when it is over, or `at_once`.
    """
    known: Knowledge | None = None
    waiting: list[tuple[State, Knowledge]] = []
    for one in acts:
        known, state = known or nothing_known(one.before), one.ruling.state
        for event in state.record[len(one.before.record) :]:
            if event.kind == "intruder_phase_ended":
                known = over(known, event, [] if at_once else [then for _, then in waiting])
            else:
                known = known.learn((event,))
        waiting.append((state, known))
        if state.phase != "intruders":
            yield from waiting
            waiting.clear()
    yield from waiting


def _at_the_end(seed: int, state: State) -> None:
    """Guards and rivals, whose own secrets sharpen what they know, look at it at the end."""
    if state.phase == "intruders":
        return
    rivals = seats_of(state, "intruders") if is_disputed(state) else ()
    for viewer in (PUBLIC, *seats_of(state, "guards"), *rivals):
        assert outside(knowledge_of(state, viewer), state) == [], f"match {seed} as {viewer} sees it"
