"""A sketch and the board that it draws: borders, painting, the route, the quick mode, and the way back."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from companion.boards.drawing import turn
from companion.boards.tracing import boards
from companion.boards.tracing.boards import board_of, checked, counted, dumped, heard, loaded, sketch_of
from companion.boards.tracing.borders import (
    along,
    arrowed,
    border_at,
    borders,
    bounded,
    dot_at,
    dotted,
    dragged,
    forked,
    has,
    joined,
    named,
    numbered,
    painted,
    turns_at,
    unwalked,
    walked,
    wall_along,
    walled,
)
from companion.boards.tracing.shapes import split
from companion.boards.tracing.sketch import Sketch, Untraceable
from companion.i18n import languages, translator
from referee.board.board import MAX_BORDERS, MAX_CORNERS, Board, Zone
from referee.board.checks import problems
from referee.board.reading import bundled
from tests.companion.boards.tracing.grids import grid

NIJO = bundled("nijo")


# Borders


def test_a_border_is_tapped_into_a_wall_and_back() -> None:
    two = grid(2, 1)
    tapped = border_at(two, (103, 40), 8)
    assert tapped is not None
    wall = walled(two, tapped, "wall")
    assert borders(wall) == {("Z1", "Z2"): "wall"}
    assert borders(walled(wall, tapped, "sound")) == {("Z1", "Z2"): "sound"}
    assert walled(wall, tapped, "plain") == two
    assert border_at(two, (50, 50), 8) is None
    outer = next(iter(set(two.sharing()) - {tapped}))
    with pytest.raises(Untraceable):
        walled(two, outer, "wall")


def test_an_open_part_beside_a_wall_makes_the_border_open() -> None:
    """Ledger 13.1: two zones that share both touch openly."""
    two = grid(2, 1)
    half = split(two, "Z1", ((0, 50), (100, 50)), 5)  # puts a corner in the middle of the border
    upper = border_at(half, (100, 25), 5)
    lower = border_at(half, (100, 75), 5)
    assert upper is not None and lower is not None and upper != lower  # noqa: PT018
    assert {borders(walled(half, upper, "wall"))[pair] for pair in borders(half) if "Z2" in pair} == {"wall", "plain"}


def test_a_wall_is_drawn_along_many_borders_at_once() -> None:
    nine = grid(3, 3)
    way = [(100, y) for y in range(0, 300, 10)]
    assert len(along(nine, way, 6)) >= 3
    wall = wall_along(nine, way, 6)
    west = {"Z1", "Z4", "Z7"}
    crossing = {pair: kind for pair, kind in borders(wall).items() if len(west & set(pair)) == 1}
    assert crossing
    assert set(crossing.values()) == {"wall"}
    assert borders(wall_along(wall, way, 6, "plain")) == borders(nine)


def test_all_that_two_zones_share_is_set_at_once() -> None:
    two = bounded(grid(2, 1), "Z2", "Z1", "sound")
    assert borders(two) == {("Z1", "Z2"): "sound"}
    with pytest.raises(Untraceable) as refused:
        bounded(grid(3, 1), "Z1", "Z3", "wall")
    assert refused.value.message == "trace.not_beside"


# Painting


def test_many_zones_are_painted_with_one_stroke() -> None:
    some = painted(grid(3, 1), ["Z1", "Z2"], "castle_a")
    assert has(some.zone("Z1"), "castle_a")
    assert not has(some.zone("Z3"), "castle_a")
    posts = painted(some, ["Z1", "Z3"], "post")
    assert [zone.post for zone in posts.zones.values()] == [True, False, True]
    assert painted(posts, ["Z1", "Z3"], "post", on=False) == some
    assert not has(painted(some, ["Z1"], "castle_a", on=False).zone("Z1"), "castle_a")
    with pytest.raises(Untraceable):
        painted(some, ["Z9"], "moat")


def test_a_zone_gets_its_id_and_name_and_keeps_its_borders_and_route() -> None:
    three = walked(grid(3, 1), ["Z1", "Z2", "Z3"])
    renamed = named(numbered(three, "Z2", "K7"), "K7", en="Kitchen", ja="台所")
    assert set(borders(renamed)) == {("Z1", "K7"), ("K7", "Z3")}
    assert renamed.route.edges == (("Z1", "K7"), ("K7", "Z3"))
    assert renamed.zone("K7").name.text("ja") == "台所"
    for id, why in (("Z1", "trace.id_taken"), ("two words", "trace.bad_id"), ("", "trace.bad_id")):
        with pytest.raises(Untraceable) as refused:
            numbered(renamed, "K7", id)
        assert refused.value.message == why
    with pytest.raises(Untraceable) as refused:
        named(renamed, "K7", en="x" * 81, ja="")
    assert refused.value.message == "trace.bad_name"


# The route


def test_a_route_is_drawn_along_zones_but_not_over_walls() -> None:
    four = bounded(grid(2, 2), "Z1", "Z3", "wall")
    with pytest.raises(Untraceable) as refused:
        walked(four, ["Z1", "Z3"])
    assert refused.value.message == "trace.route_wall"
    way = walked(four, ["Z1", "Z2", "Z4", "Z3"])
    assert len(way.route.edges) == 3
    assert walked(way, ["Z1", "Z2"]) == way
    assert unwalked(way, "Z4", "Z2").route.edges == (("Z1", "Z2"), ("Z4", "Z3"))
    with pytest.raises(Untraceable):
        unwalked(way, "Z1", "Z3")


def test_arrows_go_round_both_ways_one_way_the_other_way() -> None:
    two = walked(grid(2, 1), ["Z1", "Z2"])
    there = arrowed(two, "Z1", "Z2")
    assert there.route.one_way == (("Z1", "Z2"),)
    back = arrowed(there, "Z1", "Z2")
    assert back.route.one_way == (("Z2", "Z1"),)
    assert arrowed(back, "Z1", "Z2") == two
    with pytest.raises(Untraceable):
        arrowed(two, "Z1", "Z9")


def test_a_fork_may_be_narrowed_and_opened_again() -> None:
    fork = walked(walked(grid(3, 2), ["Z1", "Z2", "Z3"]), ["Z2", "Z5"])
    assert ("Z1", "Z3") in turns_at(fork, "Z2")
    narrow = forked(fork, "Z1", "Z2", "Z5", allowed=False)
    assert narrow.route.transitions is not None
    assert ("Z1", "Z2", "Z5") not in narrow.route.transitions
    assert ("Z1", "Z2", "Z3") in narrow.route.transitions
    assert forked(narrow, "Z1", "Z2", "Z5", allowed=True).route.transitions is None
    longer = walked(narrow, ["Z5", "Z6"])
    assert longer.route.transitions is not None
    assert ("Z2", "Z5", "Z6") in longer.route.transitions, "what is new is allowed"
    assert ("Z1", "Z2", "Z5") not in longer.route.transitions, "what was forbidden stays so"
    with pytest.raises(Untraceable):
        forked(fork, "Z1", "Z2", "Z6", allowed=False)


# The quick mode


def test_dots_are_joined_from_one_to_the_other() -> None:
    sketch = dotted(dotted(Sketch(), (10, 10)), (60, 10))
    assert dot_at(sketch, (12, 14), 10) == "Z1"
    assert dot_at(sketch, (35, 10), 10) is None
    kinds = []
    for _ in range(4):
        sketch = joined(sketch, "Z1", "Z2")
        kinds.append(borders(sketch).get(("Z1", "Z2")))
    assert kinds == ["plain", "wall", "sound", None]
    assert dragged(sketch, "Z2", (70, 20)).middle("Z2") == (70, 20)
    with pytest.raises(Untraceable):
        joined(sketch, "Z1", "Z1")


# To boards and back


def test_the_bundled_board_comes_back_as_it_was() -> None:
    drawn = {frozenset(pair) for pair in borders(sketch_of(NIJO))}
    assert drawn == {frozenset((b.a, b.b)) for b in NIJO.borders}, "its drawing and its borders say the same"
    again = board_of(sketch_of(NIJO), NIJO.version)
    assert {frozenset((b.a, b.b)): b.kind for b in again.borders} == {
        frozenset((b.a, b.b)): b.kind for b in NIJO.borders
    }
    assert again.route == NIJO.route
    bare: dict[str, Any] = {"polygon": (), "label": None}
    assert [z.model_copy(update=bare) for z in again.zones] == [z.model_copy(update=bare) for z in NIJO.zones]
    assert [p for p in checked(sketch_of(NIJO)) if p.severity == "error"] == []


def test_a_board_of_dots_can_be_played_on_like_one_of_polygons() -> None:
    plain: dict[str, Any] = {"polygon": (), "label": None}
    sketch = Sketch(
        id="dots",
        name=NIJO.name,
        route=NIJO.route,
        zones={z.id: z.model_copy(update=plain) for z in NIJO.zones},
        dots={z.id: z.label or (0, 0) for z in NIJO.zones},
        links={(b.a, b.b): b.kind for b in NIJO.borders},
    )
    assert checked(sketch) == checked(sketch_of(NIJO))
    assert loaded(dumped(sketch)) == sketch
    assert sketch_of(board_of(sketch)).links == sketch.links


@pytest.mark.parametrize(
    "spoil",
    [
        lambda d: d.pop("zones"),
        lambda d: d["rings"].update(Z1=[1, 2, 99]),
        lambda d: d["corners"].update(x=[1]),
        lambda d: d["rings"].update(Z9=[1, 2, 3]),
        lambda d: d.update(edges=[[1, 2]]),
        lambda d: d.update(route={"edges": "none"}),
    ],
)
def test_data_that_is_no_sketch_is_refused(spoil: Callable[[dict[str, Any]], Any]) -> None:
    data = dumped(grid(2, 1))
    assert loaded(data) == grid(2, 1)
    spoil(data)
    with pytest.raises(Untraceable) as refused:
        loaded(data)
    assert refused.value.message == "trace.unreadable"


# What is wrong, and what helps


def test_what_is_missing_is_told_and_goes_away_when_it_is_there() -> None:
    sketch = grid(4, 4)
    before = {problem.code for problem in checked(sketch)}
    after = {problem.code for problem in checked(painted(sketch, ["Z1"], "edge"))}
    assert {code for code in before - after if "edge" in code}
    assert after < before


def test_a_ring_that_was_crossed_by_hand_is_told_with_its_zone() -> None:
    two = grid(2, 1)
    crossed = replace(two, rings={**two.rings, "Z1": (1, 3, 2, 4)})
    assert ("Z1",) in [problem.zones for problem in checked(crossed) if problem.message == "board.trace_crosses"]


def test_more_borders_than_a_board_can_have_are_a_problem_and_lose_nothing() -> None:
    dots = Sketch()
    for n in range(60):
        dots = dotted(dots, (n, n))
    pairs = list(combinations(dots.zones, 2))
    full = replace(dots, links=dict.fromkeys(pairs[:MAX_BORDERS], "plain"))
    assert "trace_many_borders" not in {problem.code for problem in checked(full)}
    over = replace(dots, links=dict.fromkeys(pairs, "plain"))
    assert [problem.severity for problem in checked(over) if problem.code == "trace_many_borders"] == ["error"]
    assert counted(over).zones == 60
    assert loaded(dumped(over)) == over


def test_numbers_and_hearing_help_to_trace_rightly() -> None:
    nine = painted(painted(grid(3, 3), ["Z5"], "castle_a"), ["Z1", "Z9"], "post")
    counts = counted(nine)
    assert (counts.zones, counts.castle_a, counts.ground, counts.posts) == (9, 1, 8, 2)
    assert counts.degree == pytest.approx(2 * 12 / 9)
    assert heard(board_of(nine), "Z1", 2) == (frozenset({"Z2", "Z4"}), frozenset({"Z3", "Z5", "Z7"}))


@pytest.mark.parametrize("lang", languages())
def test_every_refusal_and_problem_of_tracing_has_words(lang: str) -> None:
    t = translator(lang)
    for why in (
        "no_zone", "no_corner", "no_border", "no_route", "few_corners", "many_corners", "crosses", "over_zone",
        "id_taken", "bad_id", "bad_name", "full", "split_ends", "split_outside", "not_beside", "merge_hole",
        "hole_outside", "route_wall", "unreadable",
    ):  # fmt: skip
        assert t.has(f"trace.{why}"), why
    for code in ("trace_undrawn", "trace_crosses", "trace_few_corners", "trace_many_corners", "trace_many_borders"):
        assert t.has(f"board.{code}"), code


def round_zones(down: int, across: int, corners: int) -> Board:
    """Return a board of zones in rows, each with so many corners on a circle."""
    turns = [math.tau * n / corners for n in range(corners)]
    rings = {
        (x, y): tuple((4_000 * x + round(1_900 * math.cos(t)), 4_000 * y + round(1_900 * math.sin(t))) for t in turns)
        for x in range(across)
        for y in range(down)
    }
    zones = tuple(Zone(id=f"Z{x}-{y}", kind="ground", polygon=ring) for (x, y), ring in rings.items())
    return Board(id="round", zones=zones, borders=())


def test_a_side_is_compared_with_the_corners_near_it_and_not_with_all(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = []
    monkeypatch.setattr(boards, "turn", lambda a, b, c: compared.append(c) or turn(a, b, c))
    board = round_zones(6, 10, 100)
    sketch = sketch_of(board)
    assert {zone: len(ring) for zone, ring in sketch.rings.items()} == {zone.id: 100 for zone in board.zones}
    assert len(compared) < 6_000 * 100


def test_corners_that_make_a_zone_more_crooked_than_may_be_are_refused() -> None:
    line = tuple((n, 0) for n in range(100))
    zones = tuple(Zone(id=f"Z{n}", kind="ground", polygon=((0, 0), (99, 0), *line[1 + n : 50 + n])) for n in range(9))
    with pytest.raises(Untraceable, match="many_corners"):
        sketch_of(Board(id="line", zones=zones, borders=()))


def test_a_board_of_very_many_corners_is_none() -> None:
    assert MAX_CORNERS == 6_000
    codes = [[each.code for each in problems(round_zones(6, 10, many))] for many in (100, 101)]
    assert ["too_many" in each for each in codes] == [False, True]
