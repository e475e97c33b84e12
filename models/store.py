"""The store: everything that outlives an evening, behind one door."""

from __future__ import annotations

from models.boards import Boards
from models.history import History
from models.journals import Journals
from models.keeping import Keeping
from models.matches import KEEP, Keep, Matches
from models.pausing import Pausing
from models.places import data_folder, default_url
from models.remembered import Remembered
from models.seats import Seats
from models.sketches import Sketches

__all__ = ["KEEP", "Keep", "Store", "data_folder", "default_url"]


class Store(Matches, Seats, Journals, Keeping, Pausing, History, Boards, Remembered, Sketches):
    """Matches, their seats and journals, people, boards and settings in one database.

    Open it with `Store.open(url)`, as a context manager or with `close()`. Every method is one
    transaction, may be called from any thread, and raises a `StoreError` whose text is fit for people.
    What it returns is a copy; nothing in it changes later. Keys and PINs come in as hashes only.
    """
