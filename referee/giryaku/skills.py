"""The order of declarations, and the answers that a running skill waits for (GIRYAKU-2, 3.2, 4.5, 6, 7)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.core.base import replace
from referee.core.judging import firm, given
from referee.core.moves import Cited, Move, out_of_order
from referee.core.values import TABLE, Notice, Refused, RulingContext
from referee.giryaku import consuming, flipping, hands, moves
from referee.giryaku import flipping as claims
from referee.giryaku import turn as resolving
from referee.giryaku import turn as turns
from referee.giryaku.cards import CELLS, COLUMNS, INDEX, lower, upper, without
from referee.giryaku.flipping import SIDES
from referee.giryaku.setup import STEPS
from referee.giryaku.state import State, Task, cells, player, tell, with_player
from referee.giryaku.turn import Step, first_do

SKILL_STEPS: dict[str, Step] = {
    "fire": resolving.fire,
    "strike": resolving.strike,
    "flip_check": resolving.flip_check,
    "turn_down": resolving.flip,
    "refill": consuming.refill,
    "bonus": consuming.bonus,
    "end": turns.end,
}


def answered(state: State) -> State:
    return replace(state, queue=state.queue[1:])


def claim_skill(state: State, seat: str, move: moves.ClaimSkill, context: RulingContext, told: list[Notice]) -> State:
    """Judge the claim which pair a column with a face-down card is (GIRYAKU-4.5, 6.3, OP-8); O×O is shown (7.11)."""
    task, p = state.queue[0], player(state, seat)
    c, after = move.col, task.kind == "declare_flip"
    firm(c in COLUMNS, "GIRYAKU-1.3", "giryaku.no_such_column", column=c)
    firm(after or c == task.col, "GIRYAKU-6.4", "giryaku.claim_column", column=task.col)
    below = given(p.board[lower(c)], "GIRYAKU-4.6", "giryaku.column_not_full", column=c)
    above = given(p.board[upper(c)], "GIRYAKU-4.6", "giryaku.column_not_full", column=c)
    firm(not after or move.pair == "OO", "GIRYAKU-7.10", "giryaku.rearranging_fires_nothing")
    firm(move.pair in claims.claimable(p, c), "GIRYAKU-6.3", "giryaku.not_that_pair", pair=move.pair)
    banned = move.pair == "OO" and turns.is_pair_banned(state, seat)
    context.require(not banned, "GIRYAKU-9.4", "giryaku.first_turn", column=c)
    told.append(tell("claimed", "6.3", seat=seat, column=c, pair=move.pair))
    if is_shown(state, move.pair):
        lows = claims.lows(move.pair, below, above)
        firm(move.lower is not None or len(lows) == 1, "GIRYAKU-6.3", "giryaku.which_below", pair=move.pair)
        low = lows[0] if move.lower is None else move.lower
        firm(low in lows, "GIRYAKU-6.3", "giryaku.not_below", card=low)
        state = claims.shown_pair(state, seat, c, (low, without(move.pair, (low,))[0]), told)
    else:
        firm(move.lower is None, "GIRYAKU-6.3", "giryaku.lower_unasked")
        state = claims.note_claim(state, seat, c, move.pair)
    return first_do(answered(state), Task("fire", seat, col=c, pair=move.pair))


def is_shown(state: State, pair: str) -> bool:
    """Tell whether a claimed pair must be shown: O×O always, others by option (OP-8)."""
    return pair == "OO" or state.options.facedown_pair == "show"


def pick_hand(state: State, seat: str, move: moves.PickHand, context: RulingContext, told: list[Notice]) -> State:
    """S×N: pick a card unseen (GIRYAKU-7.2)."""
    return consuming.pick_hand(answered(state), seat, move, told)


def reveal_lost(state: State, seat: str, move: moves.RevealLost, context: RulingContext, told: list[Notice]) -> State:
    """Judge a lost card that the owner shows, from the hand or the face-down cards (GIRYAKU-1.7, 7.15)."""
    task = state.queue[0]
    if not task.cells:
        return consuming.hand_lost(answered(state), seat, move, context, told)
    p = player(state, seat)
    cell = move.cell or (CELLS[task.cells[0]] if len(task.cells) == 1 else "")
    firm(INDEX.get(cell) in task.cells, "GIRYAKU-7.15", "giryaku.which_cell", cells=cells(task.cells))
    i = INDEX[cell]
    card = p.board[i]
    assert card is not None
    misfitting = hands.misfits(p, {card.id: move.card})
    context.require(not misfitting, "GIRYAKU-7.7", "giryaku.not_flipped", cards=list(misfitting))
    if misfitting and p.flip is not None:
        state = hands.found(state, "flip_cards", told, player=seat, turn=p.flip.since, cards=misfitting)
    told.insert(0, tell("shown", "7.15", seat=seat, cell=cell, card=move.card))
    board = list(p.board)
    board[i] = replace(card, card=move.card)
    state = with_player(state, seat, board=tuple(board))
    rest = tuple(each for each in task.cells if each != i)
    return first_do(answered(state), replace(task, cells=rest)) if rest else answered(state)


def choose_diagonal(
    state: State, seat: str, move: moves.ChooseDiagonal, context: RulingContext, told: list[Notice]
) -> State:
    """N×O in column 2: strike to one side, by option (GIRYAKU-7.12)."""
    told.append(tell(f"side_{move.side}", "7.12", seat=seat))
    struck = lower(state.queue[0].col), upper(state.queue[0].col + SIDES[move.side])
    return first_do(answered(state), Task("strike", seat, cells=struck))


def rearrange(
    state: State, seat: str, move: moves.Rearrange | moves.KeepLayout, context: RulingContext, told: list[Notice]
) -> State:
    """N×N, part 3 (GIRYAKU-7.7 to 7.11)."""
    state = flipping.rearranged(answered(state), seat, move, context, told)
    return flipping.after_rearranging(state, seat, told)


def declare_flip(state: State, seat: str, move: moves.DeclareFlip, context: RulingContext, told: list[Notice]) -> State:
    """Judge the owner's declaration whether N×N stands (GIRYAKU-7.9, 7.14)."""
    return flipping.declared(answered(state), seat, move, told)


