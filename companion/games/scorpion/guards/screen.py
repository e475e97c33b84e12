"""A guard player's screens, in the order of a turn, and the one shown while others act."""

from __future__ import annotations

import flet as ft

from companion.games.scorpion.answer import LOW, wait_bar
from companion.games.scorpion.facts import Ctx, asked_of, prompt_of
from companion.games.scorpion.guards.cards import NOTHING, choosing, chosen, tiles
from companion.games.scorpion.guards.draw import drawing, sharing, wounds
from companion.games.scorpion.guards.facts import cards_ask, zone_of
from companion.games.scorpion.guards.frame import G, bottom, laid
from companion.games.scorpion.guards.walk import heading, patrolling, placing, stepping
from companion.games.scorpion.map import guards_map, mark_box, on_board, place, unit_name
from companion.games.table.context import Screen
from companion.games.table.frame import answer, lesson, undo, waits
from companion.ui import Main, aloud, block, column, edge, named, text, theme
from companion.ui.base import fill_column
from companion.ui.theme import Look

IC = ft.Icons


def listening(ctx: Ctx) -> Screen:
    """Draw the wait for an answer: the same for every listen, whatever the truth is (L1)."""
    pending = ctx.view.pending
    assert pending is not None
    assert pending.unit is not None
    at = zone_of(ctx.view, pending.unit)
    facts = guards_map(ctx, pending.unit, concerned=on_board(at))
    name, where = unit_name(ctx, pending.unit), place(ctx, at)
    who, snap = ctx.look.t("map.comma").join((name, where)), ctx.snap
    words = ctx.t(f"{G}bar_words")
    card = listening_panel(ctx.look, ctx.t(f"{G}listens"), who, words, snap.wait_until, snap.wait_s)
    asked, does = next((p.seat for p in ctx.snap.prompts if p.must), ""), ctx.t(f"{G}wait_answer")
    if asked in ctx.snap.my_seats:
        dock = waits(ctx, asked, does)
    else:
        over, main = ctx.t(f"{G}referee_listens"), Main(ctx.t(f"{G}bar_fills"), None, False)
        dock = answer(ctx, "waiting", over, does, undo(ctx, mine=True), main, mark=IC.HEARING_SHARP)
    return laid(ctx, facts, None, name, where, [], card), dock


@block
def listening_panel(look: Look, over: str, who: str, words: str, until: float, seconds: int) -> ft.Control:
    """Draw the panel of a waiting listen, as high as the answer that will replace it."""
    p, large = look.p, look.scale > 1.15
    sign = mark_box(look, IC.HEARING_SHARP, False, 40, line=theme.LINE, ink=p.text_2)
    said = fill_column(
        text(look, "over", over, p.text_2, lines=2 if large else 1), text(look, "subject", who, lines=3 if large else 1)
    )
    spoken = named(aloud(over, who, words), ft.Row([sign, said], spacing=12))
    return ft.Container(
        column(
            [spoken, wait_bar(look, until, seconds), text(look, "caption", words, p.text_2, lines=4 if large else 1)],
            6, alignment=ft.MainAxisAlignment.CENTER,
        ),
        height=None if large else LOW, padding=ft.Padding.symmetric(horizontal=13, vertical=8), bgcolor=p.surface,
        border=edge(theme.HAIR, p.line), border_radius=theme.R_PANEL,
    )  # fmt: skip


def waiting(ctx: Ctx) -> Screen:
    """Draw the guards' screen while others must act: the map, and the last answer."""
    pending = ctx.view.pending
    facts = guards_map(ctx, concerned=on_board(None if pending is None else pending.zone))
    theirs = ctx.view.phase == "intruders"
    title = ctx.t(f"{G}intruders_act" if theirs else f"{G}wait_title")
    taught = lesson(ctx, "intruders", "SCORPION-9.3") if theirs and not ctx.open else []
    below = bottom(ctx, tiles(ctx, NOTHING), [*taught, *sharing(ctx)])
    return laid(ctx, facts, None, title, "", below), _dock(ctx)


def _dock(ctx: Ctx) -> ft.Control:
    due = next((p for p in ctx.snap.prompts if p.must), None)
    if due is None:
        return waits(ctx, "", ctx.t(f"{G}wait_title"))
    several = len({p.seat for p in ctx.snap.prompts if p.must and p.ask == due.ask}) > 1
    seat = "" if several or asked_of(ctx.snap, ctx.me) else due.seat
    return waits(ctx, seat, ctx.say(due.ask, due.params))


def guards(ctx: Ctx) -> Screen:
    """Return a guard player's screen from the first turn to the end, with what is asked."""
    answers = {
        "assign_wound_cards": wounds,
        "step": stepping,
        "guard_stop": heading,
        "place_hidden_sentry": placing,
        "draw_cards": drawing,
        "patrols": patrolling,
    }
    for ask, draw in answers.items():
        if prompt_of(ctx.snap, ctx.me, ask) is not None:
            return draw(ctx)
    pending = ctx.view.pending
    if pending is not None and pending.kind == "listening":
        return listening(ctx)
    return choosing(ctx) if cards_ask(ctx) or chosen(ctx).act else waiting(ctx)
