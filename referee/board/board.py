"""A board: zones, borders, the distances between zones (ledger 13), and the patrol route.

`reading.read_board` reads and checks a board. Derived values are computed once per board and cached.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Collection, Iterable, Mapping
from functools import cached_property
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import AfterValidator, Field, StrictBool, StrictStr, StringConstraints

from referee.core.reading import canonical, is_readable
from referee.core.values import Value

MAX_ID = 16
"""Maximum length of an id, in characters."""
MAX_NAME = 80
"""Maximum length of a name, in characters."""
MAX_POINTS = 200
"""Maximum number of corners of one zone."""
MAX_CORNERS = 6_000
"""Maximum number of corners of all zones together, which bounds the time for drawing and editing; Nijo has 854."""
MAX_COMPARED = 500_000
"""Maximum number of pairs of corners that are compared to draw all borders: for each border those of one zone times
those of the other. Nijo has some 16,000."""
MAX_UNITS = 100_000
"""Largest absolute coordinate, in units of the drawing."""

ZoneKind: TypeAlias = Literal["ground", "moat", "castle"]
BorderKind: TypeAlias = Literal["plain", "wall", "sound"]
Castle: TypeAlias = Literal["A", "B"]
CASTLES: tuple[Castle, Castle] = ("A", "B")


def _seen(text: str) -> str:
    if not (text.isprintable() or is_readable(text)):
        raise ValueError("holds characters that nobody can see")
    return text


def _one_word(text: str) -> str:
    if not text.isprintable():
        raise ValueError("holds characters that nobody can see")
    if not text or any(sign.isspace() for sign in text):
        raise ValueError("is not one word")
    return text


Id: TypeAlias = Annotated[
    str, Field(strict=True), StringConstraints(min_length=1, max_length=MAX_ID), AfterValidator(_one_word)
]
"""The id of a board or zone: one short printable word."""
Text: TypeAlias = Annotated[StrictStr, StringConstraints(max_length=MAX_NAME), AfterValidator(_seen)]
Units: TypeAlias = Annotated[int, Field(strict=True, ge=-MAX_UNITS, le=MAX_UNITS)]
Point: TypeAlias = tuple[Units, Units]
"""x to the right and y downwards, in units of the drawing."""


def _a_ring(points: tuple[Point, ...]) -> tuple[Point, ...]:
    if 0 < len(points) < 3:
        raise ValueError("has fewer than three corners")
    return points


Polygon: TypeAlias = Annotated[tuple[Point, ...], Field(max_length=MAX_POINTS), AfterValidator(_a_ring)]
"""The corners of an area without repeating the first; empty if it is not drawn."""


class Name(Value):
    """A name in both languages."""

    en: Text = ""
    ja: Text = ""

    def text(self, lang: str) -> str:
        """Return the name in a language, or in the other one; an empty string if it has none."""
        return (self.ja or self.en) if lang == "ja" else (self.en or self.ja)


MAX_EDGES = 1_000
MAX_TRANSITIONS = 4_000

State: TypeAlias = tuple[str | None, str]
"""A patrol's state on the route: the zone behind it, or `None`, and the zone where it stands."""


class UnsettledFacing(ValueError):
    """A facing that does not determine where the patrol may go on. `behinds` are the possible zones behind it."""

    def __init__(self, at: str, facing: str, behinds: tuple[str | None, ...]) -> None:
        super().__init__(f"facing {facing} at {at} leaves {len(behinds)} ways to stand")
        self.at = at
        self.facing = facing
        self.behinds = behinds


