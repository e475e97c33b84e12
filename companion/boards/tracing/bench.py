"""The workbench of one phone: the sketch with its history, the tool in hand, what is chosen, where one looks.

It is a value like the sketch. What a finger does is in `tools`; what cannot be done leaves everything as it is and says
why in `trouble`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, get_args

from companion.boards.geometry import Spot
from companion.boards.tracing.history import History
from companion.boards.tracing.painting import Brush
from companion.boards.tracing.sketch import Sketch, Untraceable
from referee.board.route import BorderKind

Tool = Literal["zone", "dot", "corner", "choose", "split", "hole", "border", "paint", "route", "hear", "look"]
TOOLS: tuple[Tool, ...] = get_args(Tool)
FINGER = 16.0
"""Pixels that a finger may be beside what it means."""
NEAREST, FARTHEST = 8.0, 0.1
"""Pixels of a unit when one looks from nearest and from farthest."""


@dataclass(frozen=True, slots=True)
class Gaze:
    """Where one looks: `scale` pixels a unit, and the place of the drawing that is in the upper left corner."""

    scale: float = 0.3
    left: float = 0.0
    top: float = 0.0

    def spot(self, x: float, y: float) -> Spot:
        """Return the place under a pixel."""
        return round(self.left + x / self.scale), round(self.top + y / self.scale)

    def pixel(self, spot: Spot) -> tuple[float, float]:
        return (spot[0] - self.left) * self.scale, (spot[1] - self.top) * self.scale

    @property
    def reach(self) -> float:
        """Units that a finger may be beside what it means."""
        return FINGER / self.scale

    def nearer(self, by: float, x: float, y: float) -> Gaze:
        """Return the gaze `by` times nearer, with what is under a pixel left where it is."""
        scale = min(NEAREST, max(FARTHEST, self.scale * by))
        return Gaze(scale, self.left + x / self.scale - x / scale, self.top + y / self.scale - y / scale)

    def shifted(self, dx: float, dy: float) -> Gaze:
        """Return the gaze after the drawing was dragged by some pixels."""
        return replace(self, left=self.left - dx / self.scale, top=self.top - dy / self.scale)


def fitting(size: tuple[int, int], width: float, height: float) -> Gaze:
    """Return the gaze in which a whole drawing is seen in the middle."""
    scale = min(width / size[0], height / size[1])
    return Gaze(scale, (size[0] - width / scale) / 2, (size[1] - height / scale) / 2)


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why the last thing could not be done: a message key with its parameters."""

    message: str
    params: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Bench:
    """All that one phone's editor knows."""

    history: History
    tool: Tool = "zone"
    chosen: tuple[str, ...] = ()
    """The zones that were tapped last with the tool that chooses; at most two."""
    line: tuple[Spot, ...] = ()
    """The corners of a ring or a cut that are tapped so far."""
    held: int | None = None
    """The corner that a finger drags."""
    held_dot: str = ""
    brush: Brush = "castle_a"
    painting: bool = True
    """Whether this stroke paints, or takes paint away."""
    border: BorderKind = "wall"
    last: str = ""
    """The zone to which the route was drawn last."""
    gaze: Gaze = field(default_factory=Gaze)
    finger: Spot | None = None
    """Where a finger is now: what the loupe shows."""
    trouble: Trouble | None = None

    @property
    def sketch(self) -> Sketch:
        return self.history.now

    def does(self, act: Callable[[Sketch], Sketch], **then: Any) -> Bench:
        """Return the bench after an act on the sketch, or, if it cannot be done, as it was and with why."""
        try:
            after = self.history.then(act(self.sketch))
        except Untraceable as why:
            return replace(self, trouble=Trouble(why.message, why.params), finger=None, held=None, held_dot="")
        return replace(self, history=after, trouble=None, **then)

    def takes(self, tool: Tool) -> Bench:
        """Return the bench with another tool in hand: what was begun with the old one is dropped."""
        return replace(
            self, tool=tool, line=(), held=None, held_dot="", last="", finger=None, trouble=None,
            chosen=self.chosen if tool == "choose" else self.chosen[:1],
        )  # fmt: skip

    def undone(self) -> Bench:
        """Take the last corner back, or the last act."""
        if self.line:
            return replace(self, line=self.line[:-1], trouble=None)
        return self._kept(self.history.undone())

    def redone(self) -> Bench:
        """Let what was taken back stand again."""
        return self._kept(self.history.redone())

    def _kept(self, history: History) -> Bench:
        chosen = tuple(zone for zone in self.chosen if zone in history.now.zones)
        last = self.last if self.last in history.now.zones else ""
        return replace(self, history=history, chosen=chosen, last=last, trouble=None, held=None, held_dot="")
