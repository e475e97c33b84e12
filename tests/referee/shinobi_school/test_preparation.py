"""Deck and deal, split and reveal, the first field, the start player (SCHOOL-1, 6, 9, 10, 11)."""

from __future__ import annotations

from typing import Any

import pytest

from referee import shinobi_school
from referee.core.values import Refused, Seat
from referee.shinobi_school.state import player
from tests.referee.shinobi_school.table import Table, said


def begin(count: int, **options: Any) -> Any:
    seats = [Seat(seat=f"p{n}", name=f"Name {n}") for n in range(count)]
    return shinobi_school.begin(shinobi_school.OPTIONS(**options), seats)


@pytest.mark.clause("SCHOOL-1.1", "SCHOOL-1.2", "SCHOOL-1.3", "SCHOOL-1.4")
@pytest.mark.parametrize(("count", "cards", "highest", "stock"), [(3, 15, 11, 10), (4, 13, 13, 13), (5, 11, 13, 10)])
def test_the_deal_depends_on_the_number_of_players(count: int, cards: int, highest: int, stock: int) -> None:
    view = shinobi_school.view(begin(count), "public")
    assert (view.dealt, view.highest, view.stock) == (cards, highest, stock)
    assert 5 * highest == count * cards + stock


@pytest.mark.clause("SCHOOL-1.3")
@pytest.mark.parametrize("count", [0, 1, 2, 6, 9])
def test_others_than_three_to_five_cannot_play(count: int) -> None:
    with pytest.raises(Refused, match=r"SCHOOL-1\.3 shinobi_school\.players"):
        begin(count)


@pytest.mark.clause("SCHOOL-1.3")
def test_a_table_may_deal_differently_as_long_as_a_first_field_is_left() -> None:
    assert begin(3, deal_table={3: {"cards": 16, "highest": 13}}).deal.cards == 16
    assert begin(4, deal_table={3: {"cards": 16, "highest": 13}}).deal.cards == 13
    with pytest.raises(Refused, match=r"SCHOOL-1\.3 shinobi_school\.deal_too_large"):
        begin(4, deal_table={4: {"cards": 15, "highest": 13}})


@pytest.mark.clause("SCHOOL-1.2", "SCHOOL-1.3", "SCHOOL-1.5")
@pytest.mark.parametrize(("seats", "each", "clause"), [("ABC", 15, "1.3"), ("ABCD", 13, "1.3"), ("ABCDE", 11, "1.2")])
def test_everybody_gets_the_same_number_of_cards(seats: str, each: int, clause: str) -> None:
    table = Table(seats)
    table.refuses(clause, "wrong_deal", "table", "confirm_deal", cards=each - 1)
    table.refuses(clause, "wrong_deal", "A", "confirm_deal", cards=each + 1)
    ruling = table.says("A", "confirm_deal", cards=each)
    assert ruling.clause == "SCHOOL-1.5"
    table.refuses("1.5", "dealt_already", "table", "confirm_deal")


@pytest.mark.clause("SCHOOL-1.1", "SCHOOL-1.3")
def test_a_number_that_is_not_in_the_deck_and_a_sixth_card_are_refused_wherever_they_are_named() -> None:
    table = Table("ABC").dealt()
    assert table.refuses("1.3", "not_in_deck", "A", "lay_earth", cards=[11, 12]).private
    assert table.refuses("1.1", "six_named", "A", "lay_earth", cards=[4] * 6).private
    table.split(A=[4, 4, 4], B=[4, 11])
    table.refuses("1.3", "not_in_deck", "table", "first_field", cards=[13, 2])
    ruling = table.refuses("1.1", "sixth_card", "table", "first_field", cards=[4, 4, 3])
    assert (ruling.params["earths"], ruling.params["size"]) == (4, 2)
    table.says("table", "first_field", cards=[4, 3])
    table.field("8")
    table.cannot_place("1.3", "not_in_deck", "A", "heaven", "12")
    table.cannot_place("1.1", "sixth_card", "A", "heaven", "4 4")
    table.place("A", "heaven", "4")


@pytest.mark.clause("SCHOOL-6.1", "SCHOOL-6.2", "SCHOOL-2.2")
def test_a_mansion_is_split_in_any_proportion() -> None:
    table = Table("ABCDE").split(A=[7], B=[1, 1, 2, 3, 4, 5, 6, 8, 8, 8, 9], C=[])
    seats = {s.seat: (s.heaven, s.earth) for s in table.view().seats}
    assert seats["A"] == (10, (7,))
    assert seats["B"] == (0, (1, 1, 2, 3, 4, 5, 6, 8, 8, 8, 9))
    assert seats["C"] == (11, ())


@pytest.mark.clause("SCHOOL-6.2")
def test_a_split_cannot_exceed_the_deal() -> None:
    table = Table("ABCDE").dealt()
    too_many = list(range(1, 13))
    assert table.refuses("6.2", "earth_size", "A", "lay_earth", cards=too_many).private
    for seat in "ABCDE":
        table.says(seat, "lay_earth")
    table.refuses("6.2", "earth_size", "table", "reveal_earths", earths={"A": too_many})


