"""The map: a board to zoom and to tap, with figures, marks and paths on it; and the visible part of it.

The board is one picture that is sent once. What changes lies over it in layers, each redrawn only if its own facts
changed; within a layer a thing keeps its place in the tree as long as it has its name.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any, Literal, NamedTuple
from weakref import WeakKeyDictionary

import flet as ft

from companion.boards.drawing import ACROSS, PIXEL, BoardDrawing, drawing_of
from companion.ui import theme
from companion.ui.base import Act, Handler, act, block, edge, icon, on, steady
from companion.ui.map.drawing import Figure, MapFacts, Mark, Tone, Trail
from companion.ui.map.layers import (
    board_layer,
    edges_layer,
    figures_layer,
    layer,
    signs_layer,
    targets_layer,
    trail_layer,
    zones_layer,
)
from companion.ui.map.zone_list import joined, target_spoken, zone_spoken
from companion.ui.usable import Usable

if TYPE_CHECKING:
    from companion.ui.theme import Look

__all__ = ["Figure", "MapFacts", "Mark", "Tone", "Trail", "board_map"]


Shown = Literal["fitted", "near", "whole"]
"""Fitted to the width, close to a zone, or the whole board."""
ZOOM = 2.0
MOST_ZOOM = 6.0
LOW = 0.6
"""The vertical position of the zone in focus, as a share of the map's height: messages lie over the upper part."""


@dataclass(frozen=True, slots=True)
class Room:
    """The size of a map in pixels. Spots are in the coordinates of the board when it fits the width."""

    wide: float
    high: float
    tall: float
    """The height of the board when it fits the width."""

    @property
    def whole(self) -> float:
        """The scale at which the whole board is visible."""
        return min(1.0, self.high / self.tall)

    @property
    def margin(self) -> ft.Margin:
        """How far the map can be dragged beyond its edges: enough to see all of it, also what overlays hide."""
        across = (self.wide / self.whole - self.wide) / 2
        down = max(0.0, self.high / self.whole - self.tall) / 2
        return ft.Margin.symmetric(horizontal=round(across + theme.TOUCH), vertical=round(down + 2 * theme.TOUCH))

    @property
    def middle(self) -> tuple[float, float]:
        return self.wide / 2, self.tall / 2

    def spot(self, drawn: BoardDrawing, zone: str) -> tuple[float, float]:
        """Return the middle of a zone."""
        x, y = drawn.cells[zone].middle
        return x * self.wide / ACROSS, y * self.wide / ACROSS


def focus(facts: MapFacts) -> str:
    """Return the zone in focus: one that is concerned, chosen, or may be chosen; else an empty string."""
    drawn = drawing_of(facts.board)
    spoken = (*facts.concerned, facts.chosen, *(each.zone for each in facts.figures if each.chosen))
    cells = drawn.known(spoken) or drawn.known(zone for zone, _ in facts.targets)
    return cells[0].zone.id if cells else ""


def lowered(room: Room, y: float) -> float:
    """Return how many pixels below its top a map fitted to the width must start, so that `y` is visible."""
    if y < room.high - theme.TOUCH:
        return 0
    return min(y - room.high / 2, room.tall - room.high)


async def show(viewer: ft.InteractiveViewer, room: Room, shown: Shown, spot: tuple[float, float] | None) -> None:
    """Bring a part of the board into view: close to the spot, or else the board's middle."""
    x, y = spot or room.middle
    down = LOW if shown == "near" else 0.5
    scale = ZOOM if shown == "near" else room.whole if shown == "whole" else 1.0
    if shown == "whole":
        x, y = room.middle
    elif shown == "fitted":
        x, y = room.wide / 2, room.high / 2 + lowered(room, y)
    with suppress(RuntimeError):  # the map may have left the screen in the meantime
        # Sent together, they appear as one frame.
        await asyncio.gather(
            viewer.reset(), viewer.zoom(scale), viewer.pan(room.wide / 2 / scale - x, down * room.high / scale - y)
        )


WIDTHS = {"phone": 390.0, "column": 480.0, "tablet": 690.0}
"""The expected width of a map in pixels, until the phone has reported it."""
MOVING = 1500
"""Milliseconds between two events of a finger that moves the map."""
TWICE = 0.4
"""Seconds within which a second tap on a zone makes a double tap."""
_FINGER = 22 * PIXEL
_GROUP = 6
"""The number of zones whose spoken buttons are drawn together: a changed target redraws only its group."""


