"""What a phone of Scroll Trick holds while it is covered: nothing in its tree depends on a secret."""

from __future__ import annotations

import dataclasses
from random import Random
from typing import Any

import flet as ft
import flet.canvas as cv
import pytest

from companion.screens.router import render
from referee.core import journal
from referee.core.games import game
from referee.core.journal import Declare
from referee.core.values import GAME_MASTER, PUBLIC
from tests.companion.games.scroll_trick import tables
from tests.companion.screens.stage import EN, shown
from tests.players.people import seated
from tests.players.scroll_trick import OPEN, play, twin
from tests.shots.scenes import Still
from tests.shots.tree import drawn, given, words


def everything(tree: list[ft.BaseControl]) -> list[tuple[Any, ...]]:
    """Return what can be read, heard, seen or pressed in a tree, in order."""
    made: list[tuple[Any, ...]] = []
    for each in tree:
        kept = [type(each).__name__]
        for name, value in given(each, skipped=True):
            if isinstance(value, (str, int, float, bool)) and name != "key":
                kept.append(f"{name}={value}")
        if isinstance(each, cv.Canvas):
            kept += [str(s.value) for s in each.shapes if isinstance(s, cv.Text)]
        made.append(tuple(kept))
    return made


def at(moves: Any, count: int) -> tables.Table:
    """Return the table after these declarations."""
    table = tables.Table(journal.begin(game("scroll-trick"), {}, list(seated(count))))
    match = table.match
    for seat, move in moves:
        match, ruling = match.act(seat, Declare(seat=seat, move=dict(move), salt="0" * 32))
        assert ruling.upheld
    return dataclasses.replace(table, match=match)


def tree_of(table: tables.Table, viewer: str, held: str = "covered") -> list[tuple[Any, ...]]:
    """Return everything on a phone. The proof of who said what when is not part of a screen."""
    snap = table.snap(viewer, held)
    return everything(drawn(lambda: render(EN, snap, Still())))


@pytest.mark.parametrize("seed", range(3))
def test_a_covered_phone_is_the_same_whatever_was_noted(seed: int) -> None:
    random, count = Random(seed), 2 + seed % 4
    moves = play(seed, count, habits=OPEN)
    compared = 0
    for _ in range(3):
        some = moves[: random.randrange(10, len(moves) - 1)]
        other = twin(some, "nobody", random, options={}, seats=seated(count))
        if other is None:
            continue
        one, two = at(some, count), at(other, count)
        compared += 1
        for viewer in ("p1", "p2", PUBLIC, GAME_MASTER):
            assert tree_of(one, viewer) == tree_of(two, viewer)
    assert compared


@pytest.mark.parametrize("seed", range(3))
def test_an_open_phone_shows_nothing_of_what_others_noted(seed: int) -> None:
    random = Random(seed)
    moves = play(seed, 3, habits=OPEN)
    compared = 0
    for _ in range(4):
        some = moves[: random.randrange(10, len(moves) - 1)]
        other = twin(some, "p1", random, options={}, seats=seated(3))
        if other is None:
            continue
        compared += 1
        assert tree_of(at(some, 3), "p1", "held") == tree_of(at(other, 3), "p1", "held")
    assert compared


def test_an_open_phone_shows_its_own_hand_and_scrolls_and_covers_them_again() -> None:
    table = tables.my_turn(note=True, register=True)
    closed = ["Wood 1", "Moon 2", "Wind 6"]
    held, _ = shown(table.snap("p1", "held"))
    for card in closed:
        assert any(card in name for name in held.names)
    assert "Water 7, scroll +3" in held.names
    covered, _ = shown(table.snap("p1"))
    for card in (*closed, "+3"):
        assert not any(card in name for name in covered.names)
        assert card not in covered.words


def test_a_card_chosen_under_the_cover_is_not_named_when_it_is_covered() -> None:
    table = tables.laid().says("p2", "register_hand", cards=[*tables.OPENED["p2"], *tables.CLOSED["p2"]])
    snap = table.snap("p2", "held")
    phone, actions = shown(snap)
    phone.tap("Wood 5, in your hand")
    assert "Play the chosen card" in phone.words
    phone.tap("Play the chosen card")
    assert actions.told[-1] == ("declare", ({"type": "play_card", "card": "#4"},), {})
    assert "Wood 5" not in "\n".join(words(drawn(lambda: render(EN, table.snap("p2"), Still()))))


def test_a_private_refusal_is_seen_under_the_cover_alone() -> None:
    table = tables.laid().says("p3", "register_hand", cards=[*tables.OPENED["p3"], *tables.CLOSED["p3"]])
    table = table.says("p2", "play_card", card="A 2").tries("p3", "play_card", card="D 3")
    assert table.refusal.private
    covered, _ = shown(table.snap("p3"))
    assert "Wind 4" not in covered.words
    assert "Hold your cards to see why." in covered.words
    held, _ = shown(table.snap("p3", "held"))
    assert "Play one of these: Wind 4" in held.words
    other = dataclasses.replace(table, refusal=None, refused_move=None)
    assert "Wind 4" not in shown(other.snap("p1"))[0].words
