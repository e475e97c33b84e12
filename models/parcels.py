"""Files on their way: what a phone sends, or may fetch, through whichever process its request comes to.

Each lies under the hash of a token that only its phone knows, for a while.
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import delete, update
from sqlmodel import col, select

from models.database.database import Part
from models.names import digest
from models.tables import Parcel


class Parcels(Part):
    """The store's parcels; only where several processes share it."""

    def expect(self, token_hash: str, largest: int, until: datetime, content: bytes | None = None) -> None:
        """Wait for a file of at most so many bytes, or lay one there; what has lain too long is thrown away."""
        with self._database.writing() as session:
            session.connection().execute(delete(Parcel).where(col(Parcel.until) < datetime.now(until.tzinfo)))
            session.add(Parcel(token=digest(token_hash), largest=largest, until=until, content=content))

    def largest(self, token_hash: str) -> int | None:
        """Return how large the file may be that is waited for, None where none is."""
        waiting = select(Parcel.largest).where(Parcel.token == token_hash, col(Parcel.content).is_(None))
        with self._database.reading() as session:
            return session.exec(waiting).first()

    def fill(self, token_hash: str, content: bytes) -> bool:
        """Lay a file there. Returns False where none is waited for any more."""
        with self._database.connected() as connection:
            open_ = (col(Parcel.token) == token_hash) & col(Parcel.content).is_(None)
            return bool(connection.execute(update(Parcel).where(open_).values(content=content)).rowcount)

    def get(self, token_hash: str) -> bytes | None:
        """Return what lies there, None where nothing does."""
        with self._database.reading() as session:
            parcel = session.get(Parcel, token_hash)
            return None if parcel is None else parcel.content

    def drop(self, token_hash: str) -> None:
        with self._database.connected() as connection:
            connection.execute(delete(Parcel).where(col(Parcel.token) == token_hash))
