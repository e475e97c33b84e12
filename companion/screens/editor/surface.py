"""The drawing being edited: photo, zones and marks under one surface that takes taps and drags, and the loupe.

What does not change is not sent again: zones are drawn in groups, each again only if one of its zones changed, and
panning moves existing pictures.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import flet as ft

from companion.boards.drawing import Side, Spot, nearest_on, sides
from companion.boards.tracing.boards import board_of, heard
from companion.boards.tracing.borders import has
from companion.boards.tracing.sketch import Sketch
from companion.boards.tracing.tools import EditorState
from companion.boards.workshop import PANS, Workplace
from companion.screens.editor import drawing
from companion.screens.editor.drawing import Cell, cells
from companion.ui import Act, act, block, icon, on, palette, pressable, text, theme
from companion.ui.base import edge, inset
from companion.ui.palette import LANTERN
from companion.ui.theme import Look

RINGS = frozenset({"zone", "hole"})
"""The tools whose line closes to a ring."""
STROKES = frozenset({"paint", "border", "route"})


def route_arrows(sketch: Sketch) -> tuple[tuple[Spot, Spot, bool], ...]:
    """Return the edges of the patrol route: from middle to middle, and whether it is one-way."""
    one_way = {frozenset(each): each for each in sketch.route.one_way}
    found = []
    for a, b in sketch.route.edges:
        start, end = one_way.get(frozenset((a, b)), (a, b))
        if start in sketch.zones and end in sketch.zones:
            found.append((sketch.middle(start), sketch.middle(end), frozenset((a, b)) in one_way))
    return tuple(found)


def marks(look: Look, desk: Workplace, rings: tuple[frozenset[str], ...], unit: float) -> str:
    """Return the drawing of temporary marks; `rings` are those of `rings_about`."""
    bench, p = desk.bench, look.p
    sketch = bench.sketch
    parts: list[str] = []
    if bench.tool == "paint":
        painted = [zone for zone in sketch.zones if has(sketch.zone(zone), bench.brush)]
        parts.append(drawing.washed((sketch.ring(zone) for zone in painted), p.accent, 0.5))
        parts.append(drawing.ringed((), _dots(sketch, painted), p.accent, unit))
    parts += _heard(look, desk, rings, unit)
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


def _marked(bench: EditorState) -> tuple[str, ...]:
    known = (*bench.chosen, bench.last)
    return tuple(zone for zone in dict.fromkeys(known) if zone in bench.sketch.zones)


def _dots(sketch: Sketch, zones: tuple[str, ...] | list[str]) -> list[Spot]:
    return [sketch.dots[zone] for zone in zones if zone in sketch.dots]


def _pulled(bench: EditorState, color: str, unit: float) -> str:
    """Return the dragged corner or dot, with the edges it would have."""
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


def _heard(look: Look, desk: Workplace, rings: tuple[frozenset[str], ...], unit: float) -> list[str]:
    """Return the rings around the tapped zone, the nearest most opaque."""
    sketch = desk.bench.sketch
    color = look.p.indigo if desk.preview == "sound" else look.p.traitor
    return [
        drawing.washed((sketch.ring(zone) for zone in sorted(ring)), color, 0.62 - 0.16 * n)
        + drawing.ringed((), _dots(sketch, sorted(ring)), color, unit)
        for n, ring in enumerate(rings)
    ]


def rings_about(desk: Workplace) -> tuple[frozenset[str], ...]:
    """Return the zones at each distance up to `listening_reach` from the chosen zone: by sound, or as a guard walks."""
    bench = desk.bench
    if bench.tool != "hear" or not bench.chosen or bench.chosen[-1] not in bench.sketch.zones:
        return ()
    board, zone = board_of(bench.sketch), bench.chosen[-1]
    if desk.preview == "sound":
        return heard(board, zone, desk.listening_reach)
    near = [board.reach(zone, n) for n in range(desk.listening_reach + 1)]
    return tuple(after - before for before, after in pairwise(near))


LENS = 116
"""The diameter in pixels."""
LARGER = 2.0


def loupe(look: Look, desk: Workplace, groups: tuple[tuple[Cell, ...], ...], unit: float) -> ft.Control:
    bench = desk.bench
    spot, scale = bench.finger or (0, 0), bench.gaze.scale * LARGER
    within = LENS / scale
    near = tuple(
        dict.fromkeys(
            side for group in groups for cell in group for side in sides(cell.outline) if _is_near(side, spot, within)
        )
    )
    right = bench.gaze.pixel(spot)[0] < desk.wide / 2
    where: dict[str, Any] = {"right": 10} if right else {"left": 10}
    return ft.Container(
        _lens(look, desk.photo, bench.sketch.size, spot, scale, near, bench.line[-8:]), top=10, **where
    )


def _is_near(side: Side, spot: Spot, within: float) -> bool:
    return nearest_on(side, spot)[1] <= within


@block
def _lens(
    look: Look, photo: str, size: tuple[int, int], spot: Spot, scale: float, near: tuple[Side, ...],
    line: tuple[Spot, ...],
) -> ft.Control:  # fmt: skip
    half = LENS / 2

    def at(place: Spot) -> Spot:
        return round((place[0] - spot[0]) * scale + half), round((place[1] - spot[1]) * scale + half)

    edges = "".join(drawing.outline((at(a), at(b)), closed=False) for a, b in near)
    traced = drawing.outline([at(each) for each in line], closed=False) if line else ""
    cross = f"M{half:.0f} 16V{LENS - 16}M16 {half:.0f}H{LENS - 16}"
    ring = f'<circle cx="{half:.0f}" cy="{half:.0f}" r="9" fill="none" stroke="{look.p.accent}" stroke-width="2"/>'
    seen = drawing.svg(
        (LENS, LENS),
        drawing.stroke(edges, palette.CARD_INK, 5) + drawing.stroke(edges, palette.CARD_PAPER, 3)
        + drawing.stroke(traced, look.p.accent, 3) + drawing.stroke(cross, look.p.accent, 2) + ring,
    )  # fmt: skip
    under: list[ft.Control] = []
    if photo:
        under.append(
            ft.Image(
                src=f"/photo/{photo}.jpg", fit=ft.BoxFit.CONTAIN, gapless_playback=True, exclude_from_semantics=True,
                left=round(half - spot[0] * scale, 1), top=round(half - spot[1] * scale, 1),
                width=round(size[0] * scale, 1), height=round(size[1] * scale, 1),
            )
        )  # fmt: skip
    picture = ft.Image(
        src=seen, width=LENS, height=LENS, left=0, top=0, gapless_playback=True, exclude_from_semantics=True
    )
    lens = ft.Container(
        ft.Stack([*under, picture], width=LENS, height=LENS), width=LENS, height=LENS, bgcolor=look.p.surface_2,
        border=edge(3, palette.CARD_PAPER), border_radius=LENS / 2, clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
    )  # fmt: skip
    # A pale rim is invisible on a pale ground: a dark one surrounds it.
    return ft.Container(lens, border=edge(2, palette.CARD_INK), border_radius=LENS / 2 + 2, ignore_interactions=True)


KNOTTED = frozenset({"zone", "corner", "split", "hole"})
"""The tools that show every corner."""
OFTEN = 40
"""Milliseconds between two events of a dragging finger."""


@ft.component
def surface(look: Look, desk: Workplace, trace: Act, lay_photo: Act) -> ft.Control:
    """Return the drawing in its window. `trace(act, *args)` gets the touches, `lay_photo()` picks a photo."""
    bench, sketch, gaze = desk.bench, desk.bench.sketch, desk.bench.gaze
    knots = bench.tool in KNOTTED
    groups = ft.use_memo(lambda: cells(sketch, knots), [sketch, knots])
    walked = ft.use_memo(lambda: route_arrows(sketch), [sketch])
    heard_from = [sketch, bench.tool, bench.chosen, desk.listening_reach, desk.preview]
    rings = ft.use_memo(lambda: rings_about(desk), heard_from)
    unit, size = unit_of(gaze.scale), sketch.size
    down: ft.MutableRef[tuple[Any, Any]] = ft.use_ref((0.0, 0.0))

    def measured(event: Any) -> None:
        if (event.width, event.height) != (desk.wide, desk.high):
            trace("measured", event.width, event.height)

    layers: list[ft.Control] = [_ground(look, desk.photo)]
    layers += [_zones(look, size, group, bool(desk.photo), unit) for group in groups]
    inks = (LANTERN.traitor, palette.CARD_INK) if desk.photo else (look.p.traitor, look.p.background)
    layers.append(_picture(drawing.route_picture(size, walked, inks, unit) if walked else ""))
    layers.append(_picture(drawing.svg(size, marks(look, desk, rings, unit))))
    scene = ft.Stack(
        layers, fit=ft.StackFit.EXPAND,
        left=round(-gaze.left * gaze.scale, 1), top=round(-gaze.top * gaze.scale, 1),
        width=round(size[0] * gaze.scale, 1), height=round(size[1] * gaze.scale, 1),
    )  # fmt: skip
    whole: dict[str, Any] = {"left": 0, "top": 0, "right": 0, "bottom": 0}
    touch = _touch(trace, down, bench.tool in PANS, **whole)
    label = look.t("editor.drawing", n=len(sketch.zones))
    lens = loupe(look, desk, groups, unit) if bench.finger is not None and bench.tool not in PANS else None
    return ft.Container(
        ft.Stack(
            [
                ft.Container(ft.Semantics(content=ft.Stack([scene, touch]), label=label, container=True), **whole),
                _photo_chip(look, bool(desk.photo), lay_photo),
                _zooms(look, trace),
                lens or ft.Container(width=0, height=0),
            ],
            expand=True, on_size_change=measured,
        ),
        bgcolor=look.p.street, clip_behavior=ft.ClipBehavior.HARD_EDGE, expand=True,
    )  # fmt: skip


def unit_of(scale: float) -> float:
    """Return the units per pixel of lines, rounded to powers of two, so that a zoom seldom redraws everything."""
    return float(2 ** -round(math.log2(scale)))


@block
def _ground(look: Look, photo: str) -> ft.Control:
    if not photo:
        return ft.Container(bgcolor=look.p.surface_2, border=ft.Border.all(1, look.p.line))
    return ft.Image(
        src=f"/photo/{photo}.jpg", fit=ft.BoxFit.CONTAIN, gapless_playback=True, exclude_from_semantics=True
    )


@block
def _zones(look: Look, size: tuple[int, int], group: tuple[Cell, ...], photo: bool, unit: float) -> ft.Control:
    return _image(drawing.zones_picture(size, group, look.p, photo, unit))


@block
def _picture(source: str) -> ft.Control:
    """Draw a picture over everything; nothing for an empty source."""
    return _image(source) if source else ft.Container(width=0, height=0)


def _image(source: str) -> ft.Image:
    return ft.Image(src=source, fit=ft.BoxFit.FILL, gapless_playback=True, exclude_from_semantics=True)


# Touch


def _touch(trace: Act, down: ft.MutableRef[tuple[Any, Any]], pans: bool, **where: Any) -> ft.Control:
    """Handle taps and drags. A drag is reported with a delay, and starts where the finger came down."""

    def pressed(event: Any) -> None:
        if spot := event.local_position:
            down.current = (spot.x, spot.y)
            trace("press", spot.x, spot.y)

    def tapped(event: Any) -> None:
        if spot := event.local_position:
            trace("tap", spot.x, spot.y)

    def started(_: Any) -> None:
        trace("grab", *(down.current or (0.0, 0.0)))

    def moved(event: Any) -> None:
        if spot := event.local_position:
            trace("pull", spot.x, spot.y)

    def ended(event: Any) -> None:
        if spot := event.local_position:
            trace("pull", spot.x, spot.y)
        trace("drop")

    def scrolled(event: Any) -> None:
        if event.local_position and event.scroll_delta:
            trace("wheel", event.local_position.x, event.local_position.y, event.scroll_delta.y)

    return ft.GestureDetector(
        ft.Container(bgcolor=ft.Colors.TRANSPARENT),
        on_pan_down=pressed, on_tap_up=tapped, on_pan_start=started, on_pan_update=moved, on_pan_end=ended,
        on_scroll=scrolled, drag_interval=OFTEN, exclude_from_semantics=True,
        mouse_cursor=ft.MouseCursor.GRAB if pans else ft.MouseCursor.PRECISE, **where,
    )  # fmt: skip


# Controls over the drawing


@block
def _photo_chip(look: Look, photo: bool, lay_photo: Act) -> ft.Control:
    t = look.t
    label = t("editor.photo.here") if photo else t("editor.photo.lay")
    face = ft.Container(
        ft.Row(
            [
                icon(look, ft.Icons.IMAGE_SHARP, 18, palette.CARD_PAPER),
                text(look, "caption", label, palette.CARD_PAPER, lines=1),
            ],
            spacing=6, tight=True,
        ),
        padding=inset(9, 5), bgcolor=ft.Colors.with_opacity(0.86, palette.CARD_INK), border_radius=theme.R_CARD,
        border=None if photo else edge(1, look.p.line_strong), on_click=on(lay_photo), ink=True,
    )  # fmt: skip
    return ft.Container(pressable(label, face, lay_photo), left=10, top=10)


@block
def _zooms(look: Look, trace: Act) -> ft.Control:
    """Return buttons for zooming in, out and to the whole board, for those who cannot pinch."""
    t = look.t
    buttons = (
        (ft.Icons.ADD_SHARP, t("editor.nearer"), act(trace, "zoom", True)),
        (ft.Icons.REMOVE_SHARP, t("editor.farther"), act(trace, "zoom", False)),
        (ft.Icons.FIT_SCREEN_SHARP, t("editor.whole"), act(trace, "whole")),
    )
    faces = [
        pressable(
            label,
            ft.Container(
                icon(look, glyph), width=44, height=44, alignment=ft.Alignment.CENTER, on_click=on(handler), ink=True,
                bgcolor=ft.Colors.with_opacity(0.92, look.p.surface), border=edge(1, look.p.line_strong),
                border_radius=theme.R_BUTTON,
            ),
            handler,
        )
        for glyph, label, handler in buttons
    ]  # fmt: skip
    return ft.Container(ft.Row(list(faces), spacing=6), right=8, bottom=8)
