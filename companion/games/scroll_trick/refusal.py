"""Why a declaration of mine was refused, and what I may do instead; on this phone alone."""

from __future__ import annotations

import flet as ft

from companion.games.scroll_trick.facts import duty
from companion.games.scroll_trick.frame import Ctx
from companion.games.table.table_screen import Move
from companion.ui.sheets.sheet import Instead

IC = ft.Icons


def what(ctx: Ctx, move: Move) -> str:
    kind, card = str(move.get("type")), str(move.get("card") or "")
    if kind in ("play_card", "open_card") and card and not card.startswith("#"):
        return ctx.t(f"what.{kind}", card=ctx.card(card))
    return ""


def insteads(ctx: Ctx, move: Move) -> tuple[Instead, ...]:
    """Return the open cards that go first, where one was tried that does not follow (SCROLL-6.6, 6.7)."""
    if move.get("type") != "play_card" or not ctx.me:
        return ()
    return tuple(
        (IC.STYLE_SHARP, ctx.t("play_it", card=ctx.card(card)), "", ctx.declare({"type": "play_card", "card": card}))
        for card in duty(ctx.view, ctx.me)
    )
