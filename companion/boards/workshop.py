"""The board editor of one phone: its state, all its operations by name, and storing the sketch.

Each operation makes the next state from the one before. Arguments come from a phone and are not trusted: an operation
with anything unknown changes nothing.

Nothing waits for the store: while one state is written the next one is made, and only the newest is written after it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

from pydantic import ValidationError

from companion.boards.drawing import Spot
from companion.boards.tracing import tools
from companion.boards.tracing.boards import Counts, checked, counted, dumped, loaded
from companion.boards.tracing.borders import (
    Brush,
    arrowed,
    bounded,
    forked,
    has,
    named,
    numbered,
    painted,
    unwalked,
    walked,
)
from companion.boards.tracing.sketch import History, Sketch, Untraceable
from companion.boards.tracing.tools import TOOLS, Bench, Gaze, fitting
from companion.tables.tables import Tables
from models import SketchRecord
from referee.board.board import BorderKind, Name
from referee.board.checks import Problem

Sheet = Literal["", "problems", "board"]
Preview = Literal["sound", "walk"]
FARTHEST_PIXEL = 10_000.0
"""The largest distance in pixels of a touch from the window's corner; coordinates are limited to it."""
PANS = frozenset({"look", "choose", "hear"})
"""The tools with which a drag moves the drawing."""


@dataclass(frozen=True, slots=True)
class Checks:
    """The problems of a sketch, and its numbers."""

    problems: tuple[Problem, ...]
    counts: Counts

    @property
    def errors(self) -> tuple[Problem, ...]:
        return tuple(problem for problem in self.problems if problem.severity == "error")


@dataclass(frozen=True, slots=True)
class Typed:
    """The text of a field that is not applied yet: `field` is `id` or `name`, `about` a zone, empty for the board."""

    field: Literal["id", "name"]
    about: str
    lang: str
    text: str


@dataclass(frozen=True, slots=True)
class Workplace:
    """The state of one phone's editor. A value: each operation makes the next one."""

    number: int
    """The sketch's number in the store."""
    bench: Bench
    photo: str = ""
    """The last part of the photo's address while the editor is open; empty without a photo."""
    wide: float = 0.0
    """The width of the drawing's window in pixels; 0 until the phone has reported it."""
    high: float = 0.0
    sheet: Sheet = ""
    far: int = 1
    preview: Preview = "sound"
    checks: Checks | None = None
    """The results of the last check; None before the first."""
    from_pixel: tuple[float, float] | None = None
    """The last pixel of a finger that drags the drawing itself."""
    typed: Typed | None = None

    def spot(self, x: Any, y: Any) -> Spot | None:
        """Return the point of the drawing under a pixel, limited to the drawing; None for invalid coordinates."""
        pixel = pixel_of(x, y)
        if pixel is None:
            return None
        (across, down), (most_x, most_y) = self.bench.gaze.spot(*pixel), self.bench.sketch.size
        return min(max(across, 0), most_x), min(max(down, 0), most_y)

    def gazing(self, gaze: Gaze) -> Workplace:
        """Return the state with another view; part of the drawing always stays visible."""
        (across, down), scale = self.bench.sketch.size, gaze.scale
        left = min(max(gaze.left, -self.wide / scale / 2), across - self.wide / scale / 2)
        top = min(max(gaze.top, -self.high / scale / 2), down - self.high / scale / 2)
        return replace(self, bench=replace(self.bench, gaze=Gaze(scale, left, top)))


def pixel_of(x: Any, y: Any) -> tuple[float, float] | None:
    """Return the coordinates of a touch as a phone sent them, limited to the window's surroundings; None if invalid."""
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


NEARER = 1.6
"""The factor of one step of the zoom."""
HOLDS = frozenset({"zone", "dot", "corner", "split", "hole"})
"""The tools that need an exact point: the loupe shows it from the moment of touch-down."""
LONGEST = 200
"""The most characters of a field that are read."""

Act = Callable[..., Workplace]


