"""Zones as polygons that share corners: drawing, cutting, joining and removing them; snapping and moving corners."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from companion.boards.drawing import Side, Spot, area, between, cross, inside, middle, nearest_on, sides, turn
from companion.boards.tracing.sketch import Edge, Sketch, Untraceable, checked_ring, edge, edges_of, new_id
from referee.board.board import Zone


class SnapPoint(NamedTuple):
    """The point that a new corner snaps to: an existing corner, an edge, or free ground."""

    spot: Spot
    corner: int | None = None
    edge: Edge | None = None


def snapped(sketch: Sketch, spot: Spot, reach: float, but: Sequence[int] = ()) -> SnapPoint:
    """Return what is within `reach` units of a point: the nearest corner, else the nearest edge, else the point itself.

    `but` are corners to ignore, together with their edges.
    """
    away = set(but)
    near = {c: math.dist(s, spot) for c, s in sketch.corners.items() if c not in away}
    best = min(near, key=near.__getitem__, default=None)
    if best is not None and near[best] <= reach:
        return SnapPoint(sketch.corners[best], best)
    found: SnapPoint | None = None
    nearest = reach
    for ends in dict.fromkeys(e for ring in sketch.rings.values() for e in edges_of(ring)):
        if away.isdisjoint(ends):
            on, distance = nearest_on((sketch.corners[ends[0]], sketch.corners[ends[1]]), spot)
            if distance <= nearest:
                found, nearest = SnapPoint(on, None, ends), distance
    return found or SnapPoint(spot)


def put(sketch: Sketch, snap: SnapPoint) -> tuple[Sketch, int]:
    """Return the sketch with a corner at a snapped point, and that corner's number.

    On an edge it becomes a corner of every zone that has the edge, so that they still share it.
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
    """Return the sketch with a corner moved: onto another corner they become one, onto an edge it divides that edge.

    Raises `Untraceable` if a zone would cross itself or vanish.
    """
    if corner not in sketch.corners:
        raise Untraceable("trace.no_corner")
    snap = snapped(sketch, to, reach, but=(corner,)) if reach else SnapPoint(to)
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


def drawn(sketch: Sketch, spots: Sequence[Spot], reach: float = 0, id: str = "") -> Sketch:
    """Return the sketch with a new zone whose corners snap to what is within `reach` units.

    Raises `Untraceable` for a ring without an area, one that crosses itself, or one that overlaps another zone.
    """
    id = id or new_id(sketch)
    if id in sketch.zones and id not in sketch.dots:
        raise Untraceable("trace.id_taken", zone=id)
    after, ring = sketch, list[int]()
    for spot in spots:
        after, corner = put(after, snapped(after, spot, reach))
        if not ring or ring[-1] != corner:
            ring.append(corner)
    if len(ring) > 1 and ring[0] == ring[-1]:
        ring.pop()
    ring = _through(after, ring)
    checked_ring([after.corners[c] for c in ring])
    _on_free_ground(after, ring)
    known = sketch.zones.get(id) or Zone(id=id, kind="ground")
    dots = {zone: spot for zone, spot in sketch.dots.items() if zone != id}
    after = replace(after.with_zone(known), dots=dots, rings={**after.rings, id: tuple(ring)})
    return after.tidied()


def _through(sketch: Sketch, ring: Sequence[int]) -> list[int]:
    """Return a ring with the existing corners that lie on its sides, so that zones share their edges."""
    longer: list[int] = []
    for a, b in zip(ring, (*ring[1:], *ring[:1]), strict=True):
        longer.append(a)
        longer += _corners_between(sketch, a, b)
    return longer


def _corners_between(sketch: Sketch, a: int, b: int) -> list[int]:
    """Return the corners on the straight line between two others, in order."""
    start, end = sketch.corners[a], sketch.corners[b]
    here = [
        c for c, s in sketch.corners.items()
        if c not in (a, b) and s not in (start, end) and not turn(start, end, s) and between(start, end, s)
    ]  # fmt: skip
    return sorted(here, key=lambda c: (sketch.corners[c][0] - start[0]) ** 2 + (sketch.corners[c][1] - start[1]) ** 2)


