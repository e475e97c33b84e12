"""All that is particular to SQLite: where its file is, one host for it, pragmas, transactions.

All that is particular to SQLite: pragmas, how a transaction begins, and a look at the file first. Nowhere else in the
package is there anything that only SQLite understands.

One SQLite file, one host: a lock of the system's, which ends with the process that holds it, however it ends. Beside
the file lies another, named after it and `-host`. It holds the lock and says whose it is; left behind by a host that
was killed it means nothing. Servers such as PostgreSQL have many hosts.
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
    """Return the platform's folder for Metsuke's data. It need not exist yet.

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
    """Return the URL of the SQLite database in `folder`, whatever characters its path holds."""
    return URL.create("sqlite", database=str(folder / FILE)).render_as_string(hide_password=False)


READING = "metsuke_reading"
"""The execution option of a connection that will not write."""
_MAGIC = b"SQLite format 3\0"
_TURNS = 20
_PIECE = 1024 * 1024
"""Bytes of a file that are looked through at a time."""

log = logging.getLogger("metsuke")


def file_of(url: URL) -> Path | None:
    """Return the database's file, whatever way its URL names it, or None for one in memory."""
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
    """See that the folder of a file is there. The platform's own for our data is made; no other is.

    Raises `NoFolder`, or what `not_written` says.
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
    """Make an empty private file where there is none, if it may be made; leave one that is no database as it is.

    Raises `NoFolder`, `NotADatabase` or what `not_written` says.
    """
    folder_for(file)
    try:
        # Journals hold secrets: a new database is for its owner alone.
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
    """Let nobody but its owner read a database that was there before, nor what SQLite keeps beside it."""
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
    """Make every connection keep what is committed through a power cut, check references, and wait its turn.

    `patience` is in seconds.
    """

    @event.listens_for(engine, "connect")
    def connect(raw: Any, record: Any) -> None:
        # The driver would begin transactions by itself, too late for DDL and for taking the write lock.
        raw.isolation_level = None
        raw.execute(f"PRAGMA busy_timeout = {round(patience * 1000)}")
        raw.execute("PRAGMA foreign_keys = ON")
        raw.execute("PRAGMA synchronous = FULL")
        # What is deleted is overwritten: a name that is forgotten cannot be read in the file.
        raw.execute("PRAGMA secure_delete = ON")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # A writer takes the lock at once: one that read first could no longer write after another one did.
        reading = connection.get_execution_options().get(READING, False)
        connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")


def write_ahead(connection: Connection) -> None:
    """Turn the write-ahead log on; the file remembers it. Outside a transaction only."""
    raw = connection.connection.driver_connection
    assert raw is not None
    for remaining in reversed(range(_TURNS)):
        if raw.execute("PRAGMA journal_mode").fetchone()[0] in ("wal", "memory"):
            return
        # Whoever opens the same new file at the same moment holds its lock for an instant. SQLite does not
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
    """Empty the write-ahead log, and write the file anew if one of `words` still stands in it (None: in any case).

    What was deleted by older versions was not overwritten. `raw` is the driver's connection, outside a transaction.
    Returns False where a reader is in the way.
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
    """Tell whether any of the words stands in a file, in large or small letters of ASCII."""
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
    """Rebuild tables without the references to them being followed; outside a transaction only."""
    raw = connection.connection.driver_connection
    assert raw is not None
    raw.execute("PRAGMA foreign_keys = OFF")
    try:
        yield
    finally:
        raw.execute("PRAGMA foreign_keys = ON")


if os.name == "nt":
    import msvcrt

    _FAR = 1 << 30
    """Where the byte is that is locked: nobody can read a locked one."""

    def _lock(handle: int) -> None:
        os.lseek(handle, _FAR, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined, unused-ignore]

else:
    import fcntl

    def _lock(handle: int) -> None:
        # Of this process alone: others that it starts do not keep it.
        fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


_ours: set[Path] = set()
"""Locks do not hold within a process."""


@contextlib.contextmanager
def one_host(file: Path, who: str) -> Iterator[None]:
    """Keep every other host from a database's file; `who` tells them who this is.

    Raises `InUse` where another host has it, and what `sqlite.folder_for` raises.
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
        with contextlib.suppress(OSError):  # Windows removes nothing that is open
            lock.unlink()
        os.close(handle)


def other_host(file: Path) -> str:
    """Return who has a database's file, and empty text where nobody has. Makes nothing."""
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
    """Return the handle that holds the lock, or None where none can be: a folder for reading, a network's folder."""
    while True:
        try:
            handle = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError:
            return None  # why nothing can be written there is told when the database is opened
        if who := _holder(handle, lock):
            os.close(handle)
            raise InUse(str(file), who)
        with contextlib.suppress(OSError):
            if os.path.samestat(os.fstat(handle), lock.stat()):
                return handle
        os.close(handle)  # whoever had it has removed it just now


def _holder(handle: int, lock: Path) -> str:
    """Lock a handle and return nothing, or return who has it locked."""
    if lock not in _ours:
        try:
            _lock(handle)
        except (BlockingIOError, PermissionError):
            pass
        except OSError:  # locks are not to be had here
            return ""
        else:
            return ""
    with contextlib.suppress(OSError, UnicodeDecodeError):
        os.lseek(handle, 0, os.SEEK_SET)
        if who := os.read(handle, 200).decode():
            return who
    return "another process"
