"""Why a declaration of mine was refused, and what I may do instead; on this phone alone."""

from __future__ import annotations

import flet as ft

from companion.games.shinobi_school.cards.why import legal_of
from companion.games.shinobi_school.facts import spoken_set
from companion.games.shinobi_school.frame import Ctx
from companion.games.table.refusal import MOST_INSTEADS
from companion.games.table.table_screen import Move
from companion.ui.sheets.sheet import Instead

IC = ft.Icons


def still(ctx: Ctx, move: Move) -> str:
    return ctx.t("still", side=ctx.t(str(move["side"]))) if move.get("side") in ("heaven", "earth") else ""


def what(ctx: Ctx, move: Move) -> str:
    kind = str(move.get("type"))
    if kind == "place":
        cards = spoken_set(int(move.get("number") or 0), int(move.get("size") or 0))
        return ctx.t(f"what.place_{move.get('side')}", cards=cards)
    if kind == "collect":
        return ctx.t(f"what.collect_{move.get('end')}")
    return ""


def insteads(ctx: Ctx, move: Move) -> tuple[Instead, ...]:
    """Return what may be declared instead, where everybody knows that it may: to collect, or to pass."""
    legal = legal_of(ctx, ctx.me)
    side = str(move.get("side") or "")
    if legal is None or side not in legal["sides"] or move.get("type") not in ("place", "collect"):
        return ()
    found: list[Instead] = []
    field = ctx.view.field
    for end in legal["collect"][side]:
        if move.get("end") != end:
            tier = field[0 if end == "top" else -1]
            words = ctx.t(f"collect_into_{side}", cards=spoken_set(tier.number, tier.size))
            found.append((IC.SOUTH_SHARP, words, ctx.t(f"end.{end}"),
                          ctx.declare({"type": "collect", "side": side, "end": end})))  # fmt: skip
    pass_ = ctx.declare({"type": "pass_action", "side": side})
    found = found[: MOST_INSTEADS - 1]
    return (*found, (IC.DO_NOT_DISTURB_SHARP, ctx.t(f"pass_{side}"), ctx.t("pass_about"), pass_))
