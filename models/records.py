"""What the store hands out: frozen copies of rows, and what can go wrong, each said in one sentence.

What the store hands out: frozen copies of rows, safe to keep and to pass between threads. Hashes and moves are left out
of every `repr`, so that no log holds them.
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
"""The game master's seat."""


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """A seat. `position` is the turn order, from 0; the game master's is behind all others."""

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
    """The seats that agree to free this one, each with the second (Unix time) in which it did."""

    @property
    def free(self) -> bool:
        return self.key_hash is None

    @property
    def pin(self) -> bool:
        return self.pin_hash is not None


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A match. Times are in UTC; `seconds` is the time at the table once the match is over."""

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
        """The seats that play, in turn order."""
        return tuple(s for s in self.seats if s.kind == "player")

    @property
    def gm(self) -> SeatRecord | None:
        return next((s for s in self.seats if s.kind == "gm"), None)


@dataclass(frozen=True, slots=True)
class EntryRecord:
    """One line of a journal."""

    number: int
    actor: str
    act: Mapping[str, Any] = field(repr=False)
    at: datetime


@dataclass(frozen=True, slots=True)
class KeptRecord:
    """An act that waits: the entry that it answers, who said it, and what."""

    number: int
    actor: str
    act: Mapping[str, Any] = field(repr=False)


@dataclass(frozen=True, slots=True)
class PauseRecord:
    """The game master stopped play after a journal entry, or let it go on, and when."""

    after: int
    paused: bool
    at: datetime


@dataclass(frozen=True, slots=True)
class PersonRecord:
    """A person by name. Who is left out has no page and no line of their own."""

    id: int
    name: str
    left_out: bool = False


@dataclass(frozen=True, slots=True)
class TidiedRecord:
    """A name that was forgotten, or merged into another one, and can be taken back until a moment."""

    id: str
    name: str = field(repr=False)
    into: str
    """Whose it has become; empty where it was forgotten."""
    until: datetime


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """A person's finished matches: how many, and how many were played and won of each game."""

    id: int
    name: str
    matches: int = 0
    played: Mapping[str, int] = field(default_factory=dict)
    wins: Mapping[str, int] = field(default_factory=dict)

    @property
    def won(self) -> int:
        """Matches won, whatever the game."""
        return sum(self.wins.values())

    @property
    def best_game(self) -> str | None:
        """The game with most wins; of equals the one won more often per match; None without a win."""
        return max(self.wins, key=lambda g: (self.wins[g], self.wins[g] / self.played[g], g), default=None)


@dataclass(frozen=True, slots=True)
class Statistics:
    """All finished matches together. `players` are those who played one, most wins first."""

    matches: int
    seconds: int
    players: tuple[PlayerRecord, ...]


@dataclass(frozen=True, slots=True)
class BoardRecord:
    """A board as it was saved."""

    id: int
    name: str
    source_hash: str
    document: Mapping[str, Any] = field(repr=False)
    created: datetime


@dataclass(frozen=True, slots=True)
class SketchRecord:
    """A board while it is being traced. `photo` tells whether a photo lies under it."""

    id: int
    name: str
    document: Mapping[str, Any] = field(repr=False)
    photo: bool
    changed: datetime


class StoreError(Exception):
    """The store could not do what it was asked. Nothing that was written before is lost or changed."""


class CannotOpen(StoreError):
    """The database cannot be used; the app had better not start on it."""


class BadAddress(CannotOpen):
    """The database URL cannot be understood, or needs a driver that is not installed."""


class Unreachable(CannotOpen):
    """The database's server does not answer, or refuses the connection."""


class NewerDatabase(CannotOpen):
    """The database was written by a newer version."""


class NotADatabase(CannotOpen):
    """The file is there and is not an SQLite database."""


class OtherDatabase(CannotOpen):
    """The database belongs to another program."""


class DamagedDatabase(CannotOpen):
    """The database's file is damaged."""


class ReadOnlyDatabase(CannotOpen):
    """The database, or the folder that it should be in, cannot be written to."""


class NoFolder(CannotOpen):
    """The folder that the database's file should be in is not there."""


class InUse(CannotOpen):
    """Another host has the database's file: `who` it is, as it says itself."""

    def __init__(self, place: str, who: str) -> None:
        super().__init__(
            f"{place} is in use by another Metsuke ({who}) and was left as it is, for one file has one host; "
            "use that one, close it first, or choose another database."
        )
        self.who = who


class LockedDatabase(StoreError):
    """Another program holds the database and did not release it in time."""


class DiskFull(StoreError):
    """There is no room left for what should be written."""


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
    """Entry `number` was not written: it exists already, or the entry before it does not.

    Another writer was faster. Read the entries since, judge again, append under the next number.
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
    """Nobody is known by this id."""

    def __init__(self, person: int) -> None:
        super().__init__("Nobody is known here by that name any more; choose somebody from the list.")
        self.person = person


class NameTaken(StoreError):
    """Somebody else is called so: to make both one person, merge them."""

    def __init__(self, person: int) -> None:
        super().__init__("Somebody else has this name, and nothing was changed; merge the two, or choose another name.")
        self.person = person


class NotOwner(StoreError):
    """Whoever asked is not the host's owner, or is it no more."""

    def __init__(self) -> None:
        super().__init__("Only the host's owner can do this, and nothing was changed; enter the code that it shows.")


class NotAsItWas(StoreError, LookupError):
    """What was tidied up cannot be taken back: it has been changed since, or its day is over."""

    def __init__(self) -> None:
        super().__init__("This cannot be taken back any more, and nothing was changed; rename or merge by hand.")


class BadArchive(StoreError):
    """An archive cannot be read; nothing of it was kept. `message` is the key of a sentence for people."""

    def __init__(self, message: str, **params: int) -> None:
        super().__init__(message)
        self.message = message
        self.params = params
