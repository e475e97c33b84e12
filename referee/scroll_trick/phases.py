"""What may be declared when (ledger section 6), and which clause refuses it at another time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.core.values import Refused
from referee.scroll_trick import moves as m
from referee.scroll_trick.cards import ROUNDS
from referee.scroll_trick.state import State, firm

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

_TOO_EARLY: Mapping[tuple[type[Any], str], tuple[str, str]] = {
    (m.OpenCard, "trump"): ("SCROLL-3.4", "trump_first"),
    (m.OpenCard, "shadow"): ("SCROLL-9.3", "row_first"),
    (m.OpenCard, "place"): ("SCROLL-4.2", "three_are_open"),
    (m.PlaceScrolls, "open"): ("SCROLL-4.2", "open_three_first"),
    (m.PlayCard, "open"): ("SCROLL-4.2", "open_three_first"),
    (m.PlayCard, "place"): ("SCROLL-5.1", "place_first"),
    (m.TurnScroll, "place"): ("SCROLL-5.9", "place_first"),
    (m.PlayCard, "turn"): ("SCROLL-5.9", "turn_first"),
    (m.TakeTrick, "trick"): ("SCROLL-6.9", "trick_not_over"),
    (m.PlayCard, "resolve"): ("SCROLL-6.2", "take_first"),
    (m.ShadowPlay, "resolve"): ("SCROLL-6.2", "take_first"),
    (m.PlayCard, "refill"): ("SCROLL-9.15", "refill_first"),
    (m.ShadowPlay, "refill"): ("SCROLL-9.15", "refill_first"),
    (m.RefillShadow, "trick"): ("SCROLL-9.15", "not_during_trick"),
    (m.RefillShadow, "resolve"): ("SCROLL-9.15", "not_during_trick"),
    (m.PlayCard, "between"): ("SCROLL-6.18", "seven_tricks"),
    (m.ShadowPlay, "between"): ("SCROLL-6.18", "seven_tricks"),
    (m.ConfirmDeal, "setup"): ("SCROLL-2.11", "start_first"),
    (m.ScoreTrick, "setup"): ("SCROLL-2.11", "start_first"),
    (m.ScoreRound, "setup"): ("SCROLL-2.11", "start_first"),
    (m.TakeStartScrolls, "deal"): ("SCROLL-2.7", "all_have_sets"),
    (m.SetStartPlayer, "between"): ("SCROLL-7.3", "lowest_starts"),
}
"""The clause that says what comes first, and a message, where it is more than the order of the phases."""


def may_be_declared(state: State, kind: type[Any]) -> None:
    """Refuse what belongs to another depth or phase (SCROLL-1.2), or comes after the end (8.1)."""
    in_depth = kind in IN_SCORES if state.options.depth == "scores" else kind not in RESULTS
    firm(in_depth, "SCROLL-1.2", "scroll_trick.other_depth")
    if state.remedy is not None and kind not in (m.Remedy, m.ClaimRevoke, m.Configure):
        firm(False, "SCROLL-6.4", "scroll_trick.remedy_first", seat=state.findings[state.remedy].player)
    if state.phase in WHEN[kind] and not _start_is_settled(state, kind):
        return
    clause, reason = _why_not(state, kind)
    raise Refused(clause, f"scroll_trick.{reason}", firm=True)


def _start_is_settled(state: State, kind: type[Any]) -> bool:
    """The start player is named before the first card or scroll, never again (SCROLL-2.11)."""
    entered = state.entries or any(p.captured for p in (*state.players, *([state.shadow] if state.shadow else [])))
    return kind is m.SetStartPlayer and (state.round > 1 or bool(entered))


def _why_not(state: State, kind: type[Any]) -> tuple[str, str]:
    if state.phase == "ended":
        return _after_the_end(state, kind)
    if kind is m.TurnScroll and state.round == 1:
        return "SCROLL-5.4", "no_turning_in_round_1"
    if kind is m.TurnScroll and state.phase in CONTEST:
        return "SCROLL-5.9", "all_turned"
    if kind is m.ChooseTrump and state.trump is not None:
        return "SCROLL-3.6", "trump_stands"
    if kind is m.SetStartPlayer and state.phase != "between":
        return "SCROLL-2.11", "start_is_settled"
    if kind is m.PlaceScrolls and state.phase in CONTEST | {"turn"}:
        return "SCROLL-5.1", "placed_already"
    if kind in (m.DrawScrolls, m.GiveMarker) and state.phase in CONTEST | {"score"}:
        return ("SCROLL-7.4", "nothing_after_round_3") if state.round == ROUNDS else ("SCROLL-6.18", "round_not_over")
    return _TOO_EARLY.get((kind, state.phase), ("SCROLL-1.2", f"not_in_{state.phase}"))


def _after_the_end(state: State, kind: type[Any]) -> tuple[str, str]:
    if state.game_over:
        return "SCROLL-10.3", "shadow_ended_it"
    if kind in (m.DrawScrolls, m.GiveMarker):
        return "SCROLL-7.4", "nothing_after_round_3"
    if kind in (m.ConfirmDeal, m.ScoreTrick, m.ScoreRound):
        return "SCROLL-1.2", "three_rounds"
    return "SCROLL-8.1", "match_over"
