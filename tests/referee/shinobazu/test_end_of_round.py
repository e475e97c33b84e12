"""SHINOBAZU-9.1 to 9.10: who starts next, carrying, the next set, the end."""

import pytest

from referee import shinobazu
from referee.shinobazu.state import with_player
from tests.referee.shinobazu.table import Table


def fought(cards: list[str], points: str = "", seats: str = "ABC", **options: str) -> Table:
    """A round in which all fight for themselves, up to its end."""
    table = Table(seats, points=points, **options)
    table.lead(cards[0])
    for seat, card in zip(seats[1:], cards[1:], strict=True):
        table.lay(seat, card, "fight")
    table.reveal()
    return table


def one_passes(**options: str) -> Table:
    """Round 1: A led red 1 and lost to C; B passed blue 5."""
    table = Table("ABC", **options)
    table.lead("red 1")
    table.lay("B", "blue 5", "pass")
    table.lay("C", "red 5", "fight")
    table.says("table", "turn_over")
    return table


@pytest.mark.clause("SHINOBAZU-9.1")
def test_whoever_gained_points_last_starts_next() -> None:
    table = one_passes()
    assert table.view().next_start is None
    table.says("A", "duel_challenge", target="B")
    table.says("B", "duel_answer", answer="refuse")
    assert table.view().next_start == "B"
    table.says("table", "end_round")
    assert table.view().start == "B"


@pytest.mark.clause("SHINOBAZU-9.1")
def test_a_deduction_does_not_count() -> None:
    table = one_passes()
    table.state = shinobazu.adjust(table.state, shinobazu.ADJUSTMENT(points={"A": 1, "B": 1, "C": 1}))
    table.says("A", "duel_challenge", target="B")
    table.says("B", "duel_answer", answer="accept")
    table.says("B", "reveal")
    assert table.points == (2, 0, 1)
    assert table.view().next_start == "A"


@pytest.mark.clause("SHINOBAZU-9.2")
@pytest.mark.parametrize(("option", "start"), [("include_start", "A"), ("exclude_start", "C")])
def test_of_several_the_nearest_to_the_left_starts(option: str, start: str) -> None:
    table = fought(["red 1", "red 5", "blue 1"], start_tie=option)
    assert table.points == (1, 0, 1)
    assert table.view().next_start == start


@pytest.mark.clause("SHINOBAZU-9.2")
def test_the_nearest_is_counted_from_the_present_start_player() -> None:
    table = Table("ABCD", start="C")
    table.lead("red 5")
    for seat, card in zip("DAB", ["red 4", "red 1", "blue 1"], strict=True):
        table.lay(seat, card, "fight")
    ruling = table.says("table", "turn_over")
    assert table.view().next_start == "A"
    assert ruling.notices[-1].clause == "SHINOBAZU-9.2"


@pytest.mark.clause("SHINOBAZU-9.2")
def test_a_tied_duel_counts_both() -> None:
    table = Table("ABC", start="C")
    table.lead("red 5")
    table.lay("A", "blue 1", "pass")
    table.lay("B", "red 1", "fight")
    table.says("table", "turn_over")
    table.says("B", "duel_challenge", target="A")
    table.says("A", "duel_answer", answer="accept")
    table.says("A", "reveal")
    assert table.view().next_start == "A"


def third_round(last: str, **options: str) -> Table:
    """Up to the end of round 3, in which B passed for the third time and nobody challenged; the loser leads it."""
    table = one_passes(**options)
    table.go_on()
    table.lead("black 1")
    table.lay("B", "black 5", "pass")
    table.lay("C", "black 4", "fight")
    table.says("table", "turn_over")
    table.go_on()
    table.lead("red -3")
    table.says("B", "lay", to="C", card="blue 1")
    table.says("C", "declare", choice="fight")
    table.says("C", "lay", to="B", card=last)
    table.says("B", "declare", choice="pass")
    table.says("table", "turn_over")
    table.says(table.state.challenger or "", "duel_decline")
    return table