@block
def board_map(
    look: Look, facts: MapFacts, on_zone: Act | None = None, height: float = 420, width: float = 0, later: bool = False,
    page: bool = False, whole: bool = False, on_touch: Act | None = None,
) -> ft.Control:  # fmt: skip
    """Return a map as wide as the available space and `height` pixels high, which opens fitted to its width.

    `on_zone(zone)` is called with the zone that is tapped, a target or not; without it only the zoom can be tapped.
    `width` is the map's width, if it is known; else the phone reports it. `later`: zones can be tapped at other times,
    so the controls for that stay in the tree. A `page` map is as high as its place, opens close to its focus and
    follows it; a `whole` one opens with all of the board visible. `on_touch()` is called while fingers move it.
    """
    room, measure = ft.use_state((width or _likely(look), 0.0 if page else height))
    close = page and not look.wide and bool(focus(facts))
    opens: Shown = "near" if close else "whole" if page or whole else "fitted"
    shown, turn = ft.use_state(opens)
    last: ft.MutableRef[tuple[str, float]] = ft.use_ref(("", 0.0))
    frame: ft.MutableRef[Any] = ft.use_ref(None)
    there: ft.MutableRef[_MovedTo] = ft.use_ref(_MovedTo())
    board, press, tappable = drawing_of(facts.board), steady(on_zone or act(_nothing)), on_zone is not None
    touched, about = steady(on_touch), focus(facts)

    def space(wide: float, high: float) -> Room:
        return Room(wide, high, board.height * wide / ACROSS)

    def look_at(how: Shown, place: Room, zone: str) -> None:
        if (seen := _viewer(frame.current)) is not None:
            ft.context.page.run_task(show, seen, place, how, place.spot(board, zone) if zone else None)

    def measured(event: Any) -> None:
        frame.current = event.control
        now = (float(event.width), float(event.height) if page else height)
        if event.width <= 0:
            return
        if any(abs(a - b) > 1 for a, b in zip(now, room, strict=True)):
            _widths[ft.context.page] = now[0]
            measure(now)  # once it is drawn in that size, the map is moved to its focus
        else:
            arrive()

    def arrive() -> None:
        """Move the map to its focus, in its current size, unless it is there already."""
        before, place = there.current or _MovedTo(), space(*room)
        if frame.current is None or not room[1] or before == _MovedTo(about, room):
            return
        there.current = _MovedTo(about, room)
        elsewhere = before.room != room
        below = bool(about) and lowered(place, place.spot(board, about)[1]) > 0
        if (elsewhere and (shown != "fitted" or below)) or (page and about and shown == "near"):
            look_at(shown, place, about)  # type: ignore[arg-type]

    ft.use_effect(arrive, [about, room])

    def zoom_on(event: Any, zone: str) -> None:
        """Zoom to a zone, or back, after a double tap."""
        frame.current = frame.current or event.control
        back: Shown = "whole" if opens == "near" else opens
        how: Shown = "near" if shown != "near" else back
        look_at(how, space(*room), zone)
        turn(how)

    def turned(event: Any) -> None:
        """Zoom in, or out to the fitted or whole board, for those who cannot pinch."""
        frame.current = frame.current or event.control
        how: Shown = "near" if shown != "near" else "whole" if page or whole else "fitted"
        look_at(how, space(*room), about if page else "")
        turn(how)

    layers = [
        board_layer(look, facts.board),
        zones_layer(look, facts.board, facts.cloud, facts.out, facts.searched),
        targets_layer(look, facts.board, facts.targets),
        edges_layer(look, facts.board, facts.chosen, facts.concerned, facts.ropes),
        signs_layer(look, facts.board),
        *(trail_layer(look, facts.board, each, key=each.who) for each in facts.trails),  # type: ignore[call-arg]
        figures_layer(look, facts.board, facts.figures, facts.marks),
    ]
    if tappable or later:
        layers += [
            _touch(facts, press, zoom_on, last, tappable),
            _buttons(look, facts.board, facts.targets if tappable else (), facts.notes, press, tappable),
        ]
    wide, place = room[0], space(room[0], room[1] or room[0])
    scene = ft.Stack(
        layers, fit=ft.StackFit.EXPAND, left=0, top=0, width=ACROSS, height=board.height,
        scale=ft.Scale(scale=round(wide / ACROSS, 4), alignment=ft.Alignment.TOP_LEFT),
    )  # fmt: skip
    viewer = ft.InteractiveViewer(
        ft.Stack([scene], width=wide, height=round(place.tall)),
        constrained=False, min_scale=place.whole, max_scale=MOST_ZOOM, left=0, top=0, right=0, bottom=0,
        boundary_margin=place.margin, interaction_update_interval=MOVING,
        on_interaction_start=on(touched), on_interaction_update=on(touched),
    )  # fmt: skip
    return ft.Container(
        ft.Semantics(
            content=ft.Stack([viewer, _zoom(look, shown == "near", turned)], expand=True, on_size_change=measured),
            label=look.t(f"map.name_{facts.tone}"), container=True,
        ),
        height=None if page else height, clip_behavior=ft.ClipBehavior.HARD_EDGE,
        bgcolor=look.p.street,
    )  # fmt: skip


class _MovedTo(NamedTuple):
    """The zone that a map was moved to, and the map's size then."""

    about: str = ""
    room: tuple[float, float] = (0.0, 0.0)


