"""Whose decision a Shinobi School table waits for, and in which words."""

from __future__ import annotations

from dataclasses import dataclass

import flet as ft

from companion.games.shinobi_school.frame import Ctx
from companion.games.table import frame as desk_frame
from referee.shinobi_school.view_model import View

FOR_ALL = frozenset({"deal", "reveal", "field", "start", "won", "score", "close", "tie", "ended"})
"""The phases in which anybody at the table acts for all."""


@dataclass(frozen=True, slots=True)
class Awaited:
    """What the table waits for: a seat's decision, or (`seat` empty) something anybody may do for all."""

    kind: str
    """The last part of a message key."""
    seat: str = ""
    others: tuple[str, ...] = ()
    """Further seats that are waited for in the same way."""


def awaited(view: View) -> Awaited:
    """Return what the table waits for, from what everybody may know."""
    if view.phase == "turn":
        return Awaited("turn" if len(view.open) > 1 else f"{view.open[0]}_action", view.active or "")
    if view.phase in ("split", "scoring"):
        lack = [s.seat for s in view.seats if _lacks(view, s.seat)]
        first, *others = lack or [""]
        return Awaited(view.phase, first, tuple(others))
    if view.phase == "start" and view.options.first_start == "random":
        return Awaited("draw")
    return Awaited(view.phase)


def _lacks(view: View, seat: str) -> bool:
    s = next(s for s in view.seats if s.seat == seat)
    return not s.ready if view.phase == "split" else s.seat != view.winner and s.scored is None


def does(ctx: Ctx, what: Awaited) -> str:
    """Return what the table waits for, in words."""
    return ctx.t(f"does.{what.kind}", name=ctx.name(what.seat))


def waits(ctx: Ctx) -> ft.Control:
    """Return the dock of a seat that waits. Among several that are waited for, one of this phone comes first."""
    what = awaited(ctx.view)
    every = (what.seat, *what.others)
    seat = next((s for s in every if s in ctx.snap.my_seats), what.seat)
    return desk_frame.waits(ctx, seat, does(ctx, Awaited(what.kind, seat)))