@pytest.mark.clause("SHINOBAZU-9.3", "SHINOBAZU-9.5", "SHINOBAZU-9.6")
def test_a_new_set_begins_with_the_cards_kept_in_their_owners_hand() -> None:
    table = third_round("blue 2")
    table.refuses("9.5", "table", "end_round")
    assert table.says("B", "reveal").clause == "SHINOBAZU-9.5"
    loser = table.view().next_start
    ruling = table.says("table", "end_round")
    assert ruling.told
    assert ruling.clause == "SHINOBAZU-9.6"
    view = table.view()
    assert (view.set, view.round, view.start) == (2, 1, loser)
    assert [s.hand_size for s in view.seats] == [3, 3, 3]
    assert view.seats[1].returned == ("blue 5", "black 5", "blue 2")
    assert all(s.front == () for s in view.seats)
    assert view.discards == ()
    assert view.unused == 6


@pytest.mark.clause("SHINOBAZU-9.5")
def test_returned_cards_are_in_their_owners_hand_and_no_other() -> None:
    table = third_round("blue 2")
    table.says("B", "reveal")
    table.says("table", "end_round")
    table.refuses("9.5", "B", "enter_hand", cards=["blue 5", "black 5", "red 1"])
    table.refuses("1.2", "C", "enter_hand", cards=["blue 2", "black 1", "red 1"])
    asked = [p for p in shinobazu.prompts(table.state, "B") if p.seat == "B" and p.offer("enter_hand")]
    (offer,) = asked[0].offers
    assert offer.fits({"type": "enter_hand", "cards": ["blue 5", "black 5", "blue 2"]})
    assert not offer.fits({"type": "enter_hand", "cards": ["blue 5", "black 5", "red 1"]})
    table.says("B", "enter_hand", cards=["blue 5", "black 5", "blue 2"])
    table.says("C", "enter_hand", cards=["blue 4", "black 1", "red 1"])


@pytest.mark.clause("SHINOBAZU-9.6", "SHINOBAZU-2.1")
def test_whoever_gave_an_entry_up_enters_a_hand_in_the_next_set() -> None:
    table = third_round("blue 2")
    table.state = with_player(table.state, "C", withdrawn=True)
    table.says("B", "reveal")
    table.says("table", "end_round")
    table.says("C", "enter_hand", cards=["blue 4", "black 1", "red 1"])


@pytest.mark.clause("SHINOBAZU-9.6", "SHINOBAZU-3.1")
def test_an_entry_that_was_doubted_in_one_set_is_held_to_its_cards_in_the_next() -> None:
    table = third_round("blue 2")
    table.state = with_player(table.state, "C", doubted=True)
    table.says("B", "reveal")
    table.says("table", "end_round")
    table.says("C", "enter_hand", cards=["blue 4", "black 1", "red 1"])
    table.says(table.state.start, "lead", to=table.state.start, colour="red")
    while table.state.active != "C":
        table.says(table.state.active or "", "lay", to=table.state.active, declare="fight")
    assert table.refuses("3.1", "C", "lay", to="C", card="red 5", declare="fight").private


@pytest.mark.clause("SHINOBAZU-9.5")
def test_once_an_unseen_card_is_laid_nobody_knows_which_returned_card_it_was() -> None:
    table = third_round("blue 2")
    table.says("B", "reveal")
    table.says("table", "end_round")
    start = table.state.start
    table.says(start, "lead", to=start, colour="black")
    for _ in range(2):
        table.says(table.state.active or "", "lay", to=table.state.active, declare="fight")
    assert table.view().seats[1].returned == ()
    table.says("B", "reveal", card="black 5")
    assert table.view().seats[1].returned == ("blue 5", "blue 2")


@pytest.mark.clause("SHINOBAZU-9.4")
def test_passed_cards_are_shown_before_the_next_round_and_stay() -> None:
    table = one_passes()
    table.says("A", "duel_decline")
    assert table.view().reveals == ("B",)
    assert table.refuses("9.4", "table", "end_round").params == {"seats": ["B"]}
    assert table.says("B", "reveal").clause == "SHINOBAZU-9.4"
    ruling = table.says("C", "end_round")
    assert not ruling.told
    assert table.front("B") == ["blue 5"]
    assert table.view().round == 2
    assert table.view().seats[1].front[0].carried


