"""What a host remembers between matches: small documents by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import delete
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from models.columns import plain
from models.database.database import Part
from models.names import word
from models.tables import Setting


class Settings(Part):
    """The store's settings."""

    def keep(self, key: str, value: Mapping[str, Any]) -> None:
        """Keep a document under a name, in the place of the one before; an empty one is forgotten.

        Raises `ValueError` on a name that cannot be, or a document that is not plain JSON.
        """
        key, kept = word("name", key), plain(value)
        with self._database.writing() as session:
            put(session, key, kept)

    def all(self, beginning: str = "") -> dict[str, dict[str, Any]]:
        """Return all documents whose names begin so, by name."""
        with self._database.reading() as session:
            settings = session.exec(select(Setting).where(col(Setting.key).startswith(beginning, autoescape=True)))
            return {setting.key: setting.value for setting in settings}


def put(session: Session, key: str, value: dict[str, Any]) -> None:
    """Keep a document under a name within the caller's transaction; an empty one is forgotten."""
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
        # Somebody else has just remembered it.
        setting = session.get_one(Setting, key)
        setting.value = value
