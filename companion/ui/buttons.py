"""Buttons: the one vermilion main action, outlined side actions, icon buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from companion.ui import theme
from companion.ui.base import Handler, block, edge, icon, on, pressable, text

if TYPE_CHECKING:
    from companion.look import Look


def button_face(
    look: Look,
    label: str,
    handler: Handler | None,
    *,
    glyph: ft.IconData | None = None,
    fill: str | None = None,
    ink: str | None = None,
    line: str | None = None,
    height: float = theme.MAIN,
    style: str = "button",
    expand: bool | int | None = None,
    opacity: float = 1.0,
    name: str = "",
    padding: float = 16,
) -> ft.Control:
    """Return a button in any dress; `button_main` and `button_side` are the ones to use."""
    color = ink or look.p.tx
    words = text(look, style, label, color, lines=2, align=ft.TextAlign.CENTER)
    face: ft.Control = words
    if glyph is not None:
        words.expand, words.expand_loose = True, True
        face = ft.Row(
            [icon(look, glyph, 22 if height >= theme.MAIN else 20, color), words],
            spacing=8, alignment=ft.MainAxisAlignment.CENTER, tight=True,
        )  # fmt: skip
    box = ft.Container(
        face,
        height=theme.grown(look, height) if look.scale > 1 else height,
        padding=ft.Padding.symmetric(horizontal=padding),
        alignment=ft.Alignment.CENTER,
        bgcolor=fill,
        border=edge(theme.LINE, line) if line else None,
        border_radius=theme.R_BUTTON,
        ink=handler is not None,
        on_click=on(handler),
        opacity=opacity,
    )
    return pressable(name or label, box, handler, expand=expand)


@block
def button_main(
    look: Look, label: str, handler: Handler | None, enabled: bool = True, glyph: ft.IconData | None = None,
    height: float = theme.MAIN, expand: bool | int | None = None,
) -> ft.Control:  # fmt: skip
    """Return the one filled vermilion action of a screen. It says what will happen; grey while it cannot."""
    return main_face(look, label, handler, enabled=enabled, glyph=glyph, height=height, expand=expand)


def main_face(
    look: Look, label: str, handler: Handler | None, *, enabled: bool = True, glyph: ft.IconData | None = None,
    height: float = theme.MAIN, expand: bool | int | None = None,
) -> ft.Control:  # fmt: skip
    """Return `button_main` as plain controls, for use inside another block."""
    p = look.p
    if enabled and handler is not None:
        return button_face(
            look, label, handler, glyph=glyph, fill=p.seal, ink=p.on_seal, height=height, expand=expand
        )
    return button_face(look, label, None, glyph=glyph, fill=p.sf3, ink=p.tx2, height=height, expand=expand)


@block
def button_side(
    look: Look, label: str, handler: Handler | None, glyph: ft.IconData | None = None, height: float = theme.MAIN,
    expand: bool | int | None = None, equal: bool = False,
) -> ft.Control:  # fmt: skip
    """Return an outlined action. `equal` sets the smaller words of two buttons of the same weight."""
    return side_face(look, label, handler, glyph=glyph, height=height, expand=expand, equal=equal)


def side_face(
    look: Look, label: str, handler: Handler | None, *, glyph: ft.IconData | None = None, height: float = theme.MAIN,
    expand: bool | int | None = None, equal: bool = False, faded: bool = False,
) -> ft.Control:  # fmt: skip
    """Return `button_side` as plain controls, for use inside another block."""
    return button_face(
        look, label, handler, glyph=glyph, line=look.p.lns, height=height, expand=expand,
        style="button_equal" if equal or height < theme.MAIN else "button",
        opacity=theme.FADED if faded else 1.0,
    )  # fmt: skip


def icon_button(look: Look, glyph: ft.IconData, label: str, handler: Handler | None, color: str = "") -> ft.Control:
    """Return a 48 px touch target around a 24 px icon, with its spoken name."""
    return pressable(
        label,
        ft.Container(
            icon(look, glyph, theme.ICON, color or look.p.tx),
            width=theme.TOUCH, height=theme.TOUCH, alignment=ft.Alignment.CENTER,
            border_radius=theme.R_BUTTON, ink=handler is not None, on_click=on(handler), tooltip=label,
        ),
        handler,
    )  # fmt: skip


