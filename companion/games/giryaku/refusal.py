"""Why a declaration of mine was refused at a Giryaku table, and what I may do instead; on this phone alone."""

from __future__ import annotations

import flet as ft

from companion.games.giryaku.facts import asked_of
from companion.games.giryaku.frame import Ctx
from companion.games.table.context import in_turn
from companion.games.table.table_screen import Move
from companion.ui import act
from companion.ui.sheets.sheet import Instead

IC = ft.Icons


def what(ctx: Ctx, move: Move) -> str:
    kind, t = str(move.get("type")), ctx.t
    card = move.get("card") or ""
    if kind == "place" and card and not move.get("face_down"):
        return t("what.place", card=ctx.kinds(card), column=move.get("col"))
    if kind == "place":
        return t("what.place_down", column=move.get("col"))
    if kind in ("consume_one", "consume_two", "claim_skill"):
        cards = ctx.kinds(move.get("cards") or move.get("pair") or card)
        return t(f"what.{kind}", cards=cards)
    return t(f"what.{kind}") if ctx.look.t.has(f"{ctx.WORDS}what.{kind}") else t("what.other")


def insteads(ctx: Ctx, move: Move) -> tuple[Instead, ...]:
    """Return what may be done instead on my turn: place elsewhere, or consume."""
    t, prompt = ctx.t, asked_of(ctx.snap.prompts, ctx.me)
    if prompt is None or prompt.ask not in ("giryaku.ask.turn", "giryaku.ask.last_turn"):
        return ()
    found: list[Instead] = []
    if prompt.offer("place") is not None:
        again = act(in_turn, ctx.put(way="place", cards=(), cells=(), target=""), ctx.actions.pages.dismiss)
        found.append((IC.GRID_VIEW_SHARP, t("instead.place"), t("instead.place_about"), again))
    other = act(in_turn, ctx.put(way="consume", cards=(), cells=(), target=""), ctx.actions.pages.dismiss)
    found.append((IC.LOCAL_FIRE_DEPARTMENT_SHARP, t("instead.consume"), t("instead.consume_about"), other))
    return tuple(found)
