"""Journals: appended to, read in order, never changed; and what is stored beside them: pauses, kept acts, accounts."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Integer, and_, bindparam, delete, exists, insert, literal, or_
from sqlalchemy import select as choose
from sqlalchemy.exc import IntegrityError
from sqlmodel import JSON, Session, String, col, select

from models.database.channel import touch
from models.database.database import Database, Part
from models.matches.matches import KEEP, Keep, stand
from models.names import word
from models.records import Conflict, EntryRecord, KeptRecord, NoSuchMatch, PauseRecord, Status
from models.tables import Account, EnteredPart, JournalEntry, KeptAct, MatchRow, Pause, Seat, UtcDateTime, plain


class Accounts(Part):
    """The store's accounts of ended matches."""

    def keep(self, match_id: int, account: Mapping[str, Any]) -> None:
        """Store a match's account, if the match is still ended. Raises `ValueError` if it is not plain JSON."""
        fresh = Account(match_id=match_id, account=plain(account))
        with self._database.writing() as session:
            match = session.get(MatchRow, match_id)
            if match is not None and match.status == "ended":
                session.merge(fresh)

    def all(self) -> dict[int, dict[str, Any]]:
        """Return the accounts by the matches' ids."""
        with self._database.reading() as session:
            return {each.match_id: each.account for each in session.exec(select(Account))}

    def missing(self) -> list[str]:
        """Return the codes of ended matches without an account, newest first."""
        known = select(Account.match_id)
        wanted = select(MatchRow.code).where(MatchRow.status == "ended", col(MatchRow.id).not_in(known))
        with self._database.reading() as session:
            return list(session.exec(wanted.order_by(col(MatchRow.ended).desc())))


class EnteredParts(Part):
    """The store's entered parts of positions."""

    def keep(self, match_id: int, part: str, entered: Mapping[str, Any]) -> None:
        """Store what has been entered of one part of a match's position, replacing the previous version.

        Raises `ValueError` if it is not plain JSON.
        """
        fresh = EnteredPart(match_id=match_id, part=word("part", part), entered=plain(entered))
        with self._database.writing() as session:
            session.merge(fresh)
            session.flush()
            touch(session, match_id)

    def of(self, match_id: int) -> dict[str, dict[str, Any]]:
        """Return what has been entered for a match, by part."""
        wanted = select(EnteredPart).where(EnteredPart.match_id == match_id).order_by(col(EnteredPart.part))
        with self._database.reading() as session:
            return {each.part: each.entered for each in session.exec(wanted)}

    def drop(self, match_id: int) -> None:
        """Delete what was entered: the match has started, and its journal contains it."""
        with self._database.connected() as connection:
            connection.execute(delete(EnteredPart).where(col(EnteredPart.match_id) == match_id))
            touch(connection, match_id)


def take(connection: Connection, match_id: int, answered: int, number: int) -> None:
    """Delete the act kept as the answer to an entry. Raises `Conflict` if another process already has."""
    kept = (col(KeptAct.match_id) == match_id) & (col(KeptAct.number) == answered)
    if connection.execute(delete(KeptAct).where(kept)).rowcount != 1:
        raise Conflict(number)


class KeptActs(Part):
    """The store's kept acts."""

    def keep(self, match_id: int, number: int, actor: str, act: Mapping[str, Any]) -> bool:
        """Keep an act that answers entry `number`. Return False if one for the same entry is kept already.

        An act for an earlier entry is obsolete and deleted. Raises `ValueError` if `act` is not plain JSON.
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
        """Delete the act kept as the answer to an entry, if it is the one for that entry."""
        kept = (col(KeptAct.match_id) == match_id) & (col(KeptAct.number) == number)
        with self._database.connected() as connection:
            connection.execute(delete(KeptAct).where(kept))


def _append(*, held: bool = False) -> Any:
    """Return the statement that inserts an entry if the previous one exists; the primary key refuses duplicates.

    With `held` it inserts only while the actor's seat, if given, still has the same key.
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
        """Write entry `number`, counted from 1; it is durable when this returns.

        `status` and `result` of the match are set in the same transaction. `answers` is the number of an entry: the act
        kept as its answer is deleted in the same transaction, so that it becomes an entry only once, whichever process
        judges it. `holder` is the actor's seat and its key's hash: if several processes share the database, the entry
        is written only while that key opens that seat.

        Raises `Conflict` if the number is taken, the previous entry is missing, the kept act is gone or the key no
        longer opens the seat, `NoSuchMatch`, and `ValueError` if `act` is not plain JSON; nothing is written then.
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
                if session.get(MatchRow, match_id) is None:
                    raise NoSuchMatch(match_id) from None
            raise

    def entries(self, match_id: int, after: int = 0) -> list[EntryRecord]:
        """Return the entries after number `after`, in order."""
        lines = (
            select(JournalEntry.number, JournalEntry.actor, JournalEntry.act, JournalEntry.at)
            .where(JournalEntry.match_id == match_id, JournalEntry.number > after)
            .order_by(col(JournalEntry.number))
        )
        with self._database.reading() as session:
            return [EntryRecord(*line) for line in session.exec(lines)]


class Pauses(Part):
    """The store's pauses."""

    def note(self, match_id: int, after: int, paused: bool, at: datetime) -> bool:
        """Record a pause or its end after a journal entry. Return False if that was the state already."""
        with self._database.writing() as session:
            noted = _of(session, match_id)
            if paused == (bool(noted) and noted[-1].paused):
                return False
            session.add(Pause(match_id=match_id, after=after, paused=paused, at=at))
            session.flush()
            touch(session, match_id)
            return True

    def of(self, match_id: int) -> tuple[PauseRecord, ...]:
        """Return the pauses and their ends in order; after an odd number of them the match is paused."""
        with self._database.reading() as session:
            return tuple(PauseRecord(each.after, each.paused, each.at) for each in _of(session, match_id))


def _of(session: Session, match_id: int) -> list[Pause]:
    return list(session.exec(select(Pause).where(Pause.match_id == match_id).order_by(col(Pause.id))))
