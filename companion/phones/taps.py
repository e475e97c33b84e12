"""Taps that come too early on one phone: before anybody can have read it, or from before it was cut off."""

from __future__ import annotations

import math
from collections.abc import Callable

LATE_TAPS = 0.6
"""Seconds after a reconnection before a cover opens: the client sends the taps it made while it was cut off, and the
finger of a late one has been lifted, as it tells right after."""
DOUBLE_TAPS = 0.4
"""Seconds after the question on a phone has changed before it takes an answer. Nobody reads that fast: a second tap,
or one at the same moment as another player's, was meant for the question before."""


class Taps:
    """When a tap counts. `clock` tells seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock = clock
        self._awake_since = -math.inf
        self._asked_since = -math.inf

    def awake_anew(self) -> None:
        """The phone has come back."""
        self._awake_since = self.clock()

    def asked_anew(self) -> None:
        """What is asked on this phone has changed: a tap that comes right now was meant for what it showed before."""
        self._asked_since = self.clock()

    @property
    def early(self) -> float:
        """For how many seconds no cover opens; at most zero if one does."""
        return self._awake_since + LATE_TAPS - self.clock()

    @property
    def too_soon(self) -> bool:
        """Whether nobody can have read yet what this phone asks."""
        return self.clock() < self._asked_since + DOUBLE_TAPS