class Route(Value):
    """The patrol route. `one_way` repeats the edges that may only be walked from their first to their second zone.

    `transitions` (from, at, to), if given, are the only moves that a patrol may make; otherwise every move along the
    route is allowed except turning back.
    """

    edges: Annotated[tuple[tuple[Id, Id], ...], Field(max_length=MAX_EDGES)] = ()
    one_way: Annotated[tuple[tuple[Id, Id], ...], Field(max_length=MAX_EDGES)] = ()
    transitions: Annotated[tuple[tuple[Id, Id, Id], ...], Field(max_length=MAX_TRANSITIONS)] | None = None

    @cached_property
    def zones(self) -> tuple[str, ...]:
        """The zones on the route, in the order of its edges."""
        return tuple(dict.fromkeys(zone for edge in self.edges for zone in edge))

    @cached_property
    def steps(self) -> frozenset[tuple[str, str]]:
        """Every step along the route: both directions of an edge, or one for a one-way edge."""
        against = {(b, a) for a, b in self.one_way}
        return frozenset((a, b) for x, y in self.edges for a, b in ((x, y), (y, x))) - against

    @cached_property
    def _beside(self) -> dict[str, tuple[str, ...]]:
        beside: dict[str, dict[str, None]] = {zone: {} for zone in self.zones}
        for a, b in self.edges:
            beside[a][b] = beside[b][a] = None
        return {zone: tuple(others) for zone, others in beside.items()}

    @cached_property
    def _allowed(self) -> frozenset[tuple[str, str, str]] | None:
        return None if self.transitions is None else frozenset(self.transitions)

    def neighbours(self, zone: str) -> tuple[str, ...]:
        """Return the zones that an edge of the route joins to `zone`, in either direction."""
        return self._beside.get(zone, ())

    def ahead(self, at: str) -> tuple[str, ...]:
        """Return the zones that the route leads to from a zone, for a patrol that may turn freely."""
        return tuple(zone for zone in self.neighbours(at) if (at, zone) in self.steps)

    def continuations(self, behind: str | None, at: str) -> tuple[str, ...]:
        """Return the zones where a patrol may go on: two or more at a fork, none at a dead end (SCORPION-15.5, 15.6).

        A patrol with nothing behind it may go wherever the route leads.
        """
        if behind is None:
            return self.ahead(at)
        allowed = self._allowed
        return tuple(to for to in self.ahead(at) if to != behind and (allowed is None or (behind, at, to) in allowed))

    def turning(self, behind: str | None, at: str) -> tuple[str, ...]:
        """Return where a patrol goes on after stopping in a dead end: back, if the route allows it (OP-3)."""
        return (behind,) if behind is not None and (at, behind) in self.steps else ()

    @cached_property
    def states(self) -> tuple[State, ...]:
        """All states that a step along the route can lead to."""
        return tuple((behind, at) for at in self.zones for behind in self.neighbours(at) if (behind, at) in self.steps)

    @cached_property
    def forks(self) -> tuple[State, ...]:
        """The states with two or more continuations."""
        return tuple(state for state in self.states if len(self.continuations(*state)) > 1)

    @cached_property
    def dead_ends(self) -> tuple[State, ...]:
        """The states without a continuation."""
        return tuple(state for state in self.states if not self.continuations(*state))

    @cached_property
    def lines(self) -> tuple[frozenset[str], ...]:
        """The connected components of the route, as sets of zones."""
        left, found = dict.fromkeys(self.zones), []
        while left:
            line, new = set[str](), {next(iter(left))}
            while new:
                line |= new
                new = {other for zone in new for other in self.neighbours(zone)} - line
            found.append(frozenset(line))
            left = {zone: None for zone in left if zone not in line}
        return tuple(found)

    def behinds(self, at: str) -> tuple[str | None, ...]:
        """Return the possible zones behind a patrol that is placed at a zone (SCORPION-4.4).

        These are the neighbours from which it can have come, and `None` only where every neighbour is ahead: at a dead
        end and at the beginning of a one-way line. Off the route there are none.
        """
        beside = self.neighbours(at)
        from_ = tuple(zone for zone in beside if (zone, at) in self.steps)
        start = bool(beside) and len(self.ahead(at)) == len(beside) and (len(beside) == 1 or not from_)
        return (*from_, None) if start else from_

    def behind_facing(self, at: str, facing: str) -> str | None:
        """Return the zone behind a patrol that faces a neighbour, or `None`.

        Raises `UnsettledFacing` unless all possible zones behind it give the same continuations, `facing` among them.
        """
        meant = tuple(behind for behind in self.behinds(at) if facing in self.continuations(behind, at))
        if len({self.continuations(behind, at) for behind in meant}) != 1:
            raise UnsettledFacing(at, facing, meant)
        return meant[0]


