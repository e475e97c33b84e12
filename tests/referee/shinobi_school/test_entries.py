"""What players register secretly, and the checks that rest on it (SCHOOL-3.3, 6.2, 9.3)."""

from __future__ import annotations

import pytest

from tests.referee.shinobi_school.table import Table, said

HAND = [1, 1, 2, 3, 3, 3, 4, 5, 6, 7, 8, 9, 10, 11, 11]


@pytest.mark.clause("SCHOOL-6.2")
def test_a_split_is_held_against_the_registered_hand() -> None:
    table = Table("ABC")
    ruling = table.says("A", "register_hand", cards=HAND)
    assert said(ruling) == ["hand_registered", "hand_noted"]
    assert ruling.notices[1].to == ("A",)
    table.refuses("6.2", "registered_already", "A", "register_hand", cards=HAND)
    table.dealt()
    ruling = table.refuses("6.2", "not_dealt", "A", "lay_earth", cards=[1, 1, 1])
    assert ruling.private
    assert ruling.params == {"number": 1}
    table.split(A=[3, 3, 11])
    assert table.view("A").private[0].heaven == (1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)


@pytest.mark.clause("SCHOOL-6.2", "SCHOOL-1.1")
def test_a_registered_hand_is_the_hand_that_was_dealt() -> None:
    table = Table("ABC")
    assert table.refuses("6.2", "hand_size", "A", "register_hand", cards=HAND[1:]).private
    assert table.refuses("1.1", "six_named", "A", "register_hand", cards=[1] * 6 + HAND[6:]).private
    assert table.refuses("1.3", "not_in_deck", "A", "register_hand", cards=[12, *HAND[1:]]).private
    table.dealt()
    table.says("A", "lay_earth")
    table.refuses("9.3", "earth_lies", "A", "register_hand", cards=HAND)
    table.says("B", "register_hand", cards=HAND)


@pytest.mark.clause("SCHOOL-3.3")
def test_a_registered_heaven_is_held_against_what_is_placed_from_it() -> None:
    table = Table("ABC")
    table.says("A", "register_hand", cards=HAND)
    table.playing("5", "6", A=[3, 3, 11])
    ruling = table.cannot_place("3.3", "not_in_heaven", "A", "heaven", "3 3")
    assert ruling.private
    assert ruling.params == {"number": 3, "held": 1}
    table.place("A", "heaven", "3")
    assert table.view("A").private[0].heaven == (1, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11)
    table.passes("A", "B", "C")
    table.field("2", "7").says("A", "collect", side="heaven", end="bottom")
    assert table.view("A").private[0].heaven == (1, 1, 2, 4, 5, 6, 7, 7, 8, 9, 10, 11)


@pytest.mark.clause("SCHOOL-6.2")
def test_a_heaven_is_registered_once_the_earth_is_known_and_before_it_changes() -> None:
    table = Table("ABC").dealt()
    heaven = HAND[:12]
    table.refuses("6.2", "earth_first", "A", "register_heaven", cards=heaven)
    table.says("A", "lay_earth", cards=HAND[12:])
    ruling = table.refuses("6.2", "heaven_size", "A", "register_heaven", cards=HAND)
    assert (ruling.private, ruling.params["count"]) == (True, 12)
    table.says("A", "register_heaven", cards=heaven)
    table.refuses("6.2", "registered_already", "A", "register_heaven", cards=heaven)
    table.says("B", "lay_earth")
    table.says("C", "lay_earth", cards=[1, 1, 1])
    table.refuses("6.2", "earth_first", "B", "register_heaven", cards=HAND)
    table.says("table", "reveal_earths", earths={"B": []})
    table.says("table", "first_field", cards=[6, 7])
    ruling = table.refuses("1.1", "seen_elsewhere", "B", "register_heaven", cards=[1, 1, 1, *HAND[3:]])
    assert ruling.private
    table.passes("A")
    table.place("B", "heaven", "5")
    table.refuses("6.2", "heaven_has_changed", "B", "register_heaven", cards=HAND[1:])
    table.passes("B")
    table.field("5", "7").says("C", "collect", side="earth", end="top")  # what earth takes in is no card of the deal
    table.refuses("6.2", "heaven_size", "C", "register_heaven", cards=HAND[4:])
    table.says("C", "register_heaven", cards=HAND[3:])


