"""What a map of a board shows, as values that compare by `==`: whoever may see it has decided before."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Tone = Literal["public", "guards", "intruders", "gm", "replay", "secret"]
"""Whose map it is; it is drawn the same, and spoken of by its own name."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure in a zone. `label` tells it from others ("6", "P1"), `facing` is the zone a patrol faces."""

    zone: str
    kind: Literal["sentry", "patrol", "ninja", "traitor"]
    label: str
    facing: str = ""
    drunk: bool = False
    dead: bool = False
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """A letter in a small square: A to F pale, T and H in a vermilion edge, S2 two sleepers, X a passage."""

    zone: str
    letter: str
    edge: Literal["pale", "vermilion"] = "pale"


@dataclass(frozen=True, slots=True)
class Trail:
    """An intruder's way. `turns` holds the turn that ended at each step, 0 for none; both are equally long."""

    who: Literal["ninja", "traitor"]
    zones: tuple[str, ...]
    turns: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class MapFacts:
    """Everything on a map. `board` is a hash or an id that `companion.boards.drawing` knows.

    `targets` are zones where something may be done, each with a short label such as what it costs, or "". `chosen`
    is the zone that was tapped, `concerned` what the referee speaks of, `searched` what was searched this turn,
    `cloud` where an intruder could be, `ropes` pairs of zones. `out` are the zones in which nobody can be, and `notes`
    what is known of a zone in words.
    """

    board: str
    tone: Tone = "public"
    figures: tuple[Figure, ...] = ()
    marks: tuple[Mark, ...] = ()
    trails: tuple[Trail, ...] = ()
    targets: tuple[tuple[str, str], ...] = ()
    chosen: str = ""
    concerned: tuple[str, ...] = ()
    searched: tuple[str, ...] = ()
    cloud: tuple[str, ...] = ()
    ropes: tuple[tuple[str, str], ...] = ()
    out: tuple[str, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()
