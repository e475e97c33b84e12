"""What machines like to declare at a demonstration's table: they play as somebody who knows the rules would."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from referee.check.player import any_match, playing
from referee.core.base import replace
from referee.core.games import game
from referee.core.journal import Match
from referee.scorpion.preferences import preferences


def moments(seed: int, players: int = 2, **options: Any) -> list[Match]:
    random = Random(f"preferences {seed}")
    match = any_match(game("scorpion"), random, options, players)
    return [match, *(one.after for one in playing(match, random, truly=True))]


@pytest.fixture(scope="module")
def two() -> list[list[Match]]:
    return [moments(seed) for seed in range(4)]


def test_missions_are_looked_for_and_done_and_nobody_leaves_before(two: list[list[Match]]) -> None:
    last = [match for played in two for match in played[-1].state.characters]
    assert any(each.accomplished for each in last)
    assert all(each.accomplished for each in last if each.status == "escaped")


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (3, {}),
        (4, {"disputed": "on"}),
        (2, {"lone_wolf": "on"}),
        (2, {"lone_wolf": "hidden"}),
        (2, {"depth": "scores"}),
    ],
)
def test_any_kind_of_match_comes_to_its_end(players: int, options: dict[str, Any]) -> None:
    assert moments(1, players, **options)[-1].result is not None


def test_a_path_is_liked_the_more_the_nearer_it_leads(two: list[list[Match]]) -> None:
    """From where no zone has been searched yet: every zone that takes a mark may be the mission's."""
    match = next(m for m in two[0] if m.state.phase == "intruders")
    seat = next(s.seat for s in match.seats if match.view(s.seat).intruders is not None)
    own = match.view(seat).intruders.characters[0]
    board = match.state.board
    walked = {
        zone: preferences(match.state, seat)["lock_path"](
            {"type": "lock_path", "intruder": own.who, "steps": [{"do": "walk", "to": zone}]}
        )
        for zone in board.walking.path_lengths(own.zone)
    }
    far = {zone: min(board.walking.between(zone, mark) for mark in board.mark_zones) for zone in walked}
    assert len(set(walked.values())) > 2
    for zone, liked in walked.items():
        assert liked == far[own.zone] - far[zone]


def test_guards_care_for_places_only_while_they_see_somebody(two: list[list[Match]]) -> None:
    cared = {True: 0, False: 0}
    for match in two[0] + two[1]:
        seen = [c.zone for c in match.state.characters if c.visible and c.zone in match.state.board]
        if match.state.phase not in ("alert", "cards", "patrol"):
            continue
        seat = next(s.seat for s in match.seats if match.view(s.seat).intruders is None)
        likes = preferences(match.state, seat)
        cared[bool(seen)] += 1
        assert bool(likes) == bool(seen)
        if seen:
            near = {zone: likes["guard_step"]({"type": "guard_step", "to": zone}) for zone in match.state.board.ids}
            assert max(near, key=near.__getitem__) in seen
    assert all(cared.values())


def test_what_guards_like_tells_nothing_that_they_do_not_know(two: list[list[Match]]) -> None:
    """Wherever the hidden character is, whatever its mission: guards like the same, while they see the other one."""
    compared = 0
    for match in two[0] + two[1]:
        state = match.state
        seat = next(
            (s.seat for s in match.seats if match.result is None and match.view(s.seat).intruders is None), None
        )
        if seat is None or {c.visible for c in state.characters} != {True, False}:
            continue
        elsewhere = state.board.ids[7 * compared % len(state.board.ids)]
        others = tuple(c if c.visible else replace(c, zone=elsewhere, mission="F") for c in state.characters)
        one, other = (preferences(each, seat) for each in (state, replace(state, characters=others)))
        assert one.keys() == other.keys()
        for zone in state.board.ids if one else ():
            step = {"type": "guard_step", "to": zone}
            assert one["guard_step"](step) == other["guard_step"](step)
        compared += bool(one)
    assert compared > 3
