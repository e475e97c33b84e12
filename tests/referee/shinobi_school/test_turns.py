"""The turn and the flush (SCHOOL-2.1, 2.3, 7, 8)."""

from __future__ import annotations

import pytest

from tests.referee.shinobi_school.table import Table, said


def table(*tiers: str, seats: str = "ABCD", **options: str) -> Table:
    return Table(seats, **options).playing(*tiers, A=(3, 3, 5, 8, 8, 8), B=(2, 2, 10), C=(1, 12))


@pytest.mark.clause("SCHOOL-2.1", "SCHOOL-2.3", "SCHOOL-7.1")
def test_turns_go_clockwise_on_one_field() -> None:
    one = table("6", "7")
    order = []
    for _ in range(9):
        order.append(one.view().active)
        one.passes(one.view().active)
    assert "".join(order) == "ABCDABCDA"
    one.refuses("7.1", "not_your_turn", "A", "end_turn")
    one.cannot_place("7.1", "not_your_turn", "C", "earth", "12")
    one.refuses("7.1", "not_your_turn", "C", "collect", side="earth", end="top")
    one.refuses("7.1", "not_your_turn", "C", "pass_action", side="earth")
    one.place("B", "earth", "10")
    one.says("B", "collect", side="heaven", end="top")
    assert one.tiers == ["7", "10"]


@pytest.mark.clause("SCHOOL-7.2", "SCHOOL-7.3")
@pytest.mark.parametrize("first", ["place", "collect", "pass_action"])
@pytest.mark.parametrize(("side", "clause"), [("heaven", "7.2"), ("earth", "7.3")])
def test_each_side_acts_once_a_turn(first: str, side: str, clause: str) -> None:
    one = table("6", "7")
    match first:
        case "place":
            one.place("A", side, "8")
        case "collect":
            one.says("A", "collect", side=side, end="top")
        case _:
            one.says("A", "pass_action", side=side)
    one.refuses(clause, f"{side}_has_acted", "A", "place", side=side, number=8, size=1)
    one.refuses(clause, f"{side}_has_acted", "A", "collect", side=side, end="top")
    one.refuses(clause, f"{side}_has_acted", "A", "pass_action", side=side)
    other = "earth" if side == "heaven" else "heaven"
    assert one.view().open == (other,)
    one.refuses("7.1", "not_your_turn", "B", "end_turn")
    one.says("A", "pass_action", side=other)
    assert one.view().active == "B"


@pytest.mark.clause("SCHOOL-7.2", "SCHOOL-7.3")
def test_a_side_collects_into_itself() -> None:
    one = table("6", "7")
    one.says("A", "collect", side="heaven", end="top")
    assert (one.seat("A").heaven, one.seat("A").earth) == (8, (3, 3, 5, 8, 8, 8))
    one = table("6", "7")
    one.says("A", "collect", side="earth", end="bottom")
    assert (one.seat("A").heaven, one.seat("A").earth) == (7, (3, 3, 5, 7, 8, 8, 8))


@pytest.mark.clause("SCHOOL-7.3", "SCHOOL-7.5")
def test_ending_the_turn_passes_what_is_open() -> None:
    one = table("6", "7")
    one.place("A", "earth", "8")
    assert said(one.says("A", "end_turn"))[0] == "turn_ended"
    assert [(a.kind, a.side) for a in one.view().turns[-1].actions] == [("place", "earth"), ("pass", "heaven")]
    assert said(one.says("B", "end_turn"))[0] == "passed"
    one.refuses("7.1", "not_your_turn", "A", "pass_action", side="heaven")


@pytest.mark.clause("SCHOOL-7.4")
@pytest.mark.parametrize(("first", "second"), [("earth", "heaven"), ("heaven", "earth")])
def test_the_second_action_meets_the_field_of_the_first(first: str, second: str) -> None:
    one = table("7 7").mansion("A", 7, (3, 3, 5, 5))
    one.place("A", first, "5 5")
    one.cannot_place("4.2", "too_few_top", "A", second, "3")
    one.place("A", second, "3 3")
    assert one.tiers == ["3 3", "5 5", "7 7"]


