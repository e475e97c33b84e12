"""Whom a Scorpion table waits for, and what for, from what everybody may know."""

from __future__ import annotations

from companion.games.scorpion.frame import Ctx
from companion.games.table.frame import Awaited
from companion.games.table.table_screen import Move


def awaited(ctx: Ctx) -> Awaited:
    if ctx.ended or ctx.view.phase == "ended":
        return Awaited("", ctx.t("does.ended"))
    musts = [p for p in ctx.snap.prompts if p.must]
    if not musts:
        return Awaited("", ctx.t("does.anybody"))
    first = musts[0]
    alike = {p.seat for p in musts if p.ask == first.ask}
    several = len({p.seat for p in musts}) > 1
    if several and len(alike) < len({p.seat for p in musts}):
        return Awaited("", ctx.t("does.setup" if ctx.view.phase == "setup" else "does.several"))
    return Awaited("" if several else first.seat, ctx.say(first.ask, first.params))


def still_due(ctx: Ctx, _: Move) -> str:
    due = awaited(ctx)
    return due.does if due.seat == ctx.me else ""
