"""Journals: appended to, read in order, never changed; and what is kept beside them: pauses, waiting acts, accounts."""

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
from models.tables import Account, EnteredPart, JournalEntry, KeptAct, Match, Pause, Seat, UtcDateTime, plain


class Accounts(Part):
    """The store's accounts of ended matches."""

    def keep(self, match_id: int, account: Mapping[str, Any]) -> None:
        """Keep what is remembered of a match, if it is still over. Raises `ValueError` when it is not plain JSON."""
        fresh = Account(match_id=match_id, account=plain(account))
        with self._database.writing() as session:
            match = session.get(Match, match_id)
            if match is not None and match.status == "ended":
                session.merge(fresh)

    def all(self) -> dict[int, dict[str, Any]]:
        """Return what is remembered, by the matches' ids."""
        with self._database.reading() as session:
            return {each.match_id: each.account for each in session.exec(select(Account))}

    def missing(self) -> list[str]:
        """Return the codes of ended matches of which nothing is remembered yet, newest first."""
        known = select(Account.match_id)
        wanted = select(Match.code).where(Match.status == "ended", col(Match.id).not_in(known))
        with self._database.reading() as session:
            return list(session.exec(wanted.order_by(col(Match.ended).desc())))


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
