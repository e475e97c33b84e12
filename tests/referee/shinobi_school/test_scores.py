"""Depth `scores`: what is left at a round's end, or points counted by hand (ledger section 5b)."""

from __future__ import annotations

from typing import Any

import pytest

from referee import shinobi_school
from tests.referee.shinobi_school.table import Table, said

LEFT: dict[str, Any] = {"B": {"heaven": [7, 7, 9], "earth": [2, 2, 2, 5]}, "C": {"earth": [3]}}


def table(seats: str = "ABC", **options: Any) -> Table:
    return Table(seats, depth="scores", **options)


@pytest.mark.clause("SCHOOL-12.1", "SCHOOL-12.2", "SCHOOL-12.3", "SCHOOL-12.5")
def test_the_referee_counts_what_is_left() -> None:
    one = table()
    ruling = one.says("B", "round_cards", winner="A", left=LEFT)
    assert said(ruling)[:3] == ["round_entered", "counted_out", "counted_out"]
    assert one.points == (5, -7, -1)
    assert one.view().rounds[0].verified


@pytest.mark.clause("SCHOOL-2.5", "SCHOOL-12.1", "SCHOOL-12.2")
def test_a_round_has_one_winner_and_all_others_hold_cards() -> None:
    one = table()
    one.refuses("12.1", "winner_holds_nothing", "A", "round_cards", winner="A", left={"A": {"earth": [1]}, **LEFT})
    one.refuses("12.2", "still_missing", "A", "round_cards", winner="A", left={"B": LEFT["B"]})
    one.refuses("2.5", "only_one_winner", "A", "round_cards", winner="A", left={"B": LEFT["B"], "C": {}})
    one.refuses("1.3", "not_in_game", "A", "round_cards", winner="Z", left=LEFT)
    one.refuses("1.3", "not_in_game", "A", "round_cards", winner="A", left={**LEFT, "Z": {"earth": [1]}})
    assert one.points == (0, 0, 0)


@pytest.mark.clause("SCHOOL-1.1", "SCHOOL-1.2", "SCHOOL-1.3")
def test_no_more_cards_are_left_than_there_are() -> None:
    one = table()
    six = {"B": {"heaven": [7, 7, 7], "earth": [7]}, "C": {"earth": [7, 7]}}
    one.refuses("1.1", "six_named", "A", "round_cards", winner="A", left=six)
    one.refuses("1.3", "not_in_deck", "A", "round_cards", winner="A", left={**LEFT, "C": {"earth": [12]}})
    table("ABCD").says("A", "round_cards", winner="A", left={**LEFT, "C": {"earth": [12]}, "D": {"heaven": [13, 13]}})
    everything = [n for n in range(1, 12) for _ in range(5)]
    many = {"B": {"heaven": everything[:26]}, "C": {"heaven": everything[26:51]}}
    ruling = one.refuses("1.2", "too_many_left", "A", "round_cards", winner="A", left=many)
    assert (ruling.params["count"], ruling.params["most"]) == (51, 50)
    one.says("A", "round_cards", winner="A", left={**many, "C": {"heaven": everything[26:50]}})


@pytest.mark.clause("SCHOOL-12.5")
def test_points_counted_by_hand_are_kept_and_marked() -> None:
    one = table()
    for points, reason in ((0, "loser_loses"), (3, "loser_loses"), (-166, "loses_too_much")):
        one.refuses("12.5", reason, "A", "round_points", winner="A", points={"B": points, "C": -1})
    one.refuses("12.5", "loser_loses", "A", "round_points", winner="A", points={"B": 5, "C": -1})
    one.refuses("12.2", "still_missing", "A", "round_points", winner="A", points={"B": -1})
    one.refuses("12.1", "winner_holds_nothing", "A", "round_points", winner="A", points={"A": -2, "B": -1, "C": -1})
    ruling = one.says("A", "round_points", winner="A", points={"A": 5, "B": -165, "C": -1})
    assert "not_verified" in said(ruling)
    assert one.points == (5, -165, -1)
    assert not one.view().rounds[0].verified
    table("ABCD").says("A", "round_points", winner="A", points={"B": -195, "C": -1, "D": -2})


@pytest.mark.clause("SCHOOL-2.6", "SCHOOL-13.1", "SCHOOL-13.2")
def test_three_rounds_are_entered_and_then_the_match_is_closed() -> None:
    one = table(start=None)
    one.says("table", "set_start_player", player="C")
    for winner in "BAB":
        one.refuses("2.6", "rounds_missing", "table", "close_game")
        others = {seat: -2 for seat in "ABC" if seat != winner}
        one.says("table", "round_points", winner=winner, points=others)
        if one.view().phase == "score":
            assert one.view().start == winner
            one.refuses("13.1", "start_is_settled", "table", "set_start_player", player="C")
    one.refuses("2.6", "all_rounds_entered", "table", "round_cards", winner="A", left=LEFT)
    one.refuses("2.6", "all_rounds_entered", "table", "round_points", winner="A", points={"B": -1, "C": -1})
    assert shinobi_school.result(one.state) is None
    one.says("A", "close_game")
    result = shinobi_school.result(one.state)
    assert result is not None
    assert (result.winners, one.points) == (("B",), (1, 8, -6))
    one.refuses("2.6", "match_over", "A", "close_game")


@pytest.mark.clause("SCHOOL-2.3")
@pytest.mark.parametrize("kind", ["confirm_deal", "end_turn", "lay_earth", "reveal_earths", "agree_flush"])
def test_moves_of_the_other_depth_are_refused(kind: str) -> None:
    table().refuses("2.3", "other_depth", "A", kind)
    Table("ABC").refuses("2.3", "other_depth", "A", "close_game")


@pytest.mark.clause("SCHOOL-2.6")
def test_a_house_rule_changes_the_number_of_rounds() -> None:
    one = table(rounds=1)
    one.says("A", "round_cards", winner="C", left={"A": {"heaven": [1]}, "B": {"earth": [1, 1]}})
    one.says("A", "close_game")
    assert one.points == (-1, -3, 5)
