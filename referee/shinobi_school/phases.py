"""What may be declared when (ledger section 6), and which clause refuses it at another time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.core.judging import firm
from referee.core.values import Refused
from referee.shinobi_school import moves as m
from referee.shinobi_school.state import State

BEFORE_TURNS = frozenset({"deal", "split", "reveal", "field", "start"})
ACTIONS = (m.Place, m.Collect, m.PassAction, m.EndTurn, m.CheckMove)

WHEN: Mapping[type[Any], tuple[frozenset[str], str]] = {
    m.SetStartPlayer: (BEFORE_TURNS | {"turn", "score"}, "SCHOOL-11.1"),
    m.ConfirmDeal: (frozenset({"deal"}), "SCHOOL-1.5"),
    m.RegisterHand: (frozenset({"deal", "split"}), "SCHOOL-6.2"),
    m.RegisterHeaven: (BEFORE_TURNS - {"deal"} | {"turn"}, "SCHOOL-6.2"),
    m.WithdrawEntry: (BEFORE_TURNS | {"turn", "won", "scoring"}, "SCHOOL-6.2"),
    m.LayEarth: (frozenset({"split"}), "SCHOOL-9.1"),
    m.RevealEarths: (frozenset({"reveal"}), "SCHOOL-9.3"),
    m.FirstField: (frozenset({"field"}), "SCHOOL-9.1"),
    **dict.fromkeys(ACTIONS, (frozenset({"turn"}), "SCHOOL-11.2")),
    m.CountHeaven: (frozenset({"field", "start", "turn"}), "SCHOOL-9.2"),
    m.AgreeFlush: (frozenset({"turn"}), "SCHOOL-8.6"),
    m.ScoreRound: (frozenset({"won"}), "SCHOOL-2.4"),
    m.ShowHeaven: (frozenset({"scoring"}), "SCHOOL-12.2"),
    m.BreakTie: (frozenset({"tie"}), "SCHOOL-13.2"),
    m.RoundCards: (frozenset({"score"}), "SCHOOL-2.6"),
    m.RoundPoints: (frozenset({"score"}), "SCHOOL-2.6"),
    m.CloseGame: (frozenset({"close"}), "SCHOOL-2.6"),
}
"""In which phases a move may be declared, and the clause that refuses it elsewhere."""

RESULTS = frozenset({m.RoundCards, m.RoundPoints, m.CloseGame})
"""What only depth `scores` knows."""
IN_SCORES = RESULTS | {m.SetStartPlayer, m.BreakTie}
FOR_ALL = IN_SCORES | {
    m.ConfirmDeal,
    m.RevealEarths,
    m.FirstField,
    m.CountHeaven,
    m.AgreeFlush,
    m.ScoreRound,
    m.ShowHeaven,
}
"""What anybody at the table may declare for all."""


def may_be_declared(state: State, kind: type[Any]) -> None:
    """Refuse a move of the other depth, after the end, or in the wrong phase (SCHOOL-2.4, 2.6, 9, 10.5, 11.2)."""
    in_depth = kind in IN_SCORES if state.options.depth == "scores" else kind not in RESULTS
    firm(in_depth, "SCHOOL-2.3", "shinobi_school.other_depth")
    firm(state.phase != "ended", "SCHOOL-2.6", "shinobi_school.match_over")
    phases, clause = WHEN[kind]
    if state.phase not in phases:
        clause, reason = _why(kind, state.phase, clause)
        raise Refused(clause, reason, firm=True)


def _why(kind: type[Any], phase: str, clause: str) -> tuple[str, str]:
    """Return the clause and the reason: what comes first, or that the moment has passed."""
    if phase == "tie":
        return "SCHOOL-13.2", "shinobi_school.not_in_tie"
    if kind in ACTIONS and phase in ("won", "scoring"):
        return "SCHOOL-2.4", "shinobi_school.round_is_over"
    if kind in ACTIONS and phase == "start":
        return clause, "shinobi_school.who_starts"
    if kind is m.ConfirmDeal:
        return clause, "shinobi_school.dealt_already"
    if kind is m.RegisterHand:
        return clause, "shinobi_school.hand_too_late"
    if kind is m.RevealEarths and phase not in ("deal", "split"):
        return clause, "shinobi_school.revealed_already"
    if kind is m.FirstField and phase in ("start", "turn", "won", "scoring"):
        return "SCHOOL-10.5", "shinobi_school.stock_unused"
    if kind is m.LayEarth and phase != "deal":
        return "SCHOOL-9.3", "shinobi_school.split_is_settled"
    if kind is m.SetStartPlayer:
        return "SCHOOL-13.1", "shinobi_school.start_is_settled"
    if kind is m.AgreeFlush and phase in ("won", "scoring"):
        return "SCHOOL-2.4", "shinobi_school.round_is_over"
    if kind in (m.ScoreRound, m.ShowHeaven) and phase in ("turn", *BEFORE_TURNS):
        return clause, "shinobi_school.not_won"
    if kind is m.ScoreRound:
        return clause, "shinobi_school.scored_already"
    if kind is m.BreakTie:
        return clause, "shinobi_school.no_tie"
    if kind in (m.RoundCards, m.RoundPoints) and phase == "close":
        return clause, "shinobi_school.all_rounds_entered"
    if kind is m.CloseGame and phase == "score":
        return clause, "shinobi_school.rounds_missing"
    return clause, f"shinobi_school.not_in_{phase}"
