"""The end of a round, its scores, and the next one (SCHOOL-2.4, 2.5, 12, 13)."""

from __future__ import annotations

from typing import Any

from referee.core.judging import firm, tell, uphold
from referee.core.replacing import replace
from referee.core.values import GAME_MASTER, TABLE, Notice, Ruling, RulingContext
from referee.shinobi_school.audits import _count, audit_entry, audit_heaven
from referee.shinobi_school.cards import COPIES, WIN, Cards, cost, heap, lost
from referee.shinobi_school.entries import in_deck
from referee.shinobi_school.moves import ScoreRound, ShowHeaven
from referee.shinobi_school.rounds.ranking import finish
from referee.shinobi_school.state import Player, State, found, losers, player, seats, with_seat
from referee.shinobi_school.supply import elsewhere, require_supply
from referee.shinobi_school.view_model import Round, SheetRow


def round_is_won(state: State, seat: str, told: list[Notice]) -> State:
    """The last card of a mansion ends the round at once, also in the middle of a turn (SCHOOL-2.4, 2.5).

    Nothing is counted before the table has looked at it: a set that was mistyped can be taken back.
    """
    told.append(tell("shinobi_school.round_won", "SCHOOL-2.4", seat=seat, points=WIN))
    return replace(state, phase="won", winner=seat)


def score_round(state: State, seat: str, move: ScoreRound, context: RulingContext) -> Ruling:
    """The table goes on: empty and registered heavens are counted, the others are asked for (SCHOOL-12.1, 12.2)."""
    winner = state.winner or ""
    told = [tell("shinobi_school.round_scored", "SCHOOL-12.1", seat=winner, round=state.round, points=WIN)]
    state = replace(state, phase="scoring")
    state = audit_entry(audit_heaven(state, winner, (), told), winner, (), told)
    for p in losers(state):
        if p.heaven_size == 0:
            state = counted(state, p.seat, (), told)
    for who, heaven in _registered(state):
        state = counted(state, who, heaven, told, closed=state.options.final_heaven == "cost_only")
    return uphold(go_on(state, told), told)


def _registered(state: State) -> list[tuple[str, Cards]]:
    """Return the registered heavens that can be true, beside what everybody sees and, when shown, each other."""
    open_ = state.options.final_heaven == "show"
    entries = [(p, p.heaven) for p in losers(state) if p.left is None and p.heaven is not None]
    together = [number for _, heaven in entries for number in heaven] if open_ else []
    found = []
    for p, heaven in entries:
        rivals = {n: together.count(n) if open_ else heaven.count(n) for n in set(heaven)}
        known = {n: sum(q.known.count(n) for q, _ in entries if q is not p) if open_ else 0 for n in rivals}
        if all(elsewhere(state, n, p.seat) - known[n] + rivals[n] <= COPIES for n in rivals):
            found.append((p.seat, heaven))
    return found


def counted(state: State, seat: str, heaven: Cards, told: list[Notice], *, closed: bool = False) -> State:
    """Count what a player holds (SCHOOL-12.2 to 12.5); `closed` tells the cost of the heaven alone (O14)."""
    row = loser_row(seat, heaven, player(state, seat).earth)
    if not closed and heaven:
        told.append(tell("shinobi_school.heaven_shown", "SCHOOL-12.2", seat=seat, cards=list(heaven)))
    told.append(counted_out(row))
    state = with_seat(state, seat, left=replace(row, heaven=None) if closed else row)
    return audit_entry(state, seat, heaven, told)


def loser_row(seat: str, heaven: Cards, earth: Cards) -> SheetRow:
    """Return the line of a player who did not win (SCHOOL-12.2 to 12.5)."""
    return SheetRow(seat, lost(heaven, earth), heaven, earth, cost(heaven), cost(earth))


def winner_row(seat: str) -> SheetRow:
    """Return the line of the player who won (SCHOOL-12.1)."""
    return SheetRow(seat, WIN, (), (), 0, 0)


