"""The shelf: our boards, the host's, a phone's own sketches; imports and exports that lose nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.boards import NotThere, board_of, called, shelf
from companion.boards.tracing.boards import dumped, sketch_of
from models import Store
from referee.board.reading import bundled, read_board
from tests.companion.boards.tracing.grids import grid

MINE, OTHER = "a" * 64, "b" * 64
NIJO = bundled("nijo")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store.open(f"sqlite:///{tmp_path / 'shelf.db'}")


def test_the_bundled_board_is_exported_and_imported_as_it_was(store: Store) -> None:
    text = NIJO.model_dump_json(indent=1)
    again = read_board(text)
    assert again == NIJO
    kept = store.boards.save("Nijō by Night", again.model_dump(mode="json"), again.hash)
    assert board_of(store, "", f"b{kept.id}") == NIJO


def test_a_sketch_is_on_its_makers_shelf_alone(store: Store) -> None:
    begun = store.sketches.begin(MINE, "Ours", dumped(grid(2, 2)))
    assert [card.id for card in shelf(store, MINE)] == ["nijo", f"s{begun.id}"]
    assert [card.id for card in shelf(store, OTHER)] == ["nijo"]
    assert [card.id for card in shelf(store, "")] == ["nijo"]
    assert len(board_of(store, MINE, f"s{begun.id}").zones) == 4
    for maker in (OTHER, ""):
        with pytest.raises(NotThere):
            board_of(store, maker, f"s{begun.id}")


@pytest.mark.parametrize("id", ["", "b", "bx", "b99", "s1", "x1", "b" + "9" * 40, "../nijo"])
def test_a_board_that_is_not_there_is_said_so(store: Store, id: str) -> None:
    with pytest.raises(NotThere):
        board_of(store, MINE, id)


def test_a_copy_to_be_changed_begins_as_the_board_is(store: Store) -> None:
    begun = store.sketches.begin(MINE, "Copy", dumped(sketch_of(NIJO)))
    copy = board_of(store, MINE, f"s{begun.id}")
    assert {frozenset((b.a, b.b)): b.kind for b in copy.borders} == {
        frozenset((b.a, b.b)): b.kind for b in NIJO.borders
    }
    assert copy.route == NIJO.route


def test_a_match_says_the_name_of_its_board() -> None:
    assert called(None, "en") == called("nijo", "en") == NIJO.name.text("en")
    assert called({"name": {"ja": "城"}, "id": "x"}, "en") == "城"
    assert called({"id": "mine"}, "ja") == "mine"
