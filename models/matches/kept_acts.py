"""Acts that wait: one a match, kept beside its journal until its time has come."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, delete
from sqlalchemy.exc import IntegrityError
from sqlmodel import col

from models.columns import plain
from models.database.database import Part
from models.errors import Conflict
from models.names import word
from models.records import KeptRecord
from models.tables import KeptAct


def take(connection: Connection, match_id: int, answered: int, number: int) -> None:
    """Take away what is kept as the answer to an entry. Raises `Conflict` where somebody else has."""
    kept = (col(KeptAct.match_id) == match_id) & (col(KeptAct.number) == answered)
    if connection.execute(delete(KeptAct).where(kept)).rowcount != 1:
        raise Conflict(number)


class KeptActs(Part):
    """The store's kept acts."""

    def keep(self, match_id: int, number: int, actor: str, act: Mapping[str, Any]) -> bool:
        """Keep an act that answers entry `number`. Returns False where one for the same entry is kept already.

        One for another entry came too late and makes room. Raises `ValueError` when `act` is not plain JSON.
        """
        fresh = KeptAct(match_id=match_id, number=number, actor=word("actor", actor), act=plain(act))
        with self._database.writing() as session:
            old = delete(KeptAct).where(col(KeptAct.match_id) == match_id, col(KeptAct.number) < number)
            session.connection().execute(old)
            try:
                with session.begin_nested():
                    session.add(fresh)
                    session.flush()
            except IntegrityError:
                return False
            return True

    def get(self, match_id: int) -> KeptRecord | None:
        with self._database.reading() as session:
            kept = session.get(KeptAct, match_id)
            return None if kept is None else KeptRecord(kept.number, kept.actor, kept.act)

    def drop(self, match_id: int, number: int) -> None:
        """Forget what is kept as the answer to an entry; what answers another one stays."""
        kept = (col(KeptAct.match_id) == match_id) & (col(KeptAct.number) == number)
        with self._database.connected() as connection:
            connection.execute(delete(KeptAct).where(kept))
