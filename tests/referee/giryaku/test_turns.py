"""Turns, placing, falling, and what holds for every skill (GIRYAKU-3 to 6)."""

from __future__ import annotations

import pytest

from tests.referee.giryaku.table import Table, middle


@pytest.mark.clause("GIRYAKU-3.1", "GIRYAKU-3.2", "GIRYAKU-3.3", "GIRYAKU-3.4")
def test_players_take_turns_of_one_action_and_a_refill() -> None:
    table = Table().open()
    table.refuses("3.1", "B", "place", col=3, card="S")
    ruling = table.says("A", "place", col=3, card="S")
    assert [n.message for n in ruling.notices] == ["giryaku.placed", "giryaku.drawn", "giryaku.turn"]
    assert ruling.told
    assert (table.seat("A").hand, table.seat("A").deck, table.view().active) == (2, 10, "B")
    table.refuses("3.1", "A", "place", col=1, card="N")
    table.refuses("3.2", "B", "take_extra_turn")
    table.refuses("3.2", "B", "pick_hand", index=1)
    assert table.says("B", "place", col=3, card="S").upheld
    table.refuses("3.1", "C", "place", col=3, card="S")


@pytest.mark.clause("GIRYAKU-3.2", "GIRYAKU-9.5")
def test_nobody_passes_with_a_card_in_hand() -> None:
    middle().refuses("9.5", "A", "no_hand")
    table = middle().set("A", {"1L": "S"}, grave="N", hand=0, deck=0)
    table.refuses("9.5", "A", "place", col=2, card="S")
    assert table.says("A", "no_hand").upheld


@pytest.mark.clause("GIRYAKU-3.4")
def test_a_short_deck_fills_a_hand_as_far_as_it_goes() -> None:
    table = middle().set("A", {"1L": "S", "2L": "S"}, grave="SSN", hand=2, deck=1)
    table.set("B", {"1L": "S", "2L": "S"})
    table.says("A", "consume_two", cards=("N", "N"), target="1L")
    assert (table.seat("A").hand, table.seat("A").deck) == (1, 0)


@pytest.mark.clause("GIRYAKU-3.5", "GIRYAKU-2.9")
def test_a_hand_is_noted_whole_and_holds_what_is_played() -> None:
    table = Table().open("SNO")
    table.refuses("3.5", "A", "enter_hand", cards=("O",))
    table.refuses("2.9", "A", "enter_hand", cards=("S", "S"))
    ruling = table.says("A", "enter_hand", cards=("O", "S"))
    assert [n.to for n in ruling.notices] == ["public", ("A",)]
    assert table.prompts("A")["turn"].choices("place", "card") == ("S", "O")
    assert not any("card" in o.fields or "cards" in o.fields for o in table.prompts("B")["turn"].offers)
    refused = table.refuses("4.1", "A", "place", col=3, card="N")
    assert refused.private
    assert not refused.firm
    assert table.says("A", "place", col=3, card="S").upheld
    assert table.view("A").private[0].hand == ("O",)
    assert table.view("B").private[0].hand is None
    table.refuses("2.9", "A", "enter_hand", cards=("N", "N"))
    assert not table.seat("A").hand_entered
    assert table.says("A", "enter_hand", cards=("O", "N")).upheld


@pytest.mark.clause("GIRYAKU-3.5")
def test_what_was_noted_and_not_played_is_still_in_hand() -> None:
    table = middle()
    table.says("A", "enter_hand", cards=("N", "S"))
    table.says("A", "enter_hand", cards=("N", "O"))
    table.says("A", "place", col=2, card="N")
    table.refuses("3.5", "A", "enter_hand", cards=("S", "S"))
    assert table.says("A", "enter_hand", cards=("S", "O")).upheld


