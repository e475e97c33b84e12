"""Depth `scores`: graveyards and the result alone (ledger section 5)."""

from __future__ import annotations

import pytest

from tests.referee.giryaku.table import Table

NINE = ("S",) * 5 + ("N",) * 3 + ("O",)


def scores(**options: str) -> Table:
    return Table(depth="scores", **options)


@pytest.mark.clause("GIRYAKU-1.5", "GIRYAKU-1.7", "GIRYAKU-2.2", "GIRYAKU-1.1")
def test_graveyards_hold_what_a_deck_and_the_box_hold() -> None:
    table = scores()
    table.refuses("1.7", "A", "graveyard_add", player="A", cards=())
    table.refuses("3.1", "A", "graveyard_add", player="C", cards=("S",))
    table.says("table", "graveyard_add", player="A", cards=("S",) * 7)
    table.refuses("2.2", "A", "graveyard_add", player="A", cards=("O",) * 4)
    table.says("B", "graveyard_add", player="B", cards=("S",) * 6)
    table.refuses("1.1", "A", "graveyard_add", player="B", cards=("S",))
    table.says("gm", "graveyard_add", player="B", cards=("O",))
    assert (table.grave("A"), table.grave("B")) == ("SSSSSSS", "SSSSSSO")


@pytest.mark.clause("GIRYAKU-2.2")
def test_a_wrong_box_that_the_table_lets_stand_is_a_finding_and_not_asked_for_again() -> None:
    table = scores()
    table.says("table", "graveyard_add", player="A", cards=("S",) * 7)
    table.refuses("2.2", "table", "graveyard_add", player="A", cards=("N",) * 6)
    table.says("table", "graveyard_add", ("2.2",), player="A", cards=("N",) * 6)
    assert [finding.kind for finding in table.view().findings] == ["wrong_deck"]
    table.says("table", "graveyard_add", player="A", cards=("O",))


@pytest.mark.clause("GIRYAKU-1.2", "GIRYAKU-1.3")
def test_fifteen_cards_and_six_cells() -> None:
    table = scores()
    table.refuses("1.3", "A", "board_count", player="A", n=7)
    table.says("A", "graveyard_add", player="A", cards=NINE)
    table.says("A", "board_count", player="A", n=6)
    table.refuses("1.2", "A", "graveyard_add", player="A", cards=("N",))
    table.says("A", "board_count", player="A", n=5)
    assert table.says("A", "graveyard_add", player="A", cards=("N",)).upheld
    table.refuses("1.2", "A", "board_count", player="A", n=6)


@pytest.mark.clause("GIRYAKU-2.11", "GIRYAKU-2.3")
def test_who_goes_first_is_settled_before_anything_is_entered() -> None:
    table = scores()
    table.refuses("2.11", "A", "set_first_player", player="C")
    table.says("A", "set_first_player", player="B")
    assert table.view().first == "B"
    table.says("A", "configure", first_player="A")
    table.says("A", "graveyard_add", player="A", cards=("S",))
    table.refuses("2.3", "A", "set_first_player", player="B")
    table.refuses("2.3", "A", "configure", first_player="B")


@pytest.mark.clause("GIRYAKU-9.2")
def test_an_empty_board_needs_a_card_removed() -> None:
    table = scores()
    table.refuses("9.2", "A", "claim_empty_board", winner="A")
    table.says("A", "graveyard_add", player="B", cards=("S",))
    table.says("A", "claim_empty_board", winner="A")
    assert table.winner == ("A",)
    assert table.seat("B").count == 0


@pytest.mark.clause("GIRYAKU-9.3", "GIRYAKU-9.4", "GIRYAKU-2.2")
def test_two_onmyoji_are_claimed_after_the_first_turn() -> None:
    table = scores()
    table.refuses("9.4", "A", "claim_onmyoji_pair", winner="A", first_turn=True)
    table.says("A", "graveyard_add", player="A", cards=("O", "O", "O"))
    table.refuses("2.2", "A", "claim_onmyoji_pair", winner="A", first_turn=False)
    table.says("A", "claim_onmyoji_pair", winner="B", first_turn=False)
    assert table.winner == ("B",)
    table.refuses("9.10", "A", "graveyard_add", player="A", cards=("S",))


@pytest.mark.clause("GIRYAKU-9.1", "GIRYAKU-9.5", "GIRYAKU-9.6", "GIRYAKU-9.9")
def test_no_hand_the_last_turn_and_the_count() -> None:
    table = scores()
    table.refuses("9.5", "A", "no_hand", player="A")
    table.refuses("9.6", "A", "last_turn_done", player="B")
    table.says("A", "graveyard_add", player="A", cards=NINE)
    table.says("A", "board_count", player="A", n=5)
    table.refuses("9.5", "A", "no_hand", player="A")
    table.says("A", "board_count", player="A", n=6)
    table.says("A", "no_hand", player="A")
    assert (table.view().phase, table.view().last) == ("last_turn", "B")
    table.refuses("9.6", "A", "final_count", counts={"A": 9, "B": 0})
    table.refuses("9.6", "A", "last_turn_done", player="A")
    table.says("B", "graveyard_add", player="B", cards=("S",) * 4 + ("N",) * 5)
    table.says("B", "last_turn_done", player="B")
    table.refuses("9.6", "B", "graveyard_add", player="B", cards=("S",))
    table.refuses("9.1", "A", "final_count", counts={"A": 10, "B": 9})
    table.refuses("9.1", "A", "final_count", counts={"A": 9})
    table.says("A", "final_count", counts={"A": 9, "B": 9})
    assert table.winner == ("A", "B")


@pytest.mark.clause("GIRYAKU-9.6")
def test_a_second_player_without_hand_ends_the_last_turn() -> None:
    table = scores()
    for seat in "AB":
        table.says("A", "graveyard_add", player=seat, cards=NINE)
    table.says("A", "no_hand", player="A")
    table.refuses("9.6", "A", "no_hand", player="A")
    table.says("A", "no_hand", player="B")
    assert set(table.prompts()) == {"final_count"}


@pytest.mark.clause("GIRYAKU-3.2")
def test_each_depth_has_its_own_moves() -> None:
    table = scores()
    table.refuses("3.2", "A", "place", col=1, card="S")
    table.refuses("3.2", "A", "deal_done")
    plays = Table().open()
    plays.refuses("3.2", "A", "graveyard_add", player="A", cards=("S",))
    plays.refuses("3.2", "A", "claim_empty_board", winner="A")
    assert plays.says("A", "place", col=3, card="S").upheld
