"""What zones are: kind, castle and flags painted over many at once, ids and names one by one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Literal

from pydantic import ValidationError

from companion.boards.tracing.sketch import Sketch, Untraceable
from referee.board.board import Zone
from referee.board.route import Name, Route

Brush = Literal[
    "ground", "moat", "castle_a", "castle_b", "edge", "inside_outer_moat", "between_castles", "post", "barracks"
]
KINDS: dict[str, dict[str, Any]] = {
    "ground": {"kind": "ground", "castle": None},
    "moat": {"kind": "moat", "castle": None},
    "castle_a": {"kind": "castle", "castle": "A"},
    "castle_b": {"kind": "castle", "castle": "B"},
}
"""The brushes that make a zone something; the others set or take away a flag."""


def painted(sketch: Sketch, zones: Iterable[str], brush: Brush, on: bool = True) -> Sketch:
    """Return the sketch with some zones painted. With `on` false a flag is taken away, and a kind becomes ground."""
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
    """Return the sketch with a zone's name in both languages. Raises `Untraceable` for one that cannot be."""
    try:
        name = Name(en=en.strip(), ja=ja.strip())
    except ValidationError:
        raise Untraceable("trace.bad_name") from None
    return sketch.with_zone(sketch.zone(zone).model_copy(update={"name": name}))


def numbered(sketch: Sketch, zone: str, id: str) -> Sketch:
    """Return the sketch with another id for a zone everywhere. Raises `Untraceable` for one that cannot be."""
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
