"""A turn: place or consume, the skill, the refill (GIRYAKU-3, 4, 8.1 to 8.5), and whose turn is next (9.5, 9.6)."""

from __future__ import annotations

from referee.core.judging import firm, one
from referee.core.replacing import replace
from referee.core.values import Notice, RulingContext
from referee.giryaku.cards import CELLS, COLUMNS, lower, pair_of, upper
from referee.giryaku.decks import require_fits
from referee.giryaku.ending import counts
from referee.giryaku.hands import played, refilled
from referee.giryaku.moves import NoHand, Place
from referee.giryaku.state import Lying, Player, State, Task, height, player, rival, tell, with_board, with_player
from referee.giryaku.turns.claims import shown_pair
from referee.giryaku.turns.resolving import acted, first_do


def banned(state: State, seat: str) -> bool:
    """Tell whether two onmyoji in a column are forbidden on this turn (GIRYAKU-9.4, OP-3b)."""
    chained = state.chained and state.options.first_turn_ban == "first_turn_and_chained"
    return player(state, seat).turns == 1 or chained


# Place


def place(state: State, seat: str, move: Place, context: RulingContext, told: list[Notice]) -> State:
    """One hand card goes on the own board (GIRYAKU-4); a second one completes its column (4.5)."""
    p, c = player(state, seat), move.col
    said = one(move.card, "GIRYAKU-4.1", "giryaku.place_one")
    may_lie(p, move)
    secretly = move.face_down
    app = state.options.flip_mode == "app"
    firm(not secretly or p.flip is not None, "GIRYAKU-4.4", "giryaku.face_up")
    named = said is not None
    firm(secretly or named, "GIRYAKU-4.1", "giryaku.name_card")
    firm(not secretly or not app or named, "GIRYAKU-7.6", "giryaku.note_card", private=True)
    firm(not secretly or app or not named, "GIRYAKU-7.6", "giryaku.card_unasked", private=True)
    i = upper(c) if p.board[lower(c)] is not None else lower(c)
    below = p.board[lower(c)]
    if banned(state, seat) and below is not None:
        two, unseen = below.kind == said == "O", secretly or below.card is None
        context.require(not two, "GIRYAKU-9.4", "giryaku.first_turn", private=unseen, column=c)
    state = played(state, seat, None if secretly else said, context, told, "GIRYAKU-4.1", noted=said)
    card = Lying(state.ids, None, True, said) if secretly else Lying(state.ids, said)
    state = acted(replace(state, ids=state.ids + 1), "place", seat, i)
    state = laid(state, seat, i, card)
    require_fits(state, seat, context, private=secretly)
    if secretly:
        told.append(tell("placed_down", "7.6", seat=seat, cell=CELLS[i]))
    else:
        told.append(tell("placed", "4.1", seat=seat, cell=CELLS[i], card=said))
    state = first_do(state, Task("end", seat))
    return state if below is None else completed(state, seat, below, card, c, told)


def completed(state: State, seat: str, below: Lying, above: Lying, column: int, told: list[Notice]) -> State:
    """A column is full: its skill fires (GIRYAKU-4.5). Its owner is asked for it only if a phone cannot tell (OP-8)."""
    if below.kind is None or above.kind is None:
        return first_do(state, Task("claim_skill", seat, col=column))
    pair, hidden = pair_of(below.kind, above.kind), None in (below.card, above.card)
    if hidden and (pair == "OO" or state.options.facedown_pair == "show"):
        state = shown_pair(state, seat, column, (below.kind, above.kind), told)
    return first_do(state, Task("fire", seat, col=column, pair=pair))


def may_lie(p: Player, move: Place) -> None:
    """Refuse a cell that takes no card (GIRYAKU-1.3, 1.4, 4.2, 4.3)."""
    c = move.col
    firm(c in COLUMNS, "GIRYAKU-1.3", "giryaku.no_such_column", column=c)
    firm(move.row in (None, "L", "U"), "GIRYAKU-1.3", "giryaku.no_such_cell", cell=f"{c}{move.row}")
    firm(not all(p.board), "GIRYAKU-4.3", "giryaku.board_full")
    firm(height(p.board, c) < 2, "GIRYAKU-4.3", "giryaku.column_full", column=c)
    empty = p.board[lower(c)] is None
    firm(not (move.row == "L" and not empty), "GIRYAKU-1.4", "giryaku.cell_taken", cell=f"{c}L")
    firm(not (move.row == "U" and empty), "GIRYAKU-4.2", "giryaku.lower_first", column=c)


def laid(state: State, seat: str, i: int, card: Lying) -> State:
    p = player(state, seat)
    if card.down and p.flip is not None:
        state = with_player(state, seat, flip=replace(p.flip, extra=p.flip.extra + 1))
    board = list(p.board)
    board[i] = card
    return with_board(state, seat, tuple(board))


def no_hand(state: State, seat: str, move: NoHand, context: RulingContext, told: list[Notice]) -> State:
    """A player without a hand does nothing; the other has one last turn (GIRYAKU-9.5, 9.6)."""
    p, other = player(state, seat), rival(state, seat)
    firm(move.player in (None, seat), "GIRYAKU-3.1", "giryaku.not_your_turn", seat=seat)
    firm(p.hand == 0, "GIRYAKU-9.5", "giryaku.has_hand", seat=seat)
    told.append(tell("no_hand", "9.5", seat=seat))
    state = acted(state, "no_hand", seat)
    if state.last == seat or not other.hand:
        return counts(replace(state, last=state.last or other.seat), told)
    return begins(replace(state, last=other.seat), other.seat, told)


# Whose turn is next


def begins(state: State, seat: str, told: list[Notice], *, chained: bool = False) -> State:
    """A player's turn begins (GIRYAKU-3.1)."""
    turns = player(state, seat).turns + 1
    state = replace(state, phase="turn", active=seat, turn=state.turn + 1, bonus=False, chained=chained, queue=())
    last = state.last == seat
    told.append(tell("last_turn", "9.6", seat=seat) if last else tell("turn", "3.1", seat=seat, turn=state.turn))
    return with_player(state, seat, turns=turns)


def end(state: State, task: Task, told: list[Notice]) -> State:
    """The turn is over: refill, then the other's turn, or the end after the last one (GIRYAKU-3.3, 3.4, 9.6)."""
    state = refilled(state, task.seat, told)
    if state.last == task.seat:
        return counts(state, told)
    return begins(state, rival(state, task.seat).seat, told)
