"""The properties of zones and their borders: kinds and flags, borders and walls, the patrol route, dots and links."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, Literal

from pydantic import ValidationError

from companion.boards.drawing import Spot, nearest_on
from companion.boards.tracing.sketch import Edge, Pair, Sketch, Untraceable, new_id
from referee.board.board import BorderKind, Name, Route, Zone

Brush = Literal[
    "ground", "moat", "castle_a", "castle_b", "edge", "inside_outer_moat", "between_castles", "post", "barracks"
]
KINDS: dict[str, dict[str, Any]] = {
    "ground": {"kind": "ground", "castle": None},
    "moat": {"kind": "moat", "castle": None},
    "castle_a": {"kind": "castle", "castle": "A"},
    "castle_b": {"kind": "castle", "castle": "B"},
}
"""The brushes that set a zone's kind; the others set or clear a flag."""


def painted(sketch: Sketch, zones: Iterable[str], brush: Brush, on: bool = True) -> Sketch:
    """Return the sketch with some zones painted. With `on` false a flag is cleared, and a kind becomes ground."""
    change: dict[str, Any] = (KINDS[brush] if on else KINDS["ground"]) if brush in KINDS else {str(brush): on}
    known = dict(sketch.zones)
    for zone in zones:
        known[zone] = sketch.zone(zone).model_copy(update=change)
    return replace(sketch, zones=known)


def has(zone: Zone, brush: Brush) -> bool:
    if brush in KINDS:
        return all(getattr(zone, name) == value for name, value in KINDS[brush].items())
    return bool(getattr(zone, brush))


def named(sketch: Sketch, zone: str, *, en: str, ja: str) -> Sketch:
    """Return the sketch with a zone's name in both languages. Raises `Untraceable` for an invalid one."""
    try:
        name = Name(en=en.strip(), ja=ja.strip())
    except ValidationError:
        raise Untraceable("trace.bad_name") from None
    return sketch.with_zone(sketch.zone(zone).model_copy(update={"name": name}))


def numbered(sketch: Sketch, zone: str, id: str) -> Sketch:
    """Return the sketch with a zone's id replaced everywhere. Raises `Untraceable` for an invalid one."""
    before = sketch.zone(zone)
    if id == zone:
        return sketch
    if id in sketch.zones:
        raise Untraceable("trace.id_taken", zone=id)
    try:
        after = Zone.model_validate(before.model_dump() | {"id": id})
    except ValidationError:
        raise Untraceable("trace.bad_id") from None

    def new(old: str) -> str:
        return id if old == zone else old

    route = sketch.route
    return replace(
        sketch,
        zones={new(old): after if old == zone else z for old, z in sketch.zones.items()},
        rings={new(old): ring for old, ring in sketch.rings.items()},
        dots={new(old): spot for old, spot in sketch.dots.items()},
        links={(new(a), new(b)): kind for (a, b), kind in sketch.links.items()},
        route=Route(
            edges=tuple((new(a), new(b)) for a, b in route.edges),
            one_way=tuple((new(a), new(b)) for a, b in route.one_way),
            transitions=None
            if route.transitions is None
            else tuple((new(a), new(b), new(c)) for a, b, c in route.transitions),
        ),
    )


def borders(sketch: Sketch) -> dict[Pair, BorderKind]:
    """Return all borders of a sketch, in the order of its zones.

    Two zones that share both an open edge and a wall have an open border (ledger 13.1). A common corner is no border.
    """
    kinds: dict[Pair, set[BorderKind]] = {}
    for ends, zones in sketch.sharing().items():
        if len(zones) == 2:
            kinds.setdefault((zones[0], zones[1]), set()).add(sketch.edges.get(ends, "plain"))
    found: dict[Pair, BorderKind] = {
        pair: next(kind for kind in ("plain", "wall", "sound") if kind in here) for pair, here in kinds.items()
    }
    for (a, b), kind in sketch.links.items():
        if (a, b) not in found and (b, a) not in found:
            found[a, b] = kind
    return found


