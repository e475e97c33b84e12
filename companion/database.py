"""The database in which a host or a window keeps its matches, and a match read from it."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

from models import EntryRecord, MatchRecord
from referee.core.games import game
from referee.core.journal import Entry, Match, begin, fold
from referee.core.values import Seat

if TYPE_CHECKING:
    from models import Store


def open_store(database: str = "") -> Store:
    """Open the database that the settings name. Raises `models.StoreError` with a message for people."""
    from models import Store

    if not database and (own := os.environ.get("FLET_APP_STORAGE_DATA")):
        Path(own).mkdir(parents=True, exist_ok=True)
    return Store.open(url_of(database))


def one_host(database: str, who: str) -> AbstractContextManager[None]:
    """Keep other hosts from the database within this context, if it is an SQLite file; `who` names this host to them.

    Raises `models.InUse`, or another `models.StoreError` if nothing can be kept there.
    """
    from models import Store

    return Store.one_host(url_of(database), who)


def other_host(database: str) -> str:
    """Return who uses the database, if it is an SQLite file in use; else an empty string."""
    from models import Store

    return Store.other_host(url_of(database))


def url_of(database: str = "") -> str:
    """Return the SQLAlchemy URL for a setting: a URL, the path of an SQLite file, or empty for the default file.

    Raises `models.CannotOpen` if the path names a home folder that does not exist.
    """
    from sqlalchemy import URL

    from models import BadAddress, data_folder, default_url

    if "://" in database:
        return database
    if database:
        try:
            path = Path(database).expanduser()
        except RuntimeError:
            raise BadAddress(f"There is no home folder of that name in {database}; choose another database.") from None
        return URL.create("sqlite", database=str(path)).render_as_string(hide_password=False)
    # A built phone app is told where it may write.
    own = os.environ.get("FLET_APP_STORAGE_DATA")
    return default_url(Path(own) if own else data_folder())


def begun(record: MatchRecord) -> Match:
    """Return a record's match before its first entry. Raises `Refused` if it cannot begin, and `GameUnavailable`."""
    return begin(game(record.game), record.options, _seats(record))


def match_of(record: MatchRecord, rows: Iterable[EntryRecord]) -> Match:
    """Return the match of a record's journal; every entry is judged again.

    Raises `GameUnavailable`, `Refused` and `ValueError` if the rows are not the journal of a match that was played.
    """
    entries = (Entry.model_validate({"number": row.number, "actor": row.actor, "act": row.act}) for row in rows)
    return fold(game(record.game), record.options, _seats(record), entries)


def _seats(record: MatchRecord) -> tuple[Seat, ...]:
    return tuple(Seat(seat=s.seat, name=s.name) for s in record.players)
