"""The end of a match: who won and why, the ranking with its tie-breaks, what audits found, the sheet, the proof."""

from __future__ import annotations

from dataclasses import replace

import flet as ft

from companion.contract.snapshot import SeatInfo, Snapshot
from companion.games.scroll_trick.frame import Ctx
from companion.games.scroll_trick.rounds.between import finding_rows, sheet_rows, standing_rows
from companion.games.table.context import Screen
from companion.games.table.end import checked, end_dock, outcome_head
from companion.ui import aloud, column, row, ruling_row, seal, text
from referee.scroll_trick.cards import SHADOW

IC = ft.Icons


def ended(ctx: Ctx) -> Screen:
    view = ctx.view
    assert view.result is not None
    content: list[ft.Control] = [
        *outcome(ctx),
        *standing_rows(ctx),
        *why_rows(ctx),
        *sheet_rows(ctx),
    ]
    if view.options.depth == "plays":
        content += checked(ctx, finding_rows(ctx, all_of_them=True))
    return content, end_dock(ctx)


def outcome(ctx: Ctx) -> list[ft.Control]:
    """Return who won, the shadow perhaps, or that nobody did."""
    result = ctx.view.result
    assert result is not None
    return [outcome_head(ctx.look, with_shadow(ctx), result) if result.winners else nobody_wins(ctx)]


def nobody_wins(ctx: Ctx) -> ft.Control:
    """Return the head of a match that the shadow ended (SCROLL-10.3)."""
    assert ctx.view.result is not None
    words, why = ctx.t("nobody_wins"), ctx.say(ctx.view.result.reason)
    lines = [text(ctx.look, "display", words), text(ctx.look, "label", why, ctx.look.p.text_2, bold=False)]
    told = row([seal(ctx.look, "負", 60, filled=True, tilt=0), column(lines, expand=True)], 14)
    return ft.Semantics(content=told, label=aloud(words, why), live_region=True, container=True, exclude_semantics=True)


def with_shadow(ctx: Ctx) -> Snapshot:
    """Return the snapshot in which the shadow has its name among the seats, for it may win."""
    snap = ctx.snap
    if snap.match is None or all(s.seat != SHADOW for s in ctx.view.seats):
        return snap
    name = ctx.look.t("scroll_trick.screen.the_shadow")
    seats = (*snap.match.seats, SeatInfo(SHADOW, name))
    return replace(snap, match=replace(snap.match, seats=seats))


def why_rows(ctx: Ctx) -> list[ft.Control]:
    """Return how equal points at the top were decided, with the clause (SCROLL-8.3 to 8.5, 10.3, 10.5)."""
    view = ctx.view
    assert view.result is not None
    if view.result.clause == "SCROLL-8.2" or not view.result.winners:
        return []
    why = ctx.say(view.result.reason)
    return [ruling_row(ctx.look, IC.GAVEL_SHARP, ctx.t("decided"), why, view.result.clause, ctx.actions)]
