"""People by name: found again however the name is written, made when they are new, renamed, merged and forgotten."""

from __future__ import annotations

from sqlalchemy import delete, update
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from models.database.database import Part
from models.errors import NameTaken, NoSuchPerson
from models.names import MAX_NAME, name, name_key
from models.records import PersonRecord
from models.tables import LeftOut, Match, Player, Seat

OVER = ("ended", "closed")
"""Matches whose seats take another name with the person: those that are being played keep what is on the table."""


class People(Part):
    """The store's people."""

    def all(self) -> list[PersonRecord]:
        """Return everybody who has a seat, by name."""
        sat = select(Seat.player_id).where(col(Seat.player_id).is_not(None))
        wanted = select(Player).where(col(Player.id).in_(sat)).order_by(col(Player.key))
        with self._database.reading() as session:
            out = set(session.exec(select(LeftOut.player_id)))
            return [PersonRecord(p.id or 0, p.name, p.id in out) for p in session.exec(wanted)]

    def rename(self, person: int, called: str) -> None:
        """Call a person otherwise, also in the matches that are over.

        Raises `NameTaken` where somebody else is called so, `NoSuchPerson`, and `ValueError` on a name that cannot be.
        """
        called = name(called)
        if not called:
            raise ValueError("A person needs a name.")
        with self._database.writing() as session:
            row = _known(session, person)
            other = session.exec(select(Player.id).where(Player.key == name_key(called))).first()
            if other is not None and other != person:
                raise NameTaken(other)
            row.name, row.key = called, name_key(called)
            _name_seats(session, person, called)

    def merge(self, into: int, other: int) -> None:
        """Make two spellings one person, who keeps the first one's name. Raises `NoSuchPerson`."""
        with self._database.writing() as session:
            kept, gone = _known(session, into), _known(session, other)
            if into == other:
                return
            session.connection().execute(update(Seat).where(col(Seat.player_id) == other).values(player_id=into))
            session.connection().execute(delete(LeftOut).where(col(LeftOut.player_id) == other))
            session.delete(gone)
            _name_seats(session, into, kept.name)

    def leave_out(self, person: int, out: bool) -> None:
        """Leave a person out of the statistics, or let them in again. Raises `NoSuchPerson`."""
        with self._database.writing() as session:
            _known(session, person)
            session.connection().execute(delete(LeftOut).where(col(LeftOut.player_id) == person))
            if out:
                session.add(LeftOut(player_id=person))

    def forget(self, person: int, instead: str) -> None:
        """Delete a person's name everywhere: their seats are nobody's, and called `instead`. Raises `NoSuchPerson`."""
        instead = name(instead)
        with self._database.writing() as session:
            row = _known(session, person)
            for seat in session.exec(select(Seat).where(Seat.player_id == person)).all():
                seat.player_id = None
                _name_seat(session, seat, instead)
            session.connection().execute(delete(LeftOut).where(col(LeftOut.player_id) == person))
            session.delete(row)


def player_id(session: Session, name: str) -> int | None:
    """Return the id of the person called `name`; None for an empty name, which is nobody yet."""
    if not name:
        return None
    key = name_key(name)
    found = select(Player.id).where(Player.key == key)
    known = session.exec(found).first()
    if known is not None:
        return known
    try:
        with session.begin_nested():
            player = Player(name=name, key=key)
            session.add(player)
            session.flush()
            return player.id
    except IntegrityError:
        # Somebody else has just made the same person.
        return session.exec(found).one()


def _known(session: Session, person: int) -> Player:
    row = session.get(Player, person)
    if row is None:
        raise NoSuchPerson(person)
    return row


def _name_seats(session: Session, person: int, called: str) -> None:
    over = select(Match.id).where(col(Match.status).in_(OVER))
    mine = select(Seat).where(Seat.player_id == person, col(Seat.match_id).in_(over))
    for seat in session.exec(mine.order_by(col(Seat.match_id), col(Seat.position))).all():
        _name_seat(session, seat, called)


def _name_seat(session: Session, seat: Seat, called: str) -> None:
    """Call a seat so, with a number where another seat of its match is called so: no match has a name twice."""
    others = select(Seat.name).where(Seat.match_id == seat.match_id, Seat.seat != seat.seat)
    taken = {name_key(other) for other in session.exec(others)}
    wanted, n = called, 1
    while name_key(wanted) in taken:
        n += 1
        wanted = f"{called[: MAX_NAME - 3]} {n}"
    seat.name = wanted
    session.flush()
