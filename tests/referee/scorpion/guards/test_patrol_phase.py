"""The patrol phase: two zones along the route, forks, dead ends, one-way lines, and what stops a patrol."""

from __future__ import annotations

import pytest

from referee.scorpion.guards.patrol_phase import must_move, patrol_steps, patrols_to_move
from tests.referee.board.grid import playable_grid
from tests.referee.scorpion.guards.guarded import Guarded, lay, with_flags

P = "g01+g02"


def walking(at: str, behind: str = "", **fields: object) -> Guarded:
    stands = f"{P}:{at}<{behind}" if behind else f"{P}:{at}"
    return lay(stands, **{"phase": "patrol", **fields})  # type: ignore[arg-type]


def at(table: Guarded) -> tuple[str, str | None]:
    return table.guard("g01").zone, table.state.patrols[0].behind


@pytest.mark.clause("SCORPION-15.1")
def test_every_patrol_on_the_route_walks_before_the_phase_ends() -> None:
    table = lay("g01+g02:b1<c1 g03+g04:c2<b2 g05+g06:a5", phase="patrol")
    assert patrols_to_move(table.state) == (("g01", "g02"), ("g03", "g04"))
    table.refuses("15.1", "guards", "end_patrol_phase")
    table.refuses("15.1", "guards", "guard_step", to=["c3", "c4"])
    table.says("guards", "guard_step", to=["c3", "c4"], unit="g03+g04")
    table.refuses("15.1", "guards", "end_patrol_phase")
    table.says("guards", "guard_step", to=["b2", "c2"])
    table.says("guards", "end_patrol_phase")
    assert table.state.phase == "intruders"


@pytest.mark.clause("SCORPION-15.2")
def test_a_patrol_with_a_guard_who_moved_stays() -> None:
    table = with_flags(walking("b1", "c1"), "g02", moved=True)
    table.refuses("15.2", "guards", "guard_step", to=["b2", "c2"], unit=P)
    table.says("guards", "end_patrol_phase")
    twice = walking("b1", "c1")
    twice.says("guards", "guard_step", to=["b2", "c2"])
    twice.refuses("15.2", "guards", "guard_step", to=["c3", "c4"], unit=P)


@pytest.mark.clause("SCORPION-15.3")
def test_a_patrol_off_the_route_stays() -> None:
    table = walking("a2")
    table.refuses("15.3", "guards", "guard_step", to=["b2", "c2"], unit=P)
    table.says("guards", "end_patrol_phase")


@pytest.mark.clause("SCORPION-15.4", "SCORPION-9.2")
def test_exactly_two_zones_and_only_along_the_route() -> None:
    table = walking("b1", "c1")
    table.refuses("15.4", "guards", "guard_step", to=["b2"], stop=True)
    table.refuses("15.4", "guards", "guard_step", to=["a1", "a2"])
    table.refuses("15.4", "guards", "guard_step", to=["b2", "a2"])
    table.says("guards", "guard_step", to="b2")
    table.refuses("15.4", "guards", "guard_stop")
    table.refuses("9.2", "guards", "end_patrol_phase")
    table.says("guards", "guard_step", to="c2", unit=P)
    assert (at(table), table.asked) == (("c2", "b2"), "")
    table.refuses("13.2", "guards", "guard_stop")


@pytest.mark.clause("SCORPION-15.4")
@pytest.mark.clause("SCORPION-21.1")
def test_a_discovery_stops_a_patrol() -> None:
    table = walking("b1", "c1", ninja="b2")
    table.says("guards", "guard_step", to=["b2", "c2"])
    assert at(table) == ("b2", "b1")
    assert table.one("ninja").visible
    assert table.state.alert == 3
    table.says("guards", "end_patrol_phase")


@pytest.mark.clause("SCORPION-27.1")
def test_a_moat_on_the_route_stops_a_patrol() -> None:
    board = playable_grid(route=(("b1", "b2"), ("b2", "b3"), ("b3", "c3")))
    table = walking("b1", "", board=board)
    table.refuses("15.4", "guards", "guard_step", to=["b2"], stop=True)
    table.says("guards", "guard_step", to=["b2", "b3"])
    near = walking("b2", "b1", board=board)
    near.refuses("27.1", "guards", "guard_step", to=["b3", "c3"])
    near.says("guards", "guard_step", to=["b3"])
    assert (at(near), near.asked) == (("b3", "b2"), "")
    near.says("guards", "end_patrol_phase")


@pytest.mark.clause("SCORPION-15.5")
def test_at_each_fork_the_guards_choose() -> None:
    for branch in ("c1", "c3"):
        table = walking("b1", "c1")
        table.says("guards", "guard_step", to=["b2", "c2"])
        assert set(patrol_steps(table.state, ("g01", "g02"))) == {"c1", "c3"}
        fork = walking("c2", "b2")
        fork.says("guards", "guard_step", to=branch)
        assert at(fork) == (branch, "c2")
    table.refuses("15.2", "guards", "guard_step", to="c3", unit=P)


