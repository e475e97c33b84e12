"""The worked grid of ledger section 14, as it stands there and as a small board that a match can be played on.

a1 - a2 - ~a3 # a4 - a5
|    |     |    |    |
b1 - b2 - ~b3 # b4 - b5
|    |     |    |    #
c1 - c2 -  c3 - c4 - c5
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from referee.board.board import Board
from referee.board.checks import BoardNeeds

ROWS, COLUMNS = "abc", "12345"
ZONES = tuple(row + column for row in ROWS for column in COLUMNS)
MOATS = ("a3", "b3")
CASTLE_A = ("a4", "a5", "b4", "b5")
WALLS = (("a3", "a4"), ("b3", "b4"), ("b5", "c5"))
PAIRS = tuple((ZONES[i], ZONES[j]) for i in range(15) for j in (i + 1, i + 5) if j < 15 and (j == i + 5 or i % 5 < 4))
"""The 22 orthogonal edges, each once."""


def grid_data(
    *,
    posts: Iterable[str] = (),
    barracks: Iterable[str] = (),
    castle_b: Iterable[str] = (),
    edge: Iterable[str] = ("a1", "b1", "c1"),
    inside: Iterable[str] = ZONES,
    between: Iterable[str] = (),
    walls: Iterable[tuple[str, str]] = WALLS,
    sounds: Iterable[tuple[str, str]] = (),
    route: Iterable[tuple[str, str]] = (),
    one_way: Iterable[tuple[str, str]] = (),
    transitions: Iterable[tuple[str, str, str]] | None = None,
    flags: Mapping[str, Mapping[str, Any]] | None = None,
    id: str = "grid",
) -> dict[str, Any]:
    """Return the grid as a board file's data. Pairs may be given either way round; `flags` are set zone by zone.

    `inside` is what lies inside the outer moat: here everything but what is on the edge.
    """
    posts, barracks, castle_b, between, inside = (frozenset(x) for x in (posts, barracks, castle_b, between, inside))
    rim = frozenset(edge)
    kinds = {**{frozenset(pair): "sound" for pair in sounds}, **{frozenset(pair): "wall" for pair in walls}}
    zones = []
    for i, zone in enumerate(ZONES):
        x, y = 100 * (i % 5), 100 * (i // 5)
        castle = "A" if zone in CASTLE_A else "B" if zone in castle_b else None
        zones.append(
            {
                "id": zone,
                "name": {"en": f"Zone {zone}", "ja": f"区画{zone}"},
                "kind": "moat" if zone in MOATS else "castle" if castle else "ground",
                "castle": castle,
                "edge": zone in rim,
                "inside_outer_moat": zone in inside and zone not in rim,
                "between_castles": zone in between,
                "post": zone in posts,
                "barracks": zone in barracks,
                "polygon": [[x, y], [x + 100, y], [x + 100, y + 100], [x, y + 100]],
                "label": [x + 50, y + 50],
                **(flags or {}).get(zone, {}),
            }
        )
    return {
        "format": 1,
        "id": id,
        "version": 1,
        "name": {"en": "Grid", "ja": "升目"},
        "size": [500, 300],
        "castles": ["A", "B"],
        "zones": zones,
        "borders": [{"a": a, "b": b, "kind": kinds.get(frozenset((a, b)), "plain")} for a, b in PAIRS],
        "route": {
            "edges": [list(pair) for pair in route],
            "one_way": [list(pair) for pair in one_way],
            "transitions": None if transitions is None else [list(three) for three in transitions],
        },
    }


def grid(**changes: Any) -> Board:
    """Return the grid as a board, unchecked: as it stands it has one castle only. Changes are those of `grid_data`."""
    return Board.model_validate(grid_data(**changes))


PLAYABLE: dict[str, Any] = {
    "posts": ("c3", "c4", "c5"),
    "barracks": ("a5", "c2", "c4"),
    "castle_b": ("a1", "a2", "b1", "b2", "c1", "c2"),
    "edge": ("a1", "b1", "c1", "c5"),
    "inside": ("a2", "b2", "c2", "c3", "c4", "c5", "a3", "b3", "a4", "a5", "b4", "b5"),
    "route": (("b1", "b2"), ("b2", "c2"), ("c2", "c1"), ("c1", "b1"), ("c2", "c3"), ("c3", "c4")),
}


def playable_grid(**changes: Any) -> Board:
    """Return the grid as a small whole board: no error for at most 3 sentries, 6 sleepers and any number of patrols.

    BoardDrawing B is a1 a2 b1 b2 c1 c2; the 10 mark zones are all castle zones. Posts c3 c4 c5; barracks a5 c2 c4;
    edge a1 b1 c1 c5; the Traitor starts at c3 or c4. Route: the loop b1 b2 c2 c1, from c2 a line by c3 to its
    dead end c4. Borders are those of the worked grid.
    """
    return grid(**PLAYABLE | changes)


NEEDS = BoardNeeds(sentries=3, sleepers=6, patrols=3)
"""The most that the playable grid gives."""
