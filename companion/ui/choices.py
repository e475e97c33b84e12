"""Choosing: bars, tiles, chips, folds, switches. Choosing commits nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import flet as ft

from companion.ui import theme
from companion.ui.base import (
    Handler,
    about_wide,
    block,
    edge,
    figure,
    fill_column,
    icon,
    inset,
    on,
    pair,
    pressable,
    rule,
    tap_box,
    text,
)
from companion.ui.usable import Usable

if TYPE_CHECKING:
    from companion.ui.theme import Look


class Choice(NamedTuple):
    """One choice of a bar. If it is not available, it is struck through and says `why` when tapped."""

    value: str
    label: str
    icon: ft.IconData | None = None
    available: bool = True
    why: str = ""


@block
def choice_bar(
    look: Look,
    choices: tuple[Choice, ...],
    chosen: str,
    on_choose: Handler,
    *,
    label: str = "",
    tick: bool | None = None,
    height: float = 48,
) -> ft.Control:
    """Return two to five choices in one bar; `on_choose(value)` is called with the one that is tapped.

    The chosen one is filled with ink, and ticked if there are two or three, with room and without icons. `label` is the
    bold word at its left ("Declare"). In larger text the choices stand one below the other if they would be cut.
    """
    p = look.p
    said, say = ft.use_state(("", ""))
    items = [Choice(*each) for each in choices]
    beside = theme.ROOM - (72 if label and look.scale < 1.5 else 0)

    def cut(sign: bool) -> bool:
        return any(
            about_wide(each.label) * look.scale + (26 if sign or each.icon else 0) + 20 > beside / len(items)
            for each in items
        )

    few = len(items) <= 3 and not any(each.icon for each in items)
    ticked = tick if tick is not None else few and (look.scale > 1.15 or not cut(sign=True))
    upright = look.scale > 1.15 and cut(ticked)
    cells: list[ft.Control] = []
    for n, each in enumerate(items):
        lit = each.value == chosen
        ink = p.background if lit else p.text if each.available else p.text_3
        glyph = ft.Icons.CHECK_SHARP if ticked and lit else each.icon
        words = text(look, "button_equal", each.label, ink, struck=not each.available, lines=1, bold=each.available)
        face: ft.Control = words
        if glyph:
            words.expand, words.expand_loose = True, True
            face = ft.Row(
                [icon(look, glyph, 20, ink), words], spacing=6, alignment=ft.MainAxisAlignment.CENTER, tight=True
            )

        def choose(value: str = each.value, why: str = each.why, available: bool = each.available) -> None:
            if available:
                say(("", ""))
                on_choose(value)
            else:
                say((chosen, why))

        box = ft.Container(
            face,
            height=theme.grown(look, height - 4) if upright else None,
            alignment=ft.Alignment.CENTER,
            padding=inset(4),
            bgcolor=p.text if lit else None,
            border=None
            if n == len(items) - 1 or lit
            else (rule("bottom", p.line_strong) if upright else rule("right", p.line_strong)),
            border_radius=_corners(n, len(items), upright),
            on_click=on(choose),
            ink=True,
        )
        spoken = each.label if each.available else f"{each.label}, {look.t('kit.not_available')}"
        cells.append(pressable(spoken, box, choose, selected=lit, expand=None if upright else True))
    inside: ft.Control = (
        ft.Column(cells, spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
        if upright
        else ft.Row(cells, spacing=0, vertical_alignment=ft.CrossAxisAlignment.STRETCH)
    )
    bar: ft.Control = ft.Container(
        inside,
        height=None if upright else theme.grown(look, height),
        border=edge(theme.LINE, p.line_strong),
        border_radius=theme.R_BUTTON,
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
    )
    if label and look.scale < 1.5:
        bar.expand = True
        bar = ft.Row(
            [ft.Container(text(look, "label", label, p.text_2, lines=2), width=64), bar],
            spacing=8, vertical_alignment=ft.CrossAxisAlignment.CENTER,
        )  # fmt: skip
    elif label:
        bar = ft.Column([text(look, "label", label, p.text_2), bar], spacing=4, tight=True)
    why = said[1] if said[0] == chosen else ""
    if not why:
        return bar
    reason = ft.Semantics(content=text(look, "caption", why, p.accent_text), live_region=True)
    return ft.Column([bar, reason], spacing=4, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _corners(n: int, count: int, upright: bool) -> ft.BorderRadius:
    """Round the outer corners of the first and the last cell, inside the bar's edge."""
    r = theme.R_BUTTON - theme.LINE
    first, last = (r if n == 0 else 0), (r if n == count - 1 else 0)
    return ft.BorderRadius(
        top_left=first, bottom_right=last, top_right=first if upright else last, bottom_left=last if upright else first
    )


