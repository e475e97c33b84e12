"""Whose decision a Scroll Trick table waits for, and the docks of those who wait."""

from __future__ import annotations

import flet as ft

from companion.games.scroll_trick.facts import awaited, name_of
from companion.games.scroll_trick.frame import Ctx
from companion.games.table import frame as desk_frame
from referee.core.values import TABLE


def does(ctx: Ctx) -> str:
    """Return what the table waits for, in words that everybody may read."""
    prompt = awaited(ctx.snap)
    if prompt is None:
        return ctx.t("over_line")
    if prompt.seat == TABLE:
        return ctx.asks(prompt)
    key = f"does.{name_of(prompt)}"
    params = {k: v for k, v in prompt.params.items() if isinstance(v, int)}
    kind = prompt.params.get("kind")
    return ctx.t(key, name=ctx.name(prompt.seat), kind=ctx.kind(str(kind)) if kind else "", **params)


def whose(ctx: Ctx) -> str:
    """Return the seat that is awaited, empty for the whole table."""
    prompt = awaited(ctx.snap)
    return "" if prompt is None or prompt.seat == TABLE else prompt.seat


def waits(ctx: Ctx) -> ft.Control:
    """Return the dock of a seat that waits."""
    return desk_frame.waits(ctx, whose(ctx), does(ctx))
