"""The fixed places of a screen: app bar, strip, content, dock, and what may lie over them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import flet as ft

from companion.ui import theme
from companion.ui.base import Handler, block, text
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
    words: list[ft.Control] = [text(look, "title", title, lines=1)]
    if subtitle:
        words.append(text(look, "caption", subtitle, look.p.tx2, line=18, lines=1))
    return ft.Container(
        ft.Row(
            [
                icon_button(look, *leading) if leading else ft.Container(width=8),
                ft.Semantics(
                    content=ft.Column(words, spacing=0, tight=True, alignment=ft.MainAxisAlignment.CENTER),
                    label=f"{title}. {subtitle}" if subtitle else title, heading_level=1, container=True,
                    exclude_semantics=True, expand=True,
                ),
                *(icon_button(look, *each) for each in actions),
            ],
            spacing=2, vertical_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        height=theme.grown(look, theme.BAR),
        padding=ft.Padding.symmetric(horizontal=4 if not look.wide else 12),
    )  # fmt: skip


@block
def glow(look: Look) -> ft.Control:
    """Return the light that falls from above the app bar over 46 % of the height."""
    color, strength = look.p.glow
    return ft.Container(
        gradient=ft.RadialGradient(
            center=ft.Alignment(0, -1.25),
            radius=1.1,
            colors=[ft.Colors.with_opacity(strength, color), ft.Colors.with_opacity(0, color)],
        ),
        expand=46,
        ignore_interactions=True,
    )


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
    p = look.p
    pad = padding or ft.Padding(left=look.margin, top=12, right=look.margin, bottom=12)

    def blocks(controls: Sequence[ft.Control]) -> ft.Control:
        inner = ft.Container(
            ft.Column(
                list(controls), spacing=spacing, tight=scroll, horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
                expand=None if scroll else True,
            ),
            padding=pad,
            width=theme.COLUMN if look.shape == "column" else None,
            expand=None if scroll else True,
        )  # fmt: skip
        return ft.Column(
            [inner],
            expand=True,
            scroll=ft.ScrollMode.AUTO if scroll else None,
            horizontal_alignment=(
                ft.CrossAxisAlignment.CENTER if look.shape == "column" else ft.CrossAxisAlignment.STRETCH
            ),
        )

    if look.wide and side is not None:
        main: ft.Control = ft.Row(
            [
                ft.Container(blocks(content), expand=60),
                ft.Container(blocks(side), expand=40, border=ft.Border(left=ft.BorderSide(1, p.ln))),
            ],
            spacing=0, expand=True, vertical_alignment=ft.CrossAxisAlignment.STRETCH,
        )  # fmt: skip
    else:
        main = blocks([*content, *(side or ())])
    middle = ft.Stack(
        [
            ft.Container(
                main, left=0, top=0, right=0, bottom=0,
                opacity=theme.DIMMED if overlay is not None else 1.0, ignore_interactions=overlay is not None,
            ),
            ft.Container(
                overlay,
                left=0, right=0, bottom=0,
                alignment=ft.Alignment.BOTTOM_CENTER,
            ),
        ],
        expand=True, clip_behavior=ft.ClipBehavior.HARD_EDGE,
    )  # fmt: skip
    places = ft.Column(
        [bar or ft.Container(height=0), strip or ft.Container(height=0), middle, dock or ft.Container(height=0)],
        spacing=0, expand=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )  # fmt: skip
    return ft.Container(
        ft.Stack(
            [
                ft.Container(
                    ft.Column(
                        [glow(look), ft.Container(expand=54)],
                        spacing=0, expand=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
                    ),
                    left=0, top=0, right=0, bottom=0, ignore_interactions=True,
                ),
                ft.Container(
                    ft.SafeArea(places, expand=True, avoid_intrusions_bottom=False, minimum_padding=0),
                    left=0, top=0, right=0, bottom=0,
                ),
                secret_frame(look, frame),
            ],
            expand=True,
        ),
        bgcolor=p.bg,
        expand=True,
    )  # fmt: skip
