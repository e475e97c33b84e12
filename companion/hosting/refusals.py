"""What was turned away, counted; the log tells of it in one line a minute."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from time import monotonic
from typing import Literal, get_args

Kind = Literal["frame", "foreign", "silent", "slow", "full", "flood", "request", "name", "origin", "upload"]
EVERY = 60.0
"""Seconds from one line to the next."""
WORDS: dict[Kind, str] = {
    "frame": "frames that are none",
    "foreign": "phones that sent what no phone of ours sends",
    "silent": "sockets whose phone never said who it is",
    "slow": "phones that read nothing",
    "full": "phones beyond the limit",
    "flood": "connections beyond the limit",
    "request": "requests beyond the limit",
    "name": "requests under a foreign name",
    "origin": "sockets from foreign pages",
    "upload": "uploads that were not expected or too large",
}
assert set(WORDS) == set(get_args(Kind))

log = logging.getLogger("metsuke")


class Refusals:
    """Counts of this process. `counts` only grow; the figures of a host are made of them."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self.counts: Counter[Kind] = Counter()
        self._told: Counter[Kind] = Counter()
        self._clock = clock
        self._next = clock()

        self._later: asyncio.TimerHandle | None = None

    def note(self, kind: Kind) -> None:
        self.counts[kind] += 1
        if self._later is None:
            wait = max(0.0, self._next - self._clock())
            self._later = asyncio.get_running_loop().call_later(wait, self._tell)

    def _tell(self) -> None:
        self._later, self._next = None, self._clock() + EVERY
        fresh = self.counts - self._told
        self._told = self.counts.copy()
        log.warning("turned away: %s", ", ".join(f"{fresh[each]} {WORDS[each]}" for each in WORDS if fresh[each]))
