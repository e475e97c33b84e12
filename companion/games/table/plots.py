"""The plots of a match that has ended, and the moment of them that was tapped."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import flet as ft

from companion.games.table.table_screen import C, Controls, TableScreen
from companion.ui import aloud, column, text
from companion.ui import plot as ui
from companion.ui.look import Look
from companion.ui.plot_drawing import Ink, figures
from companion.ui.words.sentences import begun
from referee.core import analysis as core


def plots(ctx: C, table: TableScreen[C], told: core.Analysis) -> Controls:
    return [_plot(ctx, table, each) for each in told.plots]


def _plot(ctx: C, table: TableScreen[C], drawn: core.Plot) -> ft.Control:
    facts = facts_of(ctx, table, drawn)
    chosen = place_of(drawn, ctx.pick.back.entry)
    found = {} if table.seek is None else {entry: table.seek(ctx, entry) for entry in drawn.entries}
    tap = ctx.change(tapped, drawn.entries, tuple((entry, tuple(each.items())) for entry, each in found.items()))
    how = ctx.say(drawn.how.message, drawn.how.params)
    under = [text(ctx.look, "caption", how, ctx.look.p.text_2)]
    if chosen is not None:
        said = text(ctx.look, "label", at_moment(ctx, drawn, facts, chosen))
        under.insert(0, said)
    return column([ui.plot(ctx.look, facts, chosen, tap), *under], 6)


def facts_of(ctx: C, table: TableScreen[C], drawn: core.Plot) -> ui.Plot:
    """Return a plot in words."""
    t = ctx.look.t
    curves = tuple(
        ui.Curve(ctx.say(curve.name.message, curve.name.params), curve.numbers, _ink(table, curve))
        for curve in drawn.curves
    )
    summary = aloud(*(summed(ctx, drawn, curve, line.name) for curve, line in zip(drawn.curves, curves, strict=True)))
    return ui.Plot(t(drawn.title), t(drawn.unit), t(drawn.axis, at="").strip(), drawn.at, curves, summary)


def _ink(table: TableScreen[C], curve: core.Curve) -> Ink | None:
    return cast("Ink | None", table.colors.get(curve.mark))


def at_moment(ctx: C, drawn: core.Plot, facts: ui.Plot, chosen: int) -> str:
    """Return what every curve says at a moment: "Turn 7. Ninja 1, Traitor 40"."""
    there = (f"{curve.name} {figures(v)}" for curve in facts.curves if (v := curve.values[chosen]) is not None)
    comma = ctx.look.t("app.list.comma")
    return begun(aloud(when(ctx.look, drawn.axis, drawn.at[chosen]), comma.join(there)))


def when(look: Look, axis: str, at: str) -> str:
    """Return a moment in words: "turn 7". A game whose moments have two numbers says both in its own words."""
    first, _, second = at.partition(".")
    both = f"{axis}_of"
    return look.t(both, first=first, second=second) if second and look.t.has(both) else look.t(axis, at=at)


def summed(ctx: C, drawn: core.Plot, curve: core.Curve, name: str) -> str:
    """Return a curve in one sentence: from what to what, its most and its least, and when."""
    there = [(number, n) for n, number in enumerate(curve.numbers) if number is not None]
    if not there:
        return ""
    t = ctx.look.t
    most, least = max(there, key=lambda each: (each[0], -each[1])), min(there)
    return t(
        "analysis.summary", name=name, first=there[0][0], last=there[-1][0], most=most[0], least=least[0],
        most_at=when(ctx.look, drawn.axis, drawn.at[most[1]]), least_at=when(ctx.look, drawn.axis, drawn.at[least[1]]),
    )  # fmt: skip


def place_of(drawn: core.Plot, entry: int) -> int | None:
    """Return the place of the last moment up to an entry; None where none was chosen."""
    return max((n for n, at in enumerate(drawn.entries) if at <= entry), default=None) if entry else None


def tapped(now: Any, entries: tuple[int, ...], found: tuple[tuple[int, Any], ...], n: int) -> Any:
    """Return the choice in which a moment is looked at, in the replay too. What a phone sends may be any number."""
    if not (isinstance(n, int) and 0 <= n < len(entries)):
        return now
    return replace(now, back=replace(now.back, entry=entries[n]), **dict(dict(found).get(entries[n], ())))
