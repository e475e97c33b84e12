"""Conversion between sketches, boards and plain data, and checking a sketch while it is edited."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Any

from pydantic import ValidationError

from companion.boards.drawing import Side, Spot, between, sides, turn
from companion.boards.tracing.borders import borders
from companion.boards.tracing.sketch import Sketch, Untraceable, checked_ring, edge, edges_of
from referee.board.board import MAX_BORDERS, MAX_POINTS, Board, Border, Name, Route, Zone
from referee.board.checks import BoardNeeds, Problem, error, problems


def board_of(sketch: Sketch, version: int = 1) -> Board:
    """Return the board that a sketch draws, even if it has errors: `checked` finds them.

    Borders beyond the most that a board can have are dropped.
    """
    found = list(borders(sketch).items())[:MAX_BORDERS]
    zones = tuple(
        zone.model_copy(update={"polygon": sketch.ring(id), "label": sketch.middle(id)})
        for id, zone in sketch.zones.items()
    )
    return Board(
        id=sketch.id,
        version=version,
        name=sketch.name,
        size=sketch.size,
        zones=zones,
        borders=tuple(Border(a=a, b=b, kind=kind) for (a, b), kind in found),
        route=sketch.route,
    )


def sketch_of(board: Board) -> Sketch:
    """Return a board as a sketch to be edited. Corners at the same point become one.

    A corner on another zone's side divides that side, so that the zones share their edges. Borders that the outlines do
    not show become links if neither zone has an outline; else the borders follow from the edges. Raises `Untraceable`
    if a zone would get too many corners.
    """
    corners: dict[Spot, int] = {}
    for zone in board.zones:
        for spot in zone.polygon:
            corners.setdefault(spot, len(corners) + 1)
    found = _Corners(corners)
    rings = {zone.id: _through(zone.polygon, corners, found) for zone in board.zones if zone.polygon}
    sketch = Sketch(
        id=board.id,
        name=board.name,
        size=board.size or (1200, 1600),
        zones={zone.id: zone.model_copy(update={"polygon": ()}) for zone in board.zones},
        corners={number: spot for spot, number in corners.items()},
        rings=rings,
        dots={zone.id: zone.label or (0, 0) for zone in board.zones if not zone.polygon},
        route=board.route,
    )
    return _bordered(sketch, board)


class _Corners:
    """An index of a board's corners, for finding those on a side."""

    def __init__(self, spots: Iterable[Spot]) -> None:
        self._along = [sorted(spots, key=itemgetter(axis)) for axis in (0, 1)]
        self._at = [[spot[axis] for spot in along] for axis, along in enumerate(self._along)]

    def on(self, side: Side) -> list[Spot]:
        """Return the corners within a side, in order."""
        a, b = side
        near = min((self._near(axis, *sorted((a[axis], b[axis]))) for axis in (0, 1)), key=len)
        here = [s for s in near if s not in side and not turn(a, b, s) and between(a, b, s)]
        return sorted(here, key=lambda s: (s[0] - a[0]) ** 2 + (s[1] - a[1]) ** 2)

    def _near(self, axis: int, low: int, high: int) -> list[Spot]:
        at = self._at[axis]
        return self._along[axis][bisect_left(at, low) : bisect_right(at, high)]


def _through(polygon: tuple[Spot, ...], corners: Mapping[Spot, int], found: _Corners) -> tuple[int, ...]:
    ring: list[int] = []
    for side in sides(polygon):
        ring.append(corners[side[0]])
        ring += [corners[spot] for spot in found.on(side)]
        if len(ring) > MAX_POINTS:
            raise Untraceable("trace.many_corners", most=MAX_POINTS)
    return tuple(ring)


def _bordered(sketch: Sketch, board: Board) -> Sketch:
    kinds = {frozenset((b.a, b.b)): b.kind for b in board.borders}
    edges = {
        ends: kinds[frozenset(zones)]
        for ends, zones in sketch.sharing().items()
        if len(zones) == 2 and kinds.get(frozenset(zones), "plain") != "plain"
    }
    links = {(b.a, b.b): b.kind for b in board.borders if b.a in sketch.dots and b.b in sketch.dots}
    return replace(sketch, edges=edges, links=links)


# Plain data


