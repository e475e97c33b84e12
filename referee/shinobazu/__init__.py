"""不忍 Shinobazu: the rules, in the order of play (provisional text of April 2014).

Preparation, then round by round: turns, battle, duel, end of the round. A move states its phases itself, in `moves`.
Here are the turns and what turning cards over shows; `battle` goes on from there, `rounds` ends rounds and the match.
The checks are in `turns` and `hands`. Results entered without plays are in `scores`, what may be seen in `view`, what
is offered in `prompts`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.core.base import replace
from referee.core.game import Demonstration, Extras, Notes, Review, Statistics
from referee.core.judging import firm, given, tell, uphold
from referee.core.judging import remembered as remembered
from referee.core.moves import Move, any_move, in_depth, secret_kinds
from referee.core.moves import masked as masked
from referee.core.moves import secret as secret
from referee.core.rulebook import Rulebook
from referee.core.values import GAME_MASTER, TABLE, Notice, Refused, Ruling, RulingContext
from referee.shinobazu import battle, moves, scores
from referee.shinobazu.battle import battle_begins, go_on
from referee.shinobazu.cards import HAND, Colour
from referee.shinobazu.hands import enter_hand, lay_down, withdraw_hand
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
from referee.shinobazu.state import State, one_seat, plausible, player, with_others, with_player, with_points
from referee.shinobazu.state import begin as begin
from referee.shinobazu.turns import (
    clause_of_reveals,
    clear_records,
    face_of,
    in_order,
    may_change,
    may_lie_before,
    may_reveal,
    next_turn,
    turned_over,
    voided,
)
from referee.shinobazu.view import reveals
from referee.shinobazu.view import view as view
from referee.shinobazu.view_model import Led, View

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


# Phase 1: turns


def lead(state: State, seat: str, move: moves.Lead, context: RulingContext) -> Ruling:
    """Judge the start player's lead, with its announced colour, true or not (SHINOBAZU-3.2, 4.1, 4.2).

    Laid before the start player's own seat it is a fight (4.8); before another, that seat declares (3.10).
    """
    firm(state.lead is None, "SHINOBAZU-4.1", "shinobazu.already_led")
    firm(seat == state.start, "SHINOBAZU-3.2", "shinobazu.start_leads", seat=state.start)
    to = one_seat(state, move.to, "SHINOBAZU-3.3", "receiver")
    colour: Colour = given(move.colour, "SHINOBAZU-4.1", "shinobazu.name_colour")
    firm(move.declare is None or to == seat, "SHINOBAZU-4.6", "shinobazu.receiver_declares", seat=to)
    context.require(move.declare != "pass", "SHINOBAZU-4.8", "shinobazu.start_fights")
    told = [tell("shinobazu.led", "SHINOBAZU-4.1", seat=seat, to=to, colour=colour)]
    state = lay_down(state, seat, to, move.card, colour, context, told)
    state = replace(state, lead=colour, leads=(*state.leads, Led(seat, colour)), active=None)
    if to == seat:
        return uphold(declares(state, seat, move.declare or "fight", "SHINOBAZU-4.8", told), told)
    return uphold(replace(state, declares=to), told)


def lay(state: State, seat: str, move: moves.Lay, context: RulingContext) -> Ruling:
    """Judge a later player's card, laid before their own seat or pushed onto another (SHINOBAZU-3.1 to 3.7, 4.4)."""
    colour = given(state.lead, "SHINOBAZU-4.1", "shinobazu.lead_first", seat=state.start)
    firm(state.declares is None, "SHINOBAZU-4.6", "shinobazu.declaration_due", seat=state.declares)
    firm(not player(state, seat).laid, "SHINOBAZU-3.1", "shinobazu.turn_is_over", seat=state.active)
    context.require(seat == state.active, "SHINOBAZU-3.2", "shinobazu.not_your_turn", seat=state.active)
    to = one_seat(state, move.to, "SHINOBAZU-3.3", "receiver")
    may_lie_before(state, seat, to)
    firm(move.declare is None or to == seat, "SHINOBAZU-4.6", "shinobazu.receiver_declares", seat=to)
    told = [tell("shinobazu.laid", "SHINOBAZU-3.3", seat=seat, to=to)]
    state = lay_down(state, seat, to, move.card, colour, context, told)
    state = replace(state, active=None, declares=to)
    if move.declare is not None:
        state = declares(state, seat, move.declare, "SHINOBAZU-4.10", told)
    return uphold(state, told)


def declare(state: State, seat: str, move: moves.Declare, context: RulingContext) -> Ruling:
    """Judge the declaration of fight or pass by the owner of a current fight card, once (SHINOBAZU-4.6 to 4.11).

    A start player who kept the card must fight (4.8); one who pushed it may choose (4.9).
    """
    if state.declares != seat:
        may_change(state, seat, move.choice, context)
    choice = given(move.choice, "SHINOBAZU-4.6", "shinobazu.name_choice")
    told: list[Notice] = []
    if state.declares == seat:
        return uphold(declares(state, seat, choice, "SHINOBAZU-4.10", told), told)
    told.append(tell(f"shinobazu.declared_{choice}", "SHINOBAZU-4.6", seat=seat))
    return uphold(with_player(state, seat, declared=choice), told)


def declares(state: State, seat: str, choice: str, clause: str, told: list[Notice]) -> State:
    """Record a declaration, which applies to all cards before its owner (SHINOBAZU-4.11), and go on (3.8 to 3.11)."""
    told.append(tell(f"shinobazu.declared_{choice}", clause, seat=seat))
    state = replace(with_player(state, seat, declared=choice), declares=None, active=next_turn(state, seat))
    return state if state.active else battle_begins(state, told)


# Turning cards over


def reveal(state: State, seat: str, move: moves.Reveal, context: RulingContext) -> Ruling:
    """Judge the reveal of a due card, by its owner or the table (SHINOBAZU-5.1, 5.3, 5.4, 7.1, 8.11, 9.4, 9.5).

    The card shown is true, even if something else was recorded.
    """
    fight = may_reveal(state, seat, move.owner, context)
    told: list[Notice] = []
    card = face_of(state, fight, move.card, context)
    if card is None:
        return uphold(voided(state, [fight], told), told)
    return uphold(go_on(turned_over(state, fight, card, told), told), told)


def turn_over(state: State, seat: str, move: moves.TurnOver, context: RulingContext) -> Ruling:
    """Turn over all due cards that are recorded, at once (SHINOBAZU-5.1).

    Cards with contradictory records stay face down: the players look at them and name them one by one.
    """
    clear, clashing = clear_records(state)
    told: list[Notice] = []
    if clear:
        told.append(tell("shinobazu.turned_over", clause_of_reveals(state), seats=[fight.owner for fight in clear]))
    for fight in clear:
        assert fight.recorded is not None
        state = turned_over(state, fight, fight.recorded, told)
    return uphold(go_on(voided(state, clashing, told), told), told)


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
