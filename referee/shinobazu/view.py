"""What one viewer may know of a Shinobazu state, and which rulings reveal secrets.

A view is assembled from public parts and the private parts of the seats that the viewer may see; nothing is removed
afterwards.
"""

from __future__ import annotations

from typing import Any

from referee.core.judging import for_all_viewers, known, may_look_into, shown
from referee.core.values import PUBLIC, Viewer
from referee.shinobazu.cards import CARDS, HAND
from referee.shinobazu.hands import playable
from referee.shinobazu.rounds import ends, next_start, open_checks, result
from referee.shinobazu.state import FightCard, Player, State, current, front, laid_by, surely_held
from referee.shinobazu.view_model import FightCardView, LaidView, PrivateView, SeatView, View


def reveals(before: State, after: State) -> bool:
    """Tell whether something hidden was revealed between two states, or new cards were dealt (METSUKE-2.3).

    The end of a match reveals everything entered secretly, in earlier sets too.
    """
    dealt = after.set > before.set
    opened = after.phase == "ended" != before.phase and after.options.depth == "plays"
    return dealt or opened or bool(_known_to_all(after) - _known_to_all(before))


def _known_to_all(state: State) -> set[tuple[Any, ...]]:
    """Return what everybody knows of this set's cards: open faces, wrong records, hands shown."""
    faces = {(c.laid_by, c.round, c.card) for c in state.cards if c.card is not None or c.void}
    return faces | {(p.seat, card) for p in state.players for card in p.shown_hand or ()}


def view(state: State, viewer: Viewer) -> View:
    """Return all that `viewer` may know; an unknown viewer gets the public view."""
    private = tuple(_secrets(state, p) for p in may_look_into(state, viewer))
    return _shared(state).model_copy(update={"private": private, "viewer": known(state, viewer)})


@for_all_viewers
def _shared(state: State) -> View:
    gone = [c for c in state.cards if c.discarded]
    over = state.phase in ("round_end", "ended")
    return shown(
        View,
        state,
        viewer=PUBLIC,
        reveals=state.due,
        accepted=state.answer == "accept",
        seats=tuple(_seat(state, p) for p in state.players),
        discards=tuple(c.card for c in gone if c.card is not None),
        discards_unseen=sum(c.card is None for c in gone),
        unused=len(CARDS) - HAND * len(state.players),
        refused_duel=state.refused,
        next_start=next_start(state) if over else None,
        ends=over and ends(state),
        open_checks=open_checks(state),
        result=result(state),
        private=(),
    )


def _seat(state: State, p: Player) -> SeatView:
    lies = front(state, p.seat)
    return shown(
        SeatView,
        p,
        front=tuple(_fight_card(state, c) for c in lies),
        has_current=current(state, p.seat) is not None,
        turn_over=p.laid,
        leads=p.seat == state.start,
        hand_entered=p.hand is not None,
        returned=surely_held(state, p.seat),
        stays=p.seat in state.stays,
        kept=_kept(state, p, lies),
    )


def _kept(state: State, p: Player, lies: tuple[FightCard, ...]) -> int:
    """Return the number of carried cards in front; at the depth `scores`, until the battle removes them."""
    if state.options.depth == "plays":
        return sum(c.round < state.round for c in lies)
    stands = state.phase == "battle" or p.seat in state.stays or p.seat == state.challenger
    return p.kept if stands else 0


def _fight_card(state: State, c: FightCard) -> FightCardView:
    carried = c.round < state.round
    recorded = c.recorded is not None and not c.void
    return FightCardView(card=c.card, laid_by=c.laid_by, carried=carried, recorded=recorded)


def _secrets(state: State, me: Player) -> PrivateView:
    hidden = [c for c in laid_by(state, me.seat) if c.card is None and c.recorded is not None]
    mine = playable(state, me) if state.active == me.seat and state.phase == "turns" else None
    bound = mine is not None and mine != me.hand
    return shown(
        PrivateView,
        me,
        playable=mine,
        why="shinobazu.why.must_follow" if bound else None,
        laid=tuple(LaidView(to=c.owner, card=c.recorded) for c in hidden if c.recorded and not c.discarded),
        gone=tuple(c.recorded for c in hidden if c.recorded and c.discarded),
    )
