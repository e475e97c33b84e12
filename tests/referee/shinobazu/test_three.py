"""SHINOBAZU-7.1 to 7.3: the jutsu of three."""

from itertools import combinations

import pytest

from referee.shinobazu.cards import CARDS, value_of
from tests.referee.shinobazu.table import Table


def second_round() -> Table:
    """Round 2: B carries black 1, D carries red 4, A starts."""
    table = Table("ABCD")
    table.lead("red 1")
    table.lay("B", "black 1", "pass")
    table.lay("C", "red 5", "fight")
    table.lay("D", "red 4", "pass")
    table.reveal()
    table.go_on()
    return table


@pytest.mark.clause("SHINOBAZU-7.1", "SHINOBAZU-5.6")
def test_a_fighters_three_drags_all_passers_in() -> None:
    table = second_round()
    table.lead("blue 4")
    table.lay("B", "black 2", "fight")
    table.lay("C", "blue 5", "pass")
    table.lay("D", "blue 1", "pass")
    assert table.view().reveals == ("A", "B")
    ruling = table.says("table", "turn_over")
    assert [n.params for n in ruling.notices if n.message == "shinobazu.three"] == [
        {"seats": ["B"], "passers": ["C", "D"]}
    ]
    assert table.view().reveals == ("C", "D")
    ruling = table.says("table", "turn_over")
    assert ruling.clause == "SHINOBAZU-7.1"
    assert "shinobazu.three" not in [n.message for n in ruling.notices]
    assert {r.seat for r in table.view().battle.rows} == set("ABCD")
    assert table.view().battle.leads == ("blue",)
    assert table.view().phase == "round_end"


@pytest.mark.clause("SHINOBAZU-7.1")
def test_without_a_three_the_passers_stay_out() -> None:
    table = second_round()
    table.lead("blue 4")
    table.lay("B", "black 4", "fight")
    table.lay("C", "blue 5", "pass")
    table.lay("D", "blue 1", "pass")
    table.reveal()
    assert [r.seat for r in table.view().battle.rows] == ["A", "B"]
    assert table.view().phase == "duel"


@pytest.mark.clause("SHINOBAZU-7.1")
def test_a_three_among_fighters_alone_changes_nothing() -> None:
    table = second_round()
    table.lead("blue 4")
    table.lay("B", "black 2", "fight")
    table.lay("C", "blue 5", "fight")
    table.lay("D", "blue 1", "fight")
    table.reveal()
    assert "three" not in table.why()


@pytest.mark.clause("SHINOBAZU-7.2")
def test_dragged_in_cards_invert_and_the_three_itself_may_lose() -> None:
    table = second_round()
    table.lead("blue 4")
    table.lay("B", "black 2", "fight")
    table.lay("C", "blue 5", "pass")
    table.lay("D", "blue 1", "pass")
    table.reveal()
    battle = table.view().battle
    assert battle.inversions == 2
    assert [(r.seat, r.total, r.outcome) for r in battle.rows] == [
        ("C", 5, "stays"),
        ("D", 5, "stays"),
        ("A", 4, "stays"),
        ("B", 3, "loses"),
    ]


@pytest.mark.clause("SHINOBAZU-7.3")
def test_a_passers_three_triggers_nothing() -> None:
    table = second_round()
    table.lead("blue 4")
    table.lay("B", "black 2", "pass")
    table.lay("C", "blue 5", "fight")
    table.lay("D", "blue 1", "pass")
    table.reveal()
    assert [r.seat for r in table.view().battle.rows] == ["C", "A"]


@pytest.mark.clause("SHINOBAZU-7.3")
def test_no_single_card_is_a_three() -> None:
    sums = {
        tuple(sorted(value_of(card) for card in cards))
        for size in (1, 2, 3)
        for cards in combinations(CARDS, size)
        if sum(value_of(card) for card in cards) == 3
    }
    assert sums == {(1, 2), (1, 1, 1), (-3, 1, 5), (-3, 2, 4)}
