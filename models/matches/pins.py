"""Wrong PINs, counted by seat: whatever phone and process they come from, and across a restart."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import delete
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col

from models.database.database import Part
from models.tables import PinTries

TRIES = 5
WAIT = timedelta(seconds=30)
"""How long a seat stays shut after so many tries since the last right PIN; after as many more, twice as long."""
LONGEST = 16 * WAIT


class Pins(Part):
    """The store's counters of PINs."""

    def may_try(self, match_id: int, seat: str, at: datetime) -> bool:
        """Count a try, and return whether it may be made; `passed` takes all of them back.

        It is counted before it is judged, so that nobody tries more often on several processes at once, and the seat
        is shut with the last one that is counted: a try whose answer never came costs a wait, and no more.
        """
        with self._database.writing() as session:
            tries = _locked(session, match_id, seat)
            if tries is None:
                try:
                    with session.begin_nested():
                        session.add(PinTries(match_id=match_id, seat=seat, tries=1))
                        session.flush()
                    return True
                except IntegrityError:
                    tries = _locked(session, match_id, seat)
            if tries is None or _shut(tries.shut_until, at):
                return False
            tries.tries += 1
            tries.shut_until = at + _wait(tries.tries) if tries.tries % TRIES == 0 else None
            return True

    def passed(self, match_id: int, seat: str) -> None:
        """Begin to count anew."""
        with self._database.writing() as session:
            forget_tries(session, match_id, seat)


def forget_tries(session: Session, match_id: int, seat: str) -> None:
    """Forget the tries at a seat's PIN: it was right, or there is another PIN or none."""
    session.connection().execute(delete(PinTries).where(col(PinTries.match_id) == match_id, col(PinTries.seat) == seat))


def _locked(session: Session, match_id: int, seat: str) -> PinTries | None:
    return session.get(PinTries, (match_id, seat), with_for_update=True, populate_existing=True)


def _shut(until: datetime | None, at: datetime) -> bool:
    """Tell whether a seat is shut. A clock that was set back does not keep it shut for longer than a wait."""
    return until is not None and at < until <= at + LONGEST


def _wait(tries: int) -> timedelta:
    return min(LONGEST, WAIT * 2 ** min(tries // TRIES - 1, 10))
