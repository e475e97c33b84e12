"""All situations of both intruders as a union of cases, exact, or loosened where too much is possible.

All situations of both intruders as a union of cases: in each, what is possible of one goes with that of the other. What
is possible of one intruder is a list of halves: a set of places, and beside it where the ropes and the entrances can be
that go with them. Two halves make situations where they agree on the ropes and the entrances; so where ropes hang is
told apart for each intruder alone, and multiplied out nowhere (`boxes` does it for those who need it). What facts join
otherwise ("something was heard" is one or the other) lies in which cases there are. The union is exact until it has to
be `loosened`: an information set as in the theory of games with hidden moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import prod
from typing import Final, NamedTuple

NINJA, TRAITOR = 0, 1
FEW: Final = 16
MANY: Final = 1000
"""With how many larger cases each is compared, after a fact and after an intruder phase."""


class Told(NamedTuple):
    """What an intruder has shown and that could have been shown otherwise."""

    decoy: int = 0
    permitted: bool = False
    alerted: bool = False
    """Whether the alert has risen for coming to the mission in this life."""


class Half(NamedTuple):
    """What is possible of one intruder. Sets of places, zones and walls are bits (`ground`)."""

    places: int
    entrances: tuple[int, ...]
    """Where the two entrances can be, of the common passage or of the rival's own."""
    ropes: tuple[int, ...]
    """For each Rope card that was played: on which walls it can hang, or on none."""
    goals: int
    """Where the mission can lie."""
    told: Told = Told()

    @property
    def possible(self) -> bool:
        return bool(self.places and self.goals) and all(self.ropes) and all(self.entrances)


Halves = tuple[Half, ...]


class Case(NamedTuple):
    """Every half of the Ninja with every one of the Traitor with which it agrees."""

    ninja: Halves
    traitor: Halves
    rivals: bool = False
    """Whether each has an own passage and an own mission, so that they agree on ropes alone."""

    def halves(self, side: int) -> Halves:
        return self.traitor if side else self.ninja

    def places(self, side: int) -> int:
        found = 0
        for half in self.halves(side):
            found |= half.places
        return found

    def put(self, side: int, halves: Iterable[Half]) -> Case:
        return self._replace(traitor=(*halves,)) if side else self._replace(ninja=(*halves,))

    def at(self, side: int, places: int) -> Case:
        """Return what of a case is left where an intruder is in certain places; the same where that is all of it."""
        halves = self.halves(side)
        if all(half.places & ~places == 0 for half in halves):
            return self
        return self.put(side, [half._replace(places=half.places & places) for half in halves if half.places & places])

    def each(self, change: Callable[[Half, int], Iterable[Half]], sides: Iterable[int] = (NINJA, TRAITOR)) -> Case:
        """Return a case with each half changed; the same where none is."""
        case = self
        for side in sides:
            before = case.halves(side)
            after = tuple(found for half in before for found in change(half, side))
            if len(after) != len(before) or any(a is not b for a, b in zip(after, before, strict=True)):
                case = case.put(side, after)
        return case


def agree(a: Half, b: Half, rivals: bool) -> bool:
    """Tell whether a half of each goes together: of the common entrances it is not told which is which."""
    for x, y in zip(a.ropes, b.ropes, strict=True):
        if not x & y:
            return False
    if rivals:
        return True
    if a.goals == b.goals and a.goals.bit_count() == 1:
        return False  # two tiles are never the same (SCORPION-2.5)
    (p, q), (x, y) = a.entrances, b.entrances
    return bool((p & x and q & y) or (p & y and q & x))


# Fewer cases


def joined(cases: Iterable[Case], larger: int = FEW) -> tuple[Case, ...]:
    """Return the same situations in fewer cases, each held against so many that are larger."""
    return fewer_cases((one for case in cases if (one := simple(case)) is not None), larger)


def fewer_cases(cases: Iterable[Case], larger: int = FEW) -> tuple[Case, ...]:
    """Return the same of cases that are `simple`."""
    found = [*dict.fromkeys(cases)]
    while len(found) > 1:
        count = len(found)
        for side in (NINJA, TRAITOR):
            found = _alike(found, side)
        if len(found) == count:
            break
    return tuple(_carved(found, larger)) if len(found) > 1 else tuple(found)