@block
def act_tile(
    look: Look,
    glyph: ft.IconData | str,
    label: str,
    handler: Handler | None,
    chosen: bool = False,
    spent: bool = False,
    height: float = 52,
    expand: bool | int | None = True,
) -> ft.Control:
    """Return a tile: an icon, or a character such as 忍, over a word. A spent one is faint and cannot be tapped."""
    p = look.p
    ink = p.background if chosen else p.text_3 if spent else p.text
    if isinstance(glyph, str):
        sign: ft.Control = figure(look, glyph, ink, 30)
    else:
        sign = icon(look, glyph, theme.ICON, ink)
    big = height >= 80
    # Five tiles on a narrow phone: a word of nine letters fits only at the smallest size.
    small = 10.5 if big and any(len(word) > 8 for word in label.split()) else 0
    words = text(
        look, "tile" if big else "over", label.replace(" ", "\n") if big else label, ink, size=small, lines=2,
        align=ft.TextAlign.CENTER, struck=spent,
    )  # fmt: skip
    if big:
        words.no_wrap, words.overflow = True, ft.TextOverflow.VISIBLE
    box = ft.Container(
        ft.Column(
            [
                sign,
                words,
            ],
            spacing=2, alignment=ft.MainAxisAlignment.CENTER, horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        height=theme.grown(look, height),
        bgcolor=p.text if chosen else p.surface,
        border=edge(theme.LINE, p.text if chosen else p.line if spent else p.line_strong if not big else p.line),
        border_radius=theme.R_BUTTON,
        alignment=ft.Alignment.CENTER,
        on_click=on(None if spent else handler),
        ink=not spent,
    )  # fmt: skip
    return pressable(label, box, None if spent else handler, selected=chosen, expand=expand)


@block
def chip(
    look: Look, label: str, handler: Handler | None, chosen: bool = False, glyph: ft.IconData | None = None,
    name: str = "", height: float = 48, count: int = 0,
) -> ft.Control:  # fmt: skip
    """Return a chip that acts: a filter, a name, a card. `count` adds ×n; `name` is spoken instead of `label`."""
    p = look.p
    ink = p.background if chosen else p.text
    parts: list[ft.Control] = [icon(look, glyph, 20, ink)] if glyph else []
    parts.append(text(look, "button_equal", label, ink, lines=1))
    if count:
        parts.append(text(look, "label", f"\N{MULTIPLICATION SIGN}{count}", ink if chosen else p.text_2))
    both = ft.Row(parts, spacing=6, tight=True, alignment=ft.MainAxisAlignment.CENTER)
    high, pad = theme.grown(look, height), inset(13)
    box = tap_box(look, both, handler, lit=chosen, bgcolor=p.surface, height=high, padding=pad, ink=handler is not None)
    return pressable(name or label, box, handler, selected=chosen)


def card_chip(
    look: Look, label: str, count: int, handler: Handler | None, chosen: bool = False, name: str = ""
) -> ft.Control:
    return chip(look, label, handler, chosen, None, name, 48, count)


@ft.component
def options_fold(
    look: Look,
    title: str,
    summary: str,
    body: Callable[[], ft.Control],
    open_: bool = False,
    changed: int = 0,
) -> ft.Control:
    """Return options folded away behind a title and a summary ("13, all standard"; bold when something changed).

    `body` draws them; it is called only while the fold is open, so that folded options are not in the tree. `open_` is
    the initial state.
    """
    opened, set_open = ft.use_state(open_)

    def turn() -> None:
        set_open(not opened)

    words = pair(look, title, summary, loud=bool(changed))
    words.expand = True
    head = ft.Container(
        ft.Row(
            [
                icon(look, ft.Icons.TUNE_SHARP),
                words,
                icon(look, ft.Icons.EXPAND_LESS_SHARP if opened else ft.Icons.EXPAND_MORE_SHARP),
            ],
            spacing=12,
        ),
        height=theme.grown(look, 56), padding=inset(13), on_click=on(turn),
        border_radius=theme.R_PANEL,
    )  # fmt: skip
    inside = [ft.Container(body(), padding=inset(14, 0, 14, 12))] if opened else []
    return ft.Container(
        ft.Column(
            [
                Usable(
                    content=head, label=f"{title} {summary}", button=True, expanded=opened, container=True,
                    exclude_semantics=True, on_click=on(turn),
                ),
                *inside,
            ],
            spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        ),
        bgcolor=look.p.surface,
        border=edge(1, look.p.line),
        border_radius=theme.R_PANEL,
    )  # fmt: skip


@block
def toggle(look: Look, title: str, sub: str, value: bool, on_change: Handler) -> ft.Control:
    """Return a row with a switch; `on_change(bool)`. The whole row can be tapped; the state is also shown in words."""
    p, t = look.p, look.t
    box = ft.Container(
        ft.Row(
            [
                fill_column(text(look, "subject", title), *([text(look, "caption", sub, p.text_2)] if sub else [])),
                text(look, "label", t("kit.on") if value else t("kit.off"), p.text_2),
                ft.Container(
                    ft.Container(
                        width=20,
                        height=20,
                        bgcolor=p.background if value else p.line_strong,
                        border_radius=theme.R_TRACK,
                    ),
                    width=48,
                    height=28,
                    padding=2,
                    bgcolor=p.text if value else None,
                    border=edge(2, p.text if value else p.line_strong),
                    border_radius=theme.R_CARD,
                    alignment=ft.Alignment.CENTER_RIGHT if value else ft.Alignment.CENTER_LEFT,
                ),
            ],
            spacing=10,
        ),
        padding=inset(0, 8),
        on_click=on(on_change, not value),
    )
    return Usable(
        content=box, label=title, toggled=value, container=True, exclude_semantics=True,
        on_click=on(on_change, not value),
    )  # fmt: skip