def _on_free_ground(sketch: Sketch, ring: Sequence[int]) -> None:
    """Raise `Untraceable` for a ring that overlaps a zone: their sides cross, or one is inside the other."""
    mine = [sketch.corners[c] for c in ring]
    own = list(sides(mine))
    for zone in sketch.rings:
        theirs = sketch.ring(zone)
        foreign = list(sides(theirs))
        if any(_crossing(a, b) for a in own for b in foreign):
            raise Untraceable("trace.over_zone", zone=zone)
        if inside(middle(mine), theirs) or inside(middle(theirs), mine):
            raise Untraceable("trace.over_zone", zone=zone)


def _crossing(one: Side, other: Side) -> bool:
    return set(one) != set(other) and not _same_line(one, other) and cross(one, other)


def _same_line(one: Side, other: Side) -> bool:
    return turn(*one, other[0]) == 0 and turn(*one, other[1]) == 0


def removed(sketch: Sketch, zone: str) -> Sketch:
    """Return the sketch without a zone. Raises `Untraceable` if it does not exist."""
    sketch.zone(zone)
    return replace(
        sketch,
        zones={id: z for id, z in sketch.zones.items() if id != zone},
        rings={id: r for id, r in sketch.rings.items() if id != zone},
        dots={id: s for id, s in sketch.dots.items() if id != zone},
    ).tidied()


def split(sketch: Sketch, zone: str, line: Sequence[Spot], reach: float = 0) -> Sketch:
    """Return the sketch with a zone cut in two along a line from edge to edge; the new part gets the next free id.

    The line's first and last point snap to the zone's corners or edges. Raises `Untraceable` if it does not lead across
    the zone.
    """
    if len(line) < 2 or zone not in sketch.rings:
        raise Untraceable("trace.split_ends", zone=zone)
    after, ends = sketch, list[int]()
    for spot in (line[0], line[-1]):
        after, corner = put(after, snapped(after, spot, reach))
        if corner not in after.rings[zone]:
            raise Untraceable("trace.split_ends", zone=zone)
        ends.append(corner)
    cut: list[int] = []
    for spot in line[1:-1]:
        after, corner = put(after, SnapPoint(spot))
        cut.append(corner)
    ring = after.rings[zone]
    if ends[0] == ends[1] or ring.count(ends[0]) > 1 or ring.count(ends[1]) > 1:
        raise Untraceable("trace.split_ends", zone=zone)
    first, last = ring.index(ends[0]), ring.index(ends[1])
    turned = ring[first:] + ring[:first]
    at = (last - first) % len(ring)
    one, other = (*turned[: at + 1], *reversed(cut)), (*turned[at:], turned[0], *cut)
    for part in (one, other):
        checked_ring([after.corners[c] for c in part])
    if not _within(after, [ends[0], *cut, ends[1]], ring):
        raise Untraceable("trace.split_outside", zone=zone)
    known = after.zones[zone].model_copy(update={"label": None})
    new = known.model_copy(update={"id": new_id(after), "name": type(known.name)(), "post": False, "barracks": False})
    after = after.with_zone(known).with_zone(new)
    return replace(after, rings={**after.rings, zone: one, new.id: other}).tidied()


def _within(sketch: Sketch, cut: Sequence[int], ring: Sequence[int]) -> bool:
    """Tell whether a line is inside a ring: its middles are inside, and it crosses no side."""
    border = [sketch.corners[c] for c in ring]
    for a, b in pairwise(cut):
        start, end = sketch.corners[a], sketch.corners[b]
        if not inside(((start[0] + end[0]) / 2, (start[1] + end[1]) / 2), border):
            return False
        if any(cross((start, end), side) for side in sides(border)):
            return False
    return True


