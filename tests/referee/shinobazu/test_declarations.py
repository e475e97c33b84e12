"""SHINOBAZU-4.1 to 4.11: the lead colour, following, fight and pass."""

import pytest

from tests.referee.shinobazu.table import Table


def held(seat: str, *cards: str, lead: str = "red") -> Table:
    """A table at which a colour is led and a seat has entered its hand."""
    table = Table()
    table.says("A", "lead", to="A", colour=lead)
    table.says(seat, "enter_hand", cards=cards)
    return table


@pytest.mark.clause("SHINOBAZU-4.1")
def test_the_start_player_announces_the_colour_of_their_card() -> None:
    table = Table()
    table.says("A", "enter_hand", cards=["red 5", "blue 1", "blue 4"])
    refusal = table.refuses("4.1", "A", "lead", to="B", colour="black", card="red 5")
    assert refusal.private
    assert refusal.params == {"card": "red 5", "colour": "black"}
    ruling = table.says("A", "lead", to="B", colour="red", card="red 5")
    assert ruling.clause == "SHINOBAZU-4.1"
    assert table.view().lead == "red"


@pytest.mark.clause("SHINOBAZU-4.1")
def test_a_recorded_card_is_checked_without_a_hand() -> None:
    assert Table().refuses("4.1", "A", "lead", to="A", colour="blue", card="red 5").private


@pytest.mark.clause("SHINOBAZU-4.1")
def test_nothing_is_laid_without_a_colour() -> None:
    table = Table()
    refusal = table.refuses("4.1", "A", "lead", to="A", card="red 5")
    assert (refusal.reason, refusal.firm) == ("shinobazu.name_colour", True)
    table.refuses("4.1", "A", "lay", to="A")
    table.lead("red 5")
    table.refuses("4.1", "A", "lead", to="B", colour="blue")


@pytest.mark.clause("SHINOBAZU-4.2")
def test_a_false_announcement_stays_in_force() -> None:
    table = Table("ABC")
    table.says("A", "lead", to="A", colour="red")
    table.says("B", "lay", to="B", card="red 2", declare="fight")
    table.says("C", "lay", to="C", card="red 1", declare="fight")
    table.says("A", "reveal", card="blue 5")
    table.says("table", "turn_over")
    assert table.view().battle.leads == ("red",)
    assert table.view().battle.inversions == 0
    assert [f.kind for f in table.view().findings] == ["false_lead"]


@pytest.mark.clause("SHINOBAZU-4.3")
@pytest.mark.parametrize("colour", ["red", "blue", "black"])
def test_everybody_sees_start_player_and_lead_colour(colour: str) -> None:
    table = Table()
    table.says("A", "lead", to="B", colour=colour)
    view = table.view()
    assert view.lead == colour
    assert [s.leads for s in view.seats] == [True, False, False, False]


@pytest.mark.clause("SHINOBAZU-4.4")
@pytest.mark.parametrize("to", ["B", "C"])
def test_whoever_holds_the_lead_colour_lays_it_before_themselves_or_another(to: str) -> None:
    table = held("B", "red 1", "red 4", "blue 5")
    refusal = table.refuses("4.4", "B", "lay", to=to, card="blue 5")
    assert refusal.private
    assert not refusal.firm
    assert refusal.params == {"colour": "red", "cards": ["red 1", "red 4"]}
    table.says("B", "lay", to=to, card="red 4")


@pytest.mark.clause("SHINOBAZU-4.4")
def test_what_may_be_laid_is_shown_to_its_owner_and_the_game_master_alone() -> None:
    table = held("B", "red 1", "blue 5", "black 5")
    assert table.view("B").private[0].playable == ("red 1",)
    assert table.view("B").private[0].why == "shinobazu.why.must_follow"
    assert table.prompts("B")["lay"].choices("lay", "card") == ("red 1",)
    assert table.prompts("gm")["lay"].choices("lay", "card") == ("red 1",)
    for viewer in ("public", "A", "C"):
        assert not table.prompts(viewer)["lay"].choices("lay", "card")
    assert table.view("C").private[0].playable is None


@pytest.mark.clause("SHINOBAZU-4.5")
def test_without_the_lead_colour_any_card_may_be_laid() -> None:
    table = held("B", "blue 1", "black 4", "blue 5")
    assert table.view("B").private[0].playable == ("blue 1", "black 4", "blue 5")
    assert table.view("B").private[0].why is None
    table.says("B", "lay", to="B", card="black 4")


@pytest.mark.clause("SHINOBAZU-4.5")
def test_carried_cards_are_not_in_hand() -> None:
    table = Table("ABC")
    table.says("B", "enter_hand", cards=["red 1", "blue 5", "black 4"])
    table.lead("red 5")
    table.lay("B", "red 1", "pass")
    table.lay("C", "red 2", "fight")
    table.reveal()
    table.go_on()
    table.says("C", "lead", to="C", colour="red", card="red 4")
    table.says("A", "lay", to="A", declare="fight")
    table.says("B", "lay", to="B", card="blue 5")


