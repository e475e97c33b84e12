"""The flip 裏返し and the rearrangement 配置換え that N×N brings (GIRYAKU-7.5 to 7.11, 7.14).

With the option `flip_mode=app` the owner's phone keeps what lies where, and the referee checks at once. With
`trust` the owner says whether N×N stands, and the answer is held against the cards when they are shown.
"""

from __future__ import annotations

from itertools import product

from referee.core.judging import firm, given
from referee.core.replacing import replace
from referee.core.values import Notice, RulingContext
from referee.giryaku import audits
from referee.giryaku.cards import CELLS, COLUMNS, INDEX, KINDS, counted, lower, upper
from referee.giryaku.decks import require_fits
from referee.giryaku.ending import wins
from referee.giryaku.moves import DeclareFlip, KeepLayout, Rearrange, RevealBoard
from referee.giryaku.state import (
    Board,
    Flip,
    Lying,
    Player,
    State,
    Task,
    heights,
    lying,
    pair_in,
    player,
    tell,
    with_board,
    with_player,
)
from referee.giryaku.turns.claims import claimable, show_pair


def turn_down(state: State, seat: str, told: list[Notice]) -> State:
    """All cards of the own board are turned face down (GIRYAKU-7.5); which kinds they are everybody has seen."""
    p = player(state, seat)
    flip = p.flip or Flip(pool=(), since=state.turn)
    seen = tuple(card.card for card in lying(p) if card.card is not None and not card.down)
    pool = tuple(sorted((*flip.pool, *seen), key=KINDS.index))
    board = tuple(None if card is None else replace(card, down=True) for card in p.board)
    told.append(tell("turned_down", "7.5", seat=seat, cards=list(pool)))
    return with_player(state, seat, board=board, flip=replace(flip, pool=pool))


# The rearrangement


def rearranged(
    state: State, seat: str, move: Rearrange | KeepLayout, context: RulingContext, told: list[Notice]
) -> State:
    """The owner has rearranged the board, or left it: others see where cards lie, not which (GIRYAKU-7.7, 7.8, OP-7).

    Raises `Refused` for other cards than those that lie there, and for a card that hangs in the air.
    """
    p = player(state, seat)
    ways = _noted if state.options.flip_mode == "app" else _shaped
    board = ways(p, move, context, state.options.rearrange_scope)
    told.append(tell("rearranged", "7.7", seat=seat, heights=list(heights(board))))
    return _laid(state, seat, board)


def _noted(p: Player, move: Rearrange | KeepLayout, context: RulingContext, scope: str) -> tuple[Lying | None, ...]:
    if isinstance(move, KeepLayout):
        return tuple(None if card is None else Lying(0, None, True, card.kind) for card in p.board)
    alone = move.layout if move.heights is None else None
    layout = given(alone, "GIRYAKU-7.8", "giryaku.note_layout", private=True)
    unknown = [cell for cell in layout if cell not in INDEX]
    firm(not unknown, "GIRYAKU-1.3", "giryaku.no_such_cell", private=True, cell=unknown[0] if unknown else "")
    mine = [card.kind for card in lying(p) if card.kind is not None]
    same = counted(layout.values()) == counted(mine)
    firm(same, "GIRYAKU-7.7", "giryaku.same_cards", private=True, cards=mine)
    board = tuple(Lying(0, None, True, layout[cell]) if cell in layout else None for cell in CELLS)
    firm(_settled(board), "GIRYAKU-7.7", "giryaku.hangs", private=True)
    kept = heights(board) == heights(p.board)
    context.require(scope == "any_cells" or kept, "GIRYAKU-7.7", "giryaku.swap_only", private=True)
    return board


def _shaped(p: Player, move: Rearrange | KeepLayout, context: RulingContext, scope: str) -> tuple[Lying | None, ...]:
    """Return the board of which everybody sees only where cards lie."""
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
    """Return how many cards may lie in each column of a rearranged board (GIRYAKU-7.7, OP-7)."""
    now = heights(p.board)
    if scope != "any_cells":
        return (now,)
    return tuple(each for each in product(range(3), repeat=len(COLUMNS)) if sum(each) == sum(now))


def _settled(board: Board) -> bool:
    return all(board[upper(c)] is None or board[lower(c)] is not None for c in COLUMNS)


def _laid(state: State, seat: str, board: Board) -> State:
    """Return the table with the new board. From here on its cards are others to all who did not look."""
    p = player(state, seat)
    assert p.flip is not None
    fresh = tuple(None if card is None else replace(card, id=state.ids + i) for i, card in enumerate(board))
    flip = replace(p.flip, moments=(), faces=(), claims=())
    state = with_player(state, seat, board=(None,) * len(CELLS), flip=flip)
    return with_board(replace(state, ids=state.ids + len(CELLS)), seat, fresh)


