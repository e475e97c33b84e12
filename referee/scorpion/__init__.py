"""NINJA: Legend of the Scorpion Clan: the referee of the hidden-movement game.

It holds both sides' secret maps, judges every declaration, answers every listen and search, finds every discovery, and
tells each seat what it may know. In the order of play: the set-up (`setup/`), the start of a turn (`returns`), the
guards' phases (`guards/`), the intruders' phase (`intruders/`) and the audits (`audits/`). What both sides share is in
`contact` and `hearing`, what viewers see in `views/`, `prompts` and `secrecy`, and the depth `scores` in `scores/`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any

from pydantic import TypeAdapter

from referee.board.board import Board
from referee.core.base import replace
from referee.core.game import Boards, Demonstration, Drawing, Extras, Knowledge, Notes, Review, Statistics
from referee.core.judging import firm
from referee.core.judging import remembered as remembered
from referee.core.moves import Move, any_move, in_depth, secret_kinds
from referee.core.moves import masked as masked
from referee.core.moves import secret as secret
from referee.core.rulebook import Rulebook
from referee.core.values import GAME_MASTER, TABLE, Refused, Ruling, RulingContext
from referee.scorpion import moves, options, returns
from referee.scorpion.adjusting import Adjustment
from referee.scorpion.adjusting import adjust as adjust
from referee.scorpion.analysis import analysis
from referee.scorpion.analysis.after_the_end import parts, replay
from referee.scorpion.audits.intruders import findings
from referee.scorpion.guards import alert_phase, attacks, listening, patrol_phase, units
from referee.scorpion.guards import cards as guard_cards
from referee.scorpion.guards import searching as guard_searching
from referee.scorpion.intruders import cards as intruder_cards
from referee.scorpion.intruders import paths, searching
from referee.scorpion.intruders.offers import early_paths
from referee.scorpion.knowledge.witness import witness
from referee.scorpion.positions import POSITIONS
from referee.scorpion.preferences import draw, preferences
from referee.scorpion.prompts import prompts as prompts
from referee.scorpion.scores import moves as scores_moves
from referee.scorpion.scores import turns as scores
from referee.scorpion.secrecy import event, reveals
from referee.scorpion.setup import guards as setup_guards
from referee.scorpion.setup import hands as setup_hands
from referee.scorpion.setup import intruders as setup_intruders
from referee.scorpion.setup import table as setup_table
from referee.scorpion.setup.begin import begin as begin
from referee.scorpion.setup.begin import is_relied_on, setup_event
from referee.scorpion.state import State, role_of
from referee.scorpion.turns import result as result
from referee.scorpion.views import view_model
from referee.scorpion.views.view import prepare, relearnt
from referee.scorpion.views.view import view as view

PROTOCOL = 1
KEY = "scorpion"
PLAYERS = range(2, 5)
CLAUSES = Rulebook(__name__)
OPTIONS = options.Options
MOVE = any_move(vars(moves), vars(scores_moves))
may_be_secret = secret_kinds(vars(moves), vars(scores_moves))
VIEW = view_model.View
ADJUSTMENT = Adjustment
SCREENS = "companion.games.scorpion"
EXTRAS = Extras(
    boards=Boards(file=TypeAdapter(Board), of=attrgetter("board")),
    counts=lambda state: {"turn": state.turn} if state.phase != "setup" else {},
    early_offers=early_paths,
    timed_answer=listening.TIMED_ANSWER,
    drawing=Drawing(fill=draw),
    notes=Notes(
        counted=frozenset(
            f"scorpion.{reason}"
            for reason in ("more_than_deck", "more_than_stock", "not_in_the_deck", "not_in_own_deck", "not_so_many")
        ),
        retractable=lambda notice: notice.message == "scorpion.search_answered" and notice.params["found"] == "nothing"
    ),
    demonstration=Demonstration(
        setting_up=lambda state: state.phase == "setup",
        amends=frozenset({"concede", "set_unknown"}),
        preferences=preferences,
    ),
    statistics=Statistics(parts=parts),
    review=Review(frames=replay, work_out=attrgetter("cloud"), findings=findings, analysis=analysis),
    knowledge=Knowledge(prepare=prepare, relearnt=relearnt, witness=witness),
    positions=POSITIONS,
)

Rule = Callable[[State, str, Any, RulingContext], Ruling]

RULES: Mapping[type[Any], Rule] = {
    moves.SetOptions: setup_table.set_options,
    moves.LoadBoard: setup_table.load_board,
    moves.SeatPlayers: setup_table.seat_players,
    moves.DrawMissions: setup_hands.draw_missions,
    moves.ChooseCharacter: setup_hands.choose_character,
    moves.ChooseIntruderHand: setup_hands.choose_intruder_hand,
    moves.SplitGuardCards: setup_hands.split_guard_cards,
    moves.ChooseGuardHand: setup_hands.choose_guard_hand,
    moves.PlaceSentry: setup_guards.place_sentry,
    moves.PlacePatrol: setup_guards.place_patrol,
    moves.LiftUnit: setup_guards.lift_unit,
    moves.RecordSleepers: setup_guards.record_sleepers,
    moves.RecordMarks: setup_guards.record_marks,
    moves.SetStart: setup_intruders.set_start,
    moves.SetPassage: setup_intruders.set_passage,
    moves.SetEntrance: setup_intruders.set_entrance,
    moves.LockSetup: setup_intruders.lock_setup,
    moves.Respawn: returns.respawn,
    moves.RedrawMission: returns.redraw_mission,
    moves.BonusCards: returns.bonus_cards,
    moves.BonusSleepers: returns.bonus_sleepers,
    moves.DrawCards: alert_phase.draw_cards,
    moves.AgreeSplit: alert_phase.agree_split,
    moves.EndAlertPhase: alert_phase.end_alert_phase,
    moves.PlaySentryListen: listening.play_sentry_listen,
    moves.PlayPatrolListen: listening.play_patrol_listen,
    moves.FocusListen: listening.focus_listen,
    moves.AnswerCat: listening.answer_cat,
    moves.PlaySentrySearch: guard_searching.play_sentry_search,
    moves.PlayPatrolSearch: guard_searching.play_patrol_search,
    moves.PlayAwaken: attacks.play_awaken,
    moves.PlayGuardPassage: guard_cards.play_guard_passage,
    moves.GuardStep: patrol_phase.guard_step,
    moves.GuardStop: patrol_phase.guard_stop,
    moves.AttackIntruder: attacks.attack_intruder,
    moves.MergeUnits: units.merge_units,
    moves.AssignWoundCards: attacks.assign_wound_cards,
    moves.EndCardPhase: patrol_phase.end_card_phase,
    moves.WalkPatrols: patrol_phase.walk_patrols,
    moves.EndPatrolPhase: patrol_phase.end_patrol_phase,
    moves.LockPath: paths.lock_path,
    moves.DeclareSearches: searching.declare_searches,
    moves.AnswerHiddenSentry: searching.answer_hidden_sentry,
    moves.PlaceHiddenSentry: searching.place_hidden_sentry,
    moves.PlayIntruderCard: intruder_cards.play_intruder_card,
    moves.EndIntruderPhase: paths.end_intruder_phase,
    moves.SetUnknown: setup_table.set_unknown,
    moves.Concede: setup_table.concede,
    moves.RevealAll: setup_table.reveal_all,
}


def judge(state: State, seat: str, move: Move, waived: frozenset[str] = frozenset()) -> Ruling:
    """Judge a declaration of `seat` (or of the `table`, for what its host sets).

    The given state is not changed; `waived` holds the clauses that a house ruling waives. The clause of a secret
    declaration does not depend on the secret, since everybody's log shows it.
    """
    kind, private = type(move), False
    try:
        for_gm = kind is moves.SetUnknown and seat == GAME_MASTER
        depth = state.options.depth
        for_all = move.about.for_all or (depth == "scores" and seat in (TABLE, GAME_MASTER))
        if not for_all and not for_gm:
            role_of(state, seat)
        firm(state.phase != "ended" or "ended" in move.about.during, "SCORPION-28.1", "scorpion.match_over")
        firm(in_depth(move, depth), "SCORPION-9.2", "scorpion.other_depth")
        if move.about.depth == "scores":
            return scores.judge(state, move, RulingContext(waived))
        private = move.about.private
        ruling = RULES[kind](state, seat, move, RulingContext(waived))
    except Refused as refusal:
        return Ruling.refusal(refusal, private=private)
    if not ruling.upheld:
        return ruling
    return replace(
        ruling,
        clause=move.about.cites or ruling.clause,
        told=reveals(state, ruling.state, seat, move, ruling.notices) or is_relied_on(state, ruling.state),
        event=setup_event(state, seat, move) or event(state, seat, move),
    )
