"""Whose decision a Giryaku table waits for, and in which words."""

from __future__ import annotations

import flet as ft

from companion.games.giryaku.frame import Ctx
from companion.games.table import frame as desk_frame
from referee.core.values import TABLE, Prompt
from referee.giryaku.view_model import View


def awaited(ctx: Ctx) -> Prompt | None:
    """Return what must be done next, mine first; None when nothing must."""
    musts = [p for p in ctx.snap.prompts if p.must]
    return next((p for p in musts if p.seat == ctx.me), musts[0] if musts else None)


def waiting_seat(prompt: Prompt | None) -> str:
    """Return the seat that a prompt waits for, empty where anybody may answer."""
    return "" if prompt is None or prompt.seat == TABLE else prompt.seat


def ask_words(ctx: Ctx, prompt: Prompt | None) -> str:
    """Return an ask as its seat reads it."""
    return "" if prompt is None else ctx.say(prompt.ask, prompt.params)


def does(ctx: Ctx) -> str:
    """Return what the table waits for, as the others read it."""
    prompt = awaited(ctx)
    if ctx.view.phase == "ended":
        return ctx.t("does.ended")
    if prompt is None:
        return ctx.t("does.nothing")
    what = prompt.ask.rpartition(".")[2]
    if what == "configure":
        what = prompt.params["missing"][0]
    return ctx.t(f"does.{what}", name=ctx.name(waiting_seat(prompt)))


def waits(ctx: Ctx) -> ft.Control:
    """Return the dock of a seat that waits."""
    return desk_frame.waits(ctx, waiting_seat(awaited(ctx)), does(ctx))


def for_all(view: View) -> bool:
    """Tell whether anybody at the table enters what comes next."""
    return view.phase == "setup" or view.options.depth == "scores"
