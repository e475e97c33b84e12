"""The end of a round, its scores, the next round and the end of the match (SCHOOL-2, 12, 13)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from referee import shinobi_school
from referee.shinobi_school.cards import cost, lost, triangle
from tests.referee.shinobi_school.table import Table, said


def last_card(seats: str = "ABC", earths: dict[str, Sequence[int]] | None = None, **options: Any) -> Table:
    """Return a table on which A holds one 9 in earth and nothing else."""
    table = Table(seats, **{"rounds": 1, **options}).playing("6", "7", **(earths or {}))
    return table.mansion("A", 0, (9,))


def play_round(table: Table, heavens: dict[str, Sequence[int]]) -> None:
    """Let the start player win a round at once; the others hold these heavens and nothing else."""
    table.playing("6", "7")
    winner = table.state.active
    table.mansion(winner or "", 0, (9,))
    for seat, heaven in heavens.items():
        table.mansion(seat, len(heaven))
    table.wins(winner or "", "earth", "9")
    for seat, heaven in heavens.items():
        table.says(seat, "show_heaven", cards=list(heaven))


@pytest.mark.clause("SCHOOL-2.4", "SCHOOL-2.5", "SCHOOL-12.1")
def test_the_last_card_ends_the_round_at_once_in_the_middle_of_a_turn() -> None:
    table = last_card()
    ruling = table.place("A", "earth", "9")
    assert said(ruling) == ["placed_earth_bottom", "round_won"]
    assert table.view().active is None
    for phase in ("won", "scoring"):
        assert (table.view().phase, table.view().winner, table.tiers) == (phase, "A", ["6", "7", "9"])
        for seat in "ABC":
            table.refuses("2.4", "round_is_over", seat, "end_turn")
            table.refuses("2.4", "round_is_over", seat, "pass_action", side="heaven")
            table.refuses("2.4", "round_is_over", seat, "collect", side="heaven", end="top")
            table.refuses("2.4", "round_is_over", seat, "place", side="heaven", number=1, size=1)
            table.refuses("2.4", "round_is_over", seat, "agree_flush")
        if phase == "won":
            table.says("B", "score_round")
    table.refuses("2.4", "scored_already", "B", "score_round")


@pytest.mark.clause("SCHOOL-2.4", "SCHOOL-12.2")
def test_a_round_that_is_won_lies_there_until_the_table_goes_on() -> None:
    table = last_card()
    table.refuses("2.4", "not_won", "table", "score_round")
    table.refuses("12.2", "not_won", "B", "show_heaven", cards=[1])
    table.mansion("B", 0, (13,)).mansion("C", 0, (4, 4))
    table.place("A", "earth", "9")
    assert [(p.seat, p.ask) for p in shinobi_school.prompts(table.state, "public")] == [
        ("table", "shinobi_school.ask.score_round")
    ]
    table.refuses("12.2", "not_in_won", "B", "show_heaven", cards=[1])
    assert (table.points, table.seat("B").scored) == ((0, 0, 0), None)
    ruling = table.says("table", "score_round")
    assert said(ruling) == ["round_scored", "counted_out", "counted_out", "points", "points", "points", "ended"]
    assert table.points == (5, -1, -3)


@pytest.mark.clause("SCHOOL-2.4")
def test_the_second_action_can_end_the_round_too() -> None:
    table = last_card()
    table.mansion("A", 2, (9,))
    table.place("A", "earth", "9")
    assert table.view().phase == "turn"
    table.place("A", "heaven", "3 3")
    assert table.view().winner == "A"


@pytest.mark.clause("SCHOOL-2.5")
@pytest.mark.parametrize(("heaven", "earth"), [(1, (9,)), (0, (9, 10))])
def test_one_empty_side_alone_ends_nothing(heaven: int, earth: tuple[int, ...]) -> None:
    table = last_card().mansion("A", heaven, earth)
    table.place("A", "earth", "9")
    assert table.view().phase == "turn"


@pytest.mark.clause("SCHOOL-2.5")
def test_only_one_mansion_is_empty() -> None:
    table = last_card().mansion("B", 2, ())
    table.wins("A", "earth", "9")
    table.refuses("2.5", "only_one_winner", "B", "show_heaven", cards=[])
    table.refuses("2.5", "winner_holds_nothing", "A", "show_heaven", cards=[1])
    table.says("B", "show_heaven", cards=[1, 2])


@pytest.mark.clause("SCHOOL-12.2", "SCHOOL-12.3", "SCHOOL-12.4")
def test_groups_of_equal_cards_cost_more_and_sides_are_counted_apart() -> None:
    assert [triangle(n) for n in range(6)] == [0, 1, 3, 6, 10, 15]
    assert cost([]) == 0
    assert cost([7, 7, 9]) == 4
    assert cost([1, 1, 1, 1, 6, 6]) == 13
    assert lost([4, 4, 8], [4, 4, 11]) == -4


@pytest.mark.clause("SCHOOL-12.1", "SCHOOL-12.2", "SCHOOL-12.5")
def test_a_loser_shows_their_heaven_and_loses_the_larger_cost() -> None:
    table = last_card(earths={"B": (2, 2, 2, 5)})
    table.wins("A", "earth", "9")
    table.mansion("B", 3, (2, 2, 2, 5)).mansion("C", 2, ())
    assert table.prompts()["show_heaven"].params["count"] == 3
    ruling = table.says("B", "show_heaven", cards=[9, 7, 7])
    assert ruling.told
    assert table.seat("B").scored == -7
    table.refuses("12.2", "counted_already", "B", "show_heaven", cards=[9, 7, 7])
    ruling = table.says("table", "show_heaven", player="C", cards=[4, 4])
    assert said(ruling)[-1] == "ended"
    assert table.points == (5, -7, -3)
    sheet = table.view().rounds[0]
    assert (sheet.winner, sheet.verified) == ("A", True)
    assert [(r.heaven_cost, r.earth_cost, r.points) for r in sheet.rows] == [(0, 0, 5), (4, 7, -7), (3, 0, -3)]


@pytest.mark.clause("SCHOOL-12.2")
def test_each_shows_their_own_heaven_of_the_right_size() -> None:
    table = last_card()
    table.refuses("12.2", "not_won", "B", "show_heaven", cards=[1])
    table.mansion("B", 2).wins("A", "earth", "9")
    table.refuses("12.2", "own_heaven", "C", "show_heaven", player="B", cards=[4, 4])
    table.refuses("12.2", "name_player", "table", "show_heaven", cards=[4, 4])
    ruling = table.refuses("12.2", "shown_size", "B", "show_heaven", cards=[4])
    assert (ruling.params["count"], ruling.params["entered"]) == (2, 1)
    table.says("B", "show_heaven", player="B", cards=[4, 4])


@pytest.mark.clause("SCHOOL-12.5")
def test_an_empty_heaven_is_counted_without_a_declaration() -> None:
    table = last_card().mansion("B", 0, (13,)).mansion("C", 1, (4,))
    ruling = table.wins("A", "earth", "9")
    assert "counted_out" in said(ruling)
    assert table.seat("B").scored == -1
    table.says("C", "show_heaven", cards=[4])
    assert table.points == (5, -1, -1)


@pytest.mark.clause("SCHOOL-12.2", "SCHOOL-9.2")
def test_a_registered_heaven_is_shown_and_counted_by_itself() -> None:
    table = Table("ABC", rounds=1).dealt()
    hand = [4, 4, 4, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 11, 11]
    table.says("B", "register_hand", cards=hand)
    table.split(B=hand[3:])
    table.says("table", "first_field", cards=[6, 7])
    table.mansion("A", 0, (9,)).mansion("C", 1, ())
    ruling = table.place("A", "earth", "9")
    assert said(ruling) == ["placed_earth_bottom", "round_won"]
    assert not ruling.told
    assert table.seat("B").shown is None
    ruling = table.says("table", "score_round")
    assert ruling.told
    assert (table.seat("B").shown, table.seat("B").scored) == ((4, 4, 4), -15)
    table.says("C", "show_heaven", cards=[1])
    assert table.points == (5, -15, -1)


@pytest.mark.clause("SCHOOL-9.2", "SCHOOL-12.2")
def test_by_option_only_the_cost_of_a_registered_heaven_is_told() -> None:
    table = Table("ABC", rounds=1, final_heaven="cost_only").split(B=[1] * 5 + [2] * 5 + [3])
    table.says("B", "register_heaven", cards=[4, 4, 4, 9])
    table.says("table", "first_field", cards=[6, 7])
    table.mansion("A", 0, (9,)).mansion("C", 1, ())
    ruling = table.wins("A", "earth", "9")
    assert "heaven_shown" not in said(ruling)
    assert (table.seat("B").shown, table.seat("B").scored) == (None, -31)
    assert table.view("B").private[0].heaven == (4, 4, 4, 9)
    table.says("C", "show_heaven", cards=[1 + 7])
    row = table.view().rounds[0].rows[1]
    assert (row.heaven, row.heaven_cost, row.points) == (None, 7, -31)


@pytest.mark.clause("SCHOOL-13.1", "SCHOOL-1.5", "SCHOOL-2.6")
def test_the_winner_starts_the_next_round_with_a_new_deal_and_three_rounds_are_played() -> None:
    table = Table("ABC")
    play_round(table, {"B": [1], "C": [2, 2]})
    view = table.view()
    assert (view.phase, view.round, view.start, view.stock, view.field) == ("deal", 2, "A", 10, ())
    assert all(not s.ready and s.earth is None for s in view.seats)
    table.refuses("13.1", "start_is_settled", "table", "set_start_player", player="B")
    play_round(table, {"B": [1, 2, 3], "C": [2]})
    play_round(table, {"B": [1], "C": [2]})
    assert table.points == (15, -5, -5)
    assert table.view().phase == "ended"
    for kind in ("confirm_deal", "close_game"):
        table.refuses(*(("2.6", "match_over") if kind == "confirm_deal" else ("2.3", "other_depth")), "table", kind)


@pytest.mark.clause("SCHOOL-13.2")
def test_the_highest_total_wins_and_equals_share() -> None:
    table = Table("ABC", rounds=1)
    play_round(table, {"B": [1], "C": [2]})
    result = shinobi_school.result(table.state)
    assert result is not None
    assert (result.winners, result.reason) == (("A",), "shinobi_school.highest_total")
    assert [(p.seat, p.place, p.points) for p in result.ranking] == [("A", 1, 5), ("B", 2, -1), ("C", 2, -1)]
    table.state = shinobi_school.adjust(table.state, shinobi_school.ADJUSTMENT(points={"C": 5}))
    result = shinobi_school.result(table.state)
    assert result is not None
    assert (result.winners, result.reason) == (("A", "C"), "shinobi_school.shared_win")


@pytest.mark.clause("SCHOOL-13.2")
def test_by_option_more_round_wins_break_a_tie() -> None:
    table = Table("ABC", rounds=1, final_tie="rounds_won")
    play_round(table, {"B": [1], "C": [2]})
    table.state = shinobi_school.adjust(table.state, shinobi_school.ADJUSTMENT(points={"C": 5}))
    result = shinobi_school.result(table.state)
    assert result is not None
    assert (result.winners, result.reason) == (("A",), "shinobi_school.more_rounds_won")


@pytest.mark.clause("SCHOOL-13.2")
def test_by_option_the_table_breaks_a_tie() -> None:
    table = Table("ABC", rounds=2, final_tie="table")
    play_round(table, {"B": [1], "C": [2]})
    table.refuses("13.2", "no_tie", "table", "break_tie", player="A")
    table.state = shinobi_school.adjust(table.state, shinobi_school.ADJUSTMENT(points={"B": 11}))
    play_round(table, {"B": [1], "C": [2]})
    assert (table.points, table.view().phase) == ((10, 10, -2), "tie")
    assert shinobi_school.result(table.state) is None
    table.refuses("13.2", "not_tied", "table", "break_tie", player="C")
    table.refuses("13.2", "not_in_tie", "A", "end_turn")
    table.says("C", "break_tie", player="B")
    result = shinobi_school.result(table.state)
    assert result is not None
    assert (result.winners, result.reason) == (("B",), "shinobi_school.table_chose")


@pytest.mark.clause("SCHOOL-12.2", "SCHOOL-2.5")
@pytest.mark.parametrize("shown", [(3, 3), ()])
def test_a_heaven_too_large_for_the_cards_that_are_left_is_shown_as_it_is(shown: tuple[int, ...]) -> None:
    """A count that a house ruling has let stand may be more than there are: the round is scored all the same."""
    table = last_card().mansion("B", 70).mansion("C", 2)
    table.wins("A", "earth", "9")
    table.refuses("12.2", "shown_size", "C", "show_heaven", cards=[3])
    offer = table.prompts("B")["show_heaven"].offer("show_heaven")
    assert offer.any_of(Random(1))["cards"]
    table.says("B", "show_heaven", cards=list(shown))
    assert [(finding.kind, finding.player) for finding in table.view().findings] == [("count", "B")]
    table.says("C", "show_heaven", cards=[3, 4])
