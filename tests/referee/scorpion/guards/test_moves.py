"""Guards search by walking: how far, over what, what stops them, and how a patrol then stands."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.scorpion.guards.searching import may_patrol_search, may_search
from referee.scorpion.parts import Moving, Patrol
from referee.scorpion.state import Rope
from tests.referee.board.grid import grid, playable_grid
from tests.referee.scorpion.guards.guarded import Guarded, lay, steps_from, with_flags

FROM_B2 = {"a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"}
FROM_C4 = {"a4", "b3", "b4", "b5", "c2", "c3", "c4", "c5"}


def searching(at: str = "c4", **fields: object) -> Guarded:
    table = lay(f"g01:{at}", **fields)  # type: ignore[arg-type]
    table.says("guards", "play_sentry_search", guard="g01")
    return table


def steps(table: Guarded) -> set[str]:
    moving = table.state.pending[-1]
    assert isinstance(moving, Moving)
    return set(steps_from(table.state, moving))


@pytest.mark.clause("SCORPION-13.1")
def test_a_sentry_or_a_patrol_searches_by_its_own_card() -> None:
    table = lay("g01:c4 g02+g03:b2<b1")
    assert may_search(table.state, "guards") == ("g01", "g02", "g03")
    assert may_patrol_search(table.state, "guards") == ("g02+g03",)
    table.refuses("7.3", "guards", "play_patrol_search", unit="g02")
    table.says("guards", "play_patrol_search", unit="g03+g02")
    table.says("guards", "guard_stop")
    assert may_search(table.state, "guards") == ("g01",)


@pytest.mark.clause("SCORPION-13.2")
def test_up_to_two_zones_and_no_third() -> None:
    still = searching()
    still.says("guards", "guard_stop")
    still.refuses("13.2", "guards", "guard_step", to="b4")
    two = searching()
    two.steps("guards", "b4", "a4")
    assert two.asked == ""
    two.refuses("13.2", "guards", "guard_step", to="a5")
    two.refuses("13.2", "guards", "guard_stop")


@pytest.mark.parametrize(("at", "reach"), [("b2", FROM_B2), ("c4", FROM_C4)])
@pytest.mark.clause("SCORPION-D6")
def test_the_worked_reach_with_two_zones(at: str, reach: set[str]) -> None:
    found = {at}
    first = searching(at, board=grid())
    for to in steps(first):
        table = searching(at, board=grid())
        table.says("guards", "guard_step", to=to)
        found |= {to, *(steps(table) if table.asked else ())}
    assert found == reach


@pytest.mark.clause("SCORPION-13.3")
@pytest.mark.clause("SCORPION-21.1")
@pytest.mark.clause("SCORPION-21.2")
def test_a_discovery_in_the_first_zone_ends_the_move_at_high_alert() -> None:
    table = searching(ninja="b4", traitor="b4")
    before = len(table.state.record)
    table.says("guards", "guard_step", to="b4")
    assert table.said(before) == ["guards_moved", "discovered", "discovered"]
    assert table.one("ninja").visible
    assert table.one("traitor").visible
    assert (table.state.alert, table.asked) == (3, "")
    table.refuses("13.2", "guards", "guard_step", to="a4")


@pytest.mark.clause("SCORPION-13.3")
def test_a_whole_way_breaks_off_at_a_discovery_without_being_wrong() -> None:
    table = searching(ninja="b4")
    table.says("guards", "guard_step", to=["b4", "a4"])
    assert table.guard("g01").zone == "b4"
    clear = searching(ninja="a1")
    clear.says("guards", "guard_step", to=["b4", "a4"])
    assert clear.guard("g01").zone == "a4"


@pytest.mark.clause("SCORPION-7.1")
@pytest.mark.parametrize("guards", ["g01:c4", "g01+g02:c4<c3", "g01p:c4"])
def test_whatever_its_role_a_guard_discovers_and_a_figure_that_is_not_there_does_nothing(guards: str) -> None:
    table = lay(guards, ninja="b4")
    table.refuses("7.1", "guards", "play_sentry_search", guard="g07")
    if "+" in guards:
        table.says("guards", "play_patrol_search", unit="g01+g02")
    else:
        table.says("guards", "play_sentry_search", guard="g01")
    table.says("guards", "guard_step", to="b4")
    assert table.one("ninja").visible


@pytest.mark.clause("SCORPION-21.1")
def test_a_visible_intruder_is_discovered_again() -> None:
    table = searching(ninja="b4", visible=("ninja",), alert=1)
    table.says("guards", "guard_step", to="b4")
    assert table.state.alert == 3


def test_a_clear_step_says_nothing_but_that_it_was_made_and_is_not_taken_back() -> None:
    table = searching(ninja="a1", entrances=("b4", "b4"))
    before = len(table.state.record)
    ruling = table.says("guards", "guard_step", to="b4")
    assert table.said(before) == ["guards_moved"]
    assert ruling.told


def test_a_refused_way_is_the_same_whatever_hides_there() -> None:
    refusals = set()
    for ninja in ("a4", "b4", "a1"):
        table = searching(ninja=ninja, ropes=(("a3", "a4"),))
        ruling = table.judge("guards", "guard_step", to=["b4", "c5"])
        refusals.add((ruling.verdict, ruling.clause, ruling.reason, str(ruling.params), ruling.private))
    assert len(refusals) == 1


@pytest.mark.clause("SCORPION-13.4")
def test_a_guard_moves_once_a_turn() -> None:
    table = with_flags(lay("g01:c4 g02+g03:b2<b1"), "g02", moved=True)
    table.refuses("13.4", "guards", "play_patrol_search", unit="g02+g03")
    table.refuses("13.4", "guards", "play_sentry_search", guard="g02")
    assert may_search(table.state, "guards") == ("g01", "g03")
    table.says("guards", "play_sentry_search", guard="g03")


@pytest.mark.clause("SCORPION-13.5")
def test_no_guard_crosses_a_wall_even_where_a_rope_hangs() -> None:
    table = searching("b5", ropes=(("b5", "c5"),))
    table.refuses("13.5", "guards", "guard_step", to="c5")
    table.says("guards", "guard_step", to="b4")


@pytest.mark.clause("SCORPION-D6")
def test_only_zones_that_touch_are_entered() -> None:
    table = searching(board=playable_grid(sounds=[("c4", "c5")]))
    table.refuses("D6", "guards", "guard_step", to="a1")
    table.refuses("D6", "guards", "guard_step", to="c5")
    table.refuses("D6", "guards", "guard_step", to="c4")
    table.refuses("D6", "guards", "guard_step", to=["b4", "c3"])
    table.says("guards", "guard_step", to="b4")


@pytest.mark.clause("SCORPION-13.6")
@pytest.mark.clause("SCORPION-27.1")
def test_a_moat_stops_a_guard() -> None:
    table = searching("c3")
    table.refuses("27.1", "guards", "guard_step", to=["b3", "b2"])
    table.says("guards", "guard_step", to="b3")
    table.refuses("13.2", "guards", "guard_step", to="b2")
    through = searching("c3")
    through.says("guards", "guard_step", to=["c4", "b4"])


@pytest.mark.clause("SCORPION-13.7")
@pytest.mark.clause("SCORPION-1.6")
def test_guards_stay_on_the_map() -> None:
    table = searching("a1")
    table.refuses("1.6", "guards", "guard_step", to="outside")
    table.refuses("25.2", "guards", "guard_step", to="other")


@pytest.mark.clause("SCORPION-13.8")
def test_a_patrol_leaves_the_route_as_one_group() -> None:
    table = lay("g01+g02:b2<b1")
    table.says("guards", "play_patrol_search", unit="g01+g02")
    table.refuses("13.8", "guards", "guard_step", to="a2", unit="g01")
    table.says("guards", "guard_step", to="a2")
    assert {f.zone for f in table.state.figures} == {"a2"}
    assert all(f.moved for f in table.state.figures)


@pytest.mark.clause("SCORPION-7.8", "SCORPION-9.2")
def test_a_patrol_that_comes_onto_the_route_by_a_card_says_how_it_stands() -> None:
    table = lay("g01+g02:a2")
    table.says("guards", "play_patrol_search", unit="g01+g02")
    table.steps("guards", "b2", "c2")
    assert table.asked == "Heading"
    for clause, kind, fields in (("9.2", "end_card_phase", {}), ("13.2", "guard_step", {"to": "c3"})):
        early = table.refuses(clause, "guards", kind, **fields)
        assert (early.reason, early.params) == ("scorpion.heading_first", {"unit": "g01+g02"})
    table.refuses("7.8", "guards", "guard_stop")
    table.refuses("7.8", "guards", "guard_stop", behind="a1")
    table.says("guards", "guard_stop", behind="c3")
    assert table.state.patrols == (Patrol(("g01", "g02"), "c3"),)


@pytest.mark.clause("SCORPION-7.8")
def test_stopping_may_say_how_the_patrol_stands_and_a_dead_end_may_have_nothing_behind() -> None:
    table = lay("g01+g02:b2<b1")
    table.says("guards", "play_patrol_search", unit="g01+g02")
    table.says("guards", "guard_step", to="b1")
    table.says("guards", "guard_stop", facing="c1")
    assert table.state.patrols == (Patrol(("g01", "g02"), "b2"),)
    end = lay("g01+g02:b4")
    end.says("guards", "play_patrol_search", unit="g01+g02")
    end.says("guards", "guard_step", to=["c4"])
    end.says("guards", "guard_stop")
    assert end.asked == "", "it goes on to the same zone whatever lies behind it"
    assert end.state.patrols == (Patrol(("g01", "g02"), None),)


def test_a_patrol_that_has_not_moved_keeps_its_facing() -> None:
    table = lay("g01+g02:c2<b2")
    table.says("guards", "play_patrol_search", unit="g01+g02")
    table.says("guards", "guard_stop", behind="c3")
    assert (table.state.patrols[0].behind, table.asked) == ("b2", "")


@pytest.mark.clause("SCORPION-13.12")
def test_a_search_without_a_step_is_no_movement_and_one_with_a_step_is() -> None:
    table = lay("g01+g02:c2<b2 g03+g04:b1<b2")
    for unit, to in (("g01+g02", None), ("g03+g04", "c1")):
        table.says("guards", "play_patrol_search", unit=unit)
        if to:
            table.says("guards", "guard_step", to=to)
        table.says("guards", "guard_stop", behind="b1" if to else None)
    table.says("guards", "end_card_phase")
    table.refuses("15.2", "guards", "guard_step", to="c2", unit="g03+g04")
    table.says("guards", "guard_step", to=["c3", "c4"], unit="g01+g02")


@pytest.mark.clause("SCORPION-21.7")
@pytest.mark.parametrize("rule", ["no", "yes"])
def test_guards_who_walk_away_leave_an_intruder_visible_unless_the_table_rules_otherwise(rule: str) -> None:
    table = searching(ninja="c4", visible=("ninja",), rehide_when_alone=rule)
    table.says("guards", "guard_step", to="b4")
    assert table.one("ninja").visible is (rule == "no")


# Ropes by option


@pytest.mark.parametrize("rule", ["off", "reveal", "use"])
@pytest.mark.clause("SCORPION-31.6")
def test_ropes_are_found_at_either_end_where_a_move_ends_if_the_table_plays_so(rule: str) -> None:
    table = searching("b4", ropes=(("b3", "b4"), ("a3", "a4")), ropes_discoverable=rule)
    before = len(table.state.record)
    table.says("guards", "guard_step", to=["a4"], stop=True)
    assert table.said(before) == ["guards_moved", "guards_stopped", *(["rope_found"] if rule != "off" else [])]
    assert [r.found for r in table.state.ropes] == [False, rule != "off"]
    passing = searching("c4", ropes=(("b3", "b4"),), ropes_discoverable=rule)
    passing.says("guards", "guard_step", to=["b4", "a4"])
    assert not passing.state.ropes[0].found


@pytest.mark.parametrize("rule", ["reveal", "use"])
@pytest.mark.clause("SCORPION-31.7")
def test_by_option_guards_cross_a_wall_at_a_rope_they_have_found_and_stop(rule: str) -> None:
    table = searching("b5", ropes_discoverable=rule, ropes=(("b5", "c5"),))
    table.refuses("13.5", "guards", "guard_step", to="c5")
    table.state = replace(table.state, ropes=(Rope("b5", "c5", "ninja", 1, found=True),))
    if rule == "reveal":
        table.refuses("13.5", "guards", "guard_step", to="c5")
        return
    table.refuses("27.1", "guards", "guard_step", to=["c5", "c4"])
    assert "c5" in steps(table)
    table.says("guards", "guard_step", to="c5")
    assert (table.guard("g01").zone, table.asked) == ("c5", "")


# House rulings


def test_a_house_ruling_may_let_guards_walk_where_they_could_not() -> None:
    table = searching("b5")
    table.says("guards", "guard_step", waived=("13.5",), to="c5")
    assert table.guard("g01").zone == "c5"
    far = searching("c3")
    far.says("guards", "guard_step", waived=("27.1",), to=["b3", "b2"])
    assert far.guard("g01").zone == "b2"
