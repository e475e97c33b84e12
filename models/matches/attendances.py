"""Who is at a table, as far as other processes have to know: seats with a phone that is awake, by its process."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import delete, text
from sqlmodel import col

from models.database.channel import LISTENING, touch
from models.database.database import Part
from models.tables import Attendance

_ELSEWHERE = text(
    "SELECT DISTINCT seat FROM attendance WHERE match_id = :match_id AND process <> :process"
    f" AND process IN ({LISTENING})"
)
_FORGET = text(f"DELETE FROM attendance WHERE process NOT IN ({LISTENING})")


class Attendances(Part):
    """The store's attendances; only where several processes share it."""

    def note(self, match_id: int, process: int, seats: Iterable[str]) -> int:
        """Note on which seats of a match phones of a process are awake, in the place of what was noted.

        Returns which change of that match this is.
        """
        here = (col(Attendance.match_id) == match_id) & (col(Attendance.process) == process)
        with self._database.writing() as session:
            # Whoever is there says so again when the server comes back: nobody waits for the disk.
            session.connection().execute(text("SET LOCAL synchronous_commit TO off"))
            session.connection().execute(delete(Attendance).where(here))
            session.add_all(Attendance(match_id=match_id, process=process, seat=seat) for seat in seats)
            session.flush()
            return touch(session, match_id)

    def elsewhere(self, match_id: int, process: int) -> frozenset[str]:
        """Return the seats of a match with phones awake on other processes that are alive."""
        with self._database.reading() as session:
            rows = session.connection().execute(_ELSEWHERE, {"match_id": match_id, "process": process})
            return frozenset(row[0] for row in rows)

    def forget(self) -> None:
        """Forget what processes noted that are no longer alive."""
        with self._database.connected() as connection:
            connection.execute(_FORGET)
