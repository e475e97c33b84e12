"""The fixed places of a screen: app bar, strip, content, dock, and what may lie over them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import flet as ft

from companion.stills import is_still
from companion.ui import theme
from companion.ui.aloud import aloud
from companion.ui.base import Handler, block, inset, still, text
from companion.ui.buttons import icon_button
from companion.ui.secrecy import FrameKind, secret_frame

if TYPE_CHECKING:
    from companion.look import Look

BarAction = tuple[ft.IconData, str, Handler]
"""An icon of the app bar: icon, spoken name, handler."""


@block
def app_bar(
    look: Look,
    title: str,
    subtitle: str = "",
    leading: BarAction | None = None,
    actions: tuple[BarAction, ...] = (),
) -> ft.Control:
    """Return the app bar: back or close, the title, one line of where we are, at most two icons. 56 px."""
    large = look.scale > 1.15
    words: list[ft.Control] = [text(look, "title", title, lines=2 if large and not subtitle else 1)]
    if subtitle:
        lines = 3 if look.scale >= 1.5 else 2 if large else 1
        words.append(text(look, "caption", subtitle, look.p.tx2, line=18, lines=lines))
    return ft.Container(
        ft.Row(
            [
                icon_button(look, *leading) if leading else ft.Container(width=8),
                ft.Semantics(
                    content=ft.Column(words, spacing=0, tight=True, alignment=ft.MainAxisAlignment.CENTER),
                    label=aloud(title, subtitle), heading_level=1, container=True,
                    exclude_semantics=True, expand=True,
                ),
                *(icon_button(look, *each) for each in actions),
            ],
            spacing=2, vertical_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        height=None if large and subtitle else theme.grown(look, theme.BAR),
        padding=inset(4 if not look.wide else 12, 6 if large and subtitle else 0),
    )  # fmt: skip


@still
def ground(look: Look) -> ft.Control:
    """Return the page's colour, and the light that falls from above the app bar over 46 % of the height."""
    color, strength = look.p.glow
    light = ft.Container(
        gradient=ft.RadialGradient(
            center=ft.Alignment(0, -1.25),
            radius=1.1,
            colors=[ft.Colors.with_opacity(strength, color), ft.Colors.with_opacity(0, color)],
        ),
        expand=46,
    )
    return ft.Container(
        ft.Column(
            [light, ft.Container(expand=54)],
            spacing=0, expand=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        ),
        bgcolor=look.p.bg, left=0, top=0, right=0, bottom=0, ignore_interactions=True,
    )  # fmt: skip


def region(
    look: Look,
    controls: Sequence[ft.Control],
    spacing: float,
    margin: ft.Margin,
    centred: bool,
    scroll: bool,
    **place: Any,
) -> ft.Control:
    """Return a column of blocks. Where it scrolls each has a holder, and what a block does to its size stays in it."""
    if scroll:
        blocks: list[ft.Control] = [
            (_still_holder if is_still(each) else _holder)(look, each, spacing if at else 0)
            for at, each in enumerate(controls)
        ]
    else:
        blocks = list(controls)
    inner = ft.Column(
        blocks, spacing=0 if scroll else spacing, tight=scroll,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        margin=margin, width=theme.COLUMN if centred else None, expand=None if scroll else True,
    )  # fmt: skip
    return ft.Column(
        [inner], scroll=ft.ScrollMode.AUTO if scroll else None,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER if centred else ft.CrossAxisAlignment.STRETCH, **place,
    )  # fmt: skip


def _holder(look: Look, held: ft.Control, above: float) -> ft.Control:
    return ft.Container(held, margin=_margin_of(0, above, 0, 0), key=held.key)


_still_holder = still(_holder)


def screen(
    look: Look,
    *,
    bar: ft.Control | None,
    strip: ft.Control | None = None,
    content: Sequence[ft.Control],
    dock: ft.Control | None,
    overlay: ft.Control | None = None,
    frame: FrameKind = "none",
    side: Sequence[ft.Control] | None = None,
    scroll: bool = True,
    spacing: float = 10,
    padding: ft.Padding | None = None,
) -> ft.Control:
    """Return a whole screen: app bar, strip, content and dock in their fixed places.

    `content` is the column of blocks, `side` the right column of a tablet (40 %; below the content elsewhere).
    `overlay` is a sheet: it lies on the content, which is dimmed, and leaves bar, strip and dock as they are.
    `frame` lays stripes over all four edges; nothing reflows. Not a component itself: give it blocks.
    """
    # Drawn again at every change, on every phone: as few controls as will do, and blocks inside.
    overlaid = overlay is not None
    centred = look.shape == "column"
    outside = padding or inset(look.margin, 12)

    def blocks(controls: Sequence[ft.Control], **place: Any) -> ft.Control:
        return region(look, controls, spacing, _margin(outside), centred, scroll, **place)

    whole: dict[str, Any] = {"left": 0, "top": 0, "right": 0, "bottom": 0}
    dim: dict[str, Any] = {"opacity": theme.DIMMED} if overlaid else {}
    if look.wide and side is not None:
        main: ft.Control = ft.Row(
            [blocks(content, expand=60), ft.Container(width=1, bgcolor=look.p.ln), blocks(side, expand=40)],
            spacing=0, vertical_alignment=ft.CrossAxisAlignment.STRETCH, **whole, **dim,
        )  # fmt: skip
    else:
        main = blocks([*content, *(side or ())], **whole, **dim)
    layers = [main]
    if overlay is not None:
        # The shade takes the touches that were meant for what is dimmed.
        layers.append(ft.Container(**whole, on_click=_nothing))
        # Bottom up: a sheet is as high as it needs, and one that needs more than there is scrolls. A column that
        # scrolls by itself would fill the whole height, however little stands in it.
        sheet = ft.Container(overlay, alignment=ft.Alignment.BOTTOM_CENTER)
        layers.append(ft.Container(ft.ListView([sheet], reverse=True), left=0, top=0, right=0, bottom=0))
    # A place that is empty is filled all the same: what stands below it keeps its place in the tree.
    places = ft.Column(
        [
            bar or ft.Container(height=0),
            strip or ft.Container(height=0),
            ft.Stack(layers, expand=True),
            dock or ft.Container(height=0),
        ],
        spacing=0, expand=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )  # fmt: skip
    return ft.Stack(
        [
            ground(look),
            ft.SafeArea(places, avoid_intrusions_bottom=False, minimum_padding=0, **whole),
            secret_frame(look, frame),
        ],
        expand=True,
    )


@lru_cache(maxsize=64)
def _margin_of(left: float, top: float, right: float, bottom: float) -> ft.Margin:
    return ft.Margin(left, top, right, bottom)


def _margin(padding: ft.Padding) -> ft.Margin:
    return _margin_of(padding.left, padding.top, padding.right, padding.bottom)


def _nothing(_: Any) -> None:
    """A tap beside a sheet is not an answer to it."""
