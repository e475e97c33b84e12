"""What a table may overrule, and what not; whole acts go through the journal."""

import pytest

from referee import shinobazu
from referee.core import journal
from referee.core.values import Refused, Seat
from tests.referee.shinobazu.table import Table

SEATS = [Seat(seat=s) for s in "ABC"]


@pytest.mark.clause("SHINOBAZU-4.4")
def test_a_card_that_does_not_follow_may_stand() -> None:
    table = Table()
    table.lead("red 5")
    table.says("B", "enter_hand", cards=["red 1", "blue 1", "blue 4"])
    table.says("B", "lay", ("4.4",), to="B", card="blue 1")
    assert table.view("B").private[0].hand == ("red 1", "blue 4")


@pytest.mark.clause("SHINOBAZU-4.1")
def test_a_false_announcement_may_stand() -> None:
    table = Table()
    table.says("A", "lead", ("4.1",), to="A", colour="blue", card="red 5")
    assert table.view().lead == "blue"


@pytest.mark.clause("SHINOBAZU-4.8", "SHINOBAZU-4.6")
def test_the_start_players_pass_may_stand() -> None:
    table = Table("ABC")
    table.lead("red 5")
    assert table.judge("A", "declare", ("4.8",), choice="pass").clause == "SHINOBAZU-4.6"
    table.says("A", "declare", ("4.8", "4.6"), choice="pass")
    assert table.view().seats[0].declared == "pass"
    table.lay("B", "red 1", "fight")
    table.lay("C", "red 2", "fight")
    assert table.view().reveals == ("B", "C")


@pytest.mark.clause("SHINOBAZU-4.6")
def test_a_changed_declaration_may_stand() -> None:
    table = Table("ABC")
    table.lead("red 5")
    table.says("B", "lay", to="B", declare="pass")
    table.says("B", "declare", ("4.6",), choice="fight")
    assert table.view().seats[1].declared == "fight"
    assert table.view().active == "C"


@pytest.mark.clause("SHINOBAZU-3.2")
def test_a_card_out_of_turn_may_stand() -> None:
    table = Table("ABCD")
    table.lead("red 5")
    table.says("C", "lay", ("3.2",), to="C", declare="pass")
    assert table.view().active == "D"
    table.lay("D", "red 1", "fight")
    assert table.view().active == "B"


@pytest.mark.clause("SHINOBAZU-3.1")
def test_an_unnamed_card_may_stand_and_the_entry_is_given_up() -> None:
    table = Table()
    table.lead("red 5")
    table.says("B", "enter_hand", cards=["red 1", "blue 1", "blue 4"])
    table.says("B", "lay", ("3.1",), to="B")
    seat = table.view().seats[1]
    assert (seat.hand_entered, seat.withdrawn, seat.hand_size) == (False, True, 2)


@pytest.mark.clause("SHINOBAZU-3.1")
def test_a_card_outside_the_entered_hand_may_stand_and_nobody_else_can_tell() -> None:
    views = []
    for card, waived in [("red 1", ()), ("red 2", ("3.1", "4.4"))]:
        table = Table("ABC")
        table.lead("red 5")
        table.says("B", "enter_hand", cards=["red 1", "blue 1", "blue 4"])
        table.says("B", "lay", waived, to="B", card=card, declare="pass")
        views.append([table.view(v).model_dump_json() for v in ("public", "A", "C")])
    assert views[0] == views[1]
    table.lay("C", "red 4", "fight")
    table.reveal()
    table.go_on()
    assert table.state.start == "C"
    table.lead("red -3")
    table.lay("A", "black 5", "fight")
    assert not table.refuses("3.1", "B", "lay", to="B").private
    table.says("B", "lay", to="B", card="black 4")