def simple(case: Case) -> Case | None:
    """Return a case with as few halves as may be, each of which agrees with one of the other; None without any."""
    return mated(case._replace(ninja=fewer(case.ninja), traitor=fewer(case.traitor)))


def tightened(case: Case) -> Case:
    """Return a case with ropes and entrances left out of its halves that no half of the other goes with."""
    found = case
    for side in (NINJA, TRAITOR):
        others = found.halves(1 - side)
        ropes = tuple(_or(walls) for walls in zip(*(half.ropes for half in others), strict=True))
        zones = -1 if case.rivals else _or(zones for half in others for zones in half.entrances)
        found = found.put(
            side,
            (
                half._replace(
                    ropes=tuple(a & b for a, b in zip(half.ropes, ropes, strict=True)),
                    entrances=tuple(pair & zones for pair in half.entrances),
                )
                for half in found.halves(side)
            ),
        )
    return found


def _or(sets: Iterable[int]) -> int:
    found = 0
    for bits in sets:
        found |= bits
    return found


def mated(case: Case) -> Case | None:
    """Return a case without the halves that agree with none of the other; None without any."""
    ninja, traitor, rivals = case
    if not (ninja and traitor):
        return None
    some = [a for a in ninja if any(agree(a, b, rivals) for b in traitor)]
    others = [b for b in traitor if any(agree(a, b, rivals) for a in some)]
    if len(some) == len(ninja) and len(others) == len(traitor):
        return case
    return Case((*some,), (*others,), rivals) if some else None


def _alike(cases: list[Case], side: int) -> list[Case]:
    """Make one case of those in which one of the two has the same halves."""
    found: dict[Halves, list[Case]] = {}
    for case in cases:
        found.setdefault(case.halves(side), []).append(case)
    if len(found) == len(cases):
        return cases
    merged = []
    for same in found.values():
        if len(same) > 1:
            merged.append(same[0].put(1 - side, fewer(half for case in same for half in case.halves(1 - side))))
        else:
            merged.append(same[0])
    return merged


def _carved(cases: list[Case], larger: int) -> list[Case]:
    """Leave out of each case what lies in a larger one."""
    cases.sort(key=_size, reverse=True)
    kept: list[Case] = []
    for case in cases:
        left: Case | None = case
        for other in kept[:larger]:
            assert left is not None
            side = next((s for s in (NINJA, TRAITOR) if _within(left.halves(s), other.halves(s))), None)
            if side is None:
                continue
            rest = _without(left.halves(1 - side), other.halves(1 - side))
            if rest != left.halves(1 - side):
                left = mated(left.put(1 - side, rest))
                if left is None:
                    break
        if left is not None:
            kept.append(left)
    return kept


def _size(case: Case) -> int:
    return case.places(NINJA).bit_count() * case.places(TRAITOR).bit_count()


def _within(some: Halves, others: Halves) -> bool:
    """Tell whether each of some halves lies in one of others."""
    width = _width(*some, *others)
    packed = [(other.places, _packed(other, width), other.told) for other in others]
    for half in some:
        places, beside = half.places, _packed(half, width)
        if not any(places & ~p == 0 and beside & ~b == 0 and half.told == told for p, b, told in packed):
            return False
    return True


def _without(halves: Halves, others: Sequence[Half]) -> Halves:
    """Return what of some halves lies in none of others."""
    width = _width(*halves, *others)
    return tuple(_left(halves, [(other.places, _packed(other, width), other.told) for other in others], width))


def _left(halves: Iterable[Half], larger: list[tuple[int, int, Told]], width: int, add: bool = False) -> Iterator[Half]:
    """Yield what of each half lies in none that is larger, and `add` it to those."""
    for half in halves:
        places, outside, told = half.places, ~_packed(half, width), half.told
        for others, beside, also in larger:
            if places & others and outside | beside == -1 and also == told:
                places &= ~others
                if not places:
                    break
        if places:
            if add:
                larger.append((places, ~outside, told))
            yield half if places == half.places else half._replace(places=places)


