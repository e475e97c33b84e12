"""The table of Giryaku on one phone: a player's, the table display's, the game master's.

`table` is a function of the snapshot. What is only chosen so far, not declared, is this phone's own state.
"""

from __future__ import annotations

import flet as ft

from companion.contract.actions import Actions
from companion.contract.snapshot import Snapshot
from companion.games.giryaku.display import display
from companion.games.giryaku.ending import ended
from companion.games.giryaku.facts import Pick, moment_of
from companion.games.giryaku.frame import Ctx, page
from companion.games.giryaku.gm import game_master
from companion.games.giryaku.play import play
from companion.games.giryaku.refusal import over, refused_dock
from companion.games.giryaku.scores import scores
from companion.games.table.screen import Desk, Screen
from companion.ui.look import Look


def table(look: Look, snap: Snapshot, actions: Actions) -> ft.Control:
    """Return the screen of a Giryaku match for `play` and `end`, whatever this phone's role is."""
    return giryaku_table(look, snap, actions)


@ft.component
def giryaku_table(look: Look, snap: Snapshot, actions: Actions) -> ft.Control:
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
    if snap.role != "seat" and ctx.view.phase != "ended":
        return display(ctx, sheet)
    content, answer = seat_screen(ctx)
    return page(ctx, content, refused_dock(ctx) or answer, overlay=sheet)


def seat_screen(ctx: Ctx) -> Screen:
    """Return what a seat's phone shows now."""
    if ctx.view.phase == "ended":
        return ended(ctx)
    return scores(ctx) if ctx.view.options.depth == "scores" else play(ctx)
