"""What "More" opens at a Giryaku table besides the usual: the options that may still be set."""

from __future__ import annotations

import flet as ft

from companion.games.giryaku.frame import Ctx
from companion.games.giryaku.setup import may_settle
from companion.games.table.table_screen import Row


def own_rows(ctx: Ctx) -> list[Row]:
    """Return what may be done at this table besides playing."""
    if not may_settle(ctx):
        return []
    t = ctx.t
    return [(ft.Icons.RULE_SHARP, t("menu.options"), t("menu.options_about"), ctx.choose("sheet", "options"))]
