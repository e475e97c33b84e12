"""Boards from strangers: everything that is wrong is told at once, by one kind of exception, and within bounds."""

from __future__ import annotations

import copy
import json
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from random import Random
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.board.board import MAX_BORDERS, MAX_ZONES, Board
from referee.board.checks import BadBoard, Problem
from referee.board.reading import MAX_BYTES, MAX_LISTED, MAX_PROBLEMS, bundled, read_board
from tests.referee.board.grid import NEEDS, PLAYABLE, grid_data, playable_grid

Data = dict[str, Any]
CASTLE = bundled().model_dump(mode="json")


def data() -> Data:
    return grid_data(**PLAYABLE)


def errors(raw: Any) -> list[Problem]:
    with pytest.raises(BadBoard) as bad:
        read_board(raw, NEEDS)
    return [problem for problem in bad.value.problems if problem.severity == "error"]


def codes(raw: Any) -> list[str]:
    return [problem.code for problem in errors(raw)]


# --- What may be given ----------------------------------------------------------------------------------------------
def test_text_bytes_and_data_give_the_same_board() -> None:
    text = json.dumps(data())
    for given_as in (text, text.encode(), "\ufeff" + text, data(), MappingProxyType(data())):
        assert read_board(given_as, NEEDS) == playable_grid()


@pytest.mark.parametrize(
    "raw",
    [
        "",
        "{",
        "[]",
        "null",
        '"board"',
        b"\xff\xfe\x00",
        "[" * 100_000,
        '{"id": NaN}',
        '{"id": "\\ud800"}',
        {"id": object()},
        {"id": float("inf")},
        {("a", "b"): 1},
        {"zones": {1, 2}},
    ],
)
def test_what_is_no_json_object_is_one_error(raw: Any) -> None:
    assert codes(raw) == ["unreadable"]


def test_data_that_holds_itself_is_one_error() -> None:
    raw: Data = {}
    raw["zones"] = [raw]
    assert codes(raw) == ["unreadable"]


@pytest.mark.parametrize("most", [MAX_BYTES + 1, 50 * 1024 * 1024])
def test_a_large_file_is_refused_before_it_is_read(most: int) -> None:
    [problem] = errors(b" " * most)
    assert (problem.code, problem.params) == ("too_large", {"most": 2})
    raw = data() | {"name": {"en": "x" * most}}
    assert codes(raw) == ["too_large"]


def test_a_board_of_many_zones_is_refused() -> None:
    many = [{"id": f"z{i}", "kind": "ground"} for i in range(5_000)]
    [problem] = errors(data() | {"zones": many})
    assert (problem.code, problem.params) == ("too_many", {"field": "zones", "most": MAX_ZONES})
    [problem] = errors(data() | {"borders": [{"a": "a1", "b": "a2", "kind": "plain"}] * (MAX_BORDERS + 1)})
    assert (problem.code, problem.params) == ("too_many", {"field": "borders", "most": MAX_BORDERS})


def test_as_many_zones_as_a_board_may_have_are_read() -> None:
    raw = copy.deepcopy(CASTLE)
    for i in range(MAX_ZONES - len(raw["zones"])):
        raw["zones"].append({"id": f"Z{i}", "kind": "ground"})
        raw["borders"].append({"a": f"Z{i}", "b": "T1" if i == 0 else f"Z{i - 1}", "kind": "plain"})
    board = read_board(raw)
    assert len(board.zones) == MAX_ZONES
    assert board.sound.between("T1", f"Z{MAX_ZONES - 1 - 139}") == MAX_ZONES - 139


# --- Fields ---------------------------------------------------------------------------------------------------------
def put(*path: Any) -> Callable[[Data], None]:
    """Make a change that puts the last of `path` where the others lead."""
    *way, name, value = path

    def change(raw: Data) -> None:
        holder: Any = raw
        for part in way:
            holder = holder[part]
        holder[name] = value

    return change


