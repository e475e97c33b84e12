"""Depth `scores`: what is tapped to declare: tiles with a picture, buttons in words, numbers with − and +.

What is not legal now is faint and can be tapped all the same: the referee says why.
"""

from __future__ import annotations

import flet as ft

from companion.ui import Act, block, edge, icon, icon_button, named, on, pressable, text, theme
from companion.ui.base import inset
from companion.ui.look import Look

IC = ft.Icons
Tile = tuple[ft.IconData, str, bool, Act | None]
"""Icon, words, whether it is legal, what a tap does."""


@block
def tiles(look: Look, every: tuple[Tile, ...], who: str) -> ft.Control:
    """Draw what can happen to `who`, three tiles in a row; in large text there are fewer."""
    per = 3 if look.scale <= 1.15 else 2 if look.scale < 1.5 else 1
    rows: list[ft.Control] = []
    for at in range(0, len(every), per):
        cells: list[ft.Control] = [_tile(look, *each, who, beside=per == 1) for each in every[at : at + per]]
        cells += [ft.Container(expand=True) for _ in range(per - len(cells))]
        rows.append(ft.Row(cells, spacing=8))
    return ft.Column(rows, spacing=8, tight=True)


def _tile(
    look: Look, glyph: ft.IconData, label: str, legal: bool, handler: Act | None, who: str, *, beside: bool
) -> ft.Control:
    p = look.p
    ink = p.text if legal else p.text_3
    sign = icon(look, glyph, theme.ICON, ink)
    words = text(look, "over", label, ink, lines=1, align=ft.TextAlign.CENTER, bold=legal, struck=not legal)
    inside: ft.Control = ft.Column(
        [sign, words],
        spacing=1,
        tight=True,
        alignment=ft.MainAxisAlignment.CENTER,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
    if beside:
        inside = ft.Row([sign, words], spacing=12)
    box = ft.Container(
        inside,
        height=None if beside else theme.grown(look, theme.MAIN),
        padding=inset(14, 12) if beside else inset(2),
        alignment=ft.Alignment.CENTER_LEFT if beside else ft.Alignment.CENTER,
        bgcolor=p.surface,
        border=edge(theme.LINE, p.line_strong if legal else p.line),
        border_radius=theme.R_BUTTON,
        on_click=on(handler),
        ink=handler is not None,
    )
    return _apart(pressable(_spoken(look, label, legal), box, handler, expand=True), f"{who} {label}")


def _apart(control: ft.Control, key: str) -> ft.Control:
    """Let what means something else be another control: a tap on its way to what stood here does nothing."""
    control.key = key
    return control


def _spoken(look: Look, label: str, legal: bool) -> str:
    return label if legal else f"{label}, {look.t('kit.not_available')}"


@block
def buttons(look: Look, ways: tuple[tuple[str, bool, Act | None], ...]) -> ft.Control:
    """Draw words that declare, side by side as far as there is room."""
    return ft.Row([_button(look, *way) for way in ways], spacing=8, run_spacing=8, wrap=True)


def _button(look: Look, label: str, legal: bool, handler: Act | None) -> ft.Control:
    p = look.p
    large = look.scale > 1.15
    ink = p.text if legal else p.text_3
    words = text(look, "button_equal", label, ink, lines=3 if large else 1, bold=legal, struck=not legal)
    box = ft.Container(
        ft.Row([words], tight=True) if not large else words,
        height=None if large else theme.TOUCH,
        padding=inset(13, 11 if large else 0),
        bgcolor=p.surface,
        border=edge(theme.LINE, p.line_strong if legal else p.line),
        border_radius=theme.R_BUTTON,
        on_click=on(handler),
        ink=handler is not None,
    )
    return _apart(pressable(_spoken(look, label, legal), box, handler), label)


Counter = tuple[str, int, str, Act | None, bool, str, Act | None, bool]
"""A number's name, the number, and for one less and one more: its spoken name, what it does, whether it is legal."""


@block
def counters(look: Look, every: tuple[Counter, ...]) -> ft.Control:
    """Draw numbers with − and +, two in a row; in large text one."""
    per = 2 if look.scale < 1.3 else 1
    rows: list[ft.Control] = []
    for at in range(0, len(every), per):
        cells: list[ft.Control] = [_counter(look, *each) for each in every[at : at + per]]
        cells += [ft.Container(expand=True) for _ in range(per - len(cells))]
        rows.append(ft.Row(cells, spacing=8))
    return ft.Column(rows, spacing=8, tight=True)


def _counter(
    look: Look, label: str, n: int, less: str, down: Act | None, fewer: bool, more: str, up: Act | None, further: bool
) -> ft.Control:
    p = look.p
    told = named(
        f"{label} {n}",
        ft.Column(
            [
                text(look, "mark", str(n), size=20, lines=1, line=22, align=ft.TextAlign.CENTER),
                text(look, "caption", label, p.text_2, lines=1, line=16, align=ft.TextAlign.CENTER),
            ],
            spacing=0,
            tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        ),
        expand=True,
    )
    ends = [
        icon_button(look, glyph, _spoken(look, name, legal), handler, "" if legal else p.text_3)
        if handler
        else ft.Container(width=theme.TOUCH)
        for glyph, name, handler, legal in (
            (IC.REMOVE_SHARP, less, down, fewer),
            (IC.ADD_SHARP, more, up, further),
        )
    ]
    return ft.Container(
        ft.Row([ends[0], told, ends[1]], spacing=0),
        height=52 if look.scale <= 1.15 else None,
        padding=inset(0, 0 if look.scale <= 1.15 else 4),
        bgcolor=p.surface,
        border=edge(theme.HAIR, p.line),
        border_radius=theme.R_PANEL,
        expand=True,
    )
