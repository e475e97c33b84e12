"""Every error and every warning of a board, provoked one by one; and the castle has none."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from referee.board.board import MAX_COMPARED, MAX_CORNERS, MAX_POINTS
from referee.board.checks import BadBoard, BoardNeeds, Problem, problems
from referee.board.reading import bundled, read_board
from tests.referee.board.grid import NEEDS, PLAYABLE, ZONES, grid_data, playable_grid

ROOT = Path(__file__).parents[3]
Data = dict[str, Any]
Change = Callable[[Data], object]
NONE = BoardNeeds(sentries=0, sleepers=0, patrols=0)


def zone(data: Data, id: str) -> Data:
    """Return one zone's data."""
    [found] = [zone for zone in data["zones"] if zone["id"] == id]
    return found


def border(data: Data, a: str, b: str) -> Data:
    """Return one border's data."""
    [found] = [border for border in data["borders"] if {border["a"], border["b"]} == {a, b}]
    return found


def setting(*ids: str, **fields: Any) -> Change:
    """Make a change that sets fields of some zones, of all if none is named."""
    return lambda data: [zone(data, id).update(fields) for id in ids or ZONES]


def adding(a: str, b: str, kind: str = "plain") -> Change:
    return lambda data: data["borders"].append({"a": a, "b": b, "kind": kind})


def routing(**route: Any) -> Change:
    return lambda data: data["route"].update(route)


def rerouted(*edges: str) -> Change:
    return routing(edges=[edge.split("-") for edge in edges])


def changed(change: Change) -> Data:
    data = grid_data(**PLAYABLE)
    change(data)
    return data


def all_moats(data: Data) -> None:
    for one in data["zones"]:
        one.update(kind="moat", traitor_start=True)


CROOKED = [{"id": f"x{n}", "kind": "moat", "polygon": [[n, i] for i in range(MAX_POINTS)]} for n in range(31)]


def bordering_crooked(data: Data) -> None:
    """Add zones of many corners, each beside all before it until their borders are too many to be compared."""
    few = CROOKED[:6]
    data["zones"].extend(few)
    for one, other in [*combinations([each["id"] for each in few], 2)][:13]:
        data["borders"].append({"a": one, "b": other, "kind": "plain"})


