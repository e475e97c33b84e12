"""The game master's screen of Scroll Trick: every registered hand and every noted scroll, open."""

from __future__ import annotations

import flet as ft

from companion.games.scroll_trick.answers import answering
from companion.games.scroll_trick.cards import PICKED, lying
from companion.games.scroll_trick.entry import entering, entry
from companion.games.scroll_trick.facts import asked_of, labels
from companion.games.scroll_trick.frame import Ctx
from companion.games.scroll_trick.places import trick_panel
from companion.games.scroll_trick.seats import seat_rows
from companion.games.scroll_trick.steps import steps
from companion.games.scroll_trick.table import every_seat, trump_banner
from companion.games.table.context import Screen
from companion.games.table.game_master import nothing_due
from companion.ui import label_row
from referee.scroll_trick.view_model import PrivateView


def all_open(ctx: Ctx) -> list[ft.Control]:
    """Return the table, and each seat's registered hand and noted scrolls."""
    view, look = ctx.view, ctx.look
    rows: list[ft.Control] = [trump_banner(ctx)]
    if view.phase in ("trick", "resolve", "refill"):
        rows.append(trick_panel(ctx))
    rows += [seat_rows(look, view.options.kinds, every_seat(ctx)), *steps(ctx)]
    for own in view.private:
        rows += secrets(ctx, own)
    return rows


def secrets(ctx: Ctx, own: PrivateView) -> list[ft.Control]:
    look, kinds, told = ctx.look, ctx.view.options.kinds, list[str]()
    if own.scrolls:
        told += [f"{ctx.card(s.card)} {labels([s.value])}" for s in own.scrolls]
    if own.held:
        told.append(ctx.t("holds", values=labels(own.held)))
    words = ", ".join(told)
    if own.hand is None and not words:
        words = ctx.t("nothing_told")
    rows: list[ft.Control] = [label_row(look, ctx.name(own.seat), words)]
    if own.hand:
        cards = [lying(look, kinds, card, False, None, PICKED) for card in own.hand]
        rows.append(ft.Row(cards, spacing=5, run_spacing=5, wrap=True))
    return rows


def for_somebody(ctx: Ctx) -> Screen:
    """Draw the answer for a seat (`ctx.acting`) or for the table."""
    if entering(ctx):
        return entry(ctx)
    prompt = next((p for p in ctx.snap.prompts if p.must and p.seat == ctx.acting), None)
    prompt = prompt if ctx.acting else asked_of(ctx.snap, "")
    if prompt is None:
        return nothing_due(ctx)
    return answering(ctx, prompt)
