"""What this process counts of its work, for whoever watches a host. Numbers only: no code, no seat, no secret."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, field

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Upper bounds of what durations are sorted into, in seconds."""


@dataclass
class Durations:
    """How long something took, how often."""

    counts: list[int] = field(default_factory=lambda: [0] * (len(BOUNDS) + 1))
    total: float = 0.0

    def note(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds


@dataclass
class Figures:
    """The counters of one process, from its start."""

    declarations: Counter[str] = field(default_factory=Counter)
    """By `upheld` and `refused`."""
    tells: Durations = field(default_factory=Durations)
    """From an upheld declaration's arrival to the last of this process's phones told."""
    lags: Durations = field(default_factory=Durations)
    """From an entry's time, on another process, until it was read here."""
    news_lost: int = 0
    """Entries and changes of other processes that were found without having been told."""
    news_broken: int = 0
    """How often listening to the database broke off."""


FIGURES = Figures()
"""Those of this process."""
