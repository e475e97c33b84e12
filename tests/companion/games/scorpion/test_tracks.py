"""The head of every Scorpion screen: turn, alert and phase, and what was just left."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import flet as ft
import pytest
from PIL import ImageFont

from companion.games.scorpion.tracks import left_level, tracks, tracks_face
from companion.i18n import ASSETS
from companion.ui.theme import Look, make_look
from referee import scorpion
from referee.core.values import PUBLIC
from tests.companion.games.scorpion.guards.stage import played
from tests.companion.games.scorpion.intruders.stage import context, snap_of
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


SMALLEST = 320 - 2 * 16
"""Pixels between the margins of the narrowest phone."""


@cache
def face(bold: bool) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(ASSETS / "fonts" / f"Metsuke-{'Bold' if bold else 'Regular'}.ttf", 1000)


def long(shown: ft.Text) -> float:
    """Return how many pixels a text takes on one line, in the app's own face."""
    style = shown.style
    assert style is not None
    assert style.size is not None
    return face(style.weight == ft.FontWeight.BOLD).getlength(shown.value) * style.size / 1000


def boxes(tree: list[ft.BaseControl], width: float) -> Iterator[tuple[str, float, float]]:
    """Return of every word in a box: the word, what its box holds of it and of its tick, and how wide the box is."""
    for row in tree:
        cells = row.controls if isinstance(row, ft.Row) else []
        shares = [cell.expand for cell in cells]
        if len(cells) < 2 or not all(shares):
            continue
        room = width - 2 - (row.spacing or 0) * (len(cells) - 1)
        for cell, share in zip(cells, shares, strict=True):
            inside = drawn(lambda cell=cell: cell)  # type: ignore[misc]
            said = [each for each in inside if isinstance(each, ft.Text)]
            ticks = sum((each.size or 24) + 2 for each in inside if isinstance(each, ft.Icon))
            edge = cell.border.left.width if isinstance(cell, ft.Container) and cell.border else 0
            for each in said:
                yield each.value, long(each) + ticks, room * share / sum(map(int, shares)) - edge


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("scale", [1.3, 1.5, 2.0])
@pytest.mark.parametrize("phase", ["alert", "cards", "patrol", "intruders", "ended"])
def test_large_words_are_whole_on_the_narrowest_phone(lang: str, scale: float, phase: str) -> None:
    look = make_look(lang, scale=scale)
    for alert in range(4):
        found = list(boxes(drawn(lambda alert=alert: tracks_face(look, 12, alert, -1, phase)), SMALLEST))  # type: ignore[misc]
        assert len(found) == 8
        assert not [word for word, needs, has in found if needs > has]


@pytest.mark.parametrize("scale", [1.0, 1.3, 2.0])
def test_the_turns_number_fits_its_box_in_the_track(scale: float) -> None:
    tree = drawn(lambda: tracks_face(make_look(scale=scale), 20, 0, -1, "alert"))
    held = [c for c in tree if isinstance(c, ft.Container) and c.width and isinstance(c.content, ft.Text)]
    assert [c.content.value for c in held if c.bgcolor] == ["20"]  # type: ignore[union-attr]
    assert all(long(c.content) <= c.width for c in held if c.bgcolor)  # type: ignore[arg-type,operator]


def rows_of_phases(look: Look) -> int:
    """Return in how many rows the phases stand."""
    said = {look.t(f"scorpion.screen.track.phase_{each}") for each in ("alert", "cards", "patrol", "intruders")}
    tree = drawn(lambda: tracks_face(look, 1, 0, -1, "alert"))
    rows = [words(drawn(lambda row=row: row)) for row in tree if isinstance(row, ft.Row)]  # type: ignore[misc]
    return sum(len(shown) > 1 and set(shown) <= said for shown in rows)


def test_phases_stand_two_by_two_only_where_the_words_need_it() -> None:
    assert [rows_of_phases(make_look("en", scale=scale)) for scale in (1.0, 1.15, 2.0)] == [1, 1, 2]
    assert [rows_of_phases(make_look("ja", scale=scale)) for scale in (1.0, 1.15, 2.0)] == [1, 1, 1]