def dumped(sketch: Sketch) -> dict[str, Any]:
    return {
        "format": 1,
        "id": sketch.id,
        "name": sketch.name.model_dump(),
        "size": list(sketch.size),
        "zones": [zone.model_dump(mode="json", exclude_defaults=True) for zone in sketch.zones.values()],
        "corners": {str(c): list(s) for c, s in sketch.corners.items()},
        "rings": {zone: list(ring) for zone, ring in sketch.rings.items()},
        "edges": [[*ends, kind] for ends, kind in sketch.edges.items()],
        "dots": {zone: list(s) for zone, s in sketch.dots.items()},
        "links": [[*pair, kind] for pair, kind in sketch.links.items()],
        "route": sketch.route.model_dump(mode="json"),
    }


def loaded(data: Mapping[str, Any]) -> Sketch:
    """Return the sketch that was dumped. Raises `Untraceable` for invalid data."""
    try:
        zones = [Zone.model_validate(zone) for zone in data["zones"]]
        sketch = Sketch(
            id=str(data["id"]),
            name=Name.model_validate(data["name"]),
            size=(int(data["size"][0]), int(data["size"][1])),
            zones={zone.id: zone for zone in zones},
            corners={int(c): (int(s[0]), int(s[1])) for c, s in data["corners"].items()},
            rings={zone: tuple(int(c) for c in ring) for zone, ring in data["rings"].items()},
            edges={edge(int(a), int(b)): kind for a, b, kind in data["edges"]},
            dots={zone: (int(s[0]), int(s[1])) for zone, s in data["dots"].items()},
            links={(a, b): kind for a, b, kind in data["links"]},
            route=Route.model_validate(data["route"]),
        )
        known = sketch.corners.keys()
        whole = all(set(ring) <= known and list(edges_of(ring)) for ring in sketch.rings.values())
        placed = {*sketch.rings, *sketch.dots} <= sketch.zones.keys()
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, ValidationError):
        raise Untraceable("trace.unreadable") from None
    if not whole or not placed:
        raise Untraceable("trace.unreadable")
    return sketch


@dataclass(frozen=True, slots=True)
class Counts:
    """Numbers that help to check a tracing."""

    zones: int
    ground: int
    moat: int
    castle_a: int
    castle_b: int
    posts: int
    barracks: int
    edge: int
    starts: int
    degree: float
    """The average number of neighbours of a zone."""


def checked(sketch: Sketch, needs: BoardNeeds = BoardNeeds()) -> tuple[Problem, ...]:  # noqa: B008
    """Return all problems of a sketch: those of its drawing, then the errors and the warnings of its board."""
    return (*_drawing(sketch), *problems(board_of(sketch), needs))


def _drawing(sketch: Sketch) -> Iterator[Problem]:
    for zone in sketch.zones:
        if zone not in sketch.rings and zone not in sketch.dots:
            yield error("board.trace_undrawn", [zone])
    for zone in sketch.rings:
        try:
            checked_ring(sketch.ring(zone))
        except Untraceable as wrong:
            yield error(f"board.{wrong.message.replace('.', '_')}", [zone], **wrong.params)
    if len(borders(sketch)) > MAX_BORDERS:
        yield error("board.trace_many_borders", [])


def counted(sketch: Sketch) -> Counts:
    """Return the number of zones of each kind, and how well they are connected."""
    board = board_of(sketch)
    kinds = Counter(zone.kind for zone in board.zones)
    castles = Counter(zone.castle for zone in board.zones)
    return Counts(
        zones=len(board.zones),
        ground=kinds["ground"],
        moat=kinds["moat"],
        castle_a=castles["A"],
        castle_b=castles["B"],
        posts=len(board.posts),
        barracks=len(board.barracks),
        edge=len(board.edge_zones),
        starts=len(board.traitor_starts),
        degree=2 * len(board.borders) / len(board.zones) if board.zones else 0.0,
    )


def heard(board: Board, zone: str, reach: int) -> tuple[frozenset[str], ...]:
    """Return the zones from which sound reaches a zone: those at distance 1, 2, … up to `reach`."""
    return tuple(
        frozenset(other for other in board.ids if board.sound.between(other, zone) == n) for n in range(1, reach + 1)
    )
