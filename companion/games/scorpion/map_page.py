"""A page filled by the map, between strip and dock, with the controls of the moment on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import flet as ft

from companion.games.scorpion.facts import Ctx
from companion.games.scorpion.tracks import tracks
from companion.games.table.context import FullPage
from companion.ui import Act, act, aloud, block, column, edge, icon, icon_button, named, text, theme
from companion.ui.base import figure, fill_column, inset, rule
from companion.ui.map.board_map import board_map
from companion.ui.map.drawing import MapFacts
from companion.ui.map.zone_list import zone_list
from companion.ui.palette import MOON
from companion.ui.theme import Look

IC = ft.Icons
LARGE = 360
"""The height of the map in pixels where the page scrolls."""
EDGE = 12
"""The distance in pixels between the edges of the map and what lies on it: a secret screen's frame takes 8 of them."""


def map_page(
    ctx: Ctx,
    facts: MapFacts,
    tap: Act | None,
    *,
    above: Sequence[ft.Control] = (),
    aside: Sequence[ft.Control] = (),
    buttons: Sequence[ft.Control] = (),
    below: Sequence[ft.Control] = (),
    foot: ft.Control | None = None,
    first: str = "",
    listed: bool | None = None,
) -> FullPage:
    """Return the map, or its list, with `above` along its top, `aside` at its lower left and `below` under it.

    `foot` comes last and keeps its place in the tree, whatever is above it: it may contain a pad that is held.
    `buttons` are above the map's own in its lower right corner. A list begins with the zone `first`, and the tracks are
    below it. In the largest text there is no space for a map beside all that: then the page scrolls.
    """
    look = ctx.look
    as_list, large = ctx.pick.listed if listed is None else listed, look.scale >= 1.5 and not look.wide
    every: list[ft.Control] = [*buttons, switch(ctx)]
    footing = [] if foot is None else [foot]
    moved = act(ctx.actions.secrets.touch) if ctx.open else None
    if as_list or large:
        board: ft.Control = zone_list(look, facts, tap, first)
        if not as_list:
            board = board_map(look, facts, tap, LARGE, later=True, on_touch=moved)
        tools = ft.Row(every, alignment=ft.MainAxisAlignment.END)
        # A list has little space: the requested zone comes first, and the tracks last.
        rows = [tracks(ctx), tools, board, *below, *footing] if large else [tools, board, tracks(ctx)]
        scrolled = ft.Column(
            [*above, *aside, *rows], spacing=10, scroll=ft.ScrollMode.AUTO, on_scroll=_touched(ctx),
            scroll_interval=1500, horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        )  # fmt: skip
        shown: ft.Control = ft.Container(scrolled, padding=inset(EDGE, 8), expand=True)
        if large:
            return FullPage([shown])
    else:
        high, low = column(above, 8), column(aside, 8)
        corner = ft.Column(every, spacing=8, tight=True)
        page = board_map(look, facts, tap, later=True, page=True, on_touch=moved)
        shown = ft.Stack(
            [
                ft.Container(page, left=0, top=0, right=0, bottom=0),
                ft.Container(high, left=EDGE, top=8, right=EDGE),
                ft.Container(low, left=EDGE, bottom=8, right=theme.TOUCH + 2 * EDGE),
                ft.Container(corner, right=8, bottom=theme.TOUCH + 16),
            ],
            expand=True,
        )  # fmt: skip
    if look.wide:
        side = ft.Column(
            [tracks(ctx), *footing, *below], spacing=14, scroll=ft.ScrollMode.AUTO,
            expand=40, horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        )  # fmt: skip
        both: list[ft.Control] = [
            ft.Container(shown, expand=60), ft.Container(side, expand=40, padding=inset(0, 12, 20, 0)),
        ]  # fmt: skip
        return FullPage([ft.Row(both, spacing=20, expand=True, vertical_alignment=ft.CrossAxisAlignment.STRETCH)])
    last = ft.Container(foot, padding=inset(16, 0, 16, 8), bgcolor=look.p.background, visible=foot is not None)
    return FullPage([shown, _under(ctx, list(below)), last])


def _under(ctx: Ctx, below: list[ft.Control]) -> ft.Control:
    """Return what is under the map. In larger text it takes at most half of the space, and scrolls."""
    large = ctx.look.scale > 1.15
    inside = ft.Column(
        below, spacing=8, tight=not large, scroll=ft.ScrollMode.AUTO if large else None,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )  # fmt: skip
    return ft.Container(
        inside, padding=inset(16, 8), bgcolor=ctx.look.p.background, border=rule("top", ctx.look.p.line),
        expand=(large and bool(below)) or None, visible=bool(below),
    )  # fmt: skip


