"""All possible situations of both intruders as a union of cases, exact unless there are too many.

In each case, any possibility of one intruder combines with any of the other with which it agrees. The possibilities of
one intruder are a list of halves: a set of places, with the sets of walls for the ropes and of zones for the entrances
that are possible there. Two halves agree if they allow common ropes and entrances. Ropes are thus distinguished for
each intruder separately and multiplied out only by `boxes`. Any other dependence ("something was heard" is due to one
or the other) is expressed by several cases. The union is exact until it has to be `loosened`; it is an information set
in the sense of the theory of games with hidden moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import prod
from operator import or_
from typing import Final, NamedTuple, TypeVar

from referee.scorpion.knowledge.ground import union, with_item

T = TypeVar("T")
NINJA, TRAITOR = SIDES = 0, 1
FEW: Final = 16
MANY: Final = 1000
"""The number of larger cases with which each is compared, after a fact and after an intruder phase."""


class ShownActs(NamedTuple):
    """What an intruder has shown that another play might have shown differently."""

    decoy: int = 0
    permitted: bool = False
    alerted: bool = False
    """Whether the alert has risen because the intruder entered the mission's zone in this life."""


class Half(NamedTuple):
    """A set of possibilities of one intruder. Sets of places, zones and walls are bits (`ground`)."""

    places: int
    entrances: tuple[int, ...]
    """For each of the two entrances of the common or the intruder's own passage: its possible zones."""
    ropes: tuple[int, ...]
    """For each Rope card played: the walls where it may hang, including none."""
    goals: int
    """The possible zones of the mission."""
    shown: ShownActs = ShownActs()

    @property
    def is_possible(self) -> bool:
        return bool(self.places and self.goals) and all(self.ropes) and all(self.entrances)


Halves = tuple[Half, ...]


class Case(NamedTuple):
    """Every half of the Ninja combined with every half of the Traitor with which it agrees."""

    ninja: Halves
    traitor: Halves
    rivals: bool = False
    """Whether each has an own passage and mission, so that halves need to agree on ropes only."""

    def halves(self, side: int) -> Halves:
        return self.traitor if side else self.ninja

    def places(self, side: int) -> int:
        return union([half.places for half in self.halves(side)])

    def put(self, side: int, halves: Iterable[Half]) -> Case:
        return self._replace(traitor=(*halves,)) if side else self._replace(ninja=(*halves,))

    def at(self, side: int, places: int) -> Case:
        """Return the case restricted to some places of one intruder; the same object if nothing is excluded."""
        halves = self.halves(side)
        if all(half.places & ~places == 0 for half in halves):
            return self
        return self.put(side, [half._replace(places=half.places & places) for half in halves if half.places & places])

    def each(self, change: Callable[[Half, int], Iterable[Half]], sides: Iterable[int] = SIDES) -> Case:
        """Return the case with each half replaced by the results of `change`; the same object if nothing changes."""
        case = self
        for side in sides:
            before = case.halves(side)
            after = tuple(found for half in before for found in change(half, side))
            if len(after) != len(before) or any(a is not b for a, b in zip(after, before, strict=True)):
                case = case.put(side, after)
        return case


def agree(a: Half, b: Half, rivals: bool) -> bool:
    """Tell whether two halves are compatible. The two common entrances are not distinguished."""
    for x, y in zip(a.ropes, b.ropes, strict=True):
        if not x & y:
            return False
    if rivals:
        return True
    if a.goals == b.goals and a.goals.bit_count() == 1:
        return False  # two missions are never the same (SCORPION-2.5)
    (p, q), (x, y) = a.entrances, b.entrances
    return bool((p & x and q & y) or (p & y and q & x))


# Merging cases


def joined(cases: Iterable[Case], larger: int = FEW) -> tuple[Case, ...]:
    """Return the same situations in fewer cases, comparing each with up to `larger` larger cases."""
    return fewer_cases((one for case in cases if (one := simple(case)) is not None), larger)


def fewer_cases(cases: Iterable[Case], larger: int = FEW) -> tuple[Case, ...]:
    """Return the same situations in fewer cases; each given case is already `simple`."""
    found = _merged_further([*dict.fromkeys(cases)], lambda some: _alike(_alike(some, NINJA), TRAITOR))
    return tuple(_carved(found, larger))


def _merged_further(some: list[T], merge: Callable[[list[T]], list[T]]) -> list[T]:
    """Return the items merged as often as that makes them fewer."""
    while len(some) > 1 and len(merged := merge(some)) < len(some):
        some = merged
    return some


def simple(case: Case) -> Case | None:
    """Return the case with as few halves as possible, each agreeing with one of the other side; `None` without any."""
    return mated(case._replace(ninja=fewer(case.ninja), traitor=fewer(case.traitor)))


