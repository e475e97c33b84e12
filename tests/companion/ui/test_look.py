"""Looks: one object for equal ones, the right palette, text that grows."""

from __future__ import annotations

import subprocess
import sys

import flet as ft
import pytest

from companion.ui import theme
from companion.ui.palette import LANTERN, MOON, WASHI
from companion.ui.theme import make_look, shape_of


def test_equal_looks_are_one_object_so_that_nothing_is_drawn_again() -> None:
    assert make_look("ja", "light") is make_look("ja", "light")
    assert make_look("en", "dark", secret=True).but(secret=False) is make_look("en", "dark")


def test_a_secret_look_is_the_moon_by_day_and_by_night() -> None:
    assert make_look("en", "dark").p is LANTERN
    assert make_look("en", "light").p is WASHI
    assert make_look("en", "dark", secret=True).p is MOON
    assert make_look("en", "light", secret=True).p is MOON


@pytest.mark.parametrize(("width", "shape"), [(360, "phone"), (390, "phone"), (800, "column"), (900, "tablet")])
def test_a_screen_is_laid_out_by_its_width(width: int, shape: str) -> None:
    assert shape_of(width) == shape


def test_text_grows_to_twice_its_size_and_numerals_to_1_3() -> None:
    plain, large = make_look(), make_look(scale=2.0)
    assert theme.text_style(large, "body").size == 2 * (theme.text_style(plain, "body").size or 0)
    assert theme.text_style(large, "numeral_l").size == pytest.approx(1.3 * 50)
    assert make_look(scale=9.0).scale == 2.0
    assert make_look(scale=0.1).scale == 1.0


def test_letters_are_not_spaced_and_bold_is_a_true_weight() -> None:
    style = theme.text_style(make_look(), "ask")
    assert (style.letter_spacing, style.weight) == (0, ft.FontWeight.BOLD)
    assert style.font_family == theme.REGULAR
    assert style.font_family_fallback == theme.MORE
    assert len(theme.MORE) > 1


@pytest.mark.parametrize("module", ["companion.ui.theme", "companion.ui", "companion.ui.base"])
def test_the_kit_may_be_imported_from_any_end(module: str) -> None:
    subprocess.run([sys.executable, "-c", f"import {module}"], check=True, timeout=60)
