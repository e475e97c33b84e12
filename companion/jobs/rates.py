"""How often something may be done: a rate, and what is left of it."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import NamedTuple


class Rate(NamedTuple):
    """So many a second, and so many at once after a pause."""

    a_second: float
    at_once: float


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
    def left(self) -> float:
        """How much may be taken now; less than nothing while something is owed."""
        self._fill()
        return self._level

    @property
    def full(self) -> bool:
        self._fill()
        return self._level >= self._rate.at_once

    def _fill(self) -> None:
        now = self._clock()
        self._level = min(self._rate.at_once, self._level + (now - self._since) * self._rate.a_second)
        self._since = now
