"""One database with its connections: transactions from any thread, statements that commit alone, notifications.

Notifications (PostgreSQL only): a transaction that notifies holds a lock of the whole database while it commits.
Entries that notified within their own transactions would be written one after the other, and at a slow disk tables
would wait for each other. So a thread of its own notifies of entries that are on disk, of all pending ones in one
transaction, which does not wait for the disk. If the process dies first, the other processes find the entry when they
next check.

Single statements (SQLite only): a statement run at every declaration, each time as a transaction of its own, bypasses
SQLAlchemy's pool, transaction and compilation, which take three times as long as SQLite itself.
"""

from __future__ import annotations

import contextlib
import logging
import sqlite3
import threading
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final, Self

from sqlalchemy import ARRAY, URL, Connection, Engine, Text, bindparam, create_engine, make_url, text
from sqlalchemy.exc import ArgumentError, IntegrityError, NoSuchModuleError
from sqlalchemy.pool import NullPool, StaticPool
from sqlmodel import Session

from models.database import sqlite
from models.database.faults import in_plain_words
from models.database.upgrade import bring_up
from models.records import BadAddress, StoreError
from models.tables import written


def patient(url: URL, patience: float) -> dict[str, Any]:
    """Return connection arguments that limit the waiting for locks and for a server that does not answer.

    A lock or a new connection may take `patience` seconds, the latter at least 2; a dead connection is noticed after
    some 10 s. Options in the URL itself take precedence.
    """
    seconds = max(1, round(patience))
    own = {
        "application_name": "metsuke",
        "connect_timeout": max(2, seconds),
        "keepalives_idle": 5,
        "keepalives_interval": 2,
        "keepalives_count": 3,
        "tcp_user_timeout": 10_000,
        "options": f"-c lock_timeout={round(patience * 1000)}",
    }
    return {name: value for name, value in own.items() if name not in url.query}


log = logging.getLogger("metsuke")

CHANNEL: Final = "metsuke"
GRACE: Final = 5.0
"""Seconds for which closing waits for pending notifications."""
_TELL_ALL = text(
    f"SELECT set_config('synchronous_commit', 'off', true), pg_notify('{CHANNEL}', payload)"
    " FROM unnest(:payloads) AS payload"
).bindparams(bindparam("payloads", type_=ARRAY(Text)))


class Teller:
    """Notifies of committed entries, in order, in a thread with a connection of its own."""

    def __init__(self, connect: Callable[[], AbstractContextManager[Connection]]) -> None:
        """`connect` makes an autocommit connection."""
        self._connect = connect
        self._due: SimpleQueue[str | None] = SimpleQueue()
        self._starting = threading.Lock()
        self._thread: threading.Thread | None = None

    def tell(self, match_id: int, number: int) -> None:
        """Notify soon of an entry that is on disk. Any thread may call it; it does not wait."""
        self._due.put(f"{match_id} {number}")
        with self._starting:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="metsuke-teller", daemon=True)
                self._thread.start()

    def close(self) -> None:
        """Send the pending notifications, for at most `GRACE` seconds, and end the thread."""
        if self._thread is not None:
            self._due.put(None)
            self._thread.join(GRACE)
            self._thread = None

    def _run(self) -> None:
        due = self._all_due()
        while due:
            with contextlib.suppress(StoreError), self._connect() as connection:
                while due:
                    sent, due = due, []
                    connection.execute(_TELL_ALL, {"payloads": [each for each in sent if each is not None]})
                    if None in sent:
                        return
                    due = self._all_due()
            due = due or self._all_due()

    def _all_due(self) -> list[str | None]:
        """Wait until something is pending; return everything pending."""
        due = [self._due.get()]
        while not self._due.empty():
            due.append(self._due.get())
        return due


class AtOnce:
    """A statement for an SQLite database, with a connection kept for it. One thread at a time may run it."""

    def __init__(self, engine: Engine, statement: Any) -> None:
        compiled = statement.compile(dialect=engine.dialect)
        self._engine = engine
        self._sql = str(compiled)
        self._fixed: Mapping[str, Any] = compiled.params
        self._values = [
            (name, compiled.binds[name].type.dialect_impl(engine.dialect).bind_processor(engine.dialect))
            for name in compiled.positiontup
        ]
        self._pooled: Any = None
        self._connection: Any = None

    def run(self, values: Mapping[str, Any]) -> int:
        """Run the statement durably. Return the number of rows written, 0 if a constraint refuses it.

        Raises any other exception of the driver, and `ValueError`.
        """
        if self._connection is None:
            self._pooled = self._engine.raw_connection()
            self._connection = self._pooled.driver_connection
        given = {**self._fixed, **values}
        row = [given[name] if process is None else process(given[name]) for name, process in self._values]
        try:
            return int(self._connection.execute(self._sql, row).rowcount)
        except sqlite3.IntegrityError:
            return 0

    def close(self) -> None:
        if self._pooled is not None:
            self._pooled.close()
            self._pooled = self._connection = None


