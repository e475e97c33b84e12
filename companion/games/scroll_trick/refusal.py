"""Why a declaration of mine was refused, and what I may do instead; on this phone alone."""

from __future__ import annotations

from functools import partial

import flet as ft

from companion.games.scroll_trick.facts import asked_of, duty
from companion.games.scroll_trick.frame import Ctx
from companion.games.scroll_trick.menu import menu
from companion.games.table import refusal as desk_refusal
from companion.games.table.refusal import Move
from companion.ui.sheets import Instead

IC = ft.Icons


def over(ctx: Ctx) -> ft.Control | None:
    """Return the sheet that lies over the screen."""
    return desk_refusal.over(ctx, partial(menu, ctx), what=partial(what, ctx), insteads=partial(insteads, ctx))


def refused_dock(ctx: Ctx) -> ft.Control | None:
    """Return the dock below a refusal, or None when nothing was refused."""
    return desk_refusal.refused_dock(ctx, partial(still_asked, ctx))


def still_asked(ctx: Ctx, move: Move) -> str:
    """Return what is still to be done, after what was refused."""
    prompt = asked_of(ctx.snap, ctx.me)
    return ctx.asks(prompt) if prompt is not None else ""


def what(ctx: Ctx, move: Move) -> str:
    """Return what was declared, in a few words."""
    kind, card = str(move.get("type")), str(move.get("card") or "")
    if kind in ("play_card", "open_card") and card and not card.startswith("#"):
        return ctx.t(f"what.{kind}", card=ctx.card(card))
    return ctx.t(f"what.{kind}") if ctx.look.t.has(f"scroll_trick.screen.what.{kind}") else ctx.t("what.other")


def insteads(ctx: Ctx, move: Move) -> tuple[Instead, ...]:
    """Return the open cards that go first, where one was tried that does not follow (SCROLL-6.6, 6.7)."""
    if move.get("type") != "play_card" or not ctx.me:
        return ()
    return tuple(
        (IC.STYLE_SHARP, ctx.t("play_it", card=ctx.card(card)), "", ctx.declare({"type": "play_card", "card": card}))
        for card in duty(ctx.view, ctx.me)
    )
