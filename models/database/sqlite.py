"""Particulars of SQLite: its file, one host per file, pragmas, transactions.

No other module uses SQL that only SQLite understands.

One host per file: a system lock, which ends with the process that holds it. The locked file is beside the database, has
its name with `-host` appended, and says who holds the lock; without a lock it means nothing. Servers such as PostgreSQL
have many hosts.
"""

from __future__ import annotations

import contextlib
import logging
import os
import re
import sqlite3
import stat
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote

from platformdirs import user_data_path
from sqlalchemy import URL, Connection, Engine, event

from models.database.faults import no_database, not_written
from models.records import InUse, NoFolder

FILE = "metsuke.db"


def data_folder() -> Path:
    """Return the platform's folder for Metsuke's data. It may not exist yet.

    Raises `NoFolder` for an account without a home, as in some containers.
    """
    try:
        folder = user_data_path("metsuke", appauthor=False)
        if folder.is_absolute():
            return folder
    except RuntimeError:
        pass
    raise NoFolder(
        "This account has no home folder to keep matches in, and nothing was changed; choose another database."
    )


def default_url(folder: Path) -> str:
    """Return the URL of the SQLite database in `folder`, whatever characters its path contains."""
    return URL.create("sqlite", database=str(folder / FILE)).render_as_string(hide_password=False)


READING = "metsuke_reading"
"""The execution option of a connection that will only read."""
_MAGIC = b"SQLite format 3\0"
_TURNS = 20
_PIECE = 1024 * 1024
"""Bytes of a file that are searched at a time."""

log = logging.getLogger("metsuke")


def file_of(url: URL) -> Path | None:
    """Return the database's file, however its URL names it, or None for one in memory."""
    (name, *_), options = url.get_dialect()().create_connect_args(url)
    name, options = str(name or ""), dict(options)
    said = {}
    if options.get("uri") and name.startswith("file:"):
        name, _, query = name.removeprefix("file:").partition("#")[0].partition("?")
        said = dict(parse_qsl(query))
        if name.startswith("//"):
            name = "/" + name[2:].partition("/")[2]
        name = unquote(name, errors="surrogateescape")
        if os.name == "nt" and re.match(r"/[A-Za-z]:", name):
            name = name[1:]
    if name in ("", ":memory:") or said.get("mode") == "memory" or said.get("vfs") == "memdb":
        return None
    return Path(name).absolute()


def folder_for(file: Path) -> None:
    """Check that the folder of a file exists. Only the platform's own data folder is created.

    Raises `NoFolder`, or the error of `not_written`.
    """
    folder = file.parent
    try:
        if folder.is_dir():
            return
        if not _is_ours(folder):
            raise NoFolder(
                f"{file} cannot be made, for its folder is not there, and nothing was changed; "
                "make the folder or choose another database."
            )
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise not_written(file, error) from error


def _is_ours(folder: Path) -> bool:
    try:
        return folder == data_folder()
    except NoFolder:
        return False


def look_at(file: Path, makes: bool = True) -> None:
    """Create an empty private file if there is none and it may be created; check that an existing one is a database.

    Raises `NoFolder`, `NotADatabase` or the error of `not_written`.
    """
    folder_for(file)
    try:
        # Journals contain secrets: a new database is readable by its owner alone.
        os.close(os.open(file, os.O_RDWR | (os.O_CREAT if makes else 0), 0o600))
        with file.open("rb") as opened:
            head = opened.read(len(_MAGIC))
    except IsADirectoryError:
        raise no_database(str(file)) from None
    except OSError as error:
        raise not_written(file, error) from error
    if head not in (b"", _MAGIC):
        raise no_database(str(file))


def close_to_others(file: Path) -> None:
    """Restrict an existing database, and SQLite's files beside it, to their owner."""
    if os.name == "nt":
        return
    real = file.resolve()
    for path in (real, *(real.with_name(f"{real.name}-{each}") for each in ("wal", "shm", "journal"))):
        try:
            mode = stat.S_IMODE(path.stat().st_mode)
            if mode & 0o077:
                path.chmod(mode & 0o700)
        except FileNotFoundError:
            continue
        except OSError as error:
            log.warning("%s holds secrets, and other accounts of this machine may read it: %s", path, error.strerror)


def prepare(engine: Engine, patience: float) -> None:
    """Configure every connection: durable through a power cut, checking references, waiting for locks.

    `patience` is in seconds.
    """

    @event.listens_for(engine, "connect")
    def connect(raw: Any, record: Any) -> None:
        # The driver would begin transactions itself, too late for DDL and for the write lock.
        raw.isolation_level = None
        raw.execute(f"PRAGMA busy_timeout = {round(patience * 1000)}")
        raw.execute("PRAGMA foreign_keys = ON")
        raw.execute("PRAGMA synchronous = FULL")
        # Deleted data is overwritten: a forgotten name cannot be read in the file.
        raw.execute("PRAGMA secure_delete = ON")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # A writer takes the lock at once: if it read first, it could not write after another has written meanwhile.
        reading = connection.get_execution_options().get(READING, False)
        connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")


