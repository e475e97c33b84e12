"""A pad of digits with large keys; what is entered shows as dots and leaves no digit in the tree."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.ui import Handler, act, block, column, edge, icon, named, on, pressable, row, text, theme
from companion.ui.look import Look

LEAST, MOST = 4, 8
"""How many digits a PIN has."""
WIDTH, HEIGHT = 84, 52
"""Size of a key in pixels."""
_ROWS = (("1", "2", "3"), ("4", "5", "6"), ("7", "8", "9"), ("", "0", "<"))


def use_digits() -> tuple[int, Handler, Handler, Callable[[], str]]:
    """Return how many digits are entered, what one more and one less do, and what takes them all away."""
    entered, draw = ft.use_state(0)
    # A thumb may be faster than the screen: the next digit counts on the last one, drawn or not.
    typed = ft.use_ref("")

    def hold(digits: str) -> None:
        typed.current = digits
        draw(len(digits))

    def more(digit: str) -> None:
        hold(((typed.current or "") + digit)[:MOST])

    def less() -> None:
        hold((typed.current or "")[:-1])

    def take() -> str:
        digits = typed.current or ""
        hold("")
        return digits

    return entered, more, less, take


@block
def pin_pad(look: Look, entered: int, on_digit: Handler, on_delete: Handler) -> ft.Control:
    """Return the pad. `entered` is how many digits there are; `on_digit(text)` gets one more."""
    p, t = look.p, look.t
    dots = [
        ft.Container(
            width=14,
            height=14,
            border_radius=7,
            border=edge(2, p.text if n < entered else p.line_strong),
            bgcolor=p.text if n < entered else None,
        )
        for n in range(max(LEAST, entered))
    ]
    shown = ft.Semantics(
        content=ft.Container(row(dots, spacing=12, alignment=ft.MainAxisAlignment.CENTER), height=32),
        label=t("app.curtain.entered", n=entered),
        live_region=True,
        container=True,
        exclude_semantics=True,
    )
    return column([shown, *(_keys(look, keys, on_digit, on_delete) for keys in _ROWS)], spacing=8)


def _keys(look: Look, keys: tuple[str, ...], on_digit: Handler, on_delete: Handler) -> ft.Control:
    return row([_key(look, key, on_digit, on_delete) for key in keys], spacing=8, alignment=ft.MainAxisAlignment.CENTER)


def _key(look: Look, key: str, on_digit: Handler, on_delete: Handler) -> ft.Control:
    if not key:
        return named("", ft.Container(width=WIDTH, height=HEIGHT))
    handler = on_delete if key == "<" else act(on_digit, key)
    label = look.t("app.curtain.delete") if key == "<" else look.t("app.curtain.digit", n=key)
    face = (
        icon(look, ft.Icons.BACKSPACE_SHARP) if key == "<" else text(look, "headline", key, align=ft.TextAlign.CENTER)
    )
    box = ft.Container(
        face,
        width=WIDTH,
        height=HEIGHT,
        alignment=ft.Alignment.CENTER,
        bgcolor=look.p.surface,
        border=edge(theme.LINE, look.p.line_strong),
        border_radius=theme.R_BUTTON,
        ink=True,
        on_click=on(handler),
    )
    return pressable(label, box, handler)
