"""Where the two sides meet: the alert, discovery, hiding, wounds and death."""

from __future__ import annotations

import pytest

from referee.core.values import Notice
from referee.scorpion import contact
from referee.scorpion.moves import PASSAGE
from referee.scorpion.state import character, figure
from tests.referee.scorpion.night import Night


def kinds(told: list[Notice]) -> list[str]:
    return [n.message.removeprefix("scorpion.") for n in told]


@pytest.mark.clause("SCORPION-8.1", "SCORPION-8.2", "SCORPION-8.3")
@pytest.mark.parametrize(
    ("before", "by", "after"),
    [(0, 1, 1), (0, 2, 2), (0, "high", 3), (2, 2, 3), (3, 1, 3), (1, "1", 2), (3, "high", 3)],
)
def test_the_alert_rises_to_high_and_no_further(before: int, by: int | str, after: int) -> None:
    told: list[Notice] = []
    state = contact.raise_alert(Night(alert=before).state, told, by, "SCORPION-8.5", "trap")
    assert state.alert == after
    assert told[0].params == {"cause": "trap", "before": before, "after": after}


@pytest.mark.clause("SCORPION-8.2")
@pytest.mark.parametrize("by", [0, "0"])
def test_nothing_is_told_of_no_raise(by: int | str) -> None:
    told: list[Notice] = []
    assert contact.raise_alert(Night().state, told, by, "SCORPION-8.5", "trap").alert == 0
    assert not told


@pytest.mark.clause("SCORPION-21.1", "SCORPION-21.2")
def test_guards_who_enter_discover_everybody_there() -> None:
    told: list[Notice] = []
    state, found = contact.guards_enter(Night("b2", "b2").state, "b2", told)
    assert found
    assert kinds(told) == ["discovered", "alert_raised"] * 2
    assert [n.params.get("intruder") for n in told if "discovered" in n.message] == ["ninja", "traitor"]
    assert all(c.visible for c in state.characters)
    assert state.alert == 3


@pytest.mark.clause("SCORPION-21.1")
def test_guards_who_enter_an_empty_zone_discover_nobody() -> None:
    told: list[Notice] = []
    night = Night("b2", "c3")
    assert contact.guards_enter(night.state, "b1", told) == (night.state, False)
    assert not told


@pytest.mark.clause("SCORPION-25.4")
def test_guards_who_enter_the_passage_discover_whoever_is_inside() -> None:
    told: list[Notice] = []
    state, found = contact.guards_enter(Night(PASSAGE).state, PASSAGE, told)
    assert found
    assert character(state, "ninja").visible


@pytest.mark.clause("SCORPION-21.5", "SCORPION-21.6")
def test_only_a_visible_intruder_gets_out_of_sight() -> None:
    told: list[Notice] = []
    night = Night(visible=["ninja"], alert=3)
    state = contact.hide(night.state, "ninja", told)
    assert contact.hide(state, "ninja", told) is state
    assert kinds(told) == ["lost_sight"]
    assert state.alert == 3


@pytest.mark.clause("SCORPION-21.7")
@pytest.mark.parametrize(("option", "visible"), [("no", True), ("yes", False)])
def test_left_alone_an_intruder_stays_visible_unless_the_table_says_otherwise(option: str, visible: bool) -> None:
    told: list[Notice] = []
    night = Night("b2", "c3", ["c3"], visible=["ninja", "traitor"], rehide_when_alone=option)
    state = contact.rehide_when_alone(night.state, told)
    assert character(state, "ninja").visible is visible
    assert character(state, "traitor").visible


@pytest.mark.clause("SCORPION-7.3", "SCORPION-7.12")
def test_a_patrol_that_loses_a_guard_goes_on_while_two_are_left() -> None:
    night = Night(guards=["c3"] * 3, patrols=[("g01", "g02", "g03")])
    state = contact.remove_guard(night.state, "g02")
    assert [p.members for p in state.patrols] == [("g01", "g03")]
    state = contact.remove_guard(state, "g01")
    assert not state.patrols
    assert figure(state, "g03") is not None


@pytest.mark.clause("SCORPION-1.2", "SCORPION-24.1")
def test_a_new_guard_takes_the_lowest_free_number_and_a_weapon_that_is_left() -> None:
    night = Night(guards=["c3"] * 10)
    state = contact.remove_guard(night.state, "g04")
    state, placed = contact.add_guard(state, "c4", "sword")
    assert (placed.id, placed.weapon, placed.zone) == ("g04", "sword", "c4")
    state, placed = contact.add_guard(state, "c4", "sword")
    assert (placed.id, placed.weapon) == ("g11", "spear")
    assert not contact.is_board_full(state)


@pytest.mark.clause("SCORPION-22.9", "SCORPION-22.10", "SCORPION-22.11")
@pytest.mark.parametrize(("who", "deadly"), [("ninja", 3), ("traitor", 2)])
def test_the_ninja_dies_of_three_wounds_and_the_traitor_of_two(who: str, deadly: int) -> None:
    told: list[Notice] = []
    state = Night(visible=["ninja", "traitor"]).state
    for n in range(1, deadly + 1):
        assert character(state, who).status == "in_play"
        state = contact.wound(state, who, "guards", told)
        assert told[n - 1].params == {"intruder": who, "wounds": n}
    assert kinds(told)[-1] == "died"
    assert (character(state, who).status, character(state, who).zone) == ("due", None)


@pytest.mark.clause("SCORPION-22.12")
def test_wound_cards_of_the_dead_go_to_the_discard_pile() -> None:
    night = Night(wounds={"traitor": 1}, visible=["traitor"])
    state = contact.wound(night.state, "traitor", "guards", [])
    assert state.stocks[0].discard == ("kenjutsu", "kenjutsu")


@pytest.mark.clause("SCORPION-23.1", "SCORPION-23.2", "SCORPION-23.13")
@pytest.mark.parametrize(
    ("turn", "life", "status"), [(1, 1, "due"), (10, 1, "due"), (11, 1, "dead"), (10, 2, "dead"), (20, 1, "dead")]
)
def test_only_the_first_death_in_the_first_ten_turns_was_a_decoys(turn: int, life: int, status: str) -> None:
    told: list[Notice] = []
    night = Night(turn=turn, wounds={"traitor": 1}).set("traitor", life=life)
    state = contact.wound(night.state, "traitor", "guards", told)
    assert character(state, "traitor").status == status
    assert told[-1].params == {"intruder": "traitor", "returns": status == "due"}