def set_journal_mode(connection: Connection) -> None:
    """Turn on the write-ahead log; the file remembers it. Only outside a transaction."""
    raw = connection.connection.driver_connection
    assert raw is not None
    for remaining in reversed(range(_TURNS)):
        if raw.execute("PRAGMA journal_mode").fetchone()[0] in ("wal", "memory"):
            return
        # Another process that opens the same new file at this moment holds its lock for an instant. SQLite does not
        # wait for that when it changes the mode, but does when a transaction begins.
        raw.execute("BEGIN IMMEDIATE")
        raw.execute("COMMIT")
        try:
            raw.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError:
            if not remaining:
                raise


def scrub(raw: Any, words: Collection[bytes] | None) -> bool:
    """Empty the write-ahead log, and rewrite the file if it still contains one of `words` (None: always).

    Older versions did not overwrite what they deleted. `raw` is the driver's connection, outside a transaction. Return
    False if a reader is in the way.
    """
    patience = raw.execute("PRAGMA busy_timeout").fetchone()[0]
    raw.execute("PRAGMA busy_timeout = 200")  # writers wait meanwhile
    try:
        if raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
            return False
        file = raw.execute("PRAGMA database_list").fetchone()[2]
        if file and (words is None or _holds(Path(file), words)):
            raw.execute("VACUUM")
            return not raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        return True
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            return False
        raise
    finally:
        raw.execute(f"PRAGMA busy_timeout = {patience}")


def _holds(file: Path, words: Collection[bytes]) -> bool:
    """Tell whether any of the words occurs in a file, ignoring the case of ASCII letters."""
    sought = [word.lower() for word in words if word]
    longest = max(map(len, sought), default=1)
    with file.open("rb") as opened:
        rest = b""
        while read := opened.read(_PIECE):
            piece = (rest + read).lower()
            if any(word in piece for word in sought):
                return True
            rest = piece[-longest:]
    return False


@contextmanager
def unchecked(connection: Connection) -> Iterator[None]:
    """Rebuild tables without checking references to them; only outside a transaction."""
    raw = connection.connection.driver_connection
    assert raw is not None
    raw.execute("PRAGMA foreign_keys = OFF")
    try:
        yield
    finally:
        raw.execute("PRAGMA foreign_keys = ON")


if os.name == "nt":
    import msvcrt

    _BEYOND = 1 << 30
    """The offset of the locked byte, beyond the contents: a locked byte cannot be read."""

    def _lock(handle: int) -> None:
        os.lseek(handle, _BEYOND, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined, unused-ignore]

else:
    import fcntl

    def _lock(handle: int) -> None:
        # Of this process alone: child processes do not inherit it.
        fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


_ours: set[Path] = set()
"""The locks held by this process: system locks do not exclude within a process."""


@contextlib.contextmanager
def one_host(file: Path, who: str) -> Iterator[None]:
    """Keep other hosts from a database's file; `who` names this host to them.

    Raises `InUse` if another host uses it, and the errors of `folder_for`.
    """
    if not file.name:
        raise no_database(str(file))
    folder_for(file)
    lock = _beside(file)
    handle = _taken(lock, file)
    if handle is None:
        yield
        return
    _ours.add(lock)
    try:
        with contextlib.suppress(OSError):  # a full disk
            os.ftruncate(handle, 0)
            os.lseek(handle, 0, os.SEEK_SET)
            os.write(handle, f"process {os.getpid()} {who}".encode())
        yield
    finally:
        _ours.discard(lock)
        with contextlib.suppress(OSError):  # Windows does not remove open files
            lock.unlink()
        os.close(handle)


def other_host(file: Path) -> str:
    """Return who uses a database's file, or an empty string. Creates nothing."""
    if not file.name:
        return ""
    lock = _beside(file)
    try:
        handle = os.open(lock, os.O_RDWR)
    except OSError:
        return ""
    try:
        return _holder(handle, lock)
    finally:
        os.close(handle)


def _beside(file: Path) -> Path:
    real = file.resolve()
    return real.with_name(f"{real.name}-host")


def _taken(lock: Path, file: Path) -> int | None:
    """Return a handle that holds the lock, or None if locking is impossible: a read-only folder, a network folder."""
    while True:
        try:
            handle = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError:
            return None  # opening the database reports why nothing can be written there
        if who := _holder(handle, lock):
            os.close(handle)
            raise InUse(str(file), who)
        with contextlib.suppress(OSError):
            if os.path.samestat(os.fstat(handle), lock.stat()):
                return handle
        os.close(handle)  # the previous holder has just removed the file


def _holder(handle: int, lock: Path) -> str:
    """Lock a handle and return an empty string, or return who has locked it."""
    if lock not in _ours:
        try:
            _lock(handle)
        except (BlockingIOError, PermissionError):
            pass
        except OSError:  # locking is not supported here
            return ""
        else:
            return ""
    with contextlib.suppress(OSError, UnicodeDecodeError):
        os.lseek(handle, 0, os.SEEK_SET)
        if who := os.read(handle, 200).decode():
            return who
    return "another process"