UNREACHABLE: Final = 65_535
"""The distance between zones without a connecting path; greater than any distance on a board."""


class Distances:
    """Distances in steps between any two zones of one graph (SCORPION-D1). Unknown zones raise `KeyError`."""

    def __init__(self, neighbours: Mapping[str, Collection[str]]) -> None:
        self._zones = tuple(neighbours)
        self._place = {zone: i for i, zone in enumerate(self._zones)}
        beside = [tuple(self._place[other] for other in neighbours[zone]) for zone in self._zones]
        searched = [_search(start, beside) for start in range(len(beside))]
        self._rows = [row for row, _ in searched]
        self._rings = [tuple(tuple(self._zones[i] for i in ring) for ring in rings) for _, rings in searched]
        self._near: dict[tuple[str, int], frozenset[str]] = {}

    def between(self, a: str, b: str) -> int:
        """Return the length of a shortest path from `a` to `b` in steps, `UNREACHABLE` if there is none."""
        return self._rows[self._place[a]][self._place[b]]

    def within(self, zone: str, n: int) -> frozenset[str]:
        """Return the zones at most `n` steps away, including `zone` itself; none if `n` is negative (SCORPION-D2)."""
        rings = self._rings[self._place[zone]]
        key = zone, min(n, len(rings))
        if key not in self._near:
            self._near[key] = frozenset(other for ring in rings[: max(n + 1, 0)] for other in ring)
        return self._near[key]

    def path_lengths(self, zone: str) -> dict[str, int]:
        """Return every reachable zone with the length of a shortest path to it, nearest first."""
        return {other: n for n, ring in enumerate(self._rings[self._place[zone]]) for other in ring}

    @cached_property
    def components(self) -> tuple[frozenset[str], ...]:
        """The connected components, largest first."""
        parts = {frozenset(other for ring in rings for other in ring) for rings in self._rings}
        return tuple(sorted(parts, key=lambda part: (-len(part), min(self._place[zone] for zone in part))))


def _search(start: int, beside: list[tuple[int, ...]]) -> tuple[array[int], list[list[int]]]:
    """Search breadth-first from a zone. Return the distance to every zone, and the zones at each distance."""
    row = array("H", [UNREACHABLE]) * len(beside)
    row[start] = 0
    rings = [[start]]
    while ring := rings[-1]:
        n = len(rings)
        further: list[int] = []
        for zone in ring:
            for other in beside[zone]:
                if row[other] == UNREACHABLE:
                    row[other] = n
                    further.append(other)
        rings.append(further)
    rings.pop()
    return row, rings


MAX_ZONES = 300
MAX_BORDERS = 1_500

Side = Annotated[int, Field(strict=True, ge=1, le=100_000)]


class Zone(Value):
    """A cell of the board. `secret_ok` and `traitor_start`, if set, override what ledger 13.2 derives."""

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
        """Whether an objective, a trap or a hidden sentry may be placed here (SCORPION-5.3, 5.7)."""
        return self.castle is not None and not self.post if self.secret_ok is None else self.secret_ok

    @property
    def starts_traitor(self) -> bool:
        """Whether the Traitor may start here, provided that no guard stands here (SCORPION-6.2 to 6.6)."""
        if self.traitor_start is not None:
            return self.traitor_start
        return self.kind == "ground" and self.inside_outer_moat and self.castle is None and not self.between_castles


