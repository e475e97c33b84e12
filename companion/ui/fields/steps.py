"""−, a number, +: how a number is changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flet as ft

from companion.i18n import num
from companion.ui import act, icon_button, text, theme
from companion.ui.look import Look


def steps(
    look: Look,
    name: str,
    value: int | None,
    span: tuple[int, int],
    take: Callable[[Any], None],
    *,
    optional: bool = False,
) -> list[ft.Control]:
    """Return −, the number, +. Where it may be unknown, that lies before the least."""
    least, most = span
    lower: Any = None if optional and value == least else (value or 0) - 1
    may_less = value is not None and (value > least or optional)
    may_more = value is None or value < most
    higher = least if value is None else value + 1
    shown = "–" if value is None else num(value)
    return [
        _step(look, ft.Icons.REMOVE_SHARP, look.t("new.less", name=name), act(take, lower) if may_less else None),
        ft.Container(
            text(look, "numeral_s", shown, size=22, line=28, lines=1, align=ft.TextAlign.CENTER),
            width=theme.grown(look, 44),
            alignment=ft.Alignment.CENTER,
        ),
        _step(look, ft.Icons.ADD_SHARP, look.t("new.more", name=name), act(take, higher) if may_more else None),
    ]


def _step(look: Look, glyph: ft.IconData, name: str, handler: Any) -> ft.Control:
    return icon_button(look, glyph, name, handler, "" if handler is not None else look.p.text_3)
