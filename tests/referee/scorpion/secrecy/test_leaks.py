"""Nothing that reaches a viewer tells apart two matches that differ only in what it may not know (L1 to L13)."""

from __future__ import annotations

import importlib
from collections import Counter

import pytest

from referee import scorpion
from referee.check.twins import Leak
from tests.referee.scorpion.secrecy.twins import Pair
from tests.shares import parts

ENOUGH = 250
"""Pairs that have to show all kinds of differences."""
SHORT, LONG = 36, 240
"""Declarations of a pair: most of it set-up and the first turns, or a whole match as far as both look alike."""


@pytest.mark.soak
@pytest.mark.parametrize("seeds", parts("SCORPION_PAIRS", ENOUGH), ids=str)
def test_pairs_look_the_same(seeds: range) -> None:
    """Every twentieth pair goes on as long as its worlds look alike."""
    wanted = len(seeds)
    apart = differed = long = silent = 0
    kinds: Counter[str] = Counter()
    for seed in seeds:
        pair = Pair(seed)
        pair.play(LONG if seed % 20 == 0 else SHORT)
        one, other = pair.secrets()
        apart += one != other
        differed += pair.differed
        long += pair.a.state.phase != "setup"
        silent += pair.silent
        kinds += pair.kinds
    if wanted < ENOUGH:
        return
    assert apart > 0.9 * wanted
    assert differed > 3 * wanted
    assert silent > wanted
    assert long > 0.8 * wanted
    assert {"lock_path", "answer_cat", "declare_searches", "record_marks", "draw_cards"} <= set(kinds)


def test_the_check_finds_a_zone_that_slips_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check is awake: a view that counts in a hidden intruder's zone is caught."""
    views = importlib.import_module("referee.scorpion.views.view")
    honest = views.public

    def leaky(state: object) -> dict[str, object]:
        zones = [c.zone for c in state.characters]  # type: ignore[attr-defined]
        return honest(state) | {"drawn_at": sum(map(ord, "".join(z or "" for z in zones)))}  # type: ignore[arg-type]

    monkeypatch.setattr(views, "public", leaky)
    assert _leaks(range(20)) > 10


def test_the_check_finds_choices_that_rest_on_a_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = scorpion.prompts

    def leaky(state: object, viewer: str) -> object:
        return honest(state, "gm")  # type: ignore[arg-type]

    monkeypatch.setattr(scorpion, "prompts", leaky)
    assert _leaks(range(20)) > 10


def test_the_check_finds_a_journal_that_tells_what_was_done_unseen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scorpion, "event", lambda state, seat, move: None)
    assert _leaks(range(20)) > 5


def test_the_check_finds_an_answer_that_can_be_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scorpion, "reveals", lambda *what: False)
    assert _leaks(range(20)) > 2


def _leaks(seeds: range) -> int:
    found = 0
    for seed in seeds:
        try:
            Pair(seed).play(SHORT)
        except Leak:
            found += 1
    return found
