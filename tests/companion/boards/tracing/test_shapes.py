"""Drawing, splitting, merging and cutting zones that share their corners."""

from __future__ import annotations

import random

import pytest

from companion.boards.drawing import area
from companion.boards.tracing.boards import dumped, loaded
from companion.boards.tracing.borders import borders
from companion.boards.tracing.shapes import drawn, hole, merged, moved, removed, snapped, split
from companion.boards.tracing.sketch import History, Sketch, Untraceable, checked_ring
from tests.companion.boards.tracing.grids import SIDE, grid


def whole(sketch: Sketch) -> float:
    """Return the area that all zones cover."""
    return sum(abs(area(sketch.ring(zone))) for zone in sketch.rings)


def test_zones_beside_each_other_share_their_corners() -> None:
    two = grid(2, 1)
    assert len(two.corners) == 6
    assert borders(two) == {("Z1", "Z2"): "plain"}


def test_a_sloppy_finger_snaps_to_corners_and_edges() -> None:
    two = drawn(grid(1, 1), ((104, -3), (200, 0), (200, 100), (97, 102)), 6)
    assert len(two.corners) == 6
    half = drawn(grid(1, 1), ((103, 50), (200, 50), (200, 100), (100, 100)), 6)
    assert borders(half) == {("Z1", "Z2"): "plain"}
    assert len(half.rings["Z1"]) == 5, "the corner on its edge has become one of its own"


def test_a_zone_takes_in_the_corners_that_lie_on_its_sides() -> None:
    three = drawn(grid(2, 1), ((0, 100), (200, 100), (200, 200), (0, 200)), 5)
    assert borders(three) == {("Z1", "Z2"): "plain", ("Z1", "Z3"): "plain", ("Z2", "Z3"): "plain"}


def test_a_corner_in_common_is_no_border() -> None:
    four = grid(2, 2)
    assert ("Z1", "Z4") not in borders(four)
    assert ("Z2", "Z3") not in borders(four)
    assert len(borders(four)) == 4


@pytest.mark.parametrize(
    ("ring", "why"),
    [
        (((0, 0), (10, 0)), "trace.few_corners"),
        (((0, 0), (10, 0), (20, 0)), "trace.few_corners"),
        (((300, 0), (400, 100), (400, 0), (300, 100)), "trace.crosses"),
        (((50, 50), (150, 50), (150, 150), (50, 150)), "trace.over_zone"),
        (((10, 10), (90, 10), (90, 90), (10, 90)), "trace.over_zone"),
        (((-10, -10), (110, -10), (110, 110), (-10, 110)), "trace.over_zone"),
    ],
)
def test_a_ring_that_cannot_be_is_refused(ring: tuple[tuple[int, int], ...], why: str) -> None:
    with pytest.raises(Untraceable) as refused:
        drawn(grid(1, 1), ring)
    assert refused.value.message == why


def test_a_dragged_corner_moves_for_all_its_zones() -> None:
    four = grid(2, 2)
    middle = snapped(four, (100, 100), 1).corner
    assert middle is not None
    after = moved(four, middle, (120, 90))
    assert all((120, 90) in after.ring(zone) for zone in after.zones)
    assert whole(after) == whole(four)
    assert borders(after) == borders(four)


def test_a_corner_cannot_be_dragged_through_a_side() -> None:
    four = grid(2, 2)
    middle = snapped(four, (100, 100), 1).corner
    assert middle is not None
    with pytest.raises(Untraceable) as refused:
        moved(four, middle, (100, -50))
    assert refused.value.message == "trace.crosses"


def test_a_corner_dragged_onto_another_becomes_that_one() -> None:
    apart = drawn(grid(1, 1), ((110, 0), (200, 0), (200, 100), (110, 100)), 2)
    assert borders(apart) == {}
    upper = snapped(apart, (110, 0), 1).corner
    assert upper is not None
    after = moved(apart, upper, (101, 1), 5)
    lower = snapped(after, (110, 100), 1).corner
    assert lower is not None
    after = moved(after, lower, (101, 99), 5)
    assert borders(after) == {("Z1", "Z2"): "plain"}


