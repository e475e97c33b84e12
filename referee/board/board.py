"""A board: zones, the borders between them and the patrol route (ledger 13), and how far zones lie apart.

`reading.read_board` makes one and checks it. What is derived is worked out once a board and kept.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Collection, Iterable, Mapping
from functools import cached_property
from typing import Annotated, Any, Final, Literal

from pydantic import Field, StrictBool

from referee.board.route import BorderKind, Castle, Id, Name, Point, Polygon, Route, ZoneKind
from referee.core.reading import canonical
from referee.core.values import Value

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


MAX_ZONES = 300
MAX_BORDERS = 1_500

Side = Annotated[int, Field(strict=True, ge=1, le=100_000)]


class Zone(Value):
    """A cell of the board. `secret_ok` and `traitor_start`, if given, stand instead of what 13.2 derives."""

    id: Id
    name: Name = Name()
    kind: ZoneKind
    castle: Castle | None = None
    edge: StrictBool = False
    inside_outer_moat: StrictBool = False
    between_castles: StrictBool = False
    post: StrictBool = False
    barracks: StrictBool = False
    secret_ok: StrictBool | None = None
    traitor_start: StrictBool | None = None
    polygon: Polygon = ()
    label: Point | None = None

    @property
    def takes_mark(self) -> bool:
        """Whether an objective, a trap or a hidden sentry may lie here (SCORPION-5.3, 5.7)."""
        return self.castle is not None and not self.post if self.secret_ok is None else self.secret_ok

    @property
    def starts_traitor(self) -> bool:
        """Whether the Traitor may start here as long as no guard stands here (SCORPION-6.2 to 6.6)."""
        if self.traitor_start is not None:
            return self.traitor_start
        return self.kind == "ground" and self.inside_outer_moat and self.castle is None and not self.between_castles


class Border(Value):
    """Two zones that touch, and by what (ledger 13.1)."""

    a: Id
    b: Id
    kind: BorderKind


class Board(Value):
    """A board. Two boards with the same content are equal; a board made by hand is not checked."""

    format: Literal[1] = 1
    id: Id
    version: Annotated[int, Field(strict=True, ge=1, le=1_000_000)] = 1
    name: Name = Name()
    size: tuple[Side, Side] | None = None
    castles: Annotated[tuple[Id, ...], Field(max_length=8)] = ("A", "B")
    zones: Annotated[tuple[Zone, ...], Field(max_length=MAX_ZONES)]
    borders: Annotated[tuple[Border, ...], Field(max_length=MAX_BORDERS)]
    route: Route = Route()

    # --- What it is -------------------------------------------------------------------------------------------------
    @cached_property
    def hash(self) -> str:
        """The SHA-256 of the whole board, as 64 hex digits: part of the set-up lock."""
        return hashlib.sha256(canonical(self.model_dump(mode="json")).encode()).hexdigest()

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Board) and self.hash == other.hash)

    def __hash__(self) -> int:
        return hash(self.hash)

    def __copy__(self) -> Board:
        return self

    def __deepcopy__(self, memo: Mapping[int, Any] | None = None) -> Board:
        return self

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Board:
        """Return the board with some fields replaced, checked anew and with nothing kept of what was derived."""
        fields = {name: getattr(self, name) for name in type(self).model_fields}
        return type(self)(**fields | dict(update)) if update else self

    # --- Zones ------------------------------------------------------------------------------------------------------
    @cached_property
    def _by_id(self) -> dict[str, Zone]:
        return {zone.id: zone for zone in self.zones}

    def __contains__(self, zone: object) -> bool:
        return zone in self._by_id

    def zone(self, id: str) -> Zone:
        """Return a zone. Raises `KeyError`."""
        return self._by_id[id]

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """The ids of all zones, in the order of the file."""
        return tuple(self._by_id)

    @cached_property
    def _place(self) -> dict[str, int]:
        return {zone: i for i, zone in enumerate(self.ids)}

    def in_order(self, zones: Iterable[str]) -> tuple[str, ...]:
        """Return zones in the order of the file, each once: one order for equal sets."""
        return tuple(sorted(frozenset(zones), key=self._place.__getitem__))

    @cached_property
    def mark_zones(self) -> frozenset[str]:
        """Where the guards may record objectives, traps and hidden sentries (SCORPION-5.7)."""
        return frozenset(zone.id for zone in self.zones if zone.takes_mark)

    @cached_property
    def traitor_starts(self) -> frozenset[str]:
        """Where the Traitor may start, guards left out of account (SCORPION-6.2 to 6.6)."""
        return frozenset(zone.id for zone in self.zones if zone.starts_traitor)

    @cached_property
    def edge_zones(self) -> frozenset[str]:
        """The rim of the map: where the Ninja starts and both leave (SCORPION-6.1)."""
        return frozenset(zone.id for zone in self.zones if zone.edge)

    @cached_property
    def entrance_zones(self) -> frozenset[str]:
        """Where an entrance of the secret passage may be: anywhere but in a moat (SCORPION-6.8)."""
        return frozenset(zone.id for zone in self.zones if zone.kind != "moat")

    @cached_property
    def posts(self) -> frozenset[str]:
        """The zones with a watch post (SCORPION-4.1)."""
        return frozenset(zone.id for zone in self.zones if zone.post)

    @cached_property
    def barracks(self) -> frozenset[str]:
        """The zones where guards sleep (SCORPION-5.1)."""
        return frozenset(zone.id for zone in self.zones if zone.barracks)

    @cached_property
    def moats(self) -> frozenset[str]:
        """The zones in which every figure stops (SCORPION-27.1)."""
        return frozenset(zone.id for zone in self.zones if zone.kind == "moat")

    @cached_property
    def _castle_zones(self) -> dict[str, frozenset[str]]:
        return {letter: frozenset(z.id for z in self.zones if z.castle == letter) for letter in self.castles}

    def castle_zones(self, castle: str) -> frozenset[str]:
        """Return the zones of a castle, `A` or `B`. Raises `KeyError`."""
        return self._castle_zones[castle]

    # --- Borders and distances --------------------------------------------------------------------------------------
    @cached_property
    def _beside(self) -> dict[str, dict[str, BorderKind]]:
        beside: dict[str, dict[str, BorderKind]] = {zone: {} for zone in self.ids}
        for border in self.borders:
            beside[border.a][border.b] = beside[border.b][border.a] = border.kind
        return beside

    @cached_property
    def _neighbours(self) -> dict[tuple[str, BorderKind | None], tuple[str, ...]]:
        found: dict[tuple[str, BorderKind | None], tuple[str, ...]] = {}
        kinds: tuple[BorderKind, ...] = ("plain", "wall", "sound")
        for zone, beside in self._beside.items():
            found[zone, None] = self.in_order(beside)
            for kind in kinds:
                found[zone, kind] = tuple(other for other in found[zone, None] if beside[other] == kind)
        return found

    def border(self, a: str, b: str) -> BorderKind | None:
        """Return what lies between two zones, or None if they do not touch. Raises `KeyError`."""
        return self._beside[a].get(self._by_id[b].id)

    def neighbours(self, zone: str, kind: BorderKind | None = None) -> tuple[str, ...]:
        """Return the zones that touch a zone, by borders of one kind or of any. Raises `KeyError`."""
        return self._neighbours[zone, kind]

    @cached_property
    def sound(self) -> Distances:
        """How far sound goes: every kind of border counts one (SCORPION-D1)."""
        return Distances({zone: self.neighbours(zone) for zone in self.ids})

    @cached_property
    def walking(self) -> Distances:
        """How far one walks: by plain borders alone, stops in moats not counted (SCORPION-D6)."""
        return Distances({zone: self.neighbours(zone, "plain") for zone in self.ids})

    def reach(self, zone: str, steps: int) -> frozenset[str]:
        """Return where a guard may end a move of at most `steps` zones; moats stop guards (SCORPION-13.2, 27.1)."""
        found, going = {zone}, {zone}
        for _ in range(steps):
            new = {other for at in going for other in self.neighbours(at, "plain")} - found
            found |= new
            going = new - self.moats
        return frozenset(found)
