"""Face-down pairs, the flip 裏返し, the rearrangement 配置換え, and the cells that N×O strikes (GIRYAKU-6.3, 7).

With the option `flip_mode=app` the owner's phone records the face-down cards, and the referee checks at once. With
`trust` the owner declares whether N×N stands, and the answer is checked when the cards are shown.
"""

from __future__ import annotations

from itertools import product

from referee.core.base import replace
from referee.core.judging import firm, given
from referee.core.values import Notice, RulingContext
from referee.giryaku import hands
from referee.giryaku.cards import CELLS, COLUMNS, INDEX, KINDS, Card, counted, lower, pair_of, upper
from referee.giryaku.ending import wins
from referee.giryaku.hands import require_fits
from referee.giryaku.moves import NIN_SHI_RANGE, Cards, DeclareFlip, KeepLayout, Options, Rearrange, RevealBoard
from referee.giryaku.state import (
    Board,
    Lying,
    Player,
    State,
    Task,
    fallen,
    first_do,
    heights,
    lying,
    pair_in,
    player,
    put,
    tell,
    with_board,
    with_player,
)
from referee.giryaku.view_model import Claim, Flipped


def column_of(p: Player, column: int) -> tuple[Lying, Lying]:
    below, above = p.board[lower(column)], p.board[upper(column)]
    assert below is not None
    assert above is not None
    return below, above


def note_claim(state: State, seat: str, column: int, pair: str) -> State:
    """Record a claimed pair, to be checked when its cards are seen (ledger section 8)."""
    p = player(state, seat)
    if p.flip is None:
        return state
    below, above = column_of(p, column)
    claim = Claim((below.id, above.id), pair, state.turn)  # type: ignore[arg-type]
    return with_player(state, seat, flip=replace(p.flip, claims=(*p.flip.claims, claim)))


def claimable(p: Player, column: int) -> tuple[str, ...]:
    """Return the pairs that a column may hold, by public knowledge; none if it is not full or not flipped."""
    below, above = p.board[lower(column)], p.board[upper(column)]
    if below is None or above is None or p.flip is None:
        return ()
    lows, highs = (KINDS if card.card is None else [card.card] for card in (below, above))
    pairs = (pair_of(a, b) for a in lows for b in highs if not hands.new_misfits(p, {below.id: a, above.id: b}))
    return tuple(dict.fromkeys(pairs))


def lows(pair: str, below: Lying, above: Lying) -> tuple[Card, ...]:
    """Return which cards of a pair may be the lower one, by what is known of the two."""
    highs = KINDS if above.kind is None else (above.kind,)
    return tuple(
        low for low in KINDS if below.kind in (None, low) and any(pair_of(low, high) == pair for high in highs)
    )


def shown_pair(state: State, seat: str, column: int, faces: tuple[Card, Card], told: list[Notice]) -> State:
    """Show both cards of a pair to everybody; they stay as they lay, but O×O face up (OP-8)."""
    below, above = column_of(player(state, seat), column)
    seen = {card.id: kind for card, kind in zip((below, above), faces, strict=True) if card.down}
    state = hands.shown(state, seat, seen, told)
    if faces == ("O", "O"):
        return show_pair(state, seat, column)
    told.append(tell("pair_shown", "6.3", seat=seat, column=column, cards=list(faces)))
    up = {lower(column): replace(below, card=faces[0]), upper(column): replace(above, card=faces[1])}
    return with_player(state, seat, board=put(player(state, seat).board, up))


def show_pair(state: State, seat: str, column: int) -> State:
    p = player(state, seat)
    pair = dict(zip((lower(column), upper(column)), column_of(p, column), strict=True))
    seen: Cards = tuple("O" for card in pair.values() if card.down)
    flip = None if p.flip is None else replace(p.flip, shown=(*p.flip.shown, *seen))
    board = put(p.board, {i: Lying(card.id, "O") for i, card in pair.items()})
    return with_player(state, seat, board=board, flip=flip)


SIDES = {"left": -1, "right": 1}


def diagonal(options: Options, column: int) -> tuple[int, ...] | None:
    """Return the cells struck, or `None` if a side must be chosen first: in column 2 under `one_diagonal`."""
    reach = options.nin_shi_range or NIN_SHI_RANGE
    if isinstance(reach, dict):
        return tuple(INDEX[cell] for cell in reach[column])
    beside = tuple(upper(c) for c in (column - 1, column + 1) if c in COLUMNS)
    if reach == "neighbours_only":
        return beside
    if reach == "one_diagonal" and len(beside) > 1:
        return None
    return lower(column), *beside


