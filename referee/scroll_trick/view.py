"""What one viewer may know of a state, and which rulings reveal secrets.

A view is assembled from public parts and the private parts of the seats that the viewer may see; nothing is removed
afterwards.
"""

from __future__ import annotations

from typing import Any

from referee.core.judging import for_all_viewers, known, may_look_into, shown
from referee.core.values import GAME_MASTER, PUBLIC, Viewer, Why
from referee.scroll_trick.cards import SHADOW, VALUES
from referee.scroll_trick.hands import open_duty, playable
from referee.scroll_trick.moves import CONTEST
from referee.scroll_trick.ranking import due, lowest, result, standings
from referee.scroll_trick.shadow import step
from referee.scroll_trick.state import (
    Player,
    State,
    Trick,
    active,
    everybody,
    led,
    order,
    plays_now,
    shown_cards,
    taken,
    trick_now,
    undealt,
)
from referee.scroll_trick.supply import accounted
from referee.scroll_trick.tricks import leader_of
from referee.scroll_trick.view_model import (
    PlayView,
    PrivateView,
    RoundView,
    ScrollView,
    SeatView,
    SupplyRow,
    TrickView,
    View,
)

NAMING = CONTEST | {"shadow", "open", "place", "turn"}
"""The phases whose declarations name cards of this round."""


def remembered(now: State, then: State, viewer: Viewer) -> bool:
    """Tell whether `viewer` may still read what was declared in the state `then`: no more than the view shows (O19).

    Hidden are earlier rounds, the tricks that the view hides and, once it hides one, what came before the first trick.
    Tricks that the table took back (O18) can be read, since their cards have to be played again as they were.
    """
    if viewer == GAME_MASTER or now.options.history_visible == "all" or then.phase not in NAMING:
        return True
    if then.round != now.round:
        return then.round > now.round
    hidden = {trick.number for trick in taken(now)} - {trick.number for trick in shown_again(now, viewer)}
    if then.phase not in CONTEST:
        return not hidden
    return len(then.tricks) + (then.phase == "refill") not in hidden


def shown_again(state: State, viewer: Viewer) -> tuple[Trick, ...]:
    """Return the taken tricks that the app shows, as the option says (O19); the game master sees all."""
    done = tuple(trick for trick in taken(state) if trick.plays)
    if state.options.history_visible == "all" or viewer == GAME_MASTER or state.phase == "ended":
        return done
    return done[-1:] if state.options.history_visible == "last_trick" else ()


def reveals(before: State, after: State) -> bool:
    """Tell whether a ruling brought new cards or scrolls, or revealed something hidden (METSUKE-2.3; O20).

    A turned scroll was hidden; a card shown or a scroll captured was a secret if its owner had entered it. Whether the
    owner had is public, so the answer reveals nothing.
    """
    seats = zip(everybody(before), everybody(after), strict=True)
    return any(_came_in(old, new) or _was_turned_up(old, new) for old, new in seats) or _out_of_entries(before, after)


def _came_in(old: Player, new: Player) -> bool:
    """Tell whether a player got cards or drew scrolls, or the shadow laid cards in its row."""
    more = len(new.open) + new.closed > len(old.open) + old.closed
    row = new.seat == SHADOW and new.opened > old.opened
    return more or row or (new.drawn and not old.drawn)


def _was_turned_up(old: Player, new: Player) -> bool:
    up = {one.card for one in old.open if one.value is not None}
    return any(one.value is not None and one.card not in up for one in new.open)


def _out_of_entries(before: State, after: State) -> bool:
    entered = {p.seat for p in before.players if p.hand is not None}
    seen = shown_cards(before)
    if any(seat in entered for card, seat in shown_cards(after).items() if card not in seen):
        return True
    noted = {p.seat for p in before.players if p.noted or p.held is not None}
    return any(seat in noted for seat, card in _captured(after) - _captured(before))


def _captured(state: State) -> set[tuple[str, str]]:
    """Return the scrolls of this round's tricks that everybody has seen: who played them, and on which card."""
    plays = (play for trick in state.tricks for play in trick.plays)
    return {(play.seat, play.card) for play in plays if play.laid.tile and play.laid.value is not None}


