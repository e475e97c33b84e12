"""Consuming: withdrawal, strike and raid (GIRYAKU-8)."""

from __future__ import annotations

import pytest

from tests.referee.giryaku.table import Table, middle

FULL = {"1L": "S", "1U": "N", "2L": "O"}


@pytest.mark.clause("GIRYAKU-8.1")
def test_one_or_two_hand_cards_are_consumed() -> None:
    table = middle(FULL, FULL)
    for cards in ((), ("S",), ("S", "N", "O")):
        table.refuses("8.1", "A", "consume_two", cards=cards, target="1L")
    table.says("A", "enter_hand", cards=("S", "N"))
    assert table.refuses("8.1", "A", "consume_one", card="O").private
    table.says("A", "consume_one", card="S", target="2L")
    assert table.grave("A") == "S"
    assert table.seat("A").size == 1


@pytest.mark.clause("GIRYAKU-8.2", "GIRYAKU-8.3", "GIRYAKU-5.1")
def test_a_withdrawal_takes_a_card_or_a_full_column() -> None:
    table = middle(FULL)
    for target in ("3L", "2U", "2", "3"):
        table.refuses("8.2", "A", "consume_one", card="N", target=target)
    one = middle(FULL)
    deck = one.seat("A").deck
    one.says("A", "consume_one", card="N", target="1L")
    assert one.board("A") == {"1L": "N", "2L": "O"}
    assert (one.seat("A").deck, one.seat("A").hand) == (deck, 2)
    both = middle(FULL)
    both.says("A", "consume_one", card="S", target="1")
    assert both.board("A") == {"2L": "O"}
    assert both.seat("A").deck == deck + 1
    empty = middle().set("A", {}).turn()
    empty.refuses("8.2", "A", "consume_one", card="S", target="1L")
    assert empty.prompts()["turn"].choices("consume_one", "target") == ()


@pytest.mark.clause("GIRYAKU-8.3")
@pytest.mark.parametrize("how", ["shuffle", "top", "bottom"])
def test_where_withdrawn_cards_go_is_told(how: str) -> None:
    ruling = middle(FULL, withdraw_return=how).says("A", "consume_one", card="N", target="2L")
    assert ruling.reason == f"giryaku.withdrawn_{how}"


@pytest.mark.clause("GIRYAKU-8.2", "GIRYAKU-9.2")
def test_emptying_the_own_board_is_no_loss_but_by_option() -> None:
    table = middle({"1L": "S"})
    table.says("A", "consume_one", card="N", target="1L")
    assert table.winner is None
    assert table.view().active == "B"
    loss = middle({"1L": "S"}, self_empty_board="loss")
    loss.says("A", "consume_one", card="N", target="1L")
    assert loss.winner == ("B",)
    assert loss.view().result.reason == "giryaku.self_emptied"
    forbid = middle({"1L": "S", "1U": "S"}, self_empty_board="forbid")
    assert forbid.prompts()["turn"].choices("consume_one", "target") == ("1L", "1U")
    forbid.refuses("8.2", "A", "consume_one", card="N", target="1")
    assert forbid.says("A", "consume_one", card="N", target="1U").upheld


@pytest.mark.clause("GIRYAKU-8.4")
def test_two_cards_strike_any_cell_of_the_other_board() -> None:
    table = middle(FULL, FULL)
    for target in ("3L", "2U", "1"):
        table.refuses("8.4", "A", "consume_two", cards=("O", "O"), target=target)
    table.refuses("1.3", "A", "consume_two", cards=("O", "O"), target="4L")
    table.says("A", "consume_two", cards=("O", "S"), target="1L")
    assert table.board("B") == {"1L": "N", "2L": "O"}
    assert (table.grave("A"), table.grave("B")) == ("SO", "S")
    assert table.view().active == "B"
    small = middle(FULL, FULL).set("A", FULL, grave="SSSSSNNNN", hand=1, deck=0).turn()
    small.refuses("8.4", "A", "consume_two", cards=("O", "S"), target="1L")
    assert small.prompts()["turn"].offer("consume_two") is None


@pytest.mark.clause("GIRYAKU-8.8")
def test_each_kind_has_its_own_skill() -> None:
    table = middle(FULL, FULL)
    table.refuses("8.8", "A", "consume_one", card="O", target="1L")
    table.refuses("8.8", "A", "consume_one", card="S")
    table.refuses("8.8", "A", "consume_one", card="N")
    assert table.judge("A", "consume_one", card="O").reason == "giryaku.raid"
    other = middle(FULL, FULL, consume_map="S_raids")
    other.refuses("8.8", "A", "consume_one", card="O")
    assert other.judge("A", "consume_one", card="S").reason == "giryaku.raid"
    offers = [o for o in other.prompts("A")["turn"].offers if o.move == "consume_one"]
    assert [(o.choices("card"), "target" in o.fields) for o in offers] == [(("N", "O"), True), (("S",), False)]


def raid(**options: str) -> Table:
    table = middle(FULL, FULL, **options)
    table.says("A", "consume_one", card="O")
    return table