def _width(*halves: Half) -> int:
    """Return with how many bits each set beside the places can be written."""
    return max(_or((half.goals, *half.ropes, *half.entrances)).bit_length() for half in halves)


def _packed(half: Half, width: int) -> int:
    """Return all sets beside the places as one: it lies in another's if and only if each set does."""
    found = half.goals
    for bits in (*half.ropes, *half.entrances):
        found = found << width | bits
    return found


# Fewer halves

Side = Callable[[Half], tuple[object, int]]
"""Everything of a half but one set, and that set."""
Put = Callable[[Half, int], Half]


def fewer(halves: Iterable[Half]) -> Halves:
    """Return the same in fewer halves, the freest first, none with places that a freer one has."""
    found = [*dict.fromkeys(half for half in halves if half.possible)]
    while len(found) > 1:
        count = len(found)
        found = _merged(found)
        if len(found) == count:
            break
    if len(found) < 2:
        return tuple(found)
    found.sort(key=lambda half: (-_choices(half), half))
    return tuple(_left(found, [], _width(*found), add=True))


def _choices(half: Half) -> int:
    return prod(bits.bit_count() for bits in (half.goals, *half.ropes, *half.entrances))


def _merged(halves: list[Half]) -> list[Half]:
    halves = _along(halves, lambda h: (h[1:], h.places), lambda h, v: h._replace(places=v))
    for i in range(len(halves[0].ropes)):
        halves = _along(halves, *_rope(i))
    halves = _along(halves, lambda h: ((h[:3], h.told), h.goals), lambda h, v: h._replace(goals=v))
    for i in range(len(halves[0].entrances)):
        halves = _along(halves, *_entrance(i))
    return halves


def _rope(i: int) -> tuple[Side, Put]:
    def side(h: Half) -> tuple[object, int]:
        return (h[:2], h.ropes[:i], h.ropes[i + 1 :], h[3:]), h.ropes[i]

    return side, lambda h, v: h._replace(ropes=(*h.ropes[:i], v, *h.ropes[i + 1 :]))


def _entrance(i: int) -> tuple[Side, Put]:
    def side(h: Half) -> tuple[object, int]:
        return (h.places, h.entrances[1 - i], h[2:]), h.entrances[i]

    return side, lambda h, v: h._replace(entrances=tuple(sorted((h.entrances[1 - i], v))))


def _along(halves: list[Half], side: Side, put: Put) -> list[Half]:
    """Make one half of those that differ in one set alone."""
    if len(halves) < 2:
        return halves
    found: dict[object, list[Half]] = {}
    for half in halves:
        found.setdefault(side(half)[0], []).append(half)
    if len(found) == len(halves):
        return halves
    return [put(same[0], _or(side(half)[1] for half in same)) if len(same) > 1 else same[0] for same in found.values()]


# Multiplied out


class Box(NamedTuple):
    """Situations that are any choice from these sets."""

    ninja: int
    traitor: int
    passages: tuple[tuple[int, ...], ...]
    ropes: tuple[int, ...]
    goals: tuple[int, int]
    told: tuple[Told, Told] = (Told(), Told())

    def places(self, side: int) -> int:
        return self.traitor if side else self.ninja

    def put(self, side: int, places: int) -> Box:
        return self._replace(traitor=places) if side else self._replace(ninja=places)

    def case(self) -> Case:
        ninja, traitor = (
            (Half(self.places(side), self.passages[side % len(self.passages)], self.ropes, self.goals[side], told),)
            for side, told in enumerate(self.told)
        )
        return Case(ninja, traitor, len(self.passages) > 1)


def boxes(case: Case) -> Iterator[Box]:
    """Yield all situations of a case as boxes."""
    for a in case.ninja:
        for b in case.traitor:
            if agree(a, b, case.rivals):
                ropes = tuple(x & y for x, y in zip(a.ropes, b.ropes, strict=True))
                common_ones = ((pair,) for pair in common(a.entrances, b.entrances))
                for passages in ((a.entrances, b.entrances),) if case.rivals else common_ones:
                    yield Box(a.places, b.places, passages, ropes, (a.goals, b.goals), (a.told, b.told))


