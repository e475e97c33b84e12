"""Figures and marks on a map: where they stand in a zone, and their pictures. Shapes tell them apart, not colours."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from companion.boards.drawing import PIXEL, BoardDrawing, Cell
from companion.boards.geometry import Spot
from companion.ui.map.facts import Figure, Mark
from companion.ui.theme import SVG

if TYPE_CHECKING:
    from companion.ui.palette import Palette

BOX = 40
"""Pixels of the square that a figure's picture fills, its ring and arrow with it."""
_GAP = 3
_WIDTHS = {"sentry": 20, "patrol": 27, "ninja": 21, "traitor": 21}
_MARK = 17


class Placed(NamedTuple):
    """A figure or mark and the middle of its picture, in units. `key` keeps it the same thing where it moves."""

    key: str
    thing: Figure | Mark
    at: Spot


def placed(drawn: BoardDrawing, figures: Sequence[Figure], marks: Sequence[Mark]) -> tuple[Placed, ...]:
    """Return where everything stands: figures in a row below the zone's id, marks in a row below them."""
    rows: dict[str, tuple[list[Figure], list[Mark]]] = {}
    for figure in figures:
        rows.setdefault(figure.zone, ([], []))[0].append(figure)
    for mark in marks:
        rows.setdefault(mark.zone, ([], []))[1].append(mark)
    found: list[Placed] = []
    for zone, (standing, lying) in rows.items():
        cell = drawn.cells.get(zone)
        if cell is None:
            continue
        both = bool(standing and lying)
        widths = [_WIDTHS[each.kind] for each in standing]
        found += [
            Placed(f"{each.kind}{each.label}", each, spot)
            for each, spot in zip(standing, _row(cell, widths, 3 if both else 6), strict=True)
        ]
        row = _row(cell, [_MARK] * len(lying), 18 if both else 6)
        found += [
            Placed(f"{zone}{each.letter}{at}", each, spot)
            for at, (each, spot) in enumerate(zip(lying, row, strict=True))
        ]
    return tuple(found)


def _row(cell: Cell, widths: Sequence[int], below: int) -> list[Spot]:
    """Return the middles of things side by side, `below` pixels under the zone's middle; many overlap."""
    x, y = cell.middle
    whole = sum(widths) + _GAP * (len(widths) - 1)
    most = max(2 * cell.room / PIXEL + 8, max(widths, default=0))
    squeeze = min(1.0, most / whole) if whole else 1.0
    spots, at = [], -whole / 2
    for width in widths:
        spots.append((round(x + (at + width / 2) * squeeze * PIXEL), y + below * PIXEL))
        at += width + _GAP
    return spots


def figure_picture(p: Palette, figure: Figure, turned: int | None, scale: float) -> str:
    """Return a figure: sentries and the Ninja discs, patrols and the Traitor squares.

    `turned` is the way a patrol faces, in degrees clockwise from the right. A drunk figure is hollow, a dead one
    hollow and struck out, the chosen one has a ring.
    """
    hollow = figure.drunk or figure.dead
    body = {"ninja": p.ninja, "traitor": p.traitor}.get(figure.kind, p.text)
    fill, ink = (p.surface, body) if hollow else (body, p.background)
    edge = f'stroke="{body if hollow else p.background}" stroke-width="1.5"' + (
        ' stroke-dasharray="3 2"' if hollow else ""
    )
    if figure.kind in ("sentry", "ninja"):
        size = 9.2 if figure.kind == "sentry" else 10.5
        shape = f'<circle r="{size}" fill="{fill}" {edge}/>'
        ring = f'<circle r="{size + 3.5}" fill="none" stroke="{p.accent_text}" stroke-width="2"/>'
    else:
        w, h = (13, 8.5) if figure.kind == "patrol" else (10, 10)
        shape = _box(w, h, fill, edge)
        ring = _box(w + 3, h + 3, "none", f'stroke="{p.accent_text}" stroke-width="2"')
    parts = [shape]
    if turned is not None:
        away = 15 if abs(math.cos(math.radians(turned))) > 0.75 else 12
        parts.append(f'<path d="{_arrow(turned, away)}" fill="{body}" stroke="{p.background}"/>')
    if figure.chosen:
        parts.append(ring)
    parts.append(_letter(figure.label, ink, 11.5 if len(figure.label) < 3 else 9.5, scale))
    if figure.dead:
        parts.append(f'<path d="M-9 9L9 -9" stroke="{body}" stroke-width="2"/>')
    return _picture("".join(parts))


def _arrow(turned: int, away: float) -> str:
    """Return a triangle that points `turned` degrees clockwise from the right, its base `away` from the middle."""
    cos, sin = math.cos(math.radians(turned)), math.sin(math.radians(turned))
    corners = ((away, -4.5), (away + 5, 0), (away, 4.5))
    spots = [f"{round(x * cos - y * sin, 1):g} {round(x * sin + y * cos, 1):g}" for x, y in corners]
    return f"M{'L'.join(spots)}z"


def mark_picture(p: Palette, mark: Mark, scale: float) -> str:
    """Return a mark: a letter in a square, filled for objectives; X, a passage, in a disc."""
    if mark.letter == "X":
        cross = f'<path d="M-4 -4L4 4M4 -4L-4 4" stroke="{p.text}" stroke-width="2.4"/>'
        return _picture(f'<circle r="8" fill="{p.background}" stroke="{p.text}" stroke-width="2"/>{cross}')
    color = p.accent_text if mark.edge == "vermilion" else p.text
    filled = mark.edge == "pale" and len(mark.letter) == 1
    wide = 8 if len(mark.letter) == 1 else 10.5
    edge = f'stroke="{p.background if filled else color}" stroke-width="1.8"'
    return _picture(
        _box(wide, 8, p.text if filled else p.background, edge)
        + _letter(mark.letter, p.background if filled else color, 11.5, scale)
    )


def heading(drawn: BoardDrawing, figure: Figure) -> int | None:
    """Return which way a patrol faces in degrees clockwise from the right, to fifteen of them; None: no arrow."""
    here, there = drawn.cells.get(figure.zone), drawn.cells.get(figure.facing)
    if here is None or there is None or figure.zone == figure.facing:
        return None
    way = drawn.way(figure.zone, figure.facing)
    angle = math.degrees(math.atan2(way[1][1] - way[0][1], way[1][0] - way[0][0]))
    return round(angle / 15) * 15


def _picture(inside: str) -> str:
    return f'{SVG} viewBox="-20 -20 {BOX} {BOX}">{inside}</svg>'


def _box(w: float, h: float, fill: str, edge: str) -> str:
    return f'<rect x="-{w:g}" y="-{h:g}" width="{2 * w:g}" height="{2 * h:g}" rx="2.5" fill="{fill}" {edge}/>'


def _letter(words: str, color: str, size: float, scale: float) -> str:
    grown = min(size * scale, 13.5)
    escaped = words.replace("&", "&amp;").replace("<", "&lt;")
    return (
        f'<text y="{grown * 0.36:.1f}" font-family="Metsuke" font-weight="700" font-size="{grown:g}"'
        f' text-anchor="middle" fill="{color}">{escaped}</text>'
    )
