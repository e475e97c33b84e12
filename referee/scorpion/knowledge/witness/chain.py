"""A chain of situations from a wanted end back to turn 1: one before and one after each intruder phase."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, reduce
from itertools import pairwise
from typing import NamedTuple, TypeVar

from referee.core.base import replace
from referee.core.game import Progress
from referee.scorpion.knowledge.acts import WHO
from referee.scorpion.knowledge.cases import NINJA, SIDES, TRAITOR, Case, Half, boxes, common, simple
from referee.scorpion.knowledge.facts import learned
from referee.scorpion.knowledge.ground import Ground, ones, with_item
from referee.scorpion.knowledge.phase import BothIntruders
from referee.scorpion.knowledge.situations import Situations
from referee.scorpion.parts import Event
from referee.scorpion.state import State, character

T = TypeVar("T")
Works = Callable[[Sequence[Case]], bool]
Put = Callable[[Half, int], Half]


def meets(cases: Sequence[Case], wanted: Case) -> bool:
    """Tell whether a single situation is among these."""
    return any(all(any(_holds(half, wanted.halves(side)[0]) for half in case.halves(side)) for side in SIDES)
               for case in cases)  # fmt: skip


def _holds(half: Half, one: Half) -> bool:
    """Tell whether a half includes that of a single situation, whose sets have one member each."""
    if half.shown != one.shown or not (half.places & one.places and half.goals & one.goals):
        return False
    if any(b & ~a for a, b in zip(half.ropes, one.ropes, strict=True)):
        return False
    return any(common(half.entrances, one.entrances))


def agreeing(cases: Sequence[Case]) -> bool:
    """Tell whether any situation is possible: some halves of both sides agree."""
    return any(True for case in cases for _ in boxes(case))


def cut(cases: Sequence[Case], to: Case) -> tuple[Case, ...]:
    """Return the part of some cases within a box, ignoring ropes and what was told."""

    def within(half: Half, side: int) -> Iterator[Half]:
        one = to.halves(side)[0]
        for pair in common(half.entrances, one.entrances):
            yield half._replace(places=half.places & one.places, entrances=pair)

    return tuple(found for case in cases if (found := simple(case.each(within))) is not None)


def single(ground: Ground, cases: Sequence[Case], works: Works, likely: Sequence[Case]) -> Case | None:
    """Return one situation, as a box, for which `works` holds, or `None` if it does not hold for the cases together.

    `works` must hold for several cases if and only if it holds for one of them. The `likely` ones are tried first.
    """
    some = next((found for one in likely if (found := cut(cases, one)) and works(found)), None)
    if some is None:
        if not works(cases):
            return None
        some = tuple(cases)
    (case,) = _halved(some, works)
    for side in SIDES:
        (half,) = _halved(case.halves(side), lambda few, side=side, of=case: works((of.put(side, few),)))  # type: ignore[misc]
        case = case.put(side, (half,))
    (box,) = _halved(tuple(boxes(case)), works)
    for bits, sides, put in _sets(ground, box):

        def within(zones: int, of: Case = box, sides: Sequence[int] = sides, put: Put = put) -> Case:
            return of.each(lambda half, _: (put(half, zones),), sides)

        (member,) = _halved(tuple(1 << i for i in ones(bits)), lambda few, within=within: works((within(sum(few)),)))  # type: ignore[misc]
        box = within(member)
    return box


def _halved(some: tuple[T, ...], works: Callable[[tuple[T, ...]], bool]) -> tuple[T, ...]:
    """Return one item for which `works` holds, by bisection."""
    while len(some) > 1:
        half = some[: len(some) // 2]
        some = half if works(half) else some[len(some) // 2 :]
    return some


def _sets(ground: Ground, box: Case) -> Iterator[tuple[int, Sequence[int], Put]]:
    """Yield the sets of a box with several members, their sides, and a function that replaces each by a subset."""
    halves = (*box.ninja, *box.traitor)
    for side in SIDES:
        yield halves[side].places, (side,), lambda half, v: half._replace(places=v)
    for i, walls in enumerate(halves[NINJA].ropes):
        if walls & (ground.any_wall | ground.no_wall) == walls:
            yield walls, SIDES, lambda half, v, i=i: half._replace(ropes=with_item(half.ropes, i, v))  # type: ignore[misc]
    for side in SIDES:
        if halves[side].goals != ground.all:  # otherwise nothing depends on them
            yield halves[side].goals, (side,), lambda half, v: half._replace(goals=v)
    for sides in ((NINJA,), (TRAITOR,)) if box.rivals else (SIDES,):
        for i, zones in enumerate(halves[sides[0]].entrances):
            yield zones, sides, lambda half, v, i=i: half._replace(entrances=with_item(half.entrances, i, v))  # type: ignore[misc]


# Comparison with a state of the referee


def place_of(ground: Ground, state: State, side: int) -> int:
    """Return the place of an intruder in a state, as one bit."""
    one = character(state, WHO[side])
    if one.status != "in_play" or one.zone is None:
        return ground.gone
    return ground.bit(one.zone) << one.noise * ground.width


def entrances_of(ground: Ground, state: State) -> tuple[tuple[int, ...], ...]:
    every = (ground.entrances, ground.entrances)
    pairs = (tuple(sorted(ground.bit(zone) for zone in p.entrances)) for p in state.passages)
    return tuple(pair if len(pair) == len(every) else every for pair in pairs)


def ropes_of(ground: Ground, state: State, rivals: bool) -> frozenset[tuple[str, int]]:
    """Return the walls with ropes, and their owners if there are rivals."""
    return frozenset((rope.owner if rivals else "", ground.wall(rope.a, rope.b)) for rope in state.ropes)


def hung(ground: Ground, box: Case, owners: Sequence[str]) -> frozenset[tuple[str, int]]:
    walls = ((owner, rope & ground.any_wall) for owner, rope in zip(owners, box.ninja[0].ropes, strict=True))
    return frozenset((owner if box.rivals else "", wall) for owner, wall in walls if wall)


Likely = Callable[[int], Sequence[Case]]
"""Returns the situations to try first after a number of events."""


class Station(NamedTuple):
    """A moment of the record, and the situations that were possible then."""

    at: int
    """The number of events before it."""
    now: Situations


def stations(course: Sequence[Situations], record: Sequence[Event]) -> list[Station]:
    """Return the stations: the beginning of turn 1, the beginning and end of each intruder phase, and the end.

    `course` holds the situations before the first event and after each. Before turn 1 there are no stations.
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


