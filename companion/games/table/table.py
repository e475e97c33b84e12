"""A table on one phone: a player's, the table display's, the game master's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import flet as ft

from companion.contract.actions import Actions
from companion.contract.snapshot import Snapshot
from companion.games.table import notes, rematch
from companion.games.table.context import Ctx, PickStore, Taught, Whole
from companion.games.table.display import display
from companion.games.table.frame import page
from companion.games.table.game_master import game_master
from companion.games.table.lessons import lessons
from companion.games.table.looking_back import looked_back
from companion.games.table.refusal import over, refused_dock
from companion.games.table.table_screen import TableScreen
from companion.ui import list_panel, list_row
from companion.ui.look import Look
from companion.ui.sheets.overlays import CONSENT
from companion.ui.words.sentences import listed


def table_of(table: TableScreen[Any]) -> Callable[[Look, Snapshot, Actions], ft.Control]:
    """Return the component that shows a game's matches for `play` and `end`, whatever a phone's role is.

    What is chosen on a phone, not declared, is the component's own state. Each game has a component of its own, so
    that one game's choices are never taken for another's.
    """

    @ft.component
    def component(look: Look, snap: Snapshot, actions: Actions) -> ft.Control:
        pick, put = ft.use_state(table.pick)
        # The first setter of a state stays good for as long as the component lives.
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
    elif not isinstance(content, Whole):
        taught = [] if isinstance(content, Taught) else lessons(ctx, table.lessons)
        content = [*waits, *taught, *content, *notes.wrong(ctx)]
    return page(ctx, content, refused_dock(ctx, table) or answer, overlay)


def apart(ctx: Ctx) -> tuple[Ctx, list[ft.Control]]:
    """Take what a seat proposes out of what the game asks, and return with it whom the others wait for."""
    asked = [p.seat for p in ctx.snap.prompts if p.ask == CONSENT]
    if not asked:
        return ctx, []
    others = tuple(p for p in ctx.snap.prompts if p.ask != CONSENT)
    waiting = [] if ctx.me in asked else [note_waiting(ctx, asked)]
    return replace(ctx, snap=replace(ctx.snap, prompts=others)), waiting


def note_waiting(ctx: Ctx, asked: Sequence[str]) -> ft.Control:
    """Return whose answer to a proposal is missing."""
    called = ctx.look.t("app.house.waiting", names=listed(ctx.look, [ctx.name(seat) for seat in asked]))
    return list_panel(ctx.look, [list_row(ctx.look, ft.Icons.GAVEL_SHARP, called)])
