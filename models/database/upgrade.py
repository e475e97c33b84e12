"""Migrating a database to this version's tables, or refusing to."""

from __future__ import annotations

import logging
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, inspect, text
from sqlalchemy.exc import DatabaseError

from models.database import sqlite
from models.migrations import HEAD
from models.records import NewerDatabase, OtherDatabase
from models.tables import METADATA

if TYPE_CHECKING:
    from alembic.config import Config

_VERSIONS = "alembic_version"
_LOCK = 0x4D6574_73756B65
"""An arbitrary constant: the advisory lock under which one process at a time migrates."""
# Alembic passes its arguments through module globals.
_one_at_a_time = threading.Lock()


def bring_up(engine: Engine, place: str) -> None:
    """Apply the missing migrations, all or none.

    Raises `NewerDatabase` or `OtherDatabase` before anything is changed.
    """
    reading = engine.execution_options(**{sqlite.READING: True})
    with reading.connect() as connection:
        revision = _revision(connection, place)
    with engine.connect() as connection:
        local = engine.dialect.name == "sqlite"
        if local:
            sqlite.set_journal_mode(connection)
        if revision == HEAD:
            return
        with _one_at_a_time:
            try:
                if local:
                    with sqlite.unchecked(connection):
                        _upgrade(connection)
                else:
                    _upgrade(connection)
            except DatabaseError:
                # Another process may have migrated at the same moment.
                connection.rollback()
                if _revision(connection, place) != HEAD:
                    raise


def config() -> Config:
    """Return Alembic's settings for the migrations in this package, without a configuration file."""
    from alembic.config import Config

    settings = Config()
    folder = Path(__file__).parents[1] / "migrations"
    settings.set_main_option("script_location", str(folder).replace("%", "%%"))
    # An installer may leave only compiled files.
    if not any((folder / "versions").glob("*.py")):
        settings.set_main_option("sourceless", "true")
    return settings


def _upgrade(connection: Connection) -> None:
    # Imported here since a database that is up to date, the usual case, does not need it.
    from alembic import command

    logging.getLogger("alembic").setLevel(logging.WARNING)
    settings = config()
    settings.attributes["connection"] = connection
    with connection.begin():
        if connection.dialect.name == "postgresql":
            # Of several processes that start at once, one migrates, and the others find it done.
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
        command.upgrade(settings, "head")


def _revision(connection: Connection, place: str) -> str | None:
    """Return the revision of the database, None if it is empty."""
    names = set(inspect(connection).get_table_names())
    if not names:
        return None
    other = OtherDatabase(
        f"The database {place} belongs to another program and was left as it is; choose another database."
    )
    if _VERSIONS not in names:
        raise other
    revision = connection.execute(text(f"SELECT version_num FROM {_VERSIONS}")).scalar()
    if revision == HEAD or (revision is None and names == {_VERSIONS}):
        return str(revision) if revision else None
    from alembic.script import ScriptDirectory

    if revision in {step.revision for step in ScriptDirectory.from_config(config()).walk_revisions()}:
        return str(revision)
    if not names & set(METADATA.tables):
        raise other
    raise NewerDatabase(
        f"The database {place} was last used by a newer Metsuke and was left exactly as it is; "
        "update Metsuke or choose another database."
    )
