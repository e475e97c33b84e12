"""Two intruders who do not work together."""

from __future__ import annotations

from typing import Any

import pytest

from referee.scorpion import turns
from referee.scorpion.moves import PASSAGE
from referee.scorpion.state import Passage
from tests.referee.scorpion.night import Night, about, said


def rivals(ninja: str = "b2", traitor: str = "c3", guards: Any = (), **options: Any) -> Night:
    """Rivals: the Ninja's passage joins c2 and b4, the Traitor's a5 and c4."""
    night = Night(ninja, traitor, guards, players=3, **({"disputed": "on"} | options))
    return night.change(passages=(Passage("ninja", ("c2", "b4")), Passage("traitor", ("a5", "c4"))))


@pytest.mark.clause("SCORPION-30.5")
def test_neither_uses_the_others_ropes_nor_hears_of_them() -> None:
    ropes = [("a3", "a4", "ninja")]
    other = rivals("a3", "a3", ropes=ropes).may_not("30.5", "traitor", "rope_old a4")
    none = rivals("a3", "a3").may_not("30.5", "traitor", "rope_old a4")
    assert other == none
    rivals("a3", "a3", ropes=ropes).goes("ninja", "rope_old a4")


@pytest.mark.clause("SCORPION-30.5")
def test_partners_do() -> None:
    Night("a3", "a3", players=3, ropes=[("a3", "a4", "ninja")]).goes("traitor", "rope_old a4")


@pytest.mark.clause("SCORPION-30.6")
def test_each_has_a_passage_of_their_own_and_hears_nothing_of_the_others() -> None:
    other = rivals("c4").may_not("30.6", "ninja", "enter_passage")
    none = rivals("c4").change(passages=(Passage("ninja", ("c2", "b4")),)).may_not("30.6", "ninja", "enter_passage")
    assert other == none
    rivals("c2", "c4").goes("ninja", "enter_passage")
    rivals("c2", "c4").goes("traitor", "enter_passage")


@pytest.mark.clause("SCORPION-30.6", "SCORPION-25.2")
def test_an_intruder_comes_out_of_their_own_passage_only() -> None:
    night = rivals(PASSAGE).set("ninja", permitted=True)
    night.may_not("30.6", "ninja", "leave_passage a5")
    night.goes("ninja", "leave_passage b4")


@pytest.mark.clause("SCORPION-30.1", "SCORPION-30.4", "SCORPION-18.11")
def test_a_rival_is_not_told_whose_mission_was_found() -> None:
    night = rivals("a5", "a5")
    night.goes("traitor", "a4")
    assert all(n.to == "public" for n in night.searches("traitor", "a4").notices)


@pytest.mark.clause("SCORPION-30.3", "SCORPION-18.10")
def test_with_the_same_letter_both_accomplish_it() -> None:
    night = rivals("a5", "a5", missions={"ninja": "A", "traitor": "A"}, disputed_mission="note")
    for who in ("ninja", "traitor"):
        night.goes(who, "a4")
        assert about(night.searches(who, "a4"), "mission_accomplished") == {"intruder": who, "letter": "A"}


@pytest.mark.clause("SCORPION-30.7", "SCORPION-18.4")
@pytest.mark.parametrize(("option", "allowed"), [("each_2", True), ("side_2", False)])
def test_each_searches_two_zones_by_option(option: str, allowed: bool) -> None:
    night = rivals("b2", "c3", search_limit_disputed=option)
    night.goes("ninja", "a2", "a1")
    night.searches("ninja", "a2", "a1")
    night.goes("traitor", "c4", "b4")
    if allowed:
        night.searches("traitor", "c4", "b4")
    else:
        night.may_not_search("18.4", "traitor", "c4")


@pytest.mark.clause("SCORPION-30.7")
@pytest.mark.parametrize(
    ("ninja", "traitor", "winners"),
    [
        (True, True, ("ninja", "traitor")),
        (True, False, ("ninja",)),
        (False, True, ("traitor",)),
        (False, False, ("guards",)),
    ],
)
def test_each_is_judged_alone(ninja: bool, traitor: bool, winners: tuple[str, ...]) -> None:
    night = rivals().set("ninja", status="escaped", accomplished=ninja)
    night.set("traitor", status="escaped", accomplished=traitor).change(phase="ended")
    outcome = turns.result(night.state)
    assert outcome is not None
    assert (outcome.winners, outcome.clause) == (winners, "SCORPION-30.7")


@pytest.mark.clause("SCORPION-30.7", "SCORPION-28.3")
def test_by_option_they_are_judged_together() -> None:
    night = rivals(disputed_win="base").set("ninja", status="escaped", accomplished=True)
    night.set("traitor", status="escaped").change(phase="ended")
    outcome = turns.result(night.state)
    assert outcome is not None
    assert (outcome.winners, outcome.clause) == ((), "SCORPION-28.3")


@pytest.mark.clause("SCORPION-30.1", "SCORPION-9.2")
def test_neither_rival_ends_the_others_turn() -> None:
    night = rivals()
    night.goes("ninja", "b1")
    ruling = night.says("ninja", "end_intruder_phase")
    assert not ruling.notices
    assert night.state.phase == "intruders"
    assert night.refuses("9.2", "ninja", "end_intruder_phase").private
    assert night.refuses("9.2", "traitor", "end_intruder_phase").private
    night.goes("traitor", "c4", "b4")
    night.searches("traitor", "b4")
    assert "intruder_phase_ended" in said(night.says("traitor", "end_intruder_phase"))
    assert night.state.intruders_done == ()


@pytest.mark.clause("SCORPION-30.1", "SCORPION-20.2")
def test_a_rival_who_has_left_ends_nothing_and_holds_nobody_up() -> None:
    night = rivals("b1")
    night.goes("traitor")
    night.says("traitor", "end_intruder_phase")
    night.goes("ninja", "exit_map")
    night.says("traitor", "end_intruder_phase")
    assert night.state.turn == 4


@pytest.mark.clause("SCORPION-30.1", "SCORPION-9.2")
def test_partners_end_the_turn_for_both() -> None:
    night = Night(players=3)
    night.goes("ninja")
    assert night.refuses("9.2", "ninja", "end_intruder_phase").private
    night.goes("traitor")
    night.says("ninja", "end_intruder_phase")
    assert night.state.turn == 4


@pytest.mark.clause("SCORPION-30.1", "SCORPION-30.7")
def test_nobody_waits_for_a_rival_who_has_given_up_and_wins_nothing() -> None:
    night = rivals().set("traitor", noise=3)
    night.says("traitor", "concede")
    night.goes("ninja", "b1")
    night.says("ninja", "end_intruder_phase")
    assert (night.state.turn, night.one("traitor").noise) == (4, 0)
    for who in ("ninja", "traitor"):
        night.set(who, status="escaped", accomplished=True)
    outcome = turns.result(night.change(phase="ended").state)
    assert outcome is not None
    assert outcome.winners == ("ninja",)
