"""The end of a match: equal totals that the table decides, who won, the ranking, what audits found, the sheet."""

from __future__ import annotations

import flet as ft

from companion.games.shinobi_school.cards.seats import seat_row
from companion.games.shinobi_school.facts import prompt_of, seats
from companion.games.shinobi_school.frame import Ctx
from companion.games.shinobi_school.lately import finding_rows
from companion.games.shinobi_school.sheet import last_round, score_rows
from companion.games.table.context import Screen
from companion.games.table.end import checked, end_dock, outcome_head, ranking
from companion.games.table.frame import asked, lacks
from companion.games.table.panels import seat_bar
from companion.ui import Main, label_row, ruling_row
from referee.core.values import TABLE


def tie(ctx: Ctx) -> Screen:
    """Draw the choice of the table among those with equal totals (SCHOOL-13.2)."""
    t, pick = ctx.t, ctx.pick
    prompt = prompt_of(ctx.snap, "break_tie")
    first = prompt.choices("break_tie", "player") if prompt is not None else ()
    content: list[ft.Control] = [
        seat_row(ctx.look, seats(ctx.snap, ctx.me)),
        label_row(ctx.look, t("equal_totals")),
        seat_bar(ctx, first, pick.who, ctx.choose("who")),
        *last_round(ctx),
        *score_rows(ctx),
    ]
    main = lacks(ctx, "winner")
    if pick.who in first:
        main = Main(
            t("has_won", name=ctx.name(pick.who)), ctx.declare({"type": "break_tie", "player": pick.who}, TABLE)
        )
    return content, asked(ctx, t("ask.tie"), main, line=t("for_all"))


def ended(ctx: Ctx) -> Screen:
    view, look = ctx.view, ctx.look
    assert view.result is not None
    content: list[ft.Control] = [outcome_head(look, ctx.snap, view.result), ranking(look, ctx.snap, view.result)]
    content += tie_rows(ctx)
    content += [*last_round(ctx), *score_rows(ctx)]
    if view.options.depth == "plays":
        content += checked(ctx, finding_rows(ctx, all_of_them=True))
    return content, end_dock(ctx)


def tie_rows(ctx: Ctx) -> list[ft.Control]:
    """Return how equal totals at the top were decided, if there were any."""
    view = ctx.view
    top = max(s.points for s in view.seats)
    equal = [s for s in view.seats if s.points == top]
    if len(equal) < 2:
        return []
    how = view.options.final_tie
    cause = ctx.t(f"tie.{how}")
    if how == "rounds_won":
        cause = " ".join([cause, *(ctx.t("rounds_won", name=ctx.name(s.seat), n=s.won) for s in equal)])
    return [ruling_row(ctx.look, "=", ctx.t("equal_totals"), cause, "SCHOOL-13.2", ctx.actions)]