def walled(sketch: Sketch, ends: Edge, kind: BorderKind) -> Sketch:
    """Return the sketch with an edge between two zones made plain, a wall, or a border for sound alone.

    Raises `Untraceable` if the edge is no border.
    """
    if len(sketch.sharing().get(ends, ())) != 2:
        raise Untraceable("trace.no_border")
    edges = {e: k for e, k in sketch.edges.items() if e != ends}
    return replace(sketch, edges=edges if kind == "plain" else edges | {ends: kind})


def bounded(sketch: Sketch, a: str, b: str, kind: BorderKind) -> Sketch:
    """Return the sketch with the whole border of two zones of one kind. Raises `Untraceable` if they do not touch."""
    sharing = sketch.sharing()
    common = [ends for ends, zones in sharing.items() if set(zones) == {a, b}]
    if common:
        edges = {e: k for e, k in sketch.edges.items() if e not in common}
        return replace(sketch, edges=edges if kind == "plain" else edges | dict.fromkeys(common, kind))
    pair = next((pair for pair in sketch.links if set(pair) == {a, b}), None)
    if pair is None:
        raise Untraceable("trace.not_beside", zone=a, other=b)
    return replace(sketch, links={**sketch.links, pair: kind})


def border_at(sketch: Sketch, spot: Spot, reach: float) -> Edge | None:
    """Return the border nearest to a point, at most `reach` units away, or None."""
    best, nearest = None, reach
    for ends, zones in sketch.sharing().items():
        if len(zones) == 2:
            _, distance = nearest_on((sketch.corners[ends[0]], sketch.corners[ends[1]]), spot)
            if distance <= nearest:
                best, nearest = ends, distance
    return best


def along(sketch: Sketch, line: Sequence[Spot], reach: float) -> tuple[Edge, ...]:
    """Return the borders along which a stroke was drawn, in order, each once."""
    found = (border_at(sketch, spot, reach) for spot in line)
    return tuple(dict.fromkeys(ends for ends in found if ends is not None))


def wall_along(sketch: Sketch, line: Sequence[Spot], reach: float, kind: BorderKind = "wall") -> Sketch:
    """Return the sketch with every border along a stroke of one kind."""
    edges = dict(sketch.edges)
    for ends in along(sketch, line, reach):
        edges.pop(ends, None)
        if kind != "plain":
            edges[ends] = kind
    return replace(sketch, edges=edges)


def walked(sketch: Sketch, zones: Sequence[str]) -> Sketch:
    """Return the sketch with a route through these zones in order, added to the existing one.

    Raises `Untraceable` if two of them have no open border: patrols climb no walls.
    """
    open_pairs = {frozenset(pair) for pair, kind in borders(sketch).items() if kind == "plain"}
    edges = list(sketch.route.edges)
    there = {frozenset(e) for e in edges}
    for a, b in pairwise(zones):
        pair = frozenset((a, b))
        if a != b and pair not in there:
            if pair not in open_pairs:
                raise Untraceable("trace.route_wall", zone=a, other=b)
            edges.append((a, b))
            there.add(pair)
    return replace(sketch, route=_route(sketch.route, edges))


def unwalked(sketch: Sketch, a: str, b: str) -> Sketch:
    """Return the sketch without the route's edge between two zones. Raises `Untraceable` if there is none."""
    edges = [e for e in sketch.route.edges if set(e) != {a, b}]
    if len(edges) == len(sketch.route.edges):
        raise Untraceable("trace.no_route", zone=a, other=b)
    return replace(sketch, route=_route(sketch.route, edges))


def arrowed(sketch: Sketch, a: str, b: str) -> Sketch:
    """Return the sketch with the next direction of the route between two zones: both, then a to b, then b to a."""
    if not any(set(e) == {a, b} for e in sketch.route.edges):
        raise Untraceable("trace.no_route", zone=a, other=b)
    now = next((e for e in sketch.route.one_way if set(e) == {a, b}), None)
    rest = [e for e in sketch.route.one_way if set(e) != {a, b}]
    following = {None: (a, b), (a, b): (b, a), (b, a): None}[now]
    one_way = rest if following is None else [*rest, following]
    return replace(sketch, route=_route(sketch.route.model_copy(update={"one_way": tuple(one_way)}), None))