class EventsBetween:
    """The events between one station and the next."""

    def __init__(self, a: Station, b: Station, record: Sequence[Event]) -> None:
        self.a, self.b = a, b
        self.events = record[a.at : b.at]
        self._after: dict[tuple[Case, ...], tuple[Case, ...]] = {}

    def leads(self, cases: Sequence[Case], wanted: Case) -> bool:
        """Tell whether some legal play leads from one of these situations to the wanted one."""
        return meets(self.after(tuple(cases)), wanted)

    def after(self, cases: tuple[Case, ...]) -> tuple[Case, ...]:
        if cases not in self._after:
            self._after[cases] = self._in_phase(cases) if self.is_acting else self._folded(cases)
        return self._after[cases]

    @property
    def is_acting(self) -> bool:
        return bool(self.events) and self.events[0].kind == "intruder_phase"

    @property
    def over(self) -> bool:
        return self.events[-1].kind == "intruder_phase_ended"

    def _folded(self, cases: tuple[Case, ...]) -> tuple[Case, ...]:
        now = reduce(learned, self.events, replace(self.a.now, cases=cases))
        return now.held()[0] if self.b.now.phase is None else now.cases

    @cached_property
    def _afterwards(self) -> Situations:
        """The situations once the phase is public but not over yet."""
        return reduce(learned, self.events[: -1 if self.over else None], self.a.now)

    def _in_phase(self, cases: tuple[Case, ...]) -> tuple[Case, ...]:
        begun = learned(replace(self.a.now, cases=cases), self.events[0]).phase
        assert begun is not None
        possible, afterwards = begun.cases, self._afterwards
        if afterwards.lone != self.a.now.lone:
            possible = afterwards.of_lone_wolf(possible)
        return self._both.after(possible, over=self.over)

    @cached_property
    def _both(self) -> BothIntruders:
        assert self._afterwards.phase is not None
        return self._afterwards.both(self._afterwards.phase)


def leaps(stations: Sequence[Station], record: Sequence[Event]) -> list[EventsBetween]:
    return [EventsBetween(a, b, record) for a, b in pairwise(stations)]


def chain(
    course: Sequence[EventsBetween], wanted: Sequence[Case], likely: Likely, progress: Progress
) -> list[Case] | None:
    """Return one situation per station, each leading to the next and the last one wanted, or `None`."""
    ground, last = course[0].a.now.ground, course[-1].b
    end = single(ground, wanted, agreeing, likely(last.at))
    assert end is not None
    found = [end]
    for leap in reversed(course):
        then = found[-1]
        before = single(ground, leap.a.now.cases, lambda some, to=then, by=leap: by.leads(some, to), likely(leap.a.at))  # type: ignore[misc]
        if before is None:
            return None
        found.append(before)
        progress((len(found) - 1) / len(course))
    return found[::-1]
