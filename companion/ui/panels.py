"""Panels and their contents: list rows, fields, numerals, bars."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import flet as ft

from companion.ui import palette, theme
from companion.ui.base import (
    Handler,
    about_wide,
    block,
    edge,
    figure,
    icon,
    inset,
    named,
    on,
    pair,
    pressable,
    rule,
    text,
)

if TYPE_CHECKING:
    from companion.ui.theme import Look

NAME = 60
"""The width in pixels of a name beside its share of wins."""


def list_panel(look: Look, rows: Sequence[ft.Control]) -> ft.Control:
    lined = [
        each if n == len(rows) - 1 else ft.Container(each, border=rule("bottom", look.p.line))
        for n, each in enumerate(rows)
    ]
    return ft.Container(
        ft.Column(lined, spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
        bgcolor=look.p.surface, border=edge(1, look.p.line), border_radius=theme.R_PANEL,
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
    )  # fmt: skip


def panel(
    look: Look, content: ft.Control, *, strong: bool = False, secret: bool = False, padding: ft.PaddingValue = 14
) -> ft.Control:
    """Return a panel around a block. `strong` has a control's edge; `secret` is the indigo of covered things."""
    p = look.p
    line = palette.PAD_EDGE if secret else p.line_strong if strong else p.line
    return ft.Container(
        content, padding=padding, bgcolor=palette.PAD if secret else p.surface,
        border=edge(2 if strong or secret else 1, line), border_radius=theme.R_PANEL,
    )  # fmt: skip


@block
def list_row(
    look: Look,
    mark: ft.IconData | str | None,
    title: str,
    sub: str = "",
    right: str = "",
    handler: Handler | None = None,
    *,
    light: str = "",
    arrow: bool | None = None,
    boxed: bool = False,
    height: float = 64,
    name: str = "",
) -> ft.Control:
    """Return a row of a list: icon or sign, title (with a `light` part after it), second line, a value, an arrow.

    `boxed` puts the mark in a square, as the signs of the games. The arrow is shown if the row can be tapped. The row
    is `height` pixels high, and higher if its words need more lines.
    """
    p = look.p
    marks: list[ft.Control] = []
    if mark is not None:
        sign = figure(look, mark, size=20) if isinstance(mark, str) else icon(look, mark)
        marks.append(
            ft.Container(
                sign, width=38 if boxed else 24, height=38 if boxed else None, alignment=ft.Alignment.CENTER,
                border=edge(2, p.line_strong) if boxed else None, border_radius=theme.R_CARD if boxed else None,
                bgcolor=p.surface_2 if boxed else None,
            )
        )  # fmt: skip
    large = look.scale > 1.15
    room = theme.ROOM - 28 - (52 if boxed else 38) - (about_wide(right) + 14 if right else 0) - 38
    long = not look.wide and (about_wide(title if not light else "") > room * 0.95 or about_wide(sub, 13) > room * 1.1)
    words: list[ft.Control] = [
        pair(look, title, light) if light else text(look, "subject", title, lines=3 if long else 2 if large else 1)
    ]
    if sub:
        words.append(text(look, "caption", sub, p.text_2, lines=None if large or long else 1))
    tail: list[ft.Control] = [text(look, "button", right, lines=1)] if right else []
    if arrow if arrow is not None else handler is not None:
        tail.append(icon(look, ft.Icons.CHEVRON_RIGHT_SHARP))
    box = ft.Container(
        ft.Row([*marks, ft.Column(words, spacing=0, tight=True, expand=True), *tail], spacing=14),
        height=None if large or long else height, padding=inset(13, 8 if large or long else 0), on_click=on(handler),
        ink=handler is not None,
    )  # fmt: skip
    spoken = name or ", ".join(filter(None, (title, light, sub, right)))
    return pressable(spoken, box, handler) if handler is not None else named(spoken, box)


@block
def label_row(look: Look, label: str, right: str = "") -> ft.Control:
    """Return a section's heading, with a word at its right end."""
    tail = [text(look, "caption", right, look.p.text_2, lines=1)] if right else []
    return ft.Semantics(
        content=ft.Row([text(look, "label", label, look.p.text_2, lines=3, expand=True), *tail], spacing=8),
        label=f"{label} {right}".strip(), heading_level=3, container=True, exclude_semantics=True,
    )  # fmt: skip