ERRORS: list[tuple[str, Change, BoardNeeds, tuple[str, ...], tuple[str, str] | None, Data]] = [
    ("zone_twice", lambda d: d["zones"].append(copy.deepcopy(zone(d, "c5"))), NEEDS, ("c5",), None, {"count": 2}),
    ("too_many", lambda d: d["zones"].extend(CROOKED), NEEDS, (), None, {"field": "polygon", "most": MAX_CORNERS}),
    ("too_detailed", bordering_crooked, NEEDS, (), None, {"most": MAX_COMPARED}),
    (
        "zone_id_reserved",
        lambda d: d["zones"].append({"id": "Passage", "kind": "ground"}),
        NEEDS,
        ("Passage",),
        None,
        {},
    ),
    ("castle_missing", setting("c3", kind="castle"), NEEDS, ("c3",), None, {}),
    ("castle_on_ground", setting("c3", castle="B"), NEEDS, ("c3",), None, {"castle": "B"}),
    ("castles_wrong", lambda d: d.update(castles=["A"]), NEEDS, (), None, {"castles": ("A",)}),
    ("castles_wrong", lambda d: d.update(castles=["A", "A"]), NEEDS, (), None, {"castles": ("A", "A")}),
    ("castles_wrong", lambda d: d.update(castles=["A", "B", "C"]), NEEDS, (), None, {"castles": ("A", "B", "C")}),
    ("posts_few", setting("c3", post=False), NEEDS, (), None, {"count": 2, "least": 3}),
    ("beds_few", setting("c2", barracks=False), NEEDS, (), None, {"count": 4, "least": 6}),
    (
        "marks_few_in_castle",
        setting("a4", "a5", secret_ok=False),
        NEEDS,
        (),
        None,
        {"castle": "A", "count": 2, "least": 3},
    ),
    ("marks_few", setting("a4", post=True), NEEDS, (), None, {"count": 9, "least": 10}),
    ("no_edge", setting(edge=False), NEEDS, (), None, {}),
    ("no_traitor_start", setting(inside_outer_moat=False), NEEDS, (), None, {}),
    ("no_entrance", all_moats, NEEDS, (), None, {}),
    ("border_unknown_zone", adding("c5", "d5"), NEEDS, ("d5",), ("c5", "d5"), {}),
    ("border_unknown_zone", adding("d4", "d5", "wall"), NEEDS, ("d4", "d5"), ("d4", "d5"), {}),
    ("border_to_itself", adding("c5", "c5"), NEEDS, ("c5",), ("c5", "c5"), {}),
    ("border_twice", adding("a2", "a1", "wall"), NEEDS, (), ("a2", "a1"), {}),
    ("route_missing", rerouted(), NEEDS, (), None, {"least": 3}),
    ("route_zones_few", rerouted("b1-b2"), BoardNeeds(3, 6, 3, "distinct_zones"), (), None, {"count": 2, "least": 3}),
    (
        "routes_few",
        rerouted("b1-b2", "c4-c5"),
        BoardNeeds(3, 6, 3, "one_per_route"),
        (),
        None,
        {"count": 2, "least": 3},
    ),
    ("route_unknown_zone", rerouted("b1-b2", "b2-d2"), NEEDS, ("d2",), ("b2", "d2"), {}),
    ("route_no_border", rerouted("b1-b2", "b1-c2"), NEEDS, (), ("b1", "c2"), {}),
    ("route_no_border", rerouted("b1-b2", "b1-b1"), NEEDS, (), ("b1", "b1"), {}),
    ("route_not_plain", rerouted("b1-b2", "b5-c5"), NEEDS, (), ("b5", "c5"), {}),
    ("route_edge_twice", rerouted("b1-b2", "b2-b1"), NEEDS, (), ("b2", "b1"), {}),
    ("one_way_unknown", routing(one_way=[["a1", "a2"]]), NEEDS, (), ("a1", "a2"), {}),
    ("one_way_twice", routing(one_way=[["b1", "b2"], ["b2", "b1"]]), NEEDS, (), ("b1", "b2"), {}),
    ("transition_unknown", routing(transitions=[["b1", "b2", "a2"]]), NEEDS, ("b1", "b2", "a2"), None, {}),
    (
        "transition_unknown",
        routing(one_way=[["b2", "c2"]], transitions=[["c3", "c2", "b2"]]),
        NEEDS,
        ("c3", "c2", "b2"),
        None,
        {},
    ),
]


@pytest.mark.parametrize(("code", "change", "needs", "zones", "border", "params"), ERRORS)
def test_every_error_is_found_and_names_its_zones(
    code: str, change: Change, needs: BoardNeeds, zones: tuple[str, ...], border: Any, params: Data
) -> None:
    with pytest.raises(BadBoard) as bad:
        read_board(changed(change), needs)
    expected = Problem(message=f"board.{code}", zones=zones, border=border, params=params)
    assert [problem for problem in bad.value.errors if problem.code == code] == [expected]
    assert code in str(bad.value)


def test_most_mistakes_are_one_error() -> None:
    """What follows from a mistake is told as well; the others stand alone."""
    follow = {"no_traitor_start", "no_entrance", "castle_missing", "zone_id_reserved", "one_way_twice", "too_many"}
    for code, change, needs, *_ in ERRORS:
        with pytest.raises(BadBoard) as bad:
            read_board(changed(change), needs)
        found = {problem.code for problem in bad.value.errors}
        assert found == {code} or (code == "marks_few_in_castle" and found == {code, "marks_few"}) or code in follow


def without_borders_of(*ids: str) -> Change:
    def change(data: Data) -> None:
        data["borders"] = [b for b in data["borders"] if b["a"] not in ids and b["b"] not in ids]

    return change


def apart(data: Data) -> None:
    without_borders_of("a4", "a5", "b5")(data)
    adding("a4", "a5")(data)


def sealed(data: Data) -> None:
    for a, b in (("a4", "a5"), ("a5", "b5")):
        border(data, a, b)["kind"] = "sound"


def everybody_beside_everybody(data: Data) -> None:
    pairs = {frozenset((b["a"], b["b"])) for b in data["borders"]}
    for a, b in combinations(ZONES, 2):
        if {a, b} not in pairs:
            adding(a, b, "sound")(data)


