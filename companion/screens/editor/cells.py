"""What a sketch looks like, zone by zone: values that say whether a part of the drawing has to be drawn again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from companion.boards.geometry import Side, Spot, middle
from companion.boards.tracing.sketch import Sketch
from referee.board.board import Zone
from referee.board.route import BorderKind

GROUP = 12
"""Zones that are drawn in one picture: where one of them changes, these are sent again."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A zone as drawn: its outline, where its id stands, the borders and corners that are drawn with it."""

    id: str
    ground: str
    """`street`, `ward`, `castle` or `moat`: how the map colours it."""
    outline: tuple[Spot, ...]
    middle: Spot
    seams: tuple[tuple[BorderKind, Side], ...] = ()
    knots: tuple[Spot, ...] = ()
    post: bool = False
    barracks: bool = False


def cells(sketch: Sketch, knots: bool) -> tuple[tuple[Cell, ...], ...]:
    """Return the drawn zones of a sketch in groups. With `knots` its corners are drawn too."""
    seams = _seams(sketch)
    owned = _owned(sketch) if knots else {}
    found: list[Cell] = []
    for id, zone in sketch.zones.items():
        outline = tuple(sketch.corners[corner] for corner in sketch.rings.get(id, ()))
        if not outline and id not in sketch.dots:
            continue
        place = zone.label or (_middle(outline) if outline else sketch.dots[id])
        found.append(
            Cell(
                id, ground_of(zone), outline, place, tuple(seams.get(id, ())), tuple(owned.get(id, ())), zone.post,
                zone.barracks,
            )
        )  # fmt: skip
    return tuple(tuple(found[at : at + GROUP]) for at in range(0, len(found), GROUP))


def ground_of(zone: Zone) -> str:
    if zone.kind in ("moat", "castle"):
        return zone.kind
    return "ward" if zone.inside_outer_moat else "street"


_middle = lru_cache(maxsize=4096)(middle)


def _seams(sketch: Sketch) -> Mapping[str, list[tuple[BorderKind, Side]]]:
    """Return what is not an open border between two outlines, each with the first of its zones; and all links."""
    found: dict[str, list[tuple[BorderKind, Side]]] = {}
    sharing = sketch.sharing() if sketch.edges else {}
    for ends, kind in sketch.edges.items():
        if (zones := sharing.get(ends)) and len(zones) == 2:
            found.setdefault(zones[0], []).append((kind, (sketch.corners[ends[0]], sketch.corners[ends[1]])))
    for (a, b), kind in sketch.links.items():
        if a in sketch.dots and b in sketch.dots:
            found.setdefault(a, []).append((kind, (sketch.dots[a], sketch.dots[b])))
    return found


def _owned(sketch: Sketch) -> Mapping[str, list[Spot]]:
    """Return every corner with the first zone that has it."""
    found: dict[str, list[Spot]] = {}
    seen: set[int] = set()
    for zone, ring in sketch.rings.items():
        new = [corner for corner in dict.fromkeys(ring) if corner not in seen]
        seen.update(new)
        found[zone] = [sketch.corners[corner] for corner in new]
    return found
