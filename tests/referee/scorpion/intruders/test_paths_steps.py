"""The secret move, step by step: how far, over which borders, and where it stops."""

from __future__ import annotations

from typing import Any

import pytest

from referee.scorpion import MOVE
from referee.scorpion.state import Walk
from tests.referee.scorpion.evenings import match_at
from tests.referee.scorpion.night import Night, about, items, said
from tests.referee.scorpion.table import Table


@pytest.mark.clause("SCORPION-16.1", "SCORPION-9.3")
def test_either_intruder_moves_first() -> None:
    for first, second in (("ninja", "traitor"), ("traitor", "ninja")):
        night = Night()
        night.goes(first)
        night.goes(second)
        night.ends()
        assert night.state.turn == 4


@pytest.mark.clause("SCORPION-9.3")
def test_only_an_intruders_own_player_moves_them() -> None:
    night = Night(players=3)
    for seat in ("guards", "traitor"):
        assert night.refuses("9.3", seat, "lock_path", intruder="ninja").private
    night.refuses("2.3", "somebody", "lock_path", intruder="ninja")


@pytest.mark.clause("SCORPION-9.2")
@pytest.mark.parametrize("phase", ["setup", "start", "alert", "cards", "patrol"])
def test_no_path_is_locked_in_another_phase(phase: str) -> None:
    Night().change(phase=phase).may_not("9.2", "ninja", "b1")


@pytest.mark.clause("SCORPION-28.1")
def test_after_the_end_nothing_is_declared() -> None:
    night = Night().change(phase="ended")
    night.refuses("28.1", "intruders", "lock_path", intruder="ninja")
    night.refuses("28.1", "intruders", "end_intruder_phase")


@pytest.mark.clause("SCORPION-17.1")
@pytest.mark.parametrize("path", [(), ("b1",), ("c2", "c3"), ("c2", "c3", "c4")])
def test_up_to_three_zones_are_moved_and_make_as_much_noise(path: tuple[str, ...]) -> None:
    night = Night()
    night.goes("ninja", *path)
    assert (night.one("ninja").zone, night.one("ninja").noise) == (("b2", *path)[-1], len(path))


@pytest.mark.clause("SCORPION-17.1")
def test_a_fourth_zone_is_refused() -> None:
    Night().may_not("17.1", "ninja", "c2", "c3", "c4", "c5")


@pytest.mark.clause("SCORPION-17.1")
def test_a_path_far_too_long_is_unreadable_or_refused_at_its_fourth_step() -> None:
    Night().may_not("17.1", "ninja", *["b1", "b2"] * 30)
    with pytest.raises(ValueError, match="steps"):
        MOVE.validate_python({"type": "lock_path", "intruder": "ninja", "steps": items(["b1"] * 10_000)})


@pytest.mark.clause("SCORPION-17.2", "SCORPION-D3")
def test_a_walk_is_recorded_with_turn_zones_and_steps() -> None:
    night = Night(turn=7)
    night.goes("ninja", "b1", "b2", "b1")
    assert night.one("ninja").walks == (Walk(7, ("b2", "b1", "b2", "b1"), 3),)
    assert night.one("ninja").noise == 3


@pytest.mark.clause("SCORPION-17.2")
def test_nothing_of_a_walk_is_told() -> None:
    ruling = Night().goes("ninja", "c2", "c3", "c4")
    assert not ruling.notices
    assert (ruling.clause, dict(ruling.params)) == ("SCORPION-17.2", {})
    assert not ruling.told


@pytest.mark.clause("SCORPION-17.3", "SCORPION-D7")
def test_steps_follow_plain_borders_only() -> None:
    Night().goes("ninja", "a2")
    Night().may_not("17.3", "ninja", "c4")
    assert Night().may_not("17.3", "ninja", "c3").reason == "scorpion.not_beside"
    assert Night("a3").may_not("17.3", "ninja", "a4").reason == "scorpion.wall_needs_rope"
    assert Night("b5").may_not("17.3", "ninja", "c5").reason == "scorpion.wall_needs_rope"
    Night().may_not("17.3", "ninja", "b2")


@pytest.mark.clause("SCORPION-1.6", "SCORPION-17.3")
def test_a_step_names_a_zone_of_the_board() -> None:
    for to in ("z9", "outside", "passage"):
        Night().may_not("1.6", "ninja", f"walk {to}")
    Night().may_not("17.3", "ninja", {"do": "walk"})


@pytest.mark.clause("SCORPION-17.5", "SCORPION-27.1")
def test_a_moat_ends_the_move() -> None:
    night = Night()
    night.goes("ninja", "a2", "a3")
    assert night.one("ninja").noise == 2
    Night().may_not("17.5", "ninja", "b3", "b2")
    Night().may_not("17.5", "ninja", "b3", "a3")


@pytest.mark.clause("SCORPION-17.5")
def test_from_a_moat_the_next_turn_leads_one_zone_of_moat_further() -> None:
    night = Night("b3", turn=4)
    night.goes("ninja", "a3")
    assert night.one("ninja").zone == "a3"


@pytest.mark.clause("SCORPION-17.5", "SCORPION-27.1")
def test_rope_and_moat_do_not_go_into_one_turn() -> None:
    Night().may_not("17.5", "ninja", "b3", "rope_new b4")


@pytest.mark.clause("SCORPION-17.9")
def test_intruders_share_a_zone() -> None:
    night = Night("b2", "c3")
    night.goes("ninja", "c2")
    night.goes("traitor", "c2")
    assert night.one("ninja").zone == night.one("traitor").zone == "c2"


