"""Whether a board can be played on (ledger 13.3): checks of its zones, borders and route, and of what a match needs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Literal

from pydantic import Field

from referee.board.board import CASTLES, MAX_COMPARED, MAX_CORNERS, Board, Border, Route, Zone
from referee.core.values import Value

Severity = Literal["error", "warning"]


class Problem(Value):
    """One problem: a message key with the zones or border concerned. An error prevents play, a warning does not."""

    message: str
    severity: Severity = "error"
    zones: tuple[str, ...] = ()
    border: tuple[str, str] | None = None
    params: dict[str, Any] = Field(default_factory=dict)

    @property
    def code(self) -> str:
        """The message key without its prefix `board.`."""
        return self.message.removeprefix("board.")


def error(message: str, zones: Iterable[str] = (), border: tuple[str, str] | None = None, **params: Any) -> Problem:
    """Return a problem that prevents play on the board."""
    return Problem(message=message, zones=tuple(zones), border=border, params=params)


def warning(message: str, zones: Iterable[str] = (), border: tuple[str, str] | None = None, **params: Any) -> Problem:
    """Return a problem that is probably a mistake but allows play."""
    return Problem(message=message, severity="warning", zones=tuple(zones), border=border, params=params)


class BadBoard(ValueError):
    """A board that cannot be played on. `problems` holds everything that was found, errors first."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(problems, key=lambda problem: problem.severity != "error"))
        super().__init__("; ".join(_line(problem) for problem in self.errors[:10]))

    def __reduce__(self) -> tuple[type[BadBoard], tuple[tuple[Problem, ...]]]:
        """Pickle the problems instead of the message."""
        return BadBoard, (self.problems,)

    @property
    def errors(self) -> tuple[Problem, ...]:
        """The problems that prevent play: at least one."""
        return tuple(problem for problem in self.problems if problem.severity == "error")


def _line(problem: Problem) -> str:
    about = "-".join(problem.border) if problem.border else " ".join(problem.zones[:10])
    said = ", ".join(f"{name}={value}" for name, value in problem.params.items())
    return " ".join(part for part in (problem.code, about, said) if part)


@dataclass(frozen=True)
class BoardNeeds:
    """What a match's options require of its board (ledger 12)."""

    sentries: int = 8
    sleepers: int = 8
    patrols: int = 3
    patrol_start: Literal["any", "one_per_route", "distinct_zones"] = "any"


Known = Collection[str] | None
"""The existing zones, or `None` if they are not all known."""


def route_errors(route: Route, borders: Iterable[Border] | None, known: Known) -> Iterator[Problem]:
    """Yield the errors of single edges and transitions. `borders` is `None` if they are not all known."""
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


def route_needs(route: Route, needs: BoardNeeds) -> Iterator[Problem]:
    """Yield an error if the patrols cannot start as the options say (OP-1)."""
    if not needs.patrols:
        return
    if not route.edges:
        yield error("board.route_missing", least=needs.patrols)
    elif needs.patrol_start == "distinct_zones" and len(route.zones) < needs.patrols:
        yield error("board.route_zones_few", count=len(route.zones), least=needs.patrols)
    elif needs.patrol_start == "one_per_route" and len(route.lines) < needs.patrols:
        yield error("board.routes_few", count=len(route.lines), least=needs.patrols)


def route_warnings(board: Board) -> Iterator[Problem]:
    """Yield warnings of places where a patrol would be stopped, and of transitions that no patrol can make."""
    route = board.route
    if moats := [zone for zone in route.zones if zone in board.moats]:
        yield warning("board.route_moat", moats)
    for behind, at in route.dead_ends:
        yield warning("board.route_dead_end", [at], None if behind is None else (behind, at))
    for behind, at, to in route.transitions or ():
        if behind == to:
            yield warning("board.transition_back", (behind, at))


MARKS: Final = 10
MARKS_PER_CASTLE: Final = 3
PRINTED_POSTS: Final = 12
BEDS: Final = 2
"""How many guards sleep in a barracks (SCORPION-5.1)."""
BONUS_SLEEPERS: Final = 3
DEGREES: Final = (3, 7)
FEW_STARTS: Final = 3
RESERVED: Final = frozenset({"passage"})
"""Words with another meaning where a zone may be named, so that no zone may have them as its id."""


@lru_cache(maxsize=64)
def problems(board: Board, needs: BoardNeeds = BoardNeeds()) -> tuple[Problem, ...]:
    """Return all errors and then all warnings of a board for a match with these needs."""
    ids = frozenset(zone.id for zone in board.zones)
    wrong = [
        *zone_errors(board.zones),
        *castle_errors(board.castles),
        *border_errors(board.borders, ids),
        *route_errors(board.route, board.borders, ids),
        *detail_errors(board),
        *zone_needs(board.zones, needs),
        *route_needs(board.route, needs),
    ]
    careful = [*zone_warnings(board.zones, needs)]
    if not wrong:
        careful += [*graph_warnings(board), *route_warnings(board)]
    return (*wrong, *careful)


# --- Zones --------------------------------------------------------------------------------------------------------
def zone_errors(zones: Collection[Zone]) -> Iterator[Problem]:
    for id, count in Counter(zone.id for zone in zones).items():
        if count > 1:
            yield error("board.zone_twice", [id], count=count)
    if sum(len(zone.polygon) for zone in zones) > MAX_CORNERS:
        yield error("board.too_many", field="polygon", most=MAX_CORNERS)
    for zone in zones:
        if zone.id.casefold() in RESERVED:
            yield error("board.zone_id_reserved", [zone.id])
        if zone.kind == "castle" and zone.castle is None:
            yield error("board.castle_missing", [zone.id])
        if zone.kind == "ground" and zone.castle is not None:
            yield error("board.castle_on_ground", [zone.id], castle=zone.castle)


