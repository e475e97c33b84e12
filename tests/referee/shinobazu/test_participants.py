"""SHINOBAZU-5.1 to 5.6: who reveals and who takes part."""

import pytest

from tests.referee.shinobazu.table import Table


def laid(plays: str, cards: list[str], seats: str = "ABC", **options: str) -> Table:
    """A table at which everybody laid before themselves, A first; `plays` is like `fpp`."""
    table = Table(seats, **options)
    table.lead(cards[0])
    for seat, choice, card in zip(seats[1:], plays[1:], cards[1:], strict=True):
        table.lay(seat, card, {"f": "fight", "p": "pass"}[choice])
    return table


def all_passed(cards: list[str], **options: str) -> Table:
    """Three players: A pushes to B, B to C, C to A, and everybody passes. `cards` as laid."""
    table = Table("ABC", **options)
    table.lead(cards[0], "B", "pass")
    table.lay("B", cards[1], "pass", to="C")
    table.lay("C", cards[2], "pass", to="A")
    return table


@pytest.mark.clause("SHINOBAZU-5.1")
def test_all_fighters_reveal_and_passers_do_not() -> None:
    table = laid("fpf", ["red 5", "red 1", "red 2"])
    assert table.view().reveals == ("A", "C")
    table.says("C", "reveal")
    assert table.view().phase == "battle"
    table.refuses("5.1", "B", "reveal")
    table.says("A", "reveal")
    assert [table.front(s) for s in "ABC"] == [[], [None], ["red 2"]]


@pytest.mark.clause("SHINOBAZU-5.1")
def test_nothing_is_revealed_before_every_declaration_is_in() -> None:
    table = Table("ABC")
    table.lead("red 5")
    refusal = table.refuses("5.1", "A", "reveal")
    assert refusal.reason == "shinobazu.reveal_too_early"
    table.refuses("5.1", "table", "turn_over")
    table.refuses("5.1", "B", "reveal")


@pytest.mark.clause("SHINOBAZU-5.1")
def test_a_card_is_turned_over_by_its_owner_or_the_table() -> None:
    table = laid("fff", ["red 5", "red 1", "red 2"])
    table.refuses("5.1", "A", "reveal", owner="B")
    table.refuses("5.1", "table", "reveal")
    table.refuses("3.3", "table", "reveal", owner="Z")
    table.says("table", "reveal", owner="B")
    table.says("gm", "reveal", owner="A")
    table.refuses("5.1", "A", "reveal")
    table.says("C", "reveal", owner="C")


@pytest.mark.clause("SHINOBAZU-5.1")
def test_an_unrecorded_card_must_be_named() -> None:
    table = Table("ABC")
    table.says("A", "lead", to="A", colour="red")
    table.says("B", "lay", to="B", declare="fight")
    table.says("C", "lay", to="C", declare="pass")
    assert table.prompts().keys() == {"reveal"}
    table.refuses("5.1", "A", "reveal")
    assert table.refuses("5.1", "table", "turn_over").params == {"seats": ["A", "B"]}
    table.says("A", "reveal", card="red 5")
    table.says("table", "reveal", owner="B", card="red 1")
    assert table.view().phase == "duel"


@pytest.mark.clause("SHINOBAZU-5.1")
def test_all_recorded_cards_are_turned_over_at_once() -> None:
    table = laid("fff", ["red 5", "red 1", "red 2"])
    assert table.prompts()["turn_over"].params == {"seats": ["A", "B", "C"]}
    ruling = table.says("B", "turn_over")
    assert ruling.told
    shown = [n.params["card"] for n in ruling.notices if n.message == "shinobazu.revealed"]
    assert shown == ["red 5", "red 1", "red 2"]


@pytest.mark.clause("SHINOBAZU-5.2")
def test_two_or_more_fighters_take_part_alone() -> None:
    table = laid("fpf", ["red 5", "red 1", "red 2"])
    table.reveal()
    assert [r.seat for r in table.view().battle.rows] == ["A", "C"]
    assert table.view().challenger == "C"


@pytest.mark.clause("SHINOBAZU-5.3", "SHINOBAZU-5.6")
def test_when_all_pass_all_reveal_and_take_part() -> None:
    table = all_passed(["red 4", "blue 2", "red 1"])
    assert table.view().reveals == ("A", "B", "C")
    assert table.says("table", "turn_over").clause == "SHINOBAZU-5.3"
    battle = table.view().battle
    assert battle.leads == ("red",)
    assert [(r.seat, r.total) for r in battle.rows] == [("A", 1), ("C", 2), ("B", 4)]
    assert table.why()["all_passed"] == "5.3"
    assert table.points == (0, 1, 0)
    assert table.view().phase == "round_end"
    assert all(table.front(s) == [] for s in "ABC")


