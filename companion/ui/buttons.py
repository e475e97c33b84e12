"""Buttons: the one vermilion main action, outlined side actions, icon buttons.

All are Material's outlined button in our style: one control each, with its own name for screen readers.
"""

from __future__ import annotations

from functools import lru_cache
from math import ceil
from typing import TYPE_CHECKING

import flet as ft

from companion.ui import theme
from companion.ui.base import Handler, about_wide, block, edge, icon, on, pressable

if TYPE_CHECKING:
    from companion.ui.theme import Look


@lru_cache(maxsize=512)
def _dress(look: Look, style: str, ink: str, fill: str, line: str, icon_size: float) -> ft.ButtonStyle:
    """Return this button's own style; the rest is in the page's theme (`theme.flet_theme`).

    `icon_size` is 0 without an icon.
    """
    return ft.ButtonStyle(
        color=ink,
        icon_color=ink if icon_size else None,
        bgcolor=fill or None,
        side=ft.BorderSide(theme.LINE, line) if line else None,
        text_style=None if style == theme.BUTTON else theme.text_style(look, style, ink),
        icon_size=None if icon_size in (0, theme.ICON_MAIN) else theme.grown_icon(look, icon_size),
    )


HALF = 130
"""The widest words, in pixels, that fit on one line of half a phone's width: wider ones may wrap, and are centred."""


def _button(
    look: Look,
    label: str,
    handler: Handler | None,
    *,
    ink: str,
    glyph: ft.IconData | None = None,
    fill: str = "",
    line: str = "",
    height: float = theme.MAIN,
    style: str = theme.BUTTON,
    expand: bool | int | None = None,
    opacity: float = 1.0,
    room: float = 0,
    beside: int = 1,
) -> ft.Control:
    """Return a button. With `room`, its width in pixels, its words are smaller and take the lines that they need.

    Without `room` it is assumed to be as wide as a phone. It is at least as high as one with `beside` lines.
    """
    lines = lines_of(look, label, glyph is not None, room)
    if room:
        style = "button_equal"
    icon_size = 0 if glyph is None else theme.ICON_MAIN if height >= theme.MAIN else 20
    words: str | ft.Control = label
    if lines > 1 or about_wide(label, 17) > HALF:
        words = ft.Text(label, text_align=ft.TextAlign.CENTER, semantics_label=label)
    return ft.OutlinedButton(
        # A button with another meaning gets another key, so that it is another control: a late tap must not trigger the
        # new meaning. A button without a handler may change its words.
        key=label if handler is not None else None,
        content=words,
        icon=glyph,
        style=_dress(look, style, ink, fill, line, icon_size),
        height=theme.grown_action(look, height) + round((max(lines, beside) - 1) * 22 * look.scale),
        on_click=on(handler),
        disabled=handler is None,
        expand=expand,
        opacity=opacity,
    )


def lines_of(look: Look, label: str, glyph: bool, room: float = 0) -> int:
    """Return the number of lines of a button's words."""
    if look.wide or not (room or look.scale > 1.15):
        return 1
    return ceil(about_wide(label, 17) * look.scale / ((room or theme.ROOM) - 28 - (34 if glyph else 0)))


@block
def button_main(
    look: Look, label: str, handler: Handler | None, enabled: bool = True, glyph: ft.IconData | None = None,
    height: float = theme.MAIN, expand: bool | int | None = None,
) -> ft.Control:  # fmt: skip
    """Return the one filled vermilion action of a screen, labelled with what it does; grey while disabled."""
    return main_face(look, label, handler, enabled=enabled, glyph=glyph, height=height, expand=expand)


def main_face(
    look: Look, label: str, handler: Handler | None, *, enabled: bool = True, glyph: ft.IconData | None = None,
    height: float = theme.MAIN, expand: bool | int | None = None, lacking: Handler | None = None, room: float = 0,
    beside: int = 1,
) -> ft.Control:  # fmt: skip
    """Return `button_main` as plain controls, for use inside another block.

    While it is not enabled, a tap calls `lacking`, which shows what is missing.
    """
    p = look.p
    live = enabled and handler is not None
    fill, ink = (p.accent, p.on_accent) if live else (p.surface_3, p.text_2)
    return _button(
        look, label, handler if live else lacking, glyph=glyph, fill=fill, ink=ink, height=height, expand=expand,
        room=room, beside=beside,
    )  # fmt: skip


@block
def button_side(
    look: Look, label: str, handler: Handler | None, glyph: ft.IconData | None = None, height: float = theme.MAIN,
    expand: bool | int | None = None, equal: bool = False,
) -> ft.Control:  # fmt: skip
    """Return an outlined action. `equal` uses the smaller words of two buttons of the same weight."""
    return side_face(look, label, handler, glyph=glyph, height=height, expand=expand, equal=equal)


def side_face(
    look: Look, label: str, handler: Handler | None, *, glyph: ft.IconData | None = None, height: float = theme.MAIN,
    expand: bool | int | None = None, equal: bool = False, faded: bool = False, room: float = 0, beside: int = 1,
) -> ft.Control:  # fmt: skip
    """Return `button_side` as plain controls, for use inside another block."""
    return _button(
        look, label, handler, glyph=glyph, ink=look.p.text, line=look.p.line_strong, height=height, expand=expand,
        style="button_equal" if equal or height < theme.MAIN else theme.BUTTON,
        opacity=theme.FADED if faded else 1.0, room=room, beside=beside,
    )  # fmt: skip


def side_icon(
    look: Look, label: str, handler: Handler | None, glyph: ft.IconData, *, height: float, beside: int = 1
) -> ft.Control:
    """Return an outlined action with only an icon; its name is spoken, and shown on a long press."""
    wide = theme.grown_action(look, height)
    high = wide + round((beside - 1) * 22 * look.scale)
    return pressable(
        label,
        ft.Container(
            icon(look, glyph, theme.ICON_MAIN, look.p.text),
            key=label,
            width=wide, height=high, alignment=ft.Alignment.CENTER, border=edge(theme.LINE, look.p.line_strong),
            border_radius=theme.R_BUTTON, ink=handler is not None, on_click=on(handler), tooltip=label,
        ),
        handler,
    )  # fmt: skip


@block
def button_link(look: Look, label: str, url: str, glyph: ft.IconData, about: str = "") -> ft.Control:
    """Return an outlined button by which the phone itself opens an address, outside Metsuke."""
    return ft.OutlinedButton(
        label,
        icon=glyph,
        url=ft.Url(url, ft.UrlTarget.BLANK),
        style=ft.ButtonStyle(
            color=look.p.text,
            icon_color=look.p.text,
            side=ft.BorderSide(theme.LINE, look.p.line_strong),
            text_style=theme.text_style(look, "button_equal"),
        ),
        height=theme.grown_action(look, theme.TOUCH),
        tooltip=about or None,
    )


def icon_button(look: Look, glyph: ft.IconData, label: str, handler: Handler | None, color: str = "") -> ft.Control:
    """Return a 48 px touch target around a 24 px icon, with its spoken name."""
    return pressable(
        label,
        ft.Container(
            icon(look, glyph, theme.ICON, color or look.p.text),
            width=theme.TOUCH, height=theme.TOUCH, alignment=ft.Alignment.CENTER,
            border_radius=theme.R_BUTTON, ink=handler is not None, on_click=on(handler), tooltip=label,
        ),
        handler,
    )  # fmt: skip
