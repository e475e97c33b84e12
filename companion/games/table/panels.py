"""Panels and bars that tables have in common."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import flet as ft

from companion.games.table.context import Ctx
from companion.ui import Act, Choice, choice_bar, edge, theme
from companion.ui.look import Look


def rows_panel(look: Look, rows: Sequence[ft.Control]) -> ft.Control:
    return ft.Container(
        ft.Column(list(rows), spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
        bgcolor=look.p.surface, border=edge(theme.HAIR, look.p.line), border_radius=theme.R_PANEL,
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
    )  # fmt: skip


def seat_bar(ctx: Ctx, seats: Iterable[str], pick: str, choose: Act, label: str = "") -> ft.Control:
    return choice_bar(ctx.look, tuple(Choice(s, ctx.name(s)) for s in seats), pick, choose, label=label, tick=False)
