"""From the rows of a match to its record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from sqlmodel import Session, col, select

from models.records import GameMaster, Kind, MatchRecord, SeatRecord, Status
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
        seats.setdefault(seat.match_id, []).append(_seat_record(seat))
    return [
        MatchRecord(
            id=cast(int, match.id),
            code=match.code,
            game=match.game,
            options=match.options,
            status=cast(Status, match.status),
            game_master=cast(GameMaster, match.game_master),
            created=match.created,
            started=match.started,
            ended=match.ended,
            seconds=match.seconds,
            result=match.result,
            seats=tuple(seats.get(cast(int, match.id), ())),
            host_key=match.host_key,
        )
        for match in matches
    ]


def _seat_record(seat: Seat) -> SeatRecord:
    return SeatRecord(
        match_id=seat.match_id,
        seat=seat.seat,
        kind=cast(Kind, seat.kind),
        name=seat.name,
        position=seat.position,
        player_id=seat.player_id,
        claimed=seat.claimed,
        key_hash=seat.key_hash,
        pin_hash=seat.pin_hash,
    )
