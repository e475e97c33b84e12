"""What may be declared when (ledger section 6), and which clause refuses it at another time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.core.judging import firm
from referee.core.values import TABLE, Refused
from referee.scroll_trick import moves as m
from referee.scroll_trick.cards import ROUNDS
from referee.scroll_trick.contest.strength import ahead
from referee.scroll_trick.rounds.ranking import due
from referee.scroll_trick.state import State, active, everybody

ENTRY = frozenset({"trump", "shadow", "open", "place", "turn", "trick"})
CONTEST = frozenset({"trick", "resolve", "refill"})
AFTER_PLAYS = CONTEST | {"between", "tie", "ended"}
ANY = frozenset({"setup", "deal", "between", "score", "tie"}) | ENTRY | CONTEST

WHEN: Mapping[type[Any], frozenset[str]] = {
    m.Configure: ANY,
    m.SetStartPlayer: frozenset({"setup", "deal", "score"}),
    m.TakeStartScrolls: frozenset({"setup"}),
    m.ConfirmDeal: frozenset({"deal"}),
    m.RegisterHand: ENTRY,
    m.WithdrawEntry: ANY,
    m.ChooseTrump: frozenset({"trump"}),
    m.LayShadow: frozenset({"shadow"}),
    m.OpenCard: frozenset({"open"}),
    m.PlaceScrolls: frozenset({"place"}),
    m.TurnScroll: frozenset({"turn"}),
    m.PlayCard: frozenset({"trick"}),
    m.ShadowPlay: frozenset({"trick"}),
    m.TakeTrick: frozenset({"resolve"}),
    m.RefillShadow: frozenset({"refill"}),
    m.DrawScrolls: frozenset({"between"}),
    m.GiveMarker: frozenset({"between"}),
    m.CheckCard: frozenset({"trick"}),
    m.ClaimRevoke: AFTER_PLAYS,
    m.Remedy: CONTEST,
    m.BreakTie: frozenset({"tie"}),
    m.ScoreTrick: frozenset({"score"}),
    m.ScoreRound: frozenset({"score"}),
    m.CloseRound: frozenset({"score"}),
    m.Final: frozenset({"score"}),
}
RESULTS = frozenset({m.ScoreTrick, m.ScoreRound, m.CloseRound, m.Final})
"""What only depth `scores` knows."""
IN_SCORES = RESULTS | {m.Configure, m.SetStartPlayer, m.GiveMarker, m.BreakTie}

_OUT_OF_ORDER: Mapping[tuple[type[Any], str], tuple[str, str]] = {
    (m.OpenCard, "trump"): ("SCROLL-3.4", "trump_first"),
    (m.OpenCard, "shadow"): ("SCROLL-9.3", "row_first"),
    (m.OpenCard, "place"): ("SCROLL-4.2", "three_are_open"),
    (m.PlaceScrolls, "open"): ("SCROLL-4.2", "open_three_first"),
    (m.LayShadow, "trump"): ("SCROLL-9.3", "row_after_trump"),
    (m.PlayCard, "open"): ("SCROLL-4.2", "open_three_first"),
    (m.PlayCard, "place"): ("SCROLL-5.1", "place_first"),
    (m.TurnScroll, "place"): ("SCROLL-5.9", "place_first"),
    (m.PlayCard, "turn"): ("SCROLL-5.9", "turn_first"),
    (m.TakeTrick, "trick"): ("SCROLL-6.9", "trick_not_over"),
    (m.TakeTrick, "refill"): ("SCROLL-6.15", "trick_taken"),
    (m.PlayCard, "resolve"): ("SCROLL-6.2", "take_first"),
    (m.ShadowPlay, "resolve"): ("SCROLL-6.2", "take_first"),
    (m.PlayCard, "refill"): ("SCROLL-9.15", "refill_first"),
    (m.ShadowPlay, "refill"): ("SCROLL-9.15", "refill_first"),
    (m.RefillShadow, "trick"): ("SCROLL-9.15", "not_during_trick"),
    (m.RefillShadow, "resolve"): ("SCROLL-9.15", "take_first"),
    (m.PlayCard, "between"): ("SCROLL-6.18", "seven_tricks"),
    (m.ShadowPlay, "between"): ("SCROLL-6.18", "seven_tricks"),
    (m.ConfirmDeal, "setup"): ("SCROLL-2.11", "start_first"),
    (m.ConfirmDeal, "between"): ("SCROLL-1.2", "next_round_first"),
    (m.RegisterHand, "between"): ("SCROLL-3.2", "register_after_deal"),
    (m.ScoreTrick, "setup"): ("SCROLL-2.11", "start_first"),
    (m.ScoreRound, "setup"): ("SCROLL-2.11", "start_first"),
    (m.SetStartPlayer, "between"): ("SCROLL-7.3", "lowest_starts"),
}
"""The clause that says what comes first, and a message, where it is more than the order of the phases."""
_OF_SHADOW = frozenset({m.LayShadow, m.ShadowPlay, m.RefillShadow})
_ROUND = ENTRY | CONTEST
"""From a round's deal to its last trick."""


