"""不忍 Shinobazu: the rules, in the order of play (provisional text of April 2014).

Preparation, then round by round: `turns`, `battle` with its duel, and the end of the round in `rounds`, which also ends
sets and the match. `hands` has what players note and lay. Results entered without plays are in `scores`, what may be
seen in `view`, what is offered in `prompts`. A move states its phases itself, in `moves`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.core.base import replace
from referee.core.game import Demonstration, Extras, Notes, Review, Statistics
from referee.core.judging import firm, tell, uphold
from referee.core.judging import remembered as remembered
from referee.core.moves import Move, any_move, in_depth, secret_kinds
from referee.core.moves import masked as masked
from referee.core.moves import secret as secret
from referee.core.rulebook import Rulebook
from referee.core.values import GAME_MASTER, TABLE, Refused, Ruling, RulingContext
from referee.shinobazu import battle, moves, scores
from referee.shinobazu.cards import HAND
from referee.shinobazu.hands import enter_hand, withdraw_hand
from referee.shinobazu.positions.laying import POSITIONS
from referee.shinobazu.prompts import prompts as prompts
from referee.shinobazu.rounds import (
    ANALYSIS,
    cleared,
    ends,
    next_round,
    next_set,
    reneges,
    show_hand,
    standing,
)
from referee.shinobazu.rounds import result as result
from referee.shinobazu.state import PLAYERS as PLAYERS
from referee.shinobazu.state import State, one_seat, plausible, player, with_others, with_points
from referee.shinobazu.state import begin as begin
from referee.shinobazu.turns import clause_of_reveals, declare, in_order, lay, lead, reveal, turn_over
from referee.shinobazu.view import reveals
from referee.shinobazu.view import view as view
from referee.shinobazu.view_model import View

PROTOCOL = 1
KEY = "shinobazu"
CLAUSES = Rulebook(__name__)
OPTIONS = moves.Options
MOVE = any_move(vars(moves))
may_be_secret = secret_kinds(vars(moves))
VIEW = View
ADJUSTMENT = moves.Adjustment
SCREENS = "companion.games.shinobazu"


# Preparation


def configure(state: State, seat: str, move: moves.Configure, context: RulingContext) -> Ruling:
    """Judge the choice of the start player, before the first card (SHINOBAZU-2.3)."""
    start = one_seat(state, move.start, "SHINOBAZU-2.3", "start", stranger="SHINOBAZU-2.3")
    state = replace(state, start=start, active=start if state.options.depth == "plays" else None)
    return uphold(state, [tell("shinobazu.starts", "SHINOBAZU-2.3", seat=start)])

# Turning cards over


# Phase 4: the end of a round


def end_round(state: State, seat: str, move: moves.EndRound, context: RulingContext) -> Ruling:
    """Judge the end of a round: a round or set begins (SHINOBAZU-9.4 to 9.6, 9.9), or the match ends.

    It ends if somebody has 5 points or more; fewest points win (9.7, 9.8, 9.10).
    """
    firm(not state.due, clause_of_reveals(state), "shinobazu.still_face_down", seats=list(state.due))
    if not ends(state):
        return next_round(cleared(state)) if state.round < HAND else next_set(cleared(state))
    state = replace(state, phase="ended")
    outcome = result(state)
    assert outcome is not None
    return uphold(state, [tell("shinobazu.ended", "SHINOBAZU-9.7", winners=list(outcome.winners))])


# Judging

RULES: dict[type[Any], Callable[[State, str, Any, RulingContext], Ruling]] = {
    moves.Configure: configure,
    moves.EnterHand: enter_hand,
    moves.WithdrawHand: withdraw_hand,
    moves.Lead: lead,
    moves.Lay: lay,
    moves.Declare: declare,
    moves.Reveal: reveal,
    moves.TurnOver: turn_over,
    moves.DuelChallenge: battle.duel_challenge,
    moves.DuelDecline: battle.duel_decline,
    moves.DuelAnswer: battle.duel_answer,
    moves.ChooseDuelLead: battle.choose_duel_lead,
    moves.EndRound: end_round,
    moves.ShowHand: show_hand,
    moves.BattleResult: scores.battle_result,
    moves.DuelResult: scores.duel_result,
    moves.NoDuel: scores.no_duel,
}


def judge(state: State, seat: str, move: Move, waived: frozenset[str] = frozenset()) -> Ruling:
    """Judge a declaration of `seat` (or `table`, or `gm` if the move names whom it concerns).

    The given state is not changed; `waived` holds the clauses that a house ruling waives.
    """
    try:
        if seat not in (TABLE, GAME_MASTER):
            player(state, seat)
        else:
            firm(move.about.for_all, "SHINOBAZU-3.3", "shinobazu.seat_declares")
        depth = state.options.depth
        firm(in_depth(move, depth), "SHINOBAZU-2.4", f"shinobazu.kept_in_{depth}")
        in_order(state, move)
        ruling = RULES[type(move)](state, seat, move, RulingContext(waived))
        return replace(ruling, told=reveals(state, ruling.state))
    except Refused as refusal:
        return Ruling.refusal(refusal)


def adjust(state: State, adjustment: moves.Adjustment) -> State:
    """Set points by hand, as a house ruling does. Raises `Refused` for an unknown seat and below 0 (SHINOBAZU-1.4).

    Whether the match ends is still tested only at the end of a round (SHINOBAZU-9.7).
    """
    for seat, points in adjustment.points.items():
        firm(points >= 0, "SHINOBAZU-1.4", "shinobazu.below_zero", seat=seat)
    deltas = {seat: points - player(state, seat).points for seat, points in adjustment.points.items()}
    return with_points(state, deltas)


EXTRAS = Extras(
    counts=lambda state: {"set": state.set, "round": state.round},
    notes=Notes(
        noting=frozenset({"enter_hand"}),
        withdrawals=frozenset({"withdraw_hand"}),
        retractable=lambda notice: notice.message in ("shinobazu.finding.wrong_entry", "shinobazu.records_clash"),
        plausible=plausible,
        elsewhere=with_others,
    ),
    demonstration=Demonstration(
        amends=frozenset({"withdraw_hand", "show_hand"}), doubts=lambda state: len(state.findings)
    ),
    statistics=Statistics(standing=standing, reneges=reneges),
    review=Review(analysis=ANALYSIS.analysis),
    positions=POSITIONS,
)
