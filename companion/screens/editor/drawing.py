"""A sketch drawn as SVG pictures in the sketch's own units.

Line widths follow the zoom. Over a photo everything is drawn in pale paper and dark ink in both brightness modes, since
the photo has its own colours.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from companion.boards.drawing import Side, Spot, middle
from companion.boards.tracing.sketch import Sketch
from companion.ui import palette, theme
from companion.ui.palette import Palette
from referee.board.board import BorderKind, Zone

GROUP = 12
"""Zones per picture: where one of them changes, its picture is sent again."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A zone as drawn: its outline, the place of its id, and the borders and corners drawn with it."""

    id: str
    ground: str
    """The map colour: `street`, `ward`, `castle` or `moat`."""
    outline: tuple[Spot, ...]
    middle: Spot
    seams: tuple[tuple[BorderKind, Side], ...] = ()
    knots: tuple[Spot, ...] = ()
    post: bool = False
    barracks: bool = False


def cells(sketch: Sketch, knots: bool) -> tuple[tuple[Cell, ...], ...]:
    """Return the cells of a sketch in groups. With `knots` their corners are drawn too."""
    seams = _seams(sketch)
    owned = _owned(sketch) if knots else {}
    found: list[Cell] = []
    for id, zone in sketch.zones.items():
        outline = tuple(sketch.corners[corner] for corner in sketch.rings.get(id, ()))
        if not outline and id not in sketch.dots:
            continue
        label = zone.label or (_middle(outline) if outline else sketch.dots[id])
        found.append(
            Cell(
                id, ground_of(zone), outline, label, tuple(seams.get(id, ())), tuple(owned.get(id, ())), zone.post,
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
    """Return the borders between two outlines that are not open, each under the first of its zones; and all links."""
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
    """Return every corner, under the first zone that has it."""
    found: dict[str, list[Spot]] = {}
    seen: set[int] = set()
    for zone, ring in sketch.rings.items():
        new = [corner for corner in dict.fromkeys(ring) if corner not in seen]
        seen.update(new)
        found[zone] = [sketch.corners[corner] for corner in new]
    return found


PLATE, LEAST = 13.0, 10.0
"""The height of a zone's id in pixels, and the smallest to which it shrinks to fit; a smaller one is left out."""
DOT = 9.0
"""The radius of a dot in pixels."""
VEIL = {"street": 0.14, "ward": 0.24, "castle": 0.42, "moat": 0.45}
"""The opacity with which each kind of zone covers a photo."""


def svg(size: tuple[int, int], inside: str) -> str:
    return f'{theme.SVG} viewBox="0 0 {size[0]} {size[1]}">{inside}</svg>'


def zones_picture(size: tuple[int, int], cells: Sequence[Cell], p: Palette, photo: bool, unit: float) -> str:
    """Return zones with their borders, corners and ids. `unit` is the units per pixel of lines and letters."""
    fills: dict[str, list[str]] = {}
    for cell in cells:
        if cell.outline:
            fills.setdefault(cell.ground, []).append(outline(cell.outline))
    paper, ink = palette.CARD_PAPER, palette.CARD_INK
    parts = [_fill("".join(paths), _tint(p, ground, photo), VEIL[ground] if photo else 1) for ground, paths in
             fills.items()]  # fmt: skip
    parts.append(stroke("".join(d for paths in fills.values() for d in paths), paper if photo else p.border, 2 * unit))
    seams: dict[str, str] = {}
    for cell in cells:
        for kind, ((ax, ay), (bx, by)) in cell.seams:
            seams[kind] = seams.get(kind, "") + f"M{ax} {ay}L{bx} {by}"
    parts.append(stroke(seams.get("plain", ""), paper if photo else p.border, 3 * unit))
    rim, wall = (ink, paper) if photo else (p.background, p.wall)
    walls = seams.get("wall", "") + seams.get("sound", "")
    parts.append(stroke(walls, rim, 8 * unit) + stroke(walls, wall, 5 * unit))
    parts.append(stroke(seams.get("sound", ""), rim, 2 * unit))
    knots = "".join(_disc(spot, 4.5 * unit) for cell in cells for spot in cell.knots)
    if knots:
        parts.append(f'<path d="{knots}" fill="{paper}" stroke="{ink}" stroke-width="{1.5 * unit:.1f}"/>')
    parts += [_plate(cell, unit) for cell in cells]
    return svg(size, "".join(parts))


def _tint(p: Palette, ground: str, photo: bool) -> str:
    if not photo:
        return {"street": p.street, "ward": p.ward, "castle": p.castle, "moat": p.moat}[ground]
    return {"street": palette.CARD_PAPER, "ward": palette.CARD_PAPER, "castle": p.traitor, "moat": p.ninja}[ground]


def _plate(cell: Cell, unit: float) -> str:
    """Return a zone's id on a dark plate, with a ◇ for a post and a house for a barracks; a dot's plate is round.

    Without room for the id only the signs are drawn.
    """
    x, y = cell.middle
    signs = int(cell.post) + int(cell.barracks)
    size = _fitting(cell, signs, unit)
    if size < LEAST:
        return _signs(cell, x + signs * 4 * unit, 8 * unit, unit * 0.8)
    unit *= size / PLATE
    half = (len(cell.id) * PLATE * 0.33 + 6 + signs * 7) * unit
    high = 10 * unit
    rim = DOT * unit if not cell.outline else 4 * unit
    edge = f' stroke="{palette.CARD_PAPER}" stroke-width="{1.5 * unit:.1f}"' if not cell.outline else ""
    box = (
        f'<rect x="{x - half:.0f}" y="{y - high:.0f}" width="{2 * half:.0f}" height="{2 * high:.0f}" rx="{rim:.1f}" '
        f'fill="{palette.CARD_INK}" fill-opacity=".86"{edge}/>'
    )
    words = (
        f'<text x="{x - signs * 7 * unit:.0f}" y="{y + PLATE * 0.36 * unit:.0f}" text-anchor="middle" '
        f'font-family="{theme.REGULAR}" font-weight="700" font-size="{PLATE * unit:.1f}" '
        f'fill="{palette.CARD_PAPER}">{_escaped(cell.id)}</text>'
    )
    return box + words + _signs(cell, x + half - 12 * unit, 14 * unit, unit)


def _fitting(cell: Cell, signs: int, unit: float) -> float:
    """Return the height in pixels of an id that fits its zone, at most `PLATE`."""
    if not cell.outline:
        return PLATE
    xs, ys = zip(*cell.outline, strict=True)
    wide, high = (max(xs) - min(xs)) / unit, (max(ys) - min(ys)) / unit
    return min(PLATE, 0.82 * wide / (len(cell.id) * 0.66 + signs * 1.1 + 0.5), high / 1.9)


def _signs(cell: Cell, at: float, step: float, unit: float) -> str:
    """Return the signs of a zone, placed from right to left."""
    marks = ""
    for shown, path in ((cell.barracks, _house), (cell.post, _diamond)):
        if shown:
            marks += path(at, cell.middle[1], unit)
            at -= step
    ink = f'fill="{palette.CARD_PAPER}" stroke="{palette.CARD_INK}" stroke-width="{1.5 * unit:.1f}"'
    return f'<path d="{marks}" {ink}/>' if marks else ""


def _diamond(x: float, y: float, unit: float) -> str:
    r = 5 * unit
    return f"M{x - r:.0f} {y:.0f}l{r:.0f} {-r:.0f}l{r:.0f} {r:.0f}l{-r:.0f} {r:.0f}z"


def _house(x: float, y: float, unit: float) -> str:
    r = 5 * unit
    return f"M{x - r:.0f} {y + r:.0f}v{-r:.0f}l{r:.0f} {-r:.0f}l{r:.0f} {r:.0f}v{r:.0f}z"


# Layers over the zones


def washed(outlines: Iterable[Sequence[Spot]], color: str, opacity: float) -> str:
    return _fill("".join(outline(each) for each in outlines if each), color, opacity)


def ringed(outlines: Iterable[Sequence[Spot]], dots: Iterable[Spot], color: str, unit: float) -> str:
    paths = "".join(outline(each) for each in outlines if each) + "".join(_disc(each, 16 * unit) for each in dots)
    return stroke(paths, palette.CARD_INK, 6 * unit) + stroke(paths, color, 4 * unit)


def line_picture(line: Sequence[Spot], finger: Spot | None, ring: bool, color: str, unit: float) -> str:
    """Return the corners tapped so far as a line; a ring shows how it would close."""
    if not line:
        return ""
    spots = [*line, finger] if finger is not None and finger != line[-1] else list(line)
    parts = []
    if ring and len(spots) > 2:
        parts.append(_fill(outline(spots), color, 0.28))
        parts.append(stroke(outline((spots[-1], spots[0]), closed=False), color, 3 * unit, (6 * unit, 5 * unit)))
    parts.append(stroke(outline(spots, closed=False), color, 3 * unit))
    ink = f'stroke="{palette.CARD_INK}" stroke-width="{2 * unit:.1f}"'
    parts.append(f'<path d="{"".join(_disc(spot, 7 * unit) for spot in line[1:])}" fill="{palette.CARD_PAPER}" {ink}/>')
    parts.append(f'<path d="{_disc(line[0], 9 * unit)}" fill="{color}" {ink}/>')
    return "".join(parts)


def stroke_picture(line: Sequence[Spot], color: str, unit: float) -> str:
    return stroke(outline(line, closed=False), color, 6 * unit, opacity=0.7) if len(line) > 1 else ""


def pulled_picture(spot: Spot, beside: Sequence[Spot], color: str, unit: float) -> str:
    x, y = spot
    d = "".join(f"M{ax} {ay}L{x} {y}" for ax, ay in beside)
    return stroke(d, color, 3 * unit, (6 * unit, 5 * unit)) + f'<path d="{_disc(spot, 7 * unit)}" fill="{color}"/>'


def route_picture(
    size: tuple[int, int], arrows: Sequence[tuple[Spot, Spot, bool]], inks: tuple[str, str], unit: float
) -> str:  # fmt: skip
    """Return the patrol route: a line for each edge from middle to middle, with an arrow if it is one-way.

    `inks` are the colours of the route and of its outline.
    """
    color, under = inks
    line = "".join(_between(a, b, 15 * unit) for a, b, _ in arrows)
    heads = "".join(_head(a, b, 9 * unit) for a, b, arrow in arrows if arrow)
    back = stroke(line, under, 6 * unit)
    return svg(size, back + stroke(line, color, 3.5 * unit, (2 * unit, 6 * unit)) + stroke(heads, color, 4 * unit))


def _between(a: Spot, b: Spot, free: float) -> str:
    """Return the line between two zones, leaving their plates free where it is long enough."""
    length = math.dist(a, b) or 1
    part = min(free / length, 0.25)
    dx, dy = (b[0] - a[0]) * part, (b[1] - a[1]) * part
    return f"M{a[0] + dx:.0f} {a[1] + dy:.0f}L{b[0] - dx:.0f} {b[1] - dy:.0f}"


def _head(a: Spot, b: Spot, long: float) -> str:
    x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = math.hypot(dx, dy) or 1
    ux, uy = dx / length * long, dy / length * long
    return f"M{x - ux - uy:.0f} {y - uy + ux:.0f}L{x:.0f} {y:.0f}L{x - ux + uy:.0f} {y - uy - ux:.0f}"


# Parts


def outline(points: Sequence[Spot], closed: bool = True) -> str:
    """Return a path through points: the first absolute, the others relative, which is shorter."""
    (x, y), *rest = points
    steps = " ".join(f"{b[0] - a[0]} {b[1] - a[1]}" for a, b in pairwise(points))
    return f"M{x} {y}" + (f"l{steps}" if rest else "") + ("z" if closed else "")


def stroke(d: str, color: str, width: float, dashes: tuple[float, float] | None = None, opacity: float = 1) -> str:
    """Return a line along a path; empty for an empty path."""
    if not d:
        return ""
    more = f' stroke-dasharray="{dashes[0]:.1f} {dashes[1]:.1f}"' if dashes else ""
    more += f' stroke-opacity="{opacity:g}"' if opacity < 1 else ""
    return (
        f'<path d="{d}" fill="none" stroke="{color}" stroke-width="{width:.1f}" stroke-linejoin="round" '
        f'stroke-linecap="round"{more}/>'
    )


def _fill(d: str, color: str, opacity: float) -> str:
    more = f' fill-opacity="{opacity:g}"' if opacity < 1 else ""
    return f'<path d="{d}" fill="{color}" fill-rule="evenodd"{more}/>' if d else ""


def _disc(spot: Spot, r: float) -> str:
    x, y = spot
    return f"M{x - r:.0f} {y}a{r:.1f} {r:.1f} 0 1 0 {2 * r:.1f} 0a{r:.1f} {r:.1f} 0 1 0 {-2 * r:.1f} 0z"


def _escaped(words: str) -> str:
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
