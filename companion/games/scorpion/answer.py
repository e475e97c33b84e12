"""The referee's answer to the last check, always the same panel in the same place, and the bar of a waiting one."""

from __future__ import annotations

import time
from dataclasses import dataclass

import flet as ft

from companion.games.scorpion.facts import Ctx, board_of, called
from companion.games.scorpion.map import mark_box, place, spot, unit_name
from companion.ui import Act, aloud, block, edge, icon_button, named, text, theme
from companion.ui.base import inset
from companion.ui.theme import Look
from companion.ui.words import listed
from referee.scorpion.parts import Event
from referee.scorpion.views.view_model import View


@block
def wait_bar(look: Look, until: float, seconds: int) -> ft.Control:
    """Draw a bar that is full at `until`, in seconds since 1970, and was empty `seconds` before.

    The phone animates it by itself: nothing more is sent until the wait is over.
    """
    running, run = ft.use_state(0.0)
    left = min(max(until - time.time(), 0.0), float(seconds))
    share = 1 - left / seconds if seconds else 1.0
    still, runs = not left, running == until

    def seen(_: object) -> None:
        if not still:
            run(until)

    full = ft.Container(
        height=12, bgcolor=look.p.text, border_radius=theme.R_TRACK,
        offset=ft.Offset(0 if runs else round(share - 1, 3), 0),  # in multiples of its width: it comes in from the left
        animate_offset=None if still else ft.Animation(round(1000 * left), ft.AnimationCurve.LINEAR),
    )  # fmt: skip
    return ft.Container(
        full, key=str(until), height=12, bgcolor=look.p.surface_3, border_radius=theme.R_TRACK, on_size_change=seen,
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
    )  # fmt: skip


IC = ft.Icons
G = "guards."
LOW = 110
"""The height of every answer in pixels."""
FARTHEST = 3
"""The farthest distance at which an intruder is heard: the zones it can move in a turn (SCORPION-12.2, 17.1); in the
first turn it has not moved (12.4)."""
_HEARD = {"heard": True, "heard_nothing": False, "cat_played": False}
_AFTER = frozenset(
    {"alert_raised", "discovered", "lone_wolf_named", "entrance_found", "rope_found", "lost_sight", "patrol_turned"}
)
"""Consequences of other events, which are told together with them."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer: who or what it is about, the outcome, and its consequences."""

    over: str
    outcome: str
    sub: str
    lit: bool
    glyph: ft.IconData


def last_answer(ctx: Ctx) -> Answer | None:
    """Return this turn's answer if nothing was declared after it, else None."""
    event, after = _last(ctx.view)
    if event is None or event.turn != ctx.view.turn:
        return None
    if event.kind in _HEARD:
        return _heard(ctx, event, after)
    if event.kind in ("guards_moved", "guards_woke"):
        return _walked(ctx, event, after)
    return _searched(ctx, event, after) if event.kind == "search_answered" else None


def out_of_earshot(ctx: Ctx) -> tuple[str, ...]:
    """Return the zones where the last listen cannot have heard anybody, while its answer is shown (SCORPION-12.2)."""
    event, _ = _last(ctx.view)
    if event is None or event.kind != "heard" or event.turn != ctx.view.turn:
        return ()
    board, zone = board_of(ctx.view), event.data["zone"]
    near = board.sound.within(zone, FARTHEST if event.turn > 1 else 0) if zone in board else board.ids
    return tuple(each for each in board.ids if each not in near)


def _last(view: View) -> tuple[Event | None, list[Event]]:
    after: list[Event] = []
    for event in view.record[::-1]:
        if event.kind not in _AFTER:
            return event, after
        after.insert(0, event)
    return None, after


def _heard(ctx: Ctx, event: Event, after: list[Event]) -> Answer:
    lit = _HEARD[event.kind]
    over = ctx.t(f"{G}listened", unit=unit_name(ctx, event.data["unit"]), zone=spot(ctx, event.data["zone"]))
    outcome = ctx.t(f"{G}heard" if lit else f"{G}nothing")
    cat = event.kind == "cat_played"
    sub = ctx.t(f"{G}cat") if cat else alert_words(ctx, after)
    return Answer(over, outcome, sub, lit, IC.HEARING_SHARP if lit else IC.HEARING_DISABLED_SHARP)