@block
def text_field(
    look: Look,
    label: str,
    value: str = "",
    on_change: Handler | None = None,
    *,
    max_length: int = 40,
    on_typed: Handler | None = None,
) -> ft.Control:
    """Return a field. `on_change` gets the text when the field is left or on Enter, `on_typed` after every letter."""
    p = look.p

    def with_text(handler: Handler | None) -> Handler | None:
        if handler is None:
            return None

        def tell(e: ft.Event[ft.TextField]) -> None:
            handler(str(e.control.value or ""))

        return tell

    return ft.TextField(
        value=value, label=label, max_length=max_length, counter=ft.Container(width=0, height=0),
        text_style=theme.text_style(look, "body", bold=True),
        label_style=theme.text_style(look, "label", p.text_2),
        border_color=p.line_strong, focused_border_color=p.text, border_width=2, focused_border_width=2,
        border_radius=theme.R_BUTTON, bgcolor=p.surface, cursor_color=p.text,
        content_padding=inset(14, 12),
        on_change=with_text(on_typed), on_blur=with_text(on_change), on_submit=with_text(on_change),
    )  # fmt: skip


@block
def stat_tile(look: Look, figure: str, words: str, expand: bool | int | None = True) -> ft.Control:
    """Draw a number over what it counts. A long one is drawn smaller: a number is never cut."""
    room, wide = (theme.ROOM / 3 if expand else theme.ROOM) - 40, about_wide(figure, 38) * theme.numeral_scale(look)
    size = 0 if wide <= room else max(18, int(38 * room / wide))
    return named(
        f"{figure} {words}",
        ft.Container(
            ft.Column(
                [
                    text(look, "numeral_m", figure, lines=1, line=38, size=size),
                    text(look, "caption", words, look.p.text_2, lines=1),
                ],
                spacing=0, tight=True,
            ),
            bgcolor=look.p.surface, border=edge(1, look.p.line), border_radius=theme.R_PANEL,
            padding=inset(12, 8, 8, 10),
        ),
        expand=expand,
    )  # fmt: skip


def bar(look: Look, share: float, height: float) -> ft.Control:
    lit = round(1000 * min(1.0, max(0.0, share)))
    parts: list[ft.Control] = []
    if lit:
        parts.append(ft.Container(bgcolor=look.p.text, border_radius=theme.R_TRACK, expand=lit))
    if lit < 1000:
        parts.append(ft.Container(expand=1000 - lit))
    return ft.Container(
        ft.Row(parts, spacing=0, vertical_alignment=ft.CrossAxisAlignment.STRETCH),
        height=height, bgcolor=look.p.surface_3, border_radius=theme.R_TRACK,
    )  # fmt: skip


@block
def stat_bar(look: Look, share: float, sample: int, words: str = "", *, title: str = "") -> ft.Control:
    """Return a share with its sample size. With `title` (a player's name) it is a row of a list."""
    from companion.ui.seats import seat_face

    p, t = look.p, look.t
    percent = f"{round(100 * share)}%"
    of = t("kit.of_sample", n=sample)
    figures = ft.Column(
        [figure(look, percent, size=25), text(look, "caption", of, p.text_2, line=16, lines=1)],
        spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.END,
    )  # fmt: skip
    middle = ft.Column(
        [bar(look, share, 12), *([text(look, "caption", words, p.text_2, lines=1)] if words else [])],
        spacing=3, tight=True, expand=5, horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )  # fmt: skip
    head: list[ft.Control] = []
    long = about_wide(title) * look.scale > NAME
    if title:
        # A long name takes the bar's space, in several lines: the share is shown as a number as well.
        called = text(look, "subject", title, lines=3 if long else 1, expand=5 if long else 2)
        head = [seat_face(look, title, False, "", 32), called]
        middle.expand = 2 if long else 5
    said = ", ".join(filter(None, (title, percent, of, words)))
    return named(
        said,
        ft.Container(
            ft.Row(
                [
                    *head,
                    *([] if title and look.scale >= 1.3 else [middle]),
                    ft.Container(figures, width=round(72 * min(look.scale, 1.5)), alignment=ft.Alignment.CENTER_RIGHT),
                ],
                spacing=10,
            ),
            height=None if long else theme.grown(look, 56),
            padding=inset(12 if title else 0, 8 if long else 0),
        ),
    )


class Fact(NamedTuple):
    """A short fact with its icon, as in the line below the game tiles."""

    icon: ft.IconData | None
    words: str
    bold: bool = False


@block
def fact_line(look: Look, facts: tuple[Fact, ...]) -> ft.Control:
    parts: list[ft.Control] = []
    for each in facts:
        words = text(look, "label", each.words, look.p.text if each.bold else look.p.text_2, bold=each.bold)
        if each.icon is None:
            parts.append(words)
        else:
            parts.append(ft.Row([icon(look, each.icon, 18, look.p.text_2), words], spacing=5, tight=True))
    return ft.Row(parts, spacing=14, run_spacing=4, wrap=True)
