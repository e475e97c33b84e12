"""Boards: the documents that owners trace or bring along."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, cast

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from models.columns import plain
from models.database.database import Part
from models.errors import NoSuchBoard
from models.names import digest, name
from models.records import BoardRecord
from models.tables import Board


class Boards(Part):
    """The store's boards."""

    def save(
        self, called: str, document: Mapping[str, Any], source_hash: str, created: datetime | None = None
    ) -> BoardRecord:
        """Keep a board; one with the same hash is the same board, and gets the new name and document.

        `created` is now where not given. Raises `ValueError` on a name that cannot be.
        """
        called = name(called)
        if not called:
            raise ValueError("A board needs a name.")
        digest(source_hash)
        kept = plain(document)
        with self._database.writing() as session:
            board = _known(session, source_hash)
            if board is None:
                made = created or datetime.now(UTC)
                board = Board(name=called, source_hash=source_hash, document=kept, created=made)
                try:
                    with session.begin_nested():
                        session.add(board)
                        session.flush()
                except IntegrityError:
                    # Somebody else has just saved it.
                    board = cast(Board, _known(session, source_hash))
            board.name, board.document = called, kept
            session.flush()
            return _record(board)

    def all(self) -> list[BoardRecord]:
        """Return all boards by name."""
        with self._database.reading() as session:
            return [_record(board) for board in session.exec(select(Board).order_by(Board.name, col(Board.id)))]

    def get(self, board_id: int) -> BoardRecord:
        """Return a board. Raises `NoSuchBoard`."""
        with self._database.reading() as session:
            board = session.get(Board, board_id)
            if board is None:
                raise NoSuchBoard(board_id)
            return _record(board)


def _known(session: Session, source_hash: str) -> Board | None:
    return session.exec(select(Board).where(Board.source_hash == source_hash)).first()


def _record(board: Board) -> BoardRecord:
    return BoardRecord(cast(int, board.id), board.name, board.source_hash, board.document, board.created)
