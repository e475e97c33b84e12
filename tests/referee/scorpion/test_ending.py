"""The end of a match and its result."""

from __future__ import annotations

from typing import Any

import pytest

from referee.core.values import Notice, Result
from referee.scorpion import turns
from referee.scorpion.contact import wound
from referee.scorpion.moves import PASSAGE
from referee.scorpion.state import State, character
from tests.referee.scorpion.night import Night, about, said


def over(ninja: tuple[str, bool], traitor: tuple[str, bool], players: int = 2, **options: Any) -> Result:
    """Return the result of an ended match: status and whether the mission is accomplished, of each."""
    night = Night(players=players, **options).change(phase="ended")
    for who, (status, accomplished) in (("ninja", ninja), ("traitor", traitor)):
        night.set(who, status=status, accomplished=accomplished)
    outcome = turns.result(night.state)
    assert outcome is not None
    return outcome


OUT, STAYS, DEAD = ("escaped", True), ("in_play", True), ("dead", False)


@pytest.mark.clause("SCORPION-28.2", "SCORPION-1.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_both_accomplished_and_out_win_for_the_intruders(players: int) -> None:
    outcome = over(OUT, OUT, players)
    assert outcome.winners == (("intruders",) if players == 2 else ("ninja", "traitor"))
    assert (outcome.reason, outcome.clause) == ("scorpion.result.intruders", "SCORPION-28.2")
    assert [(p.seat in outcome.winners, p.place) for p in outcome.ranking if p.points] == [(True, 1)] * len(
        outcome.winners
    )


@pytest.mark.clause("SCORPION-28.3")
@pytest.mark.parametrize("other", [STAYS, DEAD, ("escaped", False), ("in_play", False)])
def test_exactly_one_of_them_is_a_draw(other: tuple[str, bool]) -> None:
    for outcome in (over(OUT, other), over(other, OUT)):
        assert (outcome.winners, outcome.reason) == ((), "scorpion.result.draw")
        assert {p.place for p in outcome.ranking} == {1}


@pytest.mark.clause("SCORPION-28.4")
@pytest.mark.parametrize("state", [STAYS, DEAD, ("escaped", False), ("dead", True)])
def test_anything_else_is_the_guards(state: tuple[str, bool]) -> None:
    outcome = over(state, state, 4)
    assert outcome.winners == ("sword", "spear")
    assert (outcome.reason, outcome.clause) == ("scorpion.result.guards", "SCORPION-28.4")
    assert [p.place for p in outcome.ranking] == [1, 1, 3, 3]


@pytest.mark.clause("SCORPION-28.1")
def test_there_is_no_result_before_the_end() -> None:
    assert turns.result(Night().set("ninja", accomplished=True).state) is None


@pytest.mark.clause("SCORPION-28.1")
def test_the_match_goes_on_while_an_intruder_is_on_the_map_or_in_the_passage() -> None:
    for zone in ("b2", PASSAGE):
        night = Night(zone).set("traitor", status="escaped", zone=None)
        told: list[Notice] = []
        assert turns.end_if_over(night.state, told) is night.state
        assert not told


@pytest.mark.clause("SCORPION-28.1")
@pytest.mark.parametrize("last", ["dead", "escaped"])
def test_it_ends_when_none_is_left(last: str) -> None:
    night = Night().set("ninja", status=last, zone=None).set("traitor", status="escaped", zone=None)
    told: list[Notice] = []
    state = turns.end_if_over(night.state, told)
    assert state.phase == "ended"
    assert [n.message for n in told] == ["scorpion.ended"]
    assert told[0].params == {"winners": ["guards"], "reason": "scorpion.result.guards"}


@pytest.mark.clause("SCORPION-28.1")
@pytest.mark.parametrize(("option", "phase"), [("continue", "intruders"), ("end", "ended")])
def test_a_return_that_is_due_keeps_it_going_by_option(option: str, phase: str) -> None:
    night = Night(end_with_pending=option)
    night.set("ninja", status="due", zone=None).set("traitor", status="escaped", zone=None)
    assert turns.end_if_over(night.state, []).phase == phase


@pytest.mark.clause("SCORPION-28.1")
def test_turn_20_is_the_last() -> None:
    night = Night(turn=19)
    night.goes("ninja")
    night.goes("traitor")
    night.ends()
    assert (night.state.turn, night.state.phase) == (20, "alert")
    last = Night(turn=20)
    last.goes("ninja")
    last.goes("traitor")
    assert said(last.ends()) == ["intruder_phase_ended", "ended"]
    assert last.state.phase == "ended"


@pytest.mark.clause("SCORPION-28.4")
def test_who_concedes_has_lost_by_concession() -> None:
    night = Night().change(phase="ended", conceded="intruders")
    outcome = turns.result(night.state)
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == (("guards",), "scorpion.result.conceded_intruders")


# The worked examples of the results


@pytest.mark.clause("SCORPION-28.3", "SCORPION-28.1")
def test_example_3a_one_is_out_and_the_other_still_in_the_passage_when_turn_20_ends() -> None:
    night = Night("b1", PASSAGE, turn=20).set("ninja", accomplished=True).set("traitor", accomplished=True)
    night.goes("ninja", "exit_map")
    night.goes("traitor")
    assert about(night.ends(), "ended") == {"winners": [], "reason": "scorpion.result.draw"}


@pytest.mark.clause("SCORPION-28.3", "SCORPION-23.8")
def test_example_3b_a_mission_of_the_earlier_life_does_not_count() -> None:
    night = Night("b1", "c5", turn=12).set("ninja", accomplished=True)
    night.set("traitor", accomplished=False, life=2, mission="E")
    night.goes("ninja", "exit_map")
    assert about(night.goes("traitor", "exit_map"), "ended")["reason"] == "scorpion.result.draw"


@pytest.mark.clause("SCORPION-28.4", "SCORPION-20.6")
def test_example_3c_both_are_out_with_nothing() -> None:
    night = Night("b1", "c5")
    night.goes("ninja", "exit_map")
    assert about(night.goes("traitor", "exit_map"), "ended")["winners"] == ["guards"]


@pytest.mark.clause("SCORPION-28.1", "SCORPION-28.2")
def test_example_3d_a_return_is_due_while_the_other_is_out() -> None:
    night = Night(turn=10, wounds={"traitor": 1}, visible=["traitor"])
    night.set("ninja", status="escaped", zone=None, accomplished=True)
    state: State = wound(night.state, "traitor", "guards", [])
    assert turns.end_if_over(state, []).phase != "ended"
    assert character(state, "traitor").status == "due"
    night.state = state
    night.set("traitor", status="in_play", zone="c5", life=2, accomplished=True).goes("traitor", "exit_map")
    outcome = turns.result(night.state)
    assert outcome is not None
    assert outcome.winners == ("intruders",)