def turns_at(sketch: Sketch, zone: str) -> tuple[tuple[str, str], ...]:
    """Return all ways through a zone: pairs of the zone before and the zone after it. A fork has several."""
    steps = sketch.route.steps
    come = [a for a, b in sorted(steps) if b == zone]
    go = [b for a, b in sorted(steps) if a == zone]
    return tuple((a, b) for a in come for b in go if a != b)


def forks_at(sketch: Sketch, zone: str) -> tuple[tuple[str, str], ...]:
    """Return the ways through a zone if a patrol may have a choice there; else nothing."""
    turns = turns_at(sketch, zone)
    origins = [came for came, _ in turns]
    return turns if len(origins) > len(set(origins)) else ()


def forked(sketch: Sketch, came: str, zone: str, to: str, allowed: bool) -> Sketch:
    """Return the sketch with one way through a zone allowed or not. The others stay as they are.

    While every way is allowed, `transitions` is None: a patrol may then do anything but turn back.
    """
    if (came, to) not in turns_at(sketch, zone):
        raise Untraceable("trace.no_route", zone=came, other=to)
    every = {(a, z, b) for z in sketch.route.zones for a, b in turns_at(sketch, z)}
    now = every if sketch.route.transitions is None else set(sketch.route.transitions) & every
    now = now | {(came, zone, to)} if allowed else now - {(came, zone, to)}
    route = sketch.route.model_copy(update={"transitions": None if now == every else tuple(sorted(now))})
    return replace(sketch, route=route)


def _route(route: Route, edges: Sequence[tuple[str, str]] | None) -> Route:
    """Return a route with other edges, and the directions and transitions that still fit."""
    new = Route(edges=tuple(edges if edges is not None else route.edges))
    one_way = tuple(e for e in route.one_way if e in new.steps)
    new = Route(edges=new.edges, one_way=one_way)
    if route.transitions is None:
        return new
    fresh = {frozenset(e) for e in new.edges} - {frozenset(e) for e in route.edges}
    turns = {t for t in route.transitions if t[:2] in new.steps and t[1:] in new.steps}
    for a, z in new.steps:
        turns |= {
            (a, z, b) for x, b in new.steps if x == z and b != a and {frozenset((a, z)), frozenset((z, b))} & fresh
        }
    return Route(edges=new.edges, one_way=one_way, transitions=tuple(sorted(turns)))


def dotted(sketch: Sketch, spot: Spot) -> Sketch:
    """Return the sketch with a new zone that is a dot. Raises `Untraceable` if the board is full."""
    id = new_id(sketch)
    return replace(sketch.with_zone(Zone(id=id, kind="ground")), dots={**sketch.dots, id: spot})


def dot_at(sketch: Sketch, spot: Spot, reach: float) -> str | None:
    """Return the dot nearest to a point, at most `reach` units away, or None."""
    distances = {zone: math.dist(place, spot) for zone, place in sketch.dots.items()}
    best = min(distances, key=distances.__getitem__, default=None)
    return best if best is not None and distances[best] <= reach else None


def dragged(sketch: Sketch, zone: str, to: Spot) -> Sketch:
    if zone not in sketch.dots:
        raise Untraceable("trace.no_zone", zone=zone)
    return replace(sketch, dots={**sketch.dots, zone: to})


def link_of(sketch: Sketch, a: str, b: str) -> Pair | None:
    """Return the link of two dots, in either order, or None."""
    return next((pair for pair in ((a, b), (b, a)) if pair in sketch.links), None)


def joined(sketch: Sketch, a: str, b: str) -> Sketch:
    """Return the sketch with two dots linked; an existing link changes to the next kind: plain, wall, sound, none."""
    if a == b or a not in sketch.dots or b not in sketch.dots:
        raise Untraceable("trace.not_beside", zone=a, other=b)
    pair = link_of(sketch, a, b)
    if pair is None:
        return replace(sketch, links={**sketch.links, (a, b): "plain"})
    if sketch.links[pair] == "sound":
        return replace(sketch, links={p: k for p, k in sketch.links.items() if p != pair}).tidied()
    return replace(sketch, links={**sketch.links, pair: "wall" if sketch.links[pair] == "plain" else "sound"})
