"""Notifications between processes with PostgreSQL's NOTIFY, and receiving them.

A notification is sent in the transaction that it is about or, for an entry, right after it
(`models.database.database`).

A payload is `match number`: the number of the entry that was appended or, below zero, the negative count of changes
outside the journal: seats, pauses, presence. Match 0 stands for people: one was renamed, merged or left out. Every role
of the database can read payloads, so they hold nothing else.

Without a server there are no other processes, and nothing is done.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from sqlalchemy import Connection, Text, bindparam, text
from sqlmodel import Session

from models.database.database import CHANNEL, Part
from models.database.faults import in_plain_words
from models.tables import Change

PEOPLE = 0
"""Stands in a payload in place of a match's id when people have changed."""
_SERVER = "postgresql"

_TELL = text(f"SELECT pg_notify('{CHANNEL}', :payload)").bindparams(bindparam("payload", type_=Text))
_TOUCH = text(
    "WITH moved AS (INSERT INTO change (match_id, number) VALUES (:match_id, 1)"
    " ON CONFLICT (match_id) DO UPDATE SET number = change.number + 1 RETURNING match_id, number)"
    f" SELECT number, pg_notify('{CHANNEL}', match_id || ' ' || -number) FROM moved"
)
_VERSIONS = text(
    "SELECT match.id, coalesce((SELECT number FROM journal_entry WHERE match_id = match.id"
    " ORDER BY number DESC LIMIT 1), 0), coalesce((SELECT number FROM change WHERE match_id = match.id), 0)"
    " FROM match WHERE match.id = ANY(:ids)"
)


class MatchVersion(NamedTuple):
    """How far a match has come: the number of its last entry, and the count of changes outside its journal."""

    number: int
    changes: int

    def behind(self, other: MatchVersion) -> bool:
        """Tell whether the other version has anything that this one lacks."""
        return self.number < other.number or self.changes < other.changes

    def with_all(self, other: MatchVersion) -> MatchVersion:
        return MatchVersion(max(self.number, other.number), max(self.changes, other.changes))


def touch(where: Connection | Session, match_id: int) -> int:
    """Notify of a change outside the journal, on commit of this transaction. Return the count of such changes."""
    connection = where.connection() if isinstance(where, Session) else where
    if connection.dialect.name != _SERVER:
        return 0
    return int(connection.execute(_TOUCH, {"match_id": match_id}).scalar_one())


def touch_people(where: Session) -> None:
    """Notify that a person was renamed, merged or left out, on commit of this transaction."""
    connection = where.connection()
    if connection.dialect.name == _SERVER:
        connection.execute(_TELL, {"payload": f"{PEOPLE} -1"})


def read_payload(payload: str) -> tuple[int, int] | None:
    """Return the match and number in a payload; None for a foreign payload."""
    match_id, _, number = payload.partition(" ")
    try:
        return int(match_id), int(number)
    except ValueError:
        return None


class Channel(Part):
    """The notifications for one process."""

    @property
    def shared(self) -> bool:
        """Whether other processes may change this database, and notify of it."""
        return self._database.shared

    @contextmanager
    def listening(self, process: int) -> Iterator[Any]:
        """Listen on a separate autocommit connection; yields the driver's connection.

        It holds an advisory lock, released with the connection, that says that this process is alive.
        """
        with in_plain_words(self._database.place), self._database.alone() as connection:
            connection.exec_driver_sql("SELECT pg_advisory_lock_shared(%s, %s)", (_ALIVE, process))
            connection.exec_driver_sql(f"LISTEN {CHANNEL}")
            yield connection.connection.driver_connection

    def versions(self, matches: Iterable[int]) -> dict[int, MatchVersion]:
        """Return the versions of these matches."""
        with self._database.reading() as session:
            rows = session.connection().execute(_VERSIONS, {"ids": list(matches)})
            return {row[0]: MatchVersion(row[1], row[2]) for row in rows}

    def changes(self, match_id: int) -> int:
        """Return the count of changes outside a match's journal; 0 if they are not counted."""
        if not self.shared:
            return 0
        with self._database.reading() as session:
            change = session.get(Change, match_id)
            return 0 if change is None else change.number

    def touch(self, match_id: int) -> None:
        """Notify that something has changed that phones at this match are shown."""
        with self._database.writing() as session:
            touch(session, match_id)

    def alive(self) -> frozenset[int]:
        """Return the processes that listen now."""
        with self._database.reading() as session:
            return frozenset(int(row[0]) for row in session.connection().execute(text(LISTENING)))


_ALIVE = 0x4D657473
"""An arbitrary constant: the first half of the advisory locks of living processes."""
LISTENING = (
    "SELECT objid::bigint FROM pg_locks WHERE locktype = 'advisory' AND granted"
    f" AND classid = {_ALIVE} AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
"""Selects the processes that listen now."""
