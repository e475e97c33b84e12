"""Intruders' ways over a map: the Ninja's solid with round turn numbers, the Traitor's dashed with square ones."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from companion.boards.drawing import PIXEL, BoardDrawing
from companion.boards.geometry import Spot
from companion.ui.map.facts import Trail

if TYPE_CHECKING:
    from companion.ui.palette import Palette

OLD = 6
"""Turns after which a step is thinner in tone."""
_BESIDE = {"ninja": (-14, 10), "traitor": (14, 22)}
"""Units from a zone's middle: two ways through one zone do not hide each other."""


class Stretch(NamedTuple):
    """What was walked in one turn, as a picture's inside. `key` keeps it the same thing."""

    key: str
    drawing: str


def stretches(drawn: BoardDrawing, p: Palette, trail: Trail, scale: float) -> tuple[Stretch, ...]:
    """Return a way turn by turn: what is added later leaves the turns before as they are.

    What follows on the last turn is a plan, and drawn in the colour of the text.
    """
    turns = (*trail.turns, *(0 for _ in trail.zones[len(trail.turns) :]))
    newest = max(turns, default=0)
    dx, dy = _BESIDE[trail.who]
    color = p.ninja if trail.who == "ninja" else p.traitor
    seen: Counter[str] = Counter()
    found: list[Stretch] = []
    points: list[Spot] = []
    before = ""
    for at, (zone, turn) in enumerate(zip(trail.zones, turns, strict=True)):
        cell = drawn.cells.get(zone)
        if cell is None:
            continue
        way = drawn.way(before, zone) if before and before != zone else (cell.middle,)
        points += [(x + dx, y + dy) for x, y in (way[1:] if points and len(way) > 1 else way)]
        before = zone
        last = at == len(trail.zones) - 1
        if not (turn or last or at == 0):
            continue
        drawing = _line(points, color if turn or not newest else p.text, trail.who == "traitor")
        if turn or at == 0:
            end = points[-1][0] + 22 * seen[zone], points[-1][1]
            seen[zone] += 1
            drawing += _number(end, turn, color, p.background, trail.who, scale)
        old = newest - turn >= OLD and (turn > 0 or at == 0)
        found.append(Stretch(f"{trail.who}{at}", f'<g opacity=".5">{drawing}</g>' if old else drawing))
        points = points[-1:]
    return tuple(found)


def _line(points: list[Spot], color: str, dashed: bool) -> str:
    if len(points) < 2:
        return ""
    d = "M" + " ".join(f"{x} {y}" for x, y in points)
    dashes = ' stroke-dasharray="15 10"' if dashed else ""
    return f'<path d="{d}" fill="none" stroke="{color}" stroke-width="{2 * PIXEL}" stroke-linejoin="round"{dashes}/>'


def _number(at: Spot, turn: int, color: str, ground: str, who: str, scale: float) -> str:
    x, y = at
    r = 7 * PIXEL
    edge = f'fill="{ground}" stroke="{color}" stroke-width="{1.5 * PIXEL}"'
    if who == "ninja":
        shape = f'<circle cx="{x}" cy="{y}" r="{r}" {edge}/>'
    else:
        shape = f'<rect x="{x - r}" y="{y - r}" width="{2 * r}" height="{2 * r}" rx="6" {edge}/>'
    size = 8.5 * PIXEL * min(scale, 1.2)
    return (
        f'{shape}<text x="{x}" y="{y + size * 0.36:.0f}" font-family="Metsuke" font-weight="700"'
        f' font-size="{size:g}" text-anchor="middle" fill="{color}">{turn}</text>'
    )