def test_a_zone_is_split_by_a_line() -> None:
    two = split(grid(1, 1), "Z1", ((50, 0), (60, 50), (50, 100)), 5)
    assert set(two.zones) == {"Z1", "Z2"}
    assert borders(two) == {("Z1", "Z2"): "plain"}
    assert whole(two) == SIDE * SIDE


@pytest.mark.parametrize("line", [((50, 0), (50, 50)), ((50, 0),), ((20, 0), (80, 0)), ((50, 0), (150, 50), (50, 100))])
def test_a_line_that_does_not_lead_across_splits_nothing(line: tuple[tuple[int, int], ...]) -> None:
    with pytest.raises(Untraceable):
        split(grid(1, 1), "Z1", line, 5)


def test_two_zones_become_one_and_their_border_goes() -> None:
    one = merged(grid(3, 1), "Z1", "Z2")
    assert set(one.zones) == {"Z1", "Z3"}
    assert borders(one) == {("Z1", "Z3"): "plain"}
    assert whole(one) == 3 * SIDE * SIDE


def test_what_does_not_touch_is_not_merged_and_no_hole_is_left() -> None:
    three = grid(3, 1)
    with pytest.raises(Untraceable) as refused:
        merged(three, "Z1", "Z3")
    assert refused.value.message == "trace.not_beside"
    horseshoe = grid(3, 3)
    for other in ("Z2", "Z3", "Z6", "Z9", "Z8", "Z7"):
        horseshoe = merged(horseshoe, "Z1", other)
    with pytest.raises(Untraceable) as refused:
        merged(horseshoe, "Z1", "Z4")
    assert refused.value.message == "trace.merge_hole"


def test_a_hole_is_a_zone_of_its_own_with_borders_all_round() -> None:
    court = hole(grid(1, 1), "Z1", ((30, 30), (70, 30), (70, 70), (30, 70)))
    assert borders(court) == {("Z1", "Z2"): "plain"}
    assert whole(court) == SIDE * SIDE
    assert court.at((50, 50)) == "Z2"
    assert court.at((10, 50)) == "Z1"
    checked_ring(court.ring("Z1"))


def test_a_hole_over_the_edge_is_refused() -> None:
    with pytest.raises(Untraceable) as refused:
        hole(grid(1, 1), "Z1", ((30, 30), (130, 30), (70, 70)))
    assert refused.value.message == "trace.hole_outside"


def test_what_nobody_needs_any_more_goes_with_its_zone() -> None:
    left = removed(grid(2, 1), "Z2")
    assert len(left.corners) == 4
    assert removed(left, "Z1").corners == {}
    with pytest.raises(Untraceable):
        removed(left, "Z2")


@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_done_zones_stay_whole_and_undo_brings_everything_back(seed: int) -> None:
    """Random acts: no zone ever crosses itself, no ground is lost by split and merge, every act can be taken back."""
    chance = random.Random(seed)
    history = History(grid(3, 3))
    for _ in range(40):
        now = history.now
        zones = list(now.rings)
        try:
            match chance.randrange(4):
                case 0:
                    corner = chance.choice(list(now.corners))
                    x, y = now.corners[corner]
                    after = moved(now, corner, (x + chance.randint(-30, 30), y + chance.randint(-30, 30)), 4)
                case 1:
                    zone = chance.choice(zones)
                    ring = now.ring(zone)
                    a, b = chance.sample(range(len(ring)), 2)
                    after = split(now, zone, (ring[a], ring[b]))
                    assert whole(after) == pytest.approx(whole(now))
                case 2 if len(zones) > 2:
                    after = merged(now, *chance.sample(zones, 2))
                    assert whole(after) == pytest.approx(whole(now))
                case _:
                    after = removed(now, chance.choice(zones)) if len(zones) > 4 else now
        except Untraceable:
            continue
        for zone in after.rings:
            checked_ring(after.ring(zone))
        assert {c for ring in after.rings.values() for c in ring} == set(after.corners)
        assert loaded(dumped(after)) == after
        history = history.then(after)
    latest = history.now
    steps = len(history.before)
    for _ in range(steps):
        history = history.undone()
    assert history.now == grid(3, 3)
    for _ in range(steps):
        history = history.redone()
    assert history.now == latest
