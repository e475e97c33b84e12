"""What the tables need of their news."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from models.database.channel import Position


class News(Protocol):
    """Where news of matches goes to and comes from."""

    process: int
    """Which process this is, among those that share a database; 0 where nobody else does."""

    @property
    def hearing(self) -> bool:
        """Whether what others change is heard of now; else it has to be read before anything is judged."""
        ...

    def publish(self, code: str) -> None:
        """Tell the phones of this process that match `code` has changed; empty: that some match has."""
        ...

    def listen(self, heard: Callable[[str], None]) -> None:
        """Call `heard` with the code of every match that changes."""
        ...

    def follow(self, tables: Followed) -> None:
        """Begin to hear of what other processes do to these tables. Within the running event loop."""
        ...

    def stop(self) -> None: ...


class Followed(Protocol):
    """The tables of this process, for whoever hears of other processes."""

    def positions(self) -> Mapping[int, Position]:
        """Return how far each live match is here."""
        ...

    def moved(self, match_id: int, position: Position) -> None:
        """Another process may have brought a match as far as this: read what is new, soon."""
        ...

    def heard_again(self) -> None:
        """For a while nothing was heard, and nobody else knew that this process is alive."""
        ...

    def looked_at(self) -> frozenset[int]:
        """Return the matches that phones of this process look at."""
        ...

    def gone(self) -> None:
        """A process has died: whoever was there is not any more."""
        ...
