"""What a host stores beside its matches: its owners, its settings, and files in transit between processes.

Files in transit: what a phone sends or may fetch, if its request reaches another process than its session. Each is
stored for some time under the hash of a token that only its phone knows.

Owners: the phones that have entered the code shown in the host's terminal, each by the hash of its own key. A code is
valid for one phone, until the next code or the next start of the host. Tries are counted in the database before they
are judged, for all processes together. The allowance refills with time, so that nobody is locked out for ever, and
still makes guessing 40 random bits hopeless.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import delete, update
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from models.database.database import Part
from models.names import digest, word
from models.records import NotOwner
from models.tables import FileInTransit, Setting, plain


class Settings(Part):
    """The store's settings."""

    def keep(self, key: str, value: Mapping[str, Any]) -> None:
        """Store a document under a name, replacing the previous one; an empty one is deleted.

        Raises `ValueError` for an invalid name, or a document that is not plain JSON.
        """
        key, kept = word("name", key), plain(value)
        with self._database.writing() as session:
            put(session, key, kept)

    def all(self, beginning: str = "") -> dict[str, dict[str, Any]]:
        """Return all documents whose names begin with this, by name."""
        with self._database.reading() as session:
            settings = session.exec(select(Setting).where(col(Setting.key).startswith(beginning, autoescape=True)))
            return {setting.key: setting.value for setting in settings}


def put(session: Session, key: str, value: dict[str, Any]) -> None:
    """Store a document under a name within the caller's transaction; an empty one is deleted."""
    if not value:
        session.connection().execute(delete(Setting).where(col(Setting.key) == key))
    elif (setting := session.get(Setting, key)) is not None:
        setting.value = value
    else:
        _add(session, key, value)


def _add(session: Session, key: str, value: dict[str, Any]) -> None:
    try:
        with session.begin_nested():
            session.add(Setting(key=key, value=value))
            session.flush()
    except IntegrityError:
        # Another process has just stored it.
        setting = session.get_one(Setting, key)
        setting.value = value


class FilesInTransit(Part):
    """The store's files in transit; used only if several processes share the database."""

    def expect(self, token_hash: str, largest: int, until: datetime, content: bytes | None = None) -> None:
        """Expect a file of at most so many bytes, or store one; expired ones are deleted."""
        with self._database.writing() as session:
            session.connection().execute(
                delete(FileInTransit).where(col(FileInTransit.until) < datetime.now(until.tzinfo))
            )
            session.add(FileInTransit(token=digest(token_hash), largest=largest, until=until, content=content))

    def largest(self, token_hash: str) -> int | None:
        """Return the largest size of an expected file in bytes, or None if none is expected."""
        waiting = select(FileInTransit.largest).where(
            FileInTransit.token == token_hash, col(FileInTransit.content).is_(None)
        )
        with self._database.reading() as session:
            return session.exec(waiting).first()

    def fill(self, token_hash: str, content: bytes) -> bool:
        """Store an expected file. Return False if it is no longer expected."""
        with self._database.connected() as connection:
            open_ = (col(FileInTransit.token) == token_hash) & col(FileInTransit.content).is_(None)
            return bool(connection.execute(update(FileInTransit).where(open_).values(content=content)).rowcount)

    def get(self, token_hash: str) -> bytes | None:
        """Return the stored file, or None."""
        with self._database.reading() as session:
            file = session.get(FileInTransit, token_hash)
            return None if file is None else file.content

    def drop(self, token_hash: str) -> None:
        with self._database.connected() as connection:
            connection.execute(delete(FileInTransit).where(col(FileInTransit.token) == token_hash))


TRIES = 60
"""The most tries at codes in a burst on one host, including right ones."""
SECONDS = 10.0
"""The seconds after which one more try is allowed."""

_CODE, _TRIES, _KEY = "owner.code", "owner.tries", "owner.key."
_SHOWN = 24
"""The characters of a key's hash in the name of its setting; the value has all of it."""


class Owners(Part):
    """The store's owners. Codes and keys are given as hashes."""

    def issue(self, code_hash: str) -> None:
        """Make a code valid for one phone; the previous code becomes invalid."""
        with self._database.writing() as session:
            put(session, _CODE, {"hash": digest(code_hash)})

    def valid(self, code_hash: str) -> bool:
        """Tell whether this is the valid code."""
        with self._database.reading() as session:
            return _is(session.get(Setting, _CODE), code_hash)

    def pair(self, code_hash: str, key_hash: str, at: datetime) -> Literal["paired", "wrong", "wait"]:
        """Try a code and, if it is right, make the key the owner's; that uses up the code."""
        digest(key_hash)
        with self._database.writing() as session:
            if not _count(session, at):
                return "wait"
            if not _is(session.get(Setting, _CODE, with_for_update=True), code_hash):
                return "wrong"
            put(session, _CODE, {})
            put(session, _named(key_hash), {"hash": key_hash})
            return "paired"

    def admit(self, key_hash: str) -> None:
        """Make a key the owner's without a code, for the user of the device on which the program runs."""
        with self._database.writing() as session:
            put(session, _named(digest(key_hash)), {"hash": key_hash})

    def owns(self, key_hash: str) -> bool:
        with self._database.reading() as session:
            return owns(session, key_hash)

    def require(self, key_hash: str) -> None:
        """Raise `NotOwner` unless the key is the owner's now."""
        with self._database.reading() as session:
            require(session, key_hash)

    def others(self, key_hash: str) -> int:
        """Return how many other keys are the owner's."""
        with self._database.reading() as session:
            return len([key for key in session.exec(_keys()) if key != _named(key_hash)])

    def give_up(self, key_hash: str) -> None:
        """Make a key no longer the owner's."""
        with self._database.writing() as session:
            put(session, _named(digest(key_hash)), {})

    def only(self, by: str) -> None:
        """Make every other key no longer the owner's. Raises `NotOwner`."""
        with self._database.writing() as session:
            require(session, by)
            others = col(Setting.key).startswith(_KEY, autoescape=True) & (col(Setting.key) != _named(by))
            session.connection().execute(delete(Setting).where(others))


def owns(session: Session, key_hash: str) -> bool:
    """Tell whether a key is the owner's, within the caller's transaction."""
    return bool(key_hash) and _is(session.get(Setting, _named(key_hash)), key_hash)


def require(session: Session, by: str) -> None:
    """Raise `NotOwner` unless the key is the owner's now, within the caller's transaction."""
    if not owns(session, by):
        raise NotOwner


def _count(session: Session, at: datetime) -> bool:
    """Count a try, and tell whether it may be made."""
    kept = session.get(Setting, _TRIES, with_for_update=True)
    before: dict[str, Any] = {} if kept is None else kept.value
    since = datetime.fromisoformat(before["at"]) if before else at
    left = min(TRIES, before.get("left", TRIES) + max(0.0, (at - since).total_seconds()) / SECONDS)
    may = left >= 1
    put(session, _TRIES, {"left": left - may, "at": at.isoformat()})
    return may


def _named(key_hash: str) -> str:
    return _KEY + key_hash[:_SHOWN]


def _keys() -> Any:
    return select(Setting.key).where(col(Setting.key).startswith(_KEY, autoescape=True))


def _is(kept: Setting | None, hashed: str) -> bool:
    return kept is not None and bool(hashed) and kept.value.get("hash") == hashed
