"""忍のがっこう Shinobi School: the rules, in the order of play.

A match has three rounds. The first player whose mansion, heaven and earth, is empty wins the round, and all others lose
points for the cards they still hold. `field` has the split, the reveal, the first field, its tiers and seals, and the
sweeping; `turns` has placing, collecting and passing; `rounds` begins and scores rounds and ranks the match. `entries`
has what players register on their phones, and audits; `cards` the deck, and what cards left at the end cost; `scores`
results without plays; `view` what may be seen. A move states its phases itself, in `moves`. `positions` describes and
lays positions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from referee.core.game import Drawing, Extras, Notes, Review, Statistics
from referee.core.judging import firm
from referee.core.moves import Move, any_move, in_depth, out_of_order, secret_kinds
from referee.core.moves import masked as masked
from referee.core.moves import secret as secret
from referee.core.rulebook import Rulebook
from referee.core.values import GAME_MASTER, TABLE, Refused, Ruling, RulingContext
from referee.shinobi_school import entries, field, moves, rounds, scores, turns
from referee.shinobi_school.moves import PLAYERS as PLAYERS
from referee.shinobi_school.moves import Adjustment, Options
from referee.shinobi_school.positions import POSITIONS
from referee.shinobi_school.prompts import prompts as prompts
from referee.shinobi_school.rounds import begin as begin
from referee.shinobi_school.rounds import result as result
from referee.shinobi_school.scores import adjust as adjust
from referee.shinobi_school.state import State, player
from referee.shinobi_school.view import remembered as remembered
from referee.shinobi_school.view import reveals
from referee.shinobi_school.view import view as view
from referee.shinobi_school.view_model import View

PROTOCOL = 1
KEY = "shinobi-school"
CLAUSES = Rulebook(__name__)
OPTIONS = Options
MOVE = any_move(vars(moves))
may_be_secret = secret_kinds(vars(moves))
VIEW = View
ADJUSTMENT = Adjustment
SCREENS = "companion.games.shinobi_school"
EXTRAS = Extras(
    counts=lambda state: {"round": state.round},
    drawing=Drawing(opening=rounds.opening_draw),
    notes=Notes(withdrawals=frozenset({"withdraw_entry"})),
    statistics=Statistics(standing=rounds.standing),
    review=Review(analysis=rounds.ANALYSIS.analysis),
    positions=POSITIONS,
)

RULES: Mapping[type[Any], Callable[[State, str, Any, RulingContext], Ruling]] = {
    # Before the first turn (SCHOOL-1, 6, 9, 10, 11)
    moves.SetStartPlayer: rounds.set_start_player,
    moves.ConfirmDeal: rounds.confirm_deal,
    moves.RegisterHand: entries.register_hand,
    moves.RegisterHeaven: entries.register_heaven,
    moves.WithdrawEntry: entries.withdraw_entry,
    moves.LayEarth: field.lay_earth,
    moves.RevealEarths: field.reveal_earths,
    moves.FirstField: field.first_field,
    # Turns (SCHOOL-3, 4, 5, 7, 8)
    moves.Place: turns.place,
    moves.Collect: turns.collect,
    moves.PassAction: turns.pass_action,
    moves.EndTurn: turns.end_turn,
    moves.CheckMove: turns.check_move,
    moves.CountHeaven: entries.count_heaven,
    moves.AgreeFlush: field.agree_flush,
    # The end of a round and of the match (SCHOOL-2, 12, 13)
    moves.ScoreRound: rounds.score_round,
    moves.ShowHeaven: rounds.show_heaven,
    moves.BreakTie: rounds.break_tie,
    # Results alone
    moves.RoundCards: scores.round_cards,
    moves.RoundPoints: scores.round_points,
    moves.CloseGame: scores.close_game,
}


def judge(state: State, seat: str, move: Move, waived: frozenset[str] = frozenset()) -> Ruling:
    """Judge a declaration of `seat` (or `table`, or `gm` if the move names whom it concerns).

    The given state is not changed; `waived` holds the clauses that a house ruling waives.
    """
    try:
        if seat not in (TABLE, GAME_MASTER) or not move.about.for_all:
            player(state, seat)
        firm(in_depth(move, state.options.depth), "SCHOOL-2.3", "shinobi_school.other_depth")
        if cited := out_of_order(move, state):
            raise Refused(cited[0], f"shinobi_school.{cited[1]}", firm=True)
        ruling = RULES[type(move)](state, seat, move, RulingContext(waived))
    except Refused as refusal:
        return Ruling.refusal(refusal)
    return replace(ruling, told=reveals(state, ruling.state, ruling.notices))
