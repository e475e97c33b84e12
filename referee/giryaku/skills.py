"""Skills: what each pair does, the tasks of a running one, and the answers it waits for (GIRYAKU-2, 3.2, 4.5, 6, 7)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.core.base import replace
from referee.core.judging import firm, given
from referee.core.moves import Cited, Move, out_of_order
from referee.core.values import TABLE, Notice, Refused, RulingContext
from referee.giryaku import consuming, flipping, hands, moves
from referee.giryaku import turn as turns
from referee.giryaku.cards import CELLS, COLUMNS, INDEX, KINDS, Card, lower, pair_of, upper
from referee.giryaku.ending import wins
from referee.giryaku.flipping import SIDES, reach
from referee.giryaku.setup import STEPS
from referee.giryaku.state import (
    Board,
    State,
    Task,
    cells,
    fallen,
    first_do,
    player,
    put,
    rival,
    tell,
    with_board,
    with_player,
)
from referee.giryaku.turn import buried, falls

# What a pair does

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


# The tasks of a running skill

SKILL_STEPS: Mapping[str, Callable[[State, Task, list[Notice]], State]] = {
    "fire": fire,
    "strike": strike,
    "flip_check": flipping.check_flip,
    "turn_down": flipping.turn_down,
    "refill": consuming.refill,
    "bonus": consuming.bonus,
    "end": turns.end,
}


def resolve(state: State, told: list[Notice]) -> State:
    """Carry out tasks until one needs an answer or the turn is over."""
    while state.queue and state.phase != "ended":
        task = state.queue[0]
        if task.kind in DUE:
            return replace(state, phase="resolve")
        state = SKILL_STEPS[task.kind](replace(state, queue=state.queue[1:]), task, told)
    return state


def claim_skill(state: State, task: Task, move: moves.ClaimSkill, context: RulingContext, told: list[Notice]) -> State:
    """Judge the claim which pair a column with a face-down card is (GIRYAKU-4.5, 6.3, OP-8); O×O is shown (7.11)."""
    seat, c, after = task.seat, move.col, task.kind == "declare_flip"
    p = player(state, seat)
    firm(c in COLUMNS, "GIRYAKU-1.3", "giryaku.no_such_column", column=c)
    firm(after or c == task.col, "GIRYAKU-6.4", "giryaku.claim_column", column=task.col)
    below = given(p.board[lower(c)], "GIRYAKU-4.6", "giryaku.column_not_full", column=c)
    above = given(p.board[upper(c)], "GIRYAKU-4.6", "giryaku.column_not_full", column=c)
    firm(not after or move.pair == "OO", "GIRYAKU-7.10", "giryaku.rearranging_fires_nothing")
    firm(move.pair in flipping.claimable(p, c), "GIRYAKU-6.3", "giryaku.not_that_pair", pair=move.pair)
    banned = move.pair == "OO" and turns.is_pair_banned(state, seat)
    context.require(not banned, "GIRYAKU-9.4", "giryaku.first_turn", column=c)
    told.append(tell("claimed", "6.3", seat=seat, column=c, pair=move.pair))
    if is_shown(state, move.pair):
        lows = flipping.lows(move.pair, below, above)
        firm(move.lower is not None or len(lows) == 1, "GIRYAKU-6.3", "giryaku.which_below", pair=move.pair)
        low = lows[0] if move.lower is None else move.lower
        firm(low in lows, "GIRYAKU-6.3", "giryaku.not_below", card=low)
        high = next(kind for kind in KINDS if pair_of(low, kind) == move.pair)
        state = flipping.shown_pair(state, seat, c, (low, high), told)
    else:
        firm(move.lower is None, "GIRYAKU-6.3", "giryaku.lower_unasked")
        state = flipping.note_claim(state, seat, c, move.pair)
    return first_do(state, Task("fire", seat, col=c, pair=move.pair))


def is_shown(state: State, pair: str) -> bool:
    """Tell whether a claimed pair must be shown: O×O always, others by option (OP-8)."""
    return pair == "OO" or state.options.facedown_pair == "show"


def reveal_lost(state: State, task: Task, move: moves.RevealLost, context: RulingContext, told: list[Notice]) -> State:
    """Judge a lost card that the owner shows, picked of the hand or face down (GIRYAKU-1.7, 7.2, 7.15)."""
    seat, p = task.seat, player(state, task.seat)
    if not task.cells:
        firm(move.cell is None, "GIRYAKU-7.2", "giryaku.lost_of_hand")
        told.append(tell("lost", "7.2", seat=seat, card=move.card, size=p.size + 1))
        return consuming.own_lost(state, seat, move.card, context, told)
    cell = move.cell or (CELLS[task.cells[0]] if len(task.cells) == 1 else "")
    firm(INDEX.get(cell) in task.cells, "GIRYAKU-7.15", "giryaku.which_cell", cells=cells(task.cells))
    i = INDEX[cell]
    card = p.board[i]
    assert card is not None
    misfitting = hands.new_misfits(p, {card.id: move.card})
    context.require(not misfitting, "GIRYAKU-7.7", "giryaku.not_flipped", cards=list(misfitting))
    if misfitting and p.flip is not None:
        state = hands.found(state, "flip_cards", told, player=seat, turn=p.flip.since, cards=misfitting)
    told.insert(0, tell("shown", "7.15", seat=seat, cell=cell, card=move.card))
    state = with_player(state, seat, board=put(p.board, {i: replace(card, card=move.card)}))
    rest = tuple(each for each in task.cells if each != i)
    return first_do(state, replace(task, cells=rest)) if rest else state


def choose_diagonal(
    state: State, task: Task, move: moves.ChooseDiagonal, context: RulingContext, told: list[Notice]
) -> State:
    """N×O in column 2: strike to one side, by option (GIRYAKU-7.12)."""
    told.append(tell(f"side_{move.side}", "7.12", seat=task.seat))
    struck = lower(task.col), upper(task.col + SIDES[move.side])
    return first_do(state, Task("strike", task.seat, cells=struck))


def decline_extra_turn(
    state: State, task: Task, move: moves.DeclineExtraTurn, context: RulingContext, told: list[Notice]
) -> State:
    """Decline the extra turn, which is optional (OP-3a)."""
    told.append(tell("extra_declined", "8.7", seat=task.seat))
    return first_do(state, Task("end", task.seat))


ANSWERS: Mapping[type[Any], Callable[[State, Task, Any, RulingContext, list[Notice]], State]] = {
    moves.ClaimSkill: claim_skill,
    moves.PickHand: consuming.pick_hand,
    moves.RevealLost: reveal_lost,
    moves.ChooseDiagonal: choose_diagonal,
    moves.Rearrange: flipping.rearrange,
    moves.KeepLayout: flipping.rearrange,
    moves.DeclareFlip: flipping.declare_flip,
    moves.RevealBoard: flipping.reveal_board,
    moves.RaidTake: consuming.raid_take,
    moves.TakeExtraTurn: consuming.take_extra_turn,
    moves.DeclineExtraTurn: decline_extra_turn,
}
"""The answers, each given the task that waited for it and is no longer in the queue."""
DUE = {
    "claim_skill": "GIRYAKU-4.5",
    "pick_hand": "GIRYAKU-7.2",
    "reveal_lost": "GIRYAKU-1.7",
    "choose_diagonal": "GIRYAKU-7.12",
    "rearrange": "GIRYAKU-7.7",
    "declare_flip": "GIRYAKU-7.14",
    "reveal_board": "GIRYAKU-7.14",
    "raid_take": "GIRYAKU-8.6",
    "extra_turn": "GIRYAKU-8.7",
}
"""The tasks that need an answer before the skill goes on, each with the clause for refusing everything else."""


def in_order(state: State, move: Move) -> None:
    """Refuse a move at the wrong moment: by its own citation, else by what has to come first."""
    cited = out_of_order(move, state)
    if cited is None:
        return
    firm(state.phase != "ended", "GIRYAKU-9.10", "giryaku.match_over")
    clause, reason, seat = cited[0], f"giryaku.{cited[1]}", state.active
    if state.phase in STEPS and not move.about.during.isdisjoint(STEPS[STEPS.index(state.phase) :]):
        (clause, reason), seat = _next_step(state)
    elif state.phase == "resolve" and not clause:
        waiting = state.queue[0]
        clause, reason, seat = DUE[waiting.kind], f"giryaku.due.{waiting.kind}", waiting.seat
    elif not clause:
        opens = state.phase in STEPS
        clause, reason = ("GIRYAKU-2.9", "giryaku.opening_first") if opens else ("GIRYAKU-3.2", "giryaku.not_due")
    raise Refused(clause, reason, firm=True, seat=seat)


def _next_step(state: State) -> tuple[Cited, str | None]:
    """Return the rule about the next step of the opening, and the seat that must do it."""
    if state.phase == "setup":
        return ("GIRYAKU-2.3", "giryaku.first_deal"), TABLE
    if state.phase == "opening_place":
        return ("GIRYAKU-2.7", "giryaku.first_lay"), state.active
    for p in state.players:
        if p.redraw:
            return ("GIRYAKU-2.6", "giryaku.first_redraw"), p.seat
    return ("GIRYAKU-2.5", "giryaku.first_show"), next(p.seat for p in state.players if p.opening is None)
