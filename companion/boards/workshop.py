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
from companion.boards.tracing.tools import TOOLS, EditorState, Viewport, fitting
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
class TypedText:
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
    bench: EditorState
    photo: str = ""
    """The last part of the photo's address while the editor is open; empty without a photo."""
    wide: float = 0.0
    """The width of the drawing's window in pixels; 0 until the phone has reported it."""
    high: float = 0.0
    sheet: Sheet = ""
    listening_reach: int = 1
    preview: Preview = "sound"
    checks: Checks | None = None
    """The results of the last check; None before the first."""
    from_pixel: tuple[float, float] | None = None
    """The last pixel of a finger that drags the drawing itself."""
    typed: TypedText | None = None

    def spot(self, x: Any, y: Any) -> Spot | None:
        """Return the point of the drawing under a pixel, limited to the drawing; None for invalid coordinates."""
        pixel = pixel_of(x, y)
        if pixel is None:
            return None
        (across, down), (most_x, most_y) = self.bench.gaze.spot(*pixel), self.bench.sketch.size
        return min(max(across, 0), most_x), min(max(down, 0), most_y)

    def gazing(self, gaze: Viewport) -> Workplace:
        """Return the state with another viewport; part of the drawing always stays visible."""
        (across, down), scale = self.bench.sketch.size, gaze.scale
        left = min(max(gaze.left, -self.wide / scale / 2), across - self.wide / scale / 2)
        top = min(max(gaze.top, -self.high / scale / 2), down - self.high / scale / 2)
        return replace(self, bench=replace(self.bench, gaze=Viewport(scale, left, top)))


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


def done(desk: Workplace, name: str, *args: Any) -> Workplace:
    """Return the state after an operation; the text of a field is applied first."""
    act = ACTS.get(name)
    if act is None:
        return desk
    if name != "typed":
        desk = _taken(desk)
    try:
        return act(desk, *args)
    except (TypeError, ValueError):
        return desk  # our own screens do not send this


# Touch


def tap(desk: Workplace, x: Any, y: Any) -> Workplace:
    spot = desk.spot(x, y)
    return desk if spot is None else replace(desk, bench=tools.tapped(desk.bench, spot))


def press(desk: Workplace, x: Any, y: Any) -> Workplace:
    """Show the loupe when a finger touches a pixel."""
    spot = desk.spot(x, y)
    if spot is None or desk.bench.tool not in HOLDS:
        return desk
    return replace(desk, bench=replace(desk.bench, finger=spot))


def grab(desk: Workplace, x: Any, y: Any) -> Workplace:
    """Start a drag at a pixel."""
    spot = desk.spot(x, y)
    if spot is None:
        return desk
    if desk.bench.tool in PANS:
        return replace(desk, from_pixel=pixel_of(x, y))
    return replace(desk, bench=tools.grabbed(desk.bench, spot))


def pull(desk: Workplace, x: Any, y: Any) -> Workplace:
    """Continue a drag at a pixel."""
    pixel, spot = pixel_of(x, y), desk.spot(x, y)
    if pixel is None or spot is None:
        return desk
    if desk.from_pixel is None:
        return replace(desk, bench=tools.pulled(desk.bench, spot))
    dx, dy = pixel[0] - desk.from_pixel[0], pixel[1] - desk.from_pixel[1]
    return replace(desk.gazing(desk.bench.gaze.shifted(dx, dy)), from_pixel=pixel)


def drop(desk: Workplace) -> Workplace:
    if desk.from_pixel is not None:
        return replace(desk, from_pixel=None)
    return replace(desk, bench=tools.dropped(desk.bench))


def wheel(desk: Workplace, x: Any, y: Any, down: Any) -> Workplace:
    """Zoom by a turn of the mouse wheel over a pixel."""
    pixel, turn = pixel_of(x, y), pixel_of(down, 0)
    if pixel is None or turn is None or not turn[0]:
        return desk
    return desk.gazing(desk.bench.gaze.nearer(1 / 1.2 if turn[0] > 0 else 1.2, *pixel))


# The view


def zoom(desk: Workplace, nearer: bool) -> Workplace:
    by = NEARER if nearer else 1 / NEARER
    return desk.gazing(desk.bench.gaze.nearer(by, desk.wide / 2, desk.high / 2))


