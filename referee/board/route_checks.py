"""Whether patrols can walk a board's route (ledger 13.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from referee.board.board import Board, Border
from referee.board.problems import Needs, Problem, error, warning
from referee.board.route import Route

Known = Collection[str] | None
"""The zones that there are, or None if that is in doubt."""


def route_errors(route: Route, borders: Iterable[Border] | None, known: Known) -> Iterator[Problem]:
    """Find what is wrong with single edges and transitions. `borders` are None if some are in doubt."""
    yield from edge_errors(route, borders, known)
    edges = {frozenset(edge) for edge in route.edges}
    twice = Counter(frozenset(edge) for edge in route.one_way)
    for edge in route.one_way:
        if frozenset(edge) not in edges:
            yield error("board.one_way_unknown", border=edge)
        elif twice.pop(frozenset(edge), 1) > 1:
            yield error("board.one_way_twice", border=edge)
    for behind, at, to in dict.fromkeys(route.transitions or ()):
        if (behind, at) not in route.steps or (at, to) not in route.steps:
            yield error("board.transition_unknown", (behind, at, to))


def edge_errors(route: Route, borders: Iterable[Border] | None, known: Known) -> Iterator[Problem]:
    kinds = None if borders is None else {frozenset((border.a, border.b)): border.kind for border in borders}
    seen: set[frozenset[str]] = set()
    for edge in route.edges:
        pair = frozenset(edge)
        unknown = [] if known is None else [zone for zone in dict.fromkeys(edge) if zone not in known]
        if pair in seen:
            yield error("board.route_edge_twice", border=edge)
        elif unknown:
            yield error("board.route_unknown_zone", unknown, edge)
        elif kinds is not None and pair not in kinds:
            yield error("board.route_no_border", border=edge)
        elif kinds is not None and kinds[pair] != "plain":
            yield error("board.route_not_plain", border=edge)
        seen.add(pair)


def route_needs(route: Route, needs: Needs) -> Iterator[Problem]:
    """Find whether the patrols find room to start (OP-1)."""
    if not needs.patrols:
        return
    if not route.edges:
        yield error("board.route_missing", least=needs.patrols)
    elif needs.patrol_start == "distinct_zones" and len(route.zones) < needs.patrols:
        yield error("board.route_zones_few", count=len(route.zones), least=needs.patrols)
    elif needs.patrol_start == "one_per_route" and len(route.lines) < needs.patrols:
        yield error("board.routes_few", count=len(route.lines), least=needs.patrols)


def route_warnings(board: Board) -> Iterator[Problem]:
    """Find where a patrol would be stopped, and transitions that nobody may make."""
    route = board.route
    if moats := [zone for zone in route.zones if zone in board.moats]:
        yield warning("board.route_moat", moats)
    for behind, at in route.dead_ends:
        yield warning("board.route_dead_end", [at], None if behind is None else (behind, at))
    for behind, at, to in route.transitions or ():
        if behind == to:
            yield warning("board.transition_back", (behind, at))
