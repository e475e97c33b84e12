"""What was once known wrongly, one small match for each kind, held against all worlds after every declaration."""

from __future__ import annotations

import pytest

from referee.scorpion.state import Marks
from tests.referee.scorpion.knowledge.boards import board
from tests.referee.scorpion.knowledge.told_matches import Told, bluff

ROW = board("row", "a:e b: c: d: e:p z:o", "a-b b-c c-d d-e")
"""Five zones in a row, with one start."""
BRIDGE = board("bridge", "a:e g:p b: t:eo", "a-g g-b", wall="b-t")
STAR = board("star", "a:e g:p m:A q:", "a-g a-m a-q")
HALL = board("hall", "a:eo h:eA e:p", "a-h", wall="h-e")


@pytest.mark.clause("METSUKE-3.1")
def test_what_is_set_by_hand_amid_a_phase_tells_of_nothing_before() -> None:
    match = Told(ROW, "e", starts={"ninja": "a", "lone": "ninja"}, lone_wolf="on", gm="active").to_intruders()
    match.goes("ninja", "b").by_hand(moved={"g01": "b"}).says("intruders", "end_intruder_phase")
    assert match.shows("ninja") == {"a", "b", "c", "d"}
    match.held()


@pytest.mark.clause("SCORPION-6.7")
def test_a_list_is_interrupted_only_by_whoever_can_act_in_it_unseen() -> None:
    match = Told(BRIDGE, "g", starts={"ninja": "a", "traitor": "t"}).to_intruders()
    match.goes("traitor", {"do": "exit_map"}).goes("ninja", "g")
    match.says("intruders", "play_intruder_card", intruder="ninja", card="kenjutsu1", guards=["g01"])
    match.says("intruders", "end_intruder_phase")
    assert match.shows("ninja") == {"g"}
    match.held()


@pytest.mark.clause("SCORPION-31.2")
def test_a_card_may_be_thrown_in_the_step_that_enters_the_missions_zone() -> None:
    options = {"alert_on_mission": "1", "alert_on_mission_when": "entered", "lone_wolf": "on"}
    laid = Marks((("A", "m"),))
    match = Told(STAR, "g", starts={"ninja": "a", "lone": "ninja", "missions": "A"}, marks=laid, **options)
    match.to_intruders().goes("ninja", "g", "a", "m", bluff("rope")).says("intruders", "end_intruder_phase")
    assert match.known().places("ninja") == {("m", 3)}
    match.held()


@pytest.mark.clause("SCORPION-19.6")
def test_what_comes_out_amid_a_phase_has_seen_whoever_was_there() -> None:
    starts = {"ninja": "h", "traitor": "a"}
    match = Told(HALL, "e", 4, starts=starts, marks=Marks(hidden=("h",))).to_intruders()
    match.goes("ninja", "a", "h", "a", seat="ninja")
    match.says("ninja", "declare_searches", searches=[{"intruder": "ninja", "zone": "h"}])
    match.says("ninja", "answer_hidden_sentry", use="none").says("sword", "place_hidden_sentry", weapon="sword")
    match.goes("traitor", "h", seat="traitor")
    assert match.known().places("traitor") == {("h", 1)}
    match.says("traitor", "end_intruder_phase")
    match.held()


@pytest.mark.clause("SCORPION-6.5", "SCORPION-29.3")
def test_whoever_is_seen_as_only_one_of_the_two_can_be_is_that_one() -> None:
    lone = board("lone", "a:eop b:", "a-b")
    options = {"lone_wolf": "hidden", "ninja_start_guarded": "hidden"}
    match = Told(lone, "a", starts={"traitor": "a", "lone": "traitor"}, **options)
    assert match.shows("intruder") == {"a"}
    assert all(case.places(0) == match.known().ground.gone for case in match.known().cases)
    match.held()


@pytest.mark.clause("SCORPION-30.1")
def test_a_rival_who_has_given_up_knows_where_the_own_intruder_waits() -> None:
    match = Told(ROW, "e", 3, starts={"ninja": "a", "traitor": "z"}, disputed="on").to_intruders()
    match.goes("ninja", "b", seat="ninja").goes("traitor", seat="traitor")
    match.says("ninja", "end_intruder_phase").says("traitor", "end_intruder_phase")
    match.says("ninja", "concede").to_intruders()
    match.goes("traitor", seat="traitor").says("traitor", "end_intruder_phase")
    assert match.shows("ninja", "ninja") == {"b"}
    match.held()


@pytest.mark.clause("METSUKE-3.1")
def test_a_partner_knows_where_both_are_whatever_is_set_by_hand() -> None:
    match = Told(ROW, "e", 3, starts={"ninja": "a", "traitor": "z"}, gm="active").to_intruders()
    match.goes("ninja", "b", "c", seat="ninja").by_hand(moved={"g01": "b"}).by_hand(alert=2)
    assert (match.shows("ninja", "traitor"), match.shows("traitor", "traitor")) == ({"c"}, {"z"})
    match.goes("traitor", seat="traitor").says("traitor", "end_intruder_phase")
    assert match.known("traitor").pairs() == {(("c", 2), ("z", 0))}
    match.held()