@pytest.mark.clause("SCHOOL-6.2", "SCHOOL-4.6")
def test_a_heaven_that_has_collected_is_registered_no_more() -> None:
    table = Table("ABC").playing("6", "7", A=(3, 3))
    table.says("A", "collect", side="heaven", end="top")
    table.refuses("6.2", "heaven_has_changed", "A", "register_heaven", cards=HAND)


@pytest.mark.clause("SCHOOL-6.2")
def test_a_hand_and_an_earth_on_the_table_that_differ_give_the_entry_up() -> None:
    table = Table("ABC")
    table.says("A", "register_hand", cards=HAND)
    table.dealt()
    for seat in "ABC":
        table.says(seat, "lay_earth")
    ruling = table.says("table", "reveal_earths", earths={"A": [2, 2], "B": [], "C": []})
    private = [n for n in ruling.notices if n.to != "public"]
    assert [(n.to, n.message) for n in private] == [(("A",), "shinobi_school.entry_was_wrong")]
    mine = table.view("A").private[0]
    assert (mine.heaven, mine.doubted) == (None, True)
    assert table.view("B").seats[0].noted
    table.says("table", "first_field", cards=[6, 7])
    table.place("A", "heaven", "8")


@pytest.mark.clause("SCHOOL-6.2")
def test_a_wrong_entry_may_be_given_up_once_a_round() -> None:
    table = Table("ABC")
    table.refuses("6.2", "nothing_registered", "A", "withdraw_entry")
    table.says("A", "register_hand", cards=HAND)
    table.says("A", "withdraw_entry")
    assert (table.seat("A").noted, table.seat("A").withdrawn) == (False, True)
    table.refuses("6.2", "entry_given_up", "A", "register_hand", cards=HAND)
    table.playing("5", "6")
    table.place("A", "heaven", "8 8 8")


@pytest.mark.clause("SCHOOL-1.1")
def test_whose_entry_is_seen_elsewhere_is_told_alone() -> None:
    table = Table("ABC")
    table.says("A", "register_hand", cards=[8] * 4 + HAND[4:])
    table.dealt()
    table.says("A", "lay_earth", cards=[])
    table.says("B", "lay_earth", cards=[8, 8])
    table.says("C", "lay_earth", cards=[])
    ruling = table.says("table", "reveal_earths")
    alone = [n for n in ruling.notices if n.to != "public"]
    assert [(n.to, n.message, n.params) for n in alone] == [
        (("A",), "shinobi_school.entry_seen_elsewhere", {"number": 8})
    ]
    placed = Table("ABC")
    placed.says("B", "register_hand", cards=[8] * 4 + HAND[4:])
    ruling = placed.playing("5", "6").place("A", "heaven", "8 8")
    told = [(n.to, n.message, n.params) for n in ruling.notices if n.to != "public"]
    assert told == [(("B",), "shinobi_school.entry_seen_elsewhere", {"number": 8})]


@pytest.mark.clause("SCHOOL-1.1")
def test_entries_that_cannot_both_be_true_are_told_to_the_game_master_alone() -> None:
    table = Table("ABC")
    table.says("A", "register_hand", cards=[8] * 4 + HAND[4:])
    ruling = table.says("B", "register_hand", cards=[8] * 4 + HAND[4:])
    clash = ruling.notices[-1]
    assert (clash.to, clash.message) == ((), "shinobi_school.entries_clash")
    assert clash.params == {"number": 8, "seats": ["A", "B"]}
    assert clash.reaches("gm")
    assert not clash.reaches("A")
    assert not clash.reaches("public")


