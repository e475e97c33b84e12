"""戯略 Giryaku: the rules, in the order of play.

`setup` deals the decks and lays the opening. `turn` places cards, `skills` has what pairs do and the answers they wait
for, `consuming` consumes cards, `flipping` handles face-down boards. `ending` decides the winner, `scores` takes
results without plays, `hands` keeps hands and decks and audits them, and `view` says what may be seen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.core.base import replace
from referee.core.game import Demonstration, Extras, Notes, Review, Statistics
from referee.core.judging import firm, uphold
from referee.core.judging import remembered as remembered
from referee.core.moves import Move, any_move, in_depth, secret_kinds
from referee.core.moves import masked as masked
from referee.core.moves import secret as secret
from referee.core.rulebook import Rulebook
from referee.core.values import GAME_MASTER, TABLE, Notice, Refused, Ruling, RulingContext
from referee.giryaku import consuming, ending, flipping, hands, moves, setup, skills, turn
from referee.giryaku import scores as scores
from referee.giryaku.ending import result as result
from referee.giryaku.moves import Adjustment, Options
from referee.giryaku.positions import POSITIONS
from referee.giryaku.prompts import prompts as prompts
from referee.giryaku.scores import adjust as adjust
from referee.giryaku.setup import PLAYERS as PLAYERS
from referee.giryaku.setup import begin as begin
from referee.giryaku.state import State, Task, player
from referee.giryaku.view import reveals
from referee.giryaku.view import view as view
from referee.giryaku.view_model import View

PROTOCOL = 1
KEY = "giryaku"
CLAUSES = Rulebook(__name__)
OPTIONS = Options
MOVE = any_move(vars(moves))
may_be_secret = secret_kinds(vars(moves))
VIEW = View
ADJUSTMENT = Adjustment
SCREENS = "companion.games.giryaku"
EXTRAS = Extras(
    counts=lambda state: {"turn": state.turn} if state.turn else {},
    notes=Notes(
        withdrawals=frozenset({"withdraw_hand"}),
        counted=frozenset({"giryaku.two_extra_cards", "giryaku.box_holds"}),
        retractable=lambda notice: (
            notice.message in ("giryaku.finding.swapped_card", "giryaku.finding.raid_contradicted")
        ),
    ),
    demonstration=Demonstration(amends=frozenset({"withdraw_hand"}), doubts=lambda state: len(state.findings)),
    statistics=Statistics(standing=ending.standing),
    review=Review(analysis=ending.ANALYSIS.analysis),
    positions=POSITIONS,
)

BESIDE: Mapping[type[Any], Callable[[State, str, Any, RulingContext], Ruling]] = {
    moves.Configure: setup.configure,
    moves.DealDone: setup.deal_done,
    moves.RevealOpening: setup.reveal_opening,
    moves.RedrawOpening: setup.redraw_opening,
    moves.OpeningPlace: setup.opening_place,
    moves.OpeningReveal: setup.opening_reveal,
    moves.EnterHand: hands.enter_hand,
    moves.WithdrawHand: hands.withdraw_hand,
}
"""Declarations that are not part of a turn: the steps before the first one (GIRYAKU-2), and notes of a hand."""
ACTIONS: Mapping[type[Any], Callable[[State, str, Any, RulingContext, list[Notice]], State]] = {
    moves.Place: turn.place,
    moves.ConsumeOne: consuming.consume_one,
    moves.ConsumeTwo: consuming.consume_two,
    moves.NoHand: turn.no_hand,
}
"""The actions of a turn, exactly one of them (GIRYAKU-3.2)."""


def judge(state: State, seat: str, move: Move, waived: frozenset[str] = frozenset()) -> Ruling:
    """Judge a declaration of `seat` (or `table`, or `gm`, for moves that are for all).

    The given state is not changed; `waived` holds the clauses that a house ruling waives. `told` of the ruling depends
    on what the declaration revealed (METSUKE-2.3).
    """
    context = RulingContext(waived)
    try:
        if seat not in (TABLE, GAME_MASTER) or not move.about.for_all:
            player(state, seat)
        firm(in_depth(move, state.options.depth), "GIRYAKU-3.2", "giryaku.other_depth")
        skills.in_order(state, move)
        rule = scores.judge if state.options.depth == "scores" else _judge
        ruling = rule(state, seat, move, context)
    except Refused as refusal:
        return Ruling.refusal(refusal)
    return replace(ruling, told=reveals(state, ruling.state, move, ruling.notices))


def _judge(state: State, seat: str, move: Any, context: RulingContext) -> Ruling:
    if state.phase == "ended":
        last = scores.recount if isinstance(move, moves.FinalCount) else shown_at_last
        return last(state, seat, move, context)
    rule = BESIDE.get(type(move), act)
    return rule(state, seat, move, context)


def act(state: State, seat: str, move: Any, context: RulingContext) -> Ruling:
    """Judge an action of a turn, or an answer to a running skill, with all its automatic effects (GIRYAKU-3.3)."""
    told: list[Notice] = []
    if state.phase == "resolve":
        waiting, *rest = state.queue
        wrong = "GIRYAKU-1.5" if waiting.kind == "reveal_lost" else "GIRYAKU-3.1"
        firm(seat == waiting.seat, wrong, f"giryaku.due.{waiting.kind}", seat=waiting.seat)
        answer = skills.ANSWERS[type(move)]
        after = answer(replace(state, queue=tuple(rest)), waiting, move, context, told)
    else:
        firm(seat == state.active, "GIRYAKU-3.1", "giryaku.not_your_turn", seat=state.active)
        handless = isinstance(move, moves.NoHand)
        firm(handless or player(state, seat).hand, "GIRYAKU-9.5", "giryaku.say_no_hand")
        after = ACTIONS[type(move)](state, seat, move, context, told)
    return uphold(hands.audited(skills.resolve(after, told), told), told)


def shown_at_last(state: State, seat: str, move: moves.RevealBoard, context: RulingContext) -> Ruling:
    """Judge the showing of a board that is still face down after the end, for the last audit (ledger section 8)."""
    p = player(state, seat)
    holds_unnamed = p.flip is not None and any(card is not None and card.kind is None for card in p.board)
    firm(holds_unnamed, "GIRYAKU-9.10", "giryaku.match_over")
    told: list[Notice] = []
    return uphold(flipping.reveal_board(state, Task("reveal_board", seat), move, context, told), told)
