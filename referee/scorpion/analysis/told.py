"""Every public event of a match with what was known before it and after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from referee.scorpion.analysis.replay import Frame
from referee.scorpion.event import Event
from referee.scorpion.knowledge import Knowledge


class Told(NamedTuple):
    """A public event. `entry` is that of the declaration by which it became public."""

    entry: int
    event: Event
    before: Knowledge
    after: Knowledge


def told(frames: Sequence[Frame]) -> Iterator[Told]:
    """Yield the events in their order."""
    before: Knowledge | None = None
    for frame in frames:
        for event, after in zip(frame.events, frame.learnt, strict=False):
            if before is not None:
                yield Told(frame.number, event, before, after)
            before = after
        before = frame.knowledge


def excluded(before: Knowledge, after: Knowledge) -> int:
    """Return how many zones are out that were in, of all intruders together."""
    return sum(len(set(before.zones(who)) - set(after.zones(who))) for who in before.names)


def bits(before: Knowledge, after: Knowledge) -> float:
    """Return how much was told: log2 of how many times fewer situations explain the record."""
    return max(0.0, before.uncertainty - after.uncertainty)
