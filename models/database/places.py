"""Where the database is when nobody says otherwise."""

from __future__ import annotations

from pathlib import Path

from platformdirs import user_data_path
from sqlalchemy import URL

from models.errors import NoFolder

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