def done(place: Workplace, name: str, *args: Any) -> Workplace:
    """Return the state after an operation; the text of a field is applied first."""
    act = ACTS.get(name)
    if act is None:
        return place
    if name != "typed":
        place = _taken(place)
    try:
        return act(place, *args)
    except (TypeError, ValueError):
        return place  # our own screens do not send this


# Touch


def tap(place: Workplace, x: Any, y: Any) -> Workplace:
    spot = place.spot(x, y)
    return place if spot is None else replace(place, bench=tools.tapped(place.bench, spot))


def press(place: Workplace, x: Any, y: Any) -> Workplace:
    """Show the loupe when a finger touches a pixel."""
    spot = place.spot(x, y)
    if spot is None or place.bench.tool not in HOLDS:
        return place
    return replace(place, bench=replace(place.bench, finger=spot))


def grab(place: Workplace, x: Any, y: Any) -> Workplace:
    """Start a drag at a pixel."""
    spot = place.spot(x, y)
    if spot is None:
        return place
    if place.bench.tool in PANS:
        return replace(place, from_pixel=pixel_of(x, y))
    return replace(place, bench=tools.grabbed(place.bench, spot))


def pull(place: Workplace, x: Any, y: Any) -> Workplace:
    """Continue a drag at a pixel."""
    pixel, spot = pixel_of(x, y), place.spot(x, y)
    if pixel is None or spot is None:
        return place
    if place.from_pixel is None:
        return replace(place, bench=tools.pulled(place.bench, spot))
    dx, dy = pixel[0] - place.from_pixel[0], pixel[1] - place.from_pixel[1]
    return replace(place.gazing(place.bench.gaze.shifted(dx, dy)), from_pixel=pixel)


def drop(place: Workplace) -> Workplace:
    if place.from_pixel is not None:
        return replace(place, from_pixel=None)
    return replace(place, bench=tools.dropped(place.bench))


def wheel(place: Workplace, x: Any, y: Any, down: Any) -> Workplace:
    """Zoom by a turn of the mouse wheel over a pixel."""
    pixel, turn = pixel_of(x, y), pixel_of(down, 0)
    if pixel is None or turn is None or not turn[0]:
        return place
    return place.gazing(place.bench.gaze.nearer(1 / 1.2 if turn[0] > 0 else 1.2, *pixel))


# The view


def zoom(place: Workplace, nearer: bool) -> Workplace:
    by = NEARER if nearer else 1 / NEARER
    return place.gazing(place.bench.gaze.nearer(by, place.wide / 2, place.high / 2))


def whole(place: Workplace) -> Workplace:
    """Show the whole drawing."""
    if not place.wide or not place.high:
        return place
    return replace(place, bench=replace(place.bench, gaze=fitting(place.bench.sketch.size, place.wide, place.high)))


def measured(place: Workplace, wide: float, high: float) -> Workplace:
    """Set the size of the drawing's window, in pixels, as the phone reported it."""
    size = pixel_of(wide, high)
    if size is None or min(size) < 1:
        return place
    first = not place.wide
    after = replace(place, wide=size[0], high=size[1])
    return whole(after) if first else after


# Tools


def take(place: Workplace, tool: Any) -> Workplace:
    return replace(place, bench=place.bench.takes(tool)) if tool in TOOLS else place


def undo(place: Workplace) -> Workplace:
    return replace(place, bench=place.bench.undone())


def redo(place: Workplace) -> Workplace:
    return replace(place, bench=place.bench.redone())


def close(place: Workplace) -> Workplace:
    """Finish the ring or the cut being drawn."""
    return replace(place, bench=tools.closed(place.bench))


def let_go(place: Workplace) -> Workplace:
    return replace(place, bench=replace(place.bench, line=(), trouble=None))


def brush(place: Workplace, brush: Any) -> Workplace:
    return replace(place, bench=replace(place.bench, brush=brush)) if brush in get_args(Brush) else place


def border(place: Workplace, kind: Any) -> Workplace:
    return replace(place, bench=replace(place.bench, border=kind)) if kind in get_args(BorderKind) else place