def reach(options: Options, pair: str, column: int) -> tuple[int, ...] | None:
    """Return the cells that a pair strikes (GIRYAKU-7.1, 7.3, 7.4, 7.12), or `None` if a side must be chosen first."""
    if pair == "NO":
        return diagonal(options, column)
    below = (lower(column),) if pair in ("SS", "SO", "NN") else ()
    return (*below, upper(column)) if pair == "SO" else below


def turn_down(state: State, task: Task, told: list[Notice]) -> State:
    """Turn a board face down, with its kinds told, and offer a rearrangement: N×N, parts 2 and 3 (GIRYAKU-7.5, 7.7)."""
    seat, p = task.seat, player(state, task.seat)
    flip = p.flip or Flipped(pool=(), since=state.turn)
    seen = tuple(card.card for card in lying(p) if card.card is not None and not card.down)
    pool = tuple(sorted((*flip.pool, *seen), key=KINDS.index))
    board = tuple(None if card is None else replace(card, down=True) for card in p.board)
    told.append(tell("turned_down", "7.5", seat=seat, cards=list(pool)))
    state = with_player(state, seat, board=board, flip=replace(flip, pool=pool))
    return first_do(state, Task("rearrange", seat))


# Rearrangement


def rearrange(
    state: State, task: Task, move: Rearrange | KeepLayout, context: RulingContext, told: list[Notice]
) -> State:
    """Rearrange or keep a board, N×N part 3; others see only where cards lie (GIRYAKU-7.7, 7.8, OP-7).

    Raises `Refused` for other cards than those on the board, and for a card above an empty cell. O×O then ends the
    match, and the flip ends if N×N is gone (7.9, 7.11); no other skill fires (7.10). Without a recorded board the owner
    is asked first.
    """
    seat, p = task.seat, player(state, task.seat)
    rearrange_by = _noted if state.options.flip_mode == "app" else _shaped
    board = rearrange_by(p, move, context, state.options.rearrange_scope)
    told.append(tell("rearranged", "7.7", seat=seat, heights=list(heights(board))))
    state = _laid(state, seat, board)
    for c in COLUMNS if state.options.flip_mode == "app" else ():
        if pair_in(player(state, seat).board, c, "O"):
            told.append(tell("skill.OO", "7.11", seat=seat, column=c, other=seat))
            return wins(show_pair(state, seat, c), seat, "onmyoji_pair", told)
    return check_flip(state, task, told)


def _noted(p: Player, move: Rearrange | KeepLayout, context: RulingContext, scope: str) -> tuple[Lying | None, ...]:
    if isinstance(move, KeepLayout):
        return tuple(None if card is None else Lying(0, None, True, card.kind) for card in p.board)
    alone = move.layout if move.heights is None else None
    layout = given(alone, "GIRYAKU-7.8", "giryaku.note_layout", private=True)
    unknown = [cell for cell in layout if cell not in INDEX]
    firm(not unknown, "GIRYAKU-1.3", "giryaku.no_such_cell", private=True, cell=unknown[0] if unknown else "")
    mine = [card.kind for card in lying(p) if card.kind is not None]
    firm(counted(layout.values()) == counted(mine), "GIRYAKU-7.7", "giryaku.same_cards", private=True, cards=mine)
    board = tuple(Lying(0, None, True, layout[cell]) if cell in layout else None for cell in CELLS)
    firm(board == fallen(board), "GIRYAKU-7.7", "giryaku.hangs", private=True)
    kept = heights(board) == heights(p.board)
    context.require(scope == "any_cells" or kept, "GIRYAKU-7.7", "giryaku.swap_only", private=True)
    return board


