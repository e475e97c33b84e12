"""Ropes: over one wall, with a card or where one hangs, and then no further."""

from __future__ import annotations

import pytest

from referee.scorpion.state import Rope
from tests.referee.scorpion.night import Night, about, said


@pytest.mark.clause("SCORPION-17.6", "SCORPION-D7")
def test_a_rope_card_leads_over_one_wall_and_leaves_a_rope() -> None:
    night = Night("a3", turn=5)
    ruling = night.goes("ninja", "rope_new a4")
    assert night.state.ropes == (Rope("a3", "a4", "ninja", 5),)
    assert (night.one("ninja").zone, night.one("ninja").noise, night.one("ninja").hand_size) == ("a4", 1, 7)
    assert said(ruling) == ["card_played"]
    assert about(ruling, "card_played") == {"intruder": "ninja", "card": "rope"}


@pytest.mark.clause("SCORPION-17.6")
def test_a_rope_needs_a_wall_and_a_card() -> None:
    Night().may_not("17.6", "ninja", "rope_new a2")
    Night().may_not("17.6", "ninja", "rope_new c4")
    Night("a3", hands={"ninja": ["shuriken"]}).may_not("17.6", "ninja", "rope_new a4")


@pytest.mark.clause("SCORPION-17.7", "SCORPION-27.1")
@pytest.mark.parametrize("how", ["rope_new", "rope_old"])
def test_behind_the_wall_the_move_ends(how: str) -> None:
    night = Night("a3", ropes=[("a3", "a4", "ninja")])
    night.may_not("17.7", "ninja", f"{how} a4", "a5")
    night.goes("ninja", f"{how} a4")


@pytest.mark.clause("SCORPION-17.7")
def test_a_rope_may_be_the_last_of_three_steps() -> None:
    night = Night("a4")
    night.goes("ninja", "a5", "b5", "rope_new c5")
    assert night.one("ninja").zone == "c5"


@pytest.mark.clause("SCORPION-17.8")
@pytest.mark.parametrize(("start", "to"), [("b3", "b4"), ("b4", "b3")])
@pytest.mark.parametrize("who", ["ninja", "traitor"])
def test_either_intruder_uses_a_rope_either_way_without_a_card(who: str, start: str, to: str) -> None:
    night = Night(start, start, ropes=[("b3", "b4", "ninja")])
    ruling = night.goes(who, f"rope_old {to}")
    assert (night.one(who).zone, night.one(who).hand_size) == (to, 8 if who == "ninja" else 7)
    assert not ruling.notices


@pytest.mark.clause("SCORPION-17.8")
def test_without_a_rope_there_no_wall_is_crossed() -> None:
    Night("b3", ropes=[("a3", "a4", "ninja")]).may_not("17.8", "ninja", "rope_old b4")
    Night("b3").may_not("17.8", "ninja", "rope_old b4")


@pytest.mark.clause("SCORPION-17.8")
@pytest.mark.parametrize(("option", "allowed"), [("yes", True), ("no", False)])
def test_the_partner_may_follow_over_a_rope_in_the_same_turn_by_option(option: str, allowed: bool) -> None:
    night = Night("a3", "a3", rope_same_turn=option)
    night.goes("ninja", "rope_new a4")
    if allowed:
        night.goes("traitor", "rope_old a4")
        assert night.one("traitor").zone == "a4"
    else:
        night.may_not("17.8", "traitor", "rope_old a4")
        night.change(turn=4).set("traitor", locked=False).goes("traitor", "rope_old a4")


@pytest.mark.clause("SCORPION-17.6", "SCORPION-26.2")
def test_a_real_rope_and_a_bluff_are_told_in_the_same_words() -> None:
    real = Night("a3").goes("ninja", "rope_new a4")
    thrown = Night("b2").goes("ninja", "bluff rope")
    assert real.notices == thrown.notices
    assert (real.clause, real.reason, real.told) == (thrown.clause, thrown.reason, thrown.told)


@pytest.mark.clause("SCORPION-17.6")
def test_each_wall_takes_its_own_card() -> None:
    night = Night("a3", "a3", hands={"ninja": ["rope"]})
    night.goes("ninja", "rope_new a4")
    night.change(turn=4).set("ninja", locked=False)
    night.may_not("17.6", "ninja", "a5", "b5", "rope_new c5")
    night.goes("ninja", "rope_old a3")


@pytest.mark.clause("SCORPION-17.6", "SCORPION-31.6")
def test_a_rope_does_not_tell_from_which_side_it_was_hung() -> None:
    there = Night("a3", turn=5).goes("ninja", "rope_new a4").state
    back = Night("a4", turn=5).goes("ninja", "rope_new a3").state
    assert there.ropes == back.ropes
