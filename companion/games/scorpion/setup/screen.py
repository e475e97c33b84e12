"""The set-up on a seat's phone: every part by itself, in the order of play, until it is locked (SCORPION-2 to 6).

Covered, it shows what lies on the table and no more: all phones of a side look the same, whatever is done on them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import flet as ft

from companion.games.scorpion.frame import Ctx, teach
from companion.games.scorpion.setup import quick
from companion.games.scorpion.setup.covered import covered, own_map
from companion.games.scorpion.setup.dock import awaited, waiting, work_dock
from companion.games.scorpion.setup.guard_cards import hand, split
from companion.games.scorpion.setup.guards import figures
from companion.games.scorpion.setup.intruders import character, hands, mission
from companion.games.scorpion.setup.map import CHART, arranged, note, switch
from companion.games.scorpion.setup.marks import marks
from companion.games.scorpion.setup.returns import returns
from companion.games.scorpion.setup.sleepers import sleepers
from companion.games.scorpion.setup.starts import passage, starts
from companion.games.scorpion.setup.steps import S, Work, declares, is_locked, lacking, part_now, steps
from companion.games.scorpion.setup.table import may_arrange, table_setup
from companion.games.table.context import Screen
from companion.ui import Main

_DRAWN: Mapping[str, Callable[[Ctx], Work]] = {
    "split": split,
    "hand": hand,
    "figures": figures,
    "sleepers": sleepers,
    "marks": marks,
    "character": character,
    "mission": mission,
    "hands": hands,
    "starts": starts,
    "passage": passage,
}


def setup(ctx: Ctx) -> Screen:
    """Draw the set-up, and the start of a turn in which somebody returns, for the seat `ctx.me`."""
    if ctx.view.phase == "start":
        return returns(ctx)
    if ctx.pick.tab == "table" and may_arrange(ctx):
        return table_setup(ctx)
    if not ctx.open:
        return covered(ctx)
    if is_locked(ctx):
        return _locked(ctx)
    if quick.looked_at(ctx):
        work = quick.work(ctx)
        lesson = teach(ctx, f"setup_{work.teach}", work.clause)
        return arranged(ctx, [*steps(ctx, "", switch(ctx), at_once=True), *lesson, *work.content]), work_dock(ctx, work)
    now = part_now(ctx)
    work = _DRAWN[now](ctx) if now else _last(ctx)
    tail = [switch(ctx)] if any(each.key == CHART for each in work.content) else []
    at_once = [quick.button(ctx)] if quick.offered(ctx) else []
    head = [*steps(ctx, now, *tail), *at_once, *teach(ctx, f"setup_{work.teach}", work.clause)]
    return arranged(ctx, [*head, *work.content]), work_dock(ctx, work)


def _last(ctx: Ctx) -> Work:
    """Draw the lock, or what it waits for (SCORPION-4.8)."""
    t = ctx.t
    if not lacking(ctx) and (ctx.side == "guards" or "guards" in ctx.view.ready):
        content: list[ft.Control] = [note(ctx.look, t(f"{S}lock_about")), own_map(ctx)]
        main = Main(t(f"{S}lock"), declares(ctx, {"type": "lock_setup"}))
        return Work(content, t(f"{S}ask.lock"), main, "lock", "SCORPION-4.8")
    lacks = lacking(ctx)
    if any(each in ("sentries", "patrols") for each in lacks):
        why = t(f"{S}ask.last_figure")
    elif any(each.startswith("start") for each in lacks):
        why = t(f"{S}waits_figures")
    else:
        why = t(f"{S}waits_partner" if lacks else f"{S}waits_guards")
    return Work([own_map(ctx)], why, None, "lock", "SCORPION-4.8")


def _locked(ctx: Ctx) -> Screen:
    t = ctx.t
    content = [note(ctx.look, t(f"{S}locked_about")), own_map(ctx)]
    return arranged(ctx, content), waiting(ctx, awaited(ctx), t(f"{S}sets_up"))