PATIENCE = 5.0
"""Seconds to wait for another program's lock."""


class Database:
    """The connections to one database, whose tables are up to date.

    Its methods may be called from any thread. A process needs one instance.
    """

    def __init__(
        self, engine: Engine, place: str, *, alone: bool = False, connect_args: Mapping[str, Any] | None = None
    ) -> None:
        self.place = place
        self._engine = engine
        # On a server each statement sees the latest commits: a transaction around reading would only cost time.
        self._alone = engine.execution_options(isolation_level="AUTOCOMMIT")
        local = engine.dialect.name == "sqlite"
        self._reader = engine.execution_options(**{sqlite.READING: True}) if local else self._alone
        self._closed = False
        self._connect_args = connect_args or {}
        # SQLite has one writer at a time: this lock hands over at once, while SQLite's own waiting sleeps in steps.
        self._write_gate: Any = threading.Lock() if local else nullcontext()
        # A single connection, for a database in memory, serves one thread at a time, including readers.
        self._read_gate: Any = self._write_gate if alone else nullcontext()
        self._kept: list[AtOnce] = []
        self._teller = Teller(self._apart) if self.shared else None

    @property
    def url(self) -> str:
        """The SQLAlchemy URL by which another process opens the same database; it may contain a password."""
        return self._engine.url.render_as_string(hide_password=False)

    @classmethod
    def open(cls, url: str, *, patience: float = PATIENCE) -> Self:
        """Open a database by its SQLAlchemy URL and migrate its tables.

        A missing SQLite file is created, readable by its owner alone; an existing one is restricted to its owner.
        `patience` is the number of seconds to wait for another program's lock. Raises a `CannotOpen`, `DiskFull` or
        `LockedDatabase`, and then changes nothing.
        """
        address = parsed(url)
        # Options of a URL may contain secrets too.
        place = address.set(query={}).render_as_string(hide_password=True)
        local = address.get_backend_name() == "sqlite"
        file = file_of(address)
        if local:
            place = str(file or address.database or "in memory")
        engine = _engine(address, place, patience)
        if file is not None:
            sqlite.look_at(file, makes=address.query.get("mode", "rwc") == "rwc")
        try:
            with in_plain_words(place, logs=False):
                bring_up(engine, place)
            if file is not None:
                sqlite.close_to_others(file)
        except BaseException:
            engine.dispose()
            raise
        own = {} if local else connect_args(address, patience)
        return cls(engine, place, alone=isinstance(engine.pool, StaticPool), connect_args=own)

    @property
    def dialect(self) -> str:
        """The kind of database: `sqlite`, `postgresql`, …"""
        return self._engine.dialect.name

    def close(self) -> None:
        """Close all connections. A second call does nothing."""
        if self._teller is not None:
            self._teller.close()
        self._closed = True
        with self._write_gate:
            for each in self._kept:
                each.close()
        self._engine.dispose()

    @property
    def shared(self) -> bool:
        """Whether other processes may change this database, and notify of it."""
        return self.dialect == "postgresql"

    def at_once(self, statement: Any) -> Callable[[Mapping[str, Any]], int]:
        """Return a function that runs a statement as a transaction of its own, and returns the number of rows written.

        A row that a constraint refuses is not written.
        """
        if self._engine.dialect.name != "sqlite":
            return partial(self._run_at_once, statement)
        kept = AtOnce(self._engine, statement)
        self._kept.append(kept)

        def run(values: Mapping[str, Any]) -> int:
            self._still_open()
            with in_plain_words(self.place), self._write_gate:
                return kept.run(values)

        return run

    def _run_at_once(self, statement: Any, values: Mapping[str, Any]) -> int:
        self._still_open()
        with in_plain_words(self.place), self._alone.connect() as connection:
            try:
                return connection.execute(statement, values).rowcount
            except IntegrityError:
                return 0

    def tell(self, match_id: int, number: int) -> None:
        """Notify other processes of an entry that is on disk; see the module's docstring."""
        if self._teller is not None:
            self._teller.tell(match_id, number)

    @contextmanager
    def _apart(self) -> Iterator[Connection]:
        with in_plain_words(self.place, logs=False), self.alone() as connection:
            yield connection

    @contextmanager
    def connected(self) -> Iterator[Connection]:
        """Begin a writing transaction: durable when the block ends, rolled back if it raises."""
        self._still_open()
        with in_plain_words(self.place), self._write_gate, self._engine.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """Begin a writing transaction as a session."""
        with self.connected() as connection, Session(connection, expire_on_commit=False) as session:
            yield session
            session.flush()

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """Begin a read-only session: on SQLite it reads one state, on a server each statement reads the latest."""
        self._still_open()
        with (
            in_plain_words(self.place),
            self._read_gate,
            self._reader.connect() as connection,
            Session(connection) as session,
        ):
            yield session

    @contextmanager
    def alone(self) -> Iterator[Connection]:
        """Open a separate autocommit connection, which is closed when the block ends."""
        self._still_open()
        apart = create_engine(self._engine.url, poolclass=NullPool, connect_args=self._connect_args)
        with apart.execution_options(isolation_level="AUTOCOMMIT").connect() as connection:
            yield connection

    def scrub(self, words: Collection[bytes] | None) -> bool:
        """Remove deleted data from the database's own files; see `sqlite.scrub`.

        Return whether that is done. A server's files are its administrator's responsibility.
        """
        if self.dialect != "sqlite":
            return True
        self._still_open()
        with in_plain_words(self.place), self._write_gate:
            pooled = self._engine.raw_connection()
            try:
                return sqlite.scrub(pooled.driver_connection, words)
            finally:
                pooled.close()

    def _still_open(self) -> None:
        if self._closed:
            raise StoreError(f"The database {self.place} is closed, so nothing was written; start Metsuke again.")


