"""A board as bits: sets of zones and places are integers, and a step from a whole set takes a few look-ups.

A set of zones has one bit for each zone, in the board's order, and one for the passage. A set of places has four such
blocks, one for each noise, and a last bit for an intruder who is no longer on the map.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache, reduce
from operator import or_
from typing import Any, Final

from referee.board.board import Board
from referee.scorpion.moves import PASSAGE

MOST: Final = 3
"""The maximum number of zones of an intruder's move, and thus the largest noise."""
CHUNK: Final = 8

WallCrossing = tuple[int, int, int]
"""A wall, the zone on this side and the zone on the other side, as bits."""


def ones(bits: int) -> Iterator[int]:
    """Yield the indices of the set bits."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def union(sets: Iterable[int]) -> int:
    return reduce(or_, sets, 0)


def with_item(values: tuple[Any, ...], i: int, value: Any) -> tuple[Any, ...]:
    """Return a tuple with one item replaced."""
    return (*values[:i], value, *values[i + 1 :])


class Ground:
    """Precomputed sets and look-up tables of a board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.ids = board.ids
        self.n = len(board.ids)
        self.width = self.n + 1
        self.number = {zone: i for i, zone in enumerate(board.ids)} | {PASSAGE: self.n}
        self.passage = 1 << self.n
        self.all = (1 << self.width) - 1
        self.gone = 1 << ((MOST + 1) * self.width)
        self.everywhere = self.gone - 1
        self.moats = self.zones(board.moats)
        self.edges = self.zones(board.edge_zones)
        self.entrances = self.zones(board.entrance_zones)
        self.traitor_starts = self.zones(board.traitor_starts)
        walls = sorted((border.a, border.b) for border in board.borders if border.kind == "wall")
        self.walls = tuple((self.number[a], self.number[b]) for a, b in walls)
        self.any_wall = (1 << len(self.walls)) - 1
        self.no_wall = 1 << len(self.walls)
        """The bit for a rope that was never hung."""
        both = [((1 << i, 1 << a, 1 << b), (1 << i, 1 << b, 1 << a)) for i, (a, b) in enumerate(self.walls)]
        self._crossings_over: tuple[tuple[WallCrossing, WallCrossing], ...] = tuple(both)
        """For each wall, the two ways over it."""
        self._crossings_from: dict[int, list[WallCrossing]] = {}
        """For each zone at a wall, the ways that lead from it."""
        for crossing in (crossing for crossings in both for crossing in crossings):
            self._crossings_from.setdefault(crossing[1], []).append(crossing)
        self.walled = sum(self._crossings_from)
        """All zones at walls."""
        self._hears: dict[str, int] = {}
        self._near: dict[tuple[str, int], int] = {}

    def zones(self, zones: Iterable[str]) -> int:
        return union(map(self.bit, zones))

    def bit(self, zone: str) -> int:
        return 1 << self.number[zone]

    def name(self, number: int) -> str:
        return PASSAGE if number == self.n else self.ids[number]

    def names(self, zones: int) -> tuple[str, ...]:
        return tuple(self.name(i) for i in ones(zones & self.all))

    def wall(self, a: str, b: str) -> int:
        """Return the bit of the wall between two zones."""
        ends = {self.number[a], self.number[b]}
        return next(1 << i for i, wall in enumerate(self.walls) if {*wall} == ends)

    def walls_at(self, zones: int) -> int:
        """Return the walls of some zones, as bits."""
        return union(1 << i for i, (a, b) in enumerate(self.walls) if zones & (1 << a | 1 << b))

    def along(self, walls: int) -> int:
        """Return the zones at one wall, or for several walls a superset: all zones at walls."""
        walls &= self.any_wall
        if walls & (walls - 1):
            return self.walled
        return self._beside_walls[walls.bit_length()]

    @cached_property
    def _beside_walls(self) -> tuple[int, ...]:
        """The two zones at each wall, preceded by 0 for no wall."""
        return (0, *(1 << a | 1 << b for a, b in self.walls))

    def over(self, walls: int, zones: int) -> list[WallCrossing]:
        """Return every way over some walls from some zones."""
        walls &= self.any_wall
        if walls.bit_count() == 1:
            one, other = self._crossings_over[walls.bit_length() - 1]
            return [crossing for crossing in (one, other) if crossing[1] & zones]
        found = []
        zones &= self.walled
        while zones:
            start = zones & -zones
            zones ^= start
            found += self._crossings_from[start]
        return found if walls == self.any_wall else [crossing for crossing in found if crossing[0] & walls]

    # Places

    def folded(self, places: int) -> int:
        """Return the zones of places, regardless of the noise."""
        w = self.width
        return (places | places >> w | places >> 2 * w | places >> 3 * w) & self.all

    def at(self, zones: int) -> int:
        """Return the places of some zones with any noise."""
        w = self.width
        return zones | zones << w | zones << 2 * w | zones << 3 * w

    def heard_at(self, zone: str) -> int:
        """Return the places that a unit in a zone hears; noise reaches as many zones as were moved (SCORPION-12.2)."""
        if zone not in self._hears:
            within = self.board.sound.within
            self._hears[zone] = sum(self.zones(within(zone, k)) << k * self.width for k in range(MOST + 1))
        return self._hears[zone]

    def near(self, zone: str, reach: int) -> int:
        """Return the zones from which `reach` steps over plain borders lead to a zone (SCORPION-D8)."""
        if zone not in self.board:
            return self.bit(zone)
        if (zone, reach) not in self._near:
            self._near[zone, reach] = self.zones(self.board.walking.within(zone, reach))
        return self._near[zone, reach]

    # Steps

    @cached_property
    def _beside(self) -> tuple[tuple[int, ...], ...]:
        """For every eight consecutive zones and each subset of them: the zones that touch it by plain borders."""
        beside = [self.zones(self.board.neighbours(zone, "plain")) for zone in self.ids]
        tables = []
        for first in range(0, self.n, CHUNK):
            table = [0]
            for neighbours in beside[first : first + CHUNK]:
                table += [known | neighbours for known in table]
            tables.append(tuple(table + [0] * (256 - len(table))))
        return tuple(tables)

    def step(self, zones: int) -> int:
        """Return the zones that one step over a plain border from a set of zones leads to."""
        zones &= self.passage - 1
        found = 0
        for table, part in zip(self._beside, zones.to_bytes(len(self._beside), "little"), strict=True):
            if part:
                found |= table[part]
        return found


@lru_cache(maxsize=8)
def ground_of(board: Board) -> Ground:
    return Ground(board)
