"""What the parts of the store have in common."""

from __future__ import annotations

from models.database import Database


class Part:
    """One subject of the store: its transactions go to one database. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database
