"""Panels, bars and sheets that tables have in common."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from secrets import choice

import flet as ft

from companion.games.table.context import Ctx
from companion.ui import Act, Choice, act, button_side, choice_bar, edge, named, panel, seat_line, text, theme
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
    """Return the sheet. `names` are of all seats in their order, the lines' own `first` pixels wide, `over` above."""
    p = look.p
    corner = text(look, "caption", over, p.text_2, lines=1) if over else None
    head: list[ft.Control] = [
        ft.Container(corner, width=first),
        *(
            ft.Column(
                [text(look, "over", name, p.text_2, lines=1, align=ft.TextAlign.CENTER), seat_line(look, f"p{n}")],
                spacing=0, tight=True, expand=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
            )
            for n, name in enumerate(names, 1)
        ),
    ]  # fmt: skip
    rows = [ft.Container(ft.Row(head, spacing=4), height=theme.grown(look, high)), *lines]
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
