"""Metrics of this process, for monitoring a host. Numbers only: no code, no seat, no secret."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, field

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Upper bounds of the buckets for durations, in seconds."""


@dataclass
class Durations:
    """A histogram of durations."""

    counts: list[int] = field(default_factory=lambda: [0] * (len(BOUNDS) + 1))
    total: float = 0.0

    def note(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds


@dataclass
class Metrics:
    """The counters of one process, from its start."""

    declarations: Counter[str] = field(default_factory=Counter)
    """The number of declarations by `upheld` and `refused`."""
    tells: Durations = field(default_factory=Durations)
    """From the arrival of an upheld declaration until the last of this process's phones was told."""
    lags: Durations = field(default_factory=Durations)
    """From the time of an entry made by another process until it was read here."""
    news_lost: int = 0
    """Entries and changes of other processes that were found without a notification."""
    news_broken: int = 0
    """How often the connection that listens to the database was lost."""


METRICS = Metrics()
"""The metrics of this process."""
