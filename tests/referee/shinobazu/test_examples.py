"""The worked examples of the rules, card by card."""

import pytest

from referee import shinobazu
from tests.referee.shinobazu.table import Table


@pytest.mark.clause("SHINOBAZU-6.4", "SHINOBAZU-8.13", "SHINOBAZU-9.1", "SHINOBAZU-9.7", "SHINOBAZU-9.8")
def test_inversion_then_a_duel_then_the_end() -> None:
    table = Table("ABCD", points="3002")
    table.lead("red 5")
    table.lay("B", "blue 4", "fight")
    table.lay("C", "red 1", "fight")
    table.lay("D", "black 2", "pass")
    table.reveal()
    battle = table.view().battle
    assert battle.inversions == 1
    assert [(r.seat, r.total, r.before, r.after, r.outcome) for r in battle.rows] == [
        ("C", 1, 0, 0, "wins"),
        ("B", 4, 0, 0, "stays"),
        ("A", 5, 3, 4, "loses"),
    ]
    assert set(table.view().discards) == {"blue 4", "red 1"}
    table.says("A", "duel_challenge", target="D")
    table.says("D", "duel_answer", answer="accept")
    table.says("D", "reveal")
    duel = table.view().duel
    assert (duel.leads, duel.inversions) == (("red",), 1)
    assert [(r.seat, r.total, r.before, r.after) for r in duel.rows] == [("D", 2, 2, 1), ("A", 5, 4, 5)]
    assert table.view().next_start == "A"
    assert table.view().ends
    table.says("table", "end_round")
    assert table.points == (5, 0, 0, 1)
    outcome = shinobazu.result(table.state)
    assert outcome is not None
    assert outcome.winners == ("B", "C")


@pytest.mark.clause("SHINOBAZU-7.1", "SHINOBAZU-7.2", "SHINOBAZU-8.1", "SHINOBAZU-8.2")
def test_jutsu_of_three() -> None:
    table = Table("ABCD")
    table.lead("red 1")
    table.lay("B", "black 1", "pass")
    table.lay("C", "red 5", "fight")
    table.lay("D", "red 4", "pass")
    table.reveal()
    table.go_on()
    assert table.state.start == "A"
    before = table.points
    table.lead("blue 4")
    table.lay("B", "black 2", "fight")
    table.lay("C", "blue 5", "pass")
    table.lay("D", "blue 1", "pass")
    table.reveal()
    battle = table.view().battle
    assert battle.inversions == 2
    assert {r.seat: r.total for r in battle.rows} == {"A": 4, "B": 3, "C": 5, "D": 5}
    assert table.points == (before[0], before[1] + 1, before[2], before[3])
    assert table.why()["inverted_back"] == "6.4"
    assert table.why()["no_winner"] == "8.1"
    assert table.why()["no_duel_passers"] == "8.5"
    assert all(table.front(s) == [] for s in "ABCD")
    assert table.view().next_start == "B"


@pytest.mark.clause("SHINOBAZU-5.4", "SHINOBAZU-6.4")
@pytest.mark.parametrize(
    ("b", "c", "lead"),
    [("red 2", "blue 4", "red"), ("blue 2", "red 4", "blue")],
)
def test_a_single_fighter(b: str, c: str, lead: str) -> None:
    table = Table("ABC", points="010")
    table.lead("red -3")
    table.lay("B", b, "pass")
    table.lay("C", c, "pass")
    table.reveal()
    battle = table.view().battle
    assert (battle.leads, battle.inversions) == ((lead,), 1)
    assert [(r.seat, r.total) for r in battle.rows] == [("B", 2), ("C", 4)]
    assert table.points == (0, 0, 1)
    assert table.view().phase == "round_end"
    assert table.view().next_start == "C"
    table.says("table", "end_round")
    assert all(table.front(s) == [] for s in "ABC")


@pytest.mark.clause("SHINOBAZU-4.11", "SHINOBAZU-8.9", "SHINOBAZU-8.10", "SHINOBAZU-9.5", "SHINOBAZU-9.6")
def test_a_refusal_with_a_stack() -> None:
    table = Table("ABCDE")
    table.lead("red 5")
    for seat, card, choice in [
        ("B", "red 1", "fight"),
        ("C", "red 4", "fight"),
        ("D", "red 2", "pass"),
        ("E", "red -3", "fight"),
    ]:
        table.lay(seat, card, choice)
    table.reveal()
    table.go_on()
    table.lead("black 5")
    for seat, card, choice in [
        ("A", "black 4", "fight"),
        ("B", "black 1", "fight"),
        ("C", "black 2", "fight"),
        ("D", "black -3", "pass"),
    ]:
        table.lay(seat, card, choice)
    table.reveal()
    table.go_on()
    table.lead("blue -3")
    for seat, card, choice in [
        ("C", "blue 2", "fight"),
        ("D", "blue 4", "pass"),
        ("E", "blue 5", "pass"),
        ("A", "blue 1", "fight"),
    ]:
        table.lay(seat, card, choice)
    table.says("table", "turn_over")
    before = table.points
    table.says("B", "duel_challenge", target="D")
    table.says("D", "duel_answer", answer="refuse")
    assert table.points == (*before[:3], before[3] + 3, before[4])
    assert table.front("B") == table.front("D") == []
    assert table.view().next_start == "D"
    assert table.says("E", "reveal").clause == "SHINOBAZU-9.5"
    table.says("table", "end_round")
    view = table.view()
    assert (view.set, view.round, view.start) == (2, 1, "D")
    assert [s.returned for s in view.seats] == [(), (), (), (), ("blue 5",)]
    assert [s.hand_size for s in view.seats] == [3, 3, 3, 3, 3]


@pytest.mark.clause("SHINOBAZU-3.7", "SHINOBAZU-3.10", "SHINOBAZU-3.11", "SHINOBAZU-4.7")
def test_the_order_of_turns_after_pushes() -> None:
    table = Table("ABCD")
    table.lead("red 5", "C", "pass")
    assert table.view().active == "C"
    table.refuses("3.5", "C", "lay", to="C")
    table.says("C", "lay", to="A", card="red 4")
    assert table.view().declares == "A"
    table.says("A", "declare", choice="pass")
    assert table.view().active == "B"
    table.lay("B", "red 2", "fight")
    assert table.view().active == "D"
    for to in "ABC":
        table.refuses("3.7", "D", "lay", to=to)
    table.says("D", "lay", to="D", card="red 1")