def _shaped(p: Player, move: Rearrange | KeepLayout, context: RulingContext, scope: str) -> tuple[Lying | None, ...]:
    """Return a board of which only the occupied cells are known."""
    now = heights(p.board)
    if isinstance(move, KeepLayout):
        new = now
    else:
        firm(move.layout is None, "GIRYAKU-7.8", "giryaku.layout_unasked", private=True)
        new = now if move.heights is None else move.heights
    firm(new in shapes(p, "any_cells"), "GIRYAKU-7.7", "giryaku.same_count", private=True, count=sum(now))
    context.require(scope == "any_cells" or new == now, "GIRYAKU-7.7", "giryaku.swap_only", private=True)
    return tuple(Lying(0, None, True) if i % 2 < new[i // 2] else None for i in range(len(CELLS)))


def shapes(p: Player, scope: str) -> tuple[tuple[int, ...], ...]:
    """Return the possible numbers of cards in the columns of a rearranged board (GIRYAKU-7.7, OP-7)."""
    now = heights(p.board)
    if scope != "any_cells":
        return (now,)
    return tuple(each for each in product(range(3), repeat=len(COLUMNS)) if sum(each) == sum(now))


def _laid(state: State, seat: str, board: Board) -> State:
    """Put the rearranged board in place, with new ids: for everybody else its cards are new."""
    p = player(state, seat)
    assert p.flip is not None
    fresh = tuple(None if card is None else replace(card, id=state.ids + i) for i, card in enumerate(board))
    flip = replace(p.flip, moments=(), faces={}, claims=())
    state = with_player(state, seat, board=(None,) * len(CELLS), flip=flip)
    return with_board(replace(state, ids=state.ids + len(CELLS)), seat, fresh)


# The end of a flip


def check_flip(state: State, task: Task, told: list[Notice]) -> State:
    """Check whether N×N still stands, or ask the owner (GIRYAKU-7.9, 7.14)."""
    seat, p = task.seat, player(state, task.seat)
    if p.flip is None:
        return state
    if state.options.flip_mode == "app":
        return state if any(pair_in(p.board, c, "N") for c in COLUMNS) else turned_up(state, seat, told)
    return first_do(state, Task("declare_flip", seat)) if may_stand(p) else reveal_due(state, seat, told)


def may_stand(p: Player) -> bool:
    """Tell whether some column of a flipped board may be N×N, by what is known."""
    return any("NN" in claimable(p, c) for c in COLUMNS)


def reveal_due(state: State, seat: str, told: list[Notice]) -> State:
    """End the flip: cards still unknown must be shown first (GIRYAKU-7.14)."""
    if any(card.kind is None for card in lying(player(state, seat))):
        return first_do(state, Task("reveal_board", seat))
    return turned_up(state, seat, told)


def turned_up(state: State, seat: str, told: list[Notice]) -> State:
    """Turn all cards of the player's board face up (GIRYAKU-7.14, OP-6).

    Two onmyoji that are then in a column win, even if nobody claimed them before (9.3); earlier ones do not.
    """
    p = player(state, seat)
    told.append(tell("flip_ends", "7.14", seat=seat, cards=[card.kind for card in lying(p) if card.down]))
    board = tuple(None if card is None else Lying(card.id, card.kind) for card in p.board)
    state = with_player(state, seat, board=board, flip=None)
    if state.phase != "ended" and any(pair_in(board, c, "O") for c in COLUMNS):
        return wins(state, seat, "onmyoji_pair", told)
    return state


def declare_flip(state: State, task: Task, move: DeclareFlip, context: RulingContext, told: list[Notice]) -> State:
    """Judge the owner's declaration whether N×N stands (GIRYAKU-7.9, 7.14)."""
    if move.stands:
        told.append(tell("flip_stands", "7.5", seat=task.seat))
        return state
    told.append(tell("flip_over", "7.9", seat=task.seat))
    return reveal_due(state, task.seat, told)


def reveal_board(state: State, task: Task, move: RevealBoard, context: RulingContext, told: list[Notice]) -> State:
    """Show the face-down cards and check everything claimed of them (GIRYAKU-7.7, 7.14, ledger section 8)."""
    seat, p = task.seat, player(state, task.seat)
    assert p.flip is not None
    due: dict[str, Lying] = {CELLS[i]: card for i, card in enumerate(p.board) if card is not None and card.down}
    hangs = [cell for cell in move.cards if cell not in due and cell.endswith("U")]
    firm(not hangs, "GIRYAKU-5.1", "giryaku.card_fell", cells=hangs)
    firm(move.cards.keys() == due.keys(), "GIRYAKU-7.14", "giryaku.show_cells", cells=list(due))
    kinds = tuple(move.cards.values())
    other = [cell for cell, card in due.items() if card.card not in (None, move.cards[cell])]
    seen = due[other[0]].card if other else None
    context.require(not other, "GIRYAKU-7.7", "giryaku.seen_there", cell="".join(other[:1]), card=seen)
    misfitting = hands.new_misfits(p, {due[cell].id: kind for cell, kind in move.cards.items()})
    context.require(not misfitting, "GIRYAKU-7.7", "giryaku.not_flipped", cards=list(misfitting))
    board = tuple(
        replace(card, card=move.cards[CELLS[i]]) if card is not None and card.down else card
        for i, card in enumerate(p.board)
    )
    told.append(tell("board_shown", "7.14", seat=seat, cells=list(move.cards), cards=list(kinds)))
    if misfitting:
        state = hands.found(state, "flip_cards", told, player=seat, turn=p.flip.since, cards=misfitting)
    state = hands.shown(state, seat, {due[cell].id: kind for cell, kind in move.cards.items()}, told)
    state = hands.audit_stand(state, seat, told)
    state = with_player(state, seat, board=board)
    require_fits(state, seat, context)
    return turned_up(state, seat, told)
