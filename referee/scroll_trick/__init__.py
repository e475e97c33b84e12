"""巻物取りっく Ninja Scroll Trick: the rules, in the order of play.

A match has three rounds, each a preparation phase and a contest of seven tricks; the player with the best captured
scrolls wins. `supply` seats the table and keeps the scrolls; `rounds` deals, names the trump, opens cards, lays
scrolls, and goes from round to round; `tricks` plays the tricks, in two-player matches with the `shadow` as third seat.
`ranking` decides who turns scrolls, starts and wins, and audits; `scores` takes results without plays; `view` says what
may be seen. A move states its phases itself, in `moves`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from referee.core.game import Demonstration, Extras, Notes, Positions, Review, Statistics
from referee.core.judging import firm
from referee.core.moves import Move, any_move, secret_kinds
from referee.core.moves import masked as masked
from referee.core.moves import secret as secret
from referee.core.rulebook import Rulebook
from referee.core.values import GAME_MASTER, TABLE, Refused, Ruling, RulingContext
from referee.scroll_trick import hands, moves, rounds, scores, shadow, supply
from referee.scroll_trick import tricks as contest
from referee.scroll_trick.moves import Adjustment, Options
from referee.scroll_trick.positions.laying import lay
from referee.scroll_trick.positions.model import OpenTable, SeatSecret, position_of, progress, unchecked
from referee.scroll_trick.prompts import may_be_declared
from referee.scroll_trick.prompts import prompts as prompts
from referee.scroll_trick.ranking import ANALYSIS, claim_revoke, reneges, standing
from referee.scroll_trick.ranking import result as result
from referee.scroll_trick.scores import adjust as adjust
from referee.scroll_trick.state import State, player, with_others
from referee.scroll_trick.supply import PLAYERS as PLAYERS
from referee.scroll_trick.supply import begin as begin
from referee.scroll_trick.supply import plausible
from referee.scroll_trick.view import remembered as remembered
from referee.scroll_trick.view import reveals
from referee.scroll_trick.view import view as view
from referee.scroll_trick.view_model import View

PROTOCOL = 1
KEY = "scroll-trick"
CLAUSES = Rulebook(__name__)
OPTIONS = Options
MOVE = any_move(vars(moves))
may_be_secret = secret_kinds(vars(moves))
VIEW = View
ADJUSTMENT = Adjustment
SCREENS = "companion.games.scroll_trick"
EXTRAS = Extras(
    counts=lambda state: {"round": state.round},
    notes=Notes(
        noting=frozenset({"register_hand"}),
        withdrawals=frozenset({"withdraw_entry"}),
        plausible=plausible,
        elsewhere=with_others,
    ),
    demonstration=Demonstration(
        amends=frozenset({"withdraw_entry", "claim_revoke", "check_card"}), doubts=lambda state: len(state.findings)
    ),
    statistics=Statistics(standing=standing, reneges=reneges),
    review=Review(analysis=ANALYSIS.analysis),
    positions=Positions(
        table=OpenTable,
        secret=SeatSecret,
        lay=lay,
        position_of=position_of,
        progress=progress,
        unchecked=unchecked,
        left_out=("rounds",),
    ),
)

RULES: Mapping[type[Any], Callable[[State, str, Any, RulingContext], Ruling]] = {
    # Before the first deal (SCROLL-1, 2)
    moves.Configure: supply.configure,
    moves.SetStartPlayer: supply.set_start_player,
    moves.TakeStartScrolls: supply.take_start_scrolls,
    # The preparation phase (SCROLL-3, 4, 5)
    moves.ConfirmDeal: rounds.confirm_deal,
    moves.RegisterHand: hands.register_hand,
    moves.WithdrawEntry: hands.withdraw_entry,
    moves.ChooseTrump: rounds.choose_trump,
    moves.LayShadow: shadow.lay_shadow,
    moves.OpenCard: rounds.open_card,
    moves.PlaceScrolls: rounds.place_scrolls,
    moves.TurnScroll: rounds.turn_scroll,
    # The contest phase (SCROLL-6, 9)
    moves.CheckCard: hands.check_card,
    moves.PlayCard: contest.play_card,
    moves.ShadowPlay: shadow.shadow_play,
    moves.TakeTrick: contest.take_trick,
    moves.RefillShadow: shadow.refill_shadow,
    moves.ClaimRevoke: claim_revoke,
    moves.Remedy: contest.remedy,
    # Between rounds, and the end (SCROLL-7, 8, 10)
    moves.DrawScrolls: rounds.draw_scrolls,
    moves.GiveMarker: rounds.give_marker,
    moves.BreakTie: rounds.break_tie,
    # Results alone
    moves.ScoreTrick: scores.score_trick,
    moves.ScoreRound: scores.score_round,
    moves.CloseRound: scores.close_round,
    moves.Final: scores.final,
}


def judge(state: State, seat: str, move: Move, waived: frozenset[str] = frozenset()) -> Ruling:
    """Judge a declaration of `seat` (or `table`, or `gm` if the move names whom it concerns).

    The given state is not changed; `waived` holds the clauses that a house ruling waives.
    """
    try:
        for_nobody = seat in (TABLE, GAME_MASTER)
        firm(not for_nobody or move.about.for_all, "SCROLL-1.1", "scroll_trick.seat_declares")
        if not for_nobody:
            player(state, seat)
        may_be_declared(state, move)
        ruling = RULES[type(move)](state, seat, move, RulingContext(waived))
        return replace(ruling, told=reveals(state, ruling.state))
    except Refused as refusal:
        return Ruling.refusal(refusal)
