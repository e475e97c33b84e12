"""What the store returns: frozen copies of rows; and its errors, each with a one-sentence message.

Copies are safe to keep and to pass between threads. Hashes and moves are left out of every `repr`, so that no log
contains them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

Status = Literal["lobby", "running", "ended", "closed"]
"""ended: played to its result; closed: given up before."""
GameMaster = Literal["none", "referee", "observer"]
Kind = Literal["player", "gm"]
GM = "gm"
"""The id of the game master's seat."""


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """A seat. `position` is the turn order, from 0; the game master's is after all others."""

    match_id: int
    seat: str
    kind: Kind
    name: str
    position: int
    player_id: int | None = None
    claimed: datetime | None = None
    key_hash: str | None = field(default=None, repr=False)
    pin_hash: str | None = field(default=None, repr=False)
    freeing: Mapping[str, float] | None = None
    """The seats that agree to free this one, each with the Unix time of its agreement."""

    @property
    def free(self) -> bool:
        return self.key_hash is None

    @property
    def pin(self) -> bool:
        return self.pin_hash is not None


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A match. Times are in UTC; `seconds` is the time at the table once the match has ended."""

    id: int
    code: str
    game: str
    options: Mapping[str, Any]
    status: Status
    game_master: GameMaster
    created: datetime
    started: datetime | None = None
    ended: datetime | None = None
    seconds: int | None = None
    result: Mapping[str, Any] | None = None
    seats: tuple[SeatRecord, ...] = ()
    host_key: str | None = field(default=None, repr=False)

    @property
    def players(self) -> tuple[SeatRecord, ...]:
        """The players' seats, in turn order."""
        return tuple(s for s in self.seats if s.kind == "player")

    @property
    def gm(self) -> SeatRecord | None:
        return next((s for s in self.seats if s.kind == "gm"), None)


@dataclass(frozen=True, slots=True)
class EntryRecord:
    """One entry of a journal."""

    number: int
    actor: str
    act: Mapping[str, Any] = field(repr=False)
    at: datetime


@dataclass(frozen=True, slots=True)
class KeptRecord:
    """An act that waits for its time: the entry that it answers, its actor, and the act."""

    number: int
    actor: str
    act: Mapping[str, Any] = field(repr=False)


@dataclass(frozen=True, slots=True)
class PauseRecord:
    """A pause or its end: the number of the journal entry before it, and the time."""

    after: int
    paused: bool
    at: datetime


@dataclass(frozen=True, slots=True)
class PersonRecord:
    """A person by name. One who is left out has no page and no line in lists."""

    id: int
    name: str
    left_out: bool = False


@dataclass(frozen=True, slots=True)
class TidiedRecord:
    """A name that was forgotten, or merged into another, and can be taken back until a time."""

    id: str
    name: str = field(repr=False)
    into: str
    """The name that it was merged into; empty if it was forgotten."""
    until: datetime


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """A person's finished matches: their number, and those played and won by game."""

    id: int
    name: str
    matches: int = 0
    played: Mapping[str, int] = field(default_factory=dict)
    wins: Mapping[str, int] = field(default_factory=dict)

    @property
    def won(self) -> int:
        """The matches won in all games."""
        return sum(self.wins.values())

    @property
    def best_game(self) -> str | None:
        """The game with the most wins; of equals the one with more wins per match; None without a win."""
        return max(self.wins, key=lambda g: (self.wins[g], self.wins[g] / self.played[g], g), default=None)


@dataclass(frozen=True, slots=True)
class Statistics:
    """The statistics of all finished matches. `players` are those who played one, most wins first."""

    matches: int
    seconds: int
    players: tuple[PlayerRecord, ...]


@dataclass(frozen=True, slots=True)
class BoardRecord:
    """A saved board."""

    id: int
    name: str
    source_hash: str
    document: Mapping[str, Any] = field(repr=False)
    created: datetime


@dataclass(frozen=True, slots=True)
class SketchRecord:
    """A board while it is being traced. `photo` tells whether there is a photo under it."""

    id: int
    name: str
    document: Mapping[str, Any] = field(repr=False)
    photo: bool
    changed: datetime