@pytest.mark.clause("SCHOOL-7.5", "SCHOOL-7.6")
def test_passing_is_always_allowed_and_nobody_is_out() -> None:
    one = table("6", "7")
    one.says("A", "pass_action", side="earth")
    one.says("A", "pass_action", side="heaven")
    one.passes("B", "C", "D")
    one.place("A", "earth", "8")
    one.place("A", "heaven", "4")


@pytest.mark.clause("SCHOOL-7.7")
def test_an_empty_side_may_collect_unless_the_option_forbids_it() -> None:
    for option, side in (("allow", "earth"), ("allow", "heaven")):
        one = table("6", "7", collect_into_empty=option).mansion("A", *((0, (3,)) if side == "heaven" else (4, ())))
        one.says("A", "collect", side=side, end="top")
    one = table("6", "7", collect_into_empty="forbid").mansion("A", 4, ())
    one.refuses("7.7", "empty_earth", "A", "collect", side="earth", end="top")
    one.says("A", "collect", side="heaven", end="top")
    one.mansion("B", 0, (4,)).passes("A")
    one.field("6", "7").refuses("7.7", "empty_heaven", "B", "collect", side="heaven", end="top")


@pytest.mark.clause("SCHOOL-7.7")
def test_what_the_first_action_placed_the_second_may_collect_unless_the_option_forbids_it() -> None:
    one = table("6", "7")
    one.place("A", "earth", "8")
    one.says("A", "collect", side="heaven", end="bottom")
    assert (one.tiers, one.view().last_placer) == (["6", "7"], "A")
    one = table("6", "7", collect_own="forbid")
    one.place("A", "earth", "8")
    one.refuses("7.7", "own_set", "A", "collect", side="heaven", end="bottom")
    one.says("A", "collect", side="heaven", end="top")


@pytest.mark.clause("SCHOOL-8.1", "SCHOOL-8.2", "SCHOOL-8.3")
def test_the_field_is_swept_when_the_turn_comes_back_to_the_last_placer() -> None:
    one = table("6", "7", "9")
    one.place("A", "earth", "5")
    one.passes("A", "B")
    one.says("C", "collect", side="earth", end="top")
    one.passes("C")
    assert one.tiers == ["6", "7", "9"]
    ruling = one.says("D", "end_turn")
    assert said(ruling) == ["passed", "flushed", "turn_begins"]
    view = one.view()
    assert (one.tiers, view.swept, view.active, view.open) == ([], 3, "A", ("heaven", "earth"))
    one.place("A", "earth", "8 8 8")
    one.place("A", "heaven", "4 4 4")


@pytest.mark.clause("SCHOOL-8.1", "SCHOOL-8.2")
def test_a_placement_by_another_moves_the_flush_to_them() -> None:
    one = table("6", "7")
    one.place("A", "earth", "5")
    one.passes("A", "B", "C")
    one.place("D", "heaven", "9")
    one.passes("D")
    assert one.tiers == ["5", "6", "7", "9"]
    one.passes("A", "B")
    ruling = one.says("C", "end_turn")
    assert "flushed" in said(ruling)
    assert one.view().active == "D"


@pytest.mark.clause("SCHOOL-8.2")
def test_nobody_declares_a_flush_at_another_moment() -> None:
    one = table("6", "7")
    one.place("A", "earth", "5")
    one.refuses("8.6", "no_flush_now", "table", "agree_flush")
    one.passes("A", "B", "C")
    one.refuses("8.6", "no_flush_now", "A", "agree_flush")
    assert one.tiers == ["5", "6", "7"]


@pytest.mark.clause("SCHOOL-8.1")
def test_collecting_ones_own_set_does_not_prevent_the_flush() -> None:
    one = table("6", "7")
    one.place("A", "earth", "5")
    one.says("A", "collect", side="heaven", end="top")
    one.passes("B", "C", "D")
    assert (one.tiers, one.view().swept) == ([], 2)


