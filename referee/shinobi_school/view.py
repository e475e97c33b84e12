"""The only door for secrets: what one viewer may know of a table.

A view is put together from public pieces and from the private pieces of those seats that the viewer may
look into; nothing is ever taken out of it again.
"""

from __future__ import annotations

from typing import Any

from referee.core.looking import for_all_viewers, known, may_look_into, shown
from referee.core.values import GAME_MASTER, PUBLIC, Viewer
from referee.shinobi_school.cards import UNKNOWN, Cards
from referee.shinobi_school.field.tiers import sealed
from referee.shinobi_school.rounds.ranking import result, standings
from referee.shinobi_school.state import (
    Player,
    State,
    may_agree,
    open_sides,
    turn_number,
    undealt,
)
from referee.shinobi_school.view_model import PrivateView, SeatView, Turn, View

HIDDEN = ("deal", "split", "reveal")
"""The phases in which earths lie face down, or nowhere."""


def view(state: State, viewer: Viewer) -> View:
    """Return all that `viewer` may know; a viewer that nobody knows sees what everybody sees."""
    all_ = sees_the_past(state, viewer)
    own: dict[str, Any] = {
        "viewer": known(state, viewer),
        "private": tuple(shown(PrivateView, p) for p in may_look_into(state, viewer)),
        "swept_cards": swept_cards(state) if all_ else None,
        "turns": _remembered(state, all_),
    }
    return _shared(state).model_copy(update=own)


@for_all_viewers
def _shared(state: State) -> View:
    return shown(
        View,
        state,
        viewer=PUBLIC,
        dealt=state.deal.cards,
        highest=state.deal.highest,
        stock=undealt(state) - state.turned,
        active=state.active if state.phase == "turn" else None,
        open=open_sides(state),
        sealed=sealed(state.field),
        swept=len(state.swept),
        swept_cards=None,
        may_agree=may_agree(state),
        now=now(state),
        turns=(),
        turn=turn_number(state),
        seats=tuple(_seat(state, p) for p in state.players),
        private=(),
        standings=standings(state),
        result=result(state),
    )


def _remembered(state: State, all_: bool) -> tuple[Turn, ...]:
    """Return the earlier turns of this round that the app shows, as the option says (O15)."""
    if all_:
        return state.turns
    return state.turns[-1:] if state.options.history_visible == "last_turn" else ()


def swept_cards(state: State) -> Cards:
    """Return the swept cards whose numbers are known."""
    return tuple(card for card in state.swept if card != UNKNOWN)


def sees_the_past(state: State, viewer: Viewer) -> bool:
    """Tell whether a viewer is shown all earlier turns and what was swept (O15)."""
    return state.options.history_visible == "all" or viewer == GAME_MASTER or state.phase == "ended"


def now(state: State) -> Turn | None:
    """Return the turn that is on, or that has won the round."""
    if state.phase not in ("turn", "won", "scoring") or state.active is None:
        return None
    return Turn(state.active, state.actions, state.fresh)


def _seat(state: State, p: Player) -> SeatView:
    hidden = state.phase in HIDDEN or state.options.depth == "scores" or state.phase in ("tie", "ended")
    return shown(
        SeatView,
        p,
        starts=p.seat == state.start,
        earth_noted=p.laid is not None,
        earth=None if hidden else p.earth,
        heaven=None if hidden else p.heaven_size,
        shown=None if p.left is None else p.left.heaven,
        scored=None if p.left is None else p.left.points,
    )
