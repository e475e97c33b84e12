"""All situations of both intruders as a union of products: each case is a box; any choice from its sets is possible.

What facts join ("something was heard" is one or the other) lies in which boxes there are. Boxes that differ in one
side alone are one box. The union is exact, not a bound: an information set as in the theory of games with hidden moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

NINJA, TRAITOR = 0, 1
MANY: Final = 400
"""Boxes beyond which not each is compared with each."""


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


def joined(cases: Iterable[Case]) -> tuple[Case, ...]:
    """Return the same situations in fewer boxes."""
    found = [case for case in dict.fromkeys(cases) if case.possible]
    while len(found) > 1:
        count = len(found)
        found = _merged(found)
        if len(found) == count:
            break
    return tuple(_uncovered(found) if len(found) < MANY else found)


Side = Callable[[Case], tuple[object, int]]
"""Everything of a case but one set, and that set."""
Put = Callable[[Case, int], Case]


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


def _uncovered(cases: list[Case]) -> list[Case]:
    """Leave out boxes that lie within another."""
    if len(cases) < 2:
        return cases
    by_told: dict[object, list[Case]] = {}
    for case in cases:
        by_told.setdefault(case.told, []).append(case)
    found: list[Case] = []
    for group in by_told.values():
        group.sort(key=lambda c: -(c.ninja.bit_count() + c.traitor.bit_count() + sum(r.bit_count() for r in c.ropes)))
        kept: list[Case] = []
        for case in group:
            if not any(_within(case, other) for other in kept):
                kept.append(case)
        found += kept
    return found


def _within(a: Case, b: Case) -> bool:
    if a.ninja & ~b.ninja or a.traitor & ~b.traitor or a.goals[0] & ~b.goals[0] or a.goals[1] & ~b.goals[1]:
        return False
    if any(x & ~y for x, y in zip(a.ropes, b.ropes, strict=True)):
        return False
    return all(x & ~y == 0 for p, q in zip(a.passages, b.passages, strict=True) for x, y in zip(p, q, strict=True))
