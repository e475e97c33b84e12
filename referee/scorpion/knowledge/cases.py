"""All situations of both intruders as a union of products: each case is a box; any choice from its sets is possible.

What facts join ("something was heard" is one or the other) lies in which boxes there are. Boxes that differ in one
side alone are one box. The union is exact until it has to be `loosened`: an information set as in the theory of
games with hidden moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import prod
from typing import Final, NamedTuple

NINJA, TRAITOR = 0, 1
FEW: Final = 16
MANY: Final = 1000
"""With how many larger boxes each is compared, after a fact and after an intruder phase."""
MOST_BOXES: Final = 300
LEAST_BOXES: Final = 20
"""Boxes that are told apart at most; and at least before a phase in which ropes are hung. See `loosened`."""


class Told(NamedTuple):
    """What an intruder has shown and that could have been shown otherwise."""

    decoy: int = 0
    permitted: bool = False
    alerted: bool = False
    """Whether the alert has risen for coming to the mission in this life."""


class Case(NamedTuple):
    """One box. Sets of places, zones and walls are bits (`ground`)."""

    ninja: int
    traitor: int
    passages: tuple[tuple[int, ...], ...]
    """Where the two entrances can be, of the common passage or of each rival's."""
    ropes: tuple[int, ...]
    """For each Rope card that was played: on which walls it can hang, or on none."""
    goals: tuple[int, int]
    """Where each one's mission can lie."""
    told: tuple[Told, Told] = (Told(), Told())

    def places(self, side: int) -> int:
        return self.traitor if side else self.ninja

    def put(self, side: int, places: int) -> Case:
        return self._replace(traitor=places) if side else self._replace(ninja=places)

    @property
    def possible(self) -> bool:
        some = self.ninja and self.traitor and all(self.ropes) and all(self.goals)
        return bool(some) and all(all(pair) for pair in self.passages)


Side = Callable[[Case], tuple[object, int]]
"""Everything of a case but one set, and that set."""
Put = Callable[[Case, int], Case]


def joined(cases: Iterable[Case], larger: int = FEW) -> tuple[Case, ...]:
    """Return the same situations in fewer boxes, each held against so many that are larger."""
    found = [case for case in dict.fromkeys(cases) if case.possible]
    while len(found) > 1:
        count = len(found)
        found = _merged(found)
        if len(found) == count:
            break
    return tuple(_carved(found, larger))


class Loosened(NamedTuple):
    """Boxes that hold all that is possible, and of which ropes they do not say any more which places go with a wall."""

    cases: tuple[Case, ...]
    ropes: frozenset[int]
    rough: bool
    """Whether the boxes may hold more than is possible."""


def loosened(cases: tuple[Case, ...], gone: int, ropes: frozenset[int], most: int) -> Loosened:
    """Return at most so many boxes that hold all of these; `ropes` were loosened before.

    Where each rope hangs multiplies with where each other hangs. What is forgotten is which wall goes with which
    places: of the oldest rope first, then of the entrances, and at last how the places of both go together; but never
    who is `gone`.
    """
    found = cases
    for slot in range(len(cases[0].ropes) if cases else 0):
        if len(found) > most:
            ropes |= {slot}
            found = joined(_one_for_all(found, *_rope(slot)))
    for p, i in ((p, i) for p in range(len(cases[0].passages) if cases else 0) for i in (0, 1)):
        if len(found) > most:
            found = joined(_one_for_all(found, *_entrance(p, i)))
    if len(found) > most:
        found = joined(_one_each(found, gone))
    return Loosened(found, ropes, found is not cases)


def _one_for_all(cases: tuple[Case, ...], side: Side, put: Put) -> list[Case]:
    bits = 0
    for case in cases:
        bits |= side(case)[1]
    return [put(case, bits) for case in cases]


def _one_each(cases: tuple[Case, ...], gone: int) -> list[Case]:
    """Return one box for all in which the same of both are there and have shown the same."""
    found: dict[object, Case] = {}
    for case in cases:
        key = case.told, case.ninja == gone, case.traitor == gone
        found[key] = _around(found[key], case) if key in found else case
    return [*found.values()]


