"""Why a declaration of mine was refused, and what I may do instead; on this phone alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import flet as ft

from companion.games.table.screen import Ctx
from companion.ui.overlays import overlays, refusal_dock
from companion.ui.sheets import Instead

Move = Mapping[str, Any]
MOST_INSTEADS = 2
"""How many other ways a refusal offers."""


def over(
    ctx: Ctx,
    own: Callable[[], ft.Control | None],
    *,
    what: Callable[[Move], str],
    insteads: Callable[[Move], tuple[Instead, ...]] = lambda _: (),
) -> ft.Control | None:
    """Return the sheet that lies over the screen: a clause, a refusal, a message, or what this phone opened (`own`).

    `what` says in a few words what was declared, `insteads` what may be declared in its place.
    """
    if ctx.snap.held == "held":
        # The pad stays under the finger: nothing may be laid over it.
        return None
    snap = ctx.snap
    if snap.refusal is not None and snap.refusal.private and not ctx.open:
        # As the others see it nothing was refused; the dock says to hold the cards, and they can be held.
        snap = replace(snap, refusal=None, refused_move=None)
    move = snap.refused_move or {}
    declared = what(move) if snap.refusal is not None else ""
    other = insteads(move)[:MOST_INSTEADS] if snap.refusal is not None else ()
    app = overlays(ctx.look, snap, ctx.actions, declared=declared, insteads=other)
    # A phone's own sheet waits while the app has something to say.
    return app if app is not None else own()


def refused_dock(ctx: Ctx, still: Callable[[Move], str]) -> ft.Control | None:
    """Return the dock below a refusal, or None when nothing was refused. `still` says what is still to be done."""
    ruling = ctx.snap.refusal
    if ruling is None:
        return None
    hidden = ruling.private and not ctx.open
    ask = ctx.t("hold_to_see_why") if hidden else still(ctx.snap.refused_move or {})
    return refusal_dock(ctx.look, ctx.snap, ctx.actions, ask)
