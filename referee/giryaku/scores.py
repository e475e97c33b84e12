"""Graveyards, which are the points of this game: the depth `scores`, and adjustments by hand (GIRYAKU-9.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.core.base import replace
from referee.core.judging import firm, passes, uphold
from referee.core.values import Notice, Ruling, RulingContext
from referee.giryaku import moves
from referee.giryaku.cards import HAND, OWNED, counted, listed, plus
from referee.giryaku.ending import counts, wins
from referee.giryaku.hands import audited, found, more, require_fits
from referee.giryaku.moves import Adjustment
from referee.giryaku.setup import configure, set_first_player
from referee.giryaku.state import Player, State, lying, player, rival, tell, with_player

LEAST = 9
"""Minimum number of cards in the graveyard of a player without hand and deck: 15 less a full board."""


def judge(state: State, seat: str, move: Any, context: RulingContext) -> Ruling:
    # At this depth the final count was the result; at `plays` it is an audit after the end.
    firm(state.phase != "ended", "GIRYAKU-9.10", "giryaku.match_over")
    return RULES[type(move)](state, seat, move, context)


def entered(state: State) -> State:
    """Return the state after an entry, which also fixes who goes first."""
    return replace(state, turn=state.turn + 1)


def graveyard_add(state: State, seat: str, move: moves.GraveyardAdd, context: RulingContext) -> Ruling:
    """Judge cards added to a graveyard (GIRYAKU-1.5 to 1.7, 1.1, 2.2).

    What a house ruling lets stand of a wrong box is a finding, and the box is not asked for again.
    """
    p = player(state, move.player)
    firm(move.cards, "GIRYAKU-1.7", "giryaku.name_cards")
    size = p.size + len(move.cards)
    firm(size + (p.count or 0) <= OWNED, "GIRYAKU-1.2", "giryaku.fifteen_cards", seat=p.seat)
    state = with_player(state, p.seat, graveyard=plus(p.graveyard, counted(move.cards)))
    require_fits(state, p.seat, context)
    told = [tell("buried", "1.5", seat=p.seat, cards=list(move.cards), size=size)]
    if not passes(require_fits, state, p.seat, RulingContext()):
        state = audited(state, told)
    return uphold(entered(state), told)


def board_count(state: State, seat: str, move: moves.BoardCount, context: RulingContext) -> Ruling:
    """Judge the number of cards on a board (GIRYAKU-1.3, 1.2)."""
    p = player(state, move.player)
    firm(move.n <= 6, "GIRYAKU-1.3", "giryaku.six_cells", count=move.n)
    firm(p.size + move.n <= OWNED, "GIRYAKU-1.2", "giryaku.fifteen_cards", seat=p.seat)
    told = [tell("board_counted", "1.3", seat=p.seat, count=move.n)]
    return uphold(entered(with_player(state, p.seat, count=move.n)), told)


def claim_empty_board(state: State, seat: str, move: moves.ClaimEmptyBoard, context: RulingContext) -> Ruling:
    """Judge the claim that the other board's last card was removed, to that player's graveyard (GIRYAKU-9.2)."""
    player(state, move.winner)
    other = rival(state, move.winner)
    firm(other.size, "GIRYAKU-9.2", "giryaku.nothing_removed", seat=other.seat)
    told: list[Notice] = []
    state = with_player(entered(state), other.seat, count=0)
    return uphold(wins(state, move.winner, "empty_board", told), told)


def claim_onmyoji_pair(state: State, seat: str, move: moves.ClaimOnmyojiPair, context: RulingContext) -> Ruling:
    """Judge the claim of two onmyoji in a column, not on the first turn and possible by the deck (GIRYAKU-9.3, 9.4)."""
    p = player(state, move.winner)
    firm(move.first_turn is not None, "GIRYAKU-9.4", "giryaku.which_turn", seat=p.seat)
    context.require(not move.first_turn, "GIRYAKU-9.4", "giryaku.first_turn_pair", seat=p.seat)
    told: list[Notice] = []
    pair_fits(state, p, context, told)
    return uphold(wins(entered(state), p.seat, "onmyoji_pair", told), told)


def pair_fits(state: State, p: Player, context: RulingContext, told: list[Notice]) -> None:
    """Refuse two onmyoji on a board if the graveyard leaves none (GIRYAKU-2.2, 1.1)."""
    require_fits(with_player(state, p.seat, graveyard=plus(p.graveyard, counted("OO"))), p.seat, context)


def no_hand(state: State, seat: str, move: moves.NoHand, context: RulingContext) -> Ruling:
    """Judge that a player has no hand, and thus no deck: all cards are in graveyard and board (GIRYAKU-9.5, 9.6)."""
    name = move.player or seat
    p = player(state, name)
    firm(p.size >= LEAST, "GIRYAKU-9.5", "giryaku.cards_left", seat=p.seat, count=LEAST)
    sums_to_deck = p.count is None or p.count + p.size == OWNED
    firm(sums_to_deck, "GIRYAKU-9.5", "giryaku.fifteen_in_all", seat=p.seat)
    told = [tell("no_hand", "9.5", seat=p.seat)]
    if state.phase == "last_turn":
        firm(p.seat == state.last, "GIRYAKU-9.6", "giryaku.not_your_turn", seat=state.last)
        return uphold(counting(state, told), told)
    other = rival(state, p.seat).seat
    told.append(tell("last_turn", "9.6", seat=other))
    return uphold(replace(entered(state), phase="last_turn", last=other, active=other), told)


def last_turn_done(state: State, seat: str, move: moves.LastTurnDone, context: RulingContext) -> Ruling:
    """Judge the end of the last turn (GIRYAKU-9.6)."""
    player(state, move.player)
    firm(move.player == state.last, "GIRYAKU-9.6", "giryaku.not_your_turn", seat=state.last)
    told = [tell("last_turn_over", "9.6", seat=move.player)]
    return uphold(counting(state, told), told)


def counting(state: State, told: list[Notice]) -> State:
    """Begin the count, the only thing left (GIRYAKU-9.6)."""
    return replace(entered(state), phase="count", active=None)


def final_count(state: State, seat: str, move: moves.FinalCount, context: RulingContext) -> Ruling:
    """Judge the count of both graveyards, which must equal the entries; the smaller wins (GIRYAKU-9.1, 9.9)."""
    both_named(state, move)
    for p in state.players:
        n = move.counts[p.seat]
        firm(n >= p.size, "GIRYAKU-1.6", "giryaku.book_says", seat=p.seat, size=p.size, count=n)
        firm(n == p.size, "GIRYAKU-9.1", "giryaku.book_says", seat=p.seat, size=p.size, count=n)
    told = [tell("counted", "9.1", sizes={p.seat: p.size for p in state.players})]
    return uphold(counts(entered(state), told), told)


def both_named(state: State, move: moves.FinalCount) -> None:
    """Refuse a count that does not name exactly the two seats."""
    for name in move.counts:
        player(state, name)
    firm(len(move.counts) == 2, "GIRYAKU-9.1", "giryaku.count_both")


def recount(state: State, seat: str, move: moves.FinalCount, context: RulingContext) -> Ruling:
    """Judge a recount of the graveyards after a match at the depth `plays` (ledger section 8)."""
    firm(not state.recounted, "GIRYAKU-9.10", "giryaku.match_over")
    both_named(state, move)
    told = [tell("recounted", "9.1", sizes=dict(move.counts))]
    for p in state.players:
        if move.counts[p.seat] != p.size:
            cards = listed(p.graveyard)
            state = found(state, "recount", told, player=p.seat, turn=None, cards=cards, reported=True)
    return uphold(replace(state, recounted=True), told)


RULES: Mapping[type[Any], Callable[[State, str, Any, RulingContext], Ruling]] = {
    moves.Configure: configure,
    moves.SetFirstPlayer: set_first_player,
    moves.GraveyardAdd: graveyard_add,
    moves.BoardCount: board_count,
    moves.ClaimEmptyBoard: claim_empty_board,
    moves.ClaimOnmyojiPair: claim_onmyoji_pair,
    moves.NoHand: no_hand,
    moves.LastTurnDone: last_turn_done,
    moves.FinalCount: final_count,
}
"""The rules of the depth `scores`."""


def adjust(state: State, adjustment: Adjustment) -> State:
    """Return the state with graveyards set by hand; the deck is adjusted accordingly.

    Raises `Refused` for an unknown seat, before the deal and after the end (GIRYAKU-9.10), and for more cards than a
    player (1.2) or the box (1.1) has.
    """
    firm(state.phase != "ended", "GIRYAKU-9.10", "giryaku.match_over")
    plays = state.options.depth == "plays"
    firm(not plays or state.phase in ("turn", "resolve"), "GIRYAKU-2.9", "giryaku.opening_first")
    for seat, graveyard in adjustment.graveyards.items():
        p = player(state, seat)
        counts = graveyard.S, graveyard.N, graveyard.O
        state = with_player(state, seat, graveyard=counts)
        rest = OWNED - sum(counts) - (len(lying(p)) + p.hand if plays else p.count or 0)
        firm(rest >= 0, "GIRYAKU-1.2", "giryaku.fifteen_cards", seat=seat)
        if plays:
            # Cards returned to the deck are drawn at once if the hand is short (GIRYAKU-3.4).
            short = min(rest, max(0, HAND - p.hand)) if state.phase == "turn" and not state.bonus else 0
            state = with_player(state, seat, deck=rest - short, hand=p.hand + short, since=more(p, short))
    for seat in adjustment.graveyards:
        require_fits(state, seat, RulingContext())
    return state
