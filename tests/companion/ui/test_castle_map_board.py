"""A board as drawn: outlines, middles, borders, and boards that were never drawn or that nobody knows."""

from __future__ import annotations

import pytest

from companion.boards.drawing import ACROSS, drawing_of
from companion.tables.backend import know
from referee.board.reading import bundled
from tests.referee.board.grid import grid, grid_data

NIJO = drawing_of("nijo")


def test_a_board_is_known_by_its_id_and_by_its_hash() -> None:
    assert drawing_of(bundled().hash) is NIJO


def test_another_board_is_drawn_once_it_is_known() -> None:
    board = grid(id="learnt")
    with pytest.raises(LookupError):
        drawing_of(board.hash)
    assert drawing_of(know(board)).board is board


def test_every_zone_has_its_middle_inside_and_finds_itself_there() -> None:
    for zone, cell in NIJO.cells.items():
        assert NIJO.at(*cell.middle) == zone
        assert cell.room > 20


def test_a_board_is_as_wide_as_every_other_whatever_its_file_measures_in() -> None:
    drawn = drawing_of(know(grid()))
    assert {x for cell in drawn.cells.values() for x, _ in cell.points} == {ACROSS * n // 5 for n in range(6)}
    assert drawn.height == ACROSS * 3 // 5


def test_all_borders_of_our_castle_lie_where_both_outlines_meet() -> None:
    for seam in NIJO.seams:
        assert seam.lines
        assert seam.middle is not None


def test_outlines_that_share_no_corner_still_meet_where_they_touch() -> None:
    data = grid_data(id="stepped")
    data["zones"][0]["polygon"] = [[0, 0], [100, 0], [100, 30], [100, 140], [0, 140]]
    data["zones"][5]["polygon"] = [[0, 140], [100, 140], [100, 200], [0, 200]]
    drawn = drawing_of(know(grid().model_validate(data)))
    seam = drawn.seam("b1", "b2")
    assert seam is not None
    assert seam.lines == (((234, 328), (234, 468)),)


@pytest.mark.parametrize(
    ("a", "b", "gate"), [("G1", "E7", True), ("G4", "K1", True), ("E7", "E8", False), ("K5", "K6", False)]
)
def test_a_way_through_between_two_walls_is_a_gate(a: str, b: str, gate: bool) -> None:
    seam = NIJO.seam(b, a)
    assert seam is not None
    assert seam.gate is gate


def test_a_way_goes_over_the_border_and_straight_where_there_is_none() -> None:
    first, border, last = NIJO.way("E7", "G1")
    assert (first, last) == (NIJO.cells["E7"].middle, NIJO.cells["G1"].middle)
    assert border in {seam.middle for seam in NIJO.seams}
    assert NIJO.way("E7", "K14") == (NIJO.cells["E7"].middle, NIJO.cells["K14"].middle)


def test_zones_that_nobody_has_drawn_get_squares_below_the_drawing() -> None:
    data = grid_data(id="half-drawn")
    for zone in data["zones"][10:]:
        zone["polygon"] = []
    drawn = drawing_of(know(grid().model_validate(data)))
    assert drawn.height > ACROSS * 2 // 5
    for zone in ("c1", "c5"):
        assert drawn.at(*drawn.cells[zone].middle) == zone
        assert drawn.cells[zone].middle[1] > ACROSS * 2 // 5


def test_a_board_that_is_not_drawn_at_all_has_a_map_all_the_same() -> None:
    data = grid_data(id="undrawn")
    for zone in data["zones"]:
        zone["polygon"] = []
    drawn = drawing_of(know(grid().model_validate(data)))
    assert len({cell.middle for cell in drawn.cells.values()}) == 15
    assert max(x for cell in drawn.cells.values() for x, _ in cell.points) <= ACROSS


def test_the_nearest_zone_is_one_of_those_asked_for_within_reach() -> None:
    x, y = NIJO.cells["E7"].middle
    assert NIJO.nearest(x, y, ("E7", "E8"), 10) == "E7"
    assert NIJO.nearest(x, y, ("K14",), 100) is None
    assert NIJO.nearest(x, y, ("passage",), 100) is None
