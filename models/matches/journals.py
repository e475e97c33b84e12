"""Journals: appended to, read in order, never changed."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Integer, and_, bindparam, exists, insert, literal, or_
from sqlalchemy import select as choose
from sqlalchemy.exc import IntegrityError
from sqlmodel import JSON, Session, String, col, select

from models.columns import UtcDateTime, plain
from models.database.database import Database, Part
from models.errors import Conflict, NoSuchMatch
from models.matches.kept_acts import take
from models.matches.matches import KEEP, Keep, stand
from models.names import word
from models.records import EntryRecord, Status
from models.tables import JournalEntry, Match, Seat


def _append(*, held: bool = False) -> Any:
    """The entry is written if the one before it is there. The key refuses it twice.

    With `held` it is written only while the seat of its writer, if it has one, is opened by the same key.
    """
    match_id = bindparam("match_id", type_=Integer)
    number = bindparam("number", type_=Integer)
    before = exists().where(and_(col(JournalEntry.match_id) == match_id, col(JournalEntry.number) == number - 1))
    line = choose(
        match_id,
        number,
        bindparam("actor", type_=String),
        bindparam("act", type_=JSON),
        bindparam("at", type_=UtcDateTime),
    ).where(or_(number == literal(1), before))
    if held:
        seat, key = bindparam("seat", type_=String), bindparam("key_hash", type_=String)
        opens = exists().where(
            and_(col(Seat.match_id) == match_id, col(Seat.seat) == seat, col(Seat.key_hash) == key)
        )
        line = line.where(or_(seat.is_(None), opens))
    return insert(JournalEntry).from_select(["match_id", "number", "actor", "act", "at"], line)


_APPEND = _append().execution_options(preserve_rowcount=True)
_APPEND_HELD = _append(held=True).execution_options(preserve_rowcount=True)


def _write(connection: Connection, line: Mapping[str, Any]) -> None:
    try:
        if connection.execute(_APPEND_HELD if "seat" in line else _APPEND, line).rowcount == 1:
            return
    except IntegrityError as error:
        raise Conflict(line["number"]) from error
    raise Conflict(line["number"])


class Journals(Part):
    """The store's journals."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._append_alone = database.at_once(_APPEND_HELD if database.shared else _APPEND)

    def append(
        self,
        match_id: int,
        number: int,
        actor: str,
        act: Mapping[str, Any],
        at: datetime,
        *,
        status: Status | Keep = KEEP,
        result: Mapping[str, Any] | Keep | None = KEEP,
        answers: int | None = None,
        holder: tuple[str, str] | None = None,
    ) -> None:
        """Write entry `number`, counted from 1; on the disk when this returns.

        With `status` or `result` the match is left standing so in the same transaction: an end is there
        with its last entry or not at all. With `answers` the act that was kept for that entry is taken away with
        it: it becomes an entry once, whoever judges it. `holder` is the seat of whoever declares and the hash of its
        key: where several processes share the database, the entry is written only while that key opens that seat.
        Raises `Conflict` when the number is taken, the one before it is missing or the key opens the seat no more,
        `NoSuchMatch`, and `ValueError` when `act` is not plain JSON; nothing is written then.
        """
        seat, key = holder or (None, None)
        line = {"match_id": match_id, "number": number, "actor": word("actor", actor), "act": plain(act), "at": at}
        if self._database.shared:
            line |= {"seat": seat, "key_hash": key}
        try:
            if answers is None and status is KEEP and result is KEEP:
                if self._append_alone(line) != 1:
                    raise Conflict(number)
                self._database.tell(match_id, number)
                return
            with self._database.connected() as connection:
                _write(connection, line)
                if answers is not None:
                    take(connection, match_id, answers, number)
                if status is not KEEP or result is not KEEP:
                    with Session(connection) as session:
                        stand(session, match_id, status, result, at)
            self._database.tell(match_id, number)
        except Conflict:
            with self._database.reading() as session:
                if session.get(Match, match_id) is None:
                    raise NoSuchMatch(match_id) from None
            raise

    def entries(self, match_id: int, after: int = 0) -> list[EntryRecord]:
        """Return the entries behind number `after`, in order."""
        lines = (
            select(JournalEntry.number, JournalEntry.actor, JournalEntry.act, JournalEntry.at)
            .where(JournalEntry.match_id == match_id, JournalEntry.number > after)
            .order_by(col(JournalEntry.number))
        )
        with self._database.reading() as session:
            return [EntryRecord(*line) for line in session.exec(lines)]
