"""What a covered phone holds before turn 1: the same, whatever has been set up in secret."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from enum import Enum
from random import Random
from typing import Any

import flet as ft
import pytest

from companion.ui.theme import Look
from referee.core.values import PUBLIC
from referee.scorpion.state import side_of
from tests.companion.games.scorpion.setup.tables import Evening, Phone, random_until, settle, table
from tests.companion.screens.stage import EN, JA
from tests.referee.scorpion.secrecy.twins import Pair
from tests.shots.tree import given, press

FEW = {"sentries": 1, "patrols": 0, "sleepers": 2}


def held(tree: list[ft.BaseControl]) -> list[tuple[Any, ...]]:
    """Return all that a phone is sent of a tree: every plain value of every control, and which it can tell of."""
    return [(type(each).__name__, *_values(each)) for each in tree]


def _values(control: ft.BaseControl) -> Iterator[tuple[str, Any]]:
    for name, value in given(control, skipped=True):
        if isinstance(value, (str, int, float, bool, Enum)):
            yield name, value
        elif callable(value):
            yield name, "handler"
        elif value is not None and not isinstance(value, (ft.BaseControl, list)):
            yield name, repr(value)


def covered(match: Any, seat: str, look: Look = EN) -> list[tuple[Any, ...]]:
    """Return what a seat's covered phone holds."""
    phone = Phone(Evening(match), seat, look=look)
    phone.pick = dataclasses.replace(phone.pick, listed=False)
    return held(phone.tree)


@pytest.mark.parametrize("look", [EN, JA])
def test_the_guards_covered_phone_stays_as_it_is_while_the_intruders_set_up(look: Look) -> None:
    at = Evening(table(3, **FEW))
    before = covered(at.match, "guards", look)
    for seat in ("ninja", "traitor"):
        settle(Phone(at, seat), Random(1))
    assert len(at.moves) >= 4
    assert covered(at.match, "guards", look) == before


def test_two_tables_that_differ_in_secrets_alone_look_alike_on_every_covered_phone() -> None:
    compared = differed = 0
    for seed in range(8):
        pair = Pair(seed)
        for _ in range(60):
            if pair.a.state.phase not in ("setup", "start") or not pair.declare():
                break
            if pair.a.state.phase not in ("setup", "start"):
                break
            if pair.a.state.options.depth != "plays" or pair.viewer == PUBLIC:
                break
            compared += 1
            differed += pair.a.state != pair.b.state
            if compared % 6 == 0:
                assert covered(pair.a, pair.viewer) == covered(pair.b, pair.viewer), pair
    assert compared > 40
    assert differed > 20


@pytest.mark.parametrize("players", [2, 4])
def test_a_quick_start_of_the_intruders_shows_others_nothing_of_what_it_draws(players: int) -> None:
    begun = Evening(table(players, guard_cards="counted"))
    seats = [seat.seat for seat in begun.match.seats]
    guards = [seat for seat in seats if side_of(begun.match.state, seat) == "guards"]
    quick = EN.t("scorpion.screen.setup.quick")
    for seat in guards:  # all but the last figure stands: it waits for the intruders' hands
        phone = Phone(begun, seat)
        phone.keep()
        press(phone.tree, quick)
        press(phone.tree, EN.t("scorpion.screen.setup.quick.so"))
    worlds = [Evening(begun.match) for _ in range(2)]
    for at in worlds:
        for seat in set(seats) - set(guards):
            phone = Phone(at, seat)
            phone.keep()
            press(phone.tree, quick)
            press(phone.tree, EN.t("scorpion.screen.setup.quick.so"))
    one, other = worlds
    assert one.moves != other.moves  # missions, starts and passages are drawn anew
    others = [*((seat, True) for seat in guards), *((seat, False) for seat in seats)]
    for viewer, open_ in others:
        trees = []
        for at in worlds:
            phone = Phone(at, viewer)
            if open_:
                phone.keep()
            trees.append(held(phone.tree))
        assert trees[0] == trees[1], viewer


def test_an_open_phone_of_the_guards_is_the_same_whatever_the_intruders_hide() -> None:
    one = random_until(table(2, **FEW), 1, lambda match: match.state.phase == "setup" and bool(match.state.figures))
    at, other = Evening(one), Evening(one)
    settle(Phone(other, "intruders"), Random(2))
    assert at.match.state != other.match.state
    trees = []
    for evening in (at, other):
        phone = Phone(evening, "guards")
        phone.keep()
        trees.append(held(phone.tree))
    assert trees[0] == trees[1]
