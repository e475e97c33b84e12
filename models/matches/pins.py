"""Wrong PINs, counted by seat: whatever phone and process they come from, and across a restart."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import delete, or_, update
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col

from models.database.database import Part
from models.tables import PinTries

TRIES = 5
WAIT = timedelta(seconds=30)
"""How long a seat stays shut after so many wrong PINs."""


class Pins(Part):
    """The store's counters of PINs."""

    def may_try(self, match_id: int, seat: str, at: datetime) -> bool:
        """Count a try, and return whether it may be made; `passed` takes it back.

        It is counted before it is judged, so that nobody tries more often on several processes at once.
        """
        with self._database.writing() as session:
            if _count(session, match_id, seat, at):
                return True
            if session.get(PinTries, (match_id, seat)) is not None:
                return False
            try:
                with session.begin_nested():
                    session.add(PinTries(match_id=match_id, seat=seat, tries=1))
                    session.flush()
            except IntegrityError:
                return _count(session, match_id, seat, at)
            return True

    def failed(self, match_id: int, seat: str, at: datetime) -> None:
        """Shut the seat for a while if that was one wrong PIN too many."""
        with self._database.writing() as session:
            tries = session.get(PinTries, (match_id, seat), with_for_update=True)
            if tries is not None and tries.tries >= TRIES:
                tries.tries, tries.shut_until = 0, at + WAIT

    def passed(self, match_id: int, seat: str) -> None:
        """Begin to count anew."""
        with self._database.connected() as connection:
            connection.execute(delete(PinTries).where(*_of(match_id, seat)))


def _count(session: Session, match_id: int, seat: str, at: datetime) -> bool:
    is_open = or_(col(PinTries.shut_until).is_(None), col(PinTries.shut_until) <= at)
    counted = (
        update(PinTries)
        .where(*_of(match_id, seat), is_open, col(PinTries.tries) < TRIES)
        .values(tries=PinTries.tries + 1, shut_until=None)
        .execution_options(synchronize_session=False)
    )
    return bool(session.connection().execute(counted).rowcount)


def _of(match_id: int, seat: str) -> tuple:
    return col(PinTries.match_id) == match_id, col(PinTries.seat) == seat