def over_cover(
    closed: Sequence[ft.Control], page: FullPage | None, margin: float, *, foot: ft.Control | None
) -> FullPage:
    """Return the covered screen and, while the cover is open, the page over it.

    The covered screen stays in the tree: to cover, a phone is only sent the removal of the page.
    """
    behind = ft.Column(
        list(closed), spacing=10, scroll=ft.ScrollMode.AUTO, horizontal_alignment=ft.CrossAxisAlignment.STRETCH
    )
    whole: dict[str, Any] = {"left": 0, "top": 0, "right": 0, "bottom": 0}
    layers: list[ft.Control] = [
        ft.Container(
            ft.Semantics(content=behind, exclude_semantics=page is not None), padding=inset(margin, 12), **whole
        )
    ]
    if page is not None:
        # It has the background of secrets, and lets no touch through.
        lies = ft.Column(page, spacing=0, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
        layers.append(ft.Container(lies, bgcolor=MOON.background, on_click=_nothing, **whole))
    return FullPage([ft.Stack(layers, expand=True), *([foot] if foot is not None else [])])


def _nothing(_: Any) -> None:
    """Ignore a tap beside what can be tapped."""


def _touched(ctx: Ctx) -> Any:
    if not ctx.open:
        return None
    touch = ctx.actions.secrets.touch
    return lambda _: touch()


def round_button(look: Look, glyph: ft.IconData, label: str, handler: Act) -> ft.Control:
    return ft.Container(
        icon_button(look, glyph, label, handler), bgcolor=look.p.surface, border_radius=theme.TOUCH / 2,
        border=edge(theme.LINE, look.p.line_strong), width=theme.TOUCH, height=theme.TOUCH,
        alignment=ft.Alignment.CENTER,
    )  # fmt: skip


def switch(ctx: Ctx) -> ft.Control:
    """Return the switch between the map and the list of its zones."""
    glyph, name = (IC.MAP_SHARP, "as_map") if ctx.pick.listed else (IC.FORMAT_LIST_BULLETED_SHARP, "as_list")
    return round_button(ctx.look, glyph, ctx.t(name), ctx.toggle("listed", True, off=False))


@block
def label_on_map(look: Look, title: str, sub: str, right: str, spoken: str) -> ft.Control:
    """Return the box on the map that says what it is about, and at its right end the tracks, which are `spoken`."""
    words: list[ft.Control] = [text(look, "subject", title, lines=2)]
    if sub:
        words.append(text(look, "caption", sub, look.p.text_2, lines=2))
    said = fill_column(*words)
    tail = [text(look, "label", right, look.p.text)] if right else []
    return named(
        aloud(title, sub, spoken),
        ft.Container(
            ft.Row([said, *tail], spacing=10), padding=inset(12, 6), bgcolor=look.p.surface,
            border=edge(theme.HAIR, look.p.line_strong), border_radius=theme.R_PANEL,
        ),
    )  # fmt: skip


def mark_box(
    look: Look, glyph: ft.IconData, lit: bool, size: float = 30, *, inside: float = 0, line: float = theme.HAIR,
    ink: str = "", radius: float = theme.R_CARD,
) -> ft.Control:  # fmt: skip
    """Return the mark of a public event: filled if somebody is there, else with a line in `ink`.

    `size` and `inside` are the sides of the box and of the icon in pixels.
    """
    p = look.p
    return ft.Container(
        icon(look, glyph, inside or size * 0.6, p.on_accent if lit else p.text), width=size, height=size,
        alignment=ft.Alignment.CENTER, bgcolor=p.accent if lit else None,
        border=edge(line, p.accent if lit else ink or p.line_strong), border_radius=radius,
    )  # fmt: skip


def letter_box(
    look: Look, who: str, size: float = 30, *, chosen: bool = False, border: ft.Border | None = None
) -> ft.Control:
    """Return an intruder's letter in its shape on the map: the Ninja's disc, the Traitor's square."""
    p, ninja = look.p, who == "ninja"
    return ft.Container(
        figure(look, who[0].upper(), p.text if chosen else p.background, 16), width=size, height=size,
        alignment=ft.Alignment.CENTER, bgcolor=p.background if chosen else p.ninja if ninja else p.traitor,
        border_radius=size / 2 if ninja else theme.R_TRACK, border=border,
    )  # fmt: skip


def side_by_side(look: Look, tiles: Sequence[ft.Control]) -> ft.Control:
    """Return tiles of equal width side by side; in the largest text one below the other."""
    if look.scale >= 1.5:
        return column(tiles, 8)
    return ft.Row([ft.Container(tile, expand=True) for tile in tiles], spacing=8)
