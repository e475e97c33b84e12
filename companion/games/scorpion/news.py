"""What has happened in public, as one card on every phone: it stays until its reader goes on."""

from __future__ import annotations

from dataclasses import replace

import flet as ft

from companion.games.scorpion.answer import Answer, answer_panel, last_answer
from companion.games.scorpion.events import MARKS
from companion.games.scorpion.facts import Pick
from companion.games.scorpion.frame import Ctx
from companion.games.scorpion.map_page import mark_box
from companion.ui import Act, block, edge, icon_button, row, text, theme
from companion.ui.base import column, inset
from companion.ui.look import Look
from referee.scorpion.trackers import Event

TOLD = frozenset(
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
LIT = frozenset({"heard", "discovered", "wounded", "died", "mission_accomplished"})
MOST = 3
"""Events on one card: the newest. All of them are in the log."""


def news(ctx: Ctx, meaning: str = "") -> list[ft.Control]:
    """Return the card with what its reader has not put away yet: the last answer at large, and what came before it.

    `meaning` says what the map shows of that answer.
    """
    answer = last_answer(ctx)
    if answer is not None and meaning:
        answer = replace(answer, sub=f"{meaning} {answer.sub}")
    record = ctx.view.record
    begins, every = _from(ctx), enumerate(map(_replaced, record))
    unread = [(at, event) for at, event in every if at >= begins and event.kind in TOLD]
    away = ctx.change(_read, len(record))
    if answer is not None and ctx.pick.seen < len(record):
        # The events that make the answer are told by it.
        newest = max((at for at, event in enumerate(record) if event.kind in ANSWERED), default=-1)
        unread = [(at, event) for at, event in unread if at < newest]
        return [_card(ctx.look, answer, _lines(ctx, unread[-1:]), away)]
    return [_card(ctx.look, None, _lines(ctx, unread[-MOST:]), away)] if unread else []


ANSWERED = frozenset({"heard", "heard_nothing", "cat_played", "search_answered", "guards_moved", "guards_woke"})


def _replaced(event: Event) -> Event:
    """Return a house ruling that replaces an answer as that answer, which everybody should see anew."""
    answer = event.data.get("answer") if event.kind == "adjusted" else None
    return event if answer is None else event.model_copy(update={"kind": answer})


def _from(ctx: Ctx) -> int:
    """Return where in the record the unread begins: what was before the last turn is in the log."""
    lately = (at for at, event in enumerate(ctx.view.record) if event.turn >= ctx.view.turn - 1)
    return max(ctx.pick.seen, next(lately, len(ctx.view.record)))


def _read(now: Pick, seen: int) -> Pick:
    return replace(now, seen=seen)


Line = tuple[str, str, bool]
"""The kind of an event, its words, whether somebody is there."""


def _lines(ctx: Ctx, events: list[tuple[int, Event]]) -> tuple[Line, ...]:
    return tuple((e.kind, ctx.say(f"scorpion.{e.kind}", e.data), e.kind in LIT) for _, e in events)


@block
def _card(look: Look, answer: Answer | None, lines: tuple[Line, ...], away: Act) -> ft.Control:
    told = [
        ft.Semantics(
            content=row(
                [
                    mark_box(look, MARKS.get(kind, ft.Icons.CIRCLE_SHARP), lit),
                    text(look, "subject", words, expand=True),
                ],
                10,
            ),
            label=words, live_region=True, container=True, exclude_semantics=True,
        )
        for kind, words, lit in lines
    ]  # fmt: skip
    parts = [] if answer is None else [answer_panel(look, answer, away)]
    if told:
        close = None if parts else icon_button(look, ft.Icons.CLOSE_SHARP, look.t("scorpion.screen.news.read"), away)
        parts.append(_box(look, told, close, not parts and any(lit for _, _, lit in lines)))
    return column(parts, 6)


def _box(look: Look, told: list[ft.Semantics], close: ft.Control | None, lit: bool = False) -> ft.Control:
    lines = ft.Column([*told], spacing=6, tight=True, expand=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
    return ft.Container(
        ft.Row(
            [lines, *([close] if close is not None else [])], spacing=4,
            vertical_alignment=ft.CrossAxisAlignment.START,
        ),
        padding=inset(11, 8), bgcolor=look.p.surface,
        border=edge(theme.LINE, look.p.accent_text if lit else look.p.line_strong), border_radius=theme.R_PANEL,
        key="told",  # it stays when an answer comes above it
    )  # fmt: skip