def view(state: State, viewer: Viewer) -> View:
    """Return all that `viewer` may know; an unknown viewer sees what is public."""
    own: dict[str, Any] = {
        "viewer": known(state, viewer),
        "private": tuple(_secrets(state, p) for p in may_look_into(state, viewer)),
        "tricks": tuple(_trick(state, trick) for trick in shown_again(state, viewer)),
    }
    return _shared(state).model_copy(update=own)


@for_all_viewers
def _shared(state: State) -> View:
    dealt = state.phase not in ("setup", "deal", "score") and state.options.depth == "plays"
    now = trick_now(state)
    turns = due(state)
    return shown(
        View,
        state,
        viewer=PUBLIC,
        trick=state.tricks[-1].number if state.tricks else 0,
        order=order(state),
        active=active(state),
        seats=tuple(_seat(state, p, turns.get(p.seat, 0)) for p in everybody(state)),
        private=(),
        now=None if now is None else _trick(state, now),
        tricks=(),
        shadow=step(state),
        pile=state.pile if state.options.depth == "plays" else 45 - sum(len(p.captured) for p in everybody(state)),
        undealt=undealt(state) if dealt else 0,
        discards=len(taken(state)) * len(everybody(state)),
        supply=_supply(state),
        lowest=lowest(state) if state.phase == "between" and not state.marker_given else (),
        remedy=None if state.remedy is None else state.findings[state.remedy],
        rounds=_rounds(state),
        standings=standings(state),
        result=result(state),
    )


def _supply(state: State) -> tuple[SupplyRow, ...]:
    known, counts = accounted(state), state.options.tile_counts
    return tuple(SupplyRow(value=v, seen=known[v], count=None if counts is None else counts[v]) for v in VALUES)


def _rounds(state: State) -> tuple[RoundView, ...]:
    """Return the rounds that are over, without those in which no capture is known."""
    over = range(1, len(state.players[0].bounds) + 1)
    rounds = (RoundView(round=n, captured={p.seat: p.captured_in(n) for p in everybody(state)}) for n in over)
    return tuple(one for one in rounds if any(one.captured.values()))


def _seat(state: State, p: Player, turns: int) -> SeatView:
    return shown(
        SeatView,
        p,
        tiles=len(p.captured),
        plus=sum(value > 0 for value in p.captured),
        in_round=p.captured_in(state.round),
        marker=p.seat == state.marker,
        cards=p.open,
        noted=p.noted or p.held is not None,
        registered=p.hand is not None,
        due=turns,
    )


def _trick(state: State, trick: Trick) -> TrickView:
    won = leader_of(trick, state.trump)
    tiles = [play.laid.value for play in trick.plays if play.laid.tile]
    known = [value for value in tiles if value is not None]
    return TrickView(
        number=trick.number,
        leader=trick.leader,
        kind=led(trick),
        plays=tuple(
            PlayView(seat=p.seat, card=p.card, opened=p.opened, tile=p.laid.tile, value=p.laid.value)
            for p in trick.plays
        ),
        ahead=trick.winner or (None if won is None else won.seat),
        taken=trick.winner is not None,
        value=sum(known) if len(known) == len(tiles) else None,
        why=() if won is None else (won.why,),
    )


def _secrets(state: State, p: Player) -> PrivateView:
    mine = playable(state, p) if active(state) == p.seat and state.phase == "trick" else None
    bound = mine is not None and mine != p.hand
    why = _why(state, p) if bound else None
    return shown(PrivateView, p, playable=mine, why=why, scrolls=noted_scrolls(state, p))


def noted_scrolls(state: State, p: Player) -> tuple[ScrollView, ...]:
    """Return a seat's notes of its face-down scrolls, including those in the trick."""
    laid = (*p.open, *(play.laid for play in plays_now(state) if play.seat == p.seat))
    return tuple(ScrollView(card=one.card, value=one.recorded) for one in laid if one.recorded is not None)


def _why(state: State, p: Player) -> Why:
    """Return why a player may not play every card in hand: open cards first, or the led kind (SCROLL-6.4, 6.7)."""
    kind = led(trick_now(state))
    if open_duty(state, p, kind) and state.options.follow_open == "open_first":
        return Why(reason="scroll_trick.why.open_first", params={"kind": kind}, clause="SCROLL-6.7")
    return Why(reason="scroll_trick.why.must_follow", params={"kind": kind}, clause="SCROLL-6.4")