def whole(desk: Workplace) -> Workplace:
    """Show the whole drawing."""
    if not desk.wide or not desk.high:
        return desk
    return replace(desk, bench=replace(desk.bench, gaze=fitting(desk.bench.sketch.size, desk.wide, desk.high)))


def measured(desk: Workplace, wide: float, high: float) -> Workplace:
    """Set the size of the drawing's window, in pixels, as the phone reported it."""
    size = pixel_of(wide, high)
    if size is None or min(size) < 1:
        return desk
    first = not desk.wide
    after = replace(desk, wide=size[0], high=size[1])
    return whole(after) if first else after


# Tools


def take(desk: Workplace, tool: Any) -> Workplace:
    return replace(desk, bench=desk.bench.takes(tool)) if tool in TOOLS else desk


def undo(desk: Workplace) -> Workplace:
    return replace(desk, bench=desk.bench.undone())


def redo(desk: Workplace) -> Workplace:
    return replace(desk, bench=desk.bench.redone())


def close(desk: Workplace) -> Workplace:
    """Finish the ring or the cut being drawn."""
    return replace(desk, bench=tools.closed(desk.bench))


def let_go(desk: Workplace) -> Workplace:
    return replace(desk, bench=replace(desk.bench, line=(), trouble=None))


def brush(desk: Workplace, brush: Any) -> Workplace:
    return replace(desk, bench=replace(desk.bench, brush=brush)) if brush in get_args(Brush) else desk


def border(desk: Workplace, kind: Any) -> Workplace:
    return replace(desk, bench=replace(desk.bench, border=kind)) if kind in get_args(BorderKind) else desk


def listen_within(desk: Workplace, steps: Any) -> Workplace:
    """Set the distance up to which zones within hearing, or on foot, are shown."""
    return replace(desk, listening_reach=steps) if steps in (1, 2, 3) else desk


def preview(desk: Workplace, what: Any) -> Workplace:
    """Choose whether zones within hearing, or on foot, are shown."""
    return replace(desk, preview=what) if what in get_args(Preview) else desk


# Chosen zones


def _does(desk: Workplace, act: Callable[[Sketch], Sketch], **then: Any) -> Workplace:
    return replace(desk, bench=desk.bench.does(act, **then))


def paint(desk: Workplace, what: Any) -> Workplace:
    """Set the kind of the chosen zone, or set or clear a flag."""
    if not desk.bench.chosen or what not in get_args(Brush):
        return desk
    zone = desk.bench.chosen[-1]
    return _does(desk, lambda s: painted(s, [zone], what, not has(s.zone(zone), what)))


def between(desk: Workplace, kind: Any) -> Workplace:
    """Set the kind of the border between the two chosen zones."""
    if len(desk.bench.chosen) < 2 or kind not in get_args(BorderKind):
        return desk
    a, b = desk.bench.chosen
    return _does(desk, lambda s: bounded(s, a, b, kind))


def route_between(desk: Workplace, how: Any) -> Workplace:
    """Set the patrol route between the two chosen zones: `none`, `both` ways, or only `there` or `back`."""
    if len(desk.bench.chosen) < 2 or how not in ("none", "both", "there", "back"):
        return desk
    a, b = desk.bench.chosen

    def routed(sketch: Sketch) -> Sketch:
        if any(set(each) == {a, b} for each in sketch.route.edges):
            sketch = unwalked(sketch, a, b)
        if how == "none":
            return sketch
        sketch = walked(sketch, [a, b])
        ends = {"both": None, "there": (a, b), "back": (b, a)}[how]
        return sketch if ends is None else arrowed(sketch, *ends)

    return _does(desk, routed)


def fork(desk: Workplace, came: str, zone: str, to: str, allowed: Any) -> Workplace:
    """Allow or forbid one way of the patrol route through a zone."""
    return _does(desk, lambda s: forked(s, came, zone, to, allowed is True))


def merge(desk: Workplace) -> Workplace:
    return replace(desk, bench=tools.joined_zones(desk.bench))


def remove(desk: Workplace) -> Workplace:
    return replace(desk, bench=tools.thrown_away(desk.bench))


# Fields


def typed(desk: Workplace, field: Any, about: str, lang: Any, text: Any) -> Workplace:
    """Keep the text being typed: a zone's id or name, or the board's name; the next operation applies it."""
    if field not in ("id", "name") or lang not in ("", "en", "ja"):
        return desk
    return replace(desk, typed=TypedText(field, str(about), lang, str(text)[:LONGEST]))


