"""A finished match is seen once more as it was, beside what the guards could know."""

from __future__ import annotations

import pytest

from referee import scorpion
from referee.core.values import GAME_MASTER
from referee.scorpion.moves import PASSAGE
from tests.players.scorpion.match import random_match


@pytest.mark.parametrize(("seed", "seats"), [(3, 2), (4, 3), (5, 4)])
def test_every_frame_shows_the_truth_and_never_rules_it_out(seed: int, seats: int) -> None:
    match = random_match(scorpion, seed, seats)  # type: ignore[arg-type]
    frames = scorpion.EXTRAS.review.replay(match.steps)
    assert frames[-1].view == match.view(GAME_MASTER)
    assert [f.number for f in frames] == sorted({f.number for f in frames})
    narrowed = 0
    for frame in frames:
        assert frame.phase != "setup"
        assert frame.view.intruders is not None
        if frame.phase not in ("alert", "cards", "patrol"):
            continue
        for one in frame.view.intruders.characters:
            if one.status == "in_play" and one.zone != PASSAGE:
                assert one.zone in frame.cloud[one.who]
                narrowed += len(frame.cloud[one.who]) < frame.view.board.zones / 2
    assert narrowed
    told = [event for frame in frames for event in frame.events]
    assert told == list(match.state.record[-len(told) :])


@pytest.mark.parametrize(("seats", "options"), [(3, {"disputed": "on"}), (2, {"lone_wolf": "hidden"})])
def test_variants_are_worked_out_as_well(seats: int, options: dict[str, str]) -> None:
    match = random_match(scorpion, 7, seats, options)  # type: ignore[arg-type]
    frames = scorpion.EXTRAS.review.replay(match.steps)
    assert frames
    assert any(zones for frame in frames for zones in frame.cloud.values())


def test_results_alone_cannot_be_seen_once_more() -> None:
    match = random_match(scorpion, 1, 2, {"depth": "scores"})  # type: ignore[arg-type]
    assert scorpion.EXTRAS.review.replay(match.steps) == ()
