"""SHINOBAZU-1.1 to 2.4: components, points, preparation, phases."""

import pytest

from referee import shinobazu
from referee.core.values import Refused, Seat
from referee.shinobazu.cards import CARDS, INVERTING, colour_of, value_of
from tests.referee.shinobazu.table import Table


def sits(count: int) -> list[Seat]:
    return [Seat(seat=f"p{n}") for n in range(count)]


@pytest.mark.clause("SHINOBAZU-1.1")
@pytest.mark.parametrize("count", [3, 4, 5])
def test_three_to_five_people_play(count: int) -> None:
    assert len(shinobazu.begin(shinobazu.OPTIONS(), sits(count)).players) == count


@pytest.mark.clause("SHINOBAZU-1.1")
@pytest.mark.parametrize("count", [0, 1, 2, 6])
def test_other_numbers_of_players_are_refused(count: int) -> None:
    with pytest.raises(Refused) as refused:
        shinobazu.begin(shinobazu.OPTIONS(), sits(count))
    assert refused.value.clause == "SHINOBAZU-1.1"
    assert refused.value.params == {"count": count}


@pytest.mark.clause("SHINOBAZU-1.2")
def test_there_are_fifteen_different_cards_and_no_three() -> None:
    assert len(set(CARDS)) == 15
    assert {colour_of(c) for c in CARDS} == {"black", "red", "blue"}
    assert {value_of(c) for c in CARDS} == {-3, 1, 2, 4, 5}
    assert sum(value_of(c) in INVERTING for c in CARDS) == 6


@pytest.mark.clause("SHINOBAZU-1.2")
@pytest.mark.parametrize("card", ["red 3", "green 1", "red", "red 05", "red  5", "5 red", "red −3", ""])
def test_an_unknown_card_cannot_be_named(card: str) -> None:
    table = Table()
    refusal = table.refuses("1.2", "A", "lead", to="A", colour="red", card=card)
    assert (refusal.reason, refusal.private, refusal.firm) == ("shinobazu.no_such_card", True, True)
    assert table.refuses("1.2", "A", "enter_hand", cards=["red 5", card, "red 1"]).private
    table.says("A", "lead", to="A", colour="red", card="red 5")
    table.refuses("1.2", "B", "lay", to="B", card=card)
    table.lay("B", "red 1", "fight")
    table.lay("C", "red 2", "fight")
    table.lay("D", "red 4", "fight")
    assert not table.refuses("1.2", "A", "reveal", card=card).private


@pytest.mark.clause("SHINOBAZU-1.2")
def test_a_hand_names_no_card_twice() -> None:
    table = Table()
    ruling = table.refuses("1.2", "A", "enter_hand", cards=["red 5", "blue 1", "red 5"])
    assert ruling.private
    table.says("A", "enter_hand", cards=["red 5", "blue 1", "red 4"])


@pytest.mark.clause("SHINOBAZU-1.2")
def test_a_hand_names_no_card_that_all_have_seen() -> None:
    table = Table("ABC")
    table.lead("red 5")
    table.lay("B", "red 1", "fight")
    table.lay("C", "blue 1", "fight")
    table.reveal()
    table.go_on()
    assert table.refuses("1.2", "C", "enter_hand", cards=["red 5", "blue 4"]).private
    table.says("C", "enter_hand", cards=["black 5", "blue 4"])


@pytest.mark.clause("SHINOBAZU-1.2")
def test_two_secret_hands_are_held_against_each_other_for_the_game_master_alone() -> None:
    table = Table()
    table.says("A", "enter_hand", cards=["red 5", "blue 1", "red 4"])
    ruling = table.says("B", "enter_hand", cards=["red 5", "blue 2", "red 1"])
    clash = [n for n in ruling.notices if n.message == "shinobazu.entries_clash"]
    assert [n.params for n in clash] == [{"card": "red 5", "seats": ["B", "A"]}]
    assert not any(clash[0].reaches(viewer) for viewer in ("public", "A", "B", "C"))
    assert clash[0].reaches("gm")


@pytest.mark.clause("SHINOBAZU-1.2")
def test_a_card_that_lies_open_is_not_turned_over_again() -> None:
    table = Table("ABC")
    table.lead("red 5")
    table.says("B", "lay", to="B", declare="fight")
    table.says("C", "lay", to="C", declare="fight")
    table.says("A", "reveal")
    table.refuses("1.2", "B", "reveal", card="red 5")
    table.says("B", "reveal", card="red 4")


@pytest.mark.clause("SHINOBAZU-1.3")
def test_everybody_begins_at_no_points_with_one_score_each() -> None:
    view = Table().view()
    assert [s.points for s in view.seats] == [0, 0, 0, 0]


@pytest.mark.clause("SHINOBAZU-1.4")
def test_points_never_fall_below_zero() -> None:
    table = Table("ABC", points="010")
    table.lead("red 5")
    table.lay("B", "red 1", "fight")
    table.lay("C", "red -3", "fight")
    table.reveal()
    assert table.points == (0, 1, 1)
    assert table.why()["floor"] == "1.4"


@pytest.mark.clause("SHINOBAZU-1.4")
def test_negative_points_cannot_be_set_by_hand() -> None:
    with pytest.raises(Refused) as refused:
        shinobazu.adjust(Table().state, shinobazu.ADJUSTMENT(points={"A": -1}))
    assert (refused.value.clause, refused.value.firm) == ("SHINOBAZU-1.4", True)


