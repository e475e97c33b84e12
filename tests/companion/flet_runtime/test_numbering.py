"""The numbers of controls, which phones see: they tell nothing of what other phones are shown."""

from __future__ import annotations

from typing import Any

import flet as ft
import pytest
from flet.controls.context import _context_page

from companion.ui import block
from tests.companion.flet_runtime.test_redraw import Stage, on_stage


@block
def picture(name: str, count: int) -> ft.Control:
    return ft.Column([ft.Text(f"{name} {at}") for at in range(count)])


def scene(count: int) -> ft.Control:
    """Draw a picture that all phones share, and a list of this phone's own."""
    return ft.Column([picture("all", count), ft.Column([ft.Container(ft.Text(f"own {at}")) for at in range(count)])])


def numbers(others: int) -> list[int]:
    """Return the numbers of all that a phone shows in the end, while another one draws `others` lines in between."""
    one, other = Stage(ft.Row), Stage(ft.Row)
    for count in (1, 4, 2, 7):
        draw(one, count)
        if others:
            draw(other, others)
    return sorted(found.id - min(own(one)) for found in one.mirror.walk() if found.id in own(one))


def own(stage: Stage) -> set[int]:
    """Return the numbers of what has been drawn since the phone came."""
    return {found.id for found in stage.mirror.walk() if found.id > 2**30}


def draw(stage: Stage, count: int) -> None:
    _context_page.set(stage.session.page)
    stage.draw(lambda: scene(count))


@pytest.mark.parametrize("others", [1, 4, 30])
def test_what_others_are_shown_in_between_leaves_no_gap_in_the_numbers_of_a_phone(others: int) -> None:
    def check() -> None:
        alone = numbers(0)
        assert len(alone) > 20
        assert numbers(others) == alone

    on_stage(check)


def test_a_phone_begins_to_count_by_chance_and_above_all_that_flet_numbers() -> None:
    def check() -> None:
        firsts: list[Any] = []
        for _ in range(3):
            stage = Stage(ft.Row)
            draw(stage, 1)
            firsts.append(min(own(stage)))
        assert len(set(firsts)) == 3
        assert all(2**30 < first < 2**31 + 100 for first in firsts)

    on_stage(check)
