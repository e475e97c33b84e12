"""Whom a Scorpion table waits for, and what for, from what everybody may know."""

from __future__ import annotations

from typing import NamedTuple

from companion.games.scorpion.frame import Ctx


class Awaited(NamedTuple):
    """A seat, or nobody in particular (empty: several, or the whole table), and what is waited for in words."""

    seat: str
    does: str


def awaited(ctx: Ctx) -> Awaited:
    """Return what the table waits for."""
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
