"""A board as it is drawn: the zones' outlines, middles and borders in one measure for every board.

Plane geometry on whole numbers: sides, crossings, areas, nearest places. Whole numbers are exact: a corner lies on a
side, or it does not. Shapely (it has wheels for phones, too) reckons in floating point, takes a ring round a hole,
whose bridge is walked both ways, for no valid polygon, knows nothing of corners that zones share, and brings NumPy into
every app: for these few functions that is not worth it.

All of it is public at a table, and counted once a board. Lengths are in units: a board is `ACROSS` units wide, whatever
its file measures in, and a phone of 390 pixels shows three units a pixel.
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
"""A place in units of the drawing, x to the right and y down."""
Side = tuple[Spot, Spot]


def turn(a: Spot, b: Spot, c: Spot) -> int:
    """Return on which side of the line from `a` to `b` the place `c` lies: above 0, below 0, or on it."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def between(a: Spot, b: Spot, c: Spot) -> bool:
    """Tell whether `c`, which is on the line through `a` and `b`, lies from `a` to `b`."""
    return min(a[0], b[0]) <= c[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= c[1] <= max(a[1], b[1])


def cross(one: Side, other: Side) -> bool:
    """Tell whether two sides cross in their inside, or lie on each other for a length. Touching ends do not cross."""
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
    """Return the area of a ring in square units; above 0 if it runs clockwise as it is seen on a screen."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in sides(ring)) / 2


def inside(spot: tuple[float, float], ring: Sequence[Spot]) -> bool:
    """Tell whether a place lies within a ring. On its very edge it may be either."""
    x, y = spot
    found = False
    for (ax, ay), (bx, by) in sides(ring):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            found = not found
    return found


def nearest_on(side: Side, spot: tuple[float, float]) -> tuple[Spot, float]:
    """Return the place on a side that is nearest to another, in whole units, and how far that is."""
    (ax, ay), (bx, by) = side
    dx, dy = bx - ax, by - ay
    long = dx * dx + dy * dy
    part = 0.0 if not long else min(1.0, max(0.0, ((spot[0] - ax) * dx + (spot[1] - ay) * dy) / long))
    found = (round(ax + part * dx), round(ay + part * dy))
    return found, math.dist((ax + part * dx, ay + part * dy), spot)


def middle(ring: Sequence[Spot]) -> Spot:
    """Return a place well within a ring: the one of a small grid that is farthest from its sides."""
    xs, ys = [x for x, _ in ring], [y for _, y in ring]
    wide, high = max(xs) - min(xs), max(ys) - min(ys)
    tries = [(min(xs) + wide * i // 12, min(ys) + high * j // 12) for i in range(1, 12) for j in range(1, 12)]
    within = [spot for spot in tries if inside(spot, ring)]
    if not within:
        return sum(xs) // len(xs), sum(ys) // len(ys)
    return max(within, key=lambda spot: min(nearest_on(side, spot)[1] for side in sides(ring)))


ACROSS = 1170
"""Units from the left to the right of every board."""
PIXEL = 3
"""Units that a pixel of a phone's unzoomed map shows."""
_CELL = 130
"""The side of the square that stands for a zone without a drawing."""
_TOUCH = 1.5
"""Units that two outlines may lie apart and still touch."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A zone as drawn. `middle` is its roomiest place, and `room` the radius that is free about it."""

    zone: Zone
    points: tuple[Spot, ...]
    middle: Spot
    room: int


@dataclass(frozen=True, slots=True)
class Seam:
    """Where two zones touch. `gate`: a way through between two walls. `lines` are empty if the outlines do not meet."""

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
    """A board with what is needed to draw it and to find a zone under a finger."""

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
        """Return the zones of these that are on the board: who is in the passage stands nowhere on it."""
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
        """Return where two zones touch, whichever way round they are named."""
        return self._seams.get(frozenset((a, b)))

    def way(self, a: str, b: str) -> tuple[Spot, ...]:
        """Return how a line goes from zone to zone: by the middle of their border. Raises `KeyError`."""
        seam = self.seam(a, b)
        by = seam.middle if seam else None
        ends = self.cells[a].middle, self.cells[b].middle
        return ends if by is None else (ends[0], by, ends[1])

    def at(self, x: float, y: float) -> str | None:
        """Return the zone at a place, or None beside the board."""
        return next((id for id, cell in self.cells.items() if inside((x, y), cell.points)), None)

    def nearest(self, x: float, y: float, zones: Iterable[str], reach: float) -> str | None:
        """Return which of some zones has its middle nearest to a place, and at most `reach` units from it."""
        far = {id: math.dist((x, y), self.cells[id].middle) for id in zones if id in self.cells}
        best = min(far, key=far.__getitem__, default=None)
        return best if best is not None and far[best] <= reach else None


def drawing_of(board: str) -> BoardDrawing:
    """Return the drawing of a board by its hash, or by the id of one that comes with Metsuke. Raises `LookupError`."""
    return _drawn(board_of(board))


@lru_cache(maxsize=32)
def _drawn(board: Board) -> BoardDrawing:
    return BoardDrawing(board)


# Outlines


def _square(at: int, below: int) -> tuple[Spot, ...]:
    """Return the place of a zone that nobody has drawn: in rows below the drawing."""
    row, place = divmod(at, ACROSS // _CELL)
    x, y = place * _CELL, below + row * _CELL
    return (x, y), (x + _CELL, y), (x + _CELL, y + _CELL), (x, y + _CELL)


def _clear(x: float, y: float, points: tuple[Spot, ...]) -> float:
    """Return how far a place is from the outline; negative outside it."""
    spot = (x, y)
    nearest = min(nearest_on(side, spot)[1] for side in sides(points))
    return nearest if inside(spot, points) else -nearest


def _roomiest(points: tuple[Spot, ...]) -> tuple[Spot, int]:
    """Return the place in an outline that is farthest from its sides, to a few units, and how far that is."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    step = max(max(xs) - min(xs), max(ys) - min(ys)) / 6
    tries = [(x, y), *((min(xs) + i * step, min(ys) + j * step) for i in range(7) for j in range(7))]
    room, x, y = max((_clear(a, b, points), a, b) for a, b in tries)
    while step > 2:
        step /= 2
        near = [(x + i * step, y + j * step) for i in (-1, 0, 1) for j in (-1, 0, 1)]
        room, x, y = max((_clear(a, b, points), a, b) for a, b in near)
    return (round(x), round(y)), max(round(room), 1)


def _shared(one: tuple[Spot, ...], other: tuple[Spot, ...]) -> Iterator[Side]:
    """Yield the straight parts that two outlines have in common."""
    for a, b in sides(one):
        long = math.dist(a, b)
        if not long:
            continue
        ux, uy = (b[0] - a[0]) / long, (b[1] - a[1]) / long
        for c, d in sides(other):
            if any(abs((p[0] - a[0]) * uy - (p[1] - a[1]) * ux) > _TOUCH for p in (c, d)):
                continue
            along = sorted((p[0] - a[0]) * ux + (p[1] - a[1]) * uy for p in (c, d))
            start, end = max(along[0], 0), min(along[1], long)
            if end - start > _TOUCH:
                yield (
                    (round(a[0] + start * ux), round(a[1] + start * uy)),
                    (round(a[0] + end * ux), round(a[1] + end * uy)),
                )


def _between(lines: tuple[Side, ...], walls: set[Spot]) -> bool:
    """Tell whether a border begins and ends where walls end."""
    ends = [end for end, n in Counter(end for line in lines for end in line).items() if n == 1]
    return len(ends) == 2 and all(end in walls for end in ends)
