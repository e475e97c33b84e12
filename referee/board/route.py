"""The patrol route as patrols walk it (ledger 13.2), and the small texts and numbers of a board file."""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator, Field, StrictStr, StringConstraints

from referee.core.reading import readable
from referee.core.values import Value

MAX_ID = 16
"""Characters of the longest id."""
MAX_NAME = 80
"""Characters of the longest name."""
MAX_POINTS = 200
"""Corners of the most crooked zone."""
MAX_CORNERS = 6_000
"""Corners of all zones together; Nijo has 854. What is drawn and edited takes the longer the more there are."""
MAX_UNITS = 100_000
"""The widest drawing, in its own units."""

ZoneKind: TypeAlias = Literal["ground", "moat", "castle"]
BorderKind: TypeAlias = Literal["plain", "wall", "sound"]
Castle: TypeAlias = Literal["A", "B"]
CASTLES: tuple[Castle, Castle] = ("A", "B")


def _seen(text: str) -> str:
    if not (text.isprintable() or readable(text)):
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
"""x to the right and y down, in units of the drawing."""


def _a_ring(points: tuple[Point, ...]) -> tuple[Point, ...]:
    if 0 < len(points) < 3:
        raise ValueError("has fewer than three corners")
    return points


Polygon: TypeAlias = Annotated[tuple[Point, ...], Field(max_length=MAX_POINTS), AfterValidator(_a_ring)]
"""The corners of an area, the first not repeated; none if it is not drawn."""


class Name(Value):
    """What something is called, in both languages."""

    en: Text = ""
    ja: Text = ""

    def text(self, lang: str) -> str:
        """Return the name in a language, else in the other; empty if it has none."""
        return (self.ja or self.en) if lang == "ja" else (self.en or self.ja)


MAX_EDGES = 1_000
MAX_TRANSITIONS = 4_000

State: TypeAlias = tuple[str | None, str]
"""The zone at a patrol's back, and the zone that it stands in."""


class Doubtful(ValueError):
    """A facing that does not tell which way the patrol may go on. `behinds` are those that it could mean."""

    def __init__(self, at: str, facing: str, behinds: tuple[str | None, ...]) -> None:
        super().__init__(f"facing {facing} at {at} leaves {len(behinds)} ways to stand")
        self.at = at
        self.facing = facing
        self.behinds = behinds


class Route(Value):
    """The red line: `one_way` repeats the edges that are only walked from their first zone to their second.

    `transitions` (from, at, to), if given, are all that a patrol may do; else it may do all but turn back.
    """

    edges: Annotated[tuple[tuple[Id, Id], ...], Field(max_length=MAX_EDGES)] = ()
    one_way: Annotated[tuple[tuple[Id, Id], ...], Field(max_length=MAX_EDGES)] = ()
    transitions: Annotated[tuple[tuple[Id, Id, Id], ...], Field(max_length=MAX_TRANSITIONS)] | None = None

    @cached_property
    def zones(self) -> tuple[str, ...]:
        """The zones on the route, in the order in which its edges name them."""
        return tuple(dict.fromkeys(zone for edge in self.edges for zone in edge))

    @cached_property
    def steps(self) -> frozenset[tuple[str, str]]:
        """Every step along the route: both ways along an edge, but not against a one-way edge."""
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
        """Return the zones that an edge of the route joins to `zone`, whichever way it is walked."""
        return self._beside.get(zone, ())

    def ahead(self, at: str) -> tuple[str, ...]:
        """Return where the route leads from a zone for somebody who may turn freely."""
        return tuple(zone for zone in self.neighbours(at) if (at, zone) in self.steps)

    def continuations(self, behind: str | None, at: str) -> tuple[str, ...]:
        """Return where a patrol goes on: two or more at a fork, none at a dead end (SCORPION-15.5, 15.6).

        A patrol with nothing behind it may go anywhere that the route leads.
        """
        if behind is None:
            return self.ahead(at)
        allowed = self._allowed
        return tuple(to for to in self.ahead(at) if to != behind and (allowed is None or (behind, at, to) in allowed))

    def turning(self, behind: str | None, at: str) -> tuple[str, ...]:
        """Return where a patrol goes on after it has stopped in a dead end: back, if the route lets it (OP-3)."""
        return (behind,) if behind is not None and (at, behind) in self.steps else ()

    @cached_property
    def states(self) -> tuple[State, ...]:
        """Every way to stand on the route after a step along it."""
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
        """The zones of each route, if the red line is more than one."""
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
        """Return what may be at the back of a patrol that is placed at a zone (SCORPION-4.4).

        These are the neighbours that it can have come from, and None only where every neighbour is ahead: at a
        dead end and where a one-way line begins. Off the route there are none.
        """
        beside = self.neighbours(at)
        from_ = tuple(zone for zone in beside if (zone, at) in self.steps)
        start = bool(beside) and len(self.ahead(at)) == len(beside) and (len(beside) == 1 or not from_)
        return (*from_, None) if start else from_

    def behind_facing(self, at: str, facing: str) -> str | None:
        """Return what is at the back of a patrol that faces a neighbour.

        Raises `Doubtful` unless all that can be at its back leave it the same continuations, one of them `facing`.
        """
        meant = tuple(behind for behind in self.behinds(at) if facing in self.continuations(behind, at))
        if len({self.continuations(behind, at) for behind in meant}) != 1:
            raise Doubtful(at, facing, meant)
        return meant[0]
