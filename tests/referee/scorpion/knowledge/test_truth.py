"""On the real board the truth is always among what is deduced, whoever looks."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest

from referee.core.values import PUBLIC
from referee.scorpion.knowledge import knowledge_of
from referee.scorpion.knowledge.known import nothing_known
from referee.scorpion.state import State, disputed, seats_of
from tests.players.scorpion.match import any_options, judged
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
    for seed in seeds:
        known = None
        for one in on_nijo(seed):
            known, state = known or nothing_known(one.before), one.ruling.state
            known = known.learn(state.record[len(one.before.record) :])
            if state.phase not in ("setup", "ended"):
                assert outside(known, state) == [], f"match 'nijo {seed}', turn {state.turn}, {state.phase}"
                assert known.broken is None, f"match 'nijo {seed}', turn {state.turn}"


def _at_the_end(seed: int, state: State) -> None:
    """Guards and rivals, whose own secrets sharpen what they know, look at it at the end."""
    if state.phase == "intruders":
        return
    rivals = seats_of(state, "intruders") if disputed(state) else ()
    for viewer in (PUBLIC, *seats_of(state, "guards"), *rivals):
        assert outside(knowledge_of(state, viewer), state) == [], f"match {seed} as {viewer} sees it"