def counted_out(row: SheetRow) -> Notice:
    """Tell what the two sides of a mansion cost, and the round score."""
    params = {"seat": row.seat, "heaven": row.heaven_cost, "earth": row.earth_cost, "points": row.points}
    return tell("shinobi_school.counted_out", "SCHOOL-12.5", **params)


def show_heaven(state: State, seat: str, move: ShowHeaven, context: RulingContext) -> Ruling:
    """A player who did not win shows what is left in their heaven (SCHOOL-12.2; ledger A2, A4)."""
    who = _whose(state, seat, move.player)
    p, heaven = player(state, who), heap(move.cards)
    firm(who != state.winner, "SCHOOL-2.5", "shinobi_school.winner_holds_nothing", seat=who)
    firm(p.left is None, "SCHOOL-12.2", "shinobi_school.counted_already", seat=who)
    in_deck(state, heaven)
    firm(heaven or p.earth, "SCHOOL-2.5", "shinobi_school.only_one_winner", seat=who)
    told: list[Notice] = []
    if len(heaven) != p.heaven_size:
        params: dict[str, Any] = {"seat": who, "count": p.heaven_size, "entered": len(heaven), "turn": p.counted}
        context.refuse("SCHOOL-12.2", "shinobi_school.shown_size", **params)
        state = found(state, _count(state, who, len(heaven), player(state, who).counted), "SCHOOL-12.2", told)
    lacking = next((n for n in sorted(set(p.known)) if heaven.count(n) < p.known.count(n)), None)
    if lacking is not None:
        breach: dict[str, Any] = {"number": lacking, "least": p.known.count(lacking)}
        context.refuse("SCHOOL-3.3", "shinobi_school.heaven_lacks", seat=who, **breach)
    state = audit_heaven(state, who, heaven, told)
    for number in sorted(set(heaven)):
        state = require_supply(state, who, number, heaven.count(number), context, told)
    state = counted(state, who, heaven, told)
    return uphold(go_on(state, told), told)


def _whose(state: State, seat: str, named: str | None) -> str:
    """Return whose heaven is shown: one's own, or the one that the table names (SCHOOL-12.2)."""
    for_all = seat in (TABLE, GAME_MASTER)
    firm(named is not None or not for_all, "SCHOOL-12.2", "shinobi_school.name_player")
    firm(for_all or named in (None, seat), "SCHOOL-12.2", "shinobi_school.own_heaven", seat=named)
    return player(state, named or seat).seat


def go_on(state: State, told: list[Notice]) -> State:
    """When all are counted, the round is over (SCHOOL-13.1)."""
    rows = [p.left for p in losers(state)]
    if None in rows:
        return state
    assert state.winner is not None
    left = {row.seat: row for row in rows if row is not None}
    ordered = tuple(left.get(seat) or winner_row(seat) for seat in seats(state))
    return round_over(state, Round(state.round, state.winner, ordered), told)


def round_over(state: State, sheet: Round, told: list[Notice]) -> State:
    """Write a round on the sheet; its winner starts the next one (SCHOOL-1.5, 2.6, 13.1)."""
    rows = {row.seat: row.points for row in sheet.rows}
    players = tuple(_next(p, rows[p.seat], p.seat == sheet.winner) for p in state.players)
    for p in players:
        told.append(tell("shinobi_school.points", "SCHOOL-12.5", seat=p.seat, points=rows[p.seat], total=p.points))
    last = state.round >= state.options.rounds
    state = State(
        state.options,
        players,
        state.deal,
        start=state.start if last else sheet.winner,
        phase="deal",
        round=state.round if last else state.round + 1,
        rounds=(*state.rounds, sheet),
        findings=state.findings,
    )
    if state.options.depth == "scores":
        state = replace(state, phase="close" if last else "score")
    elif last:
        return finish(state, told)
    if not last:
        told.append(tell("shinobi_school.next_start", "SCHOOL-13.1", seat=sheet.winner, round=state.round))
    return state


def _next(p: Player, points: int, won: bool) -> Player:
    return Player(p.seat, p.name, (*p.scores, points), p.by_hand, p.won + won)
