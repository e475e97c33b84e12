"""One SQLite file, one host: a lock of the system's, which ends with the process that holds it, however it ends.

Beside the file lies another, named after it and `-host`. It holds the lock and says whose it is; left behind by a host
that was killed it means nothing. Servers such as PostgreSQL have many hosts.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from models.database import sqlite
from models.database.faults import no_database
from models.errors import InUse

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
    sqlite.folder_for(file)
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