@pytest.mark.clause("SHINOBAZU-4.6")
def test_the_next_card_waits_for_the_declaration() -> None:
    table = Table()
    table.lead("red 5")
    table.says("B", "lay", to="B")
    refusal = table.refuses("4.6", "C", "lay", to="C")
    assert refusal.params == {"seat": "B"}
    table.says("B", "declare", choice="pass")
    table.says("C", "lay", to="C")


@pytest.mark.clause("SHINOBAZU-4.6")
def test_self_play_and_declaration_may_come_together() -> None:
    table = Table()
    table.lead("red 5")
    ruling = table.says("B", "lay", to="B", declare="pass")
    assert [n.message for n in ruling.notices] == ["shinobazu.laid", "shinobazu.declared_pass"]
    assert table.view().active == "C"


@pytest.mark.clause("SHINOBAZU-4.6")
def test_the_receiver_declares_and_not_the_pusher() -> None:
    table = Table()
    table.refuses("4.6", "A", "lead", to="D", colour="red", declare="fight")
    table.lead("red 5")
    table.refuses("4.6", "B", "lay", to="D", declare="fight")
    table.says("B", "lay", to="D")
    table.refuses("4.6", "B", "declare", choice="fight")
    table.says("D", "declare", choice="fight")


@pytest.mark.clause("SHINOBAZU-4.6")
def test_a_declaration_is_not_changed() -> None:
    table = Table()
    table.lead("red 5")
    table.says("B", "lay", to="B", declare="pass")
    table.refuses("4.6", "B", "declare", choice="fight")
    table.refuses("4.6", "C", "declare", choice="fight")
    assert table.view().seats[1].declared == "pass"


@pytest.mark.clause("SHINOBAZU-4.7")
def test_a_receiver_does_not_see_the_card_before_it_is_turned_over() -> None:
    table = Table()
    table.says("A", "enter_hand", cards=["red 5", "blue 1", "blue 4"])
    table.lead("red 5", "B")
    assert "red 5" not in table.view("B").model_dump_json()
    assert "red 5" not in str(table.prompts("B")["declare"])
    assert table.view("A").private[0].laid[0].model_dump() == {"to": "B", "card": "red 5"}
    table.says("B", "declare", choice="pass")


@pytest.mark.clause("SHINOBAZU-4.8")
def test_a_start_player_who_plays_for_themselves_fights() -> None:
    table = Table()
    table.lead("red 5")
    assert table.view().seats[0].declared == "fight"
    assert table.view().declares is None
    table.refuses("4.8", "A", "declare", choice="pass")


@pytest.mark.clause("SHINOBAZU-4.9")
def test_a_start_player_who_pushed_may_pass_later() -> None:
    table = Table("ABC")
    table.lead("red 5", "B", "fight")
    table.says("B", "lay", to="A")
    table.says("A", "declare", choice="pass")
    assert table.view().seats[0].declared == "pass"
    assert table.refuses("4.6", "A", "declare", choice="pass").reason == "shinobazu.already_declared"


@pytest.mark.clause("SHINOBAZU-4.10")
def test_fight_and_pass_are_said_aloud_and_the_card_stays() -> None:
    table = Table()
    table.lead("red 5")
    table.says("B", "lay", to="B")
    assert table.says("B", "declare", choice="pass").notices[0].model_dump() == {
        "to": "public",
        "message": "shinobazu.declared_pass",
        "params": {"seat": "B"},
        "clause": "SHINOBAZU-4.10",
    }
    table.says("C", "lay", to="C")
    assert table.says("C", "declare", choice="fight").notices[0].message == "shinobazu.declared_fight"
    assert table.view().seats[1].has_current


@pytest.mark.clause("SHINOBAZU-4.11")
def test_a_declaration_covers_carried_cards_and_one_may_pass_again() -> None:
    table = Table("ABC")
    table.lead("red 5")
    table.lay("B", "red 1", "pass")
    table.lay("C", "red 2", "fight")
    table.reveal()
    table.go_on()
    table.lead("blue 4")
    table.lay("A", "blue 5", "fight")
    table.lay("B", "black 4", "pass")
    table.reveal()
    table.go_on()
    assert table.front("B") == ["red 1", "black 4"]
    assert table.view().seats[1].kept == 2


@pytest.mark.clause("SHINOBAZU-4.6")
def test_whose_turn_it_is_to_declare_comes_before_what_is_declared() -> None:
    table = Table()
    table.lead("red 5", to="B")
    assert table.refuses("4.6", "C", "declare").reason == "shinobazu.owner_declares"
    assert table.refuses("4.6", "B", "declare").reason == "shinobazu.name_choice"
