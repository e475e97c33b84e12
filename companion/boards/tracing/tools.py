"""The state of one phone's editor, and the effect of touches on the drawing, tool by tool.

The `EditorState` holds the sketch with its history, the current tool, what is chosen, and the visible part. It is a
value like the sketch. An operation that cannot be done changes nothing but `trouble`, which says why.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, Literal, get_args

from companion.boards.drawing import Spot
from companion.boards.tracing.borders import (
    Brush,
    arrowed,
    border_at,
    dot_at,
    dotted,
    dragged,
    has,
    joined,
    painted,
    walked,
    wall_along,
    walled,
)
from companion.boards.tracing.shapes import drawn, hole, merged, moved, put, removed, snapped, split
from companion.boards.tracing.sketch import History, Sketch, Untraceable
from referee.board.board import BorderKind

Tool = Literal["zone", "dot", "corner", "choose", "split", "hole", "border", "paint", "route", "hear", "look"]
TOOLS: tuple[Tool, ...] = get_args(Tool)
FINGER = 16.0
"""The precision of a finger in pixels."""
NEAREST, FARTHEST = 8.0, 0.1
"""Pixels per unit at the largest and the smallest zoom."""


@dataclass(frozen=True, slots=True)
class Viewport:
    """The visible part of the drawing: `scale` in pixels per unit, and the point in the upper left corner."""

    scale: float = 0.3
    left: float = 0.0
    top: float = 0.0

    def spot(self, x: float, y: float) -> Spot:
        """Return the point under a pixel."""
        return round(self.left + x / self.scale), round(self.top + y / self.scale)

    def pixel(self, spot: Spot) -> tuple[float, float]:
        return (spot[0] - self.left) * self.scale, (spot[1] - self.top) * self.scale

    @property
    def reach(self) -> float:
        """The precision of a finger in units."""
        return FINGER / self.scale

    def nearer(self, by: float, x: float, y: float) -> Viewport:
        """Return the viewport zoomed in by a factor, keeping the point under a pixel in its place."""
        scale = min(NEAREST, max(FARTHEST, self.scale * by))
        return Viewport(scale, self.left + x / self.scale - x / scale, self.top + y / self.scale - y / scale)

    def shifted(self, dx: float, dy: float) -> Viewport:
        """Return the viewport after the drawing was dragged by some pixels."""
        return replace(self, left=self.left - dx / self.scale, top=self.top - dy / self.scale)


def fitting(size: tuple[int, int], width: float, height: float) -> Viewport:
    """Return the viewport that shows the whole drawing, centred."""
    scale = min(width / size[0], height / size[1])
    return Viewport(scale, (size[0] - width / scale) / 2, (size[1] - height / scale) / 2)


@dataclass(frozen=True, slots=True)
class ToolProblem:
    """Why the last operation could not be done: a message key with its parameters."""

    message: str
    params: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EditorState:
    """The state of one phone's editor."""

    history: History
    tool: Tool = "zone"
    chosen: tuple[str, ...] = ()
    """The zones chosen last, at most two."""
    line: tuple[Spot, ...] = ()
    """The corners of a ring or a cut tapped so far."""
    held: int | None = None
    """The corner being dragged."""
    held_dot: str = ""
    brush: Brush = "castle_a"
    painting: bool = True
    """Whether this stroke sets the brush's property, or clears it."""
    border: BorderKind = "wall"
    last: str = ""
    """The zone to which the route was drawn last."""
    gaze: Viewport = field(default_factory=Viewport)
    finger: Spot | None = None
    """The point under a finger, which the loupe shows."""
    trouble: ToolProblem | None = None

    @property
    def sketch(self) -> Sketch:
        return self.history.now

    def does(self, act: Callable[[Sketch], Sketch], **then: Any) -> EditorState:
        """Return the state after an operation on the sketch or, if it cannot be done, with the reason in `trouble`."""
        try:
            after = self.history.then(act(self.sketch))
        except Untraceable as why:
            return replace(self, trouble=ToolProblem(why.message, why.params), finger=None, held=None, held_dot="")
        return replace(self, history=after, trouble=None, **then)

    def takes(self, tool: Tool) -> EditorState:
        """Return the state with another tool; what was begun with the old one is dropped."""
        return replace(
            self, tool=tool, line=(), held=None, held_dot="", last="", finger=None, trouble=None,
            chosen=self.chosen if tool == "choose" else self.chosen[:1],
        )  # fmt: skip

    def undone(self) -> EditorState:
        """Remove the last corner of the line, or undo the last operation."""
        if self.line:
            return replace(self, line=self.line[:-1], trouble=None)
        return self._kept(self.history.undone())

    def redone(self) -> EditorState:
        """Redo what was undone."""
        return self._kept(self.history.redone())

    def _kept(self, history: History) -> EditorState:
        chosen = tuple(zone for zone in self.chosen if zone in history.now.zones)
        last = self.last if self.last in history.now.zones else ""
        return replace(self, history=history, chosen=chosen, last=last, trouble=None, held=None, held_dot="")


