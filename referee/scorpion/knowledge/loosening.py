"""Where too much is possible to tell all of it apart: what is kept then holds too much, never too little."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from referee.scorpion.knowledge.cases import Case, Half, joined

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
