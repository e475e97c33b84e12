"""Pairs that lie face down: which they may be, what is claimed of them, and showing them (GIRYAKU-6.3, OP-8)."""

from __future__ import annotations

from referee.core.replacing import replace
from referee.core.values import Notice
from referee.giryaku import audits
from referee.giryaku.cards import KINDS, lower, pair_of, upper, without
from referee.giryaku.state import Lying, Player, State, player, tell, with_player
from referee.giryaku.view_model import Claim


def column_of(p: Player, column: int) -> tuple[Lying, Lying]:
    below, above = p.board[lower(column)], p.board[upper(column)]
    assert below is not None
    assert above is not None
    return below, above


def note_claim(state: State, seat: str, column: int, pair: str) -> State:
    """Keep a claimed pair, to be held against its cards when they are seen (ledger section 8)."""
    p = player(state, seat)
    if p.flip is None:
        return state
    below, above = column_of(p, column)
    claim = Claim((below.id, above.id), pair, state.turn)  # type: ignore[arg-type]
    return with_player(state, seat, flip=replace(p.flip, claims=(*p.flip.claims, claim)))


def claimable(p: Player, column: int) -> tuple[str, ...]:
    """Return the pairs that a column may be, for all that everybody knows; none where it is not full or not flipped."""
    below, above = p.board[lower(column)], p.board[upper(column)]
    if below is None or above is None or p.flip is None:
        return ()
    lows, highs = (KINDS if card.card is None else [card.card] for card in (below, above))
    pairs = (pair_of(a, b) for a in lows for b in highs if not audits.misfits(p, {below.id: a, above.id: b}))
    return tuple(dict.fromkeys(pairs))


def lows(pair: str, below: Lying, above: Lying) -> tuple[str, ...]:
    """Return which card of a pair may lie below, for all that is known of the two."""
    kinds = dict.fromkeys(pair)
    return tuple(low for low in kinds if below.kind in (None, low) and above.kind in (None, without(pair, (low,))[0]))


def shown_pair(state: State, seat: str, column: int, faces: tuple[str, str], told: list[Notice]) -> State:
    """Return the table after everybody has seen both cards; they lie as they lay, O×O face up (OP-8)."""
    below, above = column_of(player(state, seat), column)
    seen = {card.id: kind for card, kind in zip((below, above), faces, strict=True) if card.down}
    state = audits.shown(state, seat, seen, told)
    if faces == ("O", "O"):
        return show_pair(state, seat, column)
    board = list(player(state, seat).board)
    board[lower(column)], board[upper(column)] = replace(below, card=faces[0]), replace(above, card=faces[1])
    told.append(tell("pair_shown", "6.3", seat=seat, column=column, cards=list(faces)))
    return with_player(state, seat, board=tuple(board))


def show_pair(state: State, seat: str, column: int) -> State:
    p = player(state, seat)
    board = list(p.board)
    seen = p.flip.shown if p.flip is not None else ()
    for i, card in zip((lower(column), upper(column)), column_of(p, column), strict=True):
        board[i] = replace(card, card="O", down=False, noted=None)
        seen = (*seen, "O") if card.down else seen
    flip = None if p.flip is None else replace(p.flip, shown=seen)
    return with_player(state, seat, board=tuple(board), flip=flip)