MOST_SPOTS = 2_000
"""The most points of a stroke that are looked at between two events."""
ZONE_CORNERS = 3
"""The corners from which on a ring can be closed."""


def tapped(bench: EditorState, spot: Spot) -> EditorState:
    bench = replace(bench, finger=None, trouble=None)
    match bench.tool:
        case "zone" | "hole":
            first = bench.line[:1]
            if len(bench.line) >= ZONE_CORNERS and math.dist(first[0], spot) <= bench.gaze.reach:
                return closed(bench)
            return replace(bench, line=(*bench.line, _near(bench, spot)))
        case "split":
            return replace(bench, line=(*bench.line, _near(bench, spot)))
        case "dot":
            here = dot_at(bench.sketch, spot, bench.gaze.reach)
            return replace(bench, chosen=(here,)) if here else bench.does(lambda s: dotted(s, spot))
        case "corner":
            return bench.does(lambda s: put(s, snapped(s, spot, bench.gaze.reach))[0].tidied())
        case "choose" | "hear":
            zone = zone_at(bench, spot)
            if not zone:
                return replace(bench, chosen=())
            both = bench.tool == "choose" and bench.chosen and bench.chosen[-1] != zone
            return replace(bench, chosen=(bench.chosen[-1], zone) if both else (zone,))
        case "border":
            ends = border_at(bench.sketch, spot, bench.gaze.reach)
            if ends is None:
                return bench
            kind = "plain" if bench.sketch.edges.get(ends, "plain") == bench.border else bench.border
            return bench.does(lambda s: walled(s, ends, kind))
        case "paint":
            zone = zone_at(bench, spot)
            if not zone:
                return bench
            on = not has(bench.sketch.zone(zone), bench.brush)
            return bench.does(lambda s: painted(s, [zone], bench.brush, on), painting=on)
        case "route":
            return _route_to(bench, zone_at(bench, spot))
        case "look":
            return bench


def _near(bench: EditorState, spot: Spot) -> Spot:
    """Return the point meant by a touch: an existing corner or edge, or one of the line being drawn."""
    mine = [each for each in bench.line if math.dist(each, spot) <= bench.gaze.reach]
    return mine[0] if mine else snapped(bench.sketch, spot, bench.gaze.reach).spot


def zone_at(bench: EditorState, spot: Spot) -> str:
    """Return the zone at a point: a dot nearby, or a ring that contains it; empty if there is none."""
    return dot_at(bench.sketch, spot, bench.gaze.reach) or bench.sketch.at(spot) or ""


def _route_to(bench: EditorState, zone: str) -> EditorState:
    if not zone or zone == bench.last:
        return replace(bench, last="")
    if not bench.last:
        return replace(bench, last=zone)
    if any(set(e) == {bench.last, zone} for e in bench.sketch.route.edges):
        return bench.does(lambda s: arrowed(s, bench.last, zone), last=zone)
    return bench.does(lambda s: walked(s, [bench.last, zone]), last=zone)


# Operations completed by a button


def closed(bench: EditorState) -> EditorState:
    """Return the state with the tapped line completed: as a zone, a hole, or a cut."""
    line = bench.line
    if not line:
        return bench
    if bench.tool == "zone":
        after = bench.does(lambda s: drawn(s, line, 1))
        return after if after.trouble else replace(after, line=(), chosen=(_newest(bench.sketch, after.sketch),))
    if bench.tool == "hole":
        after = bench.does(lambda s: hole(s, s.at(line[0]) or "", line))
        return after if after.trouble else replace(after, line=(), chosen=(_newest(bench.sketch, after.sketch),))
    after = bench.does(lambda s: split(s, _cut_through(s, line), line, bench.gaze.reach))
    return after if after.trouble else replace(after, line=(), chosen=(_newest(bench.sketch, after.sketch),))