@pytest.mark.clause("SHINOBAZU-5.1")
def test_a_card_that_was_shown_too_early_may_stand() -> None:
    table = Table("ABC")
    table.lead("red 5")
    table.says("A", "reveal", ("5.1",))
    assert table.front("A") == ["red 5"]
    table.lay("B", "red 1", "pass")
    table.says("B", "reveal", ("5.1",))
    table.lay("C", "red 2", "fight")
    assert table.view().reveals == ("C",)
    table.says("C", "reveal")
    assert table.view().phase == "duel"
    table.says("C", "duel_challenge", target="B")
    assert not table.says("B", "duel_answer", answer="accept").told
    assert table.view().phase == "round_end"


@pytest.mark.clause("SHINOBAZU-5.1")
def test_the_battle_is_decided_at_once_when_all_its_cards_lie_open() -> None:
    table = Table("ABC")
    table.lead("red 5")
    table.says("A", "reveal", ("5.1",))
    table.says("B", "lay", to="B", card="red 1", declare="fight")
    table.says("B", "reveal", ("5.1",))
    table.says("C", "lay", to="C", card="red 2")
    table.says("C", "reveal", ("5.1",))
    table.says("C", "declare", choice="fight")
    assert table.view().phase == "round_end"
    assert table.points == (0, 1, 0)


@pytest.mark.clause("SHINOBAZU-8.9")
def test_another_cost_of_a_refusal_may_stand() -> None:
    table = Table("ABC", depth="scores")
    table.says("table", "battle_result", passers=["C"], winner="A", losers=["B"])
    table.says("table", "duel_result", ("8.9",), target="C", outcome="refused", k=2)
    assert table.points == (0, 1, 2)


@pytest.mark.clause(
    "SHINOBAZU-3.4", "SHINOBAZU-3.5", "SHINOBAZU-3.3", "SHINOBAZU-2.4", "SHINOBAZU-3.1", "SHINOBAZU-8.6"
)
def test_what_cannot_be_is_firm() -> None:
    table = Table("ABC")
    assert table.refuses("2.4", "A", "duel_decline").firm
    table.lead("red 5", "B", "fight")
    assert table.refuses("3.5", "B", "lay", to="B").firm
    assert table.refuses("3.3", "B", "lay", to="Z").firm
    assert table.refuses("3.1", "A", "lay", to="A").firm
    table.says("B", "lay", to="C", card="red 1")
    assert table.refuses("4.6", "C", "lay", to="A").firm
    table.says("C", "declare", choice="pass")
    assert table.refuses("3.4", "C", "lay", to="B").firm
    table.says("C", "lay", to="A", card="red 2")
    assert table.refuses("4.6", "B", "declare", choice="pass").firm


@pytest.mark.clause("SHINOBAZU-1.4", "SHINOBAZU-9.7")
def test_points_are_set_by_hand_and_the_end_is_tested_when_the_round_ends() -> None:
    match = journal.begin(shinobazu, {}, SEATS)
    act = journal.HouseRuling(adjust={"points": {"B": 7}})
    match, ruling = match.act("gm", act)
    assert ruling.upheld
    assert match.view("public").seats[1].points == 7
    assert match.view("public").phase == "turns"
    with pytest.raises(Refused):
        shinobazu.adjust(match.state, shinobazu.ADJUSTMENT(points={"Z": 1}))


@pytest.mark.clause("SHINOBAZU-4.4")
def test_the_journal_waives_what_may_be_waived_and_no_more() -> None:
    match = journal.begin(shinobazu, {}, SEATS)
    for seat, move in [
        ("B", {"type": "enter_hand", "cards": ["red 1", "blue 1", "blue 4"]}),
        ("A", {"type": "lead", "to": "A", "colour": "red"}),
    ]:
        match, ruling = match.declare(seat, move)
        assert ruling.upheld
    off = {"type": "lay", "to": "B", "card": "blue 1"}
    assert match.declare("B", off)[1].clause == "SHINOBAZU-4.4"
    same, ruling = match.act("gm", journal.HouseRuling(seat="B", move=off | {"to": "A"}))
    assert same is match
    assert (ruling.clause, ruling.firm) == ("SHINOBAZU-3.4", True)
    match, ruling = match.act("gm", journal.HouseRuling(seat="B", move=off))
    assert ruling.upheld
    assert match.view("B").private[0].hand == ("red 1", "blue 4")
