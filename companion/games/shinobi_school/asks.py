"""Whose decision a Shinobi School table waits for, and in which words."""

from __future__ import annotations

from dataclasses import dataclass

import flet as ft

from companion.games.shinobi_school.frame import Ctx
from companion.games.table import frame
from companion.games.table.frame import Awaited
from referee.shinobi_school.view_model import View

FOR_ALL = frozenset({"deal", "reveal", "field", "start", "won", "score", "close", "tie", "ended"})
"""The phases in which anybody at the table acts for all."""


@dataclass(frozen=True, slots=True)
class Due:
    """What the table waits for: a seat's decision, or (`seat` empty) something anybody may do for all."""

    kind: str
    """The last part of a message key."""
    seat: str = ""
    others: tuple[str, ...] = ()
    """Further seats that are waited for in the same way."""


def due(view: View) -> Due:
    if view.phase == "turn":
        return Due("turn" if len(view.open) > 1 else f"{view.open[0]}_action", view.active or "")
    if view.phase in ("split", "reveal", "scoring") and (lack := [s.seat for s in view.seats if _lacks(view, s.seat)]):
        first, *others = lack
        return Due("earth" if view.phase == "reveal" else view.phase, first, tuple(others))
    if view.phase == "start" and view.options.first_start == "random":
        return Due("draw")
    return Due(view.phase)


def _lacks(view: View, seat: str) -> bool:
    s = next(s for s in view.seats if s.seat == seat)
    if view.phase == "reveal":
        return not s.earth_noted
    return not s.ready if view.phase == "split" else s.seat != view.winner and s.scored is None


def awaited(ctx: Ctx) -> Awaited:
    """Return whom the table waits for and what for; where several do the same, that all of them do."""
    now = due(ctx.view)
    if now.others:
        return Awaited("", ctx.t(f"does_all.{now.kind}"))
    return Awaited("" if now.kind in FOR_ALL else now.seat, ctx.t(f"does.{now.kind}", name=ctx.name(now.seat)))


def waits(ctx: Ctx) -> ft.Control:
    """Return the dock of a seat that waits. Among several that are waited for, one of this phone comes first."""
    now = due(ctx.view)
    seat = next((s for s in (now.seat, *now.others) if s in ctx.snap.my_seats), now.seat)
    return frame.waits(ctx, seat, ctx.t(f"does.{now.kind}", name=ctx.name(seat)))