@pytest.mark.clause("GIRYAKU-3.5")
def test_a_noted_hand_gives_way_to_what_lies_on_the_table() -> None:
    table = middle()
    table.says("A", "enter_hand", cards=("O", "O"))
    table.says("A", "place", col=2, card="S", waived=("4.1",))
    assert table.board("A")["2L"] == "S"
    assert table.view("A").private[0].hand is None


@pytest.mark.clause("GIRYAKU-3.6", "GIRYAKU-7.2")
def test_a_destroyed_hand_card_is_replaced_at_once() -> None:
    table = middle({"1L": "S"}, {"1L": "S"})
    table.says("A", "place", col=1, card="N")
    table.says("A", "pick_hand", index=1)
    deck = table.seat("B").deck
    ruling = table.says("B", "reveal_lost", card="N")
    drawn = [(n.params["seat"], n.clause) for n in ruling.notices if n.message == "giryaku.drawn"]
    assert drawn == [("B", "GIRYAKU-3.6"), ("A", "GIRYAKU-3.4")]
    assert (table.seat("B").hand, table.seat("B").deck) == (2, deck - 1)


@pytest.mark.clause("GIRYAKU-4.3")
def test_a_full_column_or_board_takes_no_card() -> None:
    table = middle({"1L": "S", "1U": "N"})
    table.refuses("4.3", "A", "place", col=1, card="S")
    assert table.judge("A", "place", col=2, card="S").upheld
    table.set("A", {f"{c}{row}": "S" if row == "L" else "N" for c in "123" for row in "LU"}).turn()
    table.refuses("4.3", "A", "place", col=1, card="S")
    assert table.prompts()["turn"].offer("place") is None


@pytest.mark.clause("GIRYAKU-4.4", "GIRYAKU-7.6")
def test_cards_lie_face_up_unless_the_own_board_is_flipped() -> None:
    table = middle({"1L": "N", "1U": "N", "2L": "S"})
    table.refuses("4.4", "A", "place", col=3, face_down=True)
    table.flip("A")
    table.refuses("7.6", "A", "place", col=3, card="S", face_down=True)
    assert table.judge("A", "place", col=3, card="S").upheld
    table.says("A", "place", col=3, face_down=True)
    assert table.board("A")["3L"] is None
    assert table.seat("A").pool_extra == 1


@pytest.mark.clause("GIRYAKU-4.5", "GIRYAKU-4.6", "GIRYAKU-6.3")
def test_a_second_card_fires_and_a_first_one_does_not() -> None:
    table = middle({"1L": "S"}, {"1L": "S", "2L": "N"})
    first = table.judge("A", "place", col=2, card="S")
    assert not any("skill" in n.message for n in first.notices)
    for below, above in (("S", "O"), ("O", "S")):
        table = middle({"1L": below}, {"1L": "S", "2L": "N"})
        second = table.says("A", "place", col=1, card=above)
        assert [n.message for n in second.notices][1] == "giryaku.skill.SO"
        assert table.board("B") == {"2L": "N"}


@pytest.mark.clause("GIRYAKU-4.5")
def test_a_column_with_a_face_down_card_waits_for_its_claim() -> None:
    table = middle({"1L": "N", "1U": "N", "2L": "S"}).flip("A")
    table.says("A", "place", col=2, card="S")
    table.refuses("4.5", "A", "place", col=3, card="S")
    table.refuses("3.1", "B", "claim_skill", col=2, pair="SS")
    table.refuses("6.4", "A", "claim_skill", col=1, pair="NN")
    assert table.prompts()["claim_skill"].choices("claim_skill", "pair") == ("SS", "SN")
    assert table.says("A", "claim_skill", col=2, pair="SS").upheld


