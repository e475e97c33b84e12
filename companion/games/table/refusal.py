"""Why a declaration of mine was refused, and what I may do instead; on this phone alone."""

from __future__ import annotations

from dataclasses import replace

import flet as ft

from companion.games.table.menu import opened
from companion.games.table.table_screen import C, Move, TableScreen
from companion.ui.sheets.overlays import overlays, refusal_dock

MOST_INSTEADS = 2
"""How many other ways a refusal offers."""


def over(ctx: C, table: TableScreen[C]) -> ft.Control | None:
    """Return the sheet that lies over the screen: a clause, a refusal, a message, or what this phone opened."""
    if ctx.snap.held == "held":
        # The pad stays under the finger: nothing may be laid over it.
        return None
    snap = ctx.snap
    if snap.refusal is not None and snap.refusal.private and not ctx.open:
        # As the others see it nothing was refused; the dock says to hold the cards, and they can be held.
        snap = replace(snap, refusal=None, refused_move=None)
    move = snap.refused_move or {}
    declared = what(ctx, table, move) if snap.refusal is not None else ""
    other = table.insteads(ctx, move)[:MOST_INSTEADS] if snap.refusal is not None else ()
    app = overlays(ctx.look, snap, ctx.actions, declared=declared, insteads=other)
    # A phone's own sheet waits while the app has something to say.
    return app if app is not None else opened(ctx, table)


def what(ctx: C, table: TableScreen[C], move: Move) -> str:
    key = f"what.{move.get('type')}"
    return table.what(ctx, move) or ctx.t(key if ctx.look.t.has(ctx.WORDS + key) else "what.other")


def refused_dock(ctx: C, table: TableScreen[C]) -> ft.Control | None:
    """Return the dock below a refusal, or None when nothing was refused."""
    ruling = ctx.snap.refusal
    if ruling is None:
        return None
    hidden = ruling.private and not ctx.open
    ask = ctx.t("hold_to_see_why") if hidden else table.still(ctx, ctx.snap.refused_move or {})
    return refusal_dock(ctx.look, ctx.snap, ctx.actions, ask)
