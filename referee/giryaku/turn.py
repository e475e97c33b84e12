"""A turn: placing, the steps of a skill, the refill (GIRYAKU-3, 4, 6, 8.1 to 8.5), and the next turn.

A skill is carried out step by step, some steps automatic and some waiting for an answer (GIRYAKU-3.3, 6). Removals come
first, all of one effect at once; then the check for a win, falling cards, the refill of the other hand, the check of a
flip, and finally the end of the turn.
"""

from __future__ import annotations

from referee.core.base import replace
from referee.core.judging import firm, one
from referee.core.values import Notice, RulingContext
from referee.giryaku.cards import CELLS, COLUMNS, counted, lower, pair_of, plus, upper
from referee.giryaku.ending import counts
from referee.giryaku.flipping import shown_pair
from referee.giryaku.hands import played, refilled, require_fits
from referee.giryaku.moves import NoHand, Place
from referee.giryaku.state import (
    Board,
    Lying,
    Player,
    State,
    Task,
    first_do,
    height,
    player,
    put,
    rival,
    tell,
    with_board,
    with_player,
)
from referee.giryaku.view_model import Action


def falls(owner: str, before: Board, after: Board) -> list[Notice]:
    return [
        tell("fell", "5.1", seat=owner, column=c)
        for c in COLUMNS
        if before[lower(c)] is None and after[lower(c)] is not None
    ]


def acted(state: State, what: str, seat: str, cell: int | None = None, cards: tuple[str, ...] = ()) -> State:
    """Record the last action, which screens mark on the boards."""
    at = None if cell is None else CELLS[cell]
    return replace(state, action=Action(seat, what, at, cards=cards))  # type: ignore[arg-type]


def buried(state: State, seat: str, cards: tuple[str, ...]) -> State:
    """Put cards into a player's graveyard (GIRYAKU-1.5, 1.6)."""
    return with_player(state, seat, graveyard=plus(player(state, seat).graveyard, counted(cards)))


def is_pair_banned(state: State, seat: str) -> bool:
    """Tell whether two onmyoji in a column are forbidden on this turn (GIRYAKU-9.4, OP-3b)."""
    chained = state.chained and state.options.first_turn_ban == "first_turn_and_chained"
    return player(state, seat).turns == 1 or chained


# Place


def place(state: State, seat: str, move: Place, context: RulingContext, told: list[Notice]) -> State:
    """Place one hand card on the player's board (GIRYAKU-4); a second one completes its column (4.5)."""
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
    if is_pair_banned(state, seat) and below is not None:
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
    """Fire the skill of a full column (GIRYAKU-4.5). The owner must claim a pair that no phone knows (OP-8)."""
    if below.kind is None or above.kind is None:
        return first_do(state, Task("claim_skill", seat, col=column))
    pair, holds_unnamed = pair_of(below.kind, above.kind), None in (below.card, above.card)
    if holds_unnamed and (pair == "OO" or state.options.facedown_pair == "show"):
        state = shown_pair(state, seat, column, (below.kind, above.kind), told)
    return first_do(state, Task("fire", seat, col=column, pair=pair))


def may_lie(p: Player, move: Place) -> None:
    """Refuse a cell that cannot take a card (GIRYAKU-1.3, 1.4, 4.2, 4.3)."""
    c = move.col
    firm(c in COLUMNS, "GIRYAKU-1.3", "giryaku.no_such_column", column=c)
    firm(move.row in (None, "L", "U"), "GIRYAKU-1.3", "giryaku.no_such_cell", cell=f"{c}{move.row}")
    firm(not all(p.board), "GIRYAKU-4.3", "giryaku.board_full")
    firm(height(p.board, c) < 2, "GIRYAKU-4.3", "giryaku.column_full", column=c)
    column_is_empty = p.board[lower(c)] is None
    firm(not (move.row == "L" and not column_is_empty), "GIRYAKU-1.4", "giryaku.cell_taken", cell=f"{c}L")
    firm(not (move.row == "U" and column_is_empty), "GIRYAKU-4.2", "giryaku.lower_first", column=c)


def laid(state: State, seat: str, i: int, card: Lying) -> State:
    p = player(state, seat)
    if card.down and p.flip is not None:
        state = with_player(state, seat, flip=replace(p.flip, extra=p.flip.extra + 1))
    return with_board(state, seat, put(p.board, {i: card}))


def no_hand(state: State, seat: str, move: NoHand, context: RulingContext, told: list[Notice]) -> State:
    """End the turn of a player without a hand; the other gets one last turn (GIRYAKU-9.5, 9.6)."""
    p, other = player(state, seat), rival(state, seat)
    firm(move.player in (None, seat), "GIRYAKU-3.1", "giryaku.not_your_turn", seat=seat)
    firm(p.hand == 0, "GIRYAKU-9.5", "giryaku.has_hand", seat=seat)
    told.append(tell("no_hand", "9.5", seat=seat))
    state = acted(state, "no_hand", seat)
    if state.last == seat or not other.hand:
        return counts(replace(state, last=state.last or other.seat), told)
    return begins(replace(state, last=other.seat), other.seat, told)


# The next turn


def begins(state: State, seat: str, told: list[Notice], *, chained: bool = False) -> State:
    """Begin a player's turn (GIRYAKU-3.1)."""
    turns = player(state, seat).turns + 1
    state = replace(state, phase="turn", active=seat, turn=state.turn + 1, bonus=False, chained=chained, queue=())
    moved_last = state.last == seat
    told.append(tell("last_turn", "9.6", seat=seat) if moved_last else tell("turn", "3.1", seat=seat, turn=state.turn))
    return with_player(state, seat, turns=turns)


def end(state: State, task: Task, told: list[Notice]) -> State:
    """End the turn: refill, then the other player's turn, or the end of the match (GIRYAKU-3.3, 3.4, 9.6)."""
    state = refilled(state, task.seat, told)
    if state.last == task.seat:
        return counts(state, told)
    return begins(state, rival(state, task.seat).seat, told)