@pytest.mark.clause("SCORPION-15.1", "SCORPION-15.4")
def test_all_patrols_walk_on_as_by_one_step_after_the_other() -> None:
    guards = "g01+g02:b1<c1 g03+g04:c4<c3 g05+g06:a5"
    together, singly = (lay(guards, phase="patrol") for _ in range(2))
    ruling = together.says("guards", "walk_patrols")
    for unit, way in ((P, ("b2", "c2")), ("g03+g04", ("c3", "c2"))):
        singly.steps("guards", *way, unit=unit)
    assert together.state == singly.state
    assert told_of(together) == told_of(singly)
    assert {each.clause for each in ruling.notices if each.message == "scorpion.guards_moved"} == {"SCORPION-15.4"}
    together.refuses("15.5", "guards", "walk_patrols")
    together.says("guards", "end_patrol_phase")


@pytest.mark.clause("SCORPION-15.5")
def test_where_the_route_forks_a_patrol_waits_and_the_others_walk_first() -> None:
    table = lay("g01+g02:c2<b2 g03+g04:b1<c1", phase="patrol")
    table.says("guards", "walk_patrols")
    assert [table.guard(id).zone for id in ("g01", "g03")] == ["c2", "c2"]
    table.refuses("15.5", "guards", "walk_patrols")
    table.says("guards", "guard_step", unit=P, to="c3")
    table.says("guards", "walk_patrols")
    assert (table.guard("g01").zone, table.asked) == ("c4", "")


@pytest.mark.clause("SCORPION-15.5")
def test_a_patrol_that_comes_to_a_fork_stops_there_until_its_branch_is_chosen() -> None:
    table = lay("g01+g02:b2<b1 g03+g04:b1<c1", phase="patrol")
    table.says("guards", "walk_patrols")
    assert (at(table), table.asked, table.guard("g03").zone) == (("c2", "b2"), "Moving", "b1")
    table.refuses("15.5", "guards", "walk_patrols")
    table.says("guards", "guard_step", to="c3")
    table.says("guards", "walk_patrols")
    assert table.guard("g03").zone == "c2"


@pytest.mark.clause("SCORPION-15.5")
@pytest.mark.clause("SCORPION-15.7")
def test_a_find_ends_the_walk_of_all_and_whoever_sees_an_intruder_waits() -> None:
    for guards, fields in (
        ("g01+g02:b1<c1 g03+g04:c4<c3", {"ninja": "b2"}),
        ("g01+g02:b1<c1 g03+g04:c4<c3", {"entrances": ("c2", "a5")}),
    ):
        table = lay(guards, phase="patrol", **fields)
        table.says("guards", "walk_patrols")
        assert table.guard("g03").zone == "c4", fields
        table.says("guards", "walk_patrols")
        assert table.guard("g03").zone == "c2"
    seen = lay("g01+g02:b1<c1", phase="patrol", ninja="b1", visible=("ninja",))
    seen.refuses("15.5", "guards", "walk_patrols")
    seen.says("guards", "guard_step", to=["b2", "c2"])


@pytest.mark.clause("SCORPION-11.5")
def test_each_of_two_guard_players_walks_their_own_patrols() -> None:
    table = lay("g01+g02:b1<c1 g03p+g04p:c4<c3", players=4, phase="patrol")
    table.says("spear", "walk_patrols")
    assert [table.guard(id).zone for id in ("g01", "g03")] == ["b1", "c2"]
    table.refuses("15.5", "spear", "walk_patrols")
    table.says("sword", "walk_patrols")
    table.refuses("9.3", "ninja", "walk_patrols")


@pytest.mark.clause("SCORPION-9.2")
def test_patrols_walk_in_their_own_phase_alone() -> None:
    table = lay("g01+g02:b1<c1", phase="cards")
    table.refuses("9.2", "guards", "walk_patrols")


def told_of(table: Guarded) -> list[tuple[str, object]]:
    """Return what has happened in public."""
    return [(event.kind, event.data) for event in table.state.record]


@pytest.mark.clause("SCORPION-15.6")
def test_no_patrol_turns_round_or_goes_back() -> None:
    table = walking("b2", "b1")
    table.refuses("15.6", "guards", "guard_step", to=["b1", "c1"])
    table.refuses("15.6", "guards", "guard_step", to=["c2", "b2"])
    table.says("guards", "guard_step", to=["c2", "c3"])


@pytest.mark.clause("SCORPION-15.6")
def test_by_option_a_patrol_may_turn_round() -> None:
    table = walking("b2", "b1", patrol_uturn="allow")
    table.says("guards", "guard_step", to=["b1", "b2"])
    assert at(table) == ("b2", "b1")


