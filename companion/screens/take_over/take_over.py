"""Entering a position: the host a step a screen what lies open, each seat its own part under its cover."""

from __future__ import annotations

import flet as ft

from companion.contract.actions import Actions
from companion.contract.offered import ui_of
from companion.contract.snapshot import MatchInfo, Snapshot, TakeOverState
from companion.contract.take_over import Entering, TakeOver
from companion.screens.take_over.open_table import open_table
from companion.screens.take_over.own_part import covered, own_part
from companion.ui.look import Look
from referee.core.values import Seat


def take_over(look: Look, snap: Snapshot, actions: Actions, first: int = 0) -> ft.Control:
    """Return the screen on which a position is entered, opened at the `first` step."""
    assert snap.match is not None
    assert snap.taking_over is not None
    code = f"take-over-{snap.match.code}-{snap.viewer}"
    return _take_over(look, snap, actions, snap.match, snap.taking_over, first, key=code)  # type: ignore[call-arg]


@ft.component
def _take_over(
    look: Look, snap: Snapshot, actions: Actions, match: MatchInfo, state: TakeOverState, first: int
) -> ft.Control:
    step, go = ft.use_state(first)
    own_step, go_own = ft.use_state(0)
    zone_field, to_field = ft.use_state(0)

    def turn(to: int) -> None:
        to_field(0)
        go(to)

    def turn_own(to: int) -> None:
        to_field(0)
        go_own(to)

    form = _form(match)
    seats = tuple(Seat(seat=s.seat, name=s.name) for s in match.seats)
    entering = Entering(look.t, seats, state.options, state.table)
    mine = snap.viewer if snap.role == "seat" else ""
    own = form.secret(entering, mine) if mine else ()
    table = form.table(entering)
    if state.own is not None and own:
        at = min(own_step, len(own) - 1)
        return own_part(look, snap, actions, state, form, own, at, zone_field, turn_own, to_field)
    if not snap.host:
        return covered(look, snap, actions, match, state, table, bool(own))
    at = min(step, len(table))
    return open_table(look, snap, actions, match, state, form, table, at, zone_field, turn, to_field, bool(own))


def _form(match: MatchInfo) -> TakeOver:
    loaded = ui_of(match.game).take_over
    assert loaded is not None
    return loaded()
