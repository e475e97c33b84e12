"""How a match ends: an empty board, two onmyoji in a column, or the smaller graveyard (GIRYAKU-9)."""

from __future__ import annotations

from referee.core.analysis import Standing
from referee.core.base import replace
from referee.core.values import Notice, Place, Result
from referee.giryaku.state import Outcome, State, rival, tell

CLAUSE_OF = {
    "empty_board": "9.2",
    "self_emptied": "9.2",
    "onmyoji_pair": "9.3",
    "fewer_graveyard": "9.1",
    "equal_graveyards": "9.9",
}


def outcome_of(winner: str | None, reason: str) -> Outcome:
    return Outcome(winner, f"giryaku.{reason}", f"GIRYAKU-{CLAUSE_OF[reason]}")


def wins(state: State, seat: str, reason: str, told: list[Notice]) -> State:
    """Somebody has won at once; the rest of a skill and the refill are dropped (GIRYAKU-9.2, 9.3, 9.10)."""
    told.append(tell(f"won_{reason}", CLAUSE_OF[reason], seat=seat, other=rival(state, seat).seat))
    outcome = outcome_of(seat, reason)
    return replace(state, phase="ended", queue=(), active=None, outcome=outcome)


def counts(state: State, told: list[Notice]) -> State:
    """The last turn is over: the smaller graveyard wins, equal ones draw (GIRYAKU-9.1, 9.6, 9.9)."""
    a, b = state.players
    sizes = {a.seat: a.size, b.seat: b.size}
    if a.size == b.size:
        told.append(tell("drawn_match", "9.9", sizes=sizes))
        outcome = outcome_of(None, "equal_graveyards")
    else:
        winner = a.seat if a.size < b.size else b.seat
        told.append(tell("won_fewer", "9.1", seat=winner, sizes=sizes))
        outcome = outcome_of(winner, "fewer_graveyard")
    return replace(state, phase="ended", queue=(), active=None, outcome=outcome)


def result(state: State) -> Result | None:
    """Return who won once the match has ended. Points are the cards in the graveyards: the fewer, the better."""
    if state.outcome is None:
        return None
    winner = state.outcome.winner
    rows = sorted(state.players, key=lambda p: (p.seat != winner, p.size))
    ranking = tuple(
        Place(seat=p.seat, place=1 if winner is None or p.seat == winner else 2, points=p.size) for p in rows
    )
    winners = tuple(p.seat for p in state.players) if winner is None else (winner,)
    return Result(winners=winners, ranking=ranking, reason=state.outcome.reason, clause=state.outcome.clause)


def standing(state: State) -> Standing:
    """Return the cards in the graveyards, by turn: the fewer, the better."""
    return Standing((state.turn,), {p.seat: p.size for p in state.players})
