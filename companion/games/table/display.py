"""The public table display: what everybody may see, read from two metres, and who must act. No secrets."""

from __future__ import annotations

import flet as ft

from companion.games.table.frame import bar, here, whose
from companion.games.table.table_screen import C, TableScreen
from companion.ui import aloud, screen, strip


def display(ctx: C, table: TableScreen[C], overlay: ft.Control | None = None) -> ft.Control:
    """Draw the table display: a tablet's two columns, or a phone's one."""
    look = ctx.look
    left, right = table.public(ctx)
    told = here(ctx, always=True)
    if look.wide:
        told = aloud(ctx.t("title"), ctx.where, told) if table.names_place else aloud(ctx.t("title"), told)
    return screen(
        look,
        bar=None if look.wide else bar(ctx),
        strip=strip(look, "safe", told),
        content=left,
        side=right,
        dock=whose(ctx, *table.awaited(ctx)),
        overlay=overlay,
    )
