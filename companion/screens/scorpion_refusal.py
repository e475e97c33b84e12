"""Why a declaration of mine was refused at a Scorpion table; on this phone alone."""

from __future__ import annotations

from functools import partial

import flet as ft

from companion.screens import desk_refusal
from companion.screens.desk_refusal import Move
from companion.screens.scorpion_asks import awaited
from companion.screens.scorpion_frame import Ctx, K
from companion.screens.scorpion_menu import menu


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
