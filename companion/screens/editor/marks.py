"""What lies over the zones of a sketch: what is chosen, drawn, dragged, painted or heard right now."""

from __future__ import annotations

from itertools import pairwise

from companion.boards.geometry import Spot
from companion.boards.tracing.bench import Bench
from companion.boards.tracing.boards import board_of
from companion.boards.tracing.checking import heard
from companion.boards.tracing.painting import has
from companion.boards.tracing.sketch import Sketch
from companion.boards.workplace import Workplace
from companion.screens.editor import drawing
from companion.ui import palette
from companion.ui.look import Look

RINGS = frozenset({"zone", "hole"})
"""The tools whose line closes to a ring."""
STROKES = frozenset({"paint", "border", "route"})


def ways(sketch: Sketch) -> tuple[tuple[Spot, Spot, bool], ...]:
    """Return the patrol route: from middle to middle, and whether it goes that way alone."""
    one_way = {frozenset(each): each for each in sketch.route.one_way}
    found = []
    for a, b in sketch.route.edges:
        start, end = one_way.get(frozenset((a, b)), (a, b))
        if start in sketch.zones and end in sketch.zones:
            found.append((sketch.middle(start), sketch.middle(end), frozenset((a, b)) in one_way))
    return tuple(found)


def marks(look: Look, place: Workplace, rings: tuple[frozenset[str], ...], unit: float) -> str:
    """Return the drawing of all that is so right now; `rings` are those of `rings_about`."""
    bench, p = place.bench, look.p
    sketch = bench.sketch
    parts: list[str] = []
    if bench.tool == "paint":
        painted = [zone for zone in sketch.zones if has(sketch.zone(zone), bench.brush)]
        parts.append(drawing.washed((sketch.ring(zone) for zone in painted), p.accent, 0.5))
        parts.append(drawing.ringed((), _dots(sketch, painted), p.accent, unit))
    parts += _heard(look, place, rings, unit)
    parts.append(
        drawing.ringed(
            (sketch.ring(zone) for zone in _marked(bench)), _dots(sketch, _marked(bench)), palette.CARD_PAPER, unit
        )
    )
    if bench.tool in STROKES:
        parts.append(drawing.stroke_picture(bench.line[-400:], p.accent, unit))
    else:
        parts.append(drawing.line_picture(bench.line, bench.finger, bench.tool in RINGS, p.accent, unit))
    if bench.finger is not None:
        parts.append(_pulled(bench, p.accent, unit))
    return "".join(parts)


def _marked(bench: Bench) -> tuple[str, ...]:
    known = (*bench.chosen, bench.last)
    return tuple(zone for zone in dict.fromkeys(known) if zone in bench.sketch.zones)


def _dots(sketch: Sketch, zones: tuple[str, ...] | list[str]) -> list[Spot]:
    return [sketch.dots[zone] for zone in zones if zone in sketch.dots]


def _pulled(bench: Bench, color: str, unit: float) -> str:
    """Return a corner or a dot that is dragged, with the edges that it would have."""
    finger, sketch = bench.finger, bench.sketch
    if finger is None:
        return ""
    if bench.held is not None:
        beside = {
            sketch.corners[other]
            for ring in sketch.rings.values()
            if bench.held in ring
            for at in range(len(ring))
            if ring[at] == bench.held
            for other in (ring[at - 1], ring[(at + 1) % len(ring)])
        }
        return drawing.pulled_picture(finger, sorted(beside), color, unit)
    if bench.held_dot in sketch.dots:
        return drawing.pulled_picture(finger, [sketch.dots[bench.held_dot]], color, unit)
    return ""


def _heard(look: Look, place: Workplace, rings: tuple[frozenset[str], ...], unit: float) -> list[str]:
    """Return the zones about the one that was tapped, the nearest the strongest."""
    sketch = place.bench.sketch
    color = look.p.indigo if place.preview == "sound" else look.p.traitor
    return [
        drawing.washed((sketch.ring(zone) for zone in sorted(ring)), color, 0.62 - 0.16 * n)
        + drawing.ringed((), _dots(sketch, sorted(ring)), color, unit)
        for n, ring in enumerate(rings)
    ]


def rings_about(place: Workplace) -> tuple[frozenset[str], ...]:
    """Return what lies 1, 2, up to `far` from the chosen zone: by sound, or as a guard walks."""
    bench = place.bench
    if bench.tool != "hear" or not bench.chosen or bench.chosen[-1] not in bench.sketch.zones:
        return ()
    board, zone = board_of(bench.sketch), bench.chosen[-1]
    if place.preview == "sound":
        return heard(board, zone, place.far)
    near = [board.reach(zone, n) for n in range(place.far + 1)]
    return tuple(after - before for before, after in pairwise(near))
