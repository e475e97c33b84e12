"""The loupe: what a finger hides, twice as large, on the other side of the window."""

from __future__ import annotations

from typing import Any

import flet as ft

from companion.boards.geometry import Side, Spot, nearest_on, sides
from companion.boards.workplace import Workplace
from companion.screens.editor import drawing
from companion.screens.editor.cells import Cell
from companion.ui import block, palette
from companion.ui.base import edge
from companion.ui.look import Look

LENS = 116
"""Pixels across."""
LARGER = 2.0


def loupe(look: Look, place: Workplace, groups: tuple[tuple[Cell, ...], ...], unit: float) -> ft.Control:
    bench = place.bench
    spot, scale = bench.finger or (0, 0), bench.gaze.scale * LARGER
    far = LENS / scale
    near = tuple(
        dict.fromkeys(
            side for group in groups for cell in group for side in sides(cell.outline) if _near(side, spot, far)
        )
    )
    right = bench.gaze.pixel(spot)[0] < place.wide / 2
    where: dict[str, Any] = {"right": 10} if right else {"left": 10}
    return ft.Container(
        _lens(look, place.photo, bench.sketch.size, spot, scale, near, bench.line[-8:]), top=10, **where
    )


def _near(side: Side, spot: Spot, far: float) -> bool:
    return nearest_on(side, spot)[1] <= far


@block
def _lens(
    look: Look, photo: str, size: tuple[int, int], spot: Spot, scale: float, near: tuple[Side, ...],
    line: tuple[Spot, ...],
) -> ft.Control:  # fmt: skip
    half = LENS / 2

    def at(place: Spot) -> Spot:
        return round((place[0] - spot[0]) * scale + half), round((place[1] - spot[1]) * scale + half)

    edges = "".join(drawing.outline((at(a), at(b)), closed=False) for a, b in near)
    way = drawing.outline([at(each) for each in line], closed=False) if line else ""
    cross = f"M{half:.0f} 16V{LENS - 16}M16 {half:.0f}H{LENS - 16}"
    ring = f'<circle cx="{half:.0f}" cy="{half:.0f}" r="9" fill="none" stroke="{look.p.accent}" stroke-width="2"/>'
    seen = drawing.svg(
        (LENS, LENS),
        drawing.stroke(edges, palette.CARD_INK, 5) + drawing.stroke(edges, palette.CARD_PAPER, 3)
        + drawing.stroke(way, look.p.accent, 3) + drawing.stroke(cross, look.p.accent, 2) + ring,
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
    # A pale rim is lost on pale ground: a dark one lies about it.
    return ft.Container(lens, border=edge(2, palette.CARD_INK), border_radius=LENS / 2 + 2, ignore_interactions=True)