@pytest.mark.clause("SCHOOL-8.4", "SCHOOL-4.5")
def test_after_a_sweep_the_field_is_empty_for_whoever_begins() -> None:
    one = table("6", "7 7")
    one.place("A", "earth", "5")
    one.passes("A", "B", "C", "D")
    assert (one.tiers, one.view().sealed) == ([], None)
    one.refuses("4.8", "nothing_there", "A", "collect", side="earth", end="top")
    one.passes("A")
    one.place("B", "earth", "2 2")
    one.cannot_place("4.3", "too_few_bottom", "B", "heaven", "4")
    one.place("B", "heaven", "1 1")
    one.passes("C", "D")
    assert one.tiers == ["1 1", "2 2"]
    assert one.view().last_placer == "B"


@pytest.mark.clause("SCHOOL-8.4")
def test_an_empty_field_that_nobody_begins_is_told_and_not_swept_again() -> None:
    one = table("6", "7")
    one.place("A", "earth", "5")
    one.passes("A", "B", "C", "D")
    one.passes("A", "B", "C")
    ruling = one.says("D", "end_turn")
    assert said(ruling) == ["passed", "nobody_begins", "turn_begins"]
    assert one.view().swept == 3


@pytest.mark.clause("SCHOOL-8.5")
def test_swept_cards_are_out_of_the_round() -> None:
    one = table("6 6 6", "7 7 7 7 7")
    one.place("A", "heaven", "4 4 4")
    one.passes("A", "B", "C", "D")
    one.place("A", "earth", "5")
    ruling = one.cannot_place("1.1", "sixth_card", "A", "heaven", "7")
    assert ruling.params["swept"] == 5
    one.cannot_place("1.1", "sixth_card", "A", "heaven", "6 6 6")
    one.place("A", "heaven", "6 6")


@pytest.mark.clause("SCHOOL-8.6")
def test_the_first_field_is_not_swept_by_rule() -> None:
    one = table("6", "7")
    one.passes("A", "B", "C")
    ruling = one.says("D", "end_turn")
    assert said(ruling) == ["passed", "nobody_placed", "turn_begins"]
    assert one.tiers == ["6", "7"]


@pytest.mark.clause("SCHOOL-8.6")
def test_the_table_may_agree_to_sweep_a_first_field_on_which_nobody_places() -> None:
    one = table("6", "7")
    one.passes("A", "B", "C")
    one.refuses("8.6", "no_flush_now", "D", "agree_flush")
    one.says("D", "collect", side="earth", end="top")
    one.passes("D", "A")
    assert one.view().may_agree
    for seat in "ABC":
        one.says(seat, "agree_flush")
    one.refuses("8.6", "agreed_already", "A", "agree_flush")
    assert one.tiers == ["7"]
    assert [s.agrees for s in one.view().seats] == [True, True, True, False]
    ruling = one.says("D", "agree_flush")
    assert said(ruling) == ["agrees", "swept_by_consent"]
    view = one.view()
    assert (one.tiers, view.active, view.swept) == ([], "B", 1)
    assert not any(s.agrees for s in view.seats)
    one.place("B", "earth", "2 2")


@pytest.mark.clause("SCHOOL-8.6")
def test_an_agreement_falls_when_play_goes_on_and_the_table_agrees_at_once() -> None:
    one = table("6", "7")
    one.passes("A", "B", "C", "D")
    one.says("A", "agree_flush")
    one.says("A", "pass_action", side="earth")
    one.refuses("8.6", "no_flush_now", "B", "agree_flush")
    one.says("A", "pass_action", side="heaven")
    assert not any(s.agrees for s in one.view().seats)
    assert said(one.says("table", "agree_flush")) == ["swept_by_consent"]


@pytest.mark.clause("SCHOOL-8.6")
def test_by_option_the_start_player_begins_anew_after_a_lap_without_placement() -> None:
    one = table("6", "7 7", opening_flush="start_leads")
    one.passes("A", "B", "C")
    ruling = one.says("D", "end_turn")
    assert "opening_swept" in said(ruling)
    assert (one.tiers, one.view().active, one.view().sealed) == ([], "A", None)
    one = table("6", "7", opening_flush="start_leads")
    one.place("A", "earth", "5")
    one.passes("A")
    one.place("B", "earth", "10")
    one.passes("B", "C", "D")
    assert one.tiers == ["5", "6", "7", "10"]
