"""Which database a host or a window keeps its matches in."""

from __future__ import annotations

import os
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

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
