"""The map: a board to zoom and to tap, with figures, marks and ways on it.

The board is one picture that is sent once. What changes lies over it in layers, each drawn again only if its own
facts changed, and in each layer a thing keeps its place in the tree as long as it has its name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import flet as ft

from companion.boards.drawing import ACROSS, PIXEL, drawing_of
from companion.ui import theme
from companion.ui.base import Act, Handler, act, block, icon, on, steady
from companion.ui.map.facts import Figure, MapFacts, Mark, Tone, Trail
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
from companion.ui.map.words import joined, target_spoken, zone_spoken
from companion.ui.words.usable import Usable

if TYPE_CHECKING:
    from companion.ui.look import Look

__all__ = ["Figure", "MapFacts", "Mark", "Tone", "Trail", "board_map"]

WIDTHS = {"phone": 390.0, "column": 480.0, "tablet": 690.0}
"""How wide a map probably is, until the phone has said it."""
ZOOM = 2.0
TWICE = 0.4
"""Seconds within which a second tap on a zone is a double tap."""
_FINGER = 22 * PIXEL
_GROUP = 6
"""Zones whose spoken buttons are drawn together: where a target changes, its group alone is drawn again."""


@block
def board_map(
    look: Look, facts: MapFacts, on_zone: Act | None = None, height: float = 420, width: float = 0, later: bool = False
) -> ft.Control:
    """Return a map as wide as there is room and `height` pixels high, which opens fitted to its width.

    `on_zone(zone)` is called with the zone that is tapped, a target or not; without it nothing can be tapped but
    the zoom. `width` is how wide the map will be, if that is known; else the phone says it. With `later` zones can
    be tapped at other times: what that takes stays in its place, and is not sent again each time.
    """
    wide, measure = ft.use_state(width or _likely(look))
    near, come = ft.use_state(False)
    last, opened = ft.use_ref(("", 0.0)), ft.use_ref(False)
    board, press, tappable = drawing_of(facts.board), steady(on_zone or act(_nothing)), on_zone is not None

    def measured(event: Any) -> None:
        if event.width > 0 and abs(event.width - wide) > 1:
            _widths[ft.context.page] = float(event.width)
            measure(float(event.width))
        down = 0 if opened.current else _down(facts, event.width, height)
        if down and (seen := _viewer(event.control)):
            ft.context.page.run_task(_pan, seen, -down)
        opened.current = True

    def zoom_on(event: Any, zone: str) -> None:
        """Zoom on a zone, or back, as a finger does by tapping twice."""
        if (seen := _viewer(event.control)) is None:
            return
        if near:
            ft.context.page.run_task(_reset, seen)
        else:
            x, y = (each * wide / ACROSS for each in board.cells[zone].middle)
            ft.context.page.run_task(_zoom_on, seen, wide / 2 / ZOOM - x, height / 2 / ZOOM - y)
        come(not near)

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
    scene = ft.Stack(
        layers, fit=ft.StackFit.EXPAND, left=0, top=0, width=ACROSS, height=board.height,
        scale=ft.Scale(scale=round(wide / ACROSS, 4), alignment=ft.Alignment.TOP_LEFT),
    )  # fmt: skip
    viewer = ft.InteractiveViewer(
        ft.Stack([scene], width=wide, height=round(board.height * wide / ACROSS)),
        constrained=False, min_scale=1, max_scale=6, left=0, top=0, right=0, bottom=0,
        boundary_margin=ft.Margin(0, 0, 0, theme.TOUCH),  # what lies below the button can be drawn from there
    )  # fmt: skip
    return ft.Container(
        ft.Semantics(
            content=ft.Stack(
                [viewer, _zoom(look, near, come, (wide / 2, height / 2))], expand=True, on_size_change=measured
            ),
            label=look.t(f"map.name_{facts.tone}"), container=True,
        ),
        height=height, clip_behavior=ft.ClipBehavior.HARD_EDGE,
        bgcolor=look.p.street,
    )  # fmt: skip


_widths: WeakKeyDictionary[ft.Page, float] = WeakKeyDictionary()
"""How wide the last map of a phone was: the next one, after a cover was closed and opened, does not jump."""


def _likely(look: Look) -> float:
    try:
        return _widths.get(ft.context.page, WIDTHS[look.shape])
    except RuntimeError:  # drawn for nobody
        return WIDTHS[look.shape]


def _down(facts: MapFacts, wide: float, height: float) -> float:
    """Return how many pixels a map opens below its top, so that what is spoken of can be seen."""
    board, scale = drawing_of(facts.board), wide / ACROSS
    spoken = (*facts.concerned, facts.chosen, *(each.zone for each in facts.figures if each.chosen))
    cells = board.known(spoken) or board.known(zone for zone, _ in facts.targets)
    if not cells or cells[0].middle[1] * scale < height - theme.TOUCH:
        return 0
    return min(cells[0].middle[1] * scale - height / 2, board.height * scale - height)


# Touch


def _nothing(_: str) -> None:
    """A tap where nothing can be tapped."""


def _touch(
    facts: MapFacts,
    on_zone: Handler,
    zoom_on: Callable[[Any, str], None],
    last: ft.MutableRef[tuple[str, float]],
    tappable: bool,
) -> ft.Control:
    """Let zones be tapped. A tap beside a small target still means it; a double tap is `zoom_on(event, zone)`.

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
    """Return the zone that a finger meant, in units of the board."""
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
    """Name every zone for screen readers, in groups; hidden while none can be tapped."""
    ids = drawing_of(board).board.ids
    may, said = dict(targets), dict(notes)
    groups = [
        _group(look, board, at, _there(may, ids[at : at + _GROUP]), _there(said, ids[at : at + _GROUP]), on_zone)
        for at in range(0, len(ids), _GROUP)
    ]
    # Fingers reach what finds the zone under them.
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


def _zoom(look: Look, near: bool, come: Callable[[bool], None], middle: tuple[float, float]) -> ft.Control:
    """Offer what fingers do by pinching to those who cannot pinch: closer to the `middle` in view, and back."""

    async def turn(event: Any) -> None:
        if viewer := _viewer(event.control):
            await (viewer.reset() if near else _zoom_on(viewer, -middle[0] / ZOOM, -middle[1] / ZOOM))
            come(not near)

    glyph = ft.Icons.ZOOM_OUT_MAP_SHARP if near else ft.Icons.ZOOM_IN_SHARP
    face = ft.Container(
        icon(look, glyph), width=theme.TOUCH, height=theme.TOUCH, alignment=ft.Alignment.CENTER, on_click=turn,
        ink=True, bgcolor=ft.Colors.with_opacity(0.85, look.p.surface), border_radius=theme.R_BUTTON,
    )  # fmt: skip
    label = look.t("map.whole" if near else "map.closer")
    button = Usable(content=face, label=label, button=True, container=True, exclude_semantics=True, on_click=turn)
    return ft.Container(button, right=0, bottom=0)


async def _zoom_on(viewer: ft.InteractiveViewer, dx: float, dy: float) -> None:
    """Show the map twice as large and moved by so many of its own, unzoomed pixels."""
    with suppress(RuntimeError):  # the map may have gone from the screen in the meantime
        await viewer.reset()
        await viewer.zoom(ZOOM)
        await viewer.pan(dx, dy)


async def _reset(viewer: ft.InteractiveViewer) -> None:
    """Show the map at its whole width again."""
    with suppress(RuntimeError):  # as above
        await viewer.reset()


async def _pan(viewer: ft.InteractiveViewer, dy: float) -> None:
    with suppress(RuntimeError):  # as above
        await viewer.pan(0, dy)


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