@pytest.mark.clause("SHINOBAZU-9.7", "SHINOBAZU-9.8", "SHINOBAZU-9.10")
def test_at_five_points_the_match_ends_and_the_fewest_points_win() -> None:
    table = fought(["red 5", "red 1", "red 4"], "143")
    assert table.points == (0, 5, 3)
    assert table.view().ends
    assert shinobazu.result(table.state) is None
    ruling = table.says("table", "end_round")
    assert ruling.clause == "SHINOBAZU-9.7"
    assert ruling.told
    outcome = shinobazu.result(table.state)
    assert outcome is not None
    assert outcome.winners == ("A",)
    assert [(p.seat, p.place, p.points) for p in outcome.ranking] == [("A", 1, 0), ("C", 2, 3), ("B", 3, 5)]
    assert table.view().result == outcome
    assert (table.view().phase, table.view().round) == ("ended", 1)


@pytest.mark.clause("SHINOBAZU-9.7")
def test_five_points_for_a_moment_do_not_end_the_match() -> None:
    table = Table("ABC", points="420")
    table.lead("red 1")
    table.lay("B", "red 5", "fight")
    table.lay("C", "red -3", "pass")
    table.reveal()
    assert table.points == (5, 1, 0)
    assert table.view().phase == "duel"
    table.says("A", "duel_challenge", target="C")
    table.says("C", "duel_answer", answer="accept")
    table.says("C", "reveal")
    assert table.points == (4, 1, 1)
    assert not table.view().ends
    assert table.says("table", "end_round").clause == "SHINOBAZU-9.9"


@pytest.mark.clause("SHINOBAZU-9.8")
def test_equals_share_the_win_and_their_place() -> None:
    table = fought(["red 5", "red 1", "red 2"], "141")
    table.state = shinobazu.adjust(table.state, shinobazu.ADJUSTMENT(points={"C": 0}))
    table.says("table", "end_round")
    outcome = shinobazu.result(table.state)
    assert outcome is not None
    assert outcome.winners == ("A", "C")
    assert [(p.seat, p.place) for p in outcome.ranking] == [("A", 1), ("C", 1), ("B", 3)]


@pytest.mark.clause("SHINOBAZU-9.9")
def test_below_five_points_the_next_round_follows() -> None:
    table = fought(["red 5", "red 1", "red 4"], "033")
    assert not table.view().ends
    assert table.says("table", "end_round").clause == "SHINOBAZU-9.9"
    assert (table.view().phase, table.view().round) == ("turns", 2)


@pytest.mark.clause("SHINOBAZU-9.10")
def test_after_the_end_nothing_is_declared_but_hands() -> None:
    table = fought(["red 5", "red 1", "red 4"], "043")
    table.says("table", "end_round")
    table.refuses("9.10", "table", "end_round")
    table.refuses("9.10", "B", "lead", to="B", colour="red")
    table.refuses("9.10", "A", "enter_hand", cards=[])
    table.refuses("9.10", "A", "show_hand", cards=["blue 1"])
    table.refuses("1.2", "A", "show_hand", cards=["red 1", "blue 1"])
    table.refuses("1.2", "A", "show_hand", cards=["blue 1", "blue 1"])
    assert [p.seat for p in shinobazu.prompts(table.state, "public")] == ["A", "B", "C"]
    ruling = table.says("A", "show_hand", cards=["blue 5", "blue 1"])
    assert ruling.told
    assert table.view().seats[0].shown_hand == ("blue 5", "blue 1")
    table.refuses("9.10", "A", "show_hand", cards=["blue 5", "blue 1"])
    assert [p.seat for p in shinobazu.prompts(table.state, "public")] == ["B", "C"]


@pytest.mark.clause("SHINOBAZU-9.10")
def test_points_may_be_corrected_after_the_end() -> None:
    table = fought(["red 5", "red 1", "red 4"], "043")
    table.says("table", "end_round")
    table.state = shinobazu.adjust(table.state, shinobazu.ADJUSTMENT(points={"A": 4}))
    outcome = shinobazu.result(table.state)
    assert outcome is not None
    assert outcome.winners == ("C",)
