"""Who is at the table: which phones show a seat, which of them sleep, since when."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable

from companion.contract.snapshot import Presence

GONE_AFTER = 600.0
"""Seconds after which a phone that is away counts as gone and not as asleep."""


class Attendance:
    """The phones of one match. Times are seconds of a monotonic clock, which is an argument."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._opened = clock()
        self._awake: dict[Hashable, frozenset[str]] = {}
        self._elsewhere: frozenset[str] = frozenset()
        self._seen: dict[str, float] = {}

    @property
    def looked_at(self) -> bool:
        """Whether any phone of this process is open here."""
        return bool(self._awake)

    @property
    def here(self) -> frozenset[str]:
        """The seats on which phones of this process are awake."""
        return frozenset[str]().union(*self._awake.values())

    def elsewhere(self, seats: frozenset[str]) -> None:
        """Note on which seats phones of other processes are awake."""
        now = self._clock()
        self._seen |= dict.fromkeys(self._elsewhere - seats, now)
        self._elsewhere = seats

    def awake(self, phone: Hashable, seats: frozenset[str]) -> bool:
        """Note that a phone is open on these seats. Returns whether that changed anything."""
        if self._awake.get(phone) == seats:
            return False
        self._leave(phone)
        self._awake[phone] = seats
        return True

    def asleep(self, phone: Hashable) -> bool:
        """Note that a phone is locked, hidden or cut off. Returns whether that changed anything."""
        return self._leave(phone)

    def _leave(self, phone: Hashable) -> bool:
        seats = self._awake.pop(phone, None)
        if seats is None:
            return False
        now = self._clock()
        for seat in seats:
            self._seen[seat] = now
        return True

    def of(self, seat: str) -> tuple[Presence, int]:
        """Return how a taken seat is attended, and for how many whole minutes its phone has been away.

        Since when is as this process noticed it: a host that was started later knows of no time before.
        """
        if seat in self._elsewhere or any(seat in seats for seats in self._awake.values()):
            return "here", 0
        away = self._clock() - self._seen.get(seat, self._opened)
        return ("asleep" if away < GONE_AFTER else "gone"), int(away // 60)
