"""What a board knows about itself, and that it stays the same board."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

import pytest
from pydantic import ValidationError

from referee.board.board import Board
from referee.board.reading import bundled, read_board
from tests.referee.board.grid import CASTLE_A, MOATS, NEEDS, PLAYABLE, ZONES, grid, grid_data, playable_grid

BOARD = playable_grid()


# --- Derived sets ---------------------------------------------------------------------------------------------------
@pytest.mark.clause("SCORPION-5.3", "SCORPION-5.7")
def test_marks_lie_in_castles_without_a_post() -> None:
    assert grid(posts=["a4", "c1"]).mark_zones == {"a5", "b4", "b5"}
    assert BOARD.mark_zones == {"a4", "a5", "b4", "b5", "a1", "a2", "b1", "b2", "c1", "c2"}


@pytest.mark.clause("SCORPION-5.7")
def test_a_moat_of_a_castle_takes_marks_unless_the_board_says_otherwise() -> None:
    assert "b3" in grid(flags={"b3": {"castle": "A"}}).mark_zones
    assert "b3" not in grid(flags={"b3": {"castle": "A", "secret_ok": False}}).mark_zones
    assert "a1" in grid(flags={"a1": {"secret_ok": True}}).mark_zones


@pytest.mark.clause("SCORPION-6.2", "SCORPION-6.3", "SCORPION-6.4", "SCORPION-6.6")
def test_the_traitor_starts_on_ground_inside_the_outer_moat_and_not_between_the_castles() -> None:
    starts = grid(edge=["a1", "b1", "c1"], between=["c3"], inside=[z for z in ZONES if z != "c5"]).traitor_starts
    assert starts == {"a2", "b2", "c2", "c4"}


@pytest.mark.clause("SCORPION-6.2")
def test_a_board_may_say_itself_where_the_traitor_starts() -> None:
    board = grid(flags={"a1": {"traitor_start": True}, "a2": {"traitor_start": False}})
    assert "a1" in board.traitor_starts
    assert "a2" not in board.traitor_starts


@pytest.mark.clause("SCORPION-6.1", "SCORPION-6.8", "SCORPION-4.1", "SCORPION-5.1")
def test_the_other_sets_are_those_of_the_flags() -> None:
    assert BOARD.edge_zones == {"a1", "b1", "c1", "c5"}
    assert BOARD.entrance_zones == set(ZONES) - set(MOATS)
    assert BOARD.posts == {"c3", "c4", "c5"}
    assert BOARD.barracks == {"a5", "c2", "c4"}
    assert BOARD.moats == set(MOATS)
    assert BOARD.castle_zones("A") == set(CASTLE_A)
    assert BOARD.castle_zones("B") == set(PLAYABLE["castle_b"])


def test_zones_are_found_by_their_ids() -> None:
    assert BOARD.zone("c3").name.text("ja") == "区画c3"
    assert BOARD.ids == ZONES
    assert "c3" in BOARD
    assert "z9" not in BOARD
    assert BOARD.in_order({"c1", "a2", "b3"}) == ("a2", "b3", "c1")


def test_a_name_in_one_language_does_for_both() -> None:
    named = grid(flags={"a1": {"name": {"en": "Gate"}}, "a2": {"name": {"ja": "門"}}, "a3": {"name": {}}})
    assert [named.zone(z).name.text(lang) for z in ("a1", "a2", "a3") for lang in ("en", "ja")] == [
        *["Gate"] * 2,
        *["門"] * 2,
        *[""] * 2,
    ]


@pytest.mark.clause("SCORPION-1.6")
def test_borders_are_the_same_from_both_sides() -> None:
    assert BOARD.border("a3", "a4") == BOARD.border("a4", "a3") == "wall"
    assert BOARD.border("b4", "c4") == "plain"
    assert BOARD.border("a1", "b2") is None
    assert BOARD.border("a1", "a1") is None
    assert BOARD.neighbours("b4") == ("a4", "b3", "b5", "c4")
    assert BOARD.neighbours("b4", "plain") == ("a4", "b5", "c4")
    assert BOARD.neighbours("b4", "wall") == ("b3",)
    assert BOARD.neighbours("b4", "sound") == ()


# --- One board ------------------------------------------------------------------------------------------------------
def shuffled(value: Any, random: Random) -> Any:
    """Return JSON data with the keys of every object in another order."""
    if isinstance(value, dict):
        keys = random.sample(list(value), len(value))
        return {key: shuffled(value[key], random) for key in keys}
    return [shuffled(item, random) for item in value] if isinstance(value, list) else value


@pytest.mark.parametrize("seed", range(5))
def test_the_hash_does_not_see_spaces_or_the_order_of_keys(seed: int) -> None:
    data = grid_data(**PLAYABLE)
    random = Random(seed)
    for text in (
        json.dumps(shuffled(data, random)),
        json.dumps(shuffled(data, random), indent=seed, ensure_ascii=False),
        json.dumps(shuffled(data, random), separators=(",", ":")).encode(),
    ):
        board = read_board(text, NEEDS)
        assert board.hash == BOARD.hash
        assert board == BOARD
        assert hash(board) == hash(BOARD)


def test_what_is_left_out_is_what_it_stands_for() -> None:
    data = grid_data(**PLAYABLE)
    bare = copy.deepcopy(data)
    for zone in bare["zones"]:
        for name in [name for name, value in zone.items() if value is False or value is None]:
            del zone[name]
    del bare["route"]["one_way"], bare["route"]["transitions"]
    assert bare != data
    assert read_board(bare, NEEDS).hash == BOARD.hash


@pytest.mark.parametrize(
    "change",
    [
        {"posts": ("c3", "c4")},
        {"walls": ()},
        {"route": PLAYABLE["route"][:-1]},
        {"one_way": (("c3", "c4"),)},
        {"transitions": ()},
        {"id": "other"},
        {"flags": {"a1": {"secret_ok": True}}},
        {"flags": {"a1": {"name": {"en": "Elsewhere"}}}},
        {"flags": {"a1": {"label": [1, 1]}}},
    ],
)
def test_every_change_is_another_board(change: dict[str, Any]) -> None:
    other = playable_grid(**change)
    assert other.hash != BOARD.hash
    assert other != BOARD


def test_the_castle_has_one_hash_in_every_process() -> None:
    again = Board.model_validate_json(json.dumps(bundled().model_dump(mode="json")))
    assert again.hash == bundled().hash
    assert len(bundled().hash) == 64
    assert set(bundled().hash) <= set("0123456789abcdef")


def test_a_board_cannot_be_changed() -> None:
    with pytest.raises(ValidationError):
        BOARD.id = "other"  # type: ignore[misc]
    with pytest.raises(ValidationError):
        BOARD.zone("a1").post = True  # type: ignore[misc]


def test_states_share_one_board() -> None:
    assert copy.copy(BOARD) is copy.deepcopy(BOARD) is BOARD.model_copy() is BOARD
    assert copy.deepcopy({"board": BOARD})["board"] is BOARD
    assert BOARD.sound is BOARD.sound
    assert BOARD != "grid"


def test_a_changed_copy_keeps_nothing_that_was_derived() -> None:
    assert BOARD.sound.between("a1", "a2") == 1
    split = BOARD.model_copy(update={"borders": ()})
    assert split.sound.within("a1", 9) == {"a1"}
    assert split.hash != BOARD.hash
    with pytest.raises(ValidationError):
        BOARD.model_copy(update={"id": "two words"})


def test_what_is_derived_is_no_part_of_the_board() -> None:
    fresh, used = playable_grid(), playable_grid()
    assert used.sound.between("a1", "a2") == 1
    assert used.route.forks
    assert fresh.model_dump() == used.model_dump()
    assert fresh.route == used.route
    assert fresh == used
