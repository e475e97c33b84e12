"""What the board editor of one phone shows: the bench, the size of the drawing's window, the photo, the open sheet."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any, Literal

from companion.boards.geometry import Spot
from companion.boards.tracing.bench import Bench, Gaze
from companion.boards.tracing.checking import Counts
from referee.board.checks import Problem

Sheet = Literal["", "problems", "board"]
Preview = Literal["sound", "walk"]
FARTHEST_PIXEL = 10_000.0
"""Pixels from a window's corner beyond which no finger is."""
PANS = frozenset({"look", "choose", "hear"})
"""The tools with which a drag moves the drawing."""


@dataclass(frozen=True, slots=True)
class Checks:
    """What is wrong with a sketch, and its numbers."""

    problems: tuple[Problem, ...]
    counts: Counts

    @property
    def errors(self) -> tuple[Problem, ...]:
        return tuple(problem for problem in self.problems if problem.severity == "error")


@dataclass(frozen=True, slots=True)
class Typed:
    """What stands in a field and is not taken over yet: `field` is `id` or `name`, `about` a zone, empty the board."""

    field: Literal["id", "name"]
    about: str
    lang: str
    text: str


@dataclass(frozen=True, slots=True)
class Workplace:
    """The editor of one phone. A value: what a finger does makes the next one."""

    number: int
    """The sketch's number in the store."""
    bench: Bench
    photo: str = ""
    """The last part of the photo's address, as long as the editor is open."""
    wide: float = 0.0
    """Pixels of the drawing's window; 0 until the phone has said it."""
    high: float = 0.0
    sheet: Sheet = ""
    far: int = 1
    preview: Preview = "sound"
    checks: Checks | None = None
    """What was found at the last look; None before the first."""
    from_pixel: tuple[float, float] | None = None
    """Where a finger was that drags the drawing itself."""
    typed: Typed | None = None

    def spot(self, x: Any, y: Any) -> Spot | None:
        """Return the place on the drawing under a pixel, the nearest one if it is beside it; None for no pixel."""
        pixel = pixel_of(x, y)
        if pixel is None:
            return None
        (across, down), (most_x, most_y) = self.bench.gaze.spot(*pixel), self.bench.sketch.size
        return min(max(across, 0), most_x), min(max(down, 0), most_y)

    def gazing(self, gaze: Gaze) -> Workplace:
        """Return the place with another gaze; some of the drawing always stays in sight."""
        (across, down), scale = self.bench.sketch.size, gaze.scale
        left = min(max(gaze.left, -self.wide / scale / 2), across - self.wide / scale / 2)
        top = min(max(gaze.top, -self.high / scale / 2), down - self.high / scale / 2)
        return replace(self, bench=replace(self.bench, gaze=Gaze(scale, left, top)))


def pixel_of(x: Any, y: Any) -> tuple[float, float] | None:
    """Return a finger's place as a phone sent it, held near the window; None if it is none."""
    if any(isinstance(each, bool) or not isinstance(each, int | float) for each in (x, y)):
        return None
    try:
        here = float(x), float(y)
    except OverflowError:
        return None
    if not all(math.isfinite(each) for each in here):
        return None
    across, down = (min(max(each, -FARTHEST_PIXEL), FARTHEST_PIXEL) for each in here)
    return across, down
