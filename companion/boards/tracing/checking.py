"""What is wrong with a sketch, live: the ledger's validation of its board, and what only a drawing can have wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from companion.boards.tracing.boards import board_of
from companion.boards.tracing.borders import borders
from companion.boards.tracing.sketch import Sketch, Untraceable, checked_ring
from referee.board.board import MAX_BORDERS, Board
from referee.board.checks import Needs, Problem, error, problems


@dataclass(frozen=True, slots=True)
class Counts:
    """Numbers that help to trace rightly."""

    zones: int
    ground: int
    moat: int
    castle_a: int
    castle_b: int
    posts: int
    barracks: int
    edge: int
    starts: int
    degree: float
    """Neighbours of a zone on average."""


def checked(sketch: Sketch, needs: Needs = Needs()) -> tuple[Problem, ...]:  # noqa: B008
    """Return all problems of a sketch: those of its drawing, then the errors and the warnings of its board."""
    return (*_drawing(sketch), *problems(board_of(sketch), needs))


def _drawing(sketch: Sketch) -> Iterator[Problem]:
    for zone in sketch.zones:
        if zone not in sketch.rings and zone not in sketch.dots:
            yield error("board.trace_undrawn", [zone])
    for zone in sketch.rings:
        try:
            checked_ring(sketch.ring(zone))
        except Untraceable as wrong:
            yield error(f"board.{wrong.message.replace('.', '_')}", [zone], **wrong.params)
    if len(borders(sketch)) > MAX_BORDERS:
        yield error("board.trace_many_borders", [])


def counted(sketch: Sketch) -> Counts:
    """Return how many zones of each kind there are, and how well they hang together."""
    board = board_of(sketch)
    kinds = Counter(zone.kind for zone in board.zones)
    castles = Counter(zone.castle for zone in board.zones)
    return Counts(
        zones=len(board.zones),
        ground=kinds["ground"],
        moat=kinds["moat"],
        castle_a=castles["A"],
        castle_b=castles["B"],
        posts=len(board.posts),
        barracks=len(board.barracks),
        edge=len(board.edge_zones),
        starts=len(board.traitor_starts),
        degree=2 * len(board.borders) / len(board.zones) if board.zones else 0.0,
    )


def heard(board: Board, zone: str, far: int) -> tuple[frozenset[str], ...]:
    """Return the zones from which sound comes to a zone: those 1 away, 2 away, up to `far` away."""
    return tuple(
        frozenset(other for other in board.ids if board.sound.between(other, zone) == n) for n in range(1, far + 1)
    )
