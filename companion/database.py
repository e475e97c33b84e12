"""Which database a host or a window keeps its matches in."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from models import Store


def open_store(database: str = "") -> Store:
    """Open the database that the settings name. Raises `models.StoreError` in words for people."""
    from models import Store

    return Store.open(url_of(database))


def url_of(database: str = "") -> str:
    """The SQLAlchemy URL of a setting: a URL, the path of a SQLite file, or nothing for the platform's data folder."""
    from sqlalchemy import URL

    from models import data_folder, default_url

    if "://" in database:
        return database
    if database:
        path = Path(database).expanduser()
        return URL.create("sqlite", database=str(path)).render_as_string(hide_password=False)
    # A built phone app is told where it may write.
    own = os.environ.get("FLET_APP_STORAGE_DATA")
    return default_url(Path(own) if own else data_folder())
