"""The patrol route: which way patrols face and where they go on."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.board.board import Route, UnsettledFacing
from referee.board.reading import bundled

CROSS = Route(edges=(("a", "x"), ("b", "x"), ("x", "c"), ("c", "d")))
"""Three lines meet at x; a, b and d are dead ends."""
LOOP = Route(edges=(("a", "b"), ("b", "c"), ("c", "a")))
ONE_WAY = Route(edges=(("a", "b"), ("b", "c"), ("b", "d")), one_way=(("a", "b"), ("b", "c"), ("b", "d")))


@pytest.mark.clause("SCORPION-15.5", "SCORPION-15.6")
def test_a_patrol_goes_on_anywhere_but_back() -> None:
    assert CROSS.continuations("a", "x") == ("b", "c")
    assert CROSS.continuations("x", "c") == ("d",)
    assert CROSS.continuations("c", "d") == ()
    assert CROSS.continuations(None, "x") == ("a", "b", "c")
    assert LOOP.continuations("a", "b") == ("c",)


@pytest.mark.clause("SCORPION-15.5")
def test_forks_and_dead_ends_are_states() -> None:
    assert set(CROSS.forks) == {("a", "x"), ("b", "x"), ("c", "x")}
    assert set(CROSS.dead_ends) == {("x", "a"), ("x", "b"), ("c", "d")}
    assert (LOOP.forks, LOOP.dead_ends) == ((), ())
    assert len(LOOP.states) == 6


@pytest.mark.clause("SCORPION-15.4")
def test_after_a_dead_end_a_patrol_may_turn_round_where_the_route_lets_it() -> None:
    assert CROSS.turning("x", "a") == ("x",)
    assert ONE_WAY.turning("b", "c") == ()
    assert CROSS.turning(None, "a") == ()


def test_one_way_edges_are_walked_one_way() -> None:
    assert ONE_WAY.continuations("a", "b") == ("c", "d")
    assert ONE_WAY.states == (("a", "b"), ("b", "c"), ("b", "d"))
    assert ONE_WAY.ahead("c") == ()
    assert ONE_WAY.neighbours("c") == ("b",)
    assert ("b", "a") not in ONE_WAY.steps
    assert Route(edges=(("a", "b"),), one_way=(("b", "a"),)).steps == {("b", "a")}


def test_transitions_are_all_that_is_allowed() -> None:
    route = Route(edges=CROSS.edges, transitions=(("a", "x", "c"), ("b", "x", "a"), ("a", "x", "a")))
    assert route.continuations("a", "x") == ("c",)
    assert route.continuations("b", "x") == ("a",)
    assert route.continuations("c", "x") == ()
    assert route.continuations(None, "x") == ("a", "b", "c")
    assert ("c", "x") in route.dead_ends


def test_lines_that_do_not_meet_are_routes_of_their_own() -> None:
    route = Route(edges=(("a", "b"), ("c", "d"), ("d", "e")))
    assert route.lines == ({"a", "b"}, {"c", "d", "e"})
    assert LOOP.lines == ({"a", "b", "c"},)
    assert Route().lines == ()


def test_off_the_route_there_is_no_way_on() -> None:
    assert CROSS.neighbours("z") == CROSS.ahead("z") == CROSS.continuations(None, "z") == CROSS.behinds("z") == ()
    with pytest.raises(UnsettledFacing):
        CROSS.behind_facing("z", "x")


# --- Placing a patrol -----------------------------------------------------------------------------------------------
@pytest.mark.clause("SCORPION-4.4")
def test_at_the_back_of_a_patrol_is_a_zone_that_it_can_have_come_from() -> None:
    assert CROSS.behinds("x") == ("a", "b", "c")
    assert CROSS.behinds("c") == ("x", "d")
    assert ONE_WAY.behinds("b") == ("a",)
    assert ONE_WAY.behinds("c") == ("b",)


@pytest.mark.clause("SCORPION-4.4")
def test_nothing_is_at_its_back_only_where_every_neighbour_is_ahead() -> None:
    assert CROSS.behinds("a") == ("x", None)
    assert ONE_WAY.behinds("a") == (None,)
    split = Route(edges=(("a", "b"), ("a", "c")), one_way=(("a", "b"), ("a", "c")))
    assert split.behinds("a") == (None,)
    for route, zone in ((CROSS, "x"), (CROSS, "c"), (LOOP, "a"), (ONE_WAY, "b"), (ONE_WAY, "d")):
        assert None not in route.behinds(zone)


@pytest.mark.clause("SCORPION-4.4")
def test_a_facing_tells_what_is_behind_where_it_leaves_no_doubt() -> None:
    assert CROSS.behind_facing("c", "d") == "x"
    assert CROSS.behind_facing("c", "x") == "d"
    assert CROSS.behind_facing("a", "x") is None
    assert ONE_WAY.behind_facing("a", "b") is None
    assert ONE_WAY.behind_facing("b", "c") == "a"
    merge = Route(edges=(("a", "c"), ("b", "c"), ("c", "d")), one_way=(("a", "c"), ("b", "c"), ("c", "d")))
    assert merge.behind_facing("c", "d") == "a"


@pytest.mark.clause("SCORPION-4.4")
def test_a_facing_that_leaves_a_doubt_is_refused() -> None:
    with pytest.raises(UnsettledFacing) as doubt:
        CROSS.behind_facing("x", "c")
    assert doubt.value.behinds == ("a", "b")
    for at, facing in (("x", "d"), ("x", "x"), ("b", "a")):
        with pytest.raises(UnsettledFacing) as doubt:
            (CROSS if at == "x" else ONE_WAY).behind_facing(at, facing)
        assert doubt.value.behinds == ()


# --- Any route ------------------------------------------------------------------------------------------------------
def random_route(random: Random) -> Route:
    zones = [f"z{i}" for i in range(random.randint(2, 9))]
    pairs = [(a, b) for i, a in enumerate(zones) for b in zones[:i]]
    edges = random.sample(pairs, random.randint(1, min(len(pairs), 12)))
    turned = [edge if random.random() < 0.5 else edge[::-1] for edge in edges]
    return Route(edges=tuple(edges), one_way=tuple(e for e in turned if random.random() < 0.3))


def meant(route: Route, at: str, facing: str) -> tuple[str | None, ...]:
    """Return what may be behind a patrol that faces a zone."""
    try:
        found = route.behind_facing(at, facing)
    except UnsettledFacing as doubt:
        return doubt.behinds
    same = route.continuations(found, at)
    return tuple(behind for behind in route.behinds(at) if route.continuations(behind, at) == same)


@settings(derandomize=True, deadline=None)
@given(st.randoms(use_true_random=False))
def test_walking_the_route_stays_in_its_states(random: Random) -> None:
    route = random_route(random)
    for behind, at in route.states:
        assert behind in route.behinds(at)
        for to in route.continuations(behind, at):
            assert to != behind
            assert (at, to) in route.states
    for at in route.zones:
        assert route.behinds(at)
        for behind in route.behinds(at):
            assert behind is None or (behind, at) in route.states
            for facing in route.continuations(behind, at):
                assert behind in meant(route, at, facing)
    assert sorted(zone for line in route.lines for zone in line) == sorted(route.zones)


@pytest.mark.clause("SCORPION-15.4", "SCORPION-15.5")
def test_the_castle_lets_every_patrol_go_on_for_ever() -> None:
    route = bundled().route
    assert (len(route.zones), len(route.edges), len(route.one_way), len(route.states)) == (45, 49, 13, 85)
    assert route.dead_ends == ()
    assert len(route.lines) == 1
    assert {at for _, at in route.forks} == {"S1", "S7", "E6", "E10", "N1", "C2", "C3", "W5"}
    after = {state: {(state[1], to) for to in route.continuations(*state)} for state in route.states}
    for start in (route.states[0], route.states[-1]):
        reached, new = set(), {start}
        while new:
            reached |= new
            new = {follower for state in new for follower in after[state]} - reached
        assert reached == set(route.states)
    assert all(board_border == "plain" for board_border in (bundled().border(a, b) for a, b in route.edges))
