"""Zones cut and joined: splitting one by a line, merging two, cutting a hole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from companion.boards.geometry import Side, Spot, area, between, cross, inside, sides, turn
from companion.boards.tracing.corners import Snap, put, snapped
from companion.boards.tracing.sketch import Sketch, Untraceable, checked_ring, edge, edges_of, new_id
from referee.board.board import Zone


def split(sketch: Sketch, zone: str, line: Sequence[Spot], reach: float = 0) -> Sketch:
    """Return the sketch with a zone cut in two along a line from edge to edge; the new part gets the next free id.

    The line's first and last place snap to the zone's corners or edges. Raises `Untraceable` when it does not lead
    across the zone.
    """
    if len(line) < 2 or zone not in sketch.rings:
        raise Untraceable("trace.split_ends", zone=zone)
    after, ends = sketch, list[int]()
    for spot in (line[0], line[-1]):
        after, corner = put(after, snapped(after, spot, reach))
        if corner not in after.rings[zone]:
            raise Untraceable("trace.split_ends", zone=zone)
        ends.append(corner)
    way: list[int] = []
    for spot in line[1:-1]:
        after, corner = put(after, Snap(spot))
        way.append(corner)
    ring = after.rings[zone]
    if ends[0] == ends[1] or ring.count(ends[0]) > 1 or ring.count(ends[1]) > 1:
        raise Untraceable("trace.split_ends", zone=zone)
    first, last = ring.index(ends[0]), ring.index(ends[1])
    turned = ring[first:] + ring[:first]
    at = (last - first) % len(ring)
    one, other = (*turned[: at + 1], *reversed(way)), (*turned[at:], turned[0], *way)
    for part in (one, other):
        checked_ring([after.corners[c] for c in part])
    if not _within(after, [ends[0], *way, ends[1]], ring):
        raise Untraceable("trace.split_outside", zone=zone)
    known = after.zones[zone].model_copy(update={"label": None})
    new = known.model_copy(update={"id": new_id(after), "name": type(known.name)(), "post": False, "barracks": False})
    after = after.with_zone(known).with_zone(new)
    return replace(after, rings={**after.rings, zone: one, new.id: other}).tidied()


def _within(sketch: Sketch, way: Sequence[int], ring: Sequence[int]) -> bool:
    """Tell whether a way lies in a ring: its middles are inside, and it crosses no side."""
    border = [sketch.corners[c] for c in ring]
    for a, b in pairwise(way):
        start, end = sketch.corners[a], sketch.corners[b]
        if not inside(((start[0] + end[0]) / 2, (start[1] + end[1]) / 2), border):
            return False
        if any(cross((start, end), side) for side in sides(border)):
            return False
    return True


def merged(sketch: Sketch, zone: str, other: str) -> Sketch:
    """Return the sketch with `other` taken into `zone`. Raises `Untraceable` if they do not touch, or leave a hole.

    The border between them goes, its wall too; what was said of `zone` holds for both.
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
    """Return the ring that steps make when they are walked one after the other from the first."""
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

    The zone's ring then goes once round the hole, over a bridge that is walked both ways and is no border. Raises
    `Untraceable` when the hole does not lie wholly within.
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
        after, corner = put(after, Snap(spot))
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
    """Return the places in both rings between which the shortest line crosses nothing."""
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
