"""A note that cannot be true any more binds nobody: whoever must act has an offer, and what lies there is declared."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from referee.core.offers import Some
from referee.core.values import Prompt, Ruling
from referee.scroll_trick.choices import box
from referee.scroll_trick.state import seat_of, with_seat
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


COUNTED = {10: 2, 7: 5, 5: 5, 3: 7, 1: 7, -1: 7, -3: 7, -5: 5}


def counted_since(noted: str) -> tuple[ScrollTrick, Ruling]:
    """Return a table where p2 is to turn one scroll of three tens, noted as drawn or as laid, of which one is left."""
    table = turning(2, 3, "-3 3 -3/10")
    cards = [one.card for one in seat_of(table.state, "p2").open]
    if noted == "laid":
        table.says("p2", "place_scrolls", scrolls=dict.fromkeys(cards, 10))
    table.says("table", "place_scrolls")
    if noted == "drawn":
        table.state = with_seat(table.state, "p2", held=(10, 10, 10))
    return table, table.says("table", "configure", tile_counts=COUNTED)


@pytest.mark.clause("SCROLL-5.9")
@pytest.mark.parametrize("noted", ["drawn", "laid"])
def test_scroll_trick_one_scroll_is_turned_as_it_is_where_the_rest_of_the_note_cannot_be(noted: str) -> None:
    table, ruling = counted_since(noted)
    alone = [n.to for n in ruling.notices if n.message == "scroll_trick.scrolls_counted_otherwise"]
    assert alone == [("p2",)]
    (prompt,) = musts(table, "p2")
    assert any(7 in choice.of for offer in prompt.offers if isinstance(choice := offer.fields["value"], Some))
    table.says("p2", "turn_scroll", card=[seat_of(table.state, "p2").open[0].card], value=[7])


@pytest.mark.clause("SCROLL-5.3")
def test_scroll_trick_scrolls_that_cannot_be_are_laid_as_they_are() -> None:
    table = turning(2, 3, "-3 3 -3/10")
    table.state = with_seat(table.state, "p2", held=(10, 10, 10))
    cards = [one.card for one in seat_of(table.state, "p2").open]
    true = dict(zip(cards, (10, 7, 5), strict=True))
    assert table.refuses("5.3", "p2", "place_scrolls", scrolls=true).private
    table.says("table", "configure", tile_counts=COUNTED)
    offers = [offer for prompt in table.GAME.prompts(table.state, "p2") for offer in prompt.offers]
    (placing,) = (offer for offer in offers if offer.move == "place_scrolls" and offer.fields)
    assert {7, 5} <= {value for each in placing.fields["scrolls"].of.values() for value in each.of}
    assert table.refuses("2.5", "p2", "place_scrolls", scrolls=dict.fromkeys(cards, 10)).private
    table.says("p2", "place_scrolls", scrolls=true)


@pytest.mark.clause("SCROLL-2.5")
def test_scroll_trick_a_count_that_leaves_a_note_possible_tells_nobody_of_it() -> None:
    table = turning(2, 3, "-3 3 -3/10")
    table.state = with_seat(table.state, "p2", held=(10, 7, 5))
    ruling = table.says("table", "configure", tile_counts=COUNTED)
    assert [n.message for n in ruling.notices] == ["scroll_trick.configured"]


def other_box() -> Giryaku:
    """Return a turn of A, of whom all samurai and ninja of a deck lie open, and the extra samurai."""
    table = Giryaku().open().set("A", {"1L": "S"}, "SSSSSSNNNNN").set("B", {"1L": "S"}).turn()
    assert isinstance(table, Giryaku)
    return table


@pytest.mark.clause("GIRYAKU-2.2")
def test_giryaku_cards_that_no_box_should_hold_are_played_on_without_a_count() -> None:
    table = other_box()
    assert not table.refuses("2.2", "A", "place", col=2, card="N").private
    told = table.says("A", "withdraw_hand")
    assert [n.message for n in told.notices] == ["giryaku.finding.unchecked"]
    assert table.refuses("2.2", "A", "withdraw_hand").firm
    assert made(table, "A")
    table.says("A", "place", col=2, card="N")
    assert table.findings == ["unchecked", "wrong_deck"]
    table.turn()
    table.says("A", "place", col=3, card="N")


@pytest.mark.clause("GIRYAKU-2.2", "GIRYAKU-1.1")
def test_giryaku_what_a_house_ruling_found_out_of_a_box_is_not_refused_again() -> None:
    table = other_box()
    table.says("A", "place", waived=("2.2", "1.1"), col=2, card="N")
    assert table.findings == ["wrong_deck"]
    table.turn()
    table.says("A", "place", col=3, card="N")


@pytest.mark.clause("GIRYAKU-3.5")
def test_giryaku_a_hand_that_is_given_up_binds_nobody() -> None:
    table = giryaku("S", "S")
    assert table.refuses("4.1", "A", "place", col=2, card="O").private
    table.says("A", "withdraw_hand")
    assert not table.seat("A").hand_entered
    table.says("A", "place", col=2, card="O")


@pytest.mark.clause("SCROLL-2.5")
def test_scroll_trick_a_box_that_cannot_hold_what_was_captured_is_not_asked_for() -> None:
    """All 45 scrolls were captured and no -5 among them, of which every box has one."""

    def boxes(captured: tuple[int, ...]) -> list[dict[str, Any]]:
        state = with_seat(ScrollTrick(5, depth="scores").state, "ann", captured=captured)
        return [offer.any_of(Random(0)) for offer in box(state, dealt=True)]

    every = (10,) * 3 + (7,) * 3 + (5,) * 5 + (3,) * 8 + (1,) * 11 + (-1,) * 9 + (-3,) * 6
    assert boxes(every) == []
    assert [box["tile_counts"]["-5"] for box in boxes(every[1:])] == [1]
