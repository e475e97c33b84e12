"""A board as it is drawn: the zones' outlines, middles and borders in the same units for every board.

Plane geometry on integers (sides, crossings, areas, nearest points) is exact: a corner lies on a side, or it does not.
Shapely is not used for these few functions: it computes in floating point, rejects a ring around a hole, whose bridge
is walked both ways, as invalid, has no corners shared by zones, and would add NumPy to every app.

All of this is public at a table, and computed once per board. A board is `ACROSS` units wide, whatever its file
measures in; a phone 390 pixels wide shows three units per pixel.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from companion.tables.backend import board_of
from referee.board.board import Board, BorderKind, Zone

Spot = tuple[int, int]
"""A point in units of the drawing, x to the right and y down."""
Side = tuple[Spot, Spot]


def turn(a: Spot, b: Spot, c: Spot) -> int:
    """Return the side of the line from `a` to `b` on which the point `c` lies: above 0, below 0, or 0 on it."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def between(a: Spot, b: Spot, c: Spot) -> bool:
    """Tell whether `c`, which is on the line through `a` and `b`, lies from `a` to `b`."""
    return min(a[0], b[0]) <= c[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= c[1] <= max(a[1], b[1])


def cross(one: Side, other: Side) -> bool:
    """Tell whether two sides cross at an inner point, or overlap for a length. Touching ends do not cross."""
    (a, b), (c, d) = one, other
    ta, tb, tc, td = turn(c, d, a), turn(c, d, b), turn(a, b, c), turn(a, b, d)
    if ta == tb == 0:
        return _overlap(one, other)
    return (ta > 0) != (tb > 0) and (tc > 0) != (td > 0) and 0 not in (ta, tb, tc, td)


def _overlap(one: Side, other: Side) -> bool:
    axis = 0 if one[0][0] != one[1][0] else 1
    low = max(min(p[axis] for p in one), min(p[axis] for p in other))
    high = min(max(p[axis] for p in one), max(p[axis] for p in other))
    return low < high


def sides(ring: Sequence[Spot]) -> Iterator[Side]:
    return zip(ring, (*ring[1:], *ring[:1]), strict=True)


def area(ring: Sequence[Spot]) -> float:
    """Return the area of a ring in square units; above 0 if it runs clockwise on the screen."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in sides(ring)) / 2


def inside(spot: tuple[float, float], ring: Sequence[Spot]) -> bool:
    """Tell whether a point is inside a ring. On its edge the answer may be either."""
    x, y = spot
    found = False
    for (ax, ay), (bx, by) in sides(ring):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            found = not found
    return found


def nearest_on(side: Side, spot: tuple[float, float]) -> tuple[Spot, float]:
    """Return the point on a side nearest to another, in whole units, and its distance."""
    (ax, ay), (bx, by) = side
    dx, dy = bx - ax, by - ay
    long = dx * dx + dy * dy
    part = 0.0 if not long else min(1.0, max(0.0, ((spot[0] - ax) * dx + (spot[1] - ay) * dy) / long))
    found = (round(ax + part * dx), round(ay + part * dy))
    return found, math.dist((ax + part * dx, ay + part * dy), spot)


def middle(ring: Sequence[Spot]) -> Spot:
    """Return a point well inside a ring: the one of a small grid that is farthest from its sides."""
    xs, ys = [x for x, _ in ring], [y for _, y in ring]
    wide, high = max(xs) - min(xs), max(ys) - min(ys)
    tries = [(min(xs) + wide * i // 12, min(ys) + high * j // 12) for i in range(1, 12) for j in range(1, 12)]
    within = [spot for spot in tries if inside(spot, ring)]
    if not within:
        return sum(xs) // len(xs), sum(ys) // len(ys)
    return max(within, key=lambda spot: min(nearest_on(side, spot)[1] for side in sides(ring)))


ACROSS = 1170
"""The width of every board in units."""
PIXEL = 3
"""Units per pixel of a phone's unzoomed map."""
_CELL = 130
"""The side of the square that represents a zone without an outline."""
_TOUCH = 1.5
"""The distance in units up to which two outlines still touch."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A zone as drawn. `middle` is the point with the most free space, and `room` the radius of that space."""

    zone: Zone
    points: tuple[Spot, ...]
    middle: Spot
    room: int


@dataclass(frozen=True, slots=True)
class Seam:
    """The border of two zones. `gate`: an opening between two walls. `lines` are empty if the outlines do not meet."""

    a: str
    b: str
    kind: BorderKind
    lines: tuple[Side, ...]
    gate: bool

    @property
    def middle(self) -> Spot | None:
        """The middle of its longest straight part."""
        if not self.lines:
            return None
        (ax, ay), (bx, by) = max(self.lines, key=lambda line: math.dist(*line))
        return round((ax + bx) / 2), round((ay + by) / 2)


class BoardDrawing:
    """A board with everything needed to draw it and to find the zone under a finger."""

    def __init__(self, board: Board) -> None:
        self.board = board
        outlines = {zone.id: zone.polygon for zone in board.zones if zone.polygon}
        corners = [point for outline in outlines.values() for point in outline]
        left = min((x for x, _ in corners), default=0)
        top = min((y for _, y in corners), default=0)
        wide = max((x for x, _ in corners), default=0) - left or 1
        scale = ACROSS / wide
        drawn = {
            id: tuple((round((x - left) * scale), round((y - top) * scale)) for x, y in outline)
            for id, outline in outlines.items()
        }
        below = max((y for outline in drawn.values() for _, y in outline), default=0)
        missing = [zone.id for zone in board.zones if zone.id not in drawn]
        drawn |= {id: _square(at, below) for at, id in enumerate(missing)}
        self.height: int = max((y for outline in drawn.values() for _, y in outline), default=_CELL)
        self.cells: Mapping[str, Cell] = {
            zone.id: Cell(zone, drawn[zone.id], *_roomiest(drawn[zone.id])) for zone in board.zones
        }

    def known(self, zones: Iterable[str]) -> tuple[Cell, ...]:
        """Return those of these zones that are on the board: a figure in the passage is in none of them."""
        return tuple(self.cells[zone] for zone in zones if zone in self.cells)

    @cached_property
    def seams(self) -> tuple[Seam, ...]:
        """All borders, in the order of the file."""
        lines = {(b.a, b.b): tuple(_shared(self.cells[b.a].points, self.cells[b.b].points)) for b in self.board.borders}
        walls = {end for b in self.board.borders if b.kind == "wall" for line in lines[b.a, b.b] for end in line}

        def gate(a: str, b: str) -> bool:
            within = self.board.zone(a).castle is not None and self.board.zone(a).castle == self.board.zone(b).castle
            return not within and _between(lines[a, b], walls)

        return tuple(
            Seam(b.a, b.b, b.kind, lines[b.a, b.b], b.kind == "plain" and gate(b.a, b.b)) for b in self.board.borders
        )

    @cached_property
    def _seams(self) -> dict[frozenset[str], Seam]:
        return {frozenset((seam.a, seam.b)): seam for seam in self.seams}

    def seam(self, a: str, b: str) -> Seam | None:
        """Return the border of two zones, in either order, or None."""
        return self._seams.get(frozenset((a, b)))

    def way(self, a: str, b: str) -> tuple[Spot, ...]:
        """Return the line from zone to zone: through the middle of their border. Raises `KeyError`."""
        seam = self.seam(a, b)
        by = seam.middle if seam else None
        ends = self.cells[a].middle, self.cells[b].middle
        return ends if by is None else (ends[0], by, ends[1])

    def at(self, x: float, y: float) -> str | None:
        """Return the zone at a point, or None outside the board."""
        return next((id for id, cell in self.cells.items() if inside((x, y), cell.points)), None)

    def nearest(self, x: float, y: float, zones: Iterable[str], reach: float) -> str | None:
        """Return which of these zones has its middle nearest to a point, within `reach` units; else None."""
        distances = {id: math.dist((x, y), self.cells[id].middle) for id in zones if id in self.cells}
        best = min(distances, key=distances.__getitem__, default=None)
        return best if best is not None and distances[best] <= reach else None


def drawing_of(board: str) -> BoardDrawing:
    """Return the drawing of a board by its hash, or by the id of a bundled one. Raises `LookupError`."""
    return _drawn(board_of(board))


@lru_cache(maxsize=32)
def _drawn(board: Board) -> BoardDrawing:
    return BoardDrawing(board)


# Outlines


def _square(at: int, below: int) -> tuple[Spot, ...]:
    """Return the square of a zone without an outline: they are in rows below the drawing."""
    row, place = divmod(at, ACROSS // _CELL)
    x, y = place * _CELL, below + row * _CELL
    return (x, y), (x + _CELL, y), (x + _CELL, y + _CELL), (x, y + _CELL)


_Room = tuple[float, float, float]
"""The distance of a point from an outline, negative outside it, and the point."""
_Vector = tuple[int, int, int, int, int]
"""A side of an outline: its start, how far it goes to the right and down, and its length squared."""


def _vectors(points: tuple[Spot, ...]) -> list[_Vector]:
    return [(ax, ay, bx - ax, by - ay, (bx - ax) ** 2 + (by - ay) ** 2) for (ax, ay), (bx, by) in sides(points)]


def _roomier(
    spots: Iterable[tuple[float, float]], points: tuple[Spot, ...], vectors: Sequence[_Vector], best: _Room
) -> _Room:
    """Return the roomiest of `best` and these points; a point is left as soon as a side is too near."""
    for x, y in spots:
        enough, nearest = max(best[0], 0.0) ** 2, math.inf
        for ax, ay, dx, dy, long in vectors:  # up to 600,000 times for a board: without calls
            right, down = x - ax, y - ay
            along = right * dx + down * dy
            if along >= long:
                right, down = right - dx, down - dy
            elif along > 0:
                right, down = right - along / long * dx, down - along / long * dy
            nearest = min(nearest, right * right + down * down)
            if nearest < enough:
                break
        else:
            room = math.sqrt(nearest)
            best = max(best, (room if inside((x, y), points) else -room, x, y))
    return best


def _roomiest(points: tuple[Spot, ...]) -> tuple[Spot, int]:
    """Return the point in an outline farthest from its sides, to a few units, and its distance."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    step = max(max(xs) - min(xs), max(ys) - min(ys)) / 6
    vectors = _vectors(points)
    tries = [(x, y), *((min(xs) + i * step, min(ys) + j * step) for i in range(7) for j in range(7))]
    room, x, y = _roomier(tries, points, vectors, (-math.inf, 0.0, 0.0))
    while step > 2:
        step /= 2
        near = [(x + i * step, y + j * step) for i in (-1, 0, 1) for j in (-1, 0, 1)]
        room, x, y = _roomier(near, points, vectors, (room, x, y))
    return (round(x), round(y)), max(round(room), 1)


def _touching(some: Iterable[Side], outline: tuple[Spot, ...]) -> list[Side]:
    """Return the sides that reach into the rectangle around an outline, to a few units."""
    left, right = min(x for x, _ in outline) - _TOUCH, max(x for x, _ in outline) + _TOUCH
    top, bottom = min(y for _, y in outline) - _TOUCH, max(y for _, y in outline) + _TOUCH
    return [
        (a, b)
        for a, b in some
        if max(a[0], b[0]) >= left and min(a[0], b[0]) <= right and max(a[1], b[1]) >= top and min(a[1], b[1]) <= bottom
    ]


def _shared(one: tuple[Spot, ...], other: tuple[Spot, ...]) -> Iterator[Side]:
    """Yield the straight parts that two outlines share."""
    beside = _touching(sides(other), one)
    for a, b in _touching(sides(one), other):
        long = math.dist(a, b)
        if not long:
            continue
        (ax, ay), ux, uy = a, (b[0] - a[0]) / long, (b[1] - a[1]) / long
        for c, d in beside:
            if abs((c[0] - ax) * uy - (c[1] - ay) * ux) > _TOUCH or abs((d[0] - ax) * uy - (d[1] - ay) * ux) > _TOUCH:
                continue
            along = sorted((p[0] - a[0]) * ux + (p[1] - a[1]) * uy for p in (c, d))
            start, end = max(along[0], 0), min(along[1], long)
            if end - start > _TOUCH:
                yield (
                    (round(a[0] + start * ux), round(a[1] + start * uy)),
                    (round(a[0] + end * ux), round(a[1] + end * uy)),
                )


def _between(lines: tuple[Side, ...], walls: set[Spot]) -> bool:
    """Tell whether a border begins and ends at ends of walls."""
    ends = [end for end, n in Counter(end for line in lines for end in line).items() if n == 1]
    return len(ends) == 2 and all(end in walls for end in ends)
