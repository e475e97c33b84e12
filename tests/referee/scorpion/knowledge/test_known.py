"""What is deduced is exactly what enumeration finds: every legal secret play that tells the same, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from referee.scorpion.knowledge import knowledge_of
from referee.scorpion.state import is_disputed, seats_of
from tests.players.scorpion.match import Played
from tests.referee.scorpion.knowledge.boards import LEGAL
from tests.referee.scorpion.knowledge.comparing import differences
from tests.referee.scorpion.knowledge.enumeration import TooMany, enumerated
from tests.referee.scorpion.knowledge.small_matches import small
from tests.shares import SOAK, count, parts

TRIES = 40_000 if SOAK else 1_000
"""Declarations tried for one match and viewer; a match that takes more is left out."""


def viewers(acts: list[Played]) -> Iterator[str]:
    """Yield who looks at a match: everybody, the guards, and rivals, who do not know of each other."""
    state = acts[-1].ruling.state
    yield "public"
    yield from seats_of(state, "guards")
    if is_disputed(state):
        yield from seats_of(state, "intruders")


def compared(name: str, acts: list[Played], viewer: str, tries: int = TRIES) -> int:
    """Compare at every moment of a match; return how many moments there were before it became too long."""
    moments = 0
    try:
        for moment in enumerated(acts, viewer, tries):
            known = knowledge_of(moment.truth, viewer)
            at = f"{name} as {viewer} sees it, turn {moment.truth.turn}, {moment.truth.phase}"
            assert differences(known, moment.truth, moment.worlds) == [], f"{at}, event {len(moment.truth.record)}"
            moments += 1
    except TooMany:
        pass
    return moments


@pytest.mark.soak
@pytest.mark.parametrize("seeds", parts("KNOWN", 30), ids=str)
def test_what_is_known_is_what_every_legal_secret_play_explains(seeds: range) -> None:
    moments = 0
    for seed in seeds:
        acts = small(seed)
        moments += sum(compared(f"match {seed}", acts, viewer) for viewer in viewers(acts))
    assert moments


@pytest.mark.parametrize(
    ("seed", "viewer"),
    [
        pytest.param(20, "guards", id="whoever enters a zone may search it and stay"),
        pytest.param(6, "public", id="an entrance that is found tells of nobody"),
        pytest.param(22, "traitor", id="whoever returns has lost the first start"),
        pytest.param(103, "public", id="a kill lets the partner hide too"),
    ],
)
def test_what_was_once_known_wrongly(seed: int, viewer: str) -> None:
    assert compared(f"match {seed}", small(seed), viewer, 10_000) > 5


@pytest.mark.soak
@pytest.mark.clause("SCORPION-31.2")
def test_what_the_alert_tells_of_missions_is_known() -> None:
    for seed in range(count("KNOWN_MISSIONS")):
        options = {"alert_on_mission": "1", "alert_on_mission_when": "entered", "lone_wolf": ("on", "hidden")[seed % 2]}
        acts = small(f"mission {seed}", 2, LEGAL, **options)
        for viewer in ("public", "guards"):
            compared(f"match 'mission {seed}'", acts, viewer)
