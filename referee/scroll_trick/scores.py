"""Depth `scores`: only captured scrolls are declared and checked; scrolls set by hand by a house ruling."""

from __future__ import annotations

from collections.abc import Mapping

from referee.core.base import replace
from referee.core.judging import firm, uphold
from referee.core.values import Notice, Ruling, RulingContext
from referee.scroll_trick.cards import HAND, OPEN, ROUNDS, TILES, VALUES
from referee.scroll_trick.moves import Adjustment, CloseRound, Final, ScoreRound, ScoreTrick
from referee.scroll_trick.ranking import audit_starts
from referee.scroll_trick.rounds import round_is_over
from referee.scroll_trick.state import Player, State, everybody, seat_of, tell, tell_points, tell_taken, with_seat
from referee.scroll_trick.supply import beside_sets, captures, overdrawn, real


def at_stake(state: State) -> int:
    """Return the number of scrolls captured in a round: three for each player, seven of the shadow (SCROLL-9.16)."""
    return OPEN * len(state.players) + (HAND if state.shadow is not None else 0)


def captured(state: State) -> int:
    return sum(len(p.captured_in(state.round)) for p in everybody(state))


def score_trick(state: State, seat: str, move: ScoreTrick, context: RulingContext) -> Ruling:
    """Judge the winner and the captures of a trick (SCROLL-6.15)."""
    winner = seat_of(state, move.player)
    firm(state.entries < HAND, "SCROLL-6.18", "scroll_trick.seven_tricks")
    most = len(everybody(state))
    count = len(move.values)
    real(move.values)
    firm(count <= most, "SCROLL-6.15", "scroll_trick.one_a_seat", count=count, most=most)
    told = [tell_taken(winner.seat, state.entries + 1, move.values, "SCROLL-6.15")]
    state = replace(state, entries=state.entries + 1)
    return uphold(entered(state, {winner.seat: move.values}, context, told), told)


def score_round(state: State, seat: str, move: ScoreRound, context: RulingContext) -> Ruling:
    """Judge all captures of a whole round (SCROLL-6.15, 6.18).

    If scrolls are left over after seven tricks, a trick was entered wrongly, and the round is entered again.
    """
    for named, values in move.captured.items():
        seat_of(state, named)
        real(values)
    firm(may_enter_round(state), "SCROLL-6.18", "scroll_trick.round_entered")
    state = before_round(state)
    count, all_ = sum(map(len, move.captured.values())), at_stake(state)
    firm(count == all_, clause_of_count(state), "scroll_trick.round_incomplete", count=count, all=all_)
    told = [tell("round_scored", "SCROLL-6.18", round=state.round)]
    told += [tell("captured", "SCROLL-6.15", seat=s, values=list(v), sum=sum(v)) for s, v in move.captured.items()]
    state = replace(state, entries=HAND)
    return uphold(entered(state, move.captured, context, told), told)


def may_enter_round(state: State) -> bool:
    """Tell whether a round may be entered as a whole: before its first trick, or if its seven tricks do not add up."""
    count = captured(state)
    return count < at_stake(state) and (state.entries == HAND or not (state.entries or count))


def before_round(state: State) -> State:
    """Return the state without captures of this round."""
    for p in everybody(state):
        count = len(p.captured) - len(p.captured_in(state.round))
        state = with_seat(state, p.seat, captured=p.captured[:count])
    return state


def entered(state: State, taken: Mapping[str, tuple[int, ...]], context: RulingContext, told: list[Notice]) -> State:
    """Give captured scrolls to their seats, after the checks of SCROLL-2.5, 5.1, 5.3, 9.6 and 9.16.

    What a house ruling has let stand before is not refused again with every later entry.
    """
    before = state
    for seat, values in taken.items():
        state = with_seat(state, seat, captured=(*seat_of(state, seat).captured, *values))
    count, all_ = captured(state), at_stake(state)
    firm(count <= all_, clause_of_count(state), "scroll_trick.too_many_scrolls", count=count, all=all_)
    if state.round == 1:
        of_the_sets(state, max(at_stake(state) - OPEN * len(everybody(state)), beside_sets(before)), context)
    over = overdrawn(state, before)
    context.require(not over, "SCROLL-2.5", "scroll_trick.supply", **over)
    told += tell_points(before, state)
    return state


def of_the_sets(state: State, others: int, context: RulingContext) -> None:
    """Refuse in round 1 captures other than the sets and some of the shadow's later scrolls (SCROLL-5.3, 9.6)."""
    sets = len(everybody(state))
    clause = "SCROLL-5.3" if state.shadow is None else "SCROLL-9.6"
    context.require(beside_sets(state) <= others, clause, "scroll_trick.not_the_sets", sets=sets, most=others)


def clause_of_count(state: State) -> str:
    return "SCROLL-5.1" if state.shadow is None else "SCROLL-9.16"


def close_round(state: State, seat: str, move: CloseRound, context: RulingContext) -> Ruling:
    """Judge the end of round 1 or 2, once all scrolls are captured (SCROLL-6.18, 10.3)."""
    firm(state.round < ROUNDS, "SCROLL-7.4", "scroll_trick.last_round")
    return _closed(state, context)


def final(state: State, seat: str, move: Final, context: RulingContext) -> Ruling:
    """Judge the end of round 3 and of the match (SCROLL-8.1 to 8.5, 10.4, 10.5)."""
    firm(state.round == ROUNDS, "SCROLL-1.2", "scroll_trick.not_the_last_round", round=state.round)
    return _closed(state, context)


def _closed(state: State, context: RulingContext) -> Ruling:
    count, all_ = captured(state), at_stake(state)
    context.require(count == all_, clause_of_count(state), "scroll_trick.round_incomplete", count=count, all=all_)
    told: list[Notice] = []
    return uphold(round_is_over(state, told), told)


def adjust(state: State, adjustment: Adjustment) -> State:
    """Return the state with captured scrolls set by hand.

    Raises `Refused` for an unknown seat (SCROLL-1.1), after the end (8.1), and for scrolls that no box holds (2.4,
    2.5).
    """
    firm(state.phase not in ("tie", "ended"), "SCROLL-8.1", "scroll_trick.match_over")
    before, had = state, captures(state)
    for seat, captured in adjustment.captured.items():
        p = seat_of(state, seat)
        state = with_seat(state, seat, captured=captured, bounds=_bounds(state, p, len(captured)))
    now = captures(state)
    firm(sum(now.values()) <= TILES, "SCROLL-2.4", "scroll_trick.no_more_scrolls", count=TILES)
    seen = tuple(max(0, n + now[v] - had[v]) for v, n in zip(VALUES, state.seen, strict=True))
    state = replace(state, seen=seen)
    over = overdrawn(state, before)
    firm(not over, "SCROLL-2.5", "scroll_trick.supply", **over)
    return audit_starts(state)


def _bounds(state: State, p: Player, size: int) -> tuple[int, ...]:
    """Return where rounds end in the new list; added and removed scrolls belong to the last round."""
    bounds = tuple(min(bound, size) for bound in p.bounds)
    return (*bounds[:-1], size) if state.phase == "between" else bounds
