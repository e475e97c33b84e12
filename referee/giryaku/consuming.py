"""Consuming: the withdrawal 撤兵, the strike, and the raid (GIRYAKU-8)."""

from __future__ import annotations

from referee.core.base import replace
from referee.core.judging import firm, given, one
from referee.core.values import Notice, RulingContext
from referee.giryaku.cards import COLUMNS, HAND, INDEX, lower, upper
from referee.giryaku.ending import wins
from referee.giryaku.hands import drawn, holds, left, note_excludes, played, refilled, require_fits, spied_on
from referee.giryaku.moves import CONSUME_MAP, ConsumeOne, ConsumeTwo, PickHand, RaidTake, TakeExtraTurn
from referee.giryaku.state import (
    Player,
    State,
    Task,
    cells,
    fallen,
    first_do,
    height,
    lying,
    player,
    put,
    rival,
    tell,
    with_board,
    with_player,
)
from referee.giryaku.turn import acted, begins, buried, end, falls


def raid_take(state: State, task: Task, move: RaidTake, context: RulingContext, told: list[Notice]) -> State:
    """Bury one card of the raided hand (GIRYAKU-8.6). The raider's note of that hand is secret.

    The card must be in that hand by the raider's note, and by its owner's own note. The raider sees the whole hand and
    may know what its owner noted; nobody else may.
    """
    seat, enemy = task.seat, rival(state, task.seat)
    card = one(move.card, "GIRYAKU-8.6", "giryaku.bury_one")
    told.append(tell("raid_took", "8.6", seat=seat, other=enemy.seat, card=card, size=enemy.size + 1))
    if move.seen is not None:
        all_are_named = len(move.seen) == enemy.hand
        firm(all_are_named, "GIRYAKU-8.6", "giryaku.seen_size", private=True, count=enemy.hand, entered=len(move.seen))
        firm(card in move.seen, "GIRYAKU-8.6", "giryaku.not_seen", private=True, card=card)
        state = spied_on(state, seat, tuple(move.seen), told)
    elif enemy.lacks(enemy.spied, card):
        context.refuse("GIRYAKU-8.6", "giryaku.not_noted", private=True, card=card)
        state = with_player(state, enemy.seat, spied=None)
    there = not note_excludes(state, enemy, card)
    context.require(there, "GIRYAKU-8.6", "giryaku.not_in_that_hand", private=True, card=card, other=enemy.seat)
    return lost_of_hand(state, enemy.seat, card, context, told)


def lost_of_hand(state: State, owner: str, card: str, context: RulingContext, told: list[Notice]) -> State:
    """Put a card of a hand into its owner's graveyard (GIRYAKU-1.5, 1.7)."""
    state = buried(left(state, owner, card, told), owner, (card,))
    require_fits(state, owner, context)
    return state


def refill(state: State, task: Task, told: list[Notice]) -> State:
    """Refill a hand that a skill has reduced (GIRYAKU-3.6, 8.6)."""
    return refilled(state, task.seat, told, "3.6")


def bonus(state: State, task: Task, told: list[Notice]) -> State:
    """Offer one more turn after a raid (GIRYAKU-8.7): after a refill, or by option as an action before it.

    There is none in the last turn of a match, unless by option (OP-3c), and none without a hand (OP-3a).
    """
    seat = task.seat
    if state.options.raid_extra == "turn_after_refill":
        if state.last == seat and state.options.final_turn_extra == "denied":
            told.append(tell("no_extra_turn", "9.6", seat=seat))
            return end(state, task, told)
        state = refilled(state, seat, told)
    if not player(state, seat).hand:
        return end(state, task, told)
    return first_do(state, Task("extra_turn", seat))