@pytest.mark.parametrize(
    ("change", "code", "field", "zones", "border"),
    [
        (put("colour", 1), "field_unknown", "colour", (), None),
        (put("zones", 3, "colour", 1), "field_unknown", "zones[3].colour", ("a4",), None),
        (put("zones", 3, "name", "fr", "x"), "field_unknown", "zones[3].name.fr", ("a4",), None),
        (put("borders", 0, "width", 2), "field_unknown", "borders[0].width", (), ("a1", "a2")),
        (put("route", "colour", 2), "field_unknown", "route.colour", (), None),
        (put("format", 2), "field_wrong", "format", (), None),
        (put("id", ""), "field_wrong", "id", (), None),
        (put("id", "x" * 17), "field_wrong", "id", (), None),
        (put("version", 0), "field_wrong", "version", (), None),
        (put("version", "1"), "field_wrong", "version", (), None),
        (put("version", True), "field_wrong", "version", (), None),
        (put("name", "en", "a\u202eb"), "field_wrong", "name.en", (), None),
        (put("name", "en", "x" * 81), "field_wrong", "name.en", (), None),
        (put("size", [0, 5]), "field_wrong", "size[0]", (), None),
        (put("size", [1.5, 5]), "field_wrong", "size[0]", (), None),
        (put("zones", 0, "kind", "lava"), "field_wrong", "zones[0].kind", ("a1",), None),
        (put("zones", 0, "castle", "C"), "field_wrong", "zones[0].castle", ("a1",), None),
        (put("zones", 0, "edge", 1), "field_wrong", "zones[0].edge", ("a1",), None),
        (put("zones", 0, "edge", "yes"), "field_wrong", "zones[0].edge", ("a1",), None),
        (put("zones", 0, "post", None), "field_wrong", "zones[0].post", ("a1",), None),
        (put("zones", 0, "id", "two words"), "field_wrong", "zones[0].id", (), None),
        (put("zones", 0, "id", "a\n1"), "field_wrong", "zones[0].id", (), None),
        (put("zones", 0, "id", 7), "field_wrong", "zones[0].id", (), None),
        (put("zones", 0, "polygon", 1, [0.5, 0]), "field_wrong", "zones[0].polygon[1][0]", ("a1",), None),
        (put("zones", 0, "polygon", [[0, 0]] * 2), "field_wrong", "zones[0].polygon", ("a1",), None),
        (put("zones", 0, "polygon", [[0, 0]] * 201), "too_many", "zones[0].polygon", ("a1",), None),
        (
            put("zones", 0, "polygon", [[0, 0], [1, 1], [10**9, 0]]),
            "field_wrong",
            "zones[0].polygon[2][0]",
            ("a1",),
            None,
        ),
        (put("zones", 0, "label", [0]), "field_missing", "zones[0].label[1]", ("a1",), None),
        (put("zones", 0, 5), "field_wrong", "zones[0]", (), None),
        (put("zones", 0, None), "field_wrong", "zones[0]", (), None),
        (put("zones", {"a1": {}}), "field_wrong", "zones", (), None),
        (put("borders", 0, "kind", "moat"), "field_wrong", "borders[0].kind", (), ("a1", "a2")),
        (put("borders", 0, "a", 7), "field_wrong", "borders[0].a", ("a2",), None),
        (put("borders", 0, []), "field_wrong", "borders[0]", (), None),
        (put("borders", None), "field_wrong", "borders", (), None),
        (put("route", []), "field_wrong", "route", (), None),
        (put("route", "edges", 0, ["b1"]), "field_missing", "route.edges[0][1]", ("b1",), None),
        (put("route", "edges", 0, ["b1", "b2", True]), "too_many", "route.edges[0]", (), ("b1", "b2")),
        (put("route", "one_way", [["b1", 2]]), "field_wrong", "route.one_way[0][1]", ("b1",), None),
        (put("route", "transitions", [5]), "field_wrong", "route.transitions[0]", (), None),
        (put("route", "edges", [["b1", "b2"]] * 1_001), "too_many", "route.edges", (), None),
        (put("castles", "AB"), "field_wrong", "castles", (), None),
        (put("castles", ["A", "x" * 17]), "field_wrong", "castles[1]", (), None),
    ],
)
def test_a_field_that_cannot_be_read_is_named(
    change: Callable[[Data], None], code: str, field: str, zones: tuple[str, ...], border: Any
) -> None:
    raw = data()
    change(raw)
    found = [problem for problem in errors(raw) if problem.params.get("field")]
    named = [(problem.code, problem.params["field"], problem.zones, problem.border) for problem in found]
    assert named == [(code, field, zones, border)]