WARNINGS: list[tuple[str, Change, BoardNeeds, tuple[str, ...], tuple[str, str] | None, Data]] = [
    ("posts_unusual", setting(), NEEDS, (), None, {"count": 3, "usual": 12}),
    ("post_on_moat", setting("a3", "b3", post=True), NEEDS, ("a3", "b3"), None, {}),
    ("barracks_on_moat", setting("b3", barracks=True), NEEDS, ("b3",), None, {}),
    ("beds_full", setting(), NEEDS, (), None, {"count": 6, "least": 9}),
    ("traitor_starts_few", setting(), NEEDS, ("c3", "c4"), None, {"count": 2, "least": 3}),
    ("mark_refused", setting("c3", "c4", secret_ok=True), NEEDS, ("c3", "c4"), None, {}),
    ("mark_out_of_reach", sealed, NEEDS, ("a5",), None, {}),
    ("castle_open", setting(), NEEDS, (), None, {"castle": "B"}),
    ("sound_apart", apart, NEEDS, ("a4", "a5", "b5"), None, {}),
    ("degree_unusual", setting(), NEEDS, (), None, {"degree": 2.93, "least": 3, "most": 7}),
    ("degree_unusual", everybody_beside_everybody, NEEDS, (), None, {"degree": 14.0, "least": 3, "most": 7}),
    ("route_moat", rerouted("b1-b2", "b2-b3"), NEEDS, ("b3",), None, {}),
    ("route_dead_end", setting(), NEEDS, ("c4",), ("c3", "c4"), {}),
    ("transition_back", routing(transitions=[["b1", "b2", "b1"]]), NEEDS, ("b1", "b2"), None, {}),
]


@pytest.mark.parametrize(("code", "change", "needs", "zones", "border", "params"), WARNINGS)
def test_every_warning_is_found_and_stops_nothing(
    code: str, change: Change, needs: BoardNeeds, zones: tuple[str, ...], border: Any, params: Data
) -> None:
    board = read_board(changed(change), needs)
    expected = Problem(message=f"board.{code}", severity="warning", zones=zones, border=border, params=params)
    assert [problem for problem in problems(board, needs) if problem.code == code] == [expected]


def test_each_thing_that_may_be_found_is_provoked_here() -> None:
    sources = [*(ROOT / "referee" / "board").glob("*checks.py")]
    said = {key for source in sources for key in re.findall(r'"board\.([a-z_]+)"', source.read_text("utf-8"))}
    assert len(sources) == 1
    assert {code for code, *_ in (*ERRORS, *WARNINGS)} == said


def test_the_castle_has_neither_errors_nor_warnings() -> None:
    assert problems(bundled()) == ()


# --- What depends on the options ------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("enough", "too_many"),
    [
        (BoardNeeds(sentries=12), BoardNeeds(sentries=13)),
        (BoardNeeds(sleepers=12), BoardNeeds(sleepers=13)),
        (BoardNeeds(patrols=6, patrol_start="any"), None),
        (BoardNeeds(patrols=6, patrol_start="distinct_zones"), BoardNeeds(patrols=46, patrol_start="distinct_zones")),
        (BoardNeeds(patrols=1, patrol_start="one_per_route"), BoardNeeds(patrols=2, patrol_start="one_per_route")),
        (NONE, None),
    ],
)
def test_a_board_is_checked_for_what_the_options_need(enough: BoardNeeds, too_many: BoardNeeds | None) -> None:
    assert [problem for problem in problems(bundled(), enough) if problem.severity == "error"] == []
    if too_many is not None:
        [only] = [problem for problem in problems(bundled(), too_many) if problem.severity == "error"]
        assert only.params["least"] == only.params["count"] + 1
        with pytest.raises(BadBoard):
            read_board(bundled().model_dump(mode="json"), too_many)


def test_no_route_is_needed_without_patrols() -> None:
    board = playable_grid(route=())
    found = {problem.code for problem in problems(board, BoardNeeds(3, 6, 0))}
    assert "route_missing" not in found
    assert "route_missing" in {problem.code for problem in problems(board, NEEDS)}


@pytest.mark.parametrize(("sleepers", "warned"), [(3, False), (4, True), (6, True)])
def test_barracks_need_room_for_those_who_come_after_a_death(sleepers: int, warned: bool) -> None:
    found = {problem.code for problem in problems(playable_grid(), BoardNeeds(3, sleepers, 3))}
    assert ("beds_full" in found) is warned


def test_errors_come_first() -> None:
    with pytest.raises(BadBoard) as bad:
        read_board(changed(setting("c3", kind="castle", post=False)), NEEDS)
    grave = [problem.severity for problem in bad.value.problems]
    assert grave == sorted(grave)
    assert {"error", "warning"} == set(grave)
    assert all(problem.severity == "error" for problem in bad.value.errors)