def far(place: Workplace, steps: Any) -> Workplace:
    """Set the distance up to which zones within hearing, or on foot, are shown."""
    return replace(place, far=steps) if steps in (1, 2, 3) else place


def preview(place: Workplace, what: Any) -> Workplace:
    """Choose whether zones within hearing, or on foot, are shown."""
    return replace(place, preview=what) if what in get_args(Preview) else place


# Chosen zones


def _does(place: Workplace, act: Callable[[Sketch], Sketch], **then: Any) -> Workplace:
    return replace(place, bench=place.bench.does(act, **then))


def paint(place: Workplace, what: Any) -> Workplace:
    """Set the kind of the chosen zone, or set or clear a flag."""
    if not place.bench.chosen or what not in get_args(Brush):
        return place
    zone = place.bench.chosen[-1]
    return _does(place, lambda s: painted(s, [zone], what, not has(s.zone(zone), what)))


def between(place: Workplace, kind: Any) -> Workplace:
    """Set the kind of the border between the two chosen zones."""
    if len(place.bench.chosen) < 2 or kind not in get_args(BorderKind):
        return place
    a, b = place.bench.chosen
    return _does(place, lambda s: bounded(s, a, b, kind))


def way(place: Workplace, how: Any) -> Workplace:
    """Set the patrol route between the two chosen zones: `none`, `both` ways, or only `there` or `back`."""
    if len(place.bench.chosen) < 2 or how not in ("none", "both", "there", "back"):
        return place
    a, b = place.bench.chosen

    def routed(sketch: Sketch) -> Sketch:
        if any(set(each) == {a, b} for each in sketch.route.edges):
            sketch = unwalked(sketch, a, b)
        if how == "none":
            return sketch
        sketch = walked(sketch, [a, b])
        ends = {"both": None, "there": (a, b), "back": (b, a)}[how]
        return sketch if ends is None else arrowed(sketch, *ends)

    return _does(place, routed)


def fork(place: Workplace, came: str, zone: str, to: str, allowed: Any) -> Workplace:
    """Allow or forbid one way of the patrol route through a zone."""
    return _does(place, lambda s: forked(s, came, zone, to, allowed is True))


def merge(place: Workplace) -> Workplace:
    return replace(place, bench=tools.joined_zones(place.bench))


def remove(place: Workplace) -> Workplace:
    return replace(place, bench=tools.thrown_away(place.bench))


# Fields


def typed(place: Workplace, field: Any, about: str, lang: Any, text: Any) -> Workplace:
    """Keep the text being typed: a zone's id or name, or the board's name; the next operation applies it."""
    if field not in ("id", "name") or lang not in ("", "en", "ja"):
        return place
    return replace(place, typed=Typed(field, str(about), lang, str(text)[:LONGEST]))


def settle(place: Workplace) -> Workplace:
    """Do nothing when a field is left: `done` has already applied its text."""
    return place


def _taken(place: Workplace) -> Workplace:
    what = place.typed
    if what is None:
        return place
    place, text = replace(place, typed=None), what.text.strip()
    if not what.about:
        return _does(place, lambda s: _called(s, what.lang, text))
    if what.about not in place.bench.sketch.zones:
        return place
    if what.field == "id":
        chosen = tuple(text if each == what.about else each for each in place.bench.chosen)
        last = text if place.bench.last == what.about else place.bench.last
        return _does(place, lambda s: numbered(s, what.about, text), chosen=chosen, last=last)
    name = place.bench.sketch.zone(what.about).name.model_dump() | {what.lang or "en": text}
    return _does(place, lambda s: named(s, what.about, en=name["en"], ja=name["ja"]))


def _called(sketch: Sketch, lang: str, text: str) -> Sketch:
    try:
        return replace(sketch, name=Name.model_validate(sketch.name.model_dump() | {lang or "en": text}))
    except ValidationError:
        raise Untraceable("trace.bad_name") from None


# Sheets


def sheet(place: Workplace, which: Any) -> Workplace:
    """Open a sheet; an empty string closes it."""
    return replace(place, sheet=which) if which in get_args(Sheet) else place


