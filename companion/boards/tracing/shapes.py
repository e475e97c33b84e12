"""Zones: drawing one beside others, and taking one away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.boards.geometry import Side, Spot, between, cross, inside, middle, sides, turn
from companion.boards.tracing.corners import put, snapped
from companion.boards.tracing.sketch import Sketch, Untraceable, checked_ring, new_id
from referee.board.board import Zone


def drawn(sketch: Sketch, spots: Sequence[Spot], reach: float = 0, id: str = "") -> Sketch:
    """Return the sketch with a new zone whose corners snap to what is within `reach` units.

    Raises `Untraceable` for a ring that bounds nothing, crosses itself, or lies over another zone.
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
    """Return a ring with the corners of others that lie on its sides, so that they share their edges."""
    longer: list[int] = []
    for a, b in zip(ring, (*ring[1:], *ring[:1]), strict=True):
        longer.append(a)
        longer += _on_the_way(sketch, a, b)
    return longer


def _on_the_way(sketch: Sketch, a: int, b: int) -> list[int]:
    """Return the corners that lie on the straight way between two others, in their order."""
    start, end = sketch.corners[a], sketch.corners[b]
    here = [
        c for c, s in sketch.corners.items()
        if c not in (a, b) and s not in (start, end) and not turn(start, end, s) and between(start, end, s)
    ]  # fmt: skip
    return sorted(here, key=lambda c: (sketch.corners[c][0] - start[0]) ** 2 + (sketch.corners[c][1] - start[1]) ** 2)


def _on_free_ground(sketch: Sketch, ring: Sequence[int]) -> None:
    """Raise `Untraceable` for a ring that lies over a zone: their sides cross, or one is within the other."""
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
    """Return the sketch without a zone. Raises `Untraceable` for one that is not there."""
    sketch.zone(zone)
    return replace(
        sketch,
        zones={id: z for id, z in sketch.zones.items() if id != zone},
        rings={id: r for id, r in sketch.rings.items() if id != zone},
        dots={id: s for id, s in sketch.dots.items() if id != zone},
    ).tidied()