def take_extra_turn(state: State, task: Task, move: TakeExtraTurn, context: RulingContext, told: list[Notice]) -> State:
    """Begin the raider's extra turn (GIRYAKU-8.7), which by option is a further action of the same turn."""
    seat = task.seat
    told.append(tell("extra_taken", "8.7", seat=seat))
    if state.options.raid_extra == "turn_after_refill":
        stays_chained = state.chained or player(state, seat).turns == 1
        return begins(state, seat, told, chained=stays_chained)
    return replace(state, phase="turn", bonus=True, queue=())


def pick_hand(state: State, task: Task, move: PickHand, context: RulingContext, told: list[Notice]) -> State:
    """S×N: pick a card of the other hand unseen (GIRYAKU-7.2); its owner shows it and refills at once (3.6)."""
    enemy = rival(state, task.seat)
    firm(not isinstance(move.index, str), "GIRYAKU-7.2", "giryaku.pick_unseen", count=enemy.hand)
    one = isinstance(move.index, int) and 1 <= move.index <= enemy.hand
    firm(one, "GIRYAKU-7.2", "giryaku.pick_index", count=enemy.hand)
    told.append(tell("picked", "7.2", seat=task.seat, other=enemy.seat, index=move.index))
    return first_do(state, Task("reveal_lost", enemy.seat), Task("refill", enemy.seat))


def own_lost(state: State, seat: str, card: str, context: RulingContext, told: list[Notice]) -> State:
    """Bury a card of the player's hand, which the owner's note must contain."""
    held = not note_excludes(state, player(state, seat), card)
    context.require(held, "GIRYAKU-7.2", "giryaku.not_in_hand", private=True, card=card)
    return lost_of_hand(state, seat, card, context, told)


def raids(state: State, card: str) -> bool:
    """Tell whether a kind raids when it is consumed (GIRYAKU-8.8)."""
    return (state.options.consume_map or CONSUME_MAP)[0] == card


def consume_one(state: State, seat: str, move: ConsumeOne, context: RulingContext, told: list[Notice]) -> State:
    """Consume one card: it goes to its player's graveyard and withdraws or raids by its kind (GIRYAKU-8.1, 8.8)."""
    card = one(move.card, "GIRYAKU-8.1", "giryaku.one_card")
    raid = raids(state, card)
    firm(raid or move.target is not None, "GIRYAKU-8.8", "giryaku.kind_withdraws", card=card)
    firm(not raid or move.target is None, "GIRYAKU-8.8", "giryaku.kind_raids", card=card)
    gone = () if move.target is None else withdrawn(state, player(state, seat), move.target, context)
    state = paid(state, seat, (card,), context, told)
    if raid:
        return raid_begins(acted(state, "raid", seat, cards=(card,)), seat, card, told)
    return withdraw(acted(state, "withdraw", seat, cards=(card,)), seat, gone, told)


def paid(state: State, seat: str, cards: tuple[str, ...], context: RulingContext, told: list[Notice]) -> State:
    """Put hand cards into the player's graveyard, where they count against their owner (GIRYAKU-8.1)."""
    if len(cards) > 1 and not holds(state, player(state, seat)):
        state = with_player(state, seat, entered=None)  # what is left of it after the first card might be true
    for card in cards:
        state = played(state, seat, card, context, told, "GIRYAKU-8.1")
    state = buried(state, seat, cards)
    require_fits(state, seat, context)
    return state


def withdrawn(state: State, p: Player, target: str | tuple[str, ...], context: RulingContext) -> tuple[int, ...]:
    """Return the cells of a withdrawal: one card, or both of a full column (GIRYAKU-8.2). Raises `Refused`.

    A house ruling may allow several cells and columns.
    """
    firm(any(p.board), "GIRYAKU-8.2", "giryaku.nothing_to_withdraw")
    targets = (target,) if isinstance(target, str) else target
    context.require(len(targets) == 1, "GIRYAKU-8.2", "giryaku.withdraw_one")
    gone = tuple(sorted({i for each in targets for i in _cells(p, each)}))
    left = len(lying(p)) > len(gone) or state.options.self_empty_board != "forbid"
    context.require(left, "GIRYAKU-8.2", "giryaku.board_stays")
    return gone


