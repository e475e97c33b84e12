"""From what is wanted at the end back to turn 1: one situation before each intruder phase, and one after it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from referee.core.extras import Progress
from referee.core.replacing import replace
from referee.scorpion.event import Event
from referee.scorpion.knowledge.cases import Box, Case
from referee.scorpion.knowledge.facts import learned
from referee.scorpion.knowledge.phase import Both
from referee.scorpion.knowledge.situations import Situations
from referee.scorpion.knowledge.table import WHO
from referee.scorpion.knowledge.witness.situation import agreeing, meets, single

Likely = Callable[[int], Sequence[Box]]
"""Returns which situations to try first after so many events."""


class Station(NamedTuple):
    """A moment of the record, and what was possible then."""

    at: int
    """After so many events."""
    now: Situations


def folded(first: Situations, record: Sequence[Event]) -> list[Situations]:
    """Return what was possible before the first event of a record, and after each."""
    found = [first]
    for event in record:
        found.append(learned(found[-1], event))
    return found


def stations(course: Sequence[Situations], record: Sequence[Event]) -> list[Station]:
    """Return where turn 1 begins, where each intruder phase begins and ends, and the end. None before turn 1.

    `course` is what was possible before the first event, and after each.
    """
    found: list[Station] = []
    for at, (event, (before, now)) in enumerate(zip(record, pairwise(course), strict=True)):
        if event.kind == "intruder_phase" and found:
            found.append(Station(at, before))
        if (now.cases and not before.cases and not found) or event.kind == "intruder_phase_ended":
            found.append(Station(at + 1, now))
    if found and found[-1].at < len(record):
        found.append(Station(len(record), course[-1]))
    return found


class Leap:
    """From one station to the next."""

    def __init__(self, a: Station, b: Station, record: Sequence[Event]) -> None:
        self.a, self.b = a, b
        self.events = record[a.at : b.at]
        self._after: dict[tuple[Case, ...], tuple[Case, ...]] = {}

    def leads(self, cases: Sequence[Case], wanted: Box) -> bool:
        """Tell whether some legal play leads from one of these situations to the one that is wanted."""
        return meets(self.after(tuple(cases)), wanted)

    def after(self, cases: tuple[Case, ...]) -> tuple[Case, ...]:
        if cases not in self._after:
            self._after[cases] = self._in_phase(cases) if self.acting else self._folded(cases)
        return self._after[cases]

    @property
    def acting(self) -> bool:
        return bool(self.events) and self.events[0].kind == "intruder_phase"

    @property
    def over(self) -> bool:
        return self.events[-1].kind == "intruder_phase_ended"

    def _folded(self, cases: tuple[Case, ...]) -> tuple[Case, ...]:
        now = replace(self.a.now, cases=cases)
        for event in self.events:
            now = learned(now, event)
        return now.possible() if self.b.now.phase is None else now.cases

    @cached_property
    def _told(self) -> Situations:
        """What was possible as the phase had become public, and was not over yet."""
        now = self.a.now
        for event in self.events[: -1 if self.over else None]:
            now = learned(now, event)
        return now

    def _in_phase(self, cases: tuple[Case, ...]) -> tuple[Case, ...]:
        begun = learned(replace(self.a.now, cases=cases), self.events[0]).phase
        assert begun is not None
        possible, told = begun.cases, self._told
        if told.lone != self.a.now.lone:
            other, gone = 1 - WHO.index(told.lone), self.a.now.ground.gone
            possible = tuple(case for case in possible if case.places(other) == gone)
        return self._both.after(possible, over=self.over)

    @cached_property
    def _both(self) -> Both:
        assert self._told.phase is not None
        return self._told.both(self._told.phase)


def leaps(way: Sequence[Station], record: Sequence[Event]) -> list[Leap]:
    return [Leap(a, b, record) for a, b in pairwise(way)]


def chain(way: Sequence[Leap], wanted: Sequence[Case], likely: Likely, progress: Progress) -> list[Box] | None:
    """Return one situation at each station that leads to the next, and at last to one that is wanted, or None."""
    ground, last = way[0].a.now.ground, way[-1].b
    end = single(ground, wanted, agreeing, likely(last.at))
    assert end is not None
    found = [end]
    for leap in reversed(way):
        then = found[-1]
        before = single(ground, leap.a.now.cases, lambda some, to=then, by=leap: by.leads(some, to), likely(leap.a.at))  # type: ignore[misc]
        if before is None:
            return None
        found.append(before)
        progress((len(found) - 1) / len(way))
    return found[::-1]
