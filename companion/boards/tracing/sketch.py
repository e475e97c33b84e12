"""A board while it is being traced, and its history since the editor was opened, for undo and redo."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.boards.drawing import Spot, area, cross, inside, middle, sides
from referee.board.board import MAX_POINTS, MAX_ZONES, BorderKind, Name, Route, Zone

Edge = tuple[int, int]
"""Two neighbouring corners, the smaller number first."""
Pair = tuple[str, str]
"""Two zones that touch, in the order of the sketch."""


class Untraceable(ValueError):
    """An operation that cannot be done: a message key of the editor with its parameters. The sketch stays as it was."""

    def __init__(self, message: str, **params: Any) -> None:
        super().__init__(message)
        self.message = message
        self.params = params


@dataclass(frozen=True)
class Sketch:
    """Zones, their corners and borders, and the patrol route.

    A zone has a ring of corners or, in the quick mode, only a dot, or nothing yet. Zones touch where their rings share
    an edge; dots touch if they are linked. Borders that are not in `edges` or `links` are plain.
    """

    id: str = "mine"
    name: Name = field(default_factory=Name)
    size: tuple[int, int] = (1200, 1600)
    zones: Mapping[str, Zone] = field(default_factory=dict)
    """The properties of each zone, without its polygon, in the order of creation."""
    corners: Mapping[int, Spot] = field(default_factory=dict)
    rings: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    edges: Mapping[Edge, BorderKind] = field(default_factory=dict)
    dots: Mapping[str, Spot] = field(default_factory=dict)
    links: Mapping[Pair, BorderKind] = field(default_factory=dict)
    route: Route = field(default_factory=Route)

    def ring(self, zone: str) -> tuple[Spot, ...]:
        """Return the points of a zone's corners; empty for a dot. Raises `Untraceable` for an unknown zone."""
        self.zone(zone)
        return tuple(self.corners[corner] for corner in self.rings.get(zone, ()))

    def zone(self, zone: str) -> Zone:
        """Return the properties of a zone. Raises `Untraceable` for an unknown one."""
        if zone not in self.zones:
            raise Untraceable("trace.no_zone", zone=zone)
        return self.zones[zone]

    def middle(self, zone: str) -> Spot:
        """Return the point of a zone's id."""
        known = self.zone(zone)
        if known.label is not None:
            return known.label
        return middle(self.ring(zone)) if zone in self.rings else self.dots.get(zone, (0, 0))

    def at(self, spot: Spot) -> str | None:
        """Return the zone at a point: the smallest whose ring contains it."""
        here = [zone for zone, ring in self.rings.items() if inside(spot, [self.corners[c] for c in ring])]
        return min(here, key=lambda zone: abs(area(self.ring(zone))), default=None)

    def sharing(self) -> dict[Edge, tuple[str, ...]]:
        """Return every edge with the zones that it bounds, in the order of the sketch."""
        found: dict[Edge, tuple[str, ...]] = {}
        for zone, ring in self.rings.items():
            for edge in edges_of(ring):
                found[edge] = (*found.get(edge, ()), zone)
        return found

    def with_zone(self, zone: Zone) -> Sketch:
        """Return the sketch with a zone added, or replacing the one with the same id."""
        return replace(self, zones={**self.zones, zone.id: zone})

    def tidied(self) -> Sketch:
        """Return the sketch without unused corners, walls, links and parts of the route."""
        used = {corner for ring in self.rings.values() for corner in ring}
        corners = {c: s for c, s in self.corners.items() if c in used}
        kept = self.edges
        if kept:
            sharing = self.sharing()
            kept = {edge: kind for edge, kind in kept.items() if edge in sharing}
        links = {pair: kind for pair, kind in self.links.items() if pair[0] in self.dots and pair[1] in self.dots}
        sketch = replace(self, corners=corners, edges=kept, links=links)
        return sketch if not self.route.edges else replace(sketch, route=still_walked(sketch))


def edge(a: int, b: int) -> Edge:
    return (a, b) if a < b else (b, a)


def edges_of(ring: Sequence[int]) -> Iterator[Edge]:
    """Yield the edges of a ring, each once: a bridge to a hole is walked twice and is no edge."""
    walked = [edge(a, b) for a, b in zip(ring, (*ring[1:], *ring[:1]), strict=True)]
    if len(set(ring)) == len(ring):
        return iter(walked)
    times = Counter(walked)
    return (each for each in walked if times[each] == 1)


def still_walked(sketch: Sketch) -> Route:
    """Return the route without its edges to zones that no longer exist."""
    there = sketch.zones.keys()
    kept = tuple(e for e in sketch.route.edges if e[0] in there and e[1] in there)
    steps = {step for a, b in kept for step in ((a, b), (b, a))}
    turns = sketch.route.transitions
    return Route(
        edges=kept,
        one_way=tuple(e for e in sketch.route.one_way if e in steps),
        transitions=None if turns is None else tuple(t for t in turns if {t[:2], t[1:]} <= steps),
    )


def new_id(sketch: Sketch) -> str:
    """Return an unused id for a zone: `Z1`, `Z2`, and so on. Raises `Untraceable` if the board is full."""
    if len(sketch.zones) >= MAX_ZONES:
        raise Untraceable("trace.full", most=MAX_ZONES)
    return next(f"Z{n}" for n in range(1, MAX_ZONES + 2) if f"Z{n}" not in sketch.zones)


def checked_ring(spots: Sequence[Spot]) -> None:
    """Raise `Untraceable` for a ring that has no area, crosses itself, or has too many corners."""
    if len(set(spots)) < 3:
        raise Untraceable("trace.few_corners")
    if len(spots) > MAX_POINTS:
        raise Untraceable("trace.many_corners", most=MAX_POINTS)
    every = [side for side in sides(spots) if side[0] != side[1]]
    for n, one in enumerate(every):
        for other in every[n + 1 :]:
            if set(one) != set(other) and cross(one, other):
                raise Untraceable("trace.crosses")
    if not area(spots):
        raise Untraceable("trace.few_corners")


@dataclass(frozen=True, slots=True)
class History:
    """The present sketch, the earlier ones, and the undone ones. Sketches share their unchanged parts."""

    now: Sketch
    before: tuple[Sketch, ...] = ()
    after: tuple[Sketch, ...] = ()

    def then(self, sketch: Sketch) -> History:
        """Return the history with a next sketch, dropping the undone ones. An equal sketch changes nothing."""
        return self if sketch == self.now else History(sketch, (*self.before, self.now))

    def undone(self) -> History:
        """Return the history with the last operation undone, if there is one."""
        if not self.before:
            return self
        return History(self.before[-1], self.before[:-1], (self.now, *self.after))

    def redone(self) -> History:
        """Return the history with the last undone operation done again, if there is one."""
        return self if not self.after else History(self.after[0], (*self.before, self.now), self.after[1:])
