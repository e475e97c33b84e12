"""From a driver's exception to the store's own error. Messages contain places, never values."""

from __future__ import annotations

import errno
import logging
import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, SQLAlchemyError, StatementError

from models.records import (
    DamagedDatabase,
    DiskFull,
    LockedDatabase,
    NotADatabase,
    ReadOnlyDatabase,
    StoreError,
    Unreachable,
)

EVERY = 60.0
"""Seconds after which the same error is logged again."""
_said: dict[str, float] = {}
_NEEDED = 64 * 1024
"""A disk with fewer free bytes counts as full: SQLite requests at least as many at once."""
log = logging.getLogger("metsuke")

_UNFIT = "This cannot be kept: only plain values and times with a time zone can."


@contextmanager
def in_plain_words(place: str, logs: bool = True) -> Iterator[None]:
    """Convert a driver's exception to a `StoreError` about `place`, and log it unless the caller will.

    A value that the database's types cannot hold becomes a `ValueError`.
    """
    try:
        yield
    except IntegrityError as error:
        raise StoreError(
            f"Somebody changed the same thing in {place} at the same moment, so nothing was written; please try again."
        ) from error
    except DataError as error:
        raise ValueError(_UNFIT) from error
    except DBAPIError as error:
        raise _logged(fault(error.orig, place), logs) from error
    except sqlite3.Error as error:
        raise _logged(fault(error, place), logs) from error
    except StatementError as error:
        raise ValueError(_UNFIT) from error
    except SQLAlchemyError as error:
        raise StoreError(
            f"The database {place} did not answer as expected; what it held before is unchanged, please try again."
        ) from error


def _logged(error: StoreError, logs: bool) -> StoreError:
    """Log an error, at most once a minute, for the host's owner; phones show less of it. Return the error."""
    now = time.monotonic()
    if logs and now - _said.get(str(error), -EVERY) >= EVERY:
        _said[str(error)] = now
        log.error("%s", error)
    return error


def fault(error: BaseException | None, place: str) -> StoreError:
    if not isinstance(error, sqlite3.Error):
        return server_fault(str(getattr(error, "sqlstate", None) or ""), str(error), place)
    # The low byte is the primary result code; 0 if Python itself raised.
    match getattr(error, "sqlite_errorcode", 0) & 0xFF:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return _locked(place)
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM | sqlite3.SQLITE_AUTH:
            return _of_the_disk(place) or read_only(place)
        case sqlite3.SQLITE_NOTADB:
            return no_database(place)
        case sqlite3.SQLITE_CORRUPT:
            return DamagedDatabase(
                f"The file {place} is damaged and was left as it is; keep a copy of it and choose another database."
            )
        case sqlite3.SQLITE_FULL:
            return _full(place)
        case sqlite3.SQLITE_IOERR:
            return _of_the_disk(place) or _unwell(place)
    return _unwell(place)


def not_written(file: Path, error: OSError) -> StoreError:
    """Return the error for a file that the system does not allow to be created or written."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return _full(str(file))
    return _of_the_disk(str(file)) or read_only(str(file))


def _of_the_disk(place: str) -> StoreError | None:
    """Return the error if a file cannot be written because its disk is full or read-only; else None."""
    folder = Path(place).parent
    try:
        if hasattr(os, "statvfs") and os.statvfs(folder).f_flag & os.ST_RDONLY:
            return ReadOnlyDatabase(
                f"The disk that {place} lies on is read-only, so no match could be kept there and nothing was changed; "
                "mount it for writing or choose another database."
            )
        if shutil.disk_usage(folder).free < _NEEDED:
            return _full(place)
    except OSError:
        pass
    return None


def read_only(place: str) -> ReadOnlyDatabase:
    return ReadOnlyDatabase(
        f"{place} cannot be written to, so no match could be kept there and nothing was changed; "
        "make the file and its folder writable or choose another database."
    )


def no_database(place: str) -> NotADatabase:
    return NotADatabase(
        f"{place} is not a Metsuke database and was left as it is; move it away or choose another database."
    )


def server_fault(state: str, said: str, place: str) -> StoreError:
    """Return the error for a server's SQLSTATE, which is empty if no connection was made.

    Then the driver's message `said` tells whether a server answered. It is not repeated: it may contain secrets.
    """
    match state[:2]:
        case "":
            return _refused(place) if "FATAL" in said else _silent(place)
        case "08" | "57":
            return _silent(place)
        case "28" | "3D":
            return _refused(place)
        case "40":
            return StoreError(
                f"Somebody changed the same thing in {place} at the same moment, so nothing was written; "
                "please try again."
            )
        case "55":
            return _locked(place)
    match state:
        case "53300":
            return Unreachable(
                f"The database {place} has no connection left for us, so nothing was written; "
                "allow it more (max_connections), or try again."
            )
        case "53100":
            return _full(place)
        case "53200":
            return StoreError(
                f"The database {place} has run out of memory, so nothing was written; give it more, or try again."
            )
        case "25006" | "42501":
            return read_only(place)
    return _unwell(place)


def _silent(place: str) -> Unreachable:
    return Unreachable(
        f"The database {place} cannot be reached, so nothing was written; "
        "check that it runs and that its address is right, and try again."
    )


def _refused(place: str) -> Unreachable:
    return Unreachable(
        f"The database {place} answers but does not let us in, so nothing was written; "
        "check its name, the user and the password, and try again."
    )


def _locked(place: str) -> LockedDatabase:
    return LockedDatabase(
        f"Another program holds {place} locked, so nothing was written; close that program and try again."
    )


def _full(place: str) -> DiskFull:
    return DiskFull(f"There is no room left where {place} lies: what was there is unchanged; make room and try again.")


def _unwell(place: str) -> StoreError:
    return StoreError(
        f"The database {place} could not be read or written just now; what it held before is unchanged, "
        "check its disk and try again."
    )