@pytest.mark.clause("SCHOOL-6.2")
def test_an_option_forbids_an_empty_side() -> None:
    table = Table("ABC", empty_side="forbid").dealt()
    everything = [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8]
    for earth in ([], everything):
        assert table.refuses("6.2", "empty_side", "A", "lay_earth", cards=earth).private
    table.says("A", "lay_earth", cards=[7])
    table.says("B", "lay_earth")
    table.says("C", "lay_earth", cards=everything[1:])
    table.refuses("6.2", "empty_side", "table", "reveal_earths", earths={"B": []})
    table.says("table", "reveal_earths", earths={"B": [9]})


@pytest.mark.clause("SCHOOL-6.3")
def test_no_declaration_moves_cards_between_heaven_and_earth() -> None:
    table = Table("ABC").playing("5", A=[3, 3])
    table.refuses("6.3", "which_side", "A", "collect", side="field", end="top")
    table.refuses("6.3", "which_side", "A", "place", side="field", number=5, size=1)
    table.refuses("6.3", "not_between_sides", "A", "collect", side="earth", end="heaven")
    table.refuses("6.3", "not_between_sides", "A", "place", side="earth", number=3, size=1, end="heaven")
    table.refuses("6.1", "which_side", "A", "pass_action", side="field")
    table.place("A", "earth", "3")
    assert (table.seat("A").heaven, table.seat("A").earth) == (13, (3,))
    table.place("A", "heaven", "2")
    assert (table.seat("A").heaven, table.seat("A").earth) == (12, (3,))


@pytest.mark.clause("SCHOOL-9.1")
def test_the_split_comes_before_the_first_field() -> None:
    table = Table("ABC")
    table.refuses("9.1", "not_in_deal", "table", "first_field", cards=[1, 2])
    table.refuses("9.1", "not_in_deal", "A", "lay_earth", cards=[1])
    table.dealt()
    table.refuses("9.1", "not_in_split", "table", "first_field", cards=[1, 2])
    for seat in "ABC":
        table.says(seat, "lay_earth", cards=[3])
    table.refuses("9.1", "not_in_reveal", "table", "first_field", cards=[1, 2])
    table.says("table", "reveal_earths")
    table.says("table", "first_field", cards=[1, 2])


@pytest.mark.clause("SCHOOL-9.3")
def test_no_earth_is_turned_up_before_all_are_ready_and_none_is_changed_after_it_lies() -> None:
    table = Table("ABC").dealt()
    table.says("A", "lay_earth", cards=[3])
    table.refuses("9.3", "earth_lies", "A", "lay_earth", cards=[4])
    table.refuses("9.3", "not_in_split", "table", "reveal_earths", earths={"A": [3], "B": [1], "C": [1]})
    table.says("B", "lay_earth")
    ruling = table.says("C", "lay_earth", cards=[])
    assert said(ruling) == ["ready", "earth_noted_empty", "all_ready"]
    assert table.view().seats[0].earth is None
    table.refuses("9.3", "name_earths", "table", "reveal_earths")
    ruling = table.says("B", "reveal_earths", earths={"B": [9, 2]})
    assert ruling.told
    assert [s.earth for s in table.view().seats] == [(3,), (2, 9), ()]
    table.refuses("9.3", "split_is_settled", "A", "lay_earth", cards=[4])
    table.refuses("9.3", "revealed_already", "table", "reveal_earths")


@pytest.mark.clause("SCHOOL-9.3", "SCHOOL-1.1")
def test_what_lies_in_earth_is_true_and_noted_earths_that_clash_are_looked_at() -> None:
    table = Table("ABC").dealt()
    table.says("A", "lay_earth", cards=[3, 3, 3])
    table.says("B", "lay_earth", cards=[3, 3, 3])
    table.says("C", "lay_earth", cards=[8])
    table.refuses("1.1", "six_in_earths", "table", "reveal_earths", earths={"A": [5] * 3, "B": [5] * 3})
    ruling = table.says("table", "reveal_earths")
    assert said(ruling) == ["earths_clash"]
    assert ruling.told
    assert table.state.phase == "reveal"
    table.refuses("9.3", "name_earths", "table", "reveal_earths", earths={"A": [3, 3, 3]})
    table.says("table", "reveal_earths", earths={"A": [3, 3, 3], "B": [3, 3], "C": [9]})
    assert [s.earth for s in table.view().seats] == [(3, 3, 3), (3, 3), (9,)]


@pytest.mark.clause("SCHOOL-9.2")
def test_a_heaven_is_hidden_but_may_be_counted() -> None:
    table = Table("ABC").dealt()
    table.refuses("9.2", "not_in_split", "table", "count_heaven", player="A", size=14)
    table.split(A=[3])
    assert table.view().seats[0].heaven == 14
    assert table.view("B").private[0].heaven is None
    table.says("B", "count_heaven", player="A", size=14)
    ruling = table.refuses("9.2", "count_differs", "B", "count_heaven", player="A", size=13)
    assert ruling.params["count"] == 14


