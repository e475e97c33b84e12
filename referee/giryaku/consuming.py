"""Consuming: the withdrawal 撤兵, the strike, and how a raid begins (GIRYAKU-8.1 to 8.5)."""

from __future__ import annotations

from referee.core.replacing import replace
from referee.core.values import Bench, Notice
from referee.giryaku.cards import COLUMNS, HAND, INDEX, lower, upper
from referee.giryaku.decks import require_fits
from referee.giryaku.ending import wins
from referee.giryaku.hands import drawn, played
from referee.giryaku.moves import ConsumeOne, ConsumeTwo
from referee.giryaku.options import CONSUME_MAP
from referee.giryaku.resolving import acted, buried, falls, first_do
from referee.giryaku.state import (
    Board,
    Player,
    State,
    Task,
    cells,
    fallen,
    firm,
    height,
    lying,
    player,
    rival,
    tell,
    with_board,
    with_player,
)


def raids(state: State, card: str) -> bool:
    """Tell whether a kind raids when it is consumed (GIRYAKU-8.8)."""
    return (state.options.consume_map or CONSUME_MAP)[0] == card


def consume_one(state: State, seat: str, move: ConsumeOne, bench: Bench, told: list[Notice]) -> State:
    """One card goes to the own graveyard: its kind withdraws or raids (GIRYAKU-8.1, 8.8)."""
    raid = raids(state, move.card)
    firm(raid or move.target is not None, "GIRYAKU-8.8", "giryaku.kind_withdraws", card=move.card)
    firm(not raid or move.target is None, "GIRYAKU-8.8", "giryaku.kind_raids", card=move.card)
    gone = () if move.target is None else withdrawn(state, player(state, seat), move.target)
    state = paid(state, seat, (move.card,), bench, told)
    if raid:
        return raid_begins(acted(state, "raid", seat, cards=(move.card,)), seat, move.card, told)
    return withdraw(acted(state, "withdraw", seat, cards=(move.card,)), seat, gone, told)


def paid(state: State, seat: str, cards: tuple[str, ...], bench: Bench, told: list[Notice]) -> State:
    """Return the table with hand cards in the own graveyard; they count against their owner (GIRYAKU-8.1)."""
    for card in cards:
        state = played(state, seat, card, bench, told, "GIRYAKU-8.1")
    state = buried(state, seat, cards)
    require_fits(state, seat, bench)
    return state


def withdrawn(state: State, p: Player, target: str) -> tuple[int, ...]:
    """Return the cells of a withdrawal: one card, or both of a full column (GIRYAKU-8.2). Raises `Refused`."""
    firm(any(p.board), "GIRYAKU-8.2", "giryaku.nothing_to_withdraw")
    if len(target) == 1:
        firm(int(target) in COLUMNS, "GIRYAKU-1.3", "giryaku.no_such_column", column=int(target))
        c = int(target)
        firm(height(p.board, c) == 2, "GIRYAKU-8.2", "giryaku.column_not_full", column=c)
        gone: tuple[int, ...] = (lower(c), upper(c))
    else:
        firm(target in INDEX, "GIRYAKU-1.3", "giryaku.no_such_cell", cell=target)
        firm(p.board[INDEX[target]] is not None, "GIRYAKU-8.2", "giryaku.cell_empty", cell=target)
        gone = (INDEX[target],)
    left = len(lying(p)) > len(gone) or state.options.self_empty_board != "forbid"
    firm(left, "GIRYAKU-8.2", "giryaku.board_stays")
    return gone


def withdraw(state: State, seat: str, gone: tuple[int, ...], told: list[Notice]) -> State:
    """Own board cards return to the own deck; then the fall and the check of a flip (GIRYAKU-8.2, 8.3, OP-5, OP-15)."""
    p = player(state, seat)
    board: Board = tuple(None if i in gone else card for i, card in enumerate(p.board))
    taken = [card for i, card in enumerate(p.board) if i in gone and card is not None]
    how = state.options.withdraw_return
    told.append(tell(f"withdrawn_{how}", "8.2", seat=seat, cells=cells(gone), cards=[card.card for card in taken]))
    if p.flip is not None:
        unseen = sum(card.card is None for card in taken)
        seen = tuple(card.card for card in taken if card.down and card.card is not None)
        flip = replace(p.flip, gone=p.flip.gone + unseen, shown=(*p.flip.shown, *seen))
        state = with_player(state, seat, flip=flip)
    settled = fallen(board)
    told.extend(falls(seat, board, settled))
    state = with_player(with_board(state, seat, settled), seat, deck=p.deck + len(gone))
    if not any(settled) and state.options.self_empty_board == "loss":
        return wins(state, rival(state, seat).seat, "self_emptied", "9.2", told)
    if any(card.kind in (None, "N") for card in taken):
        return first_do(state, Task("flip_check", seat), Task("end", seat))
    return first_do(state, Task("end", seat))


def raid_begins(state: State, seat: str, card: str, told: list[Notice]) -> State:
    """The other draws one card more, and the raider looks at that whole hand (GIRYAKU-8.5, 8.6, OP-10)."""
    enemy = rival(state, seat)
    told.append(tell("raid", "8.5", seat=seat, other=enemy.seat, card=card))
    state = drawn(state, enemy.seat, min(1, enemy.deck), told, "8.5")
    if not rival(state, seat).hand:
        told.append(tell("nothing_there", "8.6", seat=enemy.seat))
        return first_do(state, Task("bonus", seat))
    return first_do(state, Task("raid_take", seat), Task("refill", enemy.seat), Task("bonus", seat))


def consume_two(state: State, seat: str, move: ConsumeTwo, bench: Bench, told: list[Notice]) -> State:
    """Two cards go to the own graveyard and strike one card of the other board (GIRYAKU-8.4)."""
    firm(len(move.cards) == HAND, "GIRYAKU-8.1", "giryaku.two_cards", count=len(move.cards))
    firm(player(state, seat).hand == HAND, "GIRYAKU-8.4", "giryaku.hand_of_two")
    firm(move.target in INDEX, "GIRYAKU-1.3" if len(move.target) > 1 else "GIRYAKU-8.4", "giryaku.one_cell")
    i = INDEX[move.target]
    firm(rival(state, seat).board[i] is not None, "GIRYAKU-8.4", "giryaku.nothing_to_strike", cell=move.target)
    state = acted(paid(state, seat, move.cards, bench, told), "strike", seat, cards=move.cards)
    told.append(tell("strikes", "8.4", seat=seat, cards=list(move.cards), cell=move.target))
    return first_do(state, Task("strike", seat, cells=(i,)), Task("end", seat))
