"""Fields of the board editor: what is typed is told at once, and taken over with whatever is done next; buttons."""

from __future__ import annotations

import flet as ft

from companion.ui import Act, act, text_field
from companion.ui.look import Look


def field(
    look: Look, label: str, value: str, typed: Act, trace: Act, key: str, most: int, wide: float = 0
) -> ft.Control:
    """Return a field of a width in pixels, or as wide as there is room.

    `typed(text)` hears of every letter; that the field is left is an act like any other. `key` is what it is about.
    """
    box = text_field(
        look, label, value, act(_left, trace), max_length=most, on_typed=typed,
        key=key,  # type: ignore[call-arg]
    )  # fmt: skip
    return ft.Container(box, width=wide or None, expand=None if wide else True)


def beside(look: Look, buttons: list[ft.Control]) -> ft.Control:
    """Return buttons side by side, as wide as each other; in larger text one below the other."""
    if look.scale <= 1.15:
        return ft.Row(buttons, spacing=8)
    for each in buttons:
        each.expand = None
    return ft.Column(buttons, spacing=8, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _left(trace: Act, _: str) -> None:
    trace("settle")
