"""The screen of a table on one phone: a player's, the table display's, the game master's, and after the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import flet as ft

from companion.contract.actions import Actions
from companion.contract.snapshot import Snapshot
from companion.games.table import end as rematch
from companion.games.table import notes
from companion.games.table.analysis import analysed
from companion.games.table.context import Ctx, EndedMatch, Face, FullPage, PickStore, Screen, WithLesson, looked
from companion.games.table.end import end_dock
from companion.games.table.frame import bar, here, lessons, page, whose
from companion.games.table.game_master import game_master
from companion.games.table.menu import over, refused_dock
from companion.games.table.notes import changed
from companion.games.table.table_screen import C, TableScreen
from companion.ui import Choice, aloud, choice_bar, list_panel, list_row, screen, strip
from companion.ui.overlays import CONSENT
from companion.ui.theme import Look
from companion.ui.words import listed

FACES: tuple[Face, ...] = ("analysis", "replay", "record")


def looked_back(ctx: C, table: TableScreen[C]) -> Screen:
    """Return a phone's screen after the end; without analysis and replay it is the record."""
    there = faces(ctx, table)
    if len(there) == 1:
        return record(ctx, table)
    back: EndedMatch = ctx.pick.back
    face = back.face if back.face in there else there[0]
    choices = tuple(Choice(each, ctx.look.t(f"analysis.face.{each}")) for each in there)
    bar = choice_bar(ctx.look, choices, face, ctx.change(turned), tick=False)
    if face == "record":
        content, dock = record(ctx, table)
        return [bar, *content], dock
    dock = end_dock(ctx)
    if face == "replay" and table.replay is not None:
        return [bar, *table.replay(ctx)], dock
    head = [] if back.puzzle else table.outcome(ctx)
    return [bar, *head, *analysed(ctx, table)], dock


def record(ctx: C, table: TableScreen[C]) -> Screen:
    """Return the outcome of the match, and the notes that were changed."""
    content, dock = table.ended(ctx)
    more = changed(ctx)
    return ([*content, *more] if more else content), dock


def faces(ctx: C, table: TableScreen[C]) -> tuple[Face, ...]:
    """Return what can be shown of this match after the end."""
    snap = ctx.snap
    there = {
        "analysis": snap.analysis is not None or snap.analysing is not None,
        "replay": table.replay is not None and bool(snap.replay),
        "record": True,
    }
    return tuple(face for face in FACES if there[face])


def turned(now: Any, face: Face) -> Any:
    """Return the pick with another face. A phone may send anything."""
    return looked(now, face=face) if face in FACES else now


def display(ctx: C, table: TableScreen[C], overlay: ft.Control | None = None) -> ft.Control:
    """Draw the table display: a tablet's two columns, or a phone's one."""
    look = ctx.look
    left, right = table.public(ctx)
    here_words = here(ctx, always=True)
    if look.wide:
        here_words = aloud(ctx.t("title"), ctx.where if table.place_is_named else "", here_words)
    return screen(
        look,
        bar=None if look.wide else bar(ctx),
        strip=strip(look, "safe", here_words),
        content=left,
        side=right,
        dock=whose(ctx, *table.awaited(ctx)),
        overlay=overlay,
    )


def table_of(table: TableScreen[Any]) -> Callable[[Look, Snapshot, Actions], ft.Control]:
    """Return the component that shows a game's matches for `play` and `end`, in any role.

    The pick is the component's own state. Each game has a component of its own, so that one game's picks are never
    taken for another's.
    """

    @ft.component
    def component(look: Look, snap: Snapshot, actions: Actions) -> ft.Control:
        pick, put = ft.use_state(table.pick)
        # The first setter of a state remains valid for the lifetime of the component.
        return drawn(table, look, snap, actions, pick, ft.use_memo(lambda: PickStore(put), []))

    return component


def drawn(
    table: TableScreen[Any], look: Look, snap: Snapshot, actions: Actions, pick: Any, picks: PickStore
) -> ft.Control:
    picks.moment = table.moment(snap.view)
    secret = snap.held != "covered" and snap.role in ("seat", "gm") and snap.screen == "play"
    ctx = table.context(look.but(secret=secret), snap, actions, pick.at(picks.moment), picks)
    overlay = over(ctx, table)
    ctx, waits = apart(ctx)
    if snap.role == "gm" and not ctx.ended:
        return game_master(ctx, table, overlay)
    if snap.role != "seat" and not ctx.ended:
        return display(ctx, table, overlay)
    content, answer = looked_back(ctx, table) if ctx.ended else table.seat(ctx)
    if ctx.ended:
        content = [*rematch.asked(ctx), *content, *rematch.starters(ctx)]
    elif not isinstance(content, FullPage):
        taught = [] if isinstance(content, WithLesson) else lessons(ctx, table.lessons)
        content = [*waits, *taught, *content, *notes.correct_button(ctx)]
    return page(ctx, content, refused_dock(ctx, table) or answer, overlay)


def apart(ctx: Ctx) -> tuple[Ctx, list[ft.Control]]:
    """Return the context without prompts for consent to a proposal, and a panel that says whom the others wait for."""
    asked = [p.seat for p in ctx.snap.prompts if p.ask == CONSENT]
    if not asked:
        return ctx, []
    others = tuple(p for p in ctx.snap.prompts if p.ask != CONSENT)
    missing = ctx.look.t("app.house.waiting", names=listed(ctx.look, [ctx.name(seat) for seat in asked]))
    waiting = [] if ctx.me in asked else [list_panel(ctx.look, [list_row(ctx.look, ft.Icons.GAVEL_SHARP, missing)])]
    return replace(ctx, snap=replace(ctx.snap, prompts=others)), waiting