def _cells(p: Player, target: str) -> tuple[int, ...]:
    """Return the cells of a target, each of which must hold a card. Raises `Refused` (GIRYAKU-1.3, 8.2)."""
    if len(target) == 1:
        c = int(target)
        firm(c in COLUMNS, "GIRYAKU-1.3", "giryaku.no_such_column", column=c)
        firm(height(p.board, c) == 2, "GIRYAKU-8.2", "giryaku.column_not_full", column=c)
        return lower(c), upper(c)
    firm(target in INDEX, "GIRYAKU-1.3", "giryaku.no_such_cell", cell=target)
    firm(p.board[INDEX[target]] is not None, "GIRYAKU-8.2", "giryaku.cell_empty", cell=target)
    return (INDEX[target],)


def withdraw(state: State, seat: str, gone: tuple[int, ...], told: list[Notice]) -> State:
    """Return own board cards to the deck, then let cards fall and check a flip (GIRYAKU-8.2, 8.3, OP-5, OP-15)."""
    p = player(state, seat)
    board = put(p.board, dict.fromkeys(gone))
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
        return wins(state, rival(state, seat).seat, "self_emptied", told)
    if any(card.kind in (None, "N") for card in taken):
        return first_do(state, Task("flip_check", seat), Task("end", seat))
    return first_do(state, Task("end", seat))


def raid_begins(state: State, seat: str, card: str, told: list[Notice]) -> State:
    """Begin a raid: the other player draws a card, and the raider sees that whole hand (GIRYAKU-8.5, 8.6, OP-10)."""
    enemy = rival(state, seat)
    told.append(tell("raid", "8.5", seat=seat, other=enemy.seat, card=card))
    state = drawn(state, enemy.seat, min(1, enemy.deck), told, "8.5")
    if not rival(state, seat).hand:
        told.append(tell("nothing_there", "8.6", seat=enemy.seat))
        return first_do(state, Task("bonus", seat))
    return first_do(state, Task("raid_take", seat), Task("refill", enemy.seat), Task("bonus", seat))


def consume_two(state: State, seat: str, move: ConsumeTwo, context: RulingContext, told: list[Notice]) -> State:
    """Consume two cards to strike one card of the other board (GIRYAKU-8.4)."""
    firm(len(move.cards) == HAND, "GIRYAKU-8.1", "giryaku.two_cards", count=len(move.cards))
    firm(player(state, seat).hand == HAND, "GIRYAKU-8.4", "giryaku.hand_of_two")
    struck = targets(state, seat, move.target, context)
    state = acted(paid(state, seat, move.cards, context, told), "strike", seat, cards=move.cards)
    told.append(tell("strikes", "8.4", seat=seat, cards=list(move.cards), cell=" ".join(cells(struck))))
    return first_do(state, Task("strike", seat, cells=struck), Task("end", seat))


def targets(state: State, seat: str, target: str | tuple[str, ...] | None, context: RulingContext) -> tuple[int, ...]:
    """Return the cells of a strike: one card of the other board (GIRYAKU-8.4), or several by a house ruling."""
    named = given(target, "GIRYAKU-8.4", "giryaku.one_cell")
    every = (named,) if isinstance(named, str) else named
    context.require(len(every) == 1, "GIRYAKU-8.4", "giryaku.one_cell")
    for each in every:
        firm(len(each) > 1, "GIRYAKU-8.4", "giryaku.one_cell")
        firm(each in INDEX, "GIRYAKU-1.3", "giryaku.no_such_cell", cell=each)
        filled = rival(state, seat).board[INDEX[each]] is not None
        firm(filled, "GIRYAKU-8.4", "giryaku.nothing_to_strike", cell=each)
    return tuple(sorted({INDEX[each] for each in every}))
