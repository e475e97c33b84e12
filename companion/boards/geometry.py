"""Plane geometry on whole numbers: sides, crossings, areas, nearest places.

Whole numbers are exact: a corner lies on a side, or it does not. Shapely (it has wheels for phones, too) reckons in
floating point, takes a ring round a hole, whose bridge is walked both ways, for no valid polygon, knows nothing of
corners that zones share, and brings NumPy into every app: for these few functions that is not worth it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

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
