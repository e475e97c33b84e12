"""Placing scrolls, and turning them (SCROLL-5)."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from referee.scroll_trick.ranking import due
from tests.referee.scroll_trick.table import Table, at, turning


def placing(count: int = 3) -> Table:
    return Table(count).dealt().trump().opened()


@pytest.mark.clause("SCROLL-5.1")
def test_one_scroll_lies_on_each_open_card() -> None:
    table = placing()
    for scrolls in (
        {"A 1": 3, "B 1": 1},
        {"A 1": 3, "B 1": 1, "D 1": -1},
        {"A 1": 3, "B 1": 1, "A 2": -1},
        {},
    ):
        table.refuses("5.1", "ann", "place_scrolls", scrolls=scrolls)
    table.says("ben", "place_scrolls")
    assert [[laid.tile for laid in s.cards] for s in table.view().seats] == [[False] * 3, [True] * 3, [False] * 3]
    table.refuses("5.1", "ben", "place_scrolls")
    table.refuses("5.1", "ann", "play_card", card="A 1")
    table.says("ann", "place_scrolls", scrolls={"A 1": 3, "B 1": 1, "C 1": -1})
    table.says("cem", "place_scrolls")
    assert table.state.phase == "trick"
    table.refuses("5.1", "cem", "place_scrolls")


@pytest.mark.clause("SCROLL-5.2")
def test_values_are_known_to_their_owner_alone() -> None:
    table = placing()
    ruling = table.says("ann", "place_scrolls", scrolls={"A 1": 3, "B 1": 1, "C 1": -1})
    assert [n.to for n in ruling.notices if "values" in n.params] == [("ann",)]
    assert [laid.value for laid in table.seat("ann").cards] == [None] * 3
    assert [(s.card, s.value) for s in table.view("ann").private[0].scrolls] == [("A 1", 3), ("B 1", 1), ("C 1", -1)]
    assert table.view("ben").private[0].scrolls == ()
    assert table.seat("ann").noted
    table.refuses("5.2", "table", "place_scrolls", scrolls={"A 2": 3, "B 2": 1, "C 2": -1})
    with pytest.raises(ValidationError):
        table.judge("ben", "place_scrolls", scrolls={"A 2": 3, "B 2": 1, "C 2": -1}, face_up=True)


@pytest.mark.clause("SCROLL-5.2")
def test_what_was_noted_wrongly_is_given_up() -> None:
    table = placing()
    table.refuses("5.2", "ann", "withdraw_entry", what="scrolls")
    table.placed({"ann": "3 1 -1"})
    table.says("ann", "play_card", card="A 1")
    table.says("ann", "withdraw_entry", what="scrolls")
    assert table.view("ann").private[0].scrolls == ()
    assert not table.seat("ann").noted
    table.says("ben", "play_card", card="A 2")
    table.says("cem", "play_card", card="A 3")
    told = table.takes(ann=-1)
    assert not [n for n in told.notices if "finding" in n.message]


@pytest.mark.clause("SCROLL-5.3")
def test_in_round_1_the_set_is_laid() -> None:
    table = placing()
    refused = table.refuses("5.3", "ann", "place_scrolls", scrolls={"A 1": 3, "B 1": 3, "C 1": -1})
    assert refused.private
    table.says("ann", "place_scrolls", scrolls={"A 1": -1, "B 1": 3, "C 1": 1})


@pytest.mark.clause("SCROLL-5.3")
def test_later_what_was_drawn_is_laid() -> None:
    table = at("between", 1)
    while any(not p.drawn for p in table.state.players):
        seat = next(p.seat for p in table.state.players if not p.drawn)
        table.says(seat, "draw_scrolls", values=[5, 7, -3])
    assert table.view("p1").private[0].held == (5, 7, -3)
    table.says("table", "give_marker", player=table.view().lowest[0])
    table.dealt().trump().opened()
    assert table.refuses("5.3", "p1", "place_scrolls", scrolls={"A 1": 5, "B 1": 7, "C 1": 3}).private
    table.says("p1", "place_scrolls", scrolls={"A 1": -3, "B 1": 7, "C 1": 5})
    assert table.view("p1").private[0].held is None


@pytest.mark.clause("SCROLL-5.3")
def test_a_captured_scroll_of_round_1_is_of_its_owners_set() -> None:
    table = Table().contest()
    table.plays("A1 A2 A3")
    table.refuses("5.3", "ann", "take_trick", player="cem", values={"ann": 5, "ben": 3, "cem": 1})
    table.says("ann", "take_trick", player="cem", values={"ann": 3, "ben": 3, "cem": 1})
    table.plays("C3 C1 C2")
    table.refuses("5.3", "ann", "take_trick", player="cem", values={"ann": 3, "ben": 1, "cem": 3})
    table.says("ann", "take_trick", player="cem", values={"ann": 1, "ben": 1, "cem": 3})
    table.plays("B3 B1 B2")
    table.says("ann", "take_trick", player="cem")
    assert table.seat("cem").captured == (3, 3, 1, 3, 1, 1, -1, -1, -1)


@pytest.mark.clause("SCROLL-5.4")
def test_in_round_1_nobody_turns() -> None:
    table = Table().contest()
    assert set(due(table.state).values()) == {0}
    table.refuses("5.4", "ann", "turn_scroll", card="A 1", value=3)
    placing().refuses("5.4", "ann", "turn_scroll", card="A 1", value=3)


@pytest.mark.clause("SCROLL-5.5", "SCROLL-5.9")
def test_in_round_2_the_highest_turns_one() -> None:
    table = turning(2, points="3 1/3 3/-1 1")
    table.refuses("5.9", "p2", "turn_scroll", card="A 2", value=5)
    table.placed()
    assert [s.due for s in table.view().seats] == [0, 1, 0]
    table.refuses("5.9", "p1", "turn_scroll", card="A 1", value=5)
    table.refuses("5.9", "p3", "play_card", card="A 3")
    table.refuses("5.9", "p1", "turn_scroll", card="A 2", value=5, player="p2")
    for nothing in ("A 1", "D 7"):
        table.refuses("5.9", "p2", "turn_scroll", card=nothing, value=5)
    table.refuses("5.9", "p2", "turn_scroll", card="B 2")
    table.says("p2", "turn_scroll", card="B 2", value=5)
    assert [laid.value for laid in table.seat("p2").cards] == [None, 5, None]
    assert table.state.phase == "trick"
    table.refuses("5.9", "p2", "turn_scroll", card="A 2", value=5)


@pytest.mark.clause("SCROLL-5.6", "SCROLL-5.7", "SCROLL-5.9")
def test_in_round_3_the_highest_turns_two_and_the_next_one() -> None:
    table = turning(3, points="10/5/1").placed()
    assert [s.due for s in table.view().seats] == [2, 1, 0]
    few = table.refuses("5.9", "p1", "turn_scroll", card="A 1", value=1)
    assert (few.reason, few.params) == ("scroll_trick.turn_together", {"seat": "p1", "count": 2, "named": 1})
    table.refuses("5.9", "p1", "turn_scroll", card=["A 1", "B 1", "C 1"], value=[1, 1, 1])
    table.refuses("5.9", "p1", "turn_scroll", card=["A 1", "A 1"], value=[1, 1])
    table.refuses("5.9", "p1", "turn_scroll", card=["A 1", "C 1"], value=[1])
    table.refuses("5.9", "p1", "turn_scroll", card=["A 1", "C 1"])
    table.refuses("5.9", "p1", "turn_scroll", card=["A 1", "D 7"], value=[1, 1])
    table.refuses("5.9", "p2", "turn_scroll", card=[])
    table.says("p2", "turn_scroll", card="A 2", value=1)
    table.refuses("5.9", "p2", "turn_scroll", card="B 2", value=1)
    table.refuses("5.9", "p3", "turn_scroll", card="A 3", value=1)
    told = table.says("p1", "turn_scroll", card=["A 1", "C 1"], value=[1, 3])
    turned = [(n.params["card"], n.params["value"]) for n in told.notices if n.message == "scroll_trick.turned"]
    assert turned == [("A 1", 1), ("C 1", 3)]
    assert [laid.value for laid in table.seat("p1").cards] == [1, None, 3]
    assert table.state.phase == "trick"


@pytest.mark.clause("SCROLL-5.9", "SCROLL-5.6")
def test_a_house_ruling_may_let_one_of_two_be_turned_first() -> None:
    table = turning(3, points="10/5/1").placed()
    table.says("p1", "turn_scroll", ("5.9",), card="A 1", value=1)
    table.refuses("5.9", "p1", "turn_scroll", card=["B 1", "C 1"], value=[1, 3])
    table.says("p1", "turn_scroll", card="C 1", value=3)
    assert [laid.value for laid in table.seat("p1").cards] == [1, None, 3]


@pytest.mark.clause("SCROLL-5.9")
def test_two_noted_scrolls_are_turned_as_noted() -> None:
    table = turning(3, points="10/5/1").placed({"p1": "5 7 -3"})
    assert table.refuses("5.3", "p1", "turn_scroll", card=["A 1", "B 1"], value=[5, 5]).private
    table.says("p1", "turn_scroll", card=["C 1", "A 1"])
    assert [laid.value for laid in table.seat("p1").cards] == [5, None, -3]


@pytest.mark.clause("SCROLL-5.9", "SCROLL-2.5")
def test_scrolls_turned_together_are_all_in_the_box() -> None:
    box = {10: 1, 7: 1, 5: 9, 3: 8, 1: 8, -1: 8, -3: 5, -5: 5}
    table = turning(3, points="1 1 1/1/-1", tile_counts=box).placed()
    left = 1 - next(row.seen for row in table.view().supply if row.value == 10)
    assert left == 1
    table.refuses("2.5", "p1", "turn_scroll", card=["A 1", "B 1"], value=[10, 10])
    assert [laid.value for laid in table.seat("p1").cards] == [None] * 3
    table.says("p1", "turn_scroll", card=["A 1", "B 1"], value=[10, 7])


@pytest.mark.clause("SCROLL-5.8")
@pytest.mark.parametrize(
    ("points", "dense", "skip"),
    [
        ("7 7/3/7 7/1/3", (2, 1, 2, 0, 1), (2, 0, 2, 0, 0)),
        ("10/7/7/3/1", (2, 1, 1, 0, 0), (2, 1, 1, 0, 0)),
        ("5/5/5/5/5", (2, 2, 2, 2, 2), (2, 2, 2, 2, 2)),
        ("-1/-5/-3/-3/-5", (2, 0, 1, 1, 0), (2, 0, 1, 1, 0)),
    ],
)
def test_equals_all_turn(points: str, dense: tuple[int, ...], skip: tuple[int, ...]) -> None:
    for option, turns in (("dense", dense), ("skip", skip)):
        table = turning(3, 5, points, rank_ties_round3=option).placed()
        assert tuple(s.due for s in table.view().seats) == turns


@pytest.mark.clause("SCROLL-5.8")
def test_in_round_2_all_who_are_highest_turn_one() -> None:
    table = turning(2, points="3/3/1").placed()
    assert [s.due for s in table.view().seats] == [1, 1, 0]
    told = turning(2, points="3/3/3").placed()
    assert [s.due for s in told.view().seats] == [1, 1, 1]


@pytest.mark.clause("SCROLL-5.9")
def test_a_noted_scroll_is_turned_as_noted_and_a_turned_one_stays_on_its_card() -> None:
    table = turning(2, points="3/1/1").placed({"p1": "5 7 -3"})
    refused = table.refuses("5.3", "p1", "turn_scroll", card="B 1", value=3)
    assert (refused.private, refused.reason) == (True, "scroll_trick.noted_otherwise")
    table.says("p1", "turn_scroll", card="B 1")
    assert [(laid.card, laid.value) for laid in table.seat("p1").cards][1] == ("B 1", 7)
    again = turning(2, points="3/1/1").placed({"p1": "5 7 -3"})
    again.says("p1", "withdraw_entry", what="scrolls")
    again.says("p1", "turn_scroll", card="B 1", value=3)


@pytest.mark.clause("SCROLL-5.10")
def test_scrolls_on_the_table_and_of_this_round_do_not_count_for_turning() -> None:
    table = turning(2, points="3/1/1").placed()
    table.says("p1", "turn_scroll", card="A 1", value=10)
    while table.state.phase == "trick":
        seat = table.view().active
        own = [laid.card for laid in table.seat(seat).cards]
        kind = table.view().now.kind
        table.says(seat, "play_card", card=next((c for c in own if c[0] == kind), own[0]))
    table.takes()
    assert [s.due for s in table.view().seats] == [1, 0, 0]
    assert sum(s.points for s in table.view().seats) != 5
