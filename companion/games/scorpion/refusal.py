"""Why a declaration of mine was refused at a Scorpion table; on this phone alone."""

from __future__ import annotations

from functools import partial

import flet as ft

from companion.games.scorpion.asks import awaited
from companion.games.scorpion.frame import Ctx, K
from companion.games.scorpion.menu import menu
from companion.games.table import refusal as desk_refusal
from companion.games.table.refusal import Move


def over(ctx: Ctx) -> ft.Control | None:
    """Return the sheet that lies over the screen."""
    return desk_refusal.over(ctx, partial(menu, ctx), what=partial(what, ctx))


def refused_dock(ctx: Ctx) -> ft.Control | None:
    """Return the dock below a refusal, or None when nothing was refused."""
    return desk_refusal.refused_dock(ctx, partial(still, ctx))


def still(ctx: Ctx, _: Move) -> str:
    """Return what is still to be done, after what was refused."""
    due = awaited(ctx)
    return due.does if due.seat == ctx.me else ""


def what(ctx: Ctx, move: Move) -> str:
    """Return what was declared, in a few words."""
    key = f"{K}what.{move.get('type')}"
    return ctx.look.t(key if ctx.look.t.has(key) else f"{K}what.other")
