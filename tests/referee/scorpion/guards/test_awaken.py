"""Sleepers wake: where, how many, with which weapon, and whom they find at once."""

from __future__ import annotations

import pytest

from referee.scorpion.guards.attacks import may_awaken
from referee.scorpion.parts import Patrol
from tests.referee.scorpion.guards.guarded import Guarded, lay


def asleep(guards: str = "g01:c4", **fields: object) -> Guarded:
    return lay(guards, sleepers={"c2": 2, "a5": 1}, **fields)  # type: ignore[arg-type]


@pytest.mark.clause("SCORPION-5.1")
def test_a_sleeper_becomes_a_figure_that_had_its_card_and_may_walk() -> None:
    table = asleep()
    assert may_awaken(table.state, "guards") == {"c2": 1, "a5": 1}
    before = len(table.state.record)
    ruling = table.says("guards", "play_awaken", zone="c2")
    woken = table.guard("g02")
    assert (woken.zone, woken.carded, woken.moved, woken.woke_in) == ("c2", True, False, "c2")
    assert dict(table.state.marks.sleepers) == {"c2": 1, "a5": 1}
    assert table.said(before) == ["guard_card", "guards_woke"]
    assert "sleepers" not in str([n.params for n in ruling.notices])
    table.steps("guards", "c3", "c4")
    assert table.guard("g02").woke_in is None
    table.refuses("11.1", "guards", "play_sentry_listen", guard="g02")


@pytest.mark.clause("SCORPION-5.1")
def test_where_nobody_sleeps_nobody_wakes_and_only_the_guards_hear_of_it() -> None:
    table = asleep()
    assert table.refuses("5.1", "guards", "play_awaken", zone="c4").private
    assert not table.refuses("5.1", "guards", "play_awaken", zone="b1").private
    table.refuses("1.6", "guards", "play_awaken", zone="z9")
    table.says("guards", "play_awaken", zone="a5")
    table.says("guards", "guard_stop")
    assert table.refuses("5.1", "guards", "play_awaken", zone="a5").private


@pytest.mark.clause("SCORPION-24.1")
@pytest.mark.clause("SCORPION-24.2")
def test_no_twentyfirst_guard_wakes_drunk_ones_and_those_in_the_passage_included() -> None:
    crowd = " ".join(f"g{n:02}:c4" for n in range(1, 20))
    table = asleep(f"{crowd} g20:passage")
    assert may_awaken(table.state, "guards") == {}
    table.refuses("24.2", "guards", "play_awaken", zone="c2")
    room = asleep(crowd)
    room.says("guards", "play_awaken", zone="c2")
    assert len(room.state.figures) == 20


@pytest.mark.clause("SCORPION-24.2")
def test_two_do_not_wake_where_one_place_is_left() -> None:
    table = asleep(" ".join(f"g{n:02}:c4" for n in range(1, 20)), awaken_count="up_to_2")
    assert may_awaken(table.state, "guards") == {"c2": 1, "a5": 1}
    table.refuses("24.2", "guards", "play_awaken", zone="c2", weapons=["sword", "sword"])
    table.says("guards", "play_awaken", zone="c2")


@pytest.mark.clause("SCORPION-21.10")
@pytest.mark.parametrize("rule", ["yes", "no"])
def test_a_guard_who_wakes_before_an_intruder_discovers_them_and_stays(rule: str) -> None:
    table = asleep(ninja="c2", placement_discovers=rule)
    table.says("guards", "play_awaken", zone="c2")
    discovers = rule == "yes"
    assert table.one("ninja").visible is discovers
    assert (table.state.alert, table.asked) == ((3, "") if discovers else (0, "Moving"))


def test_waking_is_not_taken_back_alone() -> None:
    assert asleep(ninja="a1").says("guards", "play_awaken", zone="c2").told


