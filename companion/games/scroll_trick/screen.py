"""The table of Ninja Scroll Trick on one phone: a player's, the table display's, the game master's.

`table` is a function of the snapshot. What is only chosen so far, not declared, is this phone's own state.
"""

from __future__ import annotations

import flet as ft

from companion.contract.actions import Actions
from companion.contract.snapshot import Snapshot
from companion.games.scroll_trick.answers import answering
from companion.games.scroll_trick.asks import waits
from companion.games.scroll_trick.display import display
from companion.games.scroll_trick.end import ended
from companion.games.scroll_trick.entry import entering, entry
from companion.games.scroll_trick.facts import Pick, asked_of, moment_of
from companion.games.scroll_trick.frame import Ctx, has_cover, page
from companion.games.scroll_trick.gm import game_master
from companion.games.scroll_trick.hand import board, cover, holds_cards, mine
from companion.games.scroll_trick.refusal import over, refused_dock
from companion.games.scroll_trick.rounds import between, finding_rows
from companion.games.scroll_trick.scores import sheet_if_any
from companion.games.table.screen import Desk, Screen
from companion.ui.look import Look


def table(look: Look, snap: Snapshot, actions: Actions) -> ft.Control:
    """Return the screen of a Scroll Trick match for `play` and `end`, whatever this phone's role is."""
    return scroll_trick_table(look, snap, actions)


@ft.component
def scroll_trick_table(look: Look, snap: Snapshot, actions: Actions) -> ft.Control:
    """Draw the table, and keep what is chosen on this phone."""
    pick, put = ft.use_state(Pick())
    # The first setter of a state stays good for as long as the component lives.
    return drawn(look, snap, actions, pick, ft.use_memo(lambda: Desk(put), []))


def drawn(look: Look, snap: Snapshot, actions: Actions, pick: Pick, desk: Desk) -> ft.Control:
    """Return the screen for what is chosen so far."""
    desk.moment = moment_of(snap.view)
    secret = snap.held != "covered" and snap.role in ("seat", "gm") and snap.screen == "play"
    ctx = Ctx(look.but(secret=secret), snap, actions, pick.at(desk.moment), desk)
    sheet = over(ctx)
    if snap.role == "gm" and ctx.view.phase != "ended":
        return game_master(ctx, sheet)
    if snap.role != "seat":
        return display(ctx, sheet)
    content, answer = seat_screen(ctx)
    return page(ctx, content, refused_dock(ctx) or answer, overlay=sheet)


def seat_screen(ctx: Ctx) -> Screen:
    """Return what a seat's phone shows now: the end, an entry under the cover, what is asked, or the table."""
    if ctx.view.phase == "ended":
        return ended(ctx)
    if entering(ctx):
        return entry(ctx)
    prompt = asked_of(ctx.snap, ctx.me)
    if prompt is not None:
        return answering(ctx, prompt)
    if ctx.view.options.depth == "scores":
        return sheet_if_any(ctx), waits(ctx)
    if ctx.view.phase in ("between", "tie"):
        return [*between(ctx), *(cover(ctx, below=True) if has_cover(ctx) else [])], waits(ctx)
    own = [mine(ctx), *cover(ctx)] if holds_cards(ctx) else []
    return [*board(ctx), *own, *finding_rows(ctx)], waits(ctx)
