"""The drawing that one works on: photo, zones and marks under one surface that takes taps and drags, and the loupe.

What stands still is not sent again: zones are drawn in groups, each again only if one of its own has changed, and a
move of the window moves pictures that are there.
"""

from __future__ import annotations

import math
from typing import Any

import flet as ft

from companion.boards.workplace import PANS, Workplace
from companion.screens.editor import drawing
from companion.screens.editor.cells import Cell, cells
from companion.screens.editor.loupe import loupe
from companion.screens.editor.marks import marks, rings_about, ways
from companion.ui import Act, act, block, icon, on, palette, pressable, text, theme
from companion.ui.base import edge, inset
from companion.ui.look import Look
from companion.ui.palette import LANTERN

KNOTTED = frozenset({"zone", "corner", "split", "hole"})
"""The tools that show every corner."""
OFTEN = 40
"""Milliseconds between two words of a finger that drags."""


@ft.component
def surface(look: Look, place: Workplace, trace: Act, lay_photo: Act) -> ft.Control:
    """Return the drawing in its window. `trace(act, *args)` hears of fingers, `lay_photo()` picks a photo."""
    bench, sketch, gaze = place.bench, place.bench.sketch, place.bench.gaze
    knots = bench.tool in KNOTTED
    groups = ft.use_memo(lambda: cells(sketch, knots), [sketch, knots])
    walked = ft.use_memo(lambda: ways(sketch), [sketch])
    heard_from = [sketch, bench.tool, bench.chosen, place.far, place.preview]
    rings = ft.use_memo(lambda: rings_about(place), heard_from)
    unit, size = unit_of(gaze.scale), sketch.size
    down: ft.MutableRef[tuple[Any, Any]] = ft.use_ref((0.0, 0.0))

    def measured(event: Any) -> None:
        if (event.width, event.height) != (place.wide, place.high):
            trace("measured", event.width, event.height)

    layers: list[ft.Control] = [_ground(look, place.photo)]
    layers += [_zones(look, size, group, bool(place.photo), unit) for group in groups]
    inks = (LANTERN.traitor, palette.CARD_INK) if place.photo else (look.p.traitor, look.p.background)
    layers.append(_picture(drawing.route_picture(size, walked, inks, unit) if walked else ""))
    layers.append(_picture(drawing.svg(size, marks(look, place, rings, unit))))
    scene = ft.Stack(
        layers, fit=ft.StackFit.EXPAND,
        left=round(-gaze.left * gaze.scale, 1), top=round(-gaze.top * gaze.scale, 1),
        width=round(size[0] * gaze.scale, 1), height=round(size[1] * gaze.scale, 1),
    )  # fmt: skip
    whole: dict[str, Any] = {"left": 0, "top": 0, "right": 0, "bottom": 0}
    touch = _touch(trace, down, bench.tool in PANS, **whole)
    label = look.t("editor.drawing", n=len(sketch.zones))
    lens = loupe(look, place, groups, unit) if bench.finger is not None and bench.tool not in PANS else None
    return ft.Container(
        ft.Stack(
            [
                ft.Container(ft.Semantics(content=ft.Stack([scene, touch]), label=label, container=True), **whole),
                _photo_chip(look, bool(place.photo), lay_photo),
                _zooms(look, trace),
                lens or ft.Container(width=0, height=0),
            ],
            expand=True, on_size_change=measured,
        ),
        bgcolor=look.p.street, clip_behavior=ft.ClipBehavior.HARD_EDGE, expand=True,
    )  # fmt: skip


def unit_of(scale: float) -> float:
    """Return how many units a pixel of lines has: it changes in steps, so that a zoom does not draw all anew."""
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
    """Draw a picture over all; nothing for an empty one."""
    return _image(source) if source else ft.Container(width=0, height=0)


def _image(source: str) -> ft.Image:
    return ft.Image(src=source, fit=ft.BoxFit.FILL, gapless_playback=True, exclude_from_semantics=True)


# Fingers


def _touch(trace: Act, down: ft.MutableRef[tuple[Any, Any]], pans: bool, **where: Any) -> ft.Control:
    """Take taps and drags. A drag is told only after a while of it: it began where the finger came down."""

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


# What lies on the window


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
    """Offer what fingers do by pinching: nearer, farther, and all of it."""
    t = look.t
    ways_ = (
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
        for glyph, label, handler in ways_
    ]  # fmt: skip
    return ft.Container(ft.Row(list(faces), spacing=6), right=8, bottom=8)
