"""Public events: their lines in words, the card of news that stays until it is closed, and which ones sound."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import flet as ft

from companion.games.scorpion.answer import Answer, answer_panel, last_answer
from companion.games.scorpion.facts import Ctx
from companion.games.scorpion.map import mark_box
from companion.ui import Act, aloud, block, edge, icon_button, named, row, text, theme
from companion.ui.base import column, inset, rule
from companion.ui.theme import Look
from referee.scorpion.parts import Event
from referee.scorpion.views.view_model import View

ANSWERS: Final = frozenset({"heard", "heard_nothing", "cat_played", "guards_moved", "guards_woke", "search_answered"})
"""Events that are shown as an answer, in a panel of their own."""


def public_answers(view: View) -> int:
    """Return the number of public answers in a match."""
    return sum(event.kind in ANSWERS for event in view.record)


IC = ft.Icons
MARKS: dict[str, ft.IconData] = {
    "heard": IC.HEARING_SHARP,
    "heard_nothing": IC.HEARING_DISABLED_SHARP,
    "cat_played": IC.PETS_SHARP,
    "listen_declared": IC.HEARING_SHARP,
    "search_declared": IC.SEARCH_SHARP,
    "search_answered": IC.SEARCH_SHARP,
    "guards_moved": IC.DIRECTIONS_WALK_SHARP,
    "patrol_turned": IC.TURN_RIGHT_SHARP,
    "discovered": IC.VISIBILITY_SHARP,
    "lost_sight": IC.VISIBILITY_OFF_SHARP,
    "entrance_found": IC.DOOR_SLIDING_SHARP,
    "wounded": IC.BLOODTYPE_SHARP,
    "died": IC.CLOSE_SHARP,
    "guard_killed": IC.CLOSE_SHARP,
    "escaped": IC.DIRECTIONS_RUN_SHARP,
    "mission_accomplished": IC.CHECK_SHARP,
    "card_played": IC.STYLE_SHARP,
    "guard_card": IC.STYLE_SHARP,
    "drawn": IC.STYLE_SHARP,
}
LIT = frozenset({"heard", "discovered"})
"""Events with a filled mark: somebody is there."""
UNANNOUNCED = frozenset(
    {"alert_phase", "card_phase", "patrol_phase", "intruder_phase", "alert_fell", "listen_declared", "adjusted"}
)
"""Events that are not listed: the tracks or a house ruling show them, or an answer follows."""


def event_rows(ctx: Ctx, most: int, *, skip: bool) -> list[ft.Control]:
    """Return the newest public events, newest first. `skip` leaves out the one that the answer above already shows."""
    events = [(at, e) for at, e in enumerate(ctx.view.record) if e.kind not in UNANNOUNCED][::-1]
    if skip and (answered := next((each for each in events if each[1].kind in ANSWERS), None)) is not None:
        events.remove(answered)
    return [event_row(ctx, event, f"event{at}") for at, event in events[:most]]


def event_row(ctx: Ctx, event: Event, key: str | None = None) -> ft.Control:
    """Return one public event: its turn, its mark, what happened. With a key it stays unchanged while others come."""
    words, mark = ctx.say(f"scorpion.{event.kind}", event.data), MARKS.get(event.kind, IC.CIRCLE_SHARP)
    return _event(ctx.look, event.turn, mark, words, event.kind in LIT, key=key)  # type: ignore[call-arg]


@block
def _event(look: Look, turn: int, glyph: ft.IconData, words: str, lit: bool) -> ft.Control:
    mark = mark_box(look, glyph, lit, 40 if look.wide else 30, line=theme.LINE if look.wide else theme.HAIR)
    number = text(look, "subject" if look.wide else "label", str(turn), look.p.text_2, align=ft.TextAlign.END)
    number.width = 32
    said = text(look, "subject" if look.wide else "caption", words, lines=2, expand=True)
    return named(
        aloud(look.t("scorpion.screen.in_turn", turn=turn), words),
        ft.Container(
            row([number, mark, said], 12),
            padding=inset(0, 7 if look.wide else 3),
            border=rule("bottom", look.p.line),
        ),
    )


ANNOUNCED = frozenset(
    {
        "heard",
        "heard_nothing",
        "cat_played",
        "search_answered",
        "discovered",
        "lost_sight",
        "entrance_found",
        "rope_found",
        "wounded",
        "died",
        "guard_killed",
        "guard_drunk",
        "hidden_sentry_placed",
        "hidden_sentry_killed",
        "escaped",
        "returned",
        "mission_accomplished",
        "passage_entered",
        "passage_left",
        "lone_wolf_named",
    }
)
"""The events that everybody should have seen."""
LIT_NEWS = frozenset({"heard", "discovered", "wounded", "died", "mission_accomplished"})
MOST = 3
"""The most events on one card, the newest. All of them are in the log."""


def news(ctx: Ctx, meaning: str = "") -> list[ft.Control]:
    """Return the card of unread news: the last answer in large, and what came before it.

    `meaning` says what the map shows of that answer.
    """
    answer = last_answer(ctx)
    if answer is not None and meaning:
        answer = replace(answer, sub=f"{meaning} {answer.sub}")
    record = ctx.view.record
    begins, every = _from(ctx), enumerate(map(_replaced, record))
    unread = [(at, event) for at, event in every if at >= begins and event.kind in ANNOUNCED]
    away = ctx.change(replace, seen=len(record))
    if answer is not None and ctx.pick.seen < len(record):
        # The events that make up the answer are told by it.
        newest = max((at for at, event in enumerate(record) if event.kind in ANSWERS), default=-1)
        unread = [(at, event) for at, event in unread if at < newest]
        return [_card(ctx.look, answer, _lines(ctx, unread[-1:]), away)]
    return [_card(ctx.look, None, _lines(ctx, unread[-MOST:]), away)] if unread else []


def _replaced(event: Event) -> Event:
    """Return a house ruling that replaces an answer as that answer, since everybody should see it."""
    answer = event.data.get("answer") if event.kind == "adjusted" else None
    return event if answer is None else event.model_copy(update={"kind": answer})


def _from(ctx: Ctx) -> int:
    """Return where in the record the unread events begin; those before the last turn are only in the log."""
    lately = (at for at, event in enumerate(ctx.view.record) if event.turn >= ctx.view.turn - 1)
    return max(ctx.pick.seen, next(lately, len(ctx.view.record)))


Line = tuple[str, str, bool]
"""The kind of an event, its words, whether somebody is there."""


def _lines(ctx: Ctx, events: list[tuple[int, Event]]) -> tuple[Line, ...]:
    return tuple((e.kind, ctx.say(f"scorpion.{e.kind}", e.data), e.kind in LIT_NEWS) for _, e in events)


@block
def _card(look: Look, answer: Answer | None, lines: tuple[Line, ...], away: Act) -> ft.Control:
    spoken = [
        named(
            words,
            row([mark_box(look, MARKS.get(kind, IC.CIRCLE_SHARP), lit), text(look, "subject", words, expand=True)], 10),
            live_region=True,
        )
        for kind, words, lit in lines
    ]
    parts = [] if answer is None else [answer_panel(look, answer, away)]
    if spoken:
        close = [] if parts else [icon_button(look, IC.CLOSE_SHARP, look.t("scorpion.screen.news.read"), away)]
        loud = not parts and any(lit for _, _, lit in lines)
        content = [column(spoken, 6, expand=True), *close]
        box = ft.Container(
            ft.Row(content, spacing=4, vertical_alignment=ft.CrossAxisAlignment.START), padding=inset(11, 8),
            bgcolor=look.p.surface, border=edge(theme.LINE, look.p.accent_text if loud else look.p.line_strong),
            border_radius=theme.R_PANEL, key="told",  # it stays when an answer comes above it
        )  # fmt: skip
        parts.append(box)
    return column(parts, 6)
