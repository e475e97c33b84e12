"""The layers of a map: figures, marks, paths; each is drawn again only if its own facts changed.

A layer without a background lets touches through. Within a layer a thing keeps its place in the tree by its key.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import flet as ft

from companion.boards.drawing import PIXEL, BoardDrawing, Cell, Spot, drawing_of
from companion.ui import theme
from companion.ui.base import block, named
from companion.ui.map import drawing
from companion.ui.map.drawing import Figure, Mark, Trail
from companion.ui.map.zone_list import figure_spoken, joined, mark_spoken
from companion.ui.theme import SVG

if TYPE_CHECKING:
    from companion.ui.palette import Palette
    from companion.ui.theme import Look


BOX = 40
"""The size in pixels of a figure's picture, including its ring and arrow."""
_GAP = 3
_WIDTHS = {"sentry": 20, "patrol": 27, "ninja": 21, "traitor": 21}
_MARK = 17


class Placed(NamedTuple):
    """A figure or mark and the middle of its picture, in units. `key` identifies it when it moves."""

    key: str
    thing: Figure | Mark
    at: Spot


def placed(drawn: BoardDrawing, figures: Sequence[Figure], marks: Sequence[Mark]) -> tuple[Placed, ...]:
    """Return the places of figures and marks: figures in a row below the zone's id, marks in a row below them."""
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
    """Return a figure: sentries and the Ninja are discs, patrols and the Traitor squares.

    `turned` is the direction a patrol faces, in degrees clockwise from the right. A drunk figure is hollow, a dead one
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
    """Return the direction a patrol faces in degrees clockwise from the right, a multiple of 15; None for no arrow."""
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


OLD = 6
"""The number of turns after which a step is drawn fainter."""
_BESIDE = {"ninja": (-14, 10), "traitor": (14, 22)}
"""Offsets in units from a zone's middle, so that two paths through one zone do not hide each other."""


class TurnPath(NamedTuple):
    """The part of a path walked in one turn, as the inside of a picture. `key` identifies it."""

    key: str
    drawing: str


def stretches(drawn: BoardDrawing, p: Palette, trail: Trail, scale: float) -> tuple[TurnPath, ...]:
    """Return a path turn by turn, so that later turns leave the earlier pictures unchanged.

    Steps after the last turn are a plan, and drawn in the text colour.
    """
    turns = (*trail.turns, *(0 for _ in trail.zones[len(trail.turns) :]))
    newest = max(turns, default=0)
    dx, dy = _BESIDE[trail.who]
    color = p.ninja if trail.who == "ninja" else p.traitor
    seen: Counter[str] = Counter()
    found: list[TurnPath] = []
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
        found.append(TurnPath(f"{trail.who}{at}", f'<g opacity=".5">{drawing}</g>' if old else drawing))
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


_GROUP = 12
"""The number of zones hatched in one picture."""


def layer(controls: Sequence[ft.Control]) -> ft.Stack:
    return ft.Stack(list(controls), fit=ft.StackFit.EXPAND)


def _image(source: str, key: str = "") -> ft.Image:
    return ft.Image(src=source, exclude_from_semantics=True, key=key or None)


@block
def board_layer(look: Look, board: str) -> ft.Control:
    return _image(drawing.picture(board, look.p.name))


@block
def signs_layer(look: Look, board: str) -> ft.Control:
    return _image(drawing.signs(board, look.p.name, theme.numeral_scale(look)))


@block
def zones_layer(
    look: Look, board: str, cloud: tuple[str, ...], out: tuple[str, ...], searched: tuple[str, ...]
) -> ft.Control:
    """Hatch where somebody could be or, boldly, where nobody can be, and mark what was searched."""
    drawn, hatched = drawing_of(board), frozenset(out or cloud)
    apart, width = (30, 5.0) if out else (18, 2.0)
    found: list[ft.Control] = []
    for at in range(0, len(drawn.board.ids), _GROUP):
        cells = drawn.known(zone for zone in drawn.board.ids[at : at + _GROUP] if zone in hatched)
        if cells:
            lines = drawing.hatch(cells, look.p.text_2, apart, width)
            found.append(_image(drawing.svg(drawn, lines), f"cloud{at}"))
    for cell in drawn.known(searched):
        found.append(_image(drawing.svg(drawn, drawing.loupe(cell, look.p.text)), cell.zone.id))
    return layer(found)


@block
def targets_layer(look: Look, board: str, targets: tuple[tuple[str, str], ...]) -> ft.Control:
    drawn = drawing_of(board)
    return _image(drawing.svg(drawn, drawing.washes(drawn, targets, look.p, theme.numeral_scale(look))))


@block
def edges_layer(
    look: Look, board: str, chosen: str, concerned: tuple[str, ...], ropes: tuple[tuple[str, str], ...]
) -> ft.Control:
    """Draw the ropes over walls, and the edges of the concerned zones and the chosen one."""
    drawn, p = drawing_of(board), look.p
    parts = [drawing.rope(drawn, a, b, p) for a, b in ropes if len(drawn.known((a, b))) == 2]
    parts += [drawing.ring(cell, p.accent_text, 3) for cell in drawn.known(concerned)]
    parts += [drawing.ring(cell, p.text, 3) for cell in drawn.known((chosen,))]
    return _image(drawing.svg(drawn, "".join(parts)))


@block
def trail_layer(look: Look, board: str, trail: Trail) -> ft.Control:
    drawn = drawing_of(board)
    found: list[ft.Control] = [
        _image(drawing.svg(drawn, each.drawing), each.key)
        for each in stretches(drawn, look.p, trail, theme.numeral_scale(look))
    ]
    return named(look.t(f"map.way_{trail.who}", zones=joined(look, *trail.zones)), layer(found))


@block
def figures_layer(look: Look, board: str, figures: tuple[Figure, ...], marks: tuple[Mark, ...]) -> ft.Control:
    return layer(
        [
            _thing(look, board, each, key=each.key)  # type: ignore[call-arg]
            for each in placed(drawing_of(board), figures, marks)
        ]
    )


@block
def _thing(look: Look, board: str, each: Placed) -> ft.Control:
    source, words = _face(look, board, each.thing)
    side = BOX * PIXEL
    x, y = each.at
    return ft.Container(
        ft.Semantics(content=_image(source), label=words, container=True),
        left=x - side // 2, top=y - side // 2, width=side, height=side,
    )  # fmt: skip


@lru_cache(maxsize=2048)
def _face(look: Look, board: str, thing: Figure | Mark) -> tuple[str, str]:
    """Return the picture of a figure or mark, and its spoken words."""
    scale = theme.numeral_scale(look)
    if isinstance(thing, Figure):
        picture, words = (
            figure_picture(look.p, thing, heading(drawing_of(board), thing), scale),
            figure_spoken(look, thing),
        )
    else:
        picture, words = mark_picture(look.p, thing, scale), mark_spoken(look, thing)
    return picture, joined(look, words, thing.zone)
