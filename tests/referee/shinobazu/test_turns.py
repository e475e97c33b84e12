"""SHINOBAZU-3.1 to 3.11: laying and the order of turns."""

import pytest

from tests.referee.shinobazu.table import Table


def led(seats: str = "ABCD", to: str = "A", choice: str | None = None, **options: str) -> Table:
    """A table at which A has led red 5."""
    table = Table(seats, **options)
    table.lead("red 5", to, choice)
    return table


@pytest.mark.clause("SHINOBAZU-3.1")
def test_everybody_lays_one_card_face_down_and_then_the_battle_begins() -> None:
    table = led("ABC")
    assert table.view().seats[0].hand_size == 2
    assert table.front("A") == [None]
    table.lay("B", "red 1", "fight")
    assert table.view().phase == "turns"
    table.lay("C", "red 2", "fight")
    assert table.view().phase == "battle"
    assert [s.hand_size for s in table.view().seats] == [2, 2, 2]
    assert all(s.has_current and s.turn_over for s in table.view().seats)


@pytest.mark.clause("SHINOBAZU-3.1")
def test_a_second_card_is_refused() -> None:
    table = led()
    table.refuses("3.1", "A", "lay", to="C", card="red 4")
    table.says("B", "lay", to="C")
    table.says("C", "declare", choice="pass")
    table.refuses("3.1", "B", "lay", to="B")


@pytest.mark.clause("SHINOBAZU-3.1")
def test_whoever_entered_their_hand_names_a_card_of_it() -> None:
    table = led()
    table.says("B", "enter_hand", cards=["red 1", "blue 1", "black 1"])
    assert not table.refuses("3.1", "B", "lay", to="B").private
    refusal = table.refuses("3.1", "B", "lay", to="B", card="red 2")
    assert refusal.private
    assert refusal.reason == "shinobazu.not_in_hand"
    table.says("B", "lay", to="B", card="red 1")
    assert table.view("B").private[0].hand == ("blue 1", "black 1")


@pytest.mark.clause("SHINOBAZU-3.1")
def test_a_card_that_all_have_seen_is_not_in_a_hand() -> None:
    table = led("ABC")
    table.lay("B", "red 1", "pass")
    table.lay("C", "red 2", "fight")
    table.reveal()
    table.go_on()
    assert table.state.start == "C"
    for card in ("red 5", "red 1", "red 2"):
        assert table.refuses("3.1", "C", "lead", to="C", colour="red", card=card).private
    table.says("C", "lead", to="C", colour="red", card="red 4")


@pytest.mark.clause("SHINOBAZU-3.1")
def test_a_card_that_a_player_laid_is_not_in_their_hand() -> None:
    table = Table("ABC")
    table.lead("red 5")
    table.lay("B", "red 1", "fight")
    table.lay("C", "red 2", "pass")
    table.reveal()
    table.says("B", "duel_challenge", target="C")
    table.says("C", "duel_answer", answer="refuse")
    table.says("table", "end_round")
    assert table.state.start == "C"
    refusal = table.refuses("3.1", "C", "lead", to="C", colour="red", card="red 2")
    assert refusal.private
    table.says("C", "lead", to="C", colour="red", card="red 4")


@pytest.mark.clause("SHINOBAZU-3.2")
def test_the_start_player_has_the_first_turn() -> None:
    table = Table(start="B")
    assert table.view().active == "B"
    table.refuses("3.2", "A", "lead", to="A", colour="red")
    table.refuses("4.1", "A", "lay", to="A")
    table.says("B", "lead", to="B", colour="red")


@pytest.mark.clause("SHINOBAZU-3.2")
def test_only_the_active_player_lays() -> None:
    table = led()
    refusal = table.refuses("3.2", "C", "lay", to="C")
    assert refusal.params == {"seat": "B"}
    assert not refusal.private
    table.says("B", "lay", to="B")


@pytest.mark.clause("SHINOBAZU-3.3")
def test_a_card_is_laid_before_oneself_or_a_named_other() -> None:
    table = led()
    table.says("B", "lay", to="D")
    table.says("D", "declare", choice="fight")
    table.says("D", "lay", to="B")
    table.says("B", "declare", choice="fight")
    seats = {s.seat: s for s in table.view().seats}
    assert seats["D"].front[0].laid_by == "B"
    assert seats["B"].front[0].laid_by == "D"


