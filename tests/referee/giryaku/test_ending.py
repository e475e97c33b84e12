"""How a match ends (GIRYAKU-9), the ledger's examples, and house rulings."""

from __future__ import annotations

import pytest

from referee import giryaku
from referee.core.values import Refused
from tests.referee.giryaku.table import Table, middle

FIVE = {"1L": "S", "1U": "N", "2L": "N", "2U": "S", "3L": "S"}
TENTH = "SSSNNNNOOO"


def no_cards_left() -> Table:
    """A has nothing but a board of five and ten buried cards."""
    table = middle(FIVE, FIVE).set("A", FIVE, grave=TENTH, hand=0, deck=0)
    return table.set("B", FIVE, grave="SSNNNOOO", hand=2, deck=0).turn("A")


@pytest.mark.clause("GIRYAKU-9.1", "GIRYAKU-9.5", "GIRYAKU-9.6", "GIRYAKU-9.8")
def test_example_1_the_last_turn_decides_by_an_attack() -> None:
    table = no_cards_left()
    assert set(table.prompts()) - {"enter_hand", "withdraw_hand"} == {"no_hand"}
    table.says("A", "no_hand")
    assert (table.view().phase, table.view().active) == ("last_turn", "B")
    table.says("B", "place", col=3, card="S")
    assert [s.size for s in table.view().seats] == [11, 8]
    result = table.view().result
    assert (result.winners, result.reason) == (("B",), "giryaku.fewer_graveyard")
    assert [(row.seat, row.place, row.points) for row in result.ranking] == [("B", 1, 8), ("A", 2, 11)]


@pytest.mark.clause("GIRYAKU-9.9", "GIRYAKU-8.1")
def test_example_2_a_strike_that_only_ties() -> None:
    table = no_cards_left()
    four = {"1L": "S", "2L": "N", "2U": "S", "3L": "S"}
    table.set("B", four, grave="SSSNNNOOO", hand=2, deck=0).turn("A")
    table.says("A", "no_hand")
    table.says("B", "consume_two", cards=("N", "S"), target="3L")
    result = table.view().result
    assert (result.winners, result.reason) == (("A", "B"), "giryaku.equal_graveyards")
    assert [row.place for row in result.ranking] == [1, 1]


@pytest.mark.clause("GIRYAKU-7.12", "GIRYAKU-5.2")
def test_example_3_the_range_counts_before_cards_fall() -> None:
    enemy = {"1L": "S", "2L": "N", "2U": "S"}
    first = middle({"1L": "N"}, enemy)
    first.says("A", "place", col=1, card="O")
    assert first.board("B") == {"2L": "N"}
    second = middle({"2L": "N"}, enemy)
    second.says("A", "place", col=2, card="O")
    assert second.board("B") == {"1L": "S", "2L": "S"}


@pytest.mark.clause("GIRYAKU-9.2", "GIRYAKU-7.3")
def test_example_4_an_empty_board_overrides_any_count() -> None:
    table = middle({"2L": "O"}, {"2L": "S", "2U": "N"})
    table.set("A", {"2L": "O"}, grave="SSSSSNNNNNOO").set("B", {"2L": "S", "2U": "N"}, grave="SSSSS").turn()
    table.says("A", "place", col=2, card="S")
    assert table.winner == ("A",)
    assert [s.size for s in table.view().seats] == [12, 7]
    assert [row.seat for row in table.view().result.ranking] == ["A", "B"]


@pytest.mark.clause("GIRYAKU-9.6")
def test_two_empty_hands_end_the_match_at_once() -> None:
    table = no_cards_left().set("B", FIVE, grave=TENTH, hand=0, deck=0).turn("A")
    table.says("A", "no_hand")
    assert table.view().phase == "ended"
    assert table.winner == ("A", "B")


@pytest.mark.clause("GIRYAKU-9.7", "GIRYAKU-9.2", "GIRYAKU-9.3")
def test_the_other_wins_hold_in_the_last_turn_too() -> None:
    for mine, card, enemy in (({"1L": "O"}, "O", FIVE), ({"1L": "S"}, "S", {"1L": "N"})):
        table = middle(mine, enemy).set("A", mine, grave="SSSNNNNN").turn("A", last="A")
        table.says("A", "place", col=1, card=card)
        assert table.winner == ("A",)
        assert table.view().result.reason != "giryaku.fewer_graveyard"


@pytest.mark.clause("GIRYAKU-9.5")
def test_a_player_whose_board_alone_is_empty_still_draws() -> None:
    table = middle().set("A", {"1L": "S"}, grave="SS", hand=1, deck=11)
    table.refuses("9.5", "A", "no_hand")
    table.says("A", "place", col=2, card="N")
    assert table.seat("A").hand == 2


@pytest.mark.clause("GIRYAKU-9.10")
def test_after_the_end_only_a_recount_is_taken() -> None:
    table = middle({"1L": "O"})
    table.refuses("9.6", "A", "final_count", counts={"A": 0, "B": 0})
    table.says("A", "place", col=1, card="O")
    table.refuses("9.10", "B", "place", col=1, card="S")
    table.refuses("9.10", "A", "reveal_board", cards={"1L": "O"})
    table.refuses("9.1", "table", "final_count", counts={"A": 0})
    table.refuses("3.1", "table", "final_count", counts={"A": 0, "C": 0})
    assert table.prompts()["final_count"].must is False
    table.says("table", "final_count", counts={"A": 0, "B": 0})
    assert table.findings == []
    table.refuses("9.10", "table", "final_count", counts={"A": 0, "B": 0})


@pytest.mark.clause("GIRYAKU-1.2", "GIRYAKU-2.2", "GIRYAKU-9.1")
def test_a_house_ruling_sets_graveyards() -> None:
    def adjusted(table: Table, **graveyards: dict[str, int]) -> None:
        table.state = giryaku.adjust(table.state, giryaku.ADJUSTMENT.model_validate({"graveyards": graveyards}))

    table = middle()
    adjusted(table, A={"S": 2, "O": 1})
    assert (table.grave("A"), table.seat("A").deck, table.seat("A").hand) == ("SSO", 9, 2)
    short = middle().set("A", FIVE, grave=TENTH, hand=0, deck=0).turn()
    adjusted(short, A={"S": 3, "N": 4, "O": 2})
    assert (short.seat("A").hand, short.seat("A").deck) == (1, 0)
    for wrong in ({"A": {"S": 7, "N": 6}}, {"A": {"S": 6, "N": 5, "O": 3}}, {"C": {}}, {"A": {"O": 5}}):
        with pytest.raises(Refused):
            adjusted(middle(), **wrong)
    with pytest.raises(Refused, match=r"GIRYAKU-2\.9"):
        adjusted(Table(), A={"S": 1})
    scores = Table(depth="scores")
    adjusted(scores, B={"N": 3})
    assert scores.grave("B") == "NNN"
    over = middle({"1L": "O"})
    over.says("A", "place", col=1, card="O")
    with pytest.raises(Refused, match=r"GIRYAKU-9\.10"):
        adjusted(over, A={"S": 1})


@pytest.mark.clause("GIRYAKU-9.4")
def test_a_house_ruling_may_let_a_first_turn_win_stand() -> None:
    table = middle({"1L": "O"}).set("A", {"1L": "O"}, turns=1).turn()
    table.says("A", "place", col=1, card="O", waived=("9.4",))
    assert table.winner == ("A",)
