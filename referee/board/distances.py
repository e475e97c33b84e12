"""How far zones lie apart: all pairs of one graph, counted once."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Mapping
from functools import cached_property
from typing import Final

FAR: Final = 65_535
"""The distance between zones that no way joins: more than any distance on a board."""


class Distances:
    """Steps between any two zones of one graph (SCORPION-D1). Zones that it does not have raise `KeyError`."""

    def __init__(self, neighbours: Mapping[str, Collection[str]]) -> None:
        self._zones = tuple(neighbours)
        self._place = {zone: i for i, zone in enumerate(self._zones)}
        beside = [tuple(self._place[other] for other in neighbours[zone]) for zone in self._zones]
        searched = [_search(start, beside) for start in range(len(beside))]
        self._rows = [row for row, _ in searched]
        self._rings = [tuple(tuple(self._zones[i] for i in ring) for ring in rings) for _, rings in searched]
        self._near: dict[tuple[str, int], frozenset[str]] = {}

    def between(self, a: str, b: str) -> int:
        """Return the number of steps of a shortest way from `a` to `b`: 0 for one zone, `FAR` if there is none."""
        return self._rows[self._place[a]][self._place[b]]

    def within(self, zone: str, n: int) -> frozenset[str]:
        """Return the zones at most `n` steps away, `zone` itself among them unless `n` is negative (SCORPION-D2)."""
        rings = self._rings[self._place[zone]]
        key = zone, min(n, len(rings))
        if key not in self._near:
            self._near[key] = frozenset(other for ring in rings[: max(n + 1, 0)] for other in ring)
        return self._near[key]

    def path_lengths(self, zone: str) -> dict[str, int]:
        """Return every zone that can be reached with the length of a shortest way to it, the nearest first."""
        return {other: n for n, ring in enumerate(self._rings[self._place[zone]]) for other in ring}

    @cached_property
    def components(self) -> tuple[frozenset[str], ...]:
        """The parts that no way joins, the largest first."""
        parts = {frozenset(other for ring in rings for other in ring) for rings in self._rings}
        return tuple(sorted(parts, key=lambda part: (-len(part), min(self._place[zone] for zone in part))))


def _search(start: int, beside: list[tuple[int, ...]]) -> tuple[array[int], list[list[int]]]:
    """Search breadth first. Return the distance to every zone, and the zones of each distance."""
    row = array("H", [FAR]) * len(beside)
    row[start] = 0
    rings = [[start]]
    while ring := rings[-1]:
        n = len(rings)
        further: list[int] = []
        for zone in ring:
            for other in beside[zone]:
                if row[other] == FAR:
                    row[other] = n
                    further.append(other)
        rings.append(further)
    rings.pop()
    return row, rings
