"""The store: everything that survives the host's end, behind one class."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Self

from models.boards import Boards, Sketches
from models.database.channel import Channel
from models.database.database import PATIENCE, Database, file_of, parsed
from models.database.sqlite import data_folder, default_url, one_host, other_host
from models.matches.archive import Archive
from models.matches.journals import Accounts, EnteredParts, Journals, KeptActs, Pauses
from models.matches.matches import KEEP, Keep, Matches
from models.matches.seats import Attendances, Pins, Seats
from models.owners import FilesInTransit, Owners, Settings
from models.people import History, People

__all__ = ["KEEP", "Keep", "Store", "data_folder", "default_url"]


class Store:
    """Matches, their seats and journals, people, boards and settings in one database.

    Open it with `Store.open(url)`, as a context manager or with `close()`. Every method of its parts is one
    transaction, may be called from any thread, and raises a `StoreError` whose text is for people. Results are copies
    that never change. Keys and PINs are passed in as hashes only.
    """

    def __init__(self, database: Database) -> None:
        self.database = database
        self.matches = Matches(database)
        self.seats = Seats(database)
        self.journals = Journals(database)
        self.kept_acts = KeptActs(database)
        self.entered_parts = EnteredParts(database)
        self.pauses = Pauses(database)
        self.history = History(database)
        self.owners = Owners(database)
        self.people = People(database)
        self.accounts = Accounts(database)
        self.archive = Archive(database)
        self.boards = Boards(database)
        self.settings = Settings(database)
        self.sketches = Sketches(database)
        self.pins = Pins(database)
        self.channel = Channel(database)
        self.attendances = Attendances(database)
        self.files_in_transit = FilesInTransit(database)

    @classmethod
    def open(cls, url: str, *, patience: float = PATIENCE) -> Self:
        """Open a store by the SQLAlchemy URL of its database; see `Database.open`."""
        return cls(Database.open(url, patience=patience))

    @staticmethod
    def one_host(url: str, who: str) -> AbstractContextManager[None]:
        """Keep other hosts from an SQLite file while the context lasts; other databases may have many hosts.

        `who` names this host to the others. Raises `InUse`, or another `StoreError` if nothing can be kept there.
        """
        file = file_of(parsed(url))
        return nullcontext() if file is None else one_host(file, who)

    @staticmethod
    def other_host(url: str) -> str:
        """Return who uses an SQLite file, by its own description, or an empty string. Creates nothing."""
        file = file_of(parsed(url))
        return "" if file is None else other_host(file)

    @staticmethod
    def is_there(url: str) -> bool:
        """Tell whether an SQLite file exists; True for other databases, which have to be opened to tell."""
        file = file_of(parsed(url))
        return file is None or file.exists()

    def close(self) -> None:
        """Close the database. A second call does nothing."""
        self.database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()
