"""What a map of a board shows, as values that compare by `==`, and the board as SVG pictures.

Phones draw SVG sharp at any zoom, and a path of SVG is a fifth of the bytes of the same path on a canvas. The board's
own picture depends on the palette and on nothing else: it is sent once, and stays while figures move.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Literal

from companion.boards.drawing import ACROSS, PIXEL, BoardDrawing, Cell, Side, Spot, drawing_of
from companion.ui.palette import PALETTES, Palette
from companion.ui.theme import REGULAR, SVG

Tone = Literal["public", "guards", "intruders", "gm", "replay", "secret"]
"""Whose map it is: all are drawn alike, but each has a spoken name of its own."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure in a zone. `label` distinguishes it ("6", "P1"), `facing` is the zone a patrol faces."""

    zone: str
    kind: Literal["sentry", "patrol", "ninja", "traitor"]
    label: str
    facing: str = ""
    drunk: bool = False
    dead: bool = False
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """A letter in a small square: A to F pale, T and H with a vermilion edge, S2 two sleepers, X a passage."""

    zone: str
    letter: str
    edge: Literal["pale", "vermilion"] = "pale"


@dataclass(frozen=True, slots=True)
class Trail:
    """An intruder's path. `turns` holds the turn that ended at each step, 0 for none; both have the same length."""

    who: Literal["ninja", "traitor"]
    zones: tuple[str, ...]
    turns: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class MapFacts:
    """Everything on a map. `board` is a hash or an id that `companion.boards.drawing` knows.

    `targets` are zones where something may be done, each with a short label such as its cost, or "". `chosen` is the
    zone that was tapped, `concerned` the zones that a notice is about, `searched` those searched this turn, `cloud`
    those where an intruder could be, `ropes` pairs of zones. `out` are the zones where no intruder can be, and `notes`
    what is known of a zone in words.
    """

    board: str
    tone: Tone = "public"
    figures: tuple[Figure, ...] = ()
    marks: tuple[Mark, ...] = ()
    trails: tuple[Trail, ...] = ()
    targets: tuple[tuple[str, str], ...] = ()
    chosen: str = ""
    concerned: tuple[str, ...] = ()
    searched: tuple[str, ...] = ()
    cloud: tuple[str, ...] = ()
    ropes: tuple[tuple[str, str], ...] = ()
    out: tuple[str, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()


ID_SIZE = 10.5
"""Pixels of a zone's id before zooming, at text scale 1.0."""


@lru_cache(maxsize=48)
def picture(board: str, light: str) -> str:
    drawn, p = drawing_of(board), _palette(light)
    cells = tuple(drawn.cells.values())
    fills: dict[str, list[str]] = {p.street: [], p.ward: [], p.castle: [], p.moat: []}
    for cell in cells:
        fills[_ground(p, cell)].append(_outline(cell.points))
    seams = drawn.seams
    open_ = [line for seam in seams if seam.kind == "plain" and not seam.gate for line in seam.lines]
    walls = [line for seam in seams if seam.kind != "plain" for line in seam.lines]
    double = [line for seam in seams if seam.kind == "sound" for line in seam.lines]
    gates = [line for seam in seams if seam.gate for line in seam.lines]
    parts = [_path("".join(paths), fill=color) for color, paths in fills.items() if paths]
    parts += [
        _stroke(_lines(open_), p.border, 1),
        _route(drawn, p),
        _stroke(_lines(gates), p.wall, 3, "6 6"),
        _stroke(_lines(walls), p.wall, 3, cap="square"),
        _stroke(_lines(double), p.background, 1),
        _stroke(f"M0 0h{ACROSS}v{drawn.height}h-{ACROSS}z", p.border, 2),
    ]
    return svg(drawn, "".join(parts))


@lru_cache(maxsize=48)
def signs(board: str, light: str, scale: float) -> str:
    """Return a board's ids and the signs beside them, which stay legible over what is drawn in the zones."""
    drawn = drawing_of(board)
    return svg(drawn, "".join(_signs(drawn.cells.values(), _palette(light), scale)))


def svg(drawn: BoardDrawing, inside: str) -> str:
    return f'{SVG} viewBox="0 0 {ACROSS} {drawn.height}">{inside}</svg>'


def washes(drawn: BoardDrawing, targets: Sequence[tuple[str, str]], p: Palette, scale: float) -> str:
    """Return the zones where something may be done: a light wash with dashed pale edges, and each label."""
    edge = f'stroke="{p.text}" stroke-width="5"{_dashes(3 * PIXEL, 2 * PIXEL)}'
    cells = [(drawn.cells[zone], label) for zone, label in targets if zone in drawn.cells]
    if not cells:
        return ""
    zones = "".join(_outline(cell.points) for cell, _ in cells)
    costs = [_said(cell.middle[0], cell.middle[1] + 24, label, 14 * scale) for cell, label in cells if label]
    return f'<path d="{zones}" fill="{p.text}" fill-opacity=".22" {edge}/>' + _words(
        costs, p.text, 14 * scale, bold=True
    )


def ring(cell: Cell, color: str, width: float) -> str:
    return _stroke(_outline(cell.points), color, width)


def hatch(cells: Iterable[Cell], color: str, apart: int = 18, width: float = 2) -> str:
    """Return the zones hatched, by lines `apart` units apart."""
    pattern = (
        f'<defs><pattern id="h" width="{apart}" height="{apart}" patternUnits="userSpaceOnUse">'
        f'<path d="M0 {apart}L{apart} 0" stroke="{color}" stroke-width="{width:g}" stroke-opacity=".7"/>'
        "</pattern></defs>"
    )
    return pattern + _path("".join(_outline(cell.points) for cell in cells), fill="url(#h)")


def loupe(cell: Cell, color: str) -> str:
    """Return the sign of a searched zone, at its lower left."""
    x, y = cell.middle[0] - round(cell.room * 0.7), cell.middle[1] + round(cell.room * 0.6)
    return (
        f'<circle cx="{x}" cy="{y}" r="9" fill="none" stroke="{color}" stroke-width="4"/>'
        f'<path d="M{x + 7} {y + 7}l10 10" stroke="{color}" stroke-width="5"/>'
    )


def rope(drawn: BoardDrawing, a: str, b: str, p: Palette) -> str:
    way = _through(drawn.way(a, b), 0.62)
    knots = "".join(f'<circle cx="{x}" cy="{y}" r="8" fill="{p.text}"/>' for x, y in way)
    return _stroke(_polyline(way), p.background, 5) + _stroke(_polyline(way), p.text, 2.5) + knots


# Parts


def _palette(name: str) -> Palette:
    return next(palette for palette in PALETTES if palette.name == name)


def _ground(p: Palette, cell: Cell) -> str:
    zone = cell.zone
    if zone.kind == "moat":
        return p.moat
    if zone.kind == "castle":
        return p.castle
    return p.ward if zone.inside_outer_moat else p.street


def _signs(cells: Iterable[Cell], p: Palette, scale: float) -> Iterable[str]:
    """Yield the ids, outlined in their ground's colour, with a ◇ before those of posts and a house before barracks."""
    size = ID_SIZE * scale
    ids: dict[str, list[str]] = {}
    posts, houses = [], []
    for cell in cells:
        x, y = cell.middle[0], cell.middle[1] - min(round(cell.room * 0.48), 30)
        half = round(len(cell.zone.id) * size * PIXEL * 0.31)
        if cell.zone.post:
            x += 13
            posts.append(f"M{x - half - 28} {y}l11 -13l11 13l-11 13z")
        if cell.zone.barracks:
            x += 13 if not cell.zone.post else -13
            at = x - half - 28 if not cell.zone.post else x + half + 8
            houses.append(f"M{at} {y + 12}v-14l12 -11l12 11v14z")
        ids.setdefault(_ground(p, cell), []).append(_said(x, y, cell.zone.id, size))
    signs = _stroke("".join((*posts, *houses)), p.text_2, 1.3)
    for ground, words in ids.items():
        yield _words(words, ground, size, rim=2.5)
        yield _words(words, p.text_2, size)
    yield signs


def _route(drawn: BoardDrawing, p: Palette) -> str:
    route = drawn.board.route
    dots, heads = [], []
    for a, b in route.edges:
        way = drawn.way(a, b)
        dots.append(_polyline(way))
        for start, end in ((a, b), (b, a)):
            if (start, end) in route.one_way:
                (x, y), dx, dy = _heading(drawn.way(start, end))
                heads.append(
                    f"M{x - 12 * dx - 12 * dy:.0f} {y - 12 * dy + 12 * dx:.0f}L{x:.0f} {y:.0f}"
                    f"L{x - 12 * dx + 12 * dy:.0f} {y - 12 * dy - 12 * dx:.0f}"
                )
    if not dots:
        return ""
    line = _stroke("".join(dots), p.line_strong, 1.3, "2 4")
    return line + (_stroke("".join(heads), p.line_strong, 1.6) if heads else "")


def _heading(way: tuple[Spot, ...]) -> tuple[Spot, float, float]:
    """Return the middle of a line and its direction there, as a vector of length 1."""
    first, last = way[0], way[-1]
    dx, dy = last[0] - first[0], last[1] - first[1]
    long = (dx * dx + dy * dy) ** 0.5 or 1
    middle = way[len(way) // 2] if len(way) > 2 else ((first[0] + last[0]) // 2, (first[1] + last[1]) // 2)
    return middle, dx / long, dy / long


def _through(way: tuple[Spot, ...], part: float) -> tuple[Spot, ...]:
    """Return the line across a border, shortened to a part of its length."""
    (x, y) = way[len(way) // 2] if len(way) > 2 else ((way[0][0] + way[1][0]) // 2, (way[0][1] + way[1][1]) // 2)
    ends = (way[0], way[-1])
    near = [(round(x + (a - x) * part), round(y + (b - y) * part)) for a, b in ends]
    return near[0], (x, y), near[1]


def _outline(points: Sequence[Spot]) -> str:
    return f"{_polyline(points)}z"


def _polyline(points: Sequence[Spot]) -> str:
    """Return a path through points: the first absolute, the others relative, which is shorter."""
    (x, y), *rest = points
    steps = [f"{b[0] - a[0]} {b[1] - a[1]}" for a, b in pairwise(points)]
    return f"M{x} {y}" + (f"l{' '.join(steps)}" if rest else "")


def _lines(lines: Iterable[Side]) -> str:
    return "".join(f"M{ax} {ay}l{bx - ax} {by - ay}" for (ax, ay), (bx, by) in lines)


def _path(d: str, fill: str) -> str:
    return f'<path d="{d}" fill="{fill}"/>'


def _dashes(on: float, off: float) -> str:
    return f' stroke-dasharray="{on:g} {off:g}"'


def _stroke(d: str, color: str, width: float, dashes: str = "", cap: str = "") -> str:
    """Return a line; its width and dashes are in pixels of the unzoomed map."""
    if not d:
        return ""
    more = _dashes(*(float(each) * PIXEL for each in dashes.split())) if dashes else ""
    more += f' stroke-linecap="{cap}"' if cap else ""
    return f'<path d="{d}" fill="none" stroke="{color}" stroke-width="{width * PIXEL:g}"{more}/>'


def _said(x: float, y: float, words: str, pixels: float) -> str:
    escaped = words.replace("&", "&amp;").replace("<", "&lt;")
    return f'<text x="{x:.0f}" y="{y + pixels * PIXEL * 0.36:.0f}">{escaped}</text>'


def _words(said: Iterable[str], color: str, pixels: float, bold: bool = False, rim: float = 0) -> str:
    """Return words in one style; with `rim`, only their outline, that many pixels wide."""
    inside = "".join(said)
    if not inside:
        return ""
    weight = ' font-weight="700"' if bold else ""
    ink = f'fill="none" stroke="{color}" stroke-width="{rim * PIXEL:g}"' if rim else f'fill="{color}"'
    type_ = f'font-family="{REGULAR}" text-anchor="middle" font-size="{pixels * PIXEL:g}"'
    return f"<g {type_}{weight} {ink}>{inside}</g>"
