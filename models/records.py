"""What the store hands out: frozen copies of rows, safe to keep and to pass between threads.

Hashes and moves are left out of every `repr`, so that no log holds them.
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
