"""Positions: any match is laid again as it stood, and what cannot be is refused by field and clause."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from pydantic import TypeAdapter

from referee import scorpion
from referee.check.positions import check_broken, check_laid, laid_again
from referee.core.reading import lay, read_position
from referee.core.values import GAME_MASTER, PUBLIC
from referee.scorpion.audits.intruders import findings
from referee.scorpion.parts import Heading, Moving, Splitting
from referee.scorpion.positions import POSITIONS
from referee.scorpion.positions.model import OpenQuestion
from tests.referee.scorpion.invariants import standing, tracked
from tests.referee.scorpion.positions import played
from tests.referee.scorpion.secrecy.twins import Pair
from tests.shares import count

MATCHES = count("POSITIONS")
BROKEN = count("BROKEN")
PAIRS = count("SECRETS")
A_MATCH = 20
"""How many broken positions come from one match."""

# Random matches


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(MATCHES))
def test_a_match_goes_on_from_its_position(seed: int) -> None:
    moments = played(seed)
    running = [n for n, match in enumerate(moments) if match.state.phase != "setup"]
    random = Random(f"cut {seed}")
    check_laid(moments, random.choice(running if seed % 4 else range(len(moments))))


@pytest.mark.parametrize("seed", range(-(-BROKEN // A_MATCH)))
@pytest.mark.soak
def test_a_broken_position_is_refused_or_stands(seed: int) -> None:
    moments = played(1000 + seed)
    random = Random(f"broken {seed}")
    for _ in range(A_MATCH):
        match = random.choice(moments)
        broken, refused = check_broken(match, random)
        if refused is not None:
            continue
        state = lay(scorpion, match.state.options, match.seats, read_position(scorpion, broken, match.seats))
        if state.scores is None:
            standing(state)
        else:
            tracked(state, state)


def test_the_past_is_not_held_against_anybody_who_took_over() -> None:
    """Audits and the replay's deduction would miss what was before."""
    moments = played(0)
    match = laid_again(moments[len(moments) // 2])
    for after in moments[len(moments) // 2 + 1 :]:
        act: Any = after.entries[-1].act
        match, _ = match.act(after.entries[-1].actor, act)
        assert findings(match.state) == ()


def test_a_position_tells_nobody_what_the_view_does_not() -> None:
    apart = 0
    for seed in range(-(-PAIRS // 2)):
        pair = Pair(seed)
        for _ in range(8):
            pair.play(16)
            a, b = (POSITIONS.position_of(match.state, pair.viewer).as_json() for match in (pair.a, pair.b))
            assert a == b, (seed, pair.viewer)
        whole = [POSITIONS.position_of(match.state, GAME_MASTER).as_json() for match in (pair.a, pair.b)]
        apart += whole[0] != whole[1]
    assert apart


def test_a_position_for_everybody_has_no_secrets() -> None:
    for match in played(2)[::20]:
        if match.state.phase != "ended":
            position = POSITIONS.position_of(match.state, PUBLIC)
            assert position.secrets == {}
            assert position.table == POSITIONS.position_of(match.state, GAME_MASTER).table


@pytest.mark.parametrize(
    "question",
    [Moving(("g04",), "sentry_search", "guards", 2, "C2"), Heading(("g01", "g02"), "guards"), Splitting(("sword",))],
    ids=lambda question: question.kind,
)
def test_a_pending_question_is_read_as_it_was_written(question: Moving | Heading | Splitting) -> None:
    questions: TypeAdapter[Any] = TypeAdapter(OpenQuestion)
    written = questions.dump_python(question, mode="json", exclude_defaults=True)
    assert questions.validate_python(written) == question
