"""The last step of entering a table: what cannot be is said, and what to do if it is so by a house ruling."""

from __future__ import annotations

from dataclasses import replace

import flet as ft
import pytest

from companion.screens.take_over import take_over
from referee.core.values import Ruling
from tests.companion.screens.stage import EN, Shown
from tests.shots.scenes import Still
from tests.shots.scenes_take_over import entered

LAST = 99
"""A step behind the others."""


def reviewed(problem: Ruling | None) -> Shown:
    """Return the last step of a Shinobazu table."""
    snap = entered("shinobazu")
    assert snap.taking_over is not None
    judged = replace(snap, taking_over=replace(snap.taking_over, problem=problem))
    return Shown(lambda: take_over(EN, judged, Still(), LAST))


@pytest.mark.clause("METSUKE-5.2")
def test_a_table_that_the_rules_do_not_allow_is_told_how_a_house_ruling_gets_in() -> None:
    wrong = Ruling(False, "SHINOBAZU-1.2", "shinobazu.unknown_card", {"field": "seats", "card": "red 9"}, firm=True)
    shown = reviewed(wrong)
    assert "1.2" in shown.words
    assert EN.t("app.take_over.house_ruled") in shown.words


@pytest.mark.clause("METSUKE-5.2")
@pytest.mark.parametrize(
    "problem", [None, Ruling(False, "METSUKE-1.4", "app.take_over.unfinished", {"field": "seats"}, firm=True)]
)
def test_what_fits_or_is_not_whole_yet_needs_no_house_ruling(problem: Ruling | None) -> None:
    assert EN.t("app.take_over.house_ruled") not in reviewed(problem).words


def test_the_dock_names_who_is_missing_and_only_what_is_whole_has_a_tick() -> None:
    shown = reviewed(None)
    assert EN.t("app.take_over.waiting", names="Dai") in shown.words
    icons = [each.icon for each in shown.tree if isinstance(each, ft.Icon)]
    assert icons.count(ft.Icons.CHECK_SHARP) == 3


def test_without_a_name_to_wait_for_it_says_what_is_missing() -> None:
    snap = entered("shinobazu")
    assert snap.taking_over is not None
    nobody = tuple((seat, done, of, False) for seat, done, of, _ in snap.taking_over.missing)
    state = replace(snap, taking_over=replace(snap.taking_over, missing=nobody))
    shown = Shown(lambda: take_over(EN, state, Still(), LAST))
    assert EN.t("app.take_over.unfinished_part") in shown.words
    assert EN.t("app.nobody") not in shown.words