@pytest.mark.parametrize(("rule", "reach"), [("2", 2), ("1", 1), ("0", 0)])
@pytest.mark.clause("SCORPION-13.1")
def test_how_far_the_woken_walk_is_the_tables(rule: str, reach: int) -> None:
    table = asleep(awaken_moves=rule)
    table.says("guards", "play_awaken", zone="c2")
    if reach:
        table.says("guards", "guard_step", to="c3")
    assert table.asked == ("Moving" if reach == 2 else "")
    table.refuses("13.2" if reach < 2 else "D6", "guards", "guard_step", to="c2" if reach < 2 else "c3")


@pytest.mark.clause("SCORPION-13.1")
def test_one_card_wakes_one_guard_unless_the_table_lets_two() -> None:
    asleep().refuses("13.1", "guards", "play_awaken", zone="c2", weapons=["sword", "spear"])
    table = asleep(awaken_count="up_to_2")
    table.says("guards", "play_awaken", zone="c2", weapons=["sword", "spear"])
    assert [table.guard(g).weapon for g in ("g02", "g03")] == ["sword", "spear"]
    table.says("guards", "guard_step", to=["c3"], unit="g02", stop=True)
    table.says("guards", "guard_step", to=["b2", "a2"], unit="g03")
    assert (table.guard("g02").zone, table.guard("g03").zone, table.asked) == ("c3", "a2", "")
    assert table.refuses("5.1", "guards", "play_awaken", zone="a5", weapons=["sword", "sword"]).private


@pytest.mark.clause("SCORPION-7.8")
def test_two_who_wake_together_walk_as_a_patrol_and_say_how_they_stand() -> None:
    table = asleep(awaken_count="up_to_2")
    table.says("guards", "play_awaken", zone="c2", weapons=["sword", "sword"], together=True)
    assert [p.members for p in table.state.patrols] == [("g02", "g03")]
    table.says("guards", "guard_stop")
    assert table.asked == "Heading"
    table.says("guards", "guard_stop", behind="c3")
    said = asleep(awaken_count="up_to_2", board=None)
    said.says("guards", "play_awaken", zone="a5", weapons=["sword"])
    at_once = lay("g01:a1", sleepers={"c4": 2}, awaken_count="up_to_2")
    at_once.says("guards", "play_awaken", zone="c4", weapons=["sword", "sword"], together=True, heading="c3")
    at_once.says("guards", "guard_stop")
    assert at_once.state.patrols == (Patrol(("g02", "g03"), None),)


@pytest.mark.parametrize("rule", ["own", "any"])
@pytest.mark.clause("SCORPION-4.6")
def test_with_two_guard_players_the_woken_carries_the_weapon_of_whoever_woke_them(rule: str) -> None:
    table = asleep(players=4, awaken_weapon_4p=rule)
    table.says("spear", "play_awaken", zone="c2", weapons=["sword"])
    assert table.guard("g02").weapon == ("spear" if rule == "own" else "sword")
    mover, other = ("spear", "sword") if rule == "own" else ("sword", "spear")
    table.refuses("11.5", other, "guard_step", to="c3")
    table.says(mover, "guard_step", to="c3")


def test_if_a_weapon_has_run_out_the_other_is_placed_and_its_player_moves_it() -> None:
    table = asleep(" ".join(f"g{n:02}p:c4" for n in range(1, 11)), players=4)
    table.says("spear", "play_awaken", zone="c2")
    assert table.guard("g11").weapon == "sword"
    table.says("sword", "guard_step", to="c3")


@pytest.mark.clause("SCORPION-25.19")
def test_the_woken_do_not_enter_the_passage() -> None:
    table = asleep(found=("c2",), entrances=("c2", "b1"), front=1)
    table.says("guards", "play_awaken", zone="c2")
    table.refuses("25.19", "guards", "guard_step", to="passage")


@pytest.mark.parametrize("rule", ["no", "yes"])
@pytest.mark.clause("SCORPION-25.11")
def test_the_woken_find_an_entrance_by_walking_not_by_standing_unless_the_table_rules_so(rule: str) -> None:
    table = asleep(entrances=("c2", "a5"), passage_found_by_staying=rule)
    table.says("guards", "play_awaken", zone="c2")
    table.says("guards", "guard_stop")
    assert bool(table.state.passages[0].found) is (rule == "yes")