@pytest.mark.clause("SCORPION-17.10", "SCORPION-18.3")
def test_a_locked_path_is_not_resumed() -> None:
    night = Night()
    night.goes("ninja", "b1")
    night.may_not("17.10", "ninja", "b2")
    night.goes("traitor")
    assert night.refuses("17.10", "intruders", "lock_path").private


@pytest.mark.clause("SCORPION-6.7")
def test_one_player_of_both_interleaves_their_steps() -> None:
    night = Night("b2", "b2", ["c2"])
    ruling = night.both(("traitor", "c2"), ("traitor", "kenjutsu1 g01"), ("ninja", "c2"), ("ninja", "c3"))
    assert said(ruling) == ["card_played", "guard_killed", "alert_raised"]
    assert [c.noise for c in night.state.characters] == [2, 1]
    assert all(c.locked for c in night.state.characters)


@pytest.mark.clause("SCORPION-6.7")
def test_in_a_list_of_both_each_step_names_its_intruder() -> None:
    night = Night()
    assert night.refuses("6.7", "intruders", "lock_path", steps=items(["c2"])).private
    night.goes("ninja", "c2")
    night.says("intruders", "lock_path", steps=items(["c4"]))
    assert night.one("traitor").zone == "c4"


@pytest.mark.clause("SCORPION-17.10", "SCORPION-6.7")
def test_a_step_of_another_than_the_paths_intruder_is_refused() -> None:
    steps = [{"do": "walk", "to": "c4", "intruder": "traitor"}]
    assert Night().refuses("17.10", "intruders", "lock_path", intruder="ninja", steps=steps).private
    assert Night(players=3).refuses("17.10", "ninja", "lock_path", steps=steps).private


@pytest.mark.clause("SCORPION-16.2", "SCORPION-18.8")
def test_a_path_that_fails_at_its_end_changes_and_tells_nothing() -> None:
    night = Night("b2", "c3", ["b1"])
    night.may_not("17.3", "ninja", "b1", "kenjutsu2 g01", "c3")
    night.may_not("22.3", "ninja", "b1", "kenjutsu2 g01", "b2", "kenjutsu1 g01")
    assert not night.state.record
    assert night.one("ninja").hand_size == 8


@pytest.mark.clause("SCORPION-17.4")
def test_a_guarded_zone_may_be_crossed_though_the_intruder_is_seen_there() -> None:
    night = Night("b2", "c3", ["c2"])
    ruling = night.goes("ninja", "c2", "c1")
    assert said(ruling) == ["discovered", "alert_raised", "lost_sight"]
    assert about(ruling, "discovered") == {"intruder": "ninja", "zone": "c2"}
    assert about(ruling, "lost_sight") == {"intruder": "ninja"}
    assert (night.one("ninja").zone, night.one("ninja").visible) == ("c1", False)


@pytest.mark.clause("SCORPION-19.3", "SCORPION-9.2")
def test_an_open_question_is_answered_before_the_next_path() -> None:
    night = Night("b2")
    night.goes("ninja", "c2")
    night.searches("ninja", "c2")
    night.may_not("19.3", "traitor", "c2")


@pytest.mark.clause("SCORPION-17.1")
def test_the_phase_ends_once_all_in_play_have_locked_a_path() -> None:
    night = Night()
    night.goes("ninja", "b1")
    assert night.refuses("9.2", "intruders", "end_intruder_phase").private
    night.goes("traitor")
    night.ends()
    assert night.state.phase == "alert"
    assert [c.noise for c in night.state.characters] == [1, 0]
    assert not any(c.locked or c.touched or c.searched for c in night.state.characters)


@pytest.mark.clause("SCORPION-9.2", "SCORPION-9.3")
def test_only_intruders_end_their_phase_and_only_in_it() -> None:
    night = Night()
    night.goes("ninja")
    night.goes("traitor")
    night.refuses("9.3", "guards", "end_intruder_phase")
    night.change(phase="cards").refuses("9.2", "intruders", "end_intruder_phase")


@pytest.mark.clause("SCORPION-17.3")
def test_a_house_ruling_lets_a_step_stand() -> None:
    night = Night()
    night.says("intruders", "lock_path", waived=("17.3",), intruder="ninja", steps=items(["c3"]))
    assert night.one("ninja").zone == "c3"


@pytest.mark.clause("METSUKE-1.4")
@pytest.mark.parametrize(
    ("step", "field"),
    [
        ({"do": "walk", "to": "b1", "card": "shadow_walk"}, "card"),
        ({"do": "walk", "to": "b1", "guards": ["g01"]}, "guards"),
        ({"do": "walk", "to": 7}, "to"),
        ({"do": "exit_map", "to": "b1"}, "to"),
        ({"do": "enter_passage", "value": 1}, "value"),
        ({"do": "shadow_walk", "guards": ["g01"]}, "guards"),
        ({"do": "shuriken", "guards": ["g01"], "value": 1}, "value"),
        ({"do": "shuriken", "guards": ["g01", 2]}, "guards[1]"),
        ({"do": "bluff", "card": "rope", "to": "b1"}, "to"),
        ({"do": "fly", "to": "b1"}, "do"),
        ({"to": "b1"}, "do"),
    ],
)
def test_a_step_knows_its_own_fields_alone(step: dict[str, Any], field: str) -> None:
    match = match_at(Table.ready(2).state)
    after, ruling = match.declare("intruders", {"type": "lock_path", "intruder": "ninja", "steps": [step]})
    assert after is match
    assert (ruling.clause, ruling.reason, ruling.private) == ("METSUKE-1.4", "table.unreadable", True)
    assert ruling.params["field"] == f"steps[0].{field}"
