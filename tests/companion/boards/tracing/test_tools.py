"""What a finger does with each tool, and what can be taken back."""

from __future__ import annotations

import random

import pytest

from companion.boards.drawing import Spot
from companion.boards.tracing.borders import borders, has
from companion.boards.tracing.sketch import History, Sketch, checked_ring
from companion.boards.tracing.tools import (
    TOOLS,
    EditorState,
    Viewport,
    closed,
    dropped,
    fitting,
    grabbed,
    joined_zones,
    pulled,
    tapped,
    thrown_away,
)
from tests.companion.boards.tracing.grids import grid


def bench(sketch: Sketch | None = None, tool: str = "zone") -> EditorState:
    return EditorState(History(sketch or Sketch()), gaze=Viewport(scale=1.0)).takes(tool)  # type: ignore[arg-type]


def stroke(at: EditorState, *way: Spot) -> EditorState:
    at = grabbed(at, way[0])
    for spot in way[1:]:
        at = pulled(at, spot)
    return dropped(at)


def taps(at: EditorState, *spots: Spot) -> EditorState:
    for spot in spots:
        at = tapped(at, spot)
    return at


def test_a_zone_is_tapped_corner_by_corner_and_closed_on_the_first() -> None:
    at = taps(bench(), (0, 0), (200, 0), (200, 200), (0, 200))
    assert len(at.line) == 4
    assert not at.sketch.zones
    at = tapped(at, (5, 4))
    assert at.line == ()
    assert at.chosen == ("Z1",)
    assert at.sketch.ring("Z1") == ((0, 0), (200, 0), (200, 200), (0, 200))


def test_the_last_corner_is_taken_back_first_then_the_last_zone() -> None:
    at = closed(taps(bench(), (0, 0), (200, 0), (200, 200)))
    at = taps(at, (300, 300), (400, 300))
    assert len(at.undone().line) == 1
    empty = at.undone().undone()
    assert list(empty.sketch.zones) == ["Z1"]
    assert empty.undone().sketch.zones == {}
    assert list(empty.undone().redone().sketch.zones) == ["Z1"]


def test_a_zone_that_crosses_itself_is_not_closed_and_its_corners_stay() -> None:
    at = closed(taps(bench(), (0, 0), (200, 200), (200, 0), (0, 200)))
    assert at.trouble is not None
    assert at.trouble.message == "trace.crosses"
    assert len(at.line) == 4
    assert at.sketch.zones == {}
    assert at.undone().trouble is None


def test_a_corner_is_dragged_with_the_loupe_following_the_finger() -> None:
    at = grabbed(bench(grid(2, 2), "corner"), (103, 98))
    assert at.held is not None
    at = pulled(at, (130, 90))
    assert at.finger == (130, 90)
    assert at.sketch == grid(2, 2), "nothing is done before the finger is lifted"
    at = dropped(at)
    assert at.finger is None
    assert (130, 90) in at.sketch.ring("Z1")
    assert at.undone().sketch == grid(2, 2)


def test_a_tap_on_an_edge_puts_a_corner_there() -> None:
    at = tapped(bench(grid(1, 1), "corner"), (50, 4))
    assert (50, 0) in at.sketch.ring("Z1")


def test_a_zone_is_cut_by_a_line_and_two_are_joined_again() -> None:
    at = closed(taps(bench(grid(1, 1), "split"), (50, 2), (50, 99)))
    assert set(at.sketch.zones) == {"Z1", "Z2"}
    joined = joined_zones(taps(at.takes("choose"), (20, 50), (80, 50)))
    assert len(joined.sketch.zones) == 1
    assert joined.trouble is None


def test_a_hole_is_cut_where_the_ring_lies() -> None:
    at = closed(taps(bench(grid(3, 3), "hole"), (130, 130), (170, 130), (170, 170), (130, 170)))
    assert at.trouble is None
    assert at.sketch.at((150, 150)) == at.chosen[0]


def test_walls_are_tapped_and_drawn() -> None:
    at = tapped(bench(grid(2, 1), "border"), (98, 50))
    assert borders(at.sketch) == {("Z1", "Z2"): "wall"}
    assert borders(tapped(at, (98, 50)).sketch) == {("Z1", "Z2"): "plain"}
    drawn = stroke(bench(grid(2, 3), "border"), *[(100, y) for y in range(0, 301, 20)])
    assert [kind for pair, kind in borders(drawn.sketch).items()].count("wall") == 3


