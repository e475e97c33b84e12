"""The game master's screen of Giryaku: both boards open, noted hands, and an answer for either seat."""

from __future__ import annotations

import flet as ft

from companion.games.giryaku.asks import does, for_all
from companion.games.giryaku.display import public, side
from companion.games.giryaku.effect import SHORT
from companion.games.giryaku.frame import Ctx, answer, where
from companion.games.giryaku.gm_sheets import sheets
from companion.games.giryaku.hand import finding_rows, told
from companion.games.giryaku.play import play
from companion.games.giryaku.scores import scores
from companion.games.giryaku.setup import setup
from companion.games.giryaku.table import boards
from companion.games.table import game_master as desk_gm
from companion.games.table.game_master import Mastery, back, back_row, line
from companion.games.table.screen import Screen
from companion.ui import label_row, text
from companion.ui.words import clipped


def game_master(ctx: Ctx, overlay: ft.Control | None = None) -> ft.Control:
    """Draw the game master's screen; covered, it is the table display with the way to open it."""
    return desk_gm.game_master(ctx, mastery(ctx), overlay)


def mastery(ctx: Ctx) -> Mastery[Ctx]:
    """Return what this game gives its game master to see and to do."""
    return Mastery(
        where(ctx),
        does(ctx),
        public=lambda _: (public(ctx), side(ctx)),
        all_open=all_open,
        answering=answering,
        findings=finding_rows,
        sheets=sheets,
    )


def all_open(ctx: Ctx) -> list[ft.Control]:
    """Return both boards with their faces, and what each player has noted."""
    hands: list[ft.Control] = []
    saw: list[ft.Control] = []
    for own in ctx.view.private:
        name = clipped(ctx.name(own.seat), SHORT)
        words = ctx.kinds(own.hand) if own.hand is not None else ctx.t("not_noted")
        hands.append(told(ctx.look, ctx.t("hand_of", name=name), words))
        if own.spied is not None:
            saw.append(told(ctx.look, ctx.t("saw_of", name=name), ctx.kinds(own.spied)))
    if ctx.look.wide and hands:
        hands = [ft.Row([ft.Container(each, expand=True) for each in hands], spacing=12)]
    return [*public(ctx), *hands, *saw]


def answering(ctx: Ctx) -> Screen:
    """Draw the answer for a seat (`ctx.acting`) or for the table; the dock declares it."""
    t = ctx.t
    if for_all(ctx.view) or not ctx.acting:
        content, dock = scores(ctx) if ctx.view.options.depth == "scores" else setup(ctx)
        return [*content, back_row(ctx)], dock
    head = label_row(ctx.look, t("answer_for", name=ctx.name(ctx.acting)))
    if not any(p.must and p.seat == ctx.acting for p in ctx.snap.prompts):
        idle = text(ctx.look, "body", t("nothing_due"), ctx.look.p.tx2)
        return [head, boards(ctx), idle], answer(ctx, "idle", line(ctx), t("nothing_due"), back(ctx))
    content, dock = play(ctx)
    return [head, *content, back_row(ctx)], dock
