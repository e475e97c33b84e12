"""The dock of somebody who waits: who is waited for, and whether that phone is asleep."""

from __future__ import annotations

import flet as ft

from companion.screens.shinobazu_asks import Awaited, asleep, waiting
from companion.screens.shinobazu_frame import Ctx, answer, undo
from companion.ui import Main, act
from companion.ui.dock import DockState


def waits(ctx: Ctx, what: Awaited) -> ft.Control:
    """Return the dock of a seat that waits. On a phone with several seats it hands the phone over."""
    line, ask = waiting(ctx.look, ctx.snap, what)
    name = ctx.name(what.seat)
    left = undo(ctx, mine=True)
    if what.seat in ctx.snap.my_seats and what.seat != ctx.me:
        return answer(
            ctx, "waiting", line, ask, left, Main(ctx.t("hand_over", name=name), act(ctx.actions.hand_over, what.seat))
        )
    state: DockState = "asleep" if what.seat and asleep(ctx.snap, what.seat) else "waiting"
    label = ctx.t("turn_of", name=name) if what.seat else ctx.t("waiting")
    return answer(ctx, state, line, ask, left, Main(label, None, False))
