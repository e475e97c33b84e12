"""Whose decision a Scroll Trick table waits for, and the docks of those who wait."""

from __future__ import annotations

import flet as ft

from companion.games.scroll_trick.facts import due, name_of
from companion.games.scroll_trick.frame import Ctx
from companion.games.table import frame
from companion.games.table.frame import Awaited
from referee.core.values import TABLE


def awaited(ctx: Ctx) -> Awaited:
    prompt = due(ctx.snap)
    if prompt is None:
        return Awaited("", ctx.t("over_line"))
    if prompt.seat == TABLE:
        return Awaited("", ctx.asks(prompt))
    key = f"does.{name_of(prompt)}"
    params = {k: v for k, v in prompt.params.items() if isinstance(v, int)}
    kind = prompt.params.get("kind")
    does = ctx.t(key, name=ctx.name(prompt.seat), kind=ctx.kind(str(kind)) if kind else "", **params)
    return Awaited(prompt.seat, does)


def waits(ctx: Ctx) -> ft.Control:
    return frame.waits(ctx, *awaited(ctx))