def parsed(url: str) -> URL:
    """Return an SQLAlchemy URL. Raises `BadAddress`."""
    try:
        address = make_url(url)
        if address.get_dialect().is_async:
            raise BadAddress(
                f"The database driver {address.drivername} works another way than Metsuke does; "
                f"write {address.get_backend_name()}:// instead, nothing was changed."
            )
    except (ArgumentError, NoSuchModuleError, ValueError):
        # The URL may contain a password: it is not repeated.
        raise BadAddress(
            "The address of the database cannot be understood, nothing was changed; "
            "write it as sqlite:////folder/metsuke.db or postgresql://user@host/name."
        ) from None
    except ModuleNotFoundError as error:
        raise _driver_missing(error) from error
    if address.drivername == "postgresql":
        return address.set(drivername="postgresql+psycopg")
    return address


def file_of(url: URL) -> Path | None:
    """Return the file of an SQLite database; None for one in memory, and for other databases."""
    if url.get_backend_name() != "sqlite":
        return None
    try:
        return sqlite.file_of(url)
    except (ArgumentError, TypeError, ValueError) as error:
        raise BadAddress(
            "The address of the database has a part that SQLite does not know, nothing was changed; "
            "write it as sqlite:////folder/metsuke.db."
        ) from error


def _engine(url: URL, place: str, patience: float) -> Engine:
    options: dict[str, Any] = {"pool_use_lifo": True, "pool_size": 4, "max_overflow": 8}
    # Values appear in no log or message, and only JSON that every database accepts gets into a column.
    options |= {"hide_parameters": True, "json_serializer": written}
    local = url.get_backend_name() == "sqlite"
    if local:
        options["connect_args"] = {"check_same_thread": False}
        if file_of(url) is None:
            del options["pool_use_lifo"], options["pool_size"], options["max_overflow"]
            options["poolclass"] = StaticPool
    else:
        # The server may have been restarted since the last match.
        options["pool_pre_ping"] = True
        options["connect_args"] = connect_args(url, patience)
    try:
        engine = create_engine(url, **options)
    except ModuleNotFoundError as error:
        raise _driver_missing(error) from error
    except (ArgumentError, TypeError) as error:
        raise BadAddress(f"The database address {place} has an option it does not know; leave it out.") from error
    if local:
        sqlite.prepare(engine, patience)
    return engine


def connect_args(url: URL, patience: float) -> dict[str, Any]:
    """Return the arguments for a server's driver with each connection."""
    return patient(url, patience) if url.get_backend_name() == "postgresql" else {}


def _driver_missing(error: ModuleNotFoundError) -> BadAddress:
    return BadAddress(
        f"This database needs the Python package {error.name}, and nothing was changed; "
        "install it or choose another database."
    )


class Part:
    """One subject of the store, whose transactions go to one database. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database
