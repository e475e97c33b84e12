"""A note that cannot be true any more binds nobody: whoever must act has an offer, and what lies there is declared."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from referee.core.values import Prompt
from referee.scroll_trick.state import with_seat
from referee.shinobazu.state import with_player as in_shinobazu
from tests.referee.giryaku.table import Table as Giryaku
from tests.referee.judging import Judging
from tests.referee.scroll_trick.table import Table as ScrollTrick
from tests.referee.scroll_trick.table import hand, turning
from tests.referee.shinobazu.table import Table as Shinobazu


def musts(table: Judging, seat: str) -> list[Prompt]:
    return [p for p in table.GAME.prompts(table.state, seat) if p.seat == seat and p.must]


def made(table: Judging, seat: str) -> list[dict[str, Any]]:
    """Return a move of each offer that a seat must answer; every one is upheld."""
    moves = [offer.any_of(Random(0)) for prompt in musts(table, seat) for offer in prompt.offers]
    for move in moves:
        assert table.judge(seat, move["type"], **{k: v for k, v in move.items() if k != "type"}).upheld, move
    return moves


def giryaku(*noted: str) -> Giryaku:
    """Return a turn of A, in whose graveyard lie five ninja and all onmyoji, the extra card among them."""
    table = Giryaku().open().set("A", {"1L": "S"}, "NNNNNOOOO", entered=noted, since=0).set("B", {"1L": "S"}).turn()
    assert isinstance(table, Giryaku)
    return table


@pytest.mark.clause("GIRYAKU-2.2")
def test_giryaku_a_sixth_ninja_that_cannot_be_binds_nobody() -> None:
    table = giryaku("N", "N")
    assert any(move["card"] == "S" for move in made(table, "A") if move["type"] == "place")
    table.says("A", "enter_hand", cards=["S", "S"])
    giryaku("N", "N").says("A", "place", col=2, card="S")


@pytest.mark.clause("GIRYAKU-4.1")
def test_giryaku_a_note_that_can_be_true_binds() -> None:
    table = giryaku("S", "S")
    assert made(table, "A")
    ruling = giryaku("S", "S").refuses("4.1", "A", "place", col=2, card="N")
    assert ruling.private


@pytest.mark.clause("SHINOBAZU-3.1")
def test_shinobazu_an_entry_of_cards_that_all_lie_elsewhere_binds_nobody() -> None:
    table = Shinobazu()
    seen = ("red 1", "red 2", "red 3", "red 4")
    table.lead("red 1", choice=None)
    table.state = in_shinobazu(table.state, "B", hand=seen[:1])
    laid = tuple(
        replace(card, card="red 1", recorded=None) if hasattr(card, "recorded") else card for card in table.state.cards
    )
    table.state = replace(table.state, cards=laid)
    assert made(table, "B")
    table.says("B", "lay", to="B", card="blue 4")


@pytest.mark.clause("SHINOBAZU-3.1")
def test_shinobazu_an_entry_of_which_a_card_can_be_held_binds() -> None:
    table = Shinobazu()
    table.lead("red 1")
    table.state = in_shinobazu(table.state, "B", hand=("red 2", "red 4"))
    assert all(move["card"] in ("red 2", "red 4") for move in made(table, "B"))
    assert table.refuses("3.1", "B", "lay", to="B", card="blue 4").private


@pytest.mark.clause("SCROLL-6.2")
def test_scroll_trick_a_hand_that_was_seen_elsewhere_binds_nobody() -> None:
    table = ScrollTrick().contest()
    table.state = with_seat(table.state, "ann", hand=tuple(hand("A2 B2 C2")))
    moves = made(table, "ann")
    assert moves
    table.says("ann", "play_card", card="D 4")


@pytest.mark.clause("SCROLL-6.2")
def test_scroll_trick_a_hand_that_can_be_held_binds() -> None:
    table = ScrollTrick().contest()
    table.state = with_seat(table.state, "ann", hand=tuple(hand("A1 B1 C1 D4")))
    assert made(table, "ann")
    assert table.refuses("6.2", "ann", "play_card", card="D 5").private


@pytest.mark.clause("SCROLL-5.9")
def test_scroll_trick_scrolls_that_were_counted_otherwise_since_are_turned_as_they_are() -> None:
    table = turning(2, 3, "-3 -3/10/10")
    table.says("table", "place_scrolls")
    table.state = with_seat(table.state, "p2", held=(10, 10, 10))
    counts = {10: 2, 7: 5, 5: 5, 3: 7, 1: 7, -1: 7, -3: 7, -5: 5}
    table.says("table", "configure", tile_counts=counts)
    for move in made(table, "p2"):
        assert 10 not in move["value"]
