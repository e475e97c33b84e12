"""From the rows of a match to its record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from sqlmodel import Session, col, select

from models.records import MatchRecord, SeatRecord
from models.tables import Match, Seat

# Databases take only so many values in one question.
_AT_ONCE = 500


def records_of(session: Session, matches: Sequence[Match]) -> list[MatchRecord]:
    """Return matches as records, with one more query for every `_AT_ONCE` of them together."""
    if len(matches) > _AT_ONCE:
        return records_of(session, matches[:_AT_ONCE]) + records_of(session, matches[_AT_ONCE:])
    ids = [match.id for match in matches]
    seats: dict[int, list[SeatRecord]] = {}
    order = (col(Seat.kind).desc(), col(Seat.position))
    for seat in session.exec(select(Seat).where(col(Seat.match_id).in_(ids)).order_by(*order)):
        seats.setdefault(seat.match_id, []).append(SeatRecord(**seat.model_dump()))
    return [MatchRecord(**match.model_dump(), seats=tuple(seats.get(cast(int, match.id), ()))) for match in matches]