def tightened(case: Case) -> Case:
    """Return the case without ropes and entrances in its halves that no half of the other side allows."""
    found = case
    for side in SIDES:
        others = found.halves(1 - side)
        ropes = tuple(union(walls) for walls in zip(*(half.ropes for half in others), strict=True))
        zones = -1 if case.rivals else union(zones for half in others for zones in half.entrances)
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


def mated(case: Case) -> Case | None:
    """Return the case without halves that agree with none of the other side; `None` if none is left."""
    ninja, traitor, rivals = case
    if not (ninja and traitor):
        return None
    some = [a for a in ninja if any(agree(a, b, rivals) for b in traitor)]
    others = [b for b in traitor if any(agree(a, b, rivals) for a in some)]
    if len(some) == len(ninja) and len(others) == len(traitor):
        return case
    return Case((*some,), (*others,), rivals) if some else None


def _alike(cases: list[Case], side: int) -> list[Case]:
    """Merge the cases that have the same halves on one side."""
    found: dict[Halves, list[Case]] = {}
    for case in cases:
        found.setdefault(case.halves(side), []).append(case)
    if len(found) == len(cases):
        return cases
    other = 1 - side
    return [
        same[0].put(other, fewer(half for case in same for half in case.halves(other))) if len(same) > 1 else same[0]
        for same in found.values()
    ]


def _carved(cases: list[Case], larger: int) -> list[Case]:
    """Exclude from each case what a larger one contains."""
    cases.sort(key=_size, reverse=True)
    kept: list[Case] = []
    for case in cases:
        left = case
        for other in kept[:larger]:
            side = next((s for s in SIDES if _lie_within(left.halves(s), other.halves(s))), None)
            if side is None:
                continue
            rest = _without(left.halves(1 - side), other.halves(1 - side))
            if rest != left.halves(1 - side):
                smaller = mated(left.put(1 - side, rest))
                if smaller is None:
                    break
                left = smaller
        else:
            kept.append(left)
    return kept


def _size(case: Case) -> int:
    return case.places(NINJA).bit_count() * case.places(TRAITOR).bit_count()


def _lie_within(some: Halves, others: Halves) -> bool:
    """Tell whether each of some halves lies within one of `others`."""
    width = _width(*some, *others)
    packed = [(other.places, _packed(other, width), other.shown) for other in others]
    for half in some:
        places, beside = half.places, _packed(half, width)
        if not any(places & ~p == 0 and beside & ~b == 0 and half.shown == shown for p, b, shown in packed):
            return False
    return True


def _without(halves: Halves, others: Sequence[Half]) -> Halves:
    """Return the parts of some halves that lie within none of `others`."""
    width = _width(*halves, *others)
    return tuple(_left(halves, [(other.places, _packed(other, width), other.shown) for other in others], width))


def _left(
    halves: Iterable[Half], larger: list[tuple[int, int, ShownActs]], width: int, add: bool = False
) -> Iterator[Half]:
    """Yield the part of each half that is in none of `larger`, and with `add` append the half to `larger`."""
    for half in halves:
        places, outside, shown = half.places, ~_packed(half, width), half.shown
        for others, beside, also in larger:
            if places & others and outside | beside == -1 and also == shown:
                places &= ~others
                if not places:
                    break
        if places:
            if add:
                larger.append((places, ~outside, shown))
            yield half if places == half.places else half._replace(places=places)


def _width(*halves: Half) -> int:
    """Return the number of bits that every set of a half except the places fits in."""
    return max(union((half.goals, *half.ropes, *half.entrances)).bit_length() for half in halves)


def _packed(half: Half, width: int) -> int:
    """Return all sets except the places in one integer, a subset of another's if and only if each set is."""
    found = half.goals
    for bits in (*half.ropes, *half.entrances):
        found = found << width | bits
    return found


# Merging halves

Side = Callable[[Half], tuple[object, int]]
"""Returns all of a half except one set, and that set."""
Put = Callable[[Half, int], Half]


def fewer(halves: Iterable[Half]) -> Halves:
    """Return the same situations in fewer halves, largest first, without places that a larger half covers."""
    found = _merged_further([*dict.fromkeys(half for half in halves if half.is_possible)], _merged)
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
    halves = _along(halves, lambda h: ((h[:3], h.shown), h.goals), lambda h, v: h._replace(goals=v))
    for i in range(len(halves[0].entrances)):
        halves = _along(halves, *_entrance(i))
    return halves


def _rope(i: int) -> tuple[Side, Put]:
    def side(h: Half) -> tuple[object, int]:
        return (h[:2], h.ropes[:i], h.ropes[i + 1 :], h[3:]), h.ropes[i]

    return side, lambda h, v: h._replace(ropes=with_item(h.ropes, i, v))