_widths: WeakKeyDictionary[ft.Page, float] = WeakKeyDictionary()
"""The width of a phone's last map: the next one, after closing and opening a cover, does not jump."""


def _likely(look: Look) -> float:
    try:
        return _widths.get(ft.context.page, WIDTHS[look.shape])
    except RuntimeError:  # drawn without a phone
        return WIDTHS[look.shape]


# Touch


def _nothing(_: str) -> None:
    """Ignore a tap where nothing can be tapped."""


def _touch(
    facts: MapFacts,
    on_zone: Handler,
    zoom_on: Callable[[Any, str], None],
    last: ft.MutableRef[tuple[str, float]],
    tappable: bool,
) -> ft.Control:
    """Handle taps on zones. A tap beside a small target still selects it; a double tap is `zoom_on(event, zone)`.

    `last` keeps the zone that was tapped and when.
    """

    def tapped(event: Any) -> None:
        place = event.local_position
        zone = place and _meant(facts, place.x, place.y)
        if not zone:
            return
        before, at = last.current or ("", 0.0)
        now = monotonic()
        twice = before == zone and now - at <= TWICE
        last.current = ("", 0.0) if twice else (zone, now)
        if twice:
            zoom_on(event, zone)
        else:
            on_zone(zone)

    ground = ft.Container(bgcolor=ft.Colors.TRANSPARENT)
    return ft.GestureDetector(ground, on_tap_up=tapped, exclude_from_semantics=True, visible=tappable)


def _meant(facts: MapFacts, x: float, y: float) -> str | None:
    """Return the zone meant by a tap at a point in units of the board; None for a tap on no zone."""
    drawn, zones = drawing_of(facts.board), tuple(zone for zone, _ in facts.targets)
    exact = drawn.at(x, y)
    return exact if exact in zones else drawn.nearest(x, y, zones, _FINGER) or exact


@block
def _buttons(
    look: Look,
    board: str,
    targets: tuple[tuple[str, str], ...],
    notes: tuple[tuple[str, str], ...],
    on_zone: Handler,
    tappable: bool,
) -> ft.Control:
    """Return named buttons of all zones for screen readers, in groups; hidden while none can be tapped."""
    ids = drawing_of(board).board.ids
    may, said = dict(targets), dict(notes)
    groups = [
        _group(look, board, at, _there(may, ids[at : at + _GROUP]), _there(said, ids[at : at + _GROUP]), on_zone)
        for at in range(0, len(ids), _GROUP)
    ]
    # Touches pass through to the layer that finds the zone under them.
    return ft.TransparentPointer(layer(groups), visible=tappable)


def _there(words: Mapping[str, str], zones: Iterable[str]) -> tuple[tuple[str, str], ...]:
    return tuple((zone, words[zone]) for zone in zones if zone in words)


@block
def _group(
    look: Look,
    board: str,
    at: int,
    targets: tuple[tuple[str, str], ...],
    notes: tuple[tuple[str, str], ...],
    on_zone: Handler,
) -> ft.Control:
    drawn, may, said = drawing_of(board), dict(targets), dict(notes)
    found: list[ft.Control] = []
    for zone in drawn.board.ids[at : at + _GROUP]:
        (x, y), room = drawn.cells[zone].middle, drawn.cells[zone].room
        found.append(
            ft.Container(
                Usable(
                    content=ft.Container(width=2 * room, height=2 * room), label=zone_spoken(look, board, zone),
                    value=_value(look, may.get(zone), said.get(zone, "")), button=True, container=True,
                    on_click=on(on_zone, zone),
                ),
                left=x - room, top=y - room,
            )
        )  # fmt: skip
    return layer(found)


def _value(look: Look, target: str | None, note: str) -> str | None:
    """Return what is spoken after a zone's name: what may be done there, and what is known of it."""
    return joined(look, target_spoken(look, target) if target is not None else "", note) or None


# Zooming


def _zoom(look: Look, near: bool, turned: Callable[[Any], None]) -> ft.Control:
    """Return a zoom button for those who cannot pinch."""
    glyph = ft.Icons.ZOOM_OUT_MAP_SHARP if near else ft.Icons.ZOOM_IN_SHARP
    face = ft.Container(
        icon(look, glyph), width=theme.TOUCH, height=theme.TOUCH, alignment=ft.Alignment.CENTER, on_click=turned,
        ink=True, bgcolor=look.p.surface, border_radius=theme.TOUCH / 2, border=edge(theme.LINE, look.p.line_strong),
    )  # fmt: skip
    label = look.t("map.whole" if near else "map.closer")
    button = Usable(content=face, label=label, button=True, container=True, exclude_semantics=True, on_click=turned)
    return ft.Container(button, right=8, bottom=8)


def _viewer(control: Any) -> ft.InteractiveViewer | None:
    while control is not None:
        if isinstance(control, ft.InteractiveViewer):
            return control
        if isinstance(control, ft.Stack):
            for each in control.controls:
                if isinstance(each, ft.InteractiveViewer):
                    return each
        control = control.parent
    return None