@pytest.mark.parametrize(("holder", "name"), [((), "id"), ((), "zones"), ((), "borders"), (("zones", 4), "kind")])
def test_a_field_that_is_missing_is_named(holder: tuple[Any, ...], name: str) -> None:
    raw = data()
    inside: Any = raw
    for part in holder:
        inside = inside[part]
    del inside[name]
    assert [p.params["field"] for p in errors(raw) if p.code == "field_missing"] == [
        f"zones[4].{name}" if holder else name
    ]


# --- Everything at once ---------------------------------------------------------------------------------------------
def test_what_cannot_be_read_hides_no_other_mistake() -> None:
    raw = data() | {"colour": "red"}
    raw["zones"][3]["kind"] = "lava"
    raw["zones"][4]["colour"] = "red"
    raw["zones"].append(copy.deepcopy(raw["zones"][14]))
    raw["zones"][12]["castle"] = "A"
    raw["borders"][0]["kind"] = "fence"
    raw["borders"] += [{"a": "c5", "b": "d5", "kind": "plain"}, {"a": "c4", "b": "c4", "kind": "wall"}]
    raw["route"]["edges"] += [["b1", "d1"], ["b1", 5]]
    raw["castles"] = ["A"]
    assert sorted(codes(raw)) == sorted(
        [
            *["field_unknown"] * 2,
            *["field_wrong"] * 3,
            "zone_twice",
            "castle_on_ground",
            "border_unknown_zone",
            "border_to_itself",
            "route_unknown_zone",
            "castles_wrong",
        ]
    )


def test_a_zone_that_cannot_be_read_makes_no_mistakes_elsewhere() -> None:
    """Its borders, its route and what it would count for are left alone."""
    for field, value in (("kind", "lava"), ("post", 5), ("id", "no id"), ("polygon", 3)):
        raw = data()
        raw["zones"][ZONE_OF_THE_ROUTE][field] = value
        assert codes(raw) == ["field_wrong"]


ZONE_OF_THE_ROUTE = 11
"""c2, with barracks, in castle B, on the route."""


def test_a_border_that_cannot_be_read_breaks_no_route() -> None:
    raw = data()
    index = next(i for i, border in enumerate(raw["borders"]) if (border["a"], border["b"]) == ("b1", "b2"))
    raw["borders"][index]["kind"] = "fence"
    assert codes(raw) == ["field_wrong"]


def test_the_number_of_problems_is_bounded() -> None:
    raw = data()
    for zone in raw["zones"]:
        zone |= {f"x{i}": 0 for i in range(200)}
    found = errors(raw)
    assert len(found) == MAX_PROBLEMS + 1
    assert (found[-1].code, found[-1].params) == ("more", {"count": 15 * 200 - MAX_PROBLEMS})


def test_a_hundred_thousand_made_up_fields_are_counted_and_not_told_one_by_one() -> None:
    raw = data()
    raw["zones"][0] |= {f"x{i}": 0 for i in range(MAX_LISTED)}
    assert errors(raw)[-1].params == {"count": MAX_LISTED - MAX_PROBLEMS}
    raw["zones"][0] |= {f"y{i}": 0 for i in range(80_000)}
    [problem] = errors(raw)
    assert problem.code == "unreadable"
    assert problem.params["why"] == f"holds {MAX_LISTED + 80_000} places that cannot be read"


