"""Pairs that lie face down: which they may be, what is claimed of them, and showing them (GIRYAKU-6.3, OP-8)."""

from __future__ import annotations

from referee.core.replacing import replace
from referee.giryaku import audits
from referee.giryaku.cards import KINDS, lower, pair_of, upper, without
from referee.giryaku.state import Claim, Flip, Lying, Player, State, player, with_player


def note_claim(state: State, seat: str, column: int, pair: str) -> State:
    """Keep a claimed pair, to be held against its cards when they are seen (ledger section 8)."""
    p = player(state, seat)
    below, above = p.board[lower(column)], p.board[upper(column)]
    assert below is not None
    assert above is not None
    if p.flip is None:
        return state
    claim = Claim((below.id, above.id), pair, state.turn)
    return with_player(state, seat, flip=replace(p.flip, claims=(*p.flip.claims, claim)))


def claimable(p: Player, column: int, *, private: bool) -> tuple[str, ...]:
    """Return the pairs that a full column may be, for all that is known, or as its owner's phone knows."""
    below, above = p.board[lower(column)], p.board[upper(column)]
    if below is None or above is None or p.flip is None:
        return ()
    lows, highs = (
        [kind] if (kind := card.kind if private else card.card) is not None else KINDS for card in (below, above)
    )
    pairs = (pair_of(a, b) for a in lows for b in highs if _possible(p.flip, below, above, a, b))
    return tuple(dict.fromkeys(pairs))


def _possible(flip: Flip, below: Lying, above: Lying, a: str, b: str) -> bool:
    hidden = tuple(kind for card, kind in ((below, a), (above, b)) if card.down)
    return not audits.surplus_shown(flip, hidden)


def faces(pair: str, below: Lying, above: Lying, named: str | None) -> tuple[str, str] | None:
    """Return which card of a shown pair lies below and which above; None where that has to be named."""
    low = below.kind
    if low is None and above.kind is not None and above.kind in pair:
        low = without(pair, (above.kind,))[0]
    if low is None:
        low = named if pair[0] != pair[1] else pair[0]
    if low is None or low not in pair:
        return None
    return low, without(pair, (low,))[0]


def show_pair(state: State, seat: str, column: int, below: str = "O", above: str = "O") -> State:
    """Return the table with both cards of a column face up."""
    p = player(state, seat)
    board = list(p.board)
    seen = p.flip.shown if p.flip is not None else ()
    for i, kind in ((lower(column), below), (upper(column), above)):
        card = board[i]
        assert card is not None
        board[i] = replace(card, card=kind, down=False, noted=None)
        seen = (*seen, kind) if card.down else seen
    flip = None if p.flip is None else replace(p.flip, shown=seen)
    return with_player(state, seat, board=tuple(board), flip=flip)
