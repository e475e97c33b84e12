"""What a house ruling sets by hand: graveyards, which are the points of this game (GIRYAKU-9.1)."""

from __future__ import annotations

from referee.core.judging import firm
from referee.core.values import RulingContext
from referee.giryaku.cards import HAND, OWNED
from referee.giryaku.decks import require_fits
from referee.giryaku.hands import more
from referee.giryaku.options import Adjustment
from referee.giryaku.state import State, lying, player, with_player


def adjust(state: State, adjustment: Adjustment) -> State:
    """Return the state with graveyards set by hand; the deck makes up the difference.

    Raises `Refused` for a seat that nobody has, before the deal and after the end (GIRYAKU-9.10), and for more
    cards than a player (1.2) or the box (1.1) has.
    """
    firm(state.phase != "ended", "GIRYAKU-9.10", "giryaku.match_over")
    plays = state.options.depth == "plays"
    begun = not plays or state.phase in ("turn", "resolve")
    firm(begun, "GIRYAKU-2.9", "giryaku.opening_first")
    for seat, graveyard in adjustment.graveyards.items():
        p = player(state, seat)
        counts = graveyard.S, graveyard.N, graveyard.O
        state = with_player(state, seat, graveyard=counts)
        rest = OWNED - sum(counts) - (len(lying(p)) + p.hand if plays else p.count or 0)
        firm(rest >= 0, "GIRYAKU-1.2", "giryaku.fifteen_cards", seat=seat)
        if plays:
            # Cards that are back in the deck are drawn at once where the hand is short (GIRYAKU-3.4).
            short = min(rest, max(0, HAND - p.hand)) if state.phase == "turn" and not state.bonus else 0
            state = with_player(state, seat, deck=rest - short, hand=p.hand + short, since=more(p, short))
    for seat in adjustment.graveyards:
        require_fits(state, seat, RulingContext())
    return state
