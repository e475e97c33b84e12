"""The guards' map that helps to reason, where the table allows it: who can be where, and why not elsewhere.

It rests on the guards' own secrets too, so it is there only while their cover is open.
"""

from __future__ import annotations

import flet as ft

from companion.games.scorpion.frame import Ctx
from companion.games.scorpion.map_page import round_button
from companion.games.scorpion.reasons import ALL, R, called, explained, possible, shaded
from companion.ui import Act, Choice, Handler, act, choice_bar, text
from companion.ui.map.facts import MapFacts
from referee.scorpion.views.view_model import ReasoningView


def reasoning_of(ctx: Ctx) -> ReasoningView | None:
    """Return what the guards can know, while this phone may show it and a guard player reasons with it."""
    return ctx.view.reasoning if ctx.open and ctx.pick.reason else None


def switch(ctx: Ctx) -> ft.Control | None:
    """Return what turns the help on and off; nothing where there is none, or while the cover is closed."""
    if not ctx.open or ctx.view.reasoning is None:
        return None
    on = bool(ctx.pick.reason)
    glyph, name = (ft.Icons.CLOSE_SHARP, "off") if on else (ft.Icons.PERSON_PIN_CIRCLE_SHARP, "on")
    return round_button(ctx.look, glyph, ctx.t(f"{R}{name}"), ctx.put(reason="" if on else ALL, asked=""))


def reasoned(ctx: Ctx, facts: MapFacts, what: ReasoningView) -> MapFacts:
    return shaded(ctx, facts, what, ctx.pick.reason, ctx.pick.asked)


def asks(ctx: Ctx, tap: Act | None, facts: MapFacts) -> Act:
    """Return what a tap on a zone does: it is asked about, and where something may be done there, that is done too."""
    lit = tuple(zone for zone, _ in facts.targets) if tap is not None else ()
    return act(_asked, ctx.choose("asked"), tap, lit)


def _asked(ask: Handler, tap: Act | None, lit: tuple[str, ...], zone: str) -> None:
    ask(zone)
    if tap is not None and zone in lit:
        tap(zone)


def panel(ctx: Ctx, what: ReasoningView) -> list[ft.Control]:
    """Return whom it is about, in how many zones each can be, and what is known of the zone that was tapped."""
    who = ctx.pick.reason if any(one.who == ctx.pick.reason for one in what.intruders) else ALL
    bars = tuple(
        Choice(one.who, ctx.t(f"{R}count", who=called(ctx, one.who), n=len(one.zones))) for one in what.intruders
    )
    if len(bars) > 1:
        both = Choice(ALL, ctx.t(f"{R}count", who=ctx.t(f"{R}all"), n=len(possible(what, ALL))))
        bar = [choice_bar(ctx.look, (both, *bars), who, ctx.choose("reason"), tick=False)]
    else:
        bar = []
    legend = [] if ctx.pick.asked else [text(ctx.look, "caption", ctx.t(f"{R}legend"), ctx.look.p.text_2)]
    return [*bar, *legend, *explained(ctx, what, who, ctx.pick.asked)]
