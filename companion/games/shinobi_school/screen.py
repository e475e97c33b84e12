"""The table of Shinobi School on one phone: a player's, the table display's, the game master's.

`table` is a function of the snapshot. What is only chosen so far, not declared, is this phone's own state.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import flet as ft

from companion.contract.actions import Actions
from companion.contract.snapshot import Snapshot
from companion.games.shinobi_school.begin import first_field, reveal, start
from companion.games.shinobi_school.display import display
from companion.games.shinobi_school.end import ended, tie
from companion.games.shinobi_school.facts import Pick, moment_of
from companion.games.shinobi_school.frame import Ctx, page
from companion.games.shinobi_school.gm import game_master
from companion.games.shinobi_school.refusal import over, refused_dock
from companion.games.shinobi_school.scores import close, score
from companion.games.shinobi_school.scoring import scoring, won
from companion.games.shinobi_school.split import deal, entering, entry, split
from companion.games.shinobi_school.turn import turns
from companion.games.table.screen import Desk, Screen
from companion.ui.look import Look

PHASES: Mapping[str, Callable[[Ctx], Screen]] = {
    "deal": deal,
    "split": split,
    "reveal": reveal,
    "field": first_field,
    "start": start,
    "turn": turns,
    "won": won,
    "scoring": scoring,
    "score": score,
    "close": close,
    "tie": tie,
    "ended": ended,
}
"""What a seat's phone shows in each phase, in the order of play."""


def table(look: Look, snap: Snapshot, actions: Actions) -> ft.Control:
    """Return the screen of a Shinobi School match for `play` and `end`, whatever this phone's role is."""
    return school_table(look, snap, actions)


@ft.component
def school_table(look: Look, snap: Snapshot, actions: Actions) -> ft.Control:
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
    content, answer = entry(ctx) if entering(ctx) else PHASES[ctx.view.phase](ctx)
    return page(ctx, content, refused_dock(ctx) or answer, overlay=sheet)