def go_to(place: Workplace, zones: tuple[str, ...]) -> Workplace:
    """Go to a problem: choose its zones and centre them."""
    known = tuple(str(zone) for zone in zones if zone in place.bench.sketch.zones)[:2]
    place = replace(place, sheet="")
    if not known:
        return place
    bench = replace(place.bench.takes("choose"), chosen=known)
    x, y = bench.sketch.middle(known[-1])
    gaze = replace(bench.gaze, left=x - place.wide / bench.gaze.scale / 2, top=y - place.high / bench.gaze.scale / 2)
    return replace(place, bench=bench).gazing(gaze)


ACTS: Mapping[str, Act] = {
    "tap": tap, "press": press, "grab": grab, "pull": pull, "drop": drop, "wheel": wheel, "zoom": zoom, "whole": whole,
    "measured": measured, "take": take, "undo": undo, "redo": redo, "close": close, "let_go": let_go, "brush": brush,
    "border": border, "far": far, "preview": preview, "paint": paint, "between": between, "way": way, "fork": fork,
    "merge": merge, "remove": remove, "typed": typed, "settle": settle, "sheet": sheet, "go_to": go_to,
}  # fmt: skip
"""Every operation by its name."""


LONGEST_NAME = 40
"""The most characters of the name under which a sketch is stored."""


class Workshop:
    """One sketch on one phone. `owner` is the hash of the key that opens it; `drawn` is called after each check."""

    def __init__(self, tables: Tables, owner: str, record: SketchRecord, drawn: Callable[[], None]) -> None:
        """Open a stored sketch. Raises `Untraceable` if it cannot be read."""
        sketch = loaded(record.document)
        self.owner = owner
        self.place = Workplace(record.id, Bench(History(sketch)))
        self.keeping = False
        self._tables = tables
        self._drawn = drawn
        self._kept: Sketch | None = sketch
        self._looked_at: Sketch | None = None

    @property
    def sketch(self) -> Sketch:
        return self.place.bench.sketch

    def do(self, act: str, *args: Any) -> bool:
        """Run an operation; return whether there is something to store or to check."""
        self.place = done(self.place, act, *args)
        return self.behind

    @property
    def behind(self) -> bool:
        """Whether the store or the checks are behind the sketch."""
        return self.sketch is not self._kept or self.sketch is not self._looked_at

    async def keep(self) -> None:
        """Store and check until nothing is new. Raises `models.StoreError`; a failed write is tried again."""
        if self.keeping:
            return
        self.keeping = True
        try:
            while self.behind:
                sketch = self.sketch
                if sketch is not self._kept:
                    await self._write(sketch)
                    self._kept = sketch
                if sketch is not self._looked_at:
                    checks = await self._tables.jobs.run("look", look_over, sketch)
                    self.place = replace(self.place, checks=checks)  # keep what was done meanwhile
                    self._looked_at = sketch
                    self._drawn()
        finally:
            self.keeping = False

    async def _write(self, sketch: Sketch) -> None:
        tables = self._tables
        await tables.run(_keep, tables.store.sketches.keep, self.owner, self.place.number, sketch)

    def laid(self, token: str, size: tuple[int, int]) -> None:
        """Note that a photo was put under the sketch. An empty sketch takes over its size."""
        place = replace(self.place, photo=token)
        if not place.bench.sketch.zones and min(size) > 0:
            sketch = replace(place.bench.sketch, size=size)
            place = replace(place, bench=replace(place.bench, history=place.bench.history.then(sketch)))
        self.place = done(place, "whole")


def _keep(keep: Callable[..., None], owner: str, number: int, sketch: Sketch) -> None:
    keep(owner, number, called(sketch), dumped(sketch))


def called(sketch: Sketch) -> str:
    """Return the name under which a sketch is stored."""
    name = sketch.name.text("en") or sketch.name.text("ja")
    return "".join(char for char in name if char.isprintable())[:LONGEST_NAME].strip()


def look_over(sketch: Sketch) -> Checks:
    """Return the problems of a sketch, and its numbers."""
    return Checks(checked(sketch), counted(sketch))
