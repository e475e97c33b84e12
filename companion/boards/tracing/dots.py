"""The quick mode: a dot for each zone, and neighbours joined from dot to dot. Enough for every rule."""

from __future__ import annotations

import math
from dataclasses import replace

from companion.boards.geometry import Spot
from companion.boards.tracing.sketch import Pair, Sketch, Untraceable, new_id
from referee.board.board import Zone


def dotted(sketch: Sketch, spot: Spot) -> Sketch:
    """Return the sketch with a new zone that is a dot. Raises `Untraceable` when the board is full."""
    id = new_id(sketch)
    return replace(sketch.with_zone(Zone(id=id, kind="ground")), dots={**sketch.dots, id: spot})


def dot_at(sketch: Sketch, spot: Spot, reach: float) -> str | None:
    """Return the dot nearest to a finger, at most `reach` units away."""
    far = {zone: math.dist(place, spot) for zone, place in sketch.dots.items()}
    best = min(far, key=far.__getitem__, default=None)
    return best if best is not None and far[best] <= reach else None


def dragged(sketch: Sketch, zone: str, to: Spot) -> Sketch:
    if zone not in sketch.dots:
        raise Untraceable("trace.no_zone", zone=zone)
    return replace(sketch, dots={**sketch.dots, zone: to})


def link_of(sketch: Sketch, a: str, b: str) -> Pair | None:
    """Return how two dots are joined, whichever way round."""
    return next((pair for pair in ((a, b), (b, a)) if pair in sketch.links), None)


def joined(sketch: Sketch, a: str, b: str) -> Sketch:
    """Return the sketch with two dots joined; what was joined goes on to the next kind: plain, wall, sound, nothing."""
    if a == b or a not in sketch.dots or b not in sketch.dots:
        raise Untraceable("trace.not_beside", zone=a, other=b)
    pair = link_of(sketch, a, b)
    if pair is None:
        return replace(sketch, links={**sketch.links, (a, b): "plain"})
    if sketch.links[pair] == "sound":
        return replace(sketch, links={p: k for p, k in sketch.links.items() if p != pair}).tidied()
    return replace(sketch, links={**sketch.links, pair: "wall" if sketch.links[pair] == "plain" else "sound"})
