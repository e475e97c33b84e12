"""By what right something is done at a table: a value that is handed down, and proved where the act is done.

A phone checks nothing for the table. Between its tap and the table's lock a seat may have been freed, a game master
revoked; so `Table` and whatever else changes a match prove the right under that lock.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.core.values import GAME_MASTER, TABLE, Refused


@dataclass(frozen=True)
class SeatKey:
    """The right of whoever holds the key of a seat; the game master's place is one."""

    seat: str
    key: str = field(repr=False)


@dataclass(frozen=True)
class HostKey:
    """The right of whoever opened the match."""

    key: str = field(repr=False)


@dataclass(frozen=True)
class Machine:
    """The right of this process itself, which nothing that comes from a phone can have: it draws lots, plays a
    demonstration, and tells what was kept. `seat` is whom it speaks for."""

    seat: str = TABLE


Authority = SeatKey | HostKey | Machine

NO_RIGHT = "table.no_right"
"""The reason of a refusal that rests on a right that is none, or none any more."""


def no_right() -> Refused:
    """Return the refusal of what is done without the right to it (METSUKE-1.1)."""
    return Refused("METSUKE-1.1", NO_RIGHT, firm=True)


def speaker(authority: Authority) -> str:
    """Return whom an authority speaks for: a seat, the game master, or the table; empty for whoever opened it."""
    return "" if isinstance(authority, HostKey) else authority.seat


def is_game_master(authority: Authority) -> bool:
    return not isinstance(authority, HostKey) and authority.seat == GAME_MASTER
