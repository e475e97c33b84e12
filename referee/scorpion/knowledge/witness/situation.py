"""One situation: a box (`cases`) of which every set has one member, as it is found by halving."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from referee.scorpion.knowledge.cases import NINJA, TRAITOR, Case
from referee.scorpion.knowledge.ground import Ground, ones
from referee.scorpion.knowledge.table import WHO
from referee.scorpion.state import State, character

Works = Callable[[Sequence[Case]], bool]
Put = Callable[[Case, int], Case]


def meets(ground: Ground, cases: Sequence[Case], wanted: Case) -> bool:
    """Tell whether a situation is among these."""
    return any(_alike(ground, case, wanted) and cut((case,), wanted) for case in cases)


def cut(cases: Sequence[Case], to: Case) -> tuple[Case, ...]:
    """Return what of some boxes lies in another. Ropes, and what was told, are left out of account."""
    found = []
    for case in cases:
        kept = case._replace(ninja=case.ninja & to.ninja, traitor=case.traitor & to.traitor)
        found += [kept._replace(passages=passages) for passages in _passages(kept, to)]
    return tuple(case for case in found if case.possible)


def _alike(ground: Ground, case: Case, wanted: Case) -> bool:
    """Tell whether ropes, missions, and what was told, are the same."""
    if case.told != wanted.told or not all(a & b for a, b in zip(case.goals, wanted.goals, strict=True)):
        return False
    walls = ground.any_wall | ground.no_wall
    pairs = zip(case.ropes, wanted.ropes, strict=True)
    return all(a & b & walls and a & ~walls == b & ~walls for a, b in pairs)


def _passages(case: Case, to: Case) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Yield the entrances of both: which of two is which is nobody's to say."""
    choices: list[tuple[tuple[int, ...], ...]] = [()]
    for (a, b), (x, y) in zip(case.passages, to.passages, strict=True):
        pairs = dict.fromkeys(tuple(sorted(pair)) for pair in ((a & x, b & y), (a & y, b & x)))
        choices = [(*choice, pair) for choice in choices for pair in pairs if all(pair)]
    yield from choices


def single(ground: Ground, cases: Sequence[Case], works: Works, likely: Sequence[Case] = ()) -> Case | None:
    """Return one situation for which something holds that holds for the cases together; None if it does not.

    It has to hold for several cases if and only if it holds for one of them. The `likely` ones are tried first.
    """
    some = next((found for one in likely if (found := cut(cases, one)) and works(found)), None)
    if some is None:
        if not works(cases):
            return None
        some = tuple(cases)
    while len(some) > 1:
        half = some[: len(some) // 2]
        some = half if works(half) else some[len(some) // 2 :]
    case = some[0]
    for bits, put in _sets(ground, case):
        members = [1 << i for i in ones(bits)]
        while len(members) > 1:
            few = members[: len(members) // 2]
            members = few if works((put(case, sum(few)),)) else members[len(members) // 2 :]
        case = put(case, members[0])
    return case


def _sets(ground: Ground, case: Case) -> Iterator[tuple[int, Put]]:
    """Yield what of a case has many members, and how to put fewer."""
    yield case.ninja, lambda c, v: c.put(NINJA, v)
    yield case.traitor, lambda c, v: c.put(TRAITOR, v)
    for i, walls in enumerate(case.ropes):
        if walls & (ground.any_wall | ground.no_wall) == walls:
            yield walls, lambda c, v, i=i: c._replace(ropes=_with(c.ropes, i, v))  # type: ignore[misc]
    for p, pair in enumerate(case.passages):
        for i, zones in enumerate(pair):
            yield zones, lambda c, v, p=p, i=i: c._replace(passages=_with(c.passages, p, _with(c.passages[p], i, v)))  # type: ignore[misc]


def _with(values: tuple[Any, ...], i: int, value: Any) -> tuple[Any, ...]:
    return (*values[:i], value, *values[i + 1 :])


# In a state of the referee


def place_of(ground: Ground, state: State, side: int) -> int:
    """Return where an intruder of a state is, as one place."""
    one = character(state, WHO[side])
    if one.status != "in_play" or one.zone is None:
        return ground.gone
    return ground.bit(one.zone) << one.noise * ground.width


def entrances_of(ground: Ground, state: State) -> tuple[tuple[int, ...], ...]:
    every = (ground.entrances, ground.entrances)
    pairs = (tuple(sorted(ground.bit(zone) for zone in p.entrances)) for p in state.passages)
    return tuple(pair if len(pair) == len(every) else every for pair in pairs)


def ropes_of(ground: Ground, state: State, rivals: bool) -> frozenset[tuple[str, int]]:
    """Return over which walls ropes hang, and whose they are where that matters."""
    return frozenset((rope.owner if rivals else "", ground.wall(rope.a, rope.b)) for rope in state.ropes)


def hung(ground: Ground, case: Case, owners: Sequence[str], rivals: bool) -> frozenset[tuple[str, int]]:
    walls = ((owner, rope & ground.any_wall) for owner, rope in zip(owners, case.ropes, strict=True))
    return frozenset((owner if rivals else "", wall) for owner, wall in walls if wall)
