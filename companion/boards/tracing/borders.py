"""Borders: found where zones share edges, made walls by tapping or by drawing along them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.boards.geometry import Spot, nearest_on
from companion.boards.tracing.sketch import Edge, Pair, Sketch, Untraceable
from referee.board.route import BorderKind


def borders(sketch: Sketch) -> dict[Pair, BorderKind]:
    """Return all borders of a sketch, in the order of its zones.

    Two zones that share an open edge and a wall touch openly (ledger 13.1). A corner in common is no border.
    """
    kinds: dict[Pair, set[BorderKind]] = {}
    for ends, zones in sketch.sharing().items():
        if len(zones) == 2:
            kinds.setdefault((zones[0], zones[1]), set()).add(sketch.edges.get(ends, "plain"))
    found: dict[Pair, BorderKind] = {
        pair: next(kind for kind in ("plain", "wall", "sound") if kind in here) for pair, here in kinds.items()
    }
    for (a, b), kind in sketch.links.items():
        if (a, b) not in found and (b, a) not in found:
            found[a, b] = kind
    return found


def walled(sketch: Sketch, ends: Edge, kind: BorderKind) -> Sketch:
    """Return the sketch with an edge between two zones made plain, a wall, or a border for sound alone.

    Raises `Untraceable` for an edge that is no border.
    """
    if len(sketch.sharing().get(ends, ())) != 2:
        raise Untraceable("trace.no_border")
    edges = {e: k for e, k in sketch.edges.items() if e != ends}
    return replace(sketch, edges=edges if kind == "plain" else edges | {ends: kind})


def bounded(sketch: Sketch, a: str, b: str, kind: BorderKind) -> Sketch:
    """Return the sketch with all that two zones share of one kind. Raises `Untraceable` if they do not touch."""
    sharing = sketch.sharing()
    common = [ends for ends, zones in sharing.items() if set(zones) == {a, b}]
    if common:
        edges = {e: k for e, k in sketch.edges.items() if e not in common}
        return replace(sketch, edges=edges if kind == "plain" else edges | dict.fromkeys(common, kind))
    pair = next((pair for pair in sketch.links if set(pair) == {a, b}), None)
    if pair is None:
        raise Untraceable("trace.not_beside", zone=a, other=b)
    return replace(sketch, links={**sketch.links, pair: kind})


def border_at(sketch: Sketch, spot: Spot, reach: float) -> Edge | None:
    """Return the border nearest to a finger, at most `reach` units away."""
    best, far = None, reach
    for ends, zones in sketch.sharing().items():
        if len(zones) == 2:
            _, distance = nearest_on((sketch.corners[ends[0]], sketch.corners[ends[1]]), spot)
            if distance <= far:
                best, far = ends, distance
    return best


def along(sketch: Sketch, way: Sequence[Spot], reach: float) -> tuple[Edge, ...]:
    """Return the borders that a finger drew along, in their order, each once."""
    found = (border_at(sketch, spot, reach) for spot in way)
    return tuple(dict.fromkeys(ends for ends in found if ends is not None))


def wall_along(sketch: Sketch, way: Sequence[Spot], reach: float, kind: BorderKind = "wall") -> Sketch:
    """Return the sketch with every border of one kind that a finger drew along."""
    edges = dict(sketch.edges)
    for ends in along(sketch, way, reach):
        edges.pop(ends, None)
        if kind != "plain":
            edges[ends] = kind
    return replace(sketch, edges=edges)