@pytest.mark.clause("GIRYAKU-8.5", "GIRYAKU-8.6", "GIRYAKU-8.7")
def test_a_raid_draws_takes_and_brings_an_extra_turn() -> None:
    table = raid()
    assert table.seat("B").hand == 3
    table.refuses("8.6", "A", "place", col=3, card="S")
    table.refuses("3.1", "B", "raid_take", card="S")
    table.says("A", "raid_take", card="S")
    assert (table.seat("B").hand, table.grave("B")) == (2, "S")
    assert table.seat("A").hand == 2
    table.refuses("8.7", "B", "place", col=3, card="S")
    table.says("A", "take_extra_turn")
    assert (table.view().active, table.seat("A").turns) == ("A", 6)
    table.says("A", "consume_one", card="O")
    table.says("A", "raid_take", card="N")
    table.says("A", "decline_extra_turn")
    assert table.view().active == "B"


@pytest.mark.clause("GIRYAKU-8.5", "GIRYAKU-8.6")
def test_a_raid_against_an_empty_deck_or_hand_looks_at_what_there_is() -> None:
    table = middle(FULL, FULL).set("B", FULL, grave="SSSSSNNNNO", hand=2, deck=0).turn()
    table.says("A", "consume_one", card="O")
    table.says("A", "raid_take", card="O")
    assert (table.seat("B").hand, table.view().due) == (1, "extra_turn")
    table = middle(FULL, FULL).set("B", FULL, grave="SSSSSNNNNOOO", hand=0, deck=0).turn()
    table.says("A", "consume_one", card="O")
    assert table.view().due == "extra_turn"


@pytest.mark.clause("GIRYAKU-8.6")
def test_what_the_raider_notes_is_their_secret() -> None:
    table = raid()
    assert table.refuses("8.6", "A", "raid_take", card="S", seen=("S", "N")).private
    assert table.refuses("8.6", "A", "raid_take", card="S", seen=("N", "N", "O")).private
    table.says("A", "raid_take", card="S", seen=("S", "N", "O"))
    assert table.view("A").private[0].spied == ("N", "O")
    assert table.view("B").private[0].spied is None


@pytest.mark.clause("GIRYAKU-8.7", "GIRYAKU-9.4")
def test_by_option_the_raider_acts_on_before_the_refill() -> None:
    table = raid(raid_extra="action_before_refill")
    table.says("A", "raid_take", card="S")
    assert table.seat("A").hand == 1
    table.says("A", "take_extra_turn")
    assert (table.view().bonus, table.seat("A").turns) == (True, 5)
    table.says("A", "consume_one", card="O")
    table.says("A", "raid_take", card="N")
    assert (table.view().active, table.seat("A").hand) == ("B", 2)


@pytest.mark.clause("GIRYAKU-9.4", "GIRYAKU-8.7")
@pytest.mark.parametrize(("option", "allowed"), [("first_turn_only", True), ("first_turn_and_chained", False)])
def test_whether_the_first_turn_ban_reaches_its_extra_turn(option: str, allowed: bool) -> None:
    table = middle({"1L": "O", "2L": "S"}, first_turn_ban=option).set("A", {"1L": "O", "2L": "S"}, turns=1).turn()
    table.says("A", "consume_one", card="O")
    table.says("A", "raid_take", card="S")
    table.says("A", "take_extra_turn")
    if allowed:
        table.says("A", "place", col=1, card="O")
        assert table.winner == ("A",)
    else:
        table.refuses("9.4", "A", "place", col=1, card="O")


@pytest.mark.clause("GIRYAKU-9.4", "GIRYAKU-8.7")
def test_by_option_the_ban_reaches_every_extra_turn_that_follows_the_first_turn() -> None:
    board = {"1L": "O", "2L": "S"}
    table = middle(board, first_turn_ban="first_turn_and_chained").set("A", board, turns=1).turn()
    for _ in range(2):
        table.says("A", "consume_one", card="O")
        table.says("A", "raid_take", card="S")
        table.says("A", "take_extra_turn")
    table.refuses("9.4", "A", "place", col=1, card="O")


@pytest.mark.clause("GIRYAKU-8.7")
def test_without_a_hand_there_is_no_extra_turn_and_it_is_no_turn_without_a_hand() -> None:
    table = middle(FULL, FULL).set("A", FULL, grave="SSSSSSNNNNO", hand=1, deck=0).turn()
    table.says("A", "consume_one", card="O")
    table.says("A", "raid_take", card="S")
    assert (table.view().active, table.view().last) == ("B", None)


@pytest.mark.clause("GIRYAKU-9.6", "GIRYAKU-8.7")
def test_the_last_turn_has_no_extra_turn_but_by_option() -> None:
    for option, ended in (("denied", True), ("granted", False)):
        table = middle(FULL, FULL, final_turn_extra=option).turn("A", last="A")
        assert table.view().phase == "last_turn"
        table.says("A", "consume_one", card="O")
        table.says("A", "raid_take", card="S")
        assert (table.view().phase == "ended") is ended
        if not ended:
            table.says("A", "take_extra_turn")
            table.says("A", "place", col=3, card="S")
            assert table.view().phase == "ended"