def _around(a: Case, b: Case) -> Case:
    """Return the box around two."""
    return a._replace(
        ninja=a.ninja | b.ninja,
        traitor=a.traitor | b.traitor,
        ropes=tuple(x | y for x, y in zip(a.ropes, b.ropes, strict=True)),
        passages=tuple(
            tuple(x | y for x, y in zip(p, q, strict=True)) for p, q in zip(a.passages, b.passages, strict=True)
        ),
        goals=(a.goals[0] | b.goals[0], a.goals[1] | b.goals[1]),
    )


def _merged(cases: list[Case]) -> list[Case]:
    cases = _along(cases, lambda c: (c[1:], c.ninja), lambda c, v: c._replace(ninja=v))
    cases = _along(cases, lambda c: ((c.ninja, *c[2:]), c.traitor), lambda c, v: c._replace(traitor=v))
    for i in range(len(cases[0].ropes)):
        cases = _along(cases, *_rope(i))
    for i in (NINJA, TRAITOR):
        cases = _along(cases, *_goal(i))
    for p in range(len(cases[0].passages)):
        for i in (0, 1):
            cases = _along(cases, *_entrance(p, i))
    return cases


def _rope(i: int) -> tuple[Side, Put]:
    def side(c: Case) -> tuple[object, int]:
        return (c[:3], c.ropes[:i], c.ropes[i + 1 :], c[4:]), c.ropes[i]

    return side, lambda c, v: c._replace(ropes=(*c.ropes[:i], v, *c.ropes[i + 1 :]))


def _goal(i: int) -> tuple[Side, Put]:
    def put(c: Case, v: int) -> Case:
        return c._replace(goals=(c.goals[0], v) if i else (v, c.goals[1]))

    return lambda c: ((c[:4], c.goals[1 - i], c.told), c.goals[i]), put


def _entrance(p: int, i: int) -> tuple[Side, Put]:
    def side(c: Case) -> tuple[object, int]:
        pair = c.passages[p]
        return (c[:2], c.passages[:p], c.passages[p + 1 :], pair[1 - i], c[3:]), pair[i]

    def put(c: Case, v: int) -> Case:
        pair = tuple(sorted((c.passages[p][1 - i], v)))
        return c._replace(passages=(*c.passages[:p], pair, *c.passages[p + 1 :]))

    return side, put


def _along(cases: list[Case], side: Side, put: Put) -> list[Case]:
    """Make one box of those that differ in one set alone."""
    if len(cases) < 2:
        return cases
    found: dict[object, list[Case]] = {}
    for case in cases:
        found.setdefault(side(case)[0], []).append(case)
    if len(found) == len(cases):
        return cases
    merged = []
    for same in found.values():
        bits = 0
        for case in same:
            bits |= side(case)[1]
        merged.append(put(same[0], bits) if len(same) > 1 else same[0])
    return merged


def _carved(cases: list[Case], larger: int) -> list[Case]:
    """Leave out of each box what lies in a larger one: of those inside it but for one side, the places of that side."""
    if len(cases) < 2:
        return cases
    by_told: dict[object, list[Case]] = {}
    for case in cases:
        by_told.setdefault(case.told, []).append(case)
    found: list[Case] = []
    for group in by_told.values():
        group.sort(key=_volume, reverse=True)
        kept: list[Case] = []
        for case in group:
            left = _cut(case, kept[:larger])
            if left is not None:
                kept.append(left)
        found += kept
    return found


def _volume(case: Case) -> int:
    """Return how many situations a box holds."""
    sets = (case.ninja, case.traitor, *case.goals, *case.ropes, *(zones for pair in case.passages for zones in pair))
    return prod(bits.bit_count() for bits in sets)


def _cut(case: Case, larger: list[Case]) -> Case | None:
    ninja, traitor = case.ninja, case.traitor
    for other in larger:
        new, also = ninja & ~other.ninja, traitor & ~other.traitor
        if (new and also) or (new == ninja and also == traitor) or not _beside(case, other):
            continue
        if not new and not also:
            return None
        if new:
            ninja = new
        else:
            traitor = also
    return case if ninja == case.ninja and traitor == case.traitor else case._replace(ninja=ninja, traitor=traitor)


def _beside(a: Case, b: Case) -> bool:
    """Tell whether all that is beside the places lies within another box."""
    if any(x & ~y for x, y in zip(a.ropes, b.ropes, strict=True)):
        return False
    if a.goals[0] & ~b.goals[0] or a.goals[1] & ~b.goals[1]:
        return False
    return all(x & ~y == 0 for p, q in zip(a.passages, b.passages, strict=True) for x, y in zip(p, q, strict=True))
