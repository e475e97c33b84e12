"""Boards: documents that owners trace or import, and sketches with the photos under them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, cast

from sqlalchemy import delete, update
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from models.database.database import Part
from models.names import digest, name
from models.records import BoardRecord, NoSuchBoard, SketchRecord
from models.tables import Board, Sketch, plain


class Boards(Part):
    """The store's boards."""

    def save(
        self, called: str, document: Mapping[str, Any], source_hash: str, created: datetime | None = None
    ) -> BoardRecord:
        """Save a board; one with the same hash is the same board, and gets the new name and document.

        `created` defaults to now. Raises `ValueError` for an invalid name.
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
                    # Another process has just saved it.
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


class Sketches(Part):
    """The store's sketches. Every method takes the hash of a key: other makers' sketches are not found."""

    def begin(self, owner: str, called: str, document: Mapping[str, Any]) -> SketchRecord:
        """Save a new sketch. Raises `ValueError` for an invalid name, hash or document."""
        digest(owner)
        sketch = Sketch(owner=owner, name=name(called), document=plain(document), changed=datetime.now(UTC))
        with self._database.writing() as session:
            session.add(sketch)
            session.flush()
            return _sketch(sketch)

    def keep(self, owner: str, sketch_id: int, called: str, document: Mapping[str, Any]) -> None:
        """Save a new version of a sketch. Raises `NoSuchBoard` if it has another maker or was deleted."""
        kept = {"name": name(called), "document": plain(document), "changed": datetime.now(UTC)}
        with self._database.connected() as connection:
            mine = (col(Sketch.id) == sketch_id) & (col(Sketch.owner) == owner)
            if connection.execute(update(Sketch).where(mine).values(**kept)).rowcount == 0:
                raise NoSuchBoard(sketch_id)

    def lay_photo(self, owner: str, sketch_id: int, photo: bytes | None) -> None:
        """Put a photo under a sketch, or remove it with None. Raises `NoSuchBoard`."""
        with self._database.connected() as connection:
            mine = (col(Sketch.id) == sketch_id) & (col(Sketch.owner) == owner)
            if connection.execute(update(Sketch).where(mine).values(photo=photo)).rowcount == 0:
                raise NoSuchBoard(sketch_id)

    def photo(self, owner: str, sketch_id: int) -> bytes | None:
        """Return the photo under a sketch, or None. Raises `NoSuchBoard`."""
        with self._database.reading() as session:
            return _mine(session, owner, sketch_id).photo

    def of(self, owner: str) -> list[SketchRecord]:
        """Return a maker's sketches, the newest first."""
        with self._database.reading() as session:
            mine = select(Sketch).where(Sketch.owner == owner)
            return [_sketch(s) for s in session.exec(mine.order_by(col(Sketch.changed).desc(), col(Sketch.id).desc()))]

    def get(self, owner: str, sketch_id: int) -> SketchRecord:
        """Return a sketch. Raises `NoSuchBoard`."""
        with self._database.reading() as session:
            return _sketch(_mine(session, owner, sketch_id))

    def drop(self, owner: str, sketch_id: int) -> None:
        """Delete a sketch and its photo. Raises `NoSuchBoard`."""
        with self._database.connected() as connection:
            mine = (col(Sketch.id) == sketch_id) & (col(Sketch.owner) == owner)
            if connection.execute(delete(Sketch).where(mine)).rowcount == 0:
                raise NoSuchBoard(sketch_id)


def _mine(session: Session, owner: str, sketch_id: int) -> Sketch:
    sketch = session.get(Sketch, sketch_id)
    if sketch is None or sketch.owner != owner:
        raise NoSuchBoard(sketch_id)
    return sketch


def _sketch(sketch: Sketch) -> SketchRecord:
    return SketchRecord(cast(int, sketch.id), sketch.name, sketch.document, sketch.photo is not None, sketch.changed)
