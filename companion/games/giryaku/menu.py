"""What "More" opens at a Giryaku table besides the usual: the options that may still be set."""

from __future__ import annotations

from functools import partial

import flet as ft

from companion.games.giryaku.frame import Ctx
from companion.games.giryaku.setup import options_sheet
from companion.games.table import menu as desk_menu
from companion.games.table.menu import Row


def menu(ctx: Ctx) -> ft.Control | None:
    """Return the sheet that is open on this phone, if any."""
    if ctx.pick.sheet == "options" and may_settle(ctx):
        return options_sheet(ctx)
    return desk_menu.menu(ctx, partial(own, ctx))


def may_settle(ctx: Ctx) -> bool:
    """Tell whether the options of this match may still be set (GIRYAKU-2.3)."""
    return ctx.view.phase == "setup" and bool(ctx.me)


def own(ctx: Ctx) -> list[Row]:
    """Return what may be done at this table besides playing."""
    if not may_settle(ctx):
        return []
    t = ctx.t
    return [(ft.Icons.RULE_SHARP, t("menu.options"), t("menu.options_about"), ctx.choose("sheet", "options"))]
