"""Our own marks, drawn on a canvas: no font needs to have them."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING

import flet as ft
import flet.canvas as cv

from companion.ui import palette, theme
from companion.ui.base import block, edge, figure

if TYPE_CHECKING:
    from companion.ui.theme import Look


@lru_cache(maxsize=256)
def fill(color: str) -> ft.Paint:
    return ft.Paint(color=color, style=ft.PaintingStyle.FILL)


@lru_cache(maxsize=256)
def stroke(color: str, width: float) -> ft.Paint:
    return ft.Paint(
        color=color, style=ft.PaintingStyle.STROKE, stroke_width=width, stroke_cap=ft.StrokeCap.SQUARE,
        stroke_join=ft.StrokeJoin.MITER,
    )  # fmt: skip


def polygon(points: list[tuple[float, float]], color: str) -> cv.Path:
    (x, y), *rest = points
    return cv.Path([cv.Path.MoveTo(x, y), *(cv.Path.LineTo(a, b) for a, b in rest), cv.Path.Close()], fill(color))


@block
def lantern(color: str, size: float = 20, hole: str = "") -> ft.Control:
    """Return the paper lantern, the mark of a public screen. `hole` is the colour behind it, for its ribs."""
    s = size / 20
    shapes: list[cv.Shape] = [
        cv.Rect(7.5 * s, 0.5 * s, 5 * s, 2 * s, paint=fill(color)),
        cv.Oval(4 * s, 3 * s, 12 * s, 14 * s, paint=fill(color)),
        cv.Rect(7.5 * s, 17.5 * s, 5 * s, 2 * s, paint=fill(color)),
    ]
    shapes += [cv.Rect(3 * s, y * s, 14 * s, 1.1 * s, paint=fill(hole or "#000000")) for y in (6, 9.5, 13)]
    return ft.Container(cv.Canvas(shapes, width=size, height=size), width=size, height=size)


def card_back(width: float, height: float, radius: float = theme.R_CARD, edge_width: float = 2) -> ft.Control:
    """Return a card's back: indigo with slanting lines, the same for every card."""
    return ft.Container(
        width=width,
        height=height,
        gradient=_slanting(width, height),
        border=edge(edge_width, palette.CARD_BACK_EDGE),
        border_radius=radius,
    )


@lru_cache(maxsize=64)
def _slanting(width: float, height: float) -> ft.LinearGradient:
    across, down = 2 * 4 / width, 2 * 4 / height  # a stripe of 8 px, slanting to the lower right
    line, ground = palette.CARD_BACK_LINE, palette.CARD_BACK
    return ft.LinearGradient(
        begin=ft.Alignment(-1, -1),
        end=ft.Alignment(-1 + across, -1 - down),
        colors=[line, line, ground, ground, line],
        stops=[0, 0.26, 0.34, 0.92, 1],
        tile_mode=ft.GradientTileMode.REPEATED,
    )


def dashed_box(
    width: float, height: float, color: str, *, radius: float = theme.R_CARD, stroke: float = 2, dash: float = 5
) -> ft.Control:
    half = stroke / 2
    return cv.Canvas(
        [
            cv.Path(
                [cv.Path.Rect(half, half, width - stroke, height - stroke, radius)],
                _dashes(color, stroke, dash),
            )
        ],
        width=width,
        height=height,
    )


@lru_cache(maxsize=64)
def _dashes(color: str, stroke: float, dash: float) -> ft.Paint:
    return ft.Paint(
        color=color,
        style=ft.PaintingStyle.STROKE,
        stroke_width=stroke,
        stroke_dash_pattern=[dash, dash * 0.8],
    )


@block
def dashed_line(color: str, width: float = theme.EDGE, dash: float = 10) -> ft.Control:
    return ft.Container(
        cv.Canvas(
            [
                cv.Line(
                    0, width / 2, 4000, width / 2,
                    ft.Paint(color=color, stroke_width=width, stroke_dash_pattern=[dash, dash * 0.7]),
                )
            ],
            height=width,
        ),
        height=width,
        clip_behavior=ft.ClipBehavior.HARD_EDGE,
    )  # fmt: skip


def stripes(pale: str, dark: str, band: float = 5.7) -> cv.Canvas:
    run = band * 2 * math.sqrt(2) / 2
    return cv.Canvas(
        [
            cv.Fill(
                ft.Paint(
                    gradient=ft.PaintLinearGradient(
                        (0, 0), (run, run), [pale, pale, dark, dark], [0, 0.5, 0.5, 1], ft.GradientTileMode.REPEATED
                    )
                )
            )
        ],
        expand=True,
    )


def dot(color: str, size: float = 10) -> ft.Control:
    return ft.Container(width=size, height=size, bgcolor=color, border_radius=size / 2)


def seal(look: Look, sign: str, size: float = 60, *, filled: bool = False, tilt: float = 4) -> ft.Control:
    """Return one of the referee's seals, such as 否 (refused), tilted by `tilt` degrees."""
    p = look.p
    return ft.Container(
        figure(look, sign, p.on_accent if filled else p.accent_text, size * 0.56),
        width=size,
        height=size,
        alignment=ft.Alignment.CENTER,
        bgcolor=p.accent if filled else None,
        border=None if filled else edge(3, p.accent_text),
        border_radius=theme.R_CARD,
        rotate=ft.Rotate(-math.radians(tilt)) if tilt else None,
    )