def common(one: tuple[int, ...], other: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the entrances that both allow: which of two is which is nobody's to say."""
    (a, b), (x, y) = one, other
    for pair in dict.fromkeys(tuple(sorted(pair)) for pair in ((a & x, b & y), (a & y, b & x))):
        if all(pair):
            yield pair


MOST_HALVES: Final = 1600
"""Halves (`cases`) that are told apart at most."""


class Loosened(NamedTuple):
    """Cases that hold all that is possible, and of which ropes they do not say any more which places go with a wall."""

    cases: tuple[Case, ...]
    ropes: frozenset[int]
    rough: bool
    """Whether the cases may hold more than is possible."""


def count(cases: Iterable[Case]) -> int:
    """Return how many halves are told apart."""
    return sum(len(case.ninja) + len(case.traitor) for case in cases)


def loosened(cases: tuple[Case, ...], gone: int, found: int, ropes: frozenset[int], most: int) -> Loosened:
    """Return cases with at most so many halves that hold all of these; `ropes` were loosened before.

    What is forgotten is which wall goes with which places: of the oldest rope first, then of the entrances, and at
    last how the places of both go together; but never who is `gone`, nor which rope was `found`.
    """
    kept = cases
    for slot in range(len(cases[0].ninja[0].ropes) if cases else 0):
        if count(kept) > most:
            ropes |= {slot}
            kept = joined(_any_wall(kept, slot, found))
    if count(kept) > most:
        kept = joined(_any_entrance(kept))
    if count(kept) > most:
        kept = joined(_one_each(kept, gone, found))
    return Loosened(kept, ropes, kept is not cases)


def _halves(cases: Iterable[Case]) -> list[Half]:
    return [half for case in cases for side in (0, 1) for half in case.halves(side)]


def _any_wall(cases: tuple[Case, ...], slot: int, found: int) -> list[Case]:
    walls = 0
    for half in _halves(cases):
        walls |= 0 if half.ropes[slot] & found else half.ropes[slot]

    def free(half: Half, _: int) -> tuple[Half]:
        kept = half.ropes[slot] if half.ropes[slot] & found else walls
        return (half._replace(ropes=(*half.ropes[:slot], kept, *half.ropes[slot + 1 :])),)

    return [case.each(free) for case in cases]


def _any_entrance(cases: tuple[Case, ...]) -> list[Case]:
    zones = [0, 0]
    for case in cases:
        for side in (0, 1):
            for half in case.halves(side):
                for entrance in half.entrances:
                    zones[side] |= entrance
    if not cases[0].rivals:
        zones = [zones[0] & zones[1]] * 2

    def free(half: Half, side: int) -> tuple[Half]:
        return (half._replace(entrances=(zones[side],) * len(half.entrances)),)

    return [case.each(free) for case in cases]


def _one_each(cases: tuple[Case, ...], gone: int, found: int) -> list[Case]:
    """Return one case for all in which the same of both are there; in it one half for all that have shown the same."""
    kept: dict[object, Case] = {}
    for case in cases:
        marks = tuple(walls & found for walls in case.ninja[0].ropes)  # within a case they are always the same
        key = case.places(0) == gone, case.places(1) == gone, marks
        others = kept.get(key, Case((), (), case.rivals))
        kept[key] = Case(_around((*others.ninja, *case.ninja)), _around((*others.traitor, *case.traitor)), case.rivals)
    return [*kept.values()]


def _around(halves: Iterable[Half]) -> tuple[Half, ...]:
    """Return the half around all that have shown the same."""
    found: dict[object, Half] = {}
    for half in halves:
        if half.told in found:
            one = found[half.told]
            half = Half(
                one.places | half.places,
                tuple(a | b for a, b in zip(one.entrances, half.entrances, strict=True)),
                tuple(a | b for a, b in zip(one.ropes, half.ropes, strict=True)),
                one.goals | half.goals,
                half.told,
            )
        found[half.told] = half
    return tuple(found.values())