@pytest.mark.clause("GIRYAKU-5.1", "GIRYAKU-5.2", "GIRYAKU-5.3")
def test_upper_cards_fall_after_all_are_gone_and_fire_nothing() -> None:
    table = middle({"1L": "S"}, {"1L": "S", "1U": "N", "2L": "O"})
    ruling = table.says("A", "place", col=1, card="S")
    assert [n.message for n in ruling.notices][:4] == [
        "giryaku.placed",
        "giryaku.skill.SS",
        "giryaku.struck",
        "giryaku.fell",
    ]
    assert table.board("B") == {"1L": "N", "2L": "O"}
    table = middle({"1L": "S"}, {"1L": "S", "1U": "N", "2L": "O"})
    table.says("A", "place", col=1, card="O")
    assert table.board("B") == {"2L": "O"}
    assert table.grave("B") == "SN"


@pytest.mark.clause("GIRYAKU-5.1", "GIRYAKU-5.3")
def test_a_face_down_card_falls_face_down_and_is_shown_where_it_fell() -> None:
    board = {"1L": "S", "1U": "O", "2L": "N", "2U": "N"}
    table = middle(board).flip("A").turn("B").set("B", {"1L": "S", "3L": "N"}).turn("B")
    table.says("B", "consume_two", cards=("N", "N"), target="1L")
    table.says("A", "reveal_lost", card="S")
    assert table.board("A") == {"1L": None, "2L": None, "2U": None}
    table.says("A", "consume_one", card="S", target="2U")
    assert table.view().due == "reveal_board"
    table.refuses("5.1", "A", "reveal_board", cards={"1U": "O", "2L": "N"})
    table.refuses("7.14", "A", "reveal_board", cards={"1L": "O"})
    assert table.says("A", "reveal_board", cards={"1L": "O", "2L": "N"}).upheld


@pytest.mark.clause("GIRYAKU-6.1", "GIRYAKU-6.2", "GIRYAKU-6.4")
def test_a_standing_column_does_not_fire_again() -> None:
    table = middle({"1L": "S", "1U": "S"}, {"1L": "N", "2L": "N"})
    table.refuses("6.4", "A", "claim_skill", col=1, pair="SS")
    ruling = table.says("A", "place", col=2, card="N")
    assert not any("skill" in n.message for n in ruling.notices)
    assert table.board("B") == {"1L": "N", "2L": "N"}


@pytest.mark.clause("GIRYAKU-6.5", "GIRYAKU-6.6")
def test_a_column_fires_anew_when_an_emptied_cell_is_filled() -> None:
    table = middle({"1L": "S", "1U": "S"}, {"1L": "N", "2L": "N", "3L": "N"})
    table.says("A", "consume_one", card="N", target="1U")
    table.turn("A")
    ruling = table.says("A", "place", col=1, card="O")
    assert "giryaku.skill.SO" in [n.message for n in ruling.notices]
    assert table.board("B") == {"2L": "N", "3L": "N"}


@pytest.mark.clause("GIRYAKU-6.7")
def test_a_skill_without_a_target_has_fired_all_the_same() -> None:
    table = middle({"1L": "S"}, {"2L": "N"})
    ruling = table.says("A", "place", col=1, card="S")
    assert "giryaku.nothing_there" in [n.message for n in ruling.notices]
    assert table.view().active == "B"
    table = middle({"1L": "S"}, {"2L": "N"}).set("B", {"2L": "N"}, hand=0, deck=0).turn()
    assert table.says("A", "place", col=1, card="N").upheld
    assert table.view().active == "B"


@pytest.mark.clause("GIRYAKU-6.8", "GIRYAKU-9.2", "GIRYAKU-9.10")
def test_a_win_comes_before_the_rest_of_a_skill() -> None:
    table = middle({"1L": "N"}, {"1L": "S"})
    ruling = table.says("A", "place", col=1, card="N")
    assert [n.message for n in ruling.notices] == [
        "giryaku.placed",
        "giryaku.skill.NN",
        "giryaku.struck",
        "giryaku.won_empty_board",
    ]
    assert table.winner == ("A",)
    assert table.seat("A").hand == 1
    table.refuses("9.10", "B", "place", col=1, card="S")
    table.refuses("9.10", "A", "enter_hand", cards=("S",))