@pytest.mark.clause("SCHOOL-10.1", "SCHOOL-10.2", "SCHOOL-5.5")
@pytest.mark.parametrize("flips", [[9, 4], [4, 9]])
def test_two_different_cards_make_two_tiers(flips: list[int]) -> None:
    table = Table("ABC").split()
    ruling = table.says("table", "first_field", cards=flips)
    assert table.tiers == ["4", "9"]
    assert (ruling.clause, table.view().sealed, table.view().stock) == ("SCHOOL-10.2", None, 8)


@pytest.mark.clause("SCHOOL-10.1", "SCHOOL-10.3")
@pytest.mark.parametrize(
    ("flips", "clause", "reason"),
    [
        ([], "10.1", "two_flips"),
        ([4], "10.1", "two_flips"),
        ([4, 4], "10.3", "flip_another"),
        ([4, 4, 4], "10.3", "flip_another"),
        ([4, 9, 9], "10.5", "flips_go_on"),
        ([4, 4, 9, 8], "10.5", "flips_go_on"),
    ],
)
def test_flips_are_equal_cards_and_then_one_other(flips: list[int], clause: str, reason: str) -> None:
    Table("ABC").split().refuses(clause, reason, "table", "first_field", cards=flips)


@pytest.mark.clause("SCHOOL-10.3", "SCHOOL-10.4", "SCHOOL-5.1")
@pytest.mark.parametrize(
    ("flips", "tiers", "seal"),
    [([4, 4, 9], ["4 4", "9"], "top"), ([9, 9, 9, 9, 9, 4], ["4", "9 9 9 9 9"], "bottom")],
)
def test_equal_cards_lie_side_by_side_and_are_sealed(flips: list[int], tiers: list[str], seal: str) -> None:
    table = Table("ABC").split()
    ruling = table.says("table", "first_field", cards=flips)
    assert (table.tiers, table.view().sealed, ruling.clause) == (tiers, seal, "SCHOOL-10.3")
    assert f"seals_{seal}" in said(ruling)
    assert table.view().stock == 10 - len(flips)


@pytest.mark.clause("SCHOOL-10.5", "SCHOOL-1.4")
def test_the_stock_is_not_used_again() -> None:
    table = Table("ABC").playing("5")
    table.refuses("10.5", "stock_unused", "table", "first_field", cards=[3, 4])


@pytest.mark.clause("SCHOOL-11.1", "SCHOOL-11.2", "SCHOOL-13.1")
def test_the_table_names_who_starts_before_the_first_turn() -> None:
    table = Table("ABC", start=None).split()
    table.refuses("11.2", "not_in_field", "A", "end_turn")
    table.says("table", "first_field", cards=[3, 4])
    table.refuses("11.2", "who_starts", "A", "end_turn")
    table.says("C", "set_start_player", player="B")
    table.says("table", "set_start_player", player="C")
    table.refuses("7.1", "not_your_turn", "B", "end_turn")
    table.says("C", "end_turn")
    table.refuses("13.1", "start_is_settled", "table", "set_start_player", player="A")


@pytest.mark.clause("SCHOOL-11.1")
def test_a_start_player_that_is_drawn_is_entered_by_the_table() -> None:
    table = Table("ABC", start=None, first_start="random")
    table.refuses("11.1", "start_is_drawn", "A", "set_start_player", player="A")
    assert said(table.says("table", "set_start_player", player="B")) == ["start_drawn"]
    table.refuses("1.3", "not_in_game", "table", "set_start_player", player="Z")
    assert player(table.state, "B").seat == table.state.start


@pytest.mark.clause("SCHOOL-11.1", "SCHOOL-1.3")
def test_a_start_player_must_sit_at_the_table() -> None:
    with pytest.raises(Refused, match=r"SCHOOL-1\.3 shinobi_school\.not_in_game"):
        Table("ABC", start="Z")


@pytest.mark.clause("SCHOOL-9.3")
def test_whoever_noted_nothing_names_their_own_earth_and_the_last_turns_up_all() -> None:
    table = Table("ABC").dealt()
    table.says("A", "lay_earth", cards=[3])
    table.says("B", "lay_earth")
    table.says("C", "lay_earth")
    table.refuses("9.3", "name_earths", "table", "reveal_earths", earths={"B": [9]})
    table.refuses("9.3", "name_earths", "B", "reveal_earths", earths={"C": [9]})
    table.refuses("9.3", "name_earths", "A", "reveal_earths", earths={"A": [4]})
    assert said(table.says("B", "reveal_earths", earths={"B": [9]})) == ["earth_entered"]
    assert table.state.phase == "reveal"
    assert table.view().seats[1].earth is None
    table.refuses("9.3", "name_earths", "B", "reveal_earths", earths={"B": [8]})
    assert {p.seat for p in table.prompts().values() if p.must} == {"C"}
    table.says("C", "reveal_earths", earths={"C": [5, 5]})
    assert [s.earth for s in table.view().seats] == [(3,), (9,), (5, 5)]