@pytest.mark.clause("SCHOOL-2.3", "SCHOOL-3.3")
def test_a_move_can_be_checked_without_making_it() -> None:
    table = Table("ABC")
    table.says("B", "register_hand", cards=HAND)
    table.refuses("11.2", "not_in_deal", "B", "check_move", move={"type": "collect", "side": "earth", "end": "top"})
    table.playing("5", "6", B=[3, 3, 11])
    before = table.state

    def answer(seat: str, **move: object) -> tuple[str, str | None]:
        ruling = table.says(seat, "check_move", move=move)
        assert ruling.notices[0].params == {"seat": seat}
        assert ruling.notices[1].to == (seat,)
        return ruling.notices[1].message.removeprefix("shinobi_school."), ruling.notices[1].clause

    assert answer("B", type="place", side="earth", number=3, size=2) == ("allowed_later", "SCHOOL-2.3")
    assert answer("B", type="place", side="heaven", number=3, size=2) == ("not_in_heaven", "SCHOOL-3.3")
    assert answer("A", type="place", side="heaven", number=3, size=2) == ("allowed_now", "SCHOOL-2.3")
    assert answer("A", type="place", side="heaven", number=5, size=2) == ("equal_number", "SCHOOL-4.4")
    assert answer("C", type="collect", side="earth", end="top") == ("allowed_later", "SCHOOL-2.3")
    assert table.state == before
    table.says("A", "pass_action", side="heaven")
    assert answer("A", type="place", side="heaven", number=3, size=2) == ("allowed_later", "SCHOOL-2.3")


@pytest.mark.clause("SCHOOL-6.2", "SCHOOL-1.1")
def test_a_whole_split_is_noted_in_one_act() -> None:
    table = Table("ABC", empty_side="forbid").dealt()
    heaven, earth = HAND[:12], HAND[12:]

    def refused(number: str, reason: str, heaven: list[int], earth: list[int]) -> None:
        split = {"heaven": heaven, "earth": earth}
        assert table.refuses(number, reason, "A", "lay_earth", split=split).private

    refused("6.2", "split_size", heaven, earth[1:])
    refused("6.2", "split_size", [*heaven, 2], earth)
    refused("6.2", "empty_side", HAND, [])
    refused("1.1", "six_in_mansion", [3, 3, 3, *HAND[:2], *HAND[7:14]], [3, 3, 3])
    refused("1.3", "not_in_deck", [12, *heaven[1:]], earth)
    refused("1.1", "not_in_deck", heaven, [0, *earth[1:]])
    assert table.refuses("6.2", "earth_twice", "A", "lay_earth", cards=earth, split={"heaven": heaven, "earth": earth})
    ruling = table.says("A", "lay_earth", split={"heaven": heaven, "earth": earth})
    assert said(ruling) == ["ready", "heaven_registered", "earth_noted", "heaven_noted"]
    assert [n.to for n in ruling.notices] == ["public", "public", ("A",), ("A",)]
    mine = table.view("A").private[0]
    assert (mine.laid, mine.heaven) == (tuple(earth), tuple(heaven))
    assert (table.seat("A").noted, table.seat("A").ready) == (True, True)
    table.refuses("6.2", "registered_already", "A", "register_heaven", cards=heaven)
    table.says("B", "register_hand", cards=HAND)
    table.refuses("6.2", "registered_already", "B", "lay_earth", split={"heaven": heaven, "earth": earth})
    table.says("C", "lay_earth", cards=[1])
    table.says("B", "lay_earth", cards=[1])
    table.says("table", "reveal_earths")
    table.says("table", "first_field", cards=[5, 6])
    assert table.cannot_place("3.3", "not_in_heaven", "A", "heaven", "3 3 3 3").private
    table.place("A", "heaven", "3 3 3")
