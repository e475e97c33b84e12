"""What one viewer may know of a state, and which rulings reveal secrets.

A view is assembled from public parts and the private parts of the seats that the viewer may see; nothing is removed
afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.core.judging import for_all_viewers, known, may_look_into, shown
from referee.core.values import GAME_MASTER, PUBLIC, Notice, Viewer
from referee.shinobi_school.cards import UNKNOWN, Cards
from referee.shinobi_school.field import sealed
from referee.shinobi_school.rounds import result, standings
from referee.shinobi_school.state import Player, State, may_agree, open_sides, player, turn_number, undealt
from referee.shinobi_school.view_model import PrivateView, SeatView, Turn, View

REVEALING = frozenset(
    {
        "shinobi_school.revealed",
        "shinobi_school.earths_clash",
        "shinobi_school.first_field",
        "shinobi_school.heaven_shown",
        "shinobi_school.finding.entry",
    }
)
"""The notices that reveal something hidden: face-down earths, cards of the stock, heavens, entries."""


def reveals(before: State, after: State, notices: Sequence[Notice]) -> bool:
    """Tell whether a ruling reveals something hidden, so that no seat can undo it alone (METSUKE-2.3).

    At the depth `scores` nothing is hidden. The end of a match reveals all entries and the whole journal. A set placed
    from heaven is the player's own to show, and may be undone.
    """
    if before.options.depth == "scores":
        return False
    if after.phase == "ended" or any(notice.message in REVEALING for notice in notices):
        return True
    costs = (n.params["seat"] for n in notices if n.message == "shinobi_school.counted_out")
    return any(player(before, seat).heaven_size for seat in costs)


# What the log still shows (open point O15)


def remembered(now: State, then: State, viewer: Viewer) -> bool:
    """Tell whether `viewer` may still read what was declared in the state `then`: no more than the view shows.

    Hidden are the turns that the view no longer shows, what they began with (the earths and the first field), and,
    unless the view shows them, the swept cards.
    """
    if viewer == GAME_MASTER or now.phase == "ended" or then.phase not in ("reveal", "field", "start", "turn"):
        return True
    if then.round != now.round:
        return False
    if now.options.history_visible == "all":
        return True
    shown = 1 if now.options.history_visible == "last_turn" else 0
    return len(then.turns) >= len(now.turns) - shown and not _swept_by(now, then)


def _swept_by(now: State, then: State) -> bool:
    """Tell whether a declaration in the state `then` swept the field, by closing the turn or by agreement."""
    at = len(then.turns)
    fresh = [*(turn.swept for turn in now.turns), now.fresh]
    if then.phase != "turn" or at >= len(fresh):
        return False
    if fresh[at] and not then.fresh:
        return True
    closes = bool(then.actions) or (at < len(now.turns) and all(a.kind == "pass" for a in now.turns[at].actions))
    by_rule = then.placed or now.options.opening_flush == "start_leads"
    return closes and by_rule and fresh[at + 1 : at + 2] == [True]


HIDDEN = ("deal", "split", "reveal")
"""The phases in which earths are face down or not laid yet."""


def view(state: State, viewer: Viewer) -> View:
    """Return all that `viewer` may know; an unknown viewer gets the public view."""
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
    """Return the earlier turns of this round that the option shows (O15)."""
    if all_:
        return state.turns
    return state.turns[-1:] if state.options.history_visible == "last_turn" else ()


def swept_cards(state: State) -> Cards:
    """Return the swept cards whose numbers are known."""
    return tuple(card for card in state.swept if card != UNKNOWN)


def sees_the_past(state: State, viewer: Viewer) -> bool:
    """Tell whether a viewer is shown all earlier turns and swept cards (O15)."""
    return state.options.history_visible == "all" or viewer == GAME_MASTER or state.phase == "ended"


def now(state: State) -> Turn | None:
    """Return the present turn, or the one that has won the round."""
    if state.phase not in ("turn", "won", "scoring") or state.active is None:
        return None
    return Turn(state.active, state.actions, state.fresh)


def _seat(state: State, p: Player) -> SeatView:
    is_hidden = state.phase in HIDDEN or state.options.depth == "scores" or state.phase in ("tie", "ended")
    return shown(
        SeatView,
        p,
        starts=p.seat == state.start,
        earth_noted=p.laid is not None,
        earth=None if is_hidden else p.earth,
        heaven=None if is_hidden else p.heaven_size,
        shown=None if p.left is None else p.left.heaven,
        scored=None if p.left is None else p.left.points,
    )
