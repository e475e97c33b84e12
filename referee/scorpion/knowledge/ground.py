"""A board as bits: sets of zones and of places are plain integers, and a step from a whole set is a few look-ups.

A set of zones has one bit for each zone, in the board's order, and one more for the passage. A set of places has four
such blocks, one for each noise, and a last bit for whoever is on the map no more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from typing import Final

from referee.board.board import Board
from referee.scorpion.moves import PASSAGE

MOST: Final = 3
"""Zones that an intruder moves at most, and so the loudest noise."""
CHUNK: Final = 8

Way = tuple[int, int, int]
"""A wall, the zone on this side and that on the other."""


def ones(bits: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


class Ground:
    """What of a board is asked again and again."""

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
        self.walls = tuple(
            (self.number[b.a], self.number[b.b]) for b in sorted(board.borders, key=_ends) if b.kind == "wall"
        )
        self.any_wall = (1 << len(self.walls)) - 1
        self.no_wall = 1 << len(self.walls)
        """What stands for a rope that was never hung."""
        both = [((1 << i, 1 << a, 1 << b), (1 << i, 1 << b, 1 << a)) for i, (a, b) in enumerate(self.walls)]
        self._ways_over: tuple[tuple[Way, Way], ...] = tuple(both)
        """For each wall the ways over it."""
        self._ways_from: dict[int, list[Way]] = {}
        """For each zone at a wall the ways that lead from it."""
        for way in (way for ways in both for way in ways):
            self._ways_from.setdefault(way[1], []).append(way)
        self.walled = sum(self._ways_from)
        """The zones at a wall."""
        self._hears: dict[str, int] = {}
        self._near: dict[tuple[str, int], int] = {}

    def zones(self, zones: Iterable[str]) -> int:
        bits = 0
        for zone in zones:
            bits |= 1 << self.number[zone]
        return bits

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

    @cached_property
    def _walls_at(self) -> tuple[int, ...]:
        found = [0] * self.width
        for i, (a, b) in enumerate(self.walls):
            found[a] |= 1 << i
            found[b] |= 1 << i
        return tuple(found)

    def walls_at(self, zone: str) -> int:
        """Return the walls that touch a zone."""
        return self._walls_at[self.number[zone]]

    def along(self, walls: int) -> int:
        """Return the zones at a wall, or about those at some of them: none that is at one of them is left out."""
        walls &= self.any_wall
        if walls & (walls - 1):
            return self.walled
        return self._beside_walls[walls.bit_length()]

    @cached_property
    def _beside_walls(self) -> tuple[int, ...]:
        """The two zones at each wall, after none at no wall."""
        return (0, *(1 << a | 1 << b for a, b in self.walls))

    def over(self, walls: int, zones: int) -> list[Way]:
        """Return every way over some walls from some zones."""
        walls &= self.any_wall
        if walls.bit_count() == 1:
            one, other = self._ways_over[walls.bit_length() - 1]
            return [way for way in (one, other) if way[1] & zones]
        found = []
        zones &= self.walled
        while zones:
            start = zones & -zones
            zones ^= start
            found += self._ways_from[start]
        return found if walls == self.any_wall else [way for way in found if way[0] & walls]

    # Places

    def folded(self, places: int) -> int:
        """Return the zones of places, whatever the noise."""
        w = self.width
        return (places | places >> w | places >> 2 * w | places >> 3 * w) & self.all

    def at(self, zones: int) -> int:
        """Return all the places of some zones, of every noise."""
        w = self.width
        return zones | zones << w | zones << 2 * w | zones << 3 * w

    def heard_at(self, zone: str) -> int:
        """Return the places that a unit in a zone hears (SCORPION-12.2, D4): noise reaches as far as it was walked."""
        if zone not in self._hears:
            within = self.board.sound.within
            self._hears[zone] = sum(self.zones(within(zone, k)) << k * self.width for k in range(MOST + 1))
        return self._hears[zone]

    def near(self, zone: str, reach: int) -> int:
        """Return where one stands who reaches a zone by plain borders (SCORPION-D8)."""
        if zone not in self.board:
            return self.bit(zone)
        if (zone, reach) not in self._near:
            self._near[zone, reach] = self.zones(self.board.walking.within(zone, reach))
        return self._near[zone, reach]

    # Steps

    @cached_property
    def _beside(self) -> tuple[tuple[int, ...], ...]:
        """For every eight zones in a row, and each set of them: the zones that touch one of the set without a wall."""
        beside = [self.zones(self.board.neighbours(zone, "plain")) for zone in self.ids]
        tables = []
        for first in range(0, self.n, CHUNK):
            table = [0]
            for neighbours in beside[first : first + CHUNK]:
                table += [known | neighbours for known in table]
            tables.append(tuple(table + [0] * (256 - len(table))))
        return tuple(tables)

    def step(self, zones: int) -> int:
        """Return where one step over a plain border leads from a set of zones."""
        zones &= self.passage - 1
        found = 0
        for table, part in zip(self._beside, zones.to_bytes(len(self._beside), "little"), strict=True):
            if part:
                found |= table[part]
        return found


def _ends(border: object) -> tuple[str, str]:
    return (border.a, border.b)  # type: ignore[attr-defined]


@lru_cache(maxsize=8)
def ground_of(board: Board) -> Ground:
    return Ground(board)
