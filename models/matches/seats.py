"""Seats: who holds which. A seat that is taken opens for no other key until it is freed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import update
from sqlmodel import Session, col, select

from models.database.channel import touch
from models.database.database import Part
from models.errors import AlreadyBegun, NoSuchMatch, NoSuchSeat
from models.matches.matches import checked_seats, new_seat
from models.names import digest, name, word
from models.people import player_id
from models.tables import Match, Seat


class Seats(Part):
    """The store's seats."""

    def claim(self, match_id: int, seat: str, key_hash: str, at: datetime) -> bool:
        """Take a seat if it is free; of two who try at once one gets True. Raises `NoSuchSeat`."""
        with self._database.writing() as session:
            return _change(session, match_id, seat, only_free=True, key_hash=digest(key_hash), claimed=at)

    def free(self, match_id: int, seat: str) -> None:
        """Let the next phone take the seat; its key and its PIN are forgotten. Raises `NoSuchSeat`."""
        with self._database.writing() as session:
            _change(session, match_id, seat, key_hash=None, pin_hash=None, claimed=None)

    def set_pin(self, match_id: int, seat: str, pin_hash: str | None) -> None:
        """Cover a seat by a PIN, given as its hash, or uncover it. Raises `NoSuchSeat`."""
        with self._database.writing() as session:
            _change(session, match_id, seat, pin_hash=None if pin_hash is None else digest(pin_hash))

    def rename(self, match_id: int, seat: str, called: str) -> None:
        """Say who sits there, at any time. Raises `NoSuchSeat`, and `ValueError` on a name that cannot be."""
        called = name(called)
        with self._database.writing() as session:
            row = session.get(Seat, (match_id, _known(seat)))
            if row is None:
                raise NoSuchSeat(seat)
            row.name = called
            # The game master does not play, and is nobody in the statistics.
            row.player_id = player_id(session, called) if row.kind == "player" else None
            session.flush()
            touch(session, match_id)

    def arrange(self, match_id: int, seats: Sequence[tuple[str, str]]) -> None:
        """Set the seats of a match in its lobby, ids and names in turn order.

        Seats that stay keep their phones; the game master's is not touched. Raises `NoSuchMatch`,
        `AlreadyBegun`, and `ValueError` on a name or id that cannot be.
        """
        wanted = checked_seats(seats)
        with self._database.writing() as session:
            match = session.get(Match, match_id, with_for_update=True)
            if match is None:
                raise NoSuchMatch(match_id)
            if match.status != "lobby":
                raise AlreadyBegun
            players = select(Seat).where(Seat.match_id == match_id, Seat.kind == "player")
            there = {row.seat: row for row in session.exec(players)}
            for position, (seat, called) in enumerate(wanted):
                row = there.pop(seat, None)
                if row is None:
                    session.add(new_seat(session, match_id, seat, called, position))
                else:
                    row.position, row.name, row.player_id = position, called, player_id(session, called)
            for gone in there.values():
                session.delete(gone)
            session.flush()
            touch(session, match_id)


def _change(session: Session, match_id: int, seat: str, *, only_free: bool = False, **values: Any) -> bool:
    this = (col(Seat.match_id) == match_id, col(Seat.seat) == _known(seat))
    free = (col(Seat.key_hash).is_(None),) if only_free else ()
    if session.connection().execute(update(Seat).where(*this, *free).values(**values)).rowcount:
        touch(session, match_id)
        return True
    if session.exec(select(Seat.seat).where(*this)).first() is None:
        raise NoSuchSeat(seat)
    return False


def _known(seat: str) -> str:
    """Return a seat's id; what no seat can be called is no seat of the match."""
    try:
        return word("seat", seat)
    except ValueError:
        raise NoSuchSeat(seat) from None