@pytest.mark.clause("SHINOBAZU-3.3")
def test_a_seat_that_is_not_in_the_game_gets_and_lays_nothing() -> None:
    table = Table()
    table.refuses("3.3", "A", "lead", to="Z", colour="red")
    table.refuses("3.3", "Z", "lead", to="A", colour="red")
    table.refuses("3.3", "table", "lead", to="A", colour="red")
    table.lead("red 5")
    table.refuses("3.3", "B", "lay", to="Z")


@pytest.mark.clause("SHINOBAZU-3.4")
def test_nobody_gets_a_second_current_card() -> None:
    table = led()
    refusal = table.refuses("3.4", "B", "lay", to="A")
    assert refusal.firm
    assert refusal.params == {"seat": "A"}
    assert table.prompts()["lay"].choices("lay", "to") == ("B", "C", "D")


@pytest.mark.clause("SHINOBAZU-3.4")
def test_carried_cards_do_not_count() -> None:
    table = led("ABC")
    table.lay("B", "red 1", "pass")
    table.lay("C", "red 2", "fight")
    table.reveal()
    table.go_on()
    assert table.front("B") == ["red 1"]
    table.says("C", "lead", to="B", colour="red", card="red 4")
    assert table.front("B") == ["red 1", None]


@pytest.mark.clause("SHINOBAZU-3.5")
def test_whoever_has_a_current_card_must_push() -> None:
    table = led(to="C", choice="fight")
    assert table.view().active == "C"
    table.refuses("3.5", "C", "lay", to="C")
    assert table.prompts()["lay"].choices("lay", "to") == ("A", "B", "D")
    table.says("C", "lay", to="A")


@pytest.mark.clause("SHINOBAZU-3.6")
def test_a_finished_player_with_an_empty_front_may_get_a_card() -> None:
    table = led(to="C", choice="fight")
    table.says("C", "lay", to="A")
    assert table.view().declares == "A"


@pytest.mark.clause("SHINOBAZU-3.7")
def test_the_last_empty_front_is_filled_by_its_owner() -> None:
    table = led("ABC")
    table.says("B", "lay", to="B", declare="fight")
    table.refuses("3.7", "C", "lay", to="A")
    assert table.prompts()["lay"].choices("lay", "to") == ("C",)
    table.says("C", "lay", to="C")


@pytest.mark.clause("SHINOBAZU-3.8")
def test_after_the_start_player_comes_the_left_neighbour() -> None:
    assert led("ABCDE").view().active == "B"
    table = Table("ABC", start="C")
    table.lead("red 5")
    assert table.view().active == "A"


@pytest.mark.clause("SHINOBAZU-3.9")
def test_after_self_play_comes_the_nearest_unfinished_player_to_the_left() -> None:
    table = led()
    table.lay("B", "red 1", "fight", to="D")
    assert table.view().active == "D"
    table.lay("D", "red 2", "fight", to="C")
    assert table.view().active == "C"
    table.lay("C", "red 4", "fight", to="B")
    assert table.view().phase == "battle"


@pytest.mark.clause("SHINOBAZU-3.9")
def test_finished_players_are_skipped() -> None:
    table = led(to="C", choice="fight")
    table.lay("C", "red 1", "fight", to="D")
    assert table.view().active == "D"
    table.lay("D", "red 2", "pass", to="A")
    assert table.view().active == "B"
    table = led("ABCDE")
    table.lay("B", "red 1", "fight")
    assert table.view().active == "C"


@pytest.mark.clause("SHINOBAZU-3.10")
def test_a_push_ends_the_turn_and_the_receiver_declares_and_plays() -> None:
    table = led(to="C")
    assert (table.view().active, table.view().declares) == (None, "C")
    assert table.view().seats[0].turn_over
    table.says("C", "declare", choice="pass")
    assert (table.view().active, table.view().declares) == ("C", None)
    table.refuses("3.2", "B", "lay", to="B")


@pytest.mark.clause("SHINOBAZU-3.11")
def test_after_a_push_to_a_finished_player_it_goes_on_to_the_receivers_left() -> None:
    table = led(to="C", choice="pass")
    table.lay("C", "red 1", "fight", to="A")
    assert table.view().active == "B"


@pytest.mark.clause("SHINOBAZU-3.11")
@pytest.mark.parametrize(("option", "active"), [("from_receiver", "B"), ("from_pusher", "D")])
def test_by_option_it_goes_on_to_the_pushers_left(option: str, active: str) -> None:
    table = led(to="C", choice="pass", after_push_back=option)
    table.lay("C", "red 1", "fight", to="A")
    assert table.view().active == active
