"""Who has won: the highest total, then what the table has chosen for equals (SCHOOL-2.6, 13.2; O11)."""

from __future__ import annotations

from referee.core.accounts import Standing
from referee.core.judging import firm, tell, uphold
from referee.core.replacing import replace
from referee.core.values import Notice, Place, Result, Ruling, RulingContext
from referee.shinobi_school.moves import BreakTie
from referee.shinobi_school.state import Player, State, player
from referee.shinobi_school.view_model import StandingView


def key(state: State, p: Player) -> tuple[int, ...]:
    """Return what decides the match: the total, then by option the rounds won, then whom the table chose."""
    wins = p.won if state.options.final_tie == "rounds_won" else 0
    return p.points, wins, int(p.seat == state.chosen)


def best(state: State) -> tuple[str, ...]:
    top = max(key(state, p) for p in state.players)
    return tuple(p.seat for p in state.players if key(state, p) == top)


def standings(state: State) -> tuple[StandingView, ...]:
    """Return the ranking, first place first; equals share a place."""
    keys = {p.seat: key(state, p) for p in state.players}
    rows = [
        StandingView(seat=p.seat, place=1 + sum(k > keys[p.seat] for k in keys.values()), points=p.points, won=p.won)
        for p in state.players
    ]
    return tuple(sorted(rows, key=lambda row: row.place))


def finish(state: State, told: list[Notice]) -> State:
    """End the match, or let the table break a tie (SCHOOL-2.6, 13.2; O11)."""
    state = replace(state, chosen=None)
    first = best(state)
    if len(first) > 1 and state.options.final_tie == "table":
        told.append(tell("shinobi_school.tied", "SCHOOL-13.2", seats=list(first)))
        return replace(state, phase="tie")
    told.append(tell("shinobi_school.ended", "SCHOOL-13.2", winners=list(first)))
    return replace(state, phase="ended")


def break_tie(state: State, seat: str, move: BreakTie, context: RulingContext) -> Ruling:
    """The table says who of those with equal totals has won (SCHOOL-13.2; O11)."""
    first = best(state)
    chosen = player(state, move.player).seat
    firm(chosen in first, "SCHOOL-13.2", "shinobi_school.not_tied", seats=list(first))
    told = [tell("shinobi_school.tie_broken", "SCHOOL-13.2", seat=chosen)]
    return uphold(replace(state, chosen=chosen, phase="ended"), told)


def result(state: State) -> Result | None:
    """Return how the match ended, once it has (SCHOOL-13.2)."""
    if state.phase != "ended":
        return None
    ranking = tuple(Place(seat=row.seat, place=row.place, points=row.points) for row in standings(state))
    winners = best(state)
    return Result(winners=winners, ranking=ranking, reason=_decided_by(state, winners), clause="SCHOOL-13.2")


def _decided_by(state: State, winners: tuple[str, ...]) -> str:
    if state.chosen is not None:
        return "shinobi_school.table_chose"
    if len(winners) > 1:
        return "shinobi_school.shared_win"
    totals = sorted((p.points for p in state.players), reverse=True)
    return "shinobi_school.more_rounds_won" if totals[0] == totals[1] else "shinobi_school.highest_total"


def standing(state: State) -> Standing:
    """Return the points after the last round that was scored."""
    return Standing((len(state.players[0].scores),), {p.seat: p.points for p in state.players})
