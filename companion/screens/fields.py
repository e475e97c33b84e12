"""Fields that tell each letter as it is typed, and never lose one to a screen drawn in the meantime."""

from __future__ import annotations

import flet as ft

from companion.look import Look
from companion.ui import Handler, block, theme

KEPT = 64
"""How many of its own last texts a field remembers."""


def settled(typed: list[str], value: str) -> str:
    """Return what a field must hold: what was typed last, unless `value` did not come from the field itself.

    A screen that was drawn from an older text would otherwise take letters back.
    """
    if typed and value in typed:
        return typed[-1]
    typed.clear()
    return value


def _nothing_typed() -> list[str]:
    return []


@block
def live_field(
    look: Look,
    value: str,
    on_type: Handler,
    *,
    name: str,
    hint: str = "",
    glyph: ft.IconData | None = None,
    bare: bool = False,
    autofocus: bool = False,
    limit: int | None = None,
) -> ft.Control:
    """Return a field; `on_type(text)` is called at each letter.

    `bare` leaves the edge away, for a field inside a list's row. `name` is spoken by screen readers and
    shown as the label of a field that is not bare. `limit` is the most characters that can be typed.
    """
    p = look.p
    kept = ft.use_memo(_nothing_typed, [])

    def tell(event: ft.Event[ft.TextField]) -> None:
        written = str(event.control.value or "")
        kept.append(written)
        del kept[:-KEPT]
        on_type(written)

    field = ft.TextField(
        value=settled(kept, value),
        hint_text=hint or None,
        label=None if bare else name,
        max_length=limit,
        counter=ft.Container(width=0, height=0) if limit else None,
        autofocus=autofocus,
        autocorrect=False,
        prefix_icon=ft.Icon(glyph, size=theme.ICON, color=p.tx2) if glyph else None,
        text_style=theme.text_style(look, "body", bold=True),
        label_style=theme.text_style(look, "label", p.tx2),
        hint_style=theme.text_style(look, "body", p.tx3),
        border=ft.InputBorder.NONE if bare else ft.InputBorder.OUTLINE,
        border_color=p.lns,
        focused_border_color=p.tx,
        border_width=2,
        focused_border_width=2,
        border_radius=theme.R_BUTTON,
        bgcolor=None if bare else p.sf,
        cursor_color=p.tx,
        content_padding=ft.Padding.symmetric(horizontal=0 if bare else 14, vertical=12),
        on_change=tell,
        expand=True if bare else None,
    )
    return ft.Semantics(content=field, label=name, expand=True) if bare else field
