"""The placement skills (GIRYAKU-7.1 to 7.4, 7.12, 7.13)."""

from __future__ import annotations

import pytest

from referee.core.offers import Number
from tests.referee.giryaku.table import middle

FULL = {"1L": "S", "1U": "N", "2L": "O", "2U": "N", "3L": "S", "3U": "S"}


@pytest.mark.clause("GIRYAKU-7.1")
def test_two_samurai_strike_the_facing_lower_cell() -> None:
    table = middle({"3L": "S"}, FULL)
    table.says("A", "place", col=3, card="S")
    assert table.board("B") == {"1L": "S", "1U": "N", "2L": "O", "2U": "N", "3L": "S"}
    assert table.grave("B") == "S"
    assert table.view().action.struck == ("3L",)


@pytest.mark.clause("GIRYAKU-7.2")
def test_samurai_and_ninja_take_an_unseen_hand_card() -> None:
    table = middle({"2L": "N"}, FULL)
    table.says("A", "place", col=2, card="S")
    for index in (0, 3, 9):
        table.refuses("7.2", "A", "pick_hand", index=index)
    table.refuses("3.1", "B", "pick_hand", index=1)
    assert table.prompts()["pick_hand"].offer("pick_hand").fields["index"] == Number(least=1, most=2)
    table.says("A", "pick_hand", index=2)
    table.refuses("7.2", "B", "reveal_lost", card="S", cell="1L")
    assert table.prompts("A")["reveal_lost"].offer("reveal_lost").fields == {}
    table.says("B", "reveal_lost", card="S")
    assert table.grave("B") == "S"
    assert len(table.board("B")) == 6


@pytest.mark.clause("GIRYAKU-7.2")
def test_a_lost_card_is_of_the_hand_that_was_noted() -> None:
    table = middle({"2L": "N"})
    table.says("B", "enter_hand", cards=("S", "N"))
    table.says("A", "place", col=2, card="S")
    table.says("A", "pick_hand", index=1)
    assert table.refuses("7.2", "B", "reveal_lost", card="O").private
    assert table.prompts("B")["reveal_lost"].choices("reveal_lost", "card") == ("S", "N")
    assert table.says("B", "reveal_lost", card="N").upheld


@pytest.mark.clause("GIRYAKU-7.2", "GIRYAKU-6.7")
def test_where_no_card_is_held_there_is_nothing_to_take() -> None:
    table = middle({"2L": "N"}, FULL).set("B", FULL, hand=0, deck=0)
    ruling = table.says("A", "place", col=2, card="S")
    assert "giryaku.nothing_there" in [notice.message for notice in ruling.notices]
    assert "pick_hand" not in table.prompts()


@pytest.mark.clause("GIRYAKU-5.1")
def test_of_the_columns_only_those_in_which_a_card_fell_are_named() -> None:
    table = middle({"1L": "S"}, FULL)
    ruling = table.says("A", "place", col=1, card="S")
    assert [n.params["column"] for n in ruling.notices if n.message == "giryaku.fell"] == [1]
    assert table.board("B")["1L"] == "N"


@pytest.mark.clause("GIRYAKU-7.3")
def test_samurai_and_onmyoji_strike_the_whole_facing_column() -> None:
    table = middle({"1L": "O"}, FULL)
    table.says("A", "place", col=1, card="S")
    assert set(table.board("B")) == {"2L", "2U", "3L", "3U"}
    assert table.grave("B") == "SN"


@pytest.mark.clause("GIRYAKU-7.4", "GIRYAKU-7.5", "GIRYAKU-7.7")
def test_two_ninja_strike_then_turn_the_own_board_down() -> None:
    table = middle({"1L": "N", "2L": "S"}, FULL)
    ruling = table.says("A", "place", col=1, card="N")
    assert table.grave("B") == "S"
    assert table.board("B")["1L"] == "N"
    assert "giryaku.turned_down" in [n.message for n in ruling.notices]
    assert table.seat("A").flipped
    assert table.seat("A").pool == ("S", "N", "N")
    assert table.view().due == "rearrange"
    table.refuses("7.7", "B", "place", col=1, card="S")
    assert table.says("A", "keep_layout").upheld


RANGES = {
    "both_diagonals": {1: {"1L", "2U"}, 2: {"2L", "1U", "3U"}, 3: {"3L", "2U"}},
    "neighbours_only": {1: {"2U"}, 2: {"1U", "3U"}, 3: {"2U"}},
}


@pytest.mark.clause("GIRYAKU-7.12")
@pytest.mark.parametrize("way", RANGES)
@pytest.mark.parametrize("column", [1, 2, 3])
def test_ninja_and_onmyoji_strike_diagonally(way: str, column: int) -> None:
    table = middle({f"{column}L": "N"}, FULL, nin_shi_range=way)
    shown = table.prompts()["turn"].params["completes"][str(column)]["O"]
    table.says("A", "place", col=column, card="O")
    struck = RANGES[way][column]
    assert set(table.view().action.struck) == set(shown["cells"]) == struck
    assert table.seat("B").size == len(struck)


@pytest.mark.clause("GIRYAKU-7.12")
@pytest.mark.parametrize(("side", "cells"), [("left", {"2L", "1U"}), ("right", {"2L", "3U"})])
def test_by_option_one_diagonal_is_chosen(side: str, cells: set[str]) -> None:
    table = middle({"2L": "N"}, FULL, nin_shi_range="one_diagonal")
    table.says("A", "place", col=2, card="O")
    table.refuses("7.12", "A", "place", col=1, card="O")
    table.says("A", "choose_diagonal", side=side)
    assert set(table.view().action.struck) == cells
    table = middle({"1L": "N"}, FULL, nin_shi_range="one_diagonal")
    table.says("A", "place", col=1, card="O")
    assert set(table.view().action.struck) == {"1L", "2U"}


@pytest.mark.clause("GIRYAKU-7.12")
def test_a_table_may_name_the_cells_itself() -> None:
    table = middle({"2L": "N"}, FULL, nin_shi_range={1: ("1L",), 2: ("3L", "3U"), 3: ("3L",)})
    table.says("A", "place", col=2, card="O")
    assert set(table.board("B")) == {"1L", "1U", "2L", "2U"}


@pytest.mark.clause("GIRYAKU-7.13", "GIRYAKU-9.3")
def test_two_onmyoji_win_at_once() -> None:
    table = middle({"1L": "O"}, FULL)
    ruling = table.says("A", "place", col=1, card="O")
    assert ruling.notices[-1].message == "giryaku.won_onmyoji_pair"
    assert table.winner == ("A",)
    result = table.view().result
    assert (result.reason, result.clause) == ("giryaku.onmyoji_pair", "GIRYAKU-9.3")


@pytest.mark.clause("GIRYAKU-9.4")
def test_two_onmyoji_are_forbidden_on_each_first_turn() -> None:
    table = middle({"1L": "O", "2L": "S"}, {"1L": "O", "2L": "S"})
    table.set("A", {"1L": "O", "2L": "S"}, turns=1).set("B", {"1L": "O", "2L": "S"}, turns=0).turn()
    table.refuses("9.4", "A", "place", col=1, card="O")
    assert not table.prompts("A")["turn"].offer("place").fits({"type": "place", "col": 1, "card": "O"})
    assert [o.choices("card") for o in table.prompts("A")["turn"].offers if 1 in o.choices("col")] == [("S", "N")]
    table.says("A", "place", col=2, card="O")
    table.refuses("9.4", "B", "place", col=1, card="O")
    table.says("B", "place", col=3, card="O")
    assert table.says("A", "place", col=1, card="O").upheld
    assert table.winner == ("A",)