def may_be_declared(state: State, kind: type[Any]) -> None:
    """Refuse what belongs to another depth or phase (SCROLL-1.2), or comes after the end (8.1)."""
    in_depth = kind in IN_SCORES if state.options.depth == "scores" else kind not in RESULTS
    firm(in_depth, "SCROLL-1.2", "scroll_trick.other_depth")
    firm(kind not in _OF_SHADOW or state.shadow is not None, "SCROLL-9.1", "scroll_trick.no_shadow")
    if state.remedy is not None and kind not in (m.Remedy, m.ClaimRevoke, m.Configure):
        firm(False, "SCROLL-6.4", "scroll_trick.remedy_first", seat=state.findings[state.remedy].player)
    if state.phase in WHEN[kind] and not (kind is m.SetStartPlayer and start_is_settled(state)):
        return
    clause, reason = _why_not(state, kind)
    raise Refused(clause, f"scroll_trick.{reason}", firm=True, seats=list(awaited(state)))


def start_is_settled(state: State) -> bool:
    """Tell whether cards or scrolls are in play: the start player is named before, never again (SCROLL-2.11)."""
    entered = bool(state.entries) or any(p.captured for p in everybody(state))
    return state.round > 1 or entered or state.phase not in WHEN[m.SetStartPlayer]


def awaited(state: State) -> tuple[str, ...]:
    """Return whose declaration is due now; the table's where anybody may make it."""
    who: list[str] = []
    match state.phase:
        case "trump":
            who = [state.marker or TABLE]
        case "open" | "trick":
            who = [active(state) or TABLE]
        case "place":
            who = [p.seat for p in state.players if not p.placed]
        case "turn":
            turns = due(state)
            who = [p.seat for p in everybody(state) if p.turned < turns.get(p.seat, 0)]
        case "resolve":
            won = ahead(state.tricks[-1], state.trump)
            who = [TABLE if won is None else won.seat]
        case "between" if state.options.depth == "plays":
            who = [p.seat for p in state.players if not p.drawn]
    return tuple(who) or (TABLE,)


def _why_not(state: State, kind: type[Any]) -> tuple[str, str]:
    if state.phase == "ended":
        return _after_the_end(state, kind)
    by_kind = _whenever(state, kind)
    return by_kind or _OUT_OF_ORDER.get((kind, state.phase), ("SCROLL-1.2", f"not_in_{state.phase}"))


def _whenever(state: State, kind: type[Any]) -> tuple[str, str] | None:
    """Return what speaks against a declaration in more phases than one."""
    phase, last = state.phase, state.round == ROUNDS
    if kind is m.TakeStartScrolls:
        return "SCROLL-2.7", "all_have_sets"
    if kind is m.SetStartPlayer and phase != "between":
        return "SCROLL-2.11", "start_is_settled"
    if kind is m.ConfirmDeal and phase in _ROUND:
        return "SCROLL-3.2", "dealt_already"
    if kind is m.RegisterHand and phase in CONTEST:
        return "SCROLL-3.2", "played_already"
    if kind is m.ChooseTrump and phase in _ROUND:
        return "SCROLL-3.6", "trump_stands"
    if kind is m.LayShadow and phase in _ROUND - {"trump"}:
        return "SCROLL-9.3", "row_lies"
    if kind is m.TurnScroll and state.round == 1:
        return "SCROLL-5.4", "no_turning_in_round_1"
    if kind is m.TurnScroll and phase in CONTEST:
        return "SCROLL-5.9", "all_turned"
    if kind is m.PlaceScrolls and phase in CONTEST | {"turn"}:
        return "SCROLL-5.1", "placed_already"
    if kind in (m.DrawScrolls, m.GiveMarker) and phase in _ROUND | {"score"}:
        return ("SCROLL-7.4", "nothing_after_round_3") if last else ("SCROLL-6.18", "round_not_over")
    if kind is m.ClaimRevoke:
        return "SCROLL-6.4", "no_trick_yet"
    if kind is m.Remedy:
        return "SCROLL-6.4", "nothing_to_remedy"
    return ("SCROLL-8.5", "no_tie") if kind is m.BreakTie else None


def _after_the_end(state: State, kind: type[Any]) -> tuple[str, str]:
    if state.game_over:
        return "SCROLL-10.3", "shadow_ended_it"
    if kind in (m.DrawScrolls, m.GiveMarker):
        return "SCROLL-7.4", "nothing_after_round_3"
    if kind in (m.ConfirmDeal, m.ScoreTrick, m.ScoreRound):
        return "SCROLL-1.2", "three_rounds"
    return "SCROLL-8.1", "match_over"