@pytest.mark.clause("SCORPION-15.4")
def test_a_dead_end_stops_a_patrol_and_next_turn_it_turns_round() -> None:
    table = walking("c3", "c2")
    table.says("guards", "guard_step", to=["c4"])
    assert (at(table), table.asked) == (("c4", "c3"), "")
    table.says("guards", "end_patrol_phase")
    again = walking("c4", "c3")
    assert patrol_steps(again.state, ("g01", "g02")) == ("c3",)
    again.says("guards", "guard_step", to=["c3", "c2"])
    assert at(again) == ("c2", "c3")


@pytest.mark.clause("SCORPION-15.6")
def test_a_patrol_does_not_turn_round_in_a_dead_end_that_it_has_only_reached() -> None:
    table = walking("c3", "c2")
    table.refuses("15.6", "guards", "guard_step", to=["c4", "c3"])
    table.says("guards", "guard_step", to="c4")
    assert table.asked == ""


@pytest.mark.clause("SCORPION-15.5")
def test_one_way_lines_are_walked_their_way_and_a_patrol_at_their_end_stays() -> None:
    board = playable_grid(one_way=(("b1", "b2"),))
    table = walking("b2", "c2", board=board)
    table.refuses("15.4", "guards", "guard_step", to=["b1", "c1"], unit=P)
    stuck = walking("c4", "c3", board=playable_grid(one_way=(("c3", "c4"),)))
    assert patrols_to_move(stuck.state) == ()
    stuck.says("guards", "end_patrol_phase")


@pytest.mark.clause("SCORPION-15.7")
@pytest.mark.clause("SCORPION-22.6")
def test_guards_attack_in_the_patrol_phase_before_and_between_steps() -> None:
    table = lay("g01+g02:b1<c1 g03:a5", phase="patrol", ninja="a5", visible=("ninja",))
    table.says("guards", "guard_step", to="b2")
    table.says("guards", "attack_intruder", guard="g03", intruder="ninja")
    table.says("guards", "guard_step", to="c2")
    assert len(table.one("ninja").wounds) == 1


@pytest.mark.clause("SCORPION-15.8")
def test_sentries_stay() -> None:
    table = lay("g01:b1 g02:b1", phase="patrol")
    table.refuses("7.2", "guards", "guard_step", to="b2", unit="g01")
    table.says("guards", "end_patrol_phase")


@pytest.mark.parametrize("rule", ["no", "yes"])
@pytest.mark.clause("SCORPION-15.1")
def test_a_patrol_with_a_visible_intruder_walks_on_unless_the_table_lets_it_hold(rule: str) -> None:
    table = walking("b1", "c1", ninja="b1", visible=("ninja",), patrol_may_hold=rule)
    if rule == "no":
        table.refuses("15.1", "guards", "end_patrol_phase")
    else:
        assert must_move(table.state) == ()
        table.says("guards", "end_patrol_phase")


@pytest.mark.clause("SCORPION-11.5")
def test_with_two_guard_players_a_mixed_patrol_is_moved_by_either_and_a_pure_one_by_its_owner() -> None:
    table = lay("g01+g02:b1<c1 g03+g04p:c2<b2", players=4, phase="patrol")
    table.refuses("11.5", "spear", "guard_step", to=["b2", "c2"], unit=P)
    table.says("spear", "guard_step", to=["c3", "c4"])
    table.says("sword", "guard_step", to=["b2", "c2"])
    table.says("spear", "end_patrol_phase")


@pytest.mark.clause("SCORPION-9.2")
def test_cards_end_with_their_phase_and_patrols_wait_for_theirs() -> None:
    table = lay("g01+g02:b1<c1")
    table.refuses("13.2", "guards", "guard_step", to=["b2", "c2"], unit=P)
    table.refuses("9.2", "guards", "end_patrol_phase")
    table.refuses("9.3", "intruders", "end_card_phase")
    table.says("guards", "end_card_phase")
    table.refuses("9.2", "guards", "end_card_phase")
    table.refuses("9.3", "intruders", "end_patrol_phase")
    table.refuses("1.6", "guards", "guard_step", to=["z9", "c2"])


@pytest.mark.clause("SCORPION-9.1")
def test_the_intruders_follow_the_patrols() -> None:
    table = lay("g01:a1", phase="patrol")
    table.says("guards", "end_patrol_phase")
    assert table.state.phase == "intruders"
    table.refuses("9.2", "guards", "merge_units", guards=["g01", "g02"])


def test_a_house_ruling_may_let_a_patrol_wait() -> None:
    table = walking("b1", "c1")
    table.says("guards", "end_patrol_phase", waived=("15.1",))
    assert table.state.phase == "intruders"