class StoreError(Exception):
    """The store could not do what it was asked. Nothing written before is lost or changed."""


class CannotOpen(StoreError):
    """The database cannot be used; the app should not start with it."""


class BadAddress(CannotOpen):
    """The database URL cannot be understood, or needs a driver that is not installed."""


class Unreachable(CannotOpen):
    """The database's server does not answer, or refuses the connection."""


class NewerDatabase(CannotOpen):
    """The database was written by a newer version."""


class NotADatabase(CannotOpen):
    """The file exists but is not an SQLite database."""


class OtherDatabase(CannotOpen):
    """The database belongs to another program."""


class DamagedDatabase(CannotOpen):
    """The database's file is damaged."""


class ReadOnlyDatabase(CannotOpen):
    """The database or its folder is not writable."""


class NoFolder(CannotOpen):
    """The folder for the database's file does not exist."""


class InUse(CannotOpen):
    """Another host uses the database's file: `who`, by its own description."""

    def __init__(self, place: str, who: str) -> None:
        super().__init__(
            f"{place} is in use by another Metsuke ({who}) and was left as it is, for one file has one host; "
            "use that one, close it first, or choose another database."
        )
        self.who = who


class LockedDatabase(StoreError):
    """Another program holds the database and did not release it in time."""


class DiskFull(StoreError):
    """There is no space left to write."""


class NoSuchMatch(StoreError, LookupError):
    """No match has this code or id."""

    def __init__(self, match: str | int) -> None:
        super().__init__("There is no such match here; choose one from the list.")
        self.match = match


class NoSuchSeat(StoreError, LookupError):
    """The match has no such seat."""

    def __init__(self, seat: str) -> None:
        super().__init__("This match has no such seat; choose one of its seats.")
        self.seat = seat


class NoSuchBoard(StoreError, LookupError):
    """No board has this id."""

    def __init__(self, board: int) -> None:
        super().__init__("There is no such board here; choose one from the list.")
        self.board = board


class CodeTaken(StoreError):
    """Another match has this code already; draw another."""

    def __init__(self, code: str) -> None:
        super().__init__(f"The code {code} belongs to another match, which is unchanged; draw another code.")
        self.code = code


class Conflict(StoreError):
    """Entry `number` was not written; the reasons are those of `Journals.append`.

    Usually another writer was faster: read the entries since, judge again, and append under the next number.
    """

    def __init__(self, number: int) -> None:
        super().__init__(
            f"Entry {number} was not written because the journal has moved on; read what is new and declare again."
        )
        self.number = number


class AlreadyBegun(StoreError):
    """The seats of a match can only be changed while it is in its lobby."""

    def __init__(self) -> None:
        super().__init__("The match has begun, so its seats stay as they are; open a new match for other seats.")


class NoSuchPerson(StoreError, LookupError):
    """No person has this id."""

    def __init__(self, person: int) -> None:
        super().__init__("Nobody is known here by that name any more; choose somebody from the list.")
        self.person = person


class NameTaken(StoreError):
    """Another person has this name; the two can be merged."""

    def __init__(self, person: int) -> None:
        super().__init__("Somebody else has this name, and nothing was changed; merge the two, or choose another name.")
        self.person = person


class NotOwner(StoreError):
    """The request does not come from a phone that is the host's owner now."""

    def __init__(self) -> None:
        super().__init__("Only the host's owner can do this, and nothing was changed; enter the code that it shows.")


class NotAsItWas(StoreError, LookupError):
    """A change to people cannot be taken back: something else changed since, or its time is over."""

    def __init__(self) -> None:
        super().__init__("This cannot be taken back any more, and nothing was changed; rename or merge by hand.")


class BadArchive(StoreError):
    """An archive cannot be read; nothing of it was kept. `message` is a message key."""

    def __init__(self, message: str, **params: int) -> None:
        super().__init__(message)
        self.message = message
        self.params = params
