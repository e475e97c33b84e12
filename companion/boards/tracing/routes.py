"""The patrol route: drawn along zones, with one-way arrows and forks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from companion.boards.tracing.borders import borders
from companion.boards.tracing.sketch import Sketch, Untraceable
from referee.board.route import Route


def walked(sketch: Sketch, zones: Sequence[str]) -> Sketch:
    """Return the sketch with a route along zones one after the other, besides what is there.

    Raises `Untraceable` where two zones do not touch openly: patrols climb no walls.
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
    """Return the sketch without the part of the route between two zones. Raises `Untraceable` if there is none."""
    edges = [e for e in sketch.route.edges if set(e) != {a, b}]
    if len(edges) == len(sketch.route.edges):
        raise Untraceable("trace.no_route", zone=a, other=b)
    return replace(sketch, route=_route(sketch.route, edges))


def arrowed(sketch: Sketch, a: str, b: str) -> Sketch:
    """Return the sketch with the next arrow between two zones: both ways, then from a to b, then from b to a."""
    if not any(set(e) == {a, b} for e in sketch.route.edges):
        raise Untraceable("trace.no_route", zone=a, other=b)
    now = next((e for e in sketch.route.one_way if set(e) == {a, b}), None)
    rest = [e for e in sketch.route.one_way if set(e) != {a, b}]
    following = {None: (a, b), (a, b): (b, a), (b, a): None}[now]
    one_way = rest if following is None else [*rest, following]
    return replace(sketch, route=_route(sketch.route.model_copy(update={"one_way": tuple(one_way)}), None))


def turns_at(sketch: Sketch, zone: str) -> tuple[tuple[str, str], ...]:
    """Return all ways through a zone: from where, and where to. A fork has several to choose from."""
    steps = sketch.route.steps
    come = [a for a, b in sorted(steps) if b == zone]
    go = [b for a, b in sorted(steps) if a == zone]
    return tuple((a, b) for a in come for b in go if a != b)


def forks_at(sketch: Sketch, zone: str) -> tuple[tuple[str, str], ...]:
    """Return the ways through a zone where a patrol may have a choice; none where each way in has one way out."""
    turns = turns_at(sketch, zone)
    ways_in = [came for came, _ in turns]
    return turns if len(ways_in) > len(set(ways_in)) else ()


def forked(sketch: Sketch, came: str, zone: str, to: str, allowed: bool) -> Sketch:
    """Return the sketch with one way through a zone allowed or not. The others stay as they are.

    While every way is allowed nothing is written down: a patrol may then do all but turn back.
    """
    if (came, to) not in turns_at(sketch, zone):
        raise Untraceable("trace.no_route", zone=came, other=to)
    every = {(a, z, b) for z in sketch.route.zones for a, b in turns_at(sketch, z)}
    now = every if sketch.route.transitions is None else set(sketch.route.transitions) & every
    now = now | {(came, zone, to)} if allowed else now - {(came, zone, to)}
    route = sketch.route.model_copy(update={"transitions": None if now == every else tuple(sorted(now))})
    return replace(sketch, route=route)


def _route(route: Route, edges: Sequence[tuple[str, str]] | None) -> Route:
    """Return a route with other edges, and of arrows and turns what still fits."""
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
