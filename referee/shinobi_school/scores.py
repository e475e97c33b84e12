"""Depth `scores`: only the cards left at the end of a round are declared and counted; totals set by hand."""

from __future__ import annotations

from collections.abc import Iterable

from referee.core.base import replace
from referee.core.judging import firm, tell, uphold
from referee.core.values import Notice, Ruling, RulingContext
from referee.shinobi_school.cards import COPIES, heap, triangle
from referee.shinobi_school.entries import in_deck
from referee.shinobi_school.moves import WIN, Adjustment, CloseGame, RoundCards, RoundPoints
from referee.shinobi_school.rounds import FLIPS, counted_out, finish, loser_row, round_over, winner_row
from referee.shinobi_school.state import State, player, seats, with_seat
from referee.shinobi_school.view_model import Round, SheetRow


def most_lost(state: State) -> int:
    """Return a bound of a lost round score: each number five times on one side (ledger I13)."""
    return state.deal.highest * triangle(COPIES)


def most_left(state: State) -> int:
    """Return the most cards that all losers together can hold at the end of a round (ledger I10)."""
    return len(state.players) * state.deal.cards + FLIPS - 1


def _complete(state: State, winner: str, named: Iterable[str]) -> None:
    """Refuse a round without exactly one winner and all the others (SCHOOL-2.5, 12.1)."""
    player(state, winner)
    others = [player(state, seat).seat for seat in named]
    firm(winner not in others, "SCHOOL-12.1", "shinobi_school.winner_holds_nothing", seat=winner)
    missing = [seat for seat in seats(state) if seat != winner and seat not in others]
    firm(not missing, "SCHOOL-12.2", "shinobi_school.still_missing", seats=missing)


def round_cards(state: State, seat: str, move: RoundCards, context: RulingContext) -> Ruling:
    """Judge the cards that all losers still hold (SCHOOL-12.1 to 12.5)."""
    _complete(state, move.winner, move.left)
    in_deck(state, tuple(n for left in move.left.values() for n in (*left.heaven, *left.earth)))
    for who, left in move.left.items():
        firm(left.heaven or left.earth, "SCHOOL-2.5", "shinobi_school.only_one_winner", seat=who)
    count = sum(len(left.heaven) + len(left.earth) for left in move.left.values())
    most = most_left(state)
    context.require(count <= most, "SCHOOL-1.2", "shinobi_school.too_many_left", count=count, most=most)
    rows = tuple(
        loser_row(s, heap(move.left[s].heaven), heap(move.left[s].earth)) if s != move.winner else winner_row(s)
        for s in seats(state)
    )
    told = [_won_by(state, move.winner), *(counted_out(row) for row in rows if row.seat != move.winner)]
    return uphold(round_over(state, Round(state.round, move.winner, rows), told), told)


def _won_by(state: State, winner: str) -> Notice:
    return tell("shinobi_school.round_entered", "SCHOOL-12.1", seat=winner, round=state.round, points=WIN)


def round_points(state: State, seat: str, move: RoundPoints, context: RulingContext) -> Ruling:
    """Judge points that the table has counted itself: kept, but not verified (SCHOOL-12.1, 12.5; ledger A7)."""
    points = dict(move.points)
    if points.get(move.winner) == WIN:
        del points[move.winner]
    _complete(state, move.winner, points)
    least = -most_lost(state)
    for who, n in points.items():
        firm(n <= -1, "SCHOOL-12.5", "shinobi_school.loser_loses", seat=who, points=n)
        firm(n >= least, "SCHOOL-12.5", "shinobi_school.loses_too_much", seat=who, points=n, least=least)
    rows = tuple(SheetRow(s, points[s]) if s != move.winner else winner_row(s) for s in seats(state))
    told = [_won_by(state, move.winner), tell("shinobi_school.not_verified", "SCHOOL-12.5", round=state.round)]
    return uphold(round_over(state, Round(state.round, move.winner, rows, verified=False), told), told)


def close_game(state: State, seat: str, move: CloseGame, context: RulingContext) -> Ruling:
    """Judge the end of the match after the last round; the highest total wins (SCHOOL-2.6, 13.2)."""
    told: list[Notice] = []
    return uphold(finish(state, told), told)


def adjust(state: State, adjustment: Adjustment) -> State:
    """Return the state with totals set by hand; after the last round the match is decided again (SCHOOL-13.2).

    Raises `Refused` for an unknown seat (SCHOOL-1.3).
    """
    for seat, points in adjustment.points.items():
        p = player(state, seat)
        state = with_seat(state, seat, by_hand=p.by_hand + points - p.points)
    return finish(replace(state, chosen=None), []) if state.phase in ("tie", "ended") else state
