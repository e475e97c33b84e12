"""How a round, and at last the match, ends: who starts next, who has won (SHINOBAZU-9.1 to 9.8)."""

from __future__ import annotations

from referee.core.accounts import Standing
from referee.core.replacing import replace
from referee.core.values import Place, Result
from referee.shinobazu.model import END, ScoreRound
from referee.shinobazu.state import State, leftwards


def next_start(state: State) -> str:
    """Return who starts next: whoever was given points last in time, the nearest to the left of several.

    The present start player is at distance 0 (SHINOBAZU-9.1 to 9.3), or comes last by option.
    """
    order = leftwards(state, state.start)
    if state.options.start_tie == "include_start":
        order = (order[-1], *order[:-1])
    return next(seat for seat in order if seat in state.gained)


def ends(state: State) -> bool:
    """Tell whether the match would end with a round that ends now (SHINOBAZU-9.7)."""
    return any(p.points >= END for p in state.players)


def result(state: State) -> Result | None:
    """Return who won once the match has ended: fewest points, shared by equals (SHINOBAZU-9.8)."""
    if state.phase != "ended":
        return None
    order = sorted(state.players, key=lambda p: p.points)
    ranking = tuple(
        Place(seat=p.seat, place=1 + sum(q.points < p.points for q in order), points=p.points) for p in order
    )
    winners = tuple(p.seat for p in state.players if p.points == order[0].points)
    return Result(winners=winners, ranking=ranking, reason="shinobazu.fewest_points", clause="SHINOBAZU-9.8")


def on_the_sheet(state: State, winner: str | None, losers: tuple[str, ...]) -> State:
    """Note a decided battle on the score sheet."""
    points = tuple(p.points for p in state.players)
    return replace(state, rounds=(*state.rounds, ScoreRound(state.set, state.round, winner, losers, points)))


def duel_on_the_sheet(state: State, outcome: str) -> State:
    last = replace(state.rounds[-1], duel=outcome, points=tuple(p.points for p in state.players))
    return replace(state, rounds=(*state.rounds[:-1], last))


def standing(state: State) -> Standing:
    """Return the points after the last battle that was decided, by its set and round."""
    last = state.rounds[-1] if state.rounds else None
    return Standing((0, 0) if last is None else (last.set, last.round), {p.seat: p.points for p in state.players})
