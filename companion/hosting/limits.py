"""How much one address may ask of a host, and all of them together: generous for thirty phones behind one router."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import NamedTuple

MOST_CONNECTIONS = 8_000


class Rate(NamedTuple):
    """So many a second, and so many at once after a pause."""

    a_second: float
    at_once: float


class Limits(NamedTuple):
    """`…_in_all` is for the whole host, the others for one address or, where it says so, for one phone."""

    connections: int = 600
    """Connections that are open: a browser that loads the page opens six, and its phone's socket."""
    connections_in_all: int = MOST_CONNECTIONS
    connects: Rate = Rate(20, 1_200)
    requests: Rate = Rate(100, 3_000)
    """Files and pictures; a first load takes some thirty."""
    sockets: int = 240
    sockets_in_all: int = 4_000
    arrivals: Rate = Rate(4, 240)
    """Phones that come without a session they could go on with."""
    arrivals_in_all: Rate = Rate(100, 4_000)
    asleep: int = 240
    """Sessions that are kept for phones that have gone; beyond that the longest away is forgotten, and begins anew."""
    asleep_in_all: int = 4_000
    phone_frames: Rate = Rate(200, 400)
    """Frames of one phone; a finger that drags sends sixty a second. What comes faster waits on the phone's side."""
    phone_bytes: Rate = Rate(200_000, 2_000_000)
    frames: Rate = Rate(1_000, 6_000)
    bytes: Rate = Rate(2_000_000, 20_000_000)
    foreign: Rate = Rate(5, 500)
    """Frames of one phone that are well formed and mean nothing here: events of what has gone from its screen."""

    @classmethod
    def for_files(cls, files: int) -> Limits:
        """Return the limits of a process that may have so many files open, of which it needs some itself."""
        return cls(connections_in_all=max(50, min(MOST_CONNECTIONS, files - 200)))


class Bucket:
    """A rate that is used up and fills again."""

    __slots__ = ("_clock", "_level", "_rate", "_since")

    def __init__(self, rate: Rate, clock: Callable[[], float] = monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._level = rate.at_once
        self._since = clock()

    def has(self, much: float = 1) -> bool:
        """Take so much if it is there."""
        self._fill()
        if self._level < much:
            return False
        self._level -= much
        return True

    def owes(self, much: float = 1) -> float:
        """Take so much, there or not. Returns the seconds until it would have been there."""
        self._fill()
        self._level -= much
        return max(0.0, -self._level / self._rate.a_second)

    @property
    def full(self) -> bool:
        self._fill()
        return self._level >= self._rate.at_once

    def _fill(self) -> None:
        now = self._clock()
        self._level = min(self._rate.at_once, self._level + (now - self._since) * self._rate.a_second)
        self._since = now
