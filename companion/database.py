"""Which database a host or a window keeps its matches in, and a match as the database has it."""

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
    """Open the database that the settings name. Raises `models.StoreError` in words for people."""
    from models import Store

    if not database and (own := os.environ.get("FLET_APP_STORAGE_DATA")):
        Path(own).mkdir(parents=True, exist_ok=True)
    return Store.open(url_of(database))


def one_host(database: str, who: str) -> AbstractContextManager[None]:
    """Keep every other host from the database, if it is an SQLite file; `who` tells them who this is.

    Raises `models.InUse`, or why nothing can be kept there.
    """
    from models import Store

    return Store.one_host(url_of(database), who)


def other_host(database: str) -> str:
    """Return who has the database, if it is an SQLite file that somebody has, else empty text."""
    from models import Store

    return Store.other_host(url_of(database))


def url_of(database: str = "") -> str:
    """The SQLAlchemy URL of a setting: a URL, the path of a SQLite file, or nothing for the platform's data folder.

    Raises `models.CannotOpen` where a home folder is named that is not there.
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
    """Return a record's match before its first entry. Raises `Refused` when it cannot begin, `GameUnavailable`."""
    return begin(game(record.game), record.options, _seats(record))


def match_of(record: MatchRecord, rows: Iterable[EntryRecord]) -> Match:
    """Return the match that a record's journal tells of, all of it judged once more.

    Raises `GameUnavailable`, `Refused` and `ValueError` where it is no journal of a match that was played.
    """
    entries = (Entry.model_validate({"number": row.number, "actor": row.actor, "act": row.act}) for row in rows)
    return fold(game(record.game), record.options, _seats(record), entries)


def _seats(record: MatchRecord) -> tuple[Seat, ...]:
    return tuple(Seat(seat=s.seat, name=s.name) for s in record.players)
