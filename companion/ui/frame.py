"""The fixed parts of a screen: app bar, strip, content, dock, and overlays."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import flet as ft

from companion.flet_runtime.templates import filled, is_still
from companion.ui import theme
from companion.ui.base import Handler, about_wide, block, inset, text
from companion.ui.buttons import icon_button
from companion.ui.secrecy import FrameKind, secret_frame
from companion.ui.words import aloud

if TYPE_CHECKING:
    from companion.ui.theme import Look

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
    """Return the app bar: back or close, the title, one line about the place, at most two icons.

    It is 56 px high, and higher if the title or the line below it needs a second line.
    """
    if look.low:
        look = look.held_to(1.15)
    large = look.scale > 1.15
    room = theme.ROOM - theme.TOUCH * (len(actions) + (leading is not None))
    long = not look.wide and about_wide(title, 18) * look.scale > room
    below = not look.wide and about_wide(subtitle, 13) * look.scale > room + 12
    words: list[ft.Control] = [text(look, "title", title, lines=2 if long or (large and not subtitle) else 1)]
    if subtitle:
        lines = 3 if look.scale >= 1.5 else 2 if large or below else 1
        words.append(text(look, "caption", subtitle, look.p.text_2, line=18, lines=lines))
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
        height=None if subtitle and (large or long or below) else theme.grown(look, theme.BAR),
        padding=inset(4 if not look.wide else 12, 6 if subtitle and (large or long or below) else 0),
    )  # fmt: skip


@block
def ground(look: Look) -> ft.Control:
    """Return the page's background, with a light falling from above the app bar over 46 % of the height."""
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
        bgcolor=look.p.background, left=0, top=0, right=0, bottom=0, ignore_interactions=True,
    )  # fmt: skip


def _region(
    blocks: list[ft.Control], spacing: float, margin: ft.Margin, centred: bool, scroll: bool, **place: Any
) -> ft.Control:
    inner = ft.Column(
        blocks, spacing=0 if scroll else spacing, tight=scroll,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        margin=margin, width=theme.COLUMN if centred else None, expand=None if scroll else True,
    )  # fmt: skip
    return ft.Column(
        [inner], scroll=ft.ScrollMode.AUTO if scroll else None,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER if centred else ft.CrossAxisAlignment.STRETCH, **place,
    )  # fmt: skip


def _held(look: Look, controls: Sequence[ft.Control], spacing: float) -> list[ft.Control]:
    """Return a container for each block of a scrolling column, so that a change of size stays within it."""
    return [
        _still_holder(look, each, spacing if at else 0)
        if is_still(each)
        else filled(_holder, (), each, _margin_of(0, spacing if at else 0, 0, 0), key=each.key)
        for at, each in enumerate(controls)
    ]


def _holder(held: ft.Control, margin: ft.Margin) -> ft.Control:
    return ft.Container(held, margin=margin)


@block
def _still_holder(_: Look, held: ft.Control, above: float) -> ft.Control:
    return ft.Container(held, margin=_margin_of(0, above, 0, 0), key=held.key)


@block
def _nowhere(_: Look) -> ft.Control:
    """Fill an empty place, so that what follows keeps its index in the tree."""
    return ft.Container(height=0)


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
    whole: bool = False,
) -> ft.Control:
    """Return a whole screen: app bar, strip, content and dock in their fixed places.

    `content` is the column of blocks, `side` the right column of a tablet (40 %; below the content elsewhere).
    `overlay` is a sheet over the content, which is dimmed; bar, strip and dock stay as they are. `frame` draws stripes
    along all four edges; nothing reflows. With `whole` the content takes all the space, to the edges, and does not
    scroll. This is not a component: give it blocks, and return it from one.
    """
    # Drawn again at every change, on every phone: as few controls as possible, and blocks inside.
    if whole:
        scroll, spacing, padding = False, 0, inset(0)
    beside = look.wide and side is not None
    columns = (content, side or ()) if beside else ([*content, *(side or ())],)
    return filled(
        _screen,
        (
            look.p.line if beside else "", overlay is not None, look.shape == "column" and not whole, scroll, spacing,
            _sides(padding or inset(look.margin, 12)),
        ),
        ground(look), bar or _nowhere(look), strip or _nowhere(look), dock or _nowhere(look), secret_frame(look, frame),
        *(_held(look, each, spacing) if scroll else list(each) for each in columns),
        *(() if overlay is None else (overlay,)),
    )  # fmt: skip


def _screen(
    line: str, overlaid: bool, centred: bool, scroll: bool, spacing: float, margin: tuple[float, ...],
    ground: ft.Control, bar: ft.Control, strip: ft.Control, dock: ft.Control, stripes: ft.Control, *rest: Any,
) -> ft.Control:  # fmt: skip
    """Return a screen of one column of blocks, or of two with a `line` between them, and its overlay."""

    def blocks(controls: list[ft.Control], **place: Any) -> ft.Control:
        return _region(controls, spacing, _margin_of(*margin), centred, scroll, **place)

    whole: dict[str, Any] = {"left": 0, "top": 0, "right": 0, "bottom": 0}
    dim: dict[str, Any] = {"opacity": theme.DIMMED} if overlaid else {}
    if line:
        main: ft.Control = ft.Row(
            [blocks(rest[0], expand=60), ft.Container(width=1, bgcolor=line), blocks(rest[1], expand=40)],
            spacing=0, vertical_alignment=ft.CrossAxisAlignment.STRETCH, **whole, **dim,
        )  # fmt: skip
    else:
        main = blocks(rest[0], **whole, **dim)
    layers = [main]
    if overlaid:
        # The shade catches the touches on what is dimmed.
        layers.append(ft.Container(**whole, on_click=_nothing))
        # A sheet stands at the bottom, as high as it needs. If it is higher than the screen, it scrolls; the reversed
        # list makes it start at its end. (In a scrolling column, a browser finds its buttons below the shade.)
        sheet = ft.ListView([rest[-1]], reverse=True, auto_scroll=True, auto_scroll_animation=ft.Animation(0))
        layers.append(ft.Container(sheet, **whole))
    blocks_ = ft.Column(
        [bar, strip, ft.Stack(layers, expand=True), dock],
        spacing=0, expand=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )  # fmt: skip
    return ft.Stack(
        [ground, ft.SafeArea(blocks_, avoid_intrusions_bottom=False, minimum_padding=0, **whole), stripes],
        expand=True,
    )


@lru_cache(maxsize=64)
def _margin_of(left: float, top: float, right: float, bottom: float) -> ft.Margin:
    return ft.Margin(left, top, right, bottom)


def _sides(padding: ft.Padding) -> tuple[float, ...]:
    return padding.left, padding.top, padding.right, padding.bottom


def _nothing(_: Any) -> None:
    """Ignore a tap beside a sheet."""