@pytest.mark.clause("SHINOBAZU-5.4")
def test_a_single_fighter_shows_leaves_and_discards_without_points() -> None:
    table = laid("fpp", ["red -3", "red 2", "blue 4"], points="111")
    assert table.view().reveals == ("A", "B", "C")
    table.reveal()
    battle = table.view().battle
    assert battle.leads == ("red",)
    assert [(r.seat, r.outcome) for r in battle.rows] == [("B", "wins"), ("C", "loses")]
    assert table.points == (1, 0, 2)
    assert table.why()["single"] == table.why()["single_lead"] == "5.4"
    assert set(table.view().discards) == {"red -3", "red 2", "blue 4"}


@pytest.mark.clause("SHINOBAZU-5.4")
def test_the_card_in_front_of_the_left_neighbour_leads() -> None:
    table = Table("ABC")
    table.lead("red 5", "B", "pass")
    table.lay("B", "blue 1", "fight", to="A")
    table.lay("C", "black 4", "pass")
    table.reveal()
    assert table.view().battle.leads == ("red",)
    assert table.view().battle.inversions == 1


@pytest.mark.clause("SHINOBAZU-5.4")
@pytest.mark.parametrize("option", ["laid_by_neighbour", "laid_by_him"])  # the second in older journals
def test_by_option_the_card_that_the_left_neighbour_laid_leads(option: str) -> None:
    table = Table("ABC", single_lead=option)
    assert table.state.options.single_lead == "laid_by_neighbour"
    table.lead("red 5", "B", "pass")
    table.lay("B", "blue 1", "fight", to="A")
    table.lay("C", "black 4", "pass")
    table.reveal()
    assert table.view().battle.leads == ("blue",)


@pytest.mark.clause("SHINOBAZU-5.4")
def test_the_single_fighters_carried_cards_go_too() -> None:
    table = three_of_b("pass", "leaves")
    table.reveal()
    assert table.front("B") == []
    assert {"red 1", "black 2"} <= set(table.view().discards)


def three_of_b(others: str, option: str) -> Table:
    """B, who carries red 1, has black 2 in front and fights; the others declare `others`."""
    table = laid("fpf", ["red 5", "red 1", "red 2"], single_three=option)
    table.reveal()
    table.go_on()
    assert table.state.start == "C"
    table.lead("blue 4", "A", others)
    table.lay("A", "blue 5", others, to="C")
    table.lay("B", "black 2", "fight")
    return table


@pytest.mark.clause("SHINOBAZU-5.5")
def test_a_single_fighter_with_a_three_leaves() -> None:
    table = three_of_b("pass", "leaves")
    table.reveal()
    assert [r.seat for r in table.view().battle.rows] == ["C", "A"]
    assert table.why()["single_three"] == "5.5"


@pytest.mark.clause("SHINOBAZU-5.5")
def test_by_option_the_three_of_a_single_fighter_makes_all_fight() -> None:
    table = three_of_b("pass", "three_applies")
    table.reveal()
    battle = table.view().battle
    assert [(r.seat, r.total) for r in battle.rows] == [("B", 3), ("A", 4), ("C", 5)]
    assert battle.leads == ("blue",)
    assert battle.inversions == 1
    assert table.why()["three"] == "7.1"


@pytest.mark.clause("SHINOBAZU-5.5")
def test_by_option_a_single_fighter_without_a_three_still_leaves() -> None:
    table = laid("fpp", ["red -3", "red 2", "blue 4"], single_three="three_applies")
    table.reveal()
    assert table.why()["single"] == "5.4"


@pytest.mark.clause("SHINOBAZU-5.6")
def test_forced_players_are_no_passers_any_more() -> None:
    table = laid("fpp", ["red -3", "red 2", "blue 4"])
    table.reveal()
    assert table.view().phase == "round_end"
    assert table.why()["no_duel_passers"] == "8.5"
    assert not any(s.stays for s in table.view().seats)
    table.refuses("8.5", "C", "duel_challenge", target="B")


@pytest.mark.clause("SHINOBAZU-5.6")
def test_by_option_forced_players_who_do_not_lose_stay_passers() -> None:
    table = laid("fpp", ["red -3", "red 2", "blue 4"], forced_stay_passers="yes")
    table.reveal()
    assert (table.view().phase, table.view().challenger) == ("duel", "C")
    assert [s.seat for s in table.view().seats if s.stays] == ["B"]
    assert table.front("B") == ["red 2"]
    table.says("C", "duel_challenge", target="B")
    assert not table.says("B", "duel_answer", answer="accept").told
    duel = table.view().duel
    assert duel.leads == ("blue",)
    assert duel.inversions == 1
    assert [(r.seat, r.outcome) for r in duel.rows] == [("B", "wins"), ("C", "loses")]


@pytest.mark.clause("SHINOBAZU-5.6")
def test_by_option_forced_players_carry() -> None:
    table = laid("fpp", ["red -3", "red 2", "blue 4"], forced_stay_passers="yes")
    table.reveal()
    table.says("C", "duel_decline")
    assert not table.view().reveals
    table.says("table", "end_round")
    assert table.front("B") == ["red 2"]
    assert table.front("C") == []
