"""Pauses: when a game master stopped play and let it go on. A record that only grows, beside the journal."""

from __future__ import annotations

from datetime import datetime

from sqlmodel import Session, col, select

from models.database.channel import touch
from models.database.database import Part
from models.records import PauseRecord
from models.tables import Pause


class Pauses(Part):
    """The store's pauses."""

    def note(self, match_id: int, after: int, paused: bool, at: datetime) -> bool:
        """Note after which journal entry play was stopped, or goes on. Returns False where it stood so already."""
        with self._database.writing() as session:
            noted = _of(session, match_id)
            if paused == (bool(noted) and noted[-1].paused):
                return False
            session.add(Pause(match_id=match_id, after=after, paused=paused, at=at))
            session.flush()
            touch(session, match_id)
            return True

    def of(self, match_id: int) -> tuple[PauseRecord, ...]:
        """Return when play was stopped and went on, in that order; an odd number of times, it stands still now."""
        with self._database.reading() as session:
            return tuple(PauseRecord(each.after, each.paused, each.at) for each in _of(session, match_id))


def _of(session: Session, match_id: int) -> list[Pause]:
    return list(session.exec(select(Pause).where(Pause.match_id == match_id).order_by(col(Pause.id))))
