"""Plots: the same numbers as a picture, as a sentence and as a table."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import flet as ft
import pytest

from companion.ui import act
from companion.ui.palette import LANTERN, PALETTES, Palette
from companion.ui.plot import HIGH, ROWS, WIDE, Curve, Plot, area, figures, ink, letters, plot, plot_picture, ticks_of
from companion.ui.theme import Look, make_look
from tests.companion.screens.stage import Shown
from tests.companion.ui.test_theme import contrast
from tests.shots.scenes_plot import FIVE, MONTHS, TURNS

LOOK = make_look()
SVG = "{http://www.w3.org/2000/svg}"


def showing(facts: Plot = TURNS, look: Look = LOOK, **given: Any) -> Shown:
    return Shown(lambda: plot(look, facts, **given))


def shapes(facts: Plot, kind: str, **given: Any) -> list[ElementTree.Element]:
    drawn = ElementTree.fromstring(plot_picture("lantern", facts.curves, facts.along, 1.0, **given))
    return drawn.findall(f"{SVG}{kind}")


def test_a_plot_is_spoken_as_its_title_and_its_summary() -> None:
    assert f"{TURNS.title}. {TURNS.summary}" in showing().names


def test_the_table_says_each_number_of_the_picture_with_what_it_is() -> None:
    screen = showing()
    screen.tap(f"As a table. {TURNS.title}")
    for n, turn in enumerate(TURNS.along):
        ninja, traitor = (figures(curve.values[n] or 0) for curve in TURNS.curves)
        assert f"Turn {turn}, Ninja {ninja}, Traitor {traitor}" in screen.names
    screen.tap(f"As a picture. {TURNS.title}")
    assert not [name for name in screen.names if name.startswith("Turn 1,")]


def test_a_long_table_is_shown_in_parts() -> None:
    long = replace(MONTHS, along=tuple(map(str, range(70))), curves=(Curve("Won", tuple(range(70))),))
    screen = showing(long)
    screen.tap(f"As a table. {long.title}")
    assert len([name for name in screen.names if name.startswith("Match ")]) == ROWS
    screen.tap("40 more lines")
    assert len([name for name in screen.names if name.startswith("Match ")]) == 2 * ROWS


def test_what_is_not_known_is_no_point_and_a_dash_in_the_table() -> None:
    screen = showing(FIVE)
    screen.tap(f"As a table. {FIVE.title}")
    assert "Round 2, Aki −3, Ayame 2, チエ –, Dai Bartholomew of Nagoya 5, えみ 0" in screen.names
    line = ElementTree.fromstring(plot_picture("lantern", FIVE.curves[2:3], FIVE.along, 1.0))
    (path,) = (each for each in line.findall(f"{SVG}path") if each.get("stroke-linejoin"))
    assert (path.get("d") or "").count("M") == 2


def test_curves_are_told_apart_without_colour() -> None:
    lines = [each for each in shapes(FIVE, "path") if each.get("stroke-linejoin")]
    assert len({each.get("stroke-dasharray") for each in lines}) == len(FIVE.curves)
    ends = [each.text for each in shapes(FIVE, "text") if each.get("font-weight")]
    assert sorted(map(str, ends)) == sorted(letters(curve.name for curve in FIVE.curves))
    assert letters(["Aki", "Ayame", "チエ", ""]) == ("A1", "A2", "チ", "?")


def test_letters_do_not_lie_on_each_other() -> None:
    heights = sorted(float(each.get("y") or 0) for each in shapes(FIVE, "text") if each.get("font-weight"))
    assert all(b - a >= 12 for a, b in pairwise(heights))


def test_all_that_is_drawn_lies_in_the_picture() -> None:
    for facts in (TURNS, MONTHS, FIVE):
        room = area(facts.curves, len(facts.along), 1.3)
        for curve in facts.curves:
            for n, value in enumerate(curve.values):
                if value is not None:
                    assert 0 < room.x(n) < WIDE
                    assert 0 <= room.y(value) <= HIGH


@pytest.mark.parametrize(
    ("values", "ticks"),
    [
        ([], (0, 1, 2)),
        ([0], (0, 1, 2)),
        ([3], (0, 1, 2, 3)),
        ([0, 13], (0, 5, 10, 15)),
        ([-9, 12], (-10, 0, 10, 20)),
        ([0.2, 0.7], (0, 0.2, 0.4, 0.6, 0.8)),
        ([95, 104], (95, 100, 105)),
    ],
)
def test_axes_have_few_round_numbers_that_hold_all_values(values: list[float], ticks: tuple[float, ...]) -> None:
    assert ticks_of(values) == ticks


@pytest.mark.parametrize("palette", PALETTES, ids=lambda p: p.name)
def test_curves_stand_out_from_their_panel(palette: Palette) -> None:
    for facts in (TURNS, FIVE):
        for n, curve in enumerate(facts.curves):
            assert contrast(ink(palette, curve, n), palette.surface) >= 3
    assert contrast(palette.text_2, palette.surface) >= 4.5


def test_a_tap_on_a_place_tells_it_and_so_does_its_line_in_the_table() -> None:
    told: list[int] = []
    screen = showing(on_x=act(told.append))
    touched = [each for each in screen.tree if isinstance(each, ft.Container) and each.on_click and each.expand]
    assert len(touched) == len(TURNS.along)
    touched[6].on_click(None)  # type: ignore[misc, call-arg, arg-type]
    screen.tap(f"As a table. {TURNS.title}")
    screen.tap("Turn 7, Ninja 1, Traitor 92")
    assert told == [6, 6]


def test_a_marked_place_is_drawn_in_the_colour_of_the_text() -> None:
    marked = [each for each in shapes(TURNS, "path", at=6) if each.get("stroke-dasharray") == "2 3"]
    assert [each.get("stroke") for each in marked] == [LANTERN.text]


def test_words_of_people_cannot_break_the_picture() -> None:
    odd = replace(FIVE, curves=(Curve("<&Aki", (1, 2, 3, 4)),), along=("<", "&", "3", "4"))
    assert "<" in [each.text for each in shapes(odd, "text")]
