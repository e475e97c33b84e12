"""Depth `scores`: the board's trackers for everybody. What happens at the table is one tap; nothing here is secret."""

from __future__ import annotations

import flet as ft

from companion.games.scorpion.events import told
from companion.games.scorpion.facts import prompt_of
from companion.games.scorpion.frame import Ctx
from companion.games.scorpion.scores.facts import GUARDS, S, chosen_subject, events_of, opened, phase_so_far
from companion.games.scorpion.scores.form import event_words, form, tapped
from companion.games.scorpion.scores.guards import figures
from companion.games.scorpion.scores.people import people
from companion.games.scorpion.scores.start import start
from companion.games.scorpion.scores.tiles import tiles
from companion.games.scorpion.tracks import left_level, tracks_face
from companion.games.table import frame, game_master
from companion.games.table.context import Screen
from companion.games.table.frame import answer, undo
from companion.ui import Choice, Main, Side, choice_bar, label_row
from referee.core.values import TABLE, Prompt
from referee.scorpion.scores.asks import plain_choices

LATELY, LATELY_WIDE = 3, 4
"""How many of the last events are told."""


def scores(ctx: Ctx) -> Screen:
    """Draw the whole depth, from the start on; anybody at the table declares for all."""
    line, left = for_all(ctx)
    if ctx.view.phase == "setup":
        return start(ctx, line, left)
    return board(ctx), expected(ctx, line, left)


def for_all(ctx: Ctx) -> tuple[str, Side]:
    """Return the line over the ask and the action beside it: undo, or a game master's way back."""
    if ctx.snap.role == "gm":
        return frame.line(ctx), frame.back(ctx)
    return ctx.t("for_all"), undo(ctx)


def head(ctx: Ctx) -> ft.Control:
    """Return turn and alert. The phase is the latest one in which something was declared."""
    view = ctx.view
    return tracks_face(ctx.look, view.turn, view.alert, left_level(view), phase_so_far(view))


def board(ctx: Ctx) -> list[ft.Control]:
    acts = ctx.snap.role == "seat" or (ctx.snap.role == "gm" and game_master.may_act(ctx))
    doing = [*naming(ctx), *happening(ctx)] if acts else [figures(ctx, acts=False)]
    who = people(ctx, choose=acts)
    lately = told(ctx, LATELY_WIDE if ctx.look.wide else LATELY, skip=False)
    if not ctx.look.wide:
        return [head(ctx), who, *doing, *lately]
    last = [label_row(ctx.look, ctx.t("last_events")), *lately] if lately else []
    left, right = (
        ft.Column(part, spacing=12, tight=True, expand=n, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
        for part, n in (([who, *doing], 60), ([head(ctx), *last], 40))
    )
    return [ft.Row([left, right], spacing=20, vertical_alignment=ft.CrossAxisAlignment.START)]


def happening(ctx: Ctx) -> list[ft.Control]:
    """Return what can happen to the one that is chosen, or the ways of the event that is open."""
    now = opened(ctx)
    if now is not None:
        return form(ctx, *now)
    who = chosen_subject(ctx)
    every = tuple(
        (event.glyph, event_words(ctx, event, who), *tapped(ctx, event, who)) for event in events_of(ctx, who)
    )
    counted = [figures(ctx)] if who == GUARDS else []
    return [*counted, tiles(ctx.look, every, who)]


# What is expected now


def expected(ctx: Ctx, line: str, left: Side) -> ft.Control:
    """Return the dock: who comes back, the end, or else the next turn."""
    for name in ("returned", "finish", "next_turn"):
        prompt = prompt_of(ctx.snap, TABLE, f"{S}{name}")
        if prompt is not None:
            return answer(ctx, "asked", line, *asked_now(ctx, name, prompt, left))
    return answer(ctx, "idle", line, ctx.t("does.anybody"), left)


def asked_now(ctx: Ctx, name: str, prompt: Prompt, left: Side) -> tuple[str, Side, Main]:
    choices = plain_choices(prompt)
    if name == "next_turn":
        label = ctx.t(f"{S}next_turn", turn=prompt.params["turn"])
        return ctx.say(prompt.ask, prompt.params), left, Main(label, ctx.declare({"type": name}, TABLE))
    if name == "returned":
        who = ctx.t(f"{S}who.{choices[0]['intruder']}")
        ask, label = ctx.t(f"{S}returned_ask", who=who), ctx.t(f"{S}returned", who=who)
        return ask, left, Main(label, ctx.declare({"type": name, **choices[0]}, TABLE))
    chosen = choices[0] if len(choices) == 1 else next((c for c in choices if c["intruder"] == ctx.pick.unit), None)
    if chosen is None:
        return ctx.t(f"{S}finish_ask"), left, Main(ctx.t(f"{S}whom_first"), None, False)
    return ctx.t(f"{S}finish_ask"), left, Main(ctx.t(f"{S}finish"), ctx.declare({"type": name, **chosen}, TABLE))


def naming(ctx: Ctx) -> list[ft.Control]:
    """Return who the lone wolf was, where nothing has told it before the end (SCORPION-29.3)."""
    prompt = prompt_of(ctx.snap, TABLE, f"{S}finish")
    choices = plain_choices(prompt)
    if len(choices) < 2:
        return []
    every = tuple(Choice(c["intruder"], ctx.t(f"{S}who.{c['intruder']}")) for c in choices)
    return [choice_bar(ctx.look, every, ctx.pick.unit, ctx.choose("unit"), label=ctx.t(f"{S}it_was"))]
