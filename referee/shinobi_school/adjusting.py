"""What a house ruling sets by hand: totals."""

from __future__ import annotations

from referee.core.replacing import replace
from referee.shinobi_school.options import Adjustment
from referee.shinobi_school.rounds.ranking import finish
from referee.shinobi_school.state import State, player, with_seat


def adjust(state: State, adjustment: Adjustment) -> State:
    """Return the state with totals set by hand; after the last round the match is decided anew (SCHOOL-13.2).

    Raises `Refused` for a seat that nobody has (SCHOOL-1.3).
    """
    for seat, points in adjustment.points.items():
        p = player(state, seat)
        state = with_seat(state, seat, by_hand=p.by_hand + points - p.points)
    return finish(replace(state, chosen=None), []) if state.phase in ("tie", "ended") else state
