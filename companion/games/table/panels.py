"""Panels, bars and sheets that tables have in common."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from secrets import choice

import flet as ft

from companion.games.table.context import Ctx
from companion.ui import Act, Choice, act, button_side, choice_bar, edge, named, panel, text, theme
from companion.ui.base import inset, rule
from companion.ui.look import Look


def rows_panel(look: Look, rows: Sequence[ft.Control]) -> ft.Control:
    return ft.Container(
        ft.Column(list(rows), spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
        bgcolor=look.p.surface, border=edge(theme.HAIR, look.p.line), border_radius=theme.R_PANEL,
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
    )  # fmt: skip


def seat_bar(ctx: Ctx, seats: Iterable[str], pick: str, choose: Act, label: str = "") -> ft.Control:
    return choice_bar(ctx.look, tuple(Choice(s, ctx.name(s)) for s in seats), pick, choose, label=label, tick=False)


def by_lot(ctx: Ctx, seats: Iterable[str], declare: Act) -> ft.Control:
    """Return the way to draw one of these seats by lot, here on the host: what is declared, all phones show at once."""
    drawn = act(_drawn, declare, tuple(seats))
    return button_side(ctx.look, ctx.t("draw_by_lot"), drawn, ft.Icons.CASINO_SHARP, 48)


def _drawn(declare: Act, seats: tuple[str, ...]) -> None:
    declare(choice(seats))


def score_sheet(
    look: Look,
    names: Sequence[str],
    lines: Sequence[ft.Control],
    *,
    first: float,
    over: str = "",
    high: float = 30,
    margin: float = 12,
) -> ft.Control:
    """Return the sheet. The lines' names are `first` pixels wide, and `over` stands above them."""
    p = look.p
    head = [ft.Container(text(look, "caption", over, p.text_2, lines=1) if over else None, width=first)]
    head += [
        ft.Container(text(look, "over", n, p.text_2, lines=1, align=ft.TextAlign.CENTER), expand=True) for n in names
    ]
    rows = [ft.Container(ft.Row(list(head), spacing=4), height=theme.grown(look, high)), *lines]
    return panel(look, ft.Column(rows, spacing=0, tight=True), padding=inset(margin, 4))


def score_line(
    look: Look, said: str, name: str, cells: Sequence[ft.Control], *, first: float, strong: bool = False
) -> ft.Control:
    """Return one line: its name and a cell for each seat. `strong` is for the totals."""
    label = ft.Container(text(look, "caption", name, look.p.text_2, lines=1), width=first)
    box = ft.Container(
        ft.Row([label, *cells], spacing=4), height=theme.grown(look, 30),
        border=rule("top", look.p.line, theme.LINE if strong else theme.HAIR),
    )  # fmt: skip
    return named(said, box)