def _entrance(i: int) -> tuple[Side, Put]:
    def side(h: Half) -> tuple[object, int]:
        return (h.places, h.entrances[1 - i], h[2:]), h.entrances[i]

    return side, lambda h, v: h._replace(entrances=tuple(sorted((h.entrances[1 - i], v))))


def _along(halves: list[Half], side: Side, put: Put) -> list[Half]:
    """Merge the halves that differ in one set only."""
    if len(halves) < 2:
        return halves
    found: dict[object, list[Half]] = {}
    for half in halves:
        found.setdefault(side(half)[0], []).append(half)
    if len(found) == len(halves):
        return halves
    return [put(same[0], union(side(h)[1] for h in same)) if len(same) > 1 else same[0] for same in found.values()]


# Boxes: cases that combine one member of each set, with one half on each side and the same ropes and common entrances


def boxes(case: Case) -> Iterator[Case]:
    """Yield all situations of a case as boxes."""
    for a in case.ninja:
        for b in case.traitor:
            if agree(a, b, case.rivals):
                ropes = tuple(x & y for x, y in zip(a.ropes, b.ropes, strict=True))
                common_ones = ((pair, pair) for pair in common(a.entrances, b.entrances))
                for one, other in ((a.entrances, b.entrances),) if case.rivals else common_ones:
                    ninja, traitor = a._replace(entrances=one, ropes=ropes), b._replace(entrances=other, ropes=ropes)
                    yield Case((ninja,), (traitor,), case.rivals)


def common(one: tuple[int, ...], other: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the pairs of common entrances that both allow; the order of the two entrances has no meaning."""
    (a, b), (x, y) = one, other
    for pair in dict.fromkeys(tuple(sorted(pair)) for pair in ((a & x, b & y), (a & y, b & x))):
        if all(pair):
            yield pair


MOST_HALVES: Final = 1600
"""Default for the maximum number of halves (`cases`)."""


class LoosenedCases(NamedTuple):
    """Cases that include all possible situations, and the ropes whose walls no longer depend on the places."""

    cases: tuple[Case, ...]
    ropes: frozenset[int]
    rough: bool
    """Whether the cases may include impossible situations."""


def count(cases: Iterable[Case]) -> int:
    """Return the total number of halves."""
    return sum(len(case.ninja) + len(case.traitor) for case in cases)


def loosened(cases: tuple[Case, ...], gone: int, found: int, ropes: frozenset[int], most: int) -> LoosenedCases:
    """Return cases with at most `most` halves that include all of these; `ropes` were loosened before.

    The dependence between walls and places is dropped, the oldest rope first, then that of the entrances, and finally
    the dependence between the places of both; but never which intruder is `gone` or which rope was `found`.
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
    return LoosenedCases(kept, ropes, kept is not cases)


def _any_wall(cases: tuple[Case, ...], slot: int, found: int) -> list[Case]:
    hung = (half.ropes[slot] for case in cases for half in (*case.ninja, *case.traitor))
    walls = union(some for some in hung if not some & found)

    def free(half: Half, _: int) -> tuple[Half]:
        kept = half.ropes[slot] if half.ropes[slot] & found else walls
        return (half._replace(ropes=with_item(half.ropes, slot, kept)),)

    return [case.each(free) for case in cases]


def _any_entrance(cases: tuple[Case, ...]) -> list[Case]:
    zones = [union(zones for case in cases for half in case.halves(side) for zones in half.entrances) for side in SIDES]
    if not cases[0].rivals:
        zones = [zones[0] & zones[1]] * 2

    def free(half: Half, side: int) -> tuple[Half]:
        return (half._replace(entrances=(zones[side],) * len(half.entrances)),)

    return [case.each(free) for case in cases]


def _one_each(cases: tuple[Case, ...], gone: int, found: int) -> list[Case]:
    """Merge all cases with the same intruders gone and the same ropes found, and their halves with equal `shown`."""
    kept: dict[object, Case] = {}
    for case in cases:
        marks = tuple(walls & found for walls in case.ninja[0].ropes)  # these are the same in all halves of a case
        key = case.places(NINJA) == gone, case.places(TRAITOR) == gone, marks
        others = kept.get(key, Case((), (), case.rivals))
        kept[key] = Case(_around((*others.ninja, *case.ninja)), _around((*others.traitor, *case.traitor)), case.rivals)
    return [*kept.values()]


def _around(halves: Iterable[Half]) -> Halves:
    """Merge all halves with equal `shown` into one that includes them."""
    found: dict[ShownActs, Half] = {}
    for half in halves:
        one = found.get(half.shown, half)
        entrances = tuple(map(or_, one.entrances, half.entrances))
        ropes = tuple(map(or_, one.ropes, half.ropes))
        found[half.shown] = Half(one.places | half.places, entrances, ropes, one.goals | half.goals, half.shown)
    return tuple(found.values())
