"""Positions while they are entered: what lies open, and what each seat alone knows, as drafts beside the journal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import delete
from sqlmodel import col, select

from models.columns import plain
from models.database.channel import touch
from models.database.database import Part
from models.names import word
from models.tables import EnteredPart


class EnteredParts(Part):
    """The store's drafts of positions."""

    def keep(self, match_id: int, part: str, entered: Mapping[str, Any]) -> None:
        """Keep what has been entered of one part of a match's position, in the place of what it was.

        Raises `ValueError` when it is not plain JSON.
        """
        fresh = EnteredPart(match_id=match_id, part=word("part", part), entered=plain(entered))
        with self._database.writing() as session:
            session.merge(fresh)
            session.flush()
            touch(session, match_id)

    def of(self, match_id: int) -> dict[str, dict[str, Any]]:
        """Return what has been entered for a match, by its parts."""
        wanted = select(EnteredPart).where(EnteredPart.match_id == match_id).order_by(col(EnteredPart.part))
        with self._database.reading() as session:
            return {each.part: each.entered for each in session.exec(wanted)}

    def drop(self, match_id: int) -> None:
        """Forget what was entered: the match goes on, and its journal holds it."""
        with self._database.connected() as connection:
            connection.execute(delete(EnteredPart).where(col(EnteredPart.match_id) == match_id))
            touch(connection, match_id)