def after_rearranging(state: State, seat: str, told: list[Notice]) -> State:
    """O×O wins at once (GIRYAKU-7.11), no other skill fires (7.10), and without N×N the flip is over (7.9).

    Without a noted board the owner says it: the question is put before all else.
    """
    p = player(state, seat)
    for c in COLUMNS if state.options.flip_mode == "app" else ():
        if pair_in(p.board, c, "O"):
            told.append(tell("skill.OO", "7.11", seat=seat, column=c, other=seat))
            return wins(show_pair(state, seat, c), seat, "onmyoji_pair", told)
    return check_flip(state, seat, told)


# The end of a flip


def check_flip(state: State, seat: str, told: list[Notice]) -> State:
    """See whether N×N still stands, or have its owner say so (GIRYAKU-7.9, 7.14)."""
    p = player(state, seat)
    if p.flip is None:
        return state
    if state.options.flip_mode == "app":
        return state if any(pair_in(p.board, c, "N") for c in COLUMNS) else turned_up(state, seat, told)
    ask = Task("declare_flip", seat) if may_stand(p) else None
    if ask is None:
        return reveal_due(state, seat, told)
    return replace(state, queue=(ask, *state.queue))


def may_stand(p: Player) -> bool:
    """Tell whether, for all that is known, some column of a flipped board may be N×N."""
    return any("NN" in claimable(p, c) for c in COLUMNS)


def reveal_due(state: State, seat: str, told: list[Notice]) -> State:
    """The flip is over: what is still unknown has to be shown (GIRYAKU-7.14)."""
    if any(card.kind is None for card in lying(player(state, seat))):
        return replace(state, queue=(Task("reveal_board", seat), *state.queue))
    return turned_up(state, seat, told)


def turned_up(state: State, seat: str, told: list[Notice]) -> State:
    """All own cards lie face up from now on (GIRYAKU-7.14, OP-6).

    Two onmyoji that stand in a column then win, though nobody claimed them before (9.3); those that stood there
    only earlier do not.
    """
    p = player(state, seat)
    told.append(tell("flip_ends", "7.14", seat=seat, cards=[card.kind for card in lying(p) if card.down]))
    board = tuple(None if card is None else Lying(card.id, card.kind) for card in p.board)
    state = with_player(state, seat, board=board, flip=None)
    if state.phase != "ended" and any(pair_in(board, c, "O") for c in COLUMNS):
        return wins(state, seat, "onmyoji_pair", told)
    return state


def declared(state: State, seat: str, move: DeclareFlip, told: list[Notice]) -> State:
    """The owner says whether N×N stands (GIRYAKU-7.9, 7.14)."""
    if move.stands:
        told.append(tell("flip_stands", "7.5", seat=seat))
        return state
    told.append(tell("flip_over", "7.9", seat=seat))
    return reveal_due(state, seat, told)


def revealed(
    state: State, seat: str, move: RevealBoard, context: RulingContext, told: list[Notice], *, last: bool
) -> State:
    """The face-down cards are shown, and all that was said of them is checked (GIRYAKU-7.7, 7.14, ledger section 8)."""
    p = player(state, seat)
    assert p.flip is not None
    due: dict[str, Lying] = {CELLS[i]: card for i, card in enumerate(p.board) if card is not None and card.down}
    hangs = [cell for cell in move.cards if cell not in due and cell.endswith("U")]
    firm(not hangs, "GIRYAKU-5.1", "giryaku.card_fell", cells=hangs)
    firm(move.cards.keys() == due.keys(), "GIRYAKU-7.14", "giryaku.show_cells", cells=list(due))
    kinds = tuple(move.cards.values())
    other = [cell for cell, card in due.items() if card.card not in (None, move.cards[cell])]
    seen = due[other[0]].card if other else None
    context.require(not other, "GIRYAKU-7.7", "giryaku.seen_there", cell="".join(other[:1]), card=seen)
    wrong = audits.misfits(p, {due[cell].id: kind for cell, kind in move.cards.items()})
    context.require(not wrong, "GIRYAKU-7.7", "giryaku.not_flipped", cards=list(wrong))
    board = tuple(
        replace(card, card=move.cards[CELLS[i]]) if card is not None and card.down else card
        for i, card in enumerate(p.board)
    )
    told.append(tell("board_shown", "7.14", seat=seat, cells=list(move.cards), cards=list(kinds)))
    if wrong:
        state = audits.found(state, "flip_cards", told, player=seat, turn=p.flip.since, cards=wrong)
    state = audits.shown(state, seat, {due[cell].id: kind for cell, kind in move.cards.items()}, told)
    state = audits.audit_stand(state, seat, told, last=last)
    state = with_player(state, seat, board=board)
    require_fits(state, seat, context)
    return turned_up(state, seat, told)
