"""A turn: placing, the steps of a skill, the refill (GIRYAKU-3, 4, 6, 8.1 to 8.5), and the next turn.

A skill is carried out step by step, some steps automatic and some waiting for an answer (GIRYAKU-3.3, 6). Removals come
first, all of one effect at once; then the check for a win, falling cards, the refill of the other hand, the check of a
flip, and finally the end of the turn.
"""

from __future__ import annotations

from referee.core.base import replace
from referee.core.judging import firm, one
from referee.core.values import Notice, RulingContext
from referee.giryaku import hands
from referee.giryaku.cards import CELLS, COLUMNS, Card, counted, lower, pair_of, plus, upper
from referee.giryaku.ending import counts, wins
from referee.giryaku.flipping import reach, shown_pair
from referee.giryaku.hands import played, refilled, require_fits
from referee.giryaku.moves import NoHand, Place
from referee.giryaku.state import (
    Board,
    Lying,
    Player,
    State,
    Task,
    cells,
    fallen,
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

CLAUSE_OF = {"SS": "7.1", "SN": "7.2", "SO": "7.3", "NN": "7.4", "NO": "7.12", "OO": "7.13"}


def fire(state: State, task: Task, told: list[Notice]) -> State:
    """Fire the placement skill of a completed column (GIRYAKU-4.5, 6.3, 7.1 to 7.13)."""
    seat, c, pair = task.seat, task.col, task.pair
    enemy = rival(state, seat)
    told.append(tell(f"skill.{pair}", CLAUSE_OF[pair], seat=seat, column=c, other=enemy.seat))
    if state.action is not None:
        state = replace(state, action=replace(state.action, pair=pair))  # type: ignore[arg-type]
    if pair == "OO":
        return wins(state, seat, "onmyoji_pair", told)
    if pair == "SN":
        if not enemy.hand:
            told.append(tell("nothing_there", "6.7", seat=enemy.seat))
            return state
        return first_do(state, Task("pick_hand", seat))
    struck = reach(state.options, pair, c)
    if struck is None:
        return first_do(state, Task("choose_diagonal", seat, col=c))
    strikes = Task("strike", seat, cells=struck)
    return first_do(state, strikes, Task("turn_down", seat)) if pair == "NN" else first_do(state, strikes)


def strike(state: State, task: Task, told: list[Notice]) -> State:
    """Move every struck card to its owner's graveyard at once, then let cards fall (GIRYAKU-5.2, 6.8, 7.15).

    Face-down cards that only their owner knows are shown first (1.7).
    """
    enemy = rival(state, task.seat)
    hits = [i for i in task.cells if enemy.board[i] is not None]
    if state.action is not None:
        state = replace(state, action=replace(state.action, struck=tuple(cells(hits))))
    if not hits:
        told.append(tell("nothing_there", "6.7", seat=enemy.seat))
        return state
    unseen = tuple(i for i in hits if (card := enemy.board[i]) is not None and card.kind is None)
    if unseen:
        return first_do(state, Task("reveal_lost", enemy.seat, cells=unseen), task)
    state, gone, board = removed(state, enemy.seat, hits, told)
    told.append(
        tell("struck", "1.5", seat=enemy.seat, cells=cells(hits), cards=gone, size=player(state, enemy.seat).size)
    )
    settled = fallen(board)
    state = with_board(state, enemy.seat, settled)
    if not any(settled):
        return wins(state, task.seat, "empty_board", told)
    told.extend(falls(enemy.seat, board, settled))
    return first_do(state, Task("flip_check", enemy.seat)) if "N" in gone else state


def removed(state: State, owner: str, hits: list[int], told: list[Notice]) -> tuple[State, list[str], Board]:
    """Bury cards of a board; return the state, the buried cards, and the board without them before cards fall."""
    board = player(state, owner).board
    gone: list[str] = []
    for i in hits:
        card = board[i]
        assert card is not None
        assert card.kind is not None
        gone.append(card.kind)
        if card.down:
            state = face_seen(state, owner, card.id, card.kind, told)
    return buried(state, owner, tuple(gone)), gone, put(board, dict.fromkeys(hits))


def face_seen(state: State, owner: str, lying_id: int, kind: Card, told: list[Notice]) -> State:
    """Record a face-down card that is shown when it is lost (GIRYAKU-7.15)."""
    p = player(state, owner)
    if p.flip is None:
        return state
    state = with_player(state, owner, flip=replace(p.flip, shown=(*p.flip.shown, kind)))
    return hands.shown(state, owner, {lying_id: kind}, told)


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
