"""Leaving the map."""

from __future__ import annotations

import pytest

from referee.scorpion.parts import Splitting
from tests.referee.scorpion.night import Night, about, said


@pytest.mark.clause("SCORPION-20.1", "SCORPION-D7")
def test_leaving_costs_one_zone_from_the_edge_and_ends_the_move() -> None:
    night = Night("b2")
    night.may_not("20.2", "ninja", "b1", "exit_map", "b1")
    night.goes("ninja", "b1", "exit_map")
    one = night.one("ninja")
    assert (one.status, one.zone, one.noise) == ("escaped", None, 0)
    assert (one.walks[-1].zones, one.walks[-1].steps) == (("b2", "b1"), 2)


@pytest.mark.clause("SCORPION-20.1", "SCORPION-17.1")
def test_not_from_elsewhere_and_not_as_a_fourth_zone() -> None:
    Night("b2").may_not("20.1", "ninja", "exit_map")
    Night("b2").may_not("17.1", "ninja", "a2", "b2", "b1", "exit_map")
    Night("b2").goes("ninja", "a2", "a1", "exit_map")


@pytest.mark.clause("SCORPION-20.2")
def test_nobody_comes_back() -> None:
    night = Night("b1")
    night.goes("ninja", "exit_map")
    night.may_not("20.2", "ninja", "b1")
    night.may_not_search("20.2", "ninja", "b1")
    Night("b1").may_not("20.2", "ninja", "exit_map", "bluff rope")


@pytest.mark.clause("SCORPION-20.2")
def test_in_a_list_of_both_a_card_of_one_who_has_left_is_refused() -> None:
    steps = [
        {"do": "exit_map", "intruder": "ninja"},
        {"do": "walk", "to": "c2", "intruder": "traitor"},
        {"do": "bluff", "card": "rope", "intruder": "ninja"},
    ]
    assert Night("b1").refuses("20.2", "intruders", "lock_path", steps=steps).private


@pytest.mark.clause("SCORPION-20.3")
@pytest.mark.parametrize("start", ["a1", "b1", "c5"])
def test_everybody_hears_who_but_not_from_where(start: str) -> None:
    ruling = Night(start).goes("ninja", "exit_map")
    assert said(ruling) == ["escaped"]
    assert about(ruling, "escaped") == {"intruder": "ninja"}
    assert ruling.told


@pytest.mark.clause("SCORPION-20.4")
def test_wound_cards_of_whoever_escapes_go_to_the_discard_pile() -> None:
    night = Night("b1", wounds={"ninja": 2})
    night.goes("ninja", "exit_map")
    assert night.one("ninja").wounds == ()
    assert night.state.stocks[0].discard == ("kenjutsu", "kenjutsu")


@pytest.mark.clause("SCORPION-20.5")
def test_two_guard_players_say_whose_pile_gets_them() -> None:
    night = Night("b1", wounds={"ninja": 2}, players=4)
    night.goes("ninja", "exit_map")
    assert night.state.pending == (Splitting(("sword", "sword")),)
    assert not any(s.discard for s in night.state.stocks)
    unhurt = Night("b1", players=4)
    unhurt.goes("ninja", "exit_map")
    assert not unhurt.state.pending


@pytest.mark.clause("SCORPION-20.6")
def test_an_intruder_may_leave_without_the_mission() -> None:
    night = Night("b1")
    night.goes("ninja", "exit_map")
    assert not night.one("ninja").accomplished


@pytest.mark.clause("SCORPION-28.1")
def test_the_last_to_leave_ends_the_match() -> None:
    night = Night("b1", "c5")
    assert "ended" not in said(night.goes("ninja", "exit_map"))
    assert said(night.goes("traitor", "exit_map")) == ["escaped", "ended"]
    assert night.state.phase == "ended"


@pytest.mark.clause("SCORPION-28.1")
def test_both_leave_in_one_list() -> None:
    night = Night("b1", "c5")
    assert said(night.both(("ninja", "exit_map"), ("traitor", "exit_map"))) == ["escaped", "escaped", "ended"]


@pytest.mark.clause("SCORPION-28.1", "SCORPION-18.3")
def test_where_one_may_search_from_outside_the_end_waits_for_it() -> None:
    night = Night("a1", "c5", search_after_escape="yes", missions={"ninja": "D", "traitor": "A"})
    night.set("traitor", status="dead", zone=None)
    assert said(night.goes("ninja", "exit_map")) == ["escaped"]
    assert said(night.searches("ninja", "a1"))[-2:] == ["mission_accomplished", "ended"]
    idle = Night("a1", "c5", search_after_escape="yes")
    idle.set("traitor", status="dead", zone=None).goes("ninja", "exit_map")
    assert said(idle.ends())[-1] == "ended"


@pytest.mark.clause("SCORPION-9.2", "SCORPION-20.2")
def test_the_phase_ends_without_whoever_has_left() -> None:
    night = Night("b1")
    night.goes("ninja", "exit_map")
    night.goes("traitor")
    night.ends()
    night.change(phase="intruders", pending=()).goes("traitor")
    night.ends()
    assert night.state.turn == 5