def test_one_stroke_paints_and_the_same_stroke_takes_it_away() -> None:
    way = ((50, 50), (150, 50), (250, 50))
    at = stroke(bench(grid(3, 1), "paint"), *way)
    assert all(has(zone, "castle_a") for zone in at.sketch.zones.values())
    again = stroke(at, *way)
    assert not any(has(zone, "castle_a") for zone in again.sketch.zones.values())


def test_a_quick_stroke_that_is_heard_of_at_its_ends_alone_crosses_all_that_lies_between() -> None:
    at = stroke(bench(grid(5, 1), "paint"), (50, 50), (350, 50))
    assert [zone for zone in at.sketch.zones if has(at.sketch.zone(zone), "castle_a")] == ["Z1", "Z2", "Z3", "Z4"]
    routed = stroke(bench(grid(5, 1), "route"), (350, 50), (50, 50))
    assert routed.sketch.route.edges == (("Z4", "Z3"), ("Z3", "Z2"), ("Z2", "Z1"))


def test_a_route_is_tapped_or_drawn_and_a_second_tap_makes_arrows() -> None:
    at = taps(bench(grid(3, 1), "route"), (50, 50), (150, 50), (250, 50))
    assert at.sketch.route.edges == (("Z1", "Z2"), ("Z2", "Z3"))
    drawn = stroke(bench(grid(3, 1), "route"), (50, 50), (150, 50), (250, 50))
    assert drawn.sketch.route == at.sketch.route
    arrow = taps(drawn, (50, 50), (150, 50))
    assert arrow.sketch.route.one_way == (("Z1", "Z2"),)


def test_dots_are_tapped_and_joined_by_dragging() -> None:
    at = taps(bench(tool="dot"), (0, 0), (200, 0))
    at = stroke(at, (2, 2), (100, 0), (198, 3))
    assert borders(at.sketch) == {("Z1", "Z2"): "plain"}
    moved = stroke(at.takes("corner"), (200, 0), (220, 30))
    assert moved.sketch.dots["Z2"] == (220, 30)


def test_a_chosen_zone_is_thrown_away() -> None:
    at = thrown_away(tapped(bench(grid(2, 1), "choose"), (150, 50)))
    assert list(at.sketch.zones) == ["Z1"]
    assert thrown_away(at).sketch == at.sketch


def test_a_gaze_keeps_what_is_under_the_fingers_where_it_is() -> None:
    gaze = fitting((1200, 1600), 390, 330)
    assert gaze.pixel((0, 0))[1] == pytest.approx(0)
    assert gaze.pixel((1200, 1600))[1] == pytest.approx(330)
    nearer = gaze.nearer(2, 100, 100)
    assert nearer.spot(100, 100) == gaze.spot(100, 100)
    assert nearer.scale == pytest.approx(2 * gaze.scale)
    assert gaze.nearer(1e9, 0, 0).scale < 10
    shifted = gaze.shifted(30, -20)
    x, y = gaze.pixel((600, 800))
    assert shifted.pixel((600, 800)) == pytest.approx((x + 30, y - 20))


@pytest.mark.parametrize("seed", range(15))
def test_a_child_with_the_tablet_breaks_nothing(seed: int) -> None:
    """Random taps and strokes with random tools: every zone stays whole, and undo leads back to the beginning."""
    chance = random.Random(f"child {seed}")
    start = grid(3, 3)
    at = bench(start)

    def spot() -> Spot:
        return chance.randint(-40, 340), chance.randint(-40, 340)

    for _ in range(120):
        match chance.randrange(6):
            case 0:
                at = at.takes(chance.choice(TOOLS))
            case 1 | 2:
                at = tapped(at, spot())
            case 3:
                at = stroke(at, *[spot() for _ in range(chance.randint(1, 6))])
            case 4:
                at = chance.choice((closed, joined_zones, thrown_away))(at) if at.line or at.chosen else at
            case _:
                at = chance.choice((EditorState.undone, EditorState.redone))(at)
        for zone in at.sketch.rings:
            checked_ring(at.sketch.ring(zone))
        assert set(at.chosen) <= set(at.sketch.zones)
    while at.history.before or at.line:
        at = at.undone()
    assert at.sketch == start
