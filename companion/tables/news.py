"""Telling the phones of a match that it has changed.

One process tells its own phones. Several processes behind a proxy would tell each other through the same
two methods (PostgreSQL's LISTEN and NOTIFY, say): nothing but the match's code is told, and whoever hears
it reads the journal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class News(Protocol):
    """Where news of matches goes to and comes from."""

    def publish(self, code: str) -> None:
        """Tell everybody who listens that match `code` has changed."""
        ...

    def listen(self, heard: Callable[[str], None]) -> None:
        """Call `heard` with the code of every match that changes."""
        ...


class LocalNews:
    """News within this process, told at once."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[str], None]] = []

    def publish(self, code: str) -> None:
        for heard in self._listeners:
            heard(code)

    def listen(self, heard: Callable[[str], None]) -> None:
        self._listeners.append(heard)
