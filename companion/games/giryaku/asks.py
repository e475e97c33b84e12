"""Whose decision a Giryaku table waits for, and in which words."""

from __future__ import annotations

import flet as ft

from companion.games.giryaku.frame import Ctx
from companion.games.table import frame
from companion.games.table.frame import Awaited
from referee.core.values import TABLE, Prompt
from referee.giryaku.view_model import View


def due(ctx: Ctx) -> Prompt | None:
    """Return what must be done next, mine first; None when nothing must."""
    musts = [p for p in ctx.snap.prompts if p.must]
    return next((p for p in musts if p.seat == ctx.me), musts[0] if musts else None)


def awaited(ctx: Ctx) -> Awaited:
    prompt = due(ctx)
    if ctx.view.phase == "ended":
        return Awaited("", ctx.t("does.ended"))
    if prompt is None:
        return Awaited("", ctx.t("does.nothing"))
    seat = "" if prompt.seat == TABLE else prompt.seat
    what = prompt.ask.rpartition(".")[2]
    if what == "configure":
        what = prompt.params["missing"][0]
    return Awaited(seat, ctx.t(f"does.{what}", name=ctx.name(seat)))


def waits(ctx: Ctx) -> ft.Control:
    return frame.waits(ctx, *awaited(ctx))


def for_all(view: View) -> bool:
    """Tell whether anybody at the table enters what comes next."""
    return view.phase == "setup" or view.options.depth == "scores"