class Border(Value):
    """A border between two zones, and its kind (ledger 13.1)."""

    a: Id
    b: Id
    kind: BorderKind


class Board(Value):
    """A board. Boards with the same content are equal. Constructing one directly does not check it."""

    format: Literal[1] = 1
    id: Id
    version: Annotated[int, Field(strict=True, ge=1, le=1_000_000)] = 1
    name: Name = Name()
    size: tuple[Side, Side] | None = None
    castles: Annotated[tuple[Id, ...], Field(max_length=8)] = ("A", "B")
    zones: Annotated[tuple[Zone, ...], Field(max_length=MAX_ZONES)]
    borders: Annotated[tuple[Border, ...], Field(max_length=MAX_BORDERS)]
    route: Route = Route()

    # --- Identity ---------------------------------------------------------------------------------------------------
    @cached_property
    def hash(self) -> str:
        """The SHA-256 of the whole board as 64 hex digits; part of the set-up lock."""
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
        """Return a copy with some fields replaced and validated, without cached values."""
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
        """Return zones in the order of the file without duplicates, so that equal sets give equal tuples."""
        return tuple(sorted(frozenset(zones), key=self._place.__getitem__))

    @cached_property
    def mark_zones(self) -> frozenset[str]:
        """Where the guards may record objectives, traps and hidden sentries (SCORPION-5.7)."""
        return frozenset(zone.id for zone in self.zones if zone.takes_mark)

    @cached_property
    def traitor_starts(self) -> frozenset[str]:
        """Where the Traitor may start, regardless of the guards' places (SCORPION-6.2 to 6.6)."""
        return frozenset(zone.id for zone in self.zones if zone.starts_traitor)

    @cached_property
    def edge_zones(self) -> frozenset[str]:
        """The zones at the edge of the map, where the Ninja starts and both intruders leave (SCORPION-6.1)."""
        return frozenset(zone.id for zone in self.zones if zone.edge)

    @cached_property
    def entrance_zones(self) -> frozenset[str]:
        """Where an entrance of the secret passage may be: anywhere except in a moat (SCORPION-6.8)."""
        return frozenset(zone.id for zone in self.zones if zone.kind != "moat")

    @cached_property
    def posts(self) -> frozenset[str]:
        """The zones with a watch post (SCORPION-4.1)."""
        return frozenset(zone.id for zone in self.zones if zone.post)

    @cached_property
    def barracks(self) -> frozenset[str]:
        """The zones with barracks, where guards sleep (SCORPION-5.1)."""
        return frozenset(zone.id for zone in self.zones if zone.barracks)

    @cached_property
    def moats(self) -> frozenset[str]:
        """The moat zones, in which every figure must stop (SCORPION-27.1)."""
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
        """Return the kind of border between two zones, or `None` if they do not touch. Raises `KeyError`."""
        return self._beside[a].get(self._by_id[b].id)

    def neighbours(self, zone: str, kind: BorderKind | None = None) -> tuple[str, ...]:
        """Return the zones that touch a zone, across borders of one kind or of any. Raises `KeyError`."""
        return self._neighbours[zone, kind]

    @cached_property
    def sound(self) -> Distances:
        """Distances for sound: every kind of border counts one step (SCORPION-D1)."""
        return Distances({zone: self.neighbours(zone) for zone in self.ids})

    @cached_property
    def walking(self) -> Distances:
        """Distances for walking: only plain borders, ignoring stops in moats (SCORPION-D6)."""
        return Distances({zone: self.neighbours(zone, "plain") for zone in self.ids})

    def reach(self, zone: str, steps: int) -> frozenset[str]:
        """Return the zones where a guard's move of at most `steps` zones may end; moats stop it (SCORPION-13.2, 27)."""
        found, going = {zone}, {zone}
        for _ in range(steps):
            new = {other for at in going for other in self.neighbours(at, "plain")} - found
            found |= new
            going = new - self.moats
        return frozenset(found)
