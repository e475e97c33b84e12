"""Why a declaration of mine was refused, and what I may do instead; on this phone alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import flet as ft

from companion.games.table import notes
from companion.games.table.context import in_turn
from companion.games.table.menu import opened
from companion.games.table.table_screen import C, Move, TableScreen
from companion.ui import Act, act
from companion.ui.sheets.overlays import overlays, refusal_dock
from companion.ui.sheets.sheet import Instead

MOST_INSTEADS = 2
"""How many other ways a refusal offers."""


def advising(**kinds: str) -> Mapping[str, str]:
    """Return what to do by the reason of a refusal: `kinds` are the sentences `advice.<kind>`, each with its reasons.

    A reason that ends with `_` or a full stop stands for all that begin so.
    """
    return {reason: kind for kind, reasons in kinds.items() for reason in reasons.split()}


def advice_for(advice: Mapping[str, str], reason: str) -> str:
    """Return the kind of a message key's reason; empty where the game has none for it."""
    last = reason.partition(".")[2]
    begins = [each for each in advice if each[-1] in "_." and last.startswith(each)]
    return advice.get(last) or (advice[max(begins, key=len)] if begins else "")


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
    noting = ctx.pick.sheet == notes.SHEET and snap.role == "seat" and not ctx.ended
    if noting and (snap.refusal is None or snap.mendings):
        return notes.notes_sheet(ctx, partial(what, ctx, table))
    other: tuple[Instead, ...] = ()
    if snap.refusal is not None:
        other = notes.insteads(ctx) or table.insteads(ctx, move)[:MOST_INSTEADS]
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
    kind = advice_for(table.advice, ruling.reason)
    if hidden:
        ask = ctx.t("hold_to_see_why")
    else:
        ask = ctx.t(f"advice.{kind}") if kind else table.still(ctx, ctx.snap.refused_move or {})
    return refusal_dock(ctx.look, ctx.snap, ctx.actions, ask, again(ctx, table, kind))


def again(ctx: C, table: TableScreen[C], kind: str) -> Act:
    """Return the act that goes back to choosing: what was refused is not chosen any more.

    Where the reason is a secret all of it goes: what stays would tell onlookers what was wrong.
    """
    ruling = ctx.snap.refusal
    told = ruling is not None and not ruling.private and kind in table.clears
    gone = {kind: table.clears[kind]} if told else table.clears
    fresh: dict[str, Any] = {name: getattr(table.pick, name) for fields in gone.values() for name in fields}
    return act(in_turn, ctx.put(**fresh), ctx.actions.pages.dismiss)
