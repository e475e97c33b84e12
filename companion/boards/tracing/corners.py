"""Corners: snapping to what is there, dragging, adding and taking away. What several zones share moves for all."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from companion.boards.geometry import Spot, nearest_on
from companion.boards.tracing.sketch import Edge, Sketch, Untraceable, checked_ring, edge, edges_of


class Snap(NamedTuple):
    """Where a finger would put a corner: on a corner that is there, on an edge, or on free ground."""

    spot: Spot
    corner: int | None = None
    edge: Edge | None = None


def snapped(sketch: Sketch, spot: Spot, reach: float, but: Sequence[int] = ()) -> Snap:
    """Return what lies within `reach` units of a place: the nearest corner first, then the nearest edge.

    `but` names corners that do not count, with the edges that end in them.
    """
    away = set(but)
    near = {c: math.dist(s, spot) for c, s in sketch.corners.items() if c not in away}
    best = min(near, key=near.__getitem__, default=None)
    if best is not None and near[best] <= reach:
        return Snap(sketch.corners[best], best)
    found: Snap | None = None
    far = reach
    for ends in dict.fromkeys(e for ring in sketch.rings.values() for e in edges_of(ring)):
        if away.isdisjoint(ends):
            on, distance = nearest_on((sketch.corners[ends[0]], sketch.corners[ends[1]]), spot)
            if distance <= far:
                found, far = Snap(on, None, ends), distance
    return found or Snap(spot)


def put(sketch: Sketch, snap: Snap) -> tuple[Sketch, int]:
    """Return the sketch with a corner where a finger snapped to, and that corner.

    On an edge it becomes a corner of every zone that has the edge, so that they go on touching.
    """
    if snap.corner is not None:
        return sketch, snap.corner
    new = max(sketch.corners, default=0) + 1
    sketch = replace(sketch, corners={**sketch.corners, new: snap.spot})
    return (sketch if snap.edge is None else _on_edge(sketch, snap.edge, new)), new


def _on_edge(sketch: Sketch, ends: Edge, new: int) -> Sketch:
    rings = {zone: _with(ring, ends, new) for zone, ring in sketch.rings.items()}
    edges = dict(sketch.edges)
    if (kind := edges.pop(ends, None)) is not None:
        edges |= {edge(ends[0], new): kind, edge(ends[1], new): kind}
    return replace(sketch, rings=rings, edges=edges)


def _with(ring: tuple[int, ...], ends: Edge, new: int) -> tuple[int, ...]:
    longer: list[int] = []
    for a, b in zip(ring, (*ring[1:], *ring[:1]), strict=True):
        longer.append(a)
        if edge(a, b) == ends:
            longer.append(new)
    return tuple(longer)


def moved(sketch: Sketch, corner: int, to: Spot, reach: float = 0) -> Sketch:
    """Return the sketch with a corner dragged: on another corner they become one, on an edge it parts that edge.

    Raises `Untraceable` when a zone would cross itself or vanish.
    """
    if corner not in sketch.corners:
        raise Untraceable("trace.no_corner")
    snap = snapped(sketch, to, reach, but=(corner,)) if reach else Snap(to)
    touched = [zone for zone, ring in sketch.rings.items() if corner in ring]
    if snap.corner is not None:
        after = _joined(sketch, corner, snap.corner)
        touched += [zone for zone, ring in sketch.rings.items() if snap.corner in ring]
    elif snap.edge is not None:
        moved_there = replace(sketch, corners={**sketch.corners, corner: snap.spot})
        after = _on_edge(moved_there, snap.edge, corner)
        touched += [zone for zone, ring in sketch.rings.items() if snap.edge in edges_of(ring)]
    else:
        after = replace(sketch, corners={**sketch.corners, corner: snap.spot})
    for zone in dict.fromkeys(touched):
        checked_ring(after.ring(zone))
    return after.tidied()


def _joined(sketch: Sketch, gone: int, kept: int) -> Sketch:
    rings: dict[str, tuple[int, ...]] = {}
    for zone, ring in sketch.rings.items():
        renamed = [kept if c == gone else c for c in ring]
        rings[zone] = tuple(c for c, before in zip(renamed, (renamed[-1:] + renamed[:-1]), strict=True) if c != before)
    edges = {}
    for ends, kind in sketch.edges.items():
        a, b = (kept if c == gone else c for c in ends)
        if a != b:
            edges[edge(a, b)] = kind
    corners = {c: s for c, s in sketch.corners.items() if c != gone}
    return replace(sketch, rings=rings, edges=edges, corners=corners)
