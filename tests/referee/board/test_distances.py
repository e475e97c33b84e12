"""How far sound goes and guards walk: the worked grid, and random boards against a naive count."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.board.board import UNREACHABLE, Board, Distances
from referee.board.reading import bundled
from tests.referee.board.grid import CASTLE_A, PAIRS, ZONES, grid

GRID = grid()


# --- The worked grid ------------------------------------------------------------------------------------------------
@pytest.mark.clause("SCORPION-D1", "SCORPION-D6")
@pytest.mark.parametrize(
    ("intruder", "listener", "sound", "walking"),
    [
        ("b4", "b2", 2, 4),
        ("a4", "a3", 1, 5),
        ("b5", "c5", 1, 3),
        ("c1", "a4", 5, 5),
        ("c1", "b4", 4, 4),
        ("b2", "b1", 1, 1),
        ("b2", "b2", 0, 0),
    ],
)
def test_sound_goes_through_walls_and_guards_go_round_them(
    intruder: str, listener: str, sound: int, walking: int
) -> None:
    assert GRID.sound.between(listener, intruder) == GRID.sound.between(intruder, listener) == sound
    assert GRID.walking.between(listener, intruder) == GRID.walking.between(intruder, listener) == walking


@pytest.mark.clause("SCORPION-D2", "SCORPION-12.3")
@pytest.mark.parametrize(
    ("intruder", "noise", "listener", "heard"),
    [
        ("b4", 1, "b2", False),
        ("b4", 2, "b2", True),
        ("a4", 1, "a3", True),
        ("b5", 1, "c5", True),
        ("c1", 3, "a4", False),
        ("c1", 3, "b4", False),
        ("b2", 0, "b1", False),
        ("b2", 0, "b2", True),
    ],
)
def test_within_n_zones_is_at_most_n_borders_away(intruder: str, noise: int, listener: str, heard: bool) -> None:
    assert (listener in GRID.sound.within(intruder, noise)) is heard
    assert (intruder in GRID.sound.within(listener, noise)) is heard


@pytest.mark.clause("SCORPION-D2")
def test_noise_three_in_the_castle_is_heard_nearly_everywhere() -> None:
    rings = ["b4", "a4 b3 b5 c4", "a3 a5 b2 c3 c5", "a2 b1 c2"]
    for n in range(4):
        assert GRID.sound.within("b4", n) == set(" ".join(rings[: n + 1]).split())
    assert set(ZONES) - GRID.sound.within("b4", 3) == {"a1", "c1"}


@pytest.mark.clause("SCORPION-D1")
def test_every_kind_of_border_counts_one_for_sound() -> None:
    for kind in ("plain", "wall", "sound"):
        board = grid(walls=PAIRS if kind == "wall" else (), sounds=PAIRS if kind == "sound" else ())
        assert {border.kind for border in board.borders} == {kind}
        assert all(board.sound.between(a, b) == GRID.sound.between(a, b) for a, b in product(ZONES, ZONES))


@pytest.mark.clause("SCORPION-D6", "SCORPION-13.5")
def test_nobody_walks_through_walls_or_borders_that_let_sound_through_alone() -> None:
    walled = grid(walls=[("b4", "c4"), ("a3", "a4"), ("b3", "b4"), ("b5", "c5")])
    double = grid(walls=[("a3", "a4"), ("b3", "b4"), ("b5", "c5")], sounds=[("b4", "c4")])
    for board in (walled, double):
        assert board.walking.between("c4", "b4") == UNREACHABLE
        assert board.walking.within("a4", 99) == set(CASTLE_A)
        assert board.sound.between("c4", "b4") == 1
    assert GRID.walking.between("c4", "b4") == 1


@pytest.mark.clause("SCORPION-D8")
def test_a_range_of_one_zone_ends_at_walls() -> None:
    assert GRID.walking.within("b4", 1) == {"b4", "a4", "b5", "c4"}
    assert "b3" in GRID.sound.within("b4", 1)
    assert grid(sounds=[("b4", "c4")]).walking.within("b4", 1) == {"b4", "a4", "b5"}


@pytest.mark.clause("SCORPION-13.2", "SCORPION-13.5", "SCORPION-13.6", "SCORPION-27.1")
@pytest.mark.parametrize(
    ("zone", "steps", "reach"),
    [
        ("b2", 2, "a1 a2 a3 b1 b2 b3 c1 c2 c3"),
        ("c4", 2, "a4 b3 b4 b5 c2 c3 c4 c5"),
        ("b2", 0, "b2"),
        ("b2", 1, "a2 b1 b2 b3 c2"),
        ("a2", 2, "a1 a2 a3 b1 b2 b3 c2"),
        ("b3", 1, "a3 b2 b3 c3"),
        ("b3", 2, "a2 a3 b1 b2 b3 c2 c3 c4"),
    ],
)
def test_a_guard_walks_up_to_two_zones_and_stops_in_a_moat(zone: str, steps: int, reach: str) -> None:
    assert GRID.reach(zone, steps) == set(reach.split())


@pytest.mark.clause("SCORPION-27.1")
def test_a_way_through_a_moat_takes_two_moves() -> None:
    strait = grid(walls=[("c2", "c3")])
    assert strait.walking.between("b2", "c3") == 2
    assert "c3" not in strait.reach("b2", 2)
    assert "b3" in strait.reach("b2", 1)
    assert "c3" in strait.reach("b3", 1)


# --- Any graph ------------------------------------------------------------------------------------------------------
def random_board(random: Random) -> Board:
    ids = [f"z{i}" for i in range(random.randint(1, 22))]
    pairs = [(a, b) for i, a in enumerate(ids) for b in ids[:i]]
    chosen = random.sample(pairs, min(len(pairs), random.randint(0, 40)))
    kinds = ("plain", "plain", "wall", "sound")
    return Board.model_validate(
        {
            "format": 1,
            "id": "random",
            "zones": [{"id": id, "kind": random.choice(("ground", "moat"))} for id in ids],
            "borders": [{"a": a, "b": b, "kind": random.choice(kinds)} for a, b in chosen],
        }
    )


def floyd_warshall(board: Board, kinds: set[str]) -> dict[tuple[str, str], int]:
    far = {(a, b): 0 if a == b else UNREACHABLE for a, b in product(board.ids, board.ids)}
    for border in board.borders:
        if border.kind in kinds:
            far[border.a, border.b] = far[border.b, border.a] = 1
    for middle, a, b in product(board.ids, board.ids, board.ids):
        far[a, b] = min(far[a, b], far[a, middle] + far[middle, b])
    return far


@pytest.mark.clause("SCORPION-D1", "SCORPION-D6")
@settings(derandomize=True, deadline=None)
@given(st.randoms(use_true_random=False))
def test_distances_are_those_that_a_naive_count_finds(random: Random) -> None:
    board = random_board(random)
    for distances, kinds in ((board.sound, {"plain", "wall", "sound"}), (board.walking, {"plain"})):
        far = floyd_warshall(board, kinds)
        for a, b in far:
            assert distances.between(a, b) == far[a, b]
            assert distances.path_lengths(a).get(b, UNREACHABLE) == far[a, b]
        for a in board.ids:
            for n in range(5):
                assert distances.within(a, n) == {b for b in board.ids if far[a, b] <= n}
        assert set(distances.components) == {frozenset(distances.path_lengths(a)) for a in board.ids}
        assert [len(part) for part in distances.components] == sorted(map(len, distances.components), reverse=True)


@settings(derandomize=True, deadline=None)
@given(st.randoms(use_true_random=False))
def test_reach_is_what_steps_one_by_one_allow(random: Random) -> None:
    board = random_board(random)
    start = random.choice(board.ids)
    for most in range(4):
        ends, walks = {start}, [[start]]
        for _ in range(most):
            walks = [
                [*walk, to]
                for walk in walks
                if len(walk) == 1 or walk[-1] not in board.moats
                for to in board.neighbours(walk[-1], "plain")
            ]
            ends |= {walk[-1] for walk in walks}
        assert board.reach(start, most) == ends


def test_the_castle_obeys_symmetry_and_the_triangle() -> None:
    board = bundled()
    random = Random(5)
    for distances in (board.sound, board.walking):
        for a, b in product(board.ids, board.ids):
            assert distances.between(a, b) == distances.between(b, a)
            assert (distances.between(a, b) == 0) is (a == b)
        for _ in range(20_000):
            a, b, c = random.choices(board.ids, k=3)
            assert distances.between(a, c) <= distances.between(a, b) + distances.between(b, c)
    assert all(board.sound.between(a, b) <= board.walking.between(a, b) for a, b in product(board.ids, board.ids))


def test_zones_that_are_not_there_have_no_distance() -> None:
    for call in (
        lambda: GRID.sound.between("a1", "z9"),
        lambda: GRID.sound.between("z9", "a1"),
        lambda: GRID.sound.within("z9", 1),
        lambda: GRID.sound.path_lengths("z9"),
        lambda: GRID.reach("z9", 1),
        lambda: GRID.neighbours("z9"),
        lambda: GRID.border("a1", "z9"),
        lambda: GRID.border("z9", "a1"),
        lambda: GRID.zone("z9"),
        lambda: GRID.castle_zones("C"),
        lambda: GRID.in_order(["z9"]),
    ):
        with pytest.raises(KeyError):
            call()


def test_nothing_lies_within_less_than_no_steps() -> None:
    assert GRID.sound.within("a1", -1) == frozenset()
    assert Distances({}).components == ()
