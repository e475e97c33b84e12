"""What guards' phones may not tell: covered they look the same for all secrets, open for all of the intruders'."""

from __future__ import annotations

from functools import cache
from itertools import islice
from typing import Any

import flet as ft
import pytest

from companion.ui.theme import Look
from referee.core.values import PUBLIC
from tests.companion.games.scorpion.guards.stage import GUARDS, GuardPhone, played
from tests.companion.screens.stage import EN, JA
from tests.referee.scorpion.secrecy.twins import Pair
from tests.shares import count
from tests.shots.tree import given

PLAIN = (str, int, float, bool)
MOST = 160
EVERY = 3


def picture(tree: list[ft.BaseControl]) -> list[tuple[str, dict[str, Any]]]:
    """Return a tree as plain values: every control with all that it says."""
    return [(type(c).__name__, {k: v for k, v in given(c, skipped=True) if isinstance(v, PLAIN)}) for c in tree]


@cache
def viewer_of(seed: int) -> str:
    """Return who may not know in what a pair of worlds differs."""
    return Pair(seed).viewer


def pairs(viewers: frozenset[str]) -> list[int]:
    """Return seeds of pairs of worlds that differ in what one of these viewers may not know."""
    return list(islice((seed for seed in range(200) if viewer_of(seed) in viewers), count("SCREEN_PAIRS")))


def compared(seed: int, held: Any) -> tuple[int, int]:
    """Play a pair and compare a guard's phone in both worlds. Returns how often, and how often the worlds differed."""
    pair, looks, differed = Pair(seed), 0, 0
    seat = pair.viewer if pair.viewer in GUARDS else next(s.seat for s in pair.a.seats if s.seat in GUARDS)
    for n in range(MOST):
        if not pair.declare():
            break
        if n % EVERY or pair.a.state.phase not in ("alert", "cards", "patrol", "intruders"):
            continue
        a, b = (GuardPhone(match.state, seat, held) for match in (pair.a, pair.b))
        assert picture(a.tree) == picture(b.tree), f"{pair} after {n}"
        looks += 1
        differed += pair.a.state != pair.b.state
    return looks, differed


@pytest.mark.soak
@pytest.mark.parametrize("seed", pairs(frozenset({PUBLIC})))
def test_covered_phones_of_twins_are_equal(seed: int) -> None:
    looks, differed = compared(seed, "covered")
    assert looks > 0
    assert differed > 0


@pytest.mark.soak
@pytest.mark.parametrize("seed", pairs(GUARDS))
def test_open_phones_of_guards_know_nothing_of_the_intruders_secrets(seed: int) -> None:
    looks, differed = compared(seed, "kept")
    assert looks > 0
    assert differed > 0


def test_the_guards_marks_are_on_the_map_only_while_the_cover_is_open() -> None:
    one = next(o for o in played(1, 2) if o.before.phase == "cards" and o.before.turn == 1)
    marks = {EN.t("map.mark", letter=letter) + f", {zone}" for letter, zone in one.before.marks.objectives}
    assert marks <= set(GuardPhone(one.before, "guards", "kept").names)
    assert not marks & set(GuardPhone(one.before, "guards").names)


@pytest.mark.parametrize("look", [EN, JA])
def test_an_open_hand_is_shown_to_its_last_kind_and_none_is_broken(look: Look) -> None:
    one = next(o for o in played(1, 2) if o.before.phase == "cards" and o.before.turn == 1)
    phone = GuardPhone(one.before, "guards", "kept", look=look)
    lines = [line.rstrip(",、").rpartition("：")[2].rpartition(": ")[2] for line in phone.words.splitlines()]
    own = next(each for each in phone.ctx.view.guards if each.role == "guards")
    hand = {f"{look.t(f'scorpion.card.{kind}')} ×{n}" for kind, n in (own.hand or {}).items() if n}
    assert hand
    assert hand <= set(lines)


def test_what_was_chosen_before_the_cover_closed_tells_nothing_of_the_hand() -> None:
    one = next(o for o in played(1, 2) if o.before.phase == "cards" and o.before.turn == 1)
    phone = GuardPhone(one.before, "guards", "kept")
    assert "Hand: " in phone.words
    assert "Kenjutsu" in phone.words
    phone.held = "covered"
    phone.again()
    assert "Hand: " not in phone.words
    assert "Kenjutsu" not in phone.words
