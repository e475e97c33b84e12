"""The dock of the set-up: what is asked, the way to cover, and whom one waits for."""

from __future__ import annotations

import flet as ft

from companion.games.scorpion.facts import asked_of, side_of
from companion.games.scorpion.frame import Ctx
from companion.games.scorpion.setup.steps import S, Work, lacking, part_now, parts
from companion.games.table import frame
from companion.games.table.frame import answer, cover, hand_over, waits


def work_dock(ctx: Ctx, work: Work) -> ft.Control:
    """Return the dock of a part that is worked on, or, where only others can go on, of somebody who waits."""
    if work.main is None:
        return waiting(ctx, awaited(ctx), work.ask)
    return answer(ctx, "asked", line(ctx), work.ask, cover(ctx), work.main)


def line(ctx: Ctx) -> str:
    """Return the line over the ask: which step this is, of how many."""
    if ctx.acting:
        return frame.line(ctx)
    now, every = part_now(ctx), parts(ctx)
    if now not in every:
        return ctx.t(f"{S}line_last")
    return ctx.t(f"{S}line", n=every.index(now) + 1, of=len(every))


def awaited(ctx: Ctx) -> str:
    """Return the seat that one waits for before turn 1: of the own side if that is not ready, else of the other."""
    view = ctx.view
    others = [p.seat for p in view.players if p.seat != ctx.me]
    mine = [seat for seat in others if side_of(view, seat) == ctx.side]
    theirs = [seat for seat in others if side_of(view, seat) != ctx.side]
    blocks = any(each.startswith("start") for each in lacking(ctx))
    own_first = mine if asked_of(ctx.snap, ctx.me) and not blocks else []
    unready = [seat for seat in (*own_first, *theirs) if side_of(view, seat) not in view.ready]
    return next(iter(unready), "")


def waiting(ctx: Ctx, seat: str, does: str) -> ft.Control:
    """Return the dock of a seat that waits. While it is open it can be covered, and handed over on a shared phone."""
    if not ctx.open:
        return waits(ctx, seat, does)
    over = ctx.t("waiting_for", name=ctx.name(seat)) if seat else ctx.t("for_all")
    return answer(ctx, "waiting", over, does, cover(ctx), hand_over(ctx, seat))
