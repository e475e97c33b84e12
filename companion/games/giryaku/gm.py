"""The game master's screen of Giryaku: both boards open, noted hands, and an answer for either seat."""

from __future__ import annotations

import flet as ft

from companion.games.giryaku.asks import for_all
from companion.games.giryaku.display import lying
from companion.games.giryaku.effect import SHORT
from companion.games.giryaku.frame import Ctx
from companion.games.giryaku.hand import told
from companion.games.giryaku.play import play
from companion.games.giryaku.scores import scores
from companion.games.giryaku.setup import setup
from companion.games.giryaku.table import boards
from companion.games.table.context import Screen
from companion.games.table.frame import back_row
from companion.games.table.game_master import nothing_due
from companion.ui import label_row
from companion.ui.words import clipped


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
    return [*lying(ctx), *hands, *saw]


def answering(ctx: Ctx) -> Screen:
    """Draw the answer for a seat (`ctx.acting`) or for the table; the dock declares it."""
    if for_all(ctx.view) or not ctx.acting:
        content, dock = scores(ctx) if ctx.view.options.depth == "scores" else setup(ctx)
        return [*content, back_row(ctx)], dock
    head = label_row(ctx.look, ctx.t("answer_for", name=ctx.name(ctx.acting)))
    if not any(p.must and p.seat == ctx.acting for p in ctx.snap.prompts):
        return nothing_due(ctx, [head, boards(ctx)])
    content, dock = play(ctx)
    return [head, *content, back_row(ctx)], dock
