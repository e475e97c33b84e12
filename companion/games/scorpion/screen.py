"""The table of NINJA: Legend of the Scorpion Clan on one phone: a player's, the table display's, the game master's.

`table` is a function of the snapshot. What is only chosen so far, not declared, is this phone's own state.
"""

from __future__ import annotations

import flet as ft

from companion.contract.actions import Actions
from companion.contract.snapshot import Snapshot
from companion.games.scorpion.display.display import display
from companion.games.scorpion.end import ended
from companion.games.scorpion.facts import Pick, moment_of
from companion.games.scorpion.frame import Ctx, page
from companion.games.scorpion.gm import game_master
from companion.games.scorpion.guards.screen import guards
from companion.games.scorpion.intruders.screen import intruders
from companion.games.scorpion.refusal import over, refused_dock
from companion.games.scorpion.scores.screen import scores
from companion.games.scorpion.setup.screen import setup
from companion.games.table.screen import Desk, Screen
from companion.ui.look import Look


def table(look: Look, snap: Snapshot, actions: Actions) -> ft.Control:
    """Return the screen of a Scorpion match for `play` and `end`, whatever this phone's role is."""
    return scorpion_table(look, snap, actions)


@ft.component
def scorpion_table(look: Look, snap: Snapshot, actions: Actions) -> ft.Control:
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
    over_now = ctx.view.phase == "ended"
    if snap.role == "gm" and not over_now:
        return game_master(ctx, sheet)
    if snap.role != "seat" and not over_now:
        return display(ctx, sheet)
    content, answer = seat_screen(ctx)
    covered_parts = ctx.view.options["depth"] == "plays" and not over_now
    return page(ctx, content, refused_dock(ctx) or answer, overlay=sheet, covered_parts=covered_parts)


def seat_screen(ctx: Ctx) -> Screen:
    """Return what a seat's phone shows now: set-up, its side's part of the turn, the end."""
    view = ctx.view
    if view.phase == "ended":
        return ended(ctx)
    if view.options["depth"] == "scores":
        return scores(ctx)
    if view.phase in ("setup", "start"):
        return setup(ctx)
    return guards(ctx) if ctx.side == "guards" else intruders(ctx)
