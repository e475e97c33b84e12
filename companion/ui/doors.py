"""The closed sliding doors: what stands where a secret is covered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import flet as ft
import flet.canvas as cv

from companion.ui import palette, theme
from companion.ui.base import edge, named, still

if TYPE_CHECKING:
    from companion.ui.look import Look


def doors_high(look: Look, kind: Literal["full", "short"]) -> float:
    """Return how high the closed doors are: lower where large text needs the room."""
    return 348.0 if kind == "full" and look.scale <= 1.3 else 256.0


@still
def fusuma(look: Look, kind: Literal["full", "short"] = "full", width: float = 0) -> ft.Control:
    """Return the closed sliding doors with moon and waves: what stands where a secret is covered.

    They fill the place they are given, up to `width` (a phone's page, or more on a tablet), and stand in its middle.
    """
    height, most = doors_high(look, kind), width or (480 if look.wide else theme.ROOM)
    sea, moon = round(height * 0.28), 104 if kind == "full" else 76
    ring = ft.Container(
        width=22, height=22, bgcolor=palette.STRIPE_DARK, border=edge(2, palette.STRIPE_PALE), border_radius=11
    )
    split = ft.Border.symmetric(horizontal=ft.BorderSide(2, palette.PAD_EDGE))
    surface = ft.Border(top=ft.BorderSide(2, palette.PAD_EDGE))
    whole: dict[str, Any] = {"left": 0, "top": 0, "right": 0, "bottom": 0}
    layers: list[ft.Control] = [
        ft.Container(_waves(most, sea), left=0, right=0, bottom=0, height=sea, border=surface),
        ft.Container(
            ft.Container(width=6, height=height, bgcolor=look.p.background, border=split),
            alignment=ft.Alignment.CENTER, **whole,
        ),
        ft.Container(
            ft.Container(width=moon, height=moon, bgcolor="#B6C0EC", border_radius=moon / 2),
            alignment=ft.Alignment(0.53, -0.74), **whole,
        ),
        ft.Container(
            ft.Row([ring, ring], spacing=22, alignment=ft.MainAxisAlignment.CENTER, tight=True),
            alignment=ft.Alignment(0, 0.15), **whole,
        ),
    ]  # fmt: skip
    pair = ft.Container(
        ft.Stack(layers), width=most, height=height, bgcolor=palette.PAD, border=edge(2, palette.PAD_EDGE),
        clip_behavior=ft.ClipBehavior.HARD_EDGE,
    )  # fmt: skip
    return named(look.t("kit.covered"), ft.Container(pair, height=height, alignment=ft.Alignment.CENTER))


def _waves(width: float, height: float) -> ft.Control:
    """Return rows of waves, as wide as the doors may be; what is too wide is cut off at the right."""
    wave = ft.Paint(color="#4A57A8", style=ft.PaintingStyle.STROKE, stroke_width=1)
    shapes: list[cv.Shape] = [
        cv.Arc(x + 8 - r, y - r * 0.7, 2 * r, 1.4 * r, 3.1416, 3.1416, paint=wave)
        for n, y in enumerate(range(10, round(height), 8))
        for x in range(0 if n % 2 else 8, round(width), 16)
        for r in (8, 5)
    ]
    return cv.Canvas(shapes, expand=True)