def _newest(before: Sketch, after: Sketch) -> str:
    return next(zone for zone in reversed(tuple(after.zones)) if zone not in before.zones)


def _cut_through(sketch: Sketch, line: tuple[Spot, ...]) -> str:
    """Return the zone that a cut goes through: the one under the middle of its first segment."""
    if len(line) < 2:
        raise Untraceable("trace.split_ends", zone="")
    (ax, ay), (bx, by) = line[0], line[1]
    zone = sketch.at(((ax + bx) // 2, (ay + by) // 2))
    if zone is None:
        raise Untraceable("trace.split_ends", zone="")
    return zone


def joined_zones(bench: EditorState) -> EditorState:
    """Return the state with the two chosen zones merged: the first keeps its id."""
    if len(bench.chosen) < 2:
        return bench
    one, other = bench.chosen
    return bench.does(lambda s: merged(s, one, other), chosen=(one,))


def thrown_away(bench: EditorState) -> EditorState:
    """Return the state without the zone that was chosen last."""
    if not bench.chosen:
        return bench
    zone = bench.chosen[-1]
    return bench.does(lambda s: removed(s, zone), chosen=bench.chosen[:-1])


# Dragging


def grabbed(bench: EditorState, spot: Spot) -> EditorState:
    bench = replace(bench, trouble=None)
    reach = bench.gaze.reach
    match bench.tool:
        case "corner":
            held = snapped(bench.sketch, spot, reach).corner
            return replace(
                bench, held=held, held_dot="" if held else dot_at(bench.sketch, spot, reach) or "", finger=spot
            )
        case "dot":
            return replace(bench, held_dot=dot_at(bench.sketch, spot, reach) or "", finger=spot)
        case "paint":
            zone = zone_at(bench, spot)
            on = bool(zone) and not has(bench.sketch.zone(zone), bench.brush)
            return replace(bench, painting=on, line=(spot,), finger=spot)
        case "border" | "route":
            return replace(bench, line=(spot,), finger=spot, last=zone_at(bench, spot) if bench.tool == "route" else "")
        case "zone" | "hole" | "split":
            return replace(bench, finger=spot)
        case _:
            return bench


def pulled(bench: EditorState, spot: Spot) -> EditorState:
    if bench.finger is None:
        return bench
    stroke = bench.tool in ("paint", "border", "route")
    return replace(bench, finger=spot, line=(*bench.line, spot) if stroke else bench.line)


def dropped(bench: EditorState) -> EditorState:
    """Return the state after a drag has ended."""
    spot, line = bench.finger, bench.line
    free = replace(bench, finger=None, held=None, held_dot="")
    if spot is None:
        return free
    match bench.tool:
        case "corner" if bench.held is not None:
            corner = bench.held
            return free.does(lambda s: moved(s, corner, spot, bench.gaze.reach))
        case "corner" if bench.held_dot:
            return free.does(lambda s: dragged(s, bench.held_dot, spot))
        case "dot" if bench.held_dot:
            other = dot_at(bench.sketch, spot, bench.gaze.reach)
            if not other or other == bench.held_dot:
                return free
            return free.does(lambda s: joined(s, bench.held_dot, other))
        case "paint":
            zones = _crossed(bench)
            return replace(free, line=()).does(lambda s: painted(s, zones, bench.brush, bench.painting))
        case "border":
            return replace(free, line=()).does(lambda s: wall_along(s, line, bench.gaze.reach, bench.border))
        case "route":
            zones = _crossed(bench)
            return replace(free, line=(), last="").does(lambda s: walked(s, zones))
        case "zone" | "hole" | "split":
            return tapped(free, spot)
        case _:
            return free


def _crossed(bench: EditorState) -> list[str]:
    """Return the zones that a stroke has crossed, in order, interpolating between the few events of a quick finger."""
    spots = [*bench.line[:1]]
    for (ax, ay), (bx, by) in pairwise(bench.line):
        left = max(1, MOST_SPOTS - len(spots))
        parts = min(max(1, math.ceil(2 * math.dist((ax, ay), (bx, by)) / bench.gaze.reach)), left)
        spots += [(round(ax + (bx - ax) * n / parts), round(ay + (by - ay) * n / parts)) for n in range(1, parts + 1)]
    return [zone for zone in dict.fromkeys(zone_at(bench, each) for each in spots) if zone]