MEASURED = """
import resource, sys
from referee.board.checks import BadBoard
from referee.board.reading import read_board
data = sys.stdin.buffer.read()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    read_board(data)
except BadBoard as bad:
    print(bad.errors[0].message, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""
MOST_KB = 150_000


@pytest.mark.skipif(sys.platform != "linux", reason="other systems count memory in other units, or not at all")
@pytest.mark.parametrize("part", ["0", "{}", '{"a":{}}', '[[""]]'])
def test_the_largest_file_takes_bounded_memory_whatever_it_holds(part: str) -> None:
    filled = [
        '{"id":"x","zones":[],"borders":[],"route":{"edges":[' + ",".join([part] * most) + "]}}"
        for most in (MAX_BYTES // (len(part) + 1) - 50, 240_000 // (1 + sum(map(part.count, ",:[{"))))
    ]
    for data in filled:
        done = subprocess.run([sys.executable, "-c", MEASURED], input=data.encode(), capture_output=True, check=True)
        message, more = done.stdout.split()
        assert message == b"board.unreadable"
        assert int(more) < MOST_KB


def test_all_problems_go_from_process_to_process() -> None:
    with pytest.raises(BadBoard) as bad:
        read_board(b'{"id": 1}')
    again = pickle.loads(pickle.dumps(bad.value))
    assert (again.problems, str(again)) == (bad.value.problems, str(bad.value))
    good = bundled("nijo")
    assert pickle.loads(pickle.dumps(good)) == good


def test_made_up_names_are_told_short_and_readable() -> None:
    [problem] = errors(data() | {"\u202e" + "x" * 500: 1})
    assert len(problem.params["field"]) <= 60
    assert problem.params["field"].isprintable()


# --- Anything at all ------------------------------------------------------------------------------------------------
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=20,
)


def tried(raw: Any) -> None:
    """Read a board, or be told by the one exception, with an error in it."""
    try:
        board = read_board(raw, NEEDS)
    except BadBoard as bad:
        raised = bad
    else:
        assert isinstance(board, Board)
        return
    assert raised.errors
    assert str(raised)
    json.dumps([problem.model_dump(mode="json") for problem in raised.problems])


@settings(derandomize=True, deadline=None)
@given(st.binary(max_size=200) | st.text(max_size=200) | st.dictionaries(st.text(), JSON))
def test_garbage_never_raises_anything_else(raw: Any) -> None:
    tried(raw)


@settings(derandomize=True, deadline=None)
@given(st.sampled_from(sorted(Board.model_fields)), JSON)
def test_garbage_in_any_field_never_raises_anything_else(name: str, value: Any) -> None:
    tried(data() | {name: value})


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every holder with the key or the index of what it holds."""
    for key in list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield value, key
        yield from places(value[key])


@settings(derandomize=True, deadline=None)
@given(st.randoms(use_true_random=False), st.lists(JSON, min_size=1, max_size=4))
def test_mutated_boards_never_raise_anything_else(random: Random, values: list[Any]) -> None:
    raw = data()
    for value in values:
        holder, key = random.choice(list(places(raw)))
        match random.randrange(4):
            case 0:
                holder[key] = value
            case 1:
                del holder[key]
            case 2:
                other, at = random.choice(list(places(raw)))
                holder[key] = copy.deepcopy(other[at])
            case _ if isinstance(holder, dict):
                holder[str(value)[:40]] = holder[key]
            case _:
                holder.append(copy.deepcopy(holder[key]))
    tried(raw)


@settings(derandomize=True, deadline=None)
@given(st.randoms(use_true_random=False))
def test_broken_text_never_raises_anything_else(random: Random) -> None:
    text = bytearray(json.dumps(data()).encode())
    for _ in range(random.randint(1, 5)):
        text[random.randrange(len(text))] = random.randrange(256)
    tried(bytes(text))
    tried(bytes(text[: random.randrange(len(text))]))
