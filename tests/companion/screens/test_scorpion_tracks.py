"""The head of every Scorpion screen: turn, alert and phase, and what was just left."""

from __future__ import annotations

import flet as ft
import pytest

from companion.look import make_look
from companion.screens.scorpion_tracks import left_level, tracks, tracks_face
from referee import scorpion
from referee.values import PUBLIC
from tests.companion.screens.scorpion_guards_stage import played
from tests.companion.screens.scorpion_intruders_stage import context, snap_of
from tests.companion.screens.stage import EN, JA
from tests.shots.scenes import Still
from tests.shots.tree import drawn, names, words


def test_one_name_says_turn_alert_and_phase() -> None:
    tree = drawn(lambda: tracks_face(EN, 12, 1, -1, "cards"))
    assert names(tree) == ["Turn 12 of 20. Alert Low. Guard card phase"]
    assert "12" in words(tree)


def test_all_four_levels_and_phases_are_there_in_words() -> None:
    said = words(drawn(lambda: tracks_face(JA, 3, 3, -1, "alert")))
    assert [w for w in said if w in ("無", "低", "中", "高")] == ["無", "低", "中", "高"]
    assert {"警戒", "札", "見回り", "侵入者"} <= set(said)


def test_phases_that_are_done_have_a_tick() -> None:
    def ticks(phase: str) -> int:
        tree = drawn(lambda: tracks_face(EN, 1, 0, -1, phase))
        return sum(isinstance(c, ft.Icon) for c in tree)

    assert [ticks(each) for each in ("start", "alert", "cards", "patrol", "intruders", "ended")] == [0, 0, 1, 2, 3, 4]


@pytest.mark.clause("SCORPION-8.2")
def test_the_level_that_was_left_stays_in_view_until_the_next_phase() -> None:
    seen = set()
    for one in played(2, 2):
        view = scorpion.view(one.ruling.state, PUBLIC)
        left = left_level(view)
        now = [e for e in view.record if (e.turn, e.phase) == (view.turn, view.phase)]
        changes = [e for e in now if e.kind in ("alert_raised", "alert_fell")]
        assert left != view.alert
        if not changes:
            assert left == -1
        seen.add(left == -1)
    assert seen == {True, False}


def test_the_tracks_are_the_same_on_every_phone() -> None:
    one = next(o for o in played(2, 2) if o.before.phase == "patrol")
    trees = [
        names(drawn(lambda snap=snap: tracks(context(snap, Still()))))  # type: ignore[misc]
        for snap in (snap_of(one.before, seat, "covered") for seat in ("guards", "intruders"))
    ]
    assert trees[0] == trees[1]


@pytest.mark.parametrize("look", [make_look("en", scale=2.0), make_look("ja", shape="tablet")])
def test_it_is_drawn_for_large_text_and_tablets(look: object) -> None:
    tree = drawn(lambda: tracks_face(look, 20, 2, 1, "intruders"))  # type: ignore[arg-type]
    assert len(names(tree)) == 1