def merged(sketch: Sketch, zone: str, other: str) -> Sketch:
    """Return the sketch with `other` merged into `zone`. Raises `Untraceable` if they do not touch, or leave a hole.

    The border between them disappears, even a wall; the properties of `zone` apply to both.
    """
    sketch.zone(zone)
    sketch.zone(other)
    if zone == other or zone not in sketch.rings or other not in sketch.rings:
        raise Untraceable("trace.not_beside", zone=zone, other=other)
    one, two = sketch.rings[zone], sketch.rings[other]
    common = set(edges_of(one)) & set(edges_of(two))
    if not common:
        raise Untraceable("trace.not_beside", zone=zone, other=other)
    steps = [(a, b) for ring in (one, two) for a, b in zip(ring, (*ring[1:], *ring[:1]), strict=True)]
    if _clockwise(sketch, one) != _clockwise(sketch, two):
        steps = steps[: len(one)] + [(b, a) for a, b in steps[len(one) :]]
    left = [step for step in steps if edge(*step) not in common]
    ring = _walk(left)
    if len(ring) != len(left):
        raise Untraceable("trace.merge_hole", zone=zone, other=other)
    flags = {"post": sketch.zones[zone].post or sketch.zones[other].post, "label": None}
    flags["barracks"] = sketch.zones[zone].barracks or sketch.zones[other].barracks
    flags["edge"] = sketch.zones[zone].edge or sketch.zones[other].edge
    zones = {id: z for id, z in sketch.zones.items() if id != other}
    zones[zone] = zones[zone].model_copy(update=flags)
    rings = {id: r for id, r in sketch.rings.items() if id != other} | {zone: ring}
    after = replace(sketch, zones=zones, rings=rings)
    checked_ring(after.ring(zone))
    return after.tidied()


def _clockwise(sketch: Sketch, ring: Sequence[int]) -> bool:
    return area([sketch.corners[c] for c in ring]) > 0


def _walk(steps: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """Return the ring formed by these steps, starting with the first."""
    onward: dict[int, list[int]] = {}
    for a, b in steps:
        onward.setdefault(a, []).append(b)
    ring = [steps[0][0]]
    while onward.get(ring[-1]):
        following = onward[ring[-1]].pop()
        if following == ring[0] and not any(onward.values()):
            break
        ring.append(following)
        if len(ring) > len(steps):
            break
    return tuple(ring)


def hole(sketch: Sketch, zone: str, spots: Sequence[Spot]) -> Sketch:
    """Return the sketch with a hole cut into a zone, and a new zone in the hole.

    The zone's ring then also goes round the hole, over a bridge that is walked both ways and is no border. Raises
    `Untraceable` if the hole is not wholly inside.
    """
    outer = sketch.rings.get(zone)
    if outer is None:
        raise Untraceable("trace.no_zone", zone=zone)
    border = sketch.ring(zone)
    checked_ring(spots)
    if not all(inside(spot, border) for spot in spots) or any(cross(a, b) for a in sides(spots) for b in sides(border)):
        raise Untraceable("trace.hole_outside", zone=zone)
    after, ring = sketch, list[int]()
    for spot in spots:
        after, corner = put(after, SnapPoint(spot))
        ring.append(corner)
    start, end = _bridge(after, outer, ring)
    if _clockwise(after, outer) == _clockwise(after, ring):
        ring.reverse()
        end = len(ring) - 1 - end
    around = [*ring[end:], *ring[: end + 1]]
    keyhole = (*outer[: start + 1], *around, *outer[start:])
    id = new_id(after)
    new = Zone(id=id, kind=after.zones[zone].kind, castle=after.zones[zone].castle)
    return replace(after.with_zone(new), rings={**after.rings, zone: keyhole, id: tuple(ring)}).tidied()


def _bridge(sketch: Sketch, outer: Sequence[int], ring: Sequence[int]) -> tuple[int, int]:
    """Return the indices in both rings between which the shortest line crosses nothing."""
    walls = [*sides([sketch.corners[c] for c in outer]), *sides([sketch.corners[c] for c in ring])]
    every = [(i, j) for i in range(len(outer)) for j in range(len(ring))]

    def long(pair: tuple[int, int]) -> int:
        a, b = sketch.corners[outer[pair[0]]], sketch.corners[ring[pair[1]]]
        return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2

    for i, j in sorted(every, key=long):
        line = (sketch.corners[outer[i]], sketch.corners[ring[j]])
        if not any(cross(line, wall) or _touches(line, wall) for wall in walls):
            return i, j
    raise Untraceable("trace.crosses")


def _touches(line: Side, wall: Side) -> bool:
    """Tell whether a wall's end lies on a line without being one of its ends."""
    return any(end not in line and not turn(*line, end) and between(*line, end) for end in wall)