@pytest.mark.clause("SHINOBAZU-1.5")
def test_points_above_five_stand() -> None:
    table = Table("ABC", points="040")
    table.lead("red 5")
    table.lay("B", "red 1", "pass")
    table.lay("C", "red 2", "fight")
    table.reveal()
    table.says("C", "duel_decline")
    table.says("B", "reveal")
    table.says("table", "end_round")
    table.lead("red 4")
    table.lay("A", "black 1", "fight")
    table.lay("B", "black 5", "pass")
    table.reveal()
    table.says("A", "duel_challenge", target="B")
    table.says("B", "duel_answer", answer="refuse")
    assert table.points == (1, 6, 0)


@pytest.mark.clause("SHINOBAZU-2.1")
def test_everybody_holds_three_cards_that_nobody_else_sees() -> None:
    table = Table()
    table.says("A", "enter_hand", cards=["red 5", "blue 1", "red 4"])
    assert [s.hand_size for s in table.view().seats] == [3, 3, 3, 3]
    assert [s.hand_entered for s in table.view().seats] == [True, False, False, False]
    assert table.view("A").private[0].hand == ("red 5", "blue 1", "red 4")
    assert table.view("public").private == ()
    assert [p.seat for p in table.view("B").private] == ["B"]


@pytest.mark.clause("SHINOBAZU-2.1")
@pytest.mark.parametrize("cards", [[], ["red 5"], ["red 5", "red 4", "red 2", "red 1"]])
def test_a_hand_of_another_size_is_refused(cards: list[str]) -> None:
    ruling = Table().refuses("2.1", "A", "enter_hand", cards=cards)
    assert ruling.private
    assert ruling.params == {"count": 3, "entered": len(cards)}


@pytest.mark.clause("SHINOBAZU-2.1")
def test_a_hand_is_entered_once() -> None:
    table = Table()
    table.says("A", "enter_hand", cards=["red 5", "blue 1", "red 4"])
    table.refuses("2.1", "A", "enter_hand", cards=["red 5", "blue 1", "red 2"])
    table.says("A", "withdraw_hand")
    table.refuses("2.1", "A", "withdraw_hand")
    table.refuses("2.1", "A", "enter_hand", cards=["red 5", "blue 1", "red 2"])


@pytest.mark.clause("SHINOBAZU-2.1")
def test_hands_are_not_shown_before_the_end() -> None:
    table = Table()
    table.refuses("2.1", "A", "show_hand", cards=["red 5", "blue 1", "red 4"])


@pytest.mark.clause("SHINOBAZU-2.2")
@pytest.mark.parametrize(("seats", "unused"), [("ABC", 6), ("ABCD", 3), ("ABCDE", 0)])
def test_the_rest_lies_aside(seats: str, unused: int) -> None:
    assert Table(seats).view().unused == unused


@pytest.mark.clause("SHINOBAZU-2.3")
def test_the_table_says_who_starts() -> None:
    table = Table(start="C")
    assert table.view().start == "C"
    table.says("table", "configure", start="B")
    assert (table.view().start, table.view().active) == ("B", "B")
    table.says("D", "configure", start="A")
    assert table.view().start == "A"


@pytest.mark.clause("SHINOBAZU-2.3")
def test_a_stranger_does_not_start_and_nobody_starts_afterwards() -> None:
    with pytest.raises(Refused) as refused:
        Table(start="Z")
    assert refused.value.clause == "SHINOBAZU-2.3"
    table = Table()
    table.refuses("2.3", "table", "configure", start="Z")
    table.lead("red 5")
    table.refuses("2.3", "table", "configure", start="B")


@pytest.mark.clause("SHINOBAZU-2.4")
def test_a_round_goes_from_turns_to_battle_to_duel_to_its_end() -> None:
    table = Table("ABC")
    phases = [table.view().phase]
    table.lead("red 5")
    table.lay("B", "red 1", "fight")
    table.lay("C", "red 2", "pass")
    phases.append(table.view().phase)
    table.reveal()
    phases.append(table.view().phase)
    table.says("B", "duel_decline")
    phases.append(table.view().phase)
    table.says("C", "reveal")
    table.says("table", "end_round")
    phases.append(table.view().phase)
    assert phases == ["turns", "battle", "duel", "round_end", "turns"]
    assert (table.view().set, table.view().round) == (1, 2)


@pytest.mark.clause("SHINOBAZU-2.4")
def test_moves_of_another_phase_are_refused() -> None:
    table = Table("ABC")
    table.refuses("2.4", "A", "duel_answer", answer="accept")
    table.refuses("2.4", "A", "duel_challenge", target="B")
    table.refuses("2.4", "A", "choose_duel_lead", colour="red")
    table.refuses("2.4", "table", "end_round")
    table.lead("red 5")
    table.lay("B", "red 1", "fight")
    table.lay("C", "red 2", "pass")
    for kind, fields in [
        ("lead", {"to": "A", "colour": "red"}),
        ("lay", {"to": "A"}),
        ("declare", {"choice": "pass"}),
        ("enter_hand", {"cards": ["red 4", "blue 1"]}),
        ("duel_decline", {}),
    ]:
        table.refuses("2.4", "A", kind, **fields)


@pytest.mark.clause("SHINOBAZU-2.4")
def test_results_belong_to_the_other_depth() -> None:
    Table().refuses("2.4", "table", "battle_result", losers=["A"])
    Table(depth="scores").refuses("2.4", "A", "lead", to="A", colour="red")
    Table(depth="scores").refuses("2.4", "A", "enter_hand", cards=[])