def settle(desk: Workplace) -> Workplace:
    """Do nothing when a field is left: `done` has already applied its text."""
    return desk


def _taken(desk: Workplace) -> Workplace:
    what = desk.typed
    if what is None:
        return desk
    desk, text = replace(desk, typed=None), what.text.strip()
    if not what.about:
        return _does(desk, lambda s: _called(s, what.lang, text))
    if what.about not in desk.bench.sketch.zones:
        return desk
    if what.field == "id":
        chosen = tuple(text if each == what.about else each for each in desk.bench.chosen)
        last = text if desk.bench.last == what.about else desk.bench.last
        return _does(desk, lambda s: numbered(s, what.about, text), chosen=chosen, last=last)
    name = desk.bench.sketch.zone(what.about).name.model_dump() | {what.lang or "en": text}
    return _does(desk, lambda s: named(s, what.about, en=name["en"], ja=name["ja"]))


def _called(sketch: Sketch, lang: str, text: str) -> Sketch:
    try:
        return replace(sketch, name=Name.model_validate(sketch.name.model_dump() | {lang or "en": text}))
    except ValidationError:
        raise Untraceable("trace.bad_name") from None


# Sheets


def sheet(desk: Workplace, which: Any) -> Workplace:
    """Open a sheet; an empty string closes it."""
    return replace(desk, sheet=which) if which in get_args(Sheet) else desk


def go_to(desk: Workplace, zones: tuple[str, ...]) -> Workplace:
    """Go to a problem: choose its zones and centre them."""
    known = tuple(str(zone) for zone in zones if zone in desk.bench.sketch.zones)[:2]
    desk = replace(desk, sheet="")
    if not known:
        return desk
    bench = replace(desk.bench.takes("choose"), chosen=known)
    x, y = bench.sketch.middle(known[-1])
    gaze = replace(bench.gaze, left=x - desk.wide / bench.gaze.scale / 2, top=y - desk.high / bench.gaze.scale / 2)
    return replace(desk, bench=bench).gazing(gaze)


ACTS: Mapping[str, Act] = {
    "tap": tap, "press": press, "grab": grab, "pull": pull, "drop": drop, "wheel": wheel, "zoom": zoom, "whole": whole,
    "measured": measured, "take": take, "undo": undo, "redo": redo, "close": close, "let_go": let_go, "brush": brush,
    "border": border, "far": listen_within, "preview": preview, "paint": paint, "between": between,
    "way": route_between, "fork": fork, "merge": merge, "remove": remove, "typed": typed, "settle": settle,
    "sheet": sheet, "go_to": go_to,
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
        self.desk = Workplace(record.id, EditorState(History(sketch)))
        self.keeping = False
        self._tables = tables
        self._drawn = drawn
        self._kept: Sketch | None = sketch
        self._looked_at: Sketch | None = None

    @property
    def sketch(self) -> Sketch:
        return self.desk.bench.sketch

    def do(self, act: str, *args: Any) -> bool:
        """Run an operation; return whether there is something to store or to check."""
        self.desk = done(self.desk, act, *args)
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
                    self.desk = replace(self.desk, checks=checks)  # keep what was done meanwhile
                    self._looked_at = sketch
                    self._drawn()
        finally:
            self.keeping = False

    async def _write(self, sketch: Sketch) -> None:
        tables = self._tables
        await tables.run(_keep, tables.store.sketches.keep, self.owner, self.desk.number, sketch)

    def laid(self, token: str, size: tuple[int, int]) -> None:
        """Note that a photo was put under the sketch. An empty sketch takes over its size."""
        desk = replace(self.desk, photo=token)
        if not desk.bench.sketch.zones and min(size) > 0:
            sketch = replace(desk.bench.sketch, size=size)
            desk = replace(desk, bench=replace(desk.bench, history=desk.bench.history.then(sketch)))
        self.desk = done(desk, "whole")


def _keep(keep: Callable[..., None], owner: str, number: int, sketch: Sketch) -> None:
    keep(owner, number, called(sketch), dumped(sketch))


def called(sketch: Sketch) -> str:
    """Return the name under which a sketch is stored."""
    name = sketch.name.text("en") or sketch.name.text("ja")
    return "".join(char for char in name if char.isprintable())[:LONGEST_NAME].strip()


def look_over(sketch: Sketch) -> Checks:
    """Return the problems of a sketch, and its numbers."""
    return Checks(checked(sketch), counted(sketch))
