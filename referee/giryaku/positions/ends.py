"""How a match can have ended, and results alone."""

from __future__ import annotations

from referee.core.judging import naming
from referee.core.values import RulingContext
from referee.giryaku.cards import CELLS, COLUMNS, OWNED
from referee.giryaku.positions.playing import shows_two_onmyoji
from referee.giryaku.positions.refusing import need
from referee.giryaku.scores.rules import LEAST, pair_fits
from referee.giryaku.state import State, player, rival
from referee.giryaku.state import seats as seats_of


def check_end(state: State) -> None:
    """How a match can have ended (GIRYAKU-9.1 to 9.9)."""
    assert state.outcome is not None
    outcome, plays = state.outcome, state.options.depth == "plays"
    reason, winner = outcome.reason.removeprefix("giryaku."), outcome.winner
    clause, field = outcome.clause.removeprefix("GIRYAKU-"), "table.result"
    need((winner is None) == (reason == "equal_graveyards"), clause, "position_winner", f"{field}.winner")
    a, b = state.players
    if reason in ("equal_graveyards", "fewer_graveyard"):
        fewer = None if a.size == b.size else a.seat if a.size < b.size else b.seat
        need(winner == fewer, clause, "position_winner", f"{field}.winner")
        need(state.last is not None, "9.6", "position_last", "table.last")
        return
    assert winner is not None
    loser = rival(state, winner)
    if reason == "onmyoji_pair":
        won = not plays or any(shows_two_onmyoji(player(state, winner), c) for c in COLUMNS)
        need(won, clause, "position_winner", f"{field}.reason")
        with naming(f"{field}.reason"):
            if not plays:
                pair_fits(state, player(state, winner), RulingContext(), [])
        return
    emptied = not any(loser.board) if plays else loser.count == 0 and bool(loser.size)
    allowed = reason == "empty_board" or (plays and state.options.self_empty_board == "loss")
    need(emptied and allowed, clause, "position_winner", f"{field}.reason")


def check_results(state: State) -> None:
    """Results alone: graveyards, and cards on a board where they were counted (GIRYAKU-1.2, 9.5, 9.6)."""
    for i, p in enumerate(state.players):
        need((p.count or 0) <= len(CELLS), "1.3", "six_cells", f"table.seats[{i}].count", count=p.count)
        owned = p.size + (p.count or 0)
        need(owned <= OWNED, "1.2", "position_fifteen", f"table.seats[{i}].graveyard", count=owned)
    late = state.phase in ("last_turn", "count")
    need(state.last is not None or not late, "9.6", "position_last", "table.last")
    need(state.active == (state.last if state.phase == "last_turn" else None), "9.6", "position_last", "table.active")
    need(state.entered or state.phase == "turn", "9.6", "position_nothing_entered", "table.turn")
    if state.last is not None:
        other = rival(state, state.last)
        field = f"table.seats[{seats_of(state).index(other.seat)}].graveyard"
        need(other.size >= LEAST, "9.5", "cards_left", field, seat=other.seat, count=LEAST)