def reveal_board(state: State, seat: str, move: moves.RevealBoard, context: RulingContext, told: list[Notice]) -> State:
    """Turn up the cards after the end of a flip (GIRYAKU-7.14)."""
    return flipping.revealed(answered(state), seat, move, context, told, last=False)


def raid_take(state: State, seat: str, move: moves.RaidTake, context: RulingContext, told: list[Notice]) -> State:
    """Bury a card of the raided hand (GIRYAKU-8.6)."""
    return consuming.raid_take(answered(state), seat, move, context, told)


def take_extra_turn(
    state: State, seat: str, move: moves.TakeExtraTurn, context: RulingContext, told: list[Notice]
) -> State:
    """Begin the raider's extra turn (GIRYAKU-8.7)."""
    return consuming.extra_taken(answered(state), seat, told)


def decline_extra_turn(
    state: State, seat: str, move: moves.DeclineExtraTurn, context: RulingContext, told: list[Notice]
) -> State:
    """Decline the extra turn, which is optional (OP-3a)."""
    told.append(tell("extra_declined", "8.7", seat=seat))
    return first_do(answered(state), Task("end", seat))


Answer = Callable[[State, str, Any, RulingContext, list[Notice]], State]
ANSWERS: Mapping[type[Any], Answer] = {
    moves.ClaimSkill: claim_skill,
    moves.PickHand: pick_hand,
    moves.RevealLost: reveal_lost,
    moves.ChooseDiagonal: choose_diagonal,
    moves.Rearrange: rearrange,
    moves.KeepLayout: rearrange,
    moves.DeclareFlip: declare_flip,
    moves.RevealBoard: reveal_board,
    moves.RaidTake: raid_take,
    moves.TakeExtraTurn: take_extra_turn,
    moves.DeclineExtraTurn: decline_extra_turn,
}
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
"""For each awaited answer, the clause for refusing everything else."""


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
