"""The game master's screen of Scroll Trick: every registered hand and every noted scroll, open."""

from __future__ import annotations

from functools import partial

import flet as ft

from companion.games.scroll_trick.answers import answering
from companion.games.scroll_trick.asks import does
from companion.games.scroll_trick.cards import PICKED, lying
from companion.games.scroll_trick.display import public
from companion.games.scroll_trick.entry import entering, entry
from companion.games.scroll_trick.facts import asked_of, labels
from companion.games.scroll_trick.frame import Ctx, answer, where
from companion.games.scroll_trick.gm_sheets import sheets
from companion.games.scroll_trick.places import trick_panel
from companion.games.scroll_trick.rounds import finding_rows
from companion.games.scroll_trick.seats import seat_rows
from companion.games.scroll_trick.steps import steps
from companion.games.scroll_trick.table import every_seat, trump_banner
from companion.games.table import game_master as desk_gm
from companion.games.table.game_master import Mastery, back, line
from companion.games.table.screen import Screen
from companion.ui import label_row, text
from referee.scroll_trick.view_model import PrivateView


def game_master(ctx: Ctx, overlay: ft.Control | None = None) -> ft.Control:
    """Draw the game master's screen; covered, it is the table display with the way to open it."""
    return desk_gm.game_master(ctx, mastery(ctx), overlay)


def mastery(ctx: Ctx) -> Mastery[Ctx]:
    """Return what this game gives its game master to see and to do."""
    return Mastery(
        where(ctx),
        does(ctx),
        public=public,
        all_open=all_open,
        answering=for_somebody,
        findings=partial(finding_rows),
        sheets=sheets,
    )


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
    """Return what one seat has told its phone."""
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
        words = ctx.t("nothing_due")
        return [text(ctx.look, "body", words, ctx.look.p.tx2)], answer(ctx, "idle", line(ctx), words, back(ctx))
    return answering(ctx, prompt)
