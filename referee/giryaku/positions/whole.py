"""What all that lies on the table cannot be together."""

from __future__ import annotations

from referee.core.judging import naming
from referee.core.values import RulingContext
from referee.giryaku.decks import require_fits
from referee.giryaku.positions.ends import check_end, check_results
from referee.giryaku.positions.model import OpenTable
from referee.giryaku.positions.opening import check_opening
from referee.giryaku.positions.playing import check_play
from referee.giryaku.positions.refusing import need
from referee.giryaku.setup import STEPS
from referee.giryaku.state import State


def check_table(state: State, described: OpenTable) -> None:
    """Refuse what the seats cannot have together, and whose turn it cannot be."""
    if state.options.depth == "scores":
        check_results(state)
    elif state.phase in STEPS:
        check_opening(state)
    else:
        check_play(state, described)
    for i, p in enumerate(state.players):
        with naming(f"table.seats[{i}].graveyard"):
            require_fits(state, p.seat, RulingContext())
    if state.phase == "ended":
        need(state.outcome is not None, "9.10", "position_result", "table.result")
        check_end(state)