def _walked(ctx: Ctx, event: Event, after: list[Event]) -> Answer:
    met = [str(e.data["intruder"]) for e in after if e.kind == "discovered"]
    unit = event.data["unit"] if "unit" in event.data else "+".join(event.data["guards"])
    over = ctx.t(f"{G}entered", unit=unit_name(ctx, unit), zone=spot(ctx, event.data["zone"]))
    found = [ctx.say(f"scorpion.{e.kind}", e.data) for e in after if e.kind in ("entrance_found", "rope_found")]
    sub = " ".join([alert_words(ctx, after), *found])
    if met:
        who = listed(ctx.look, [called(ctx, each) for each in met])
        return Answer(over, ctx.t(f"{G}found", who=who), sub, True, IC.VISIBILITY_SHARP)
    return Answer(over, ctx.t(f"{G}nobody"), sub, False, IC.VISIBILITY_OFF_SHARP)


def _searched(ctx: Ctx, event: Event, after: list[Event]) -> Answer:
    found = str(event.data["found"])
    who = called(ctx, event.data["intruder"])
    over = ctx.t(f"{G}searched", who=who, zone=place(ctx, event.data["zone"]))
    letter = len(found) == 1
    outcome = ctx.t(f"{G}letter", letter=found) if letter else ctx.t(f"{G}found_{found}")
    return Answer(over, outcome, alert_words(ctx, after), found != "nothing", IC.SEARCH_SHARP)


def alert_words(ctx: Ctx, after: list[Event]) -> str:
    raised = [e for e in after if e.kind == "alert_raised"]
    if not raised:
        return ctx.t(f"{G}alert_stays", level=ctx.t(f"track.alert_{ctx.view.alert}"))
    first, last = raised[0].data["before"], raised[-1].data["after"]
    return ctx.t(f"{G}alert_rose", before=ctx.t(f"track.alert_{first}"), after=ctx.t(f"track.alert_{last}"))


@block
def answer_panel(look: Look, answer: Answer, go_on: Act | None = None) -> ft.Control:
    """Draw an answer. Both outcomes have the same size and place; only a positive one has a filled sign.

    `go_on` closes it.
    """
    p = look.p
    sign = mark_box(
        look, answer.glyph, answer.lit, 50, inside=32, line=theme.LINE, ink=p.text, radius=theme.R_BUTTON
    )
    large = look.scale > 1.15
    words = ft.Column(
        [
            text(look, "over", answer.over, p.text_2, lines=3 if large else 1),
            text(look, "headline", answer.outcome, size=21, lines=3 if large else 1),
            text(look, "caption", answer.sub, p.text_2, lines=4 if large else 2),
        ],
        spacing=1, tight=True, expand=True, alignment=ft.MainAxisAlignment.CENTER,
    )  # fmt: skip
    room = inset(11, 11, 11 if go_on is None else theme.TOUCH, 11)
    spoken = named(
        aloud(answer.outcome, answer.over, answer.sub),
        ft.Container(ft.Row([sign, words], spacing=10), padding=room, alignment=ft.Alignment.CENTER_LEFT),
        live_region=True,
    )
    away = icon_button(look, IC.CLOSE_SHARP, look.t("scorpion.screen.news.read"), go_on)
    layers = [spoken, ft.Container(away, right=0, top=0, visible=go_on is not None)]
    return ft.Container(
        ft.Stack(layers, fit=ft.StackFit.PASS_THROUGH), height=None if large else LOW, bgcolor=p.surface,
        border=edge(theme.LINE, p.accent_text if answer.lit else p.text), border_radius=theme.R_PANEL,
        alignment=ft.Alignment.CENTER_LEFT,
    )  # fmt: skip