def detail_errors(board: Board) -> Iterator[Problem]:
    """Yield an error if it would take long to find where the outlines of neighbours meet."""
    corners = {zone.id: len(zone.polygon) for zone in board.zones}
    compared = sum(corners.get(border.a, 0) * corners.get(border.b, 0) for border in board.borders)
    if compared > MAX_COMPARED:
        yield error("board.too_detailed", most=MAX_COMPARED)


def castle_errors(castles: Collection[str]) -> Iterator[Problem]:
    if sorted(castles) != sorted(CASTLES):
        yield error("board.castles_wrong", castles=tuple(castles))


def zone_needs(zones: Collection[Zone], needs: BoardNeeds) -> Iterator[Problem]:
    posts, beds = sum(zone.post for zone in zones), BEDS * sum(zone.barracks for zone in zones)
    if posts < needs.sentries:
        yield error("board.posts_few", count=posts, least=needs.sentries)
    if beds < needs.sleepers:
        yield error("board.beds_few", count=beds, least=needs.sleepers)
    inside = Counter(zone.castle for zone in zones if zone.takes_mark)
    for castle in CASTLES:
        if inside[castle] < MARKS_PER_CASTLE:
            yield error("board.marks_few_in_castle", castle=castle, count=inside[castle], least=MARKS_PER_CASTLE)
    if inside.total() < MARKS:
        yield error("board.marks_few", count=inside.total(), least=MARKS)
    if not any(zone.edge for zone in zones):
        yield error("board.no_edge")
    if not any(zone.starts_traitor for zone in zones):
        yield error("board.no_traitor_start")
    if not any(zone.kind != "moat" for zone in zones):
        yield error("board.no_entrance")


def zone_warnings(zones: Collection[Zone], needs: BoardNeeds) -> Iterator[Problem]:
    """Yield warnings of anything unusual in the zones."""
    posts = sum(zone.post for zone in zones)
    if posts != PRINTED_POSTS:
        yield warning("board.posts_unusual", count=posts, usual=PRINTED_POSTS)
    yield from _about("board.post_on_moat", (zone for zone in zones if zone.post and zone.kind == "moat"))
    yield from _about("board.barracks_on_moat", (zone for zone in zones if zone.barracks and zone.kind == "moat"))
    beds = BEDS * sum(zone.barracks for zone in zones)
    if needs.sleepers <= beds < needs.sleepers + BONUS_SLEEPERS:
        yield warning("board.beds_full", count=beds, least=needs.sleepers + BONUS_SLEEPERS)
    refused = (zone for zone in zones if zone.secret_ok and (zone.post or zone.castle is None))
    yield from _about("board.mark_refused", refused)
    starts = sum(zone.starts_traitor for zone in zones)
    if 0 < starts < FEW_STARTS:
        yield warning(
            "board.traitor_starts_few", [z.id for z in zones if z.starts_traitor], count=starts, least=FEW_STARTS
        )


def _about(message: str, zones: Iterable[Zone]) -> Iterator[Problem]:
    if named := [zone.id for zone in zones]:
        yield warning(message, named)


# --- Borders ------------------------------------------------------------------------------------------------------
def border_errors(borders: Iterable[Border], known: Collection[str] | None) -> Iterator[Problem]:
    """Yield the errors of single borders. `known` are the existing zones, `None` if they are not all known."""
    seen: set[frozenset[str]] = set()
    for border in borders:
        pair = (border.a, border.b)
        unknown = [] if known is None else [zone for zone in dict.fromkeys(pair) if zone not in known]
        if unknown:
            yield error("board.border_unknown_zone", unknown, pair)
        if border.a == border.b:
            yield error("board.border_to_itself", [border.a], pair)
        elif frozenset(pair) in seen:
            yield error("board.border_twice", border=pair)
        seen.add(frozenset(pair))


def graph_warnings(board: Board) -> Iterator[Problem]:
    """Yield warnings of anything unusual in how the zones touch."""
    marks = board.mark_zones - _by_rope(board)
    if marks:
        yield warning("board.mark_out_of_reach", board.in_order(marks))
    for castle in CASTLES:
        own = board.castle_zones(castle)
        rim = {board.border(a, b) for a in own for b in board.neighbours(a) if b not in own}
        if rim == {"plain"}:
            yield warning("board.castle_open", castle=castle)
    apart = [zone for part in board.sound.components[1:] for zone in part]
    if apart:
        yield warning("board.sound_apart", board.in_order(apart))
    degree = round(2 * len(board.borders) / len(board.zones), 2)
    if not DEGREES[0] <= degree <= DEGREES[1]:
        yield warning("board.degree_unusual", degree=degree, least=DEGREES[0], most=DEGREES[1])


def _by_rope(board: Board) -> set[str]:
    """Return the zones that can be reached from the edge of the map with ropes and through moats."""
    reached: set[str] = set()
    new = set(board.edge_zones)
    while new:
        reached |= new
        new = {b for a in new for b in board.neighbours(a) if board.border(a, b) != "sound"} - reached
    return reached
