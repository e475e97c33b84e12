"""A seat's phone while turns are played: my turn, an answer that I owe, or waiting, with the cover at hand."""

from __future__ import annotations

import flet as ft

from companion.games.giryaku.asked.answers import answers
from companion.games.giryaku.asked.opening import opening
from companion.games.giryaku.asks import waits
from companion.games.giryaku.board.facing import boards
from companion.games.giryaku.display import warnings
from companion.games.giryaku.effect import last_action
from companion.games.giryaku.facts import asked_of
from companion.games.giryaku.frame import Ctx, asked
from companion.games.giryaku.hand import finding_rows, hand_lock, hand_panel, may_enter, open_rows, pad
from companion.games.giryaku.setup import setup
from companion.games.giryaku.turn.aim import effect, shown
from companion.games.giryaku.turn.choices import ask_of, choices, hidden_rows, main_of
from companion.games.giryaku.turn.chosen import asks_me, turn_of
from companion.games.table.context import Screen, Taught
from companion.ui import Side


def play(ctx: Ctx) -> Screen:
    if ctx.view.phase == "setup":
        return setup(ctx)
    if ctx.view.phase.startswith("opening"):
        return opening(ctx)
    prompt = asked_of(ctx.snap.prompts, ctx.me)
    if asks_me(ctx) is not None:
        return my_turn(ctx)
    if prompt is None:
        waiting: list[ft.Control] = [boards(ctx), *last_action(ctx), *warnings(ctx), *finding_rows(ctx)]
        return [*waiting, *pad(ctx), *open_rows(ctx)], waits(ctx)
    content, dock = answers(ctx, prompt)
    return Taught([*content, *pad(ctx), *open_rows(ctx)]), dock


def my_turn(ctx: Ctx) -> Screen:
    """Draw my turn: both boards with what would be struck, what it does, the choices, my cover."""
    prompt = asks_me(ctx)
    assert prompt is not None
    turn = turn_of(ctx, prompt)
    pick = turn.pick
    left = ctx.cleared() if pick.cards or pick.cells or pick.target else None
    enters = ctx.open and not ctx.acting and may_enter(ctx) and not hidden_rows(ctx, turn)
    if enters and (lock := hand_lock(ctx)) is not None:
        left = Side(ctx.t("note_hand"), ft.Icons.LOCK_SHARP, lock)
    content = [
        boards(ctx, shown(ctx, turn)),
        *(hidden_rows(ctx, turn) or (hand_panel(ctx) if enters else effect(ctx, turn))),
        *choices(ctx, turn),
        *pad(ctx),
        *open_rows(ctx, known=True),
        *warnings(ctx, mine=True),
        *finding_rows(ctx),
    ]
    return Taught(content), asked(ctx, ask_of(ctx, turn, prompt), main_of(ctx, turn), left=left)
