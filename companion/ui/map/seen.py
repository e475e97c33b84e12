"""Which part of a board a map shows: as wide as there is room, the whole of it, or close to a zone."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

import flet as ft

from companion.boards.drawing import ACROSS, BoardDrawing, drawing_of
from companion.ui import theme
from companion.ui.map.facts import MapFacts

Shown = Literal["fitted", "near", "whole"]
"""Fitted to its width, close to a zone, or the whole board."""
ZOOM = 2.0
MOST_ZOOM = 6.0
LOW = 0.6
"""How far down in the map's height what it is about stands: over it lies what has happened."""


@dataclass(frozen=True, slots=True)
class Room:
    """The room that a map has, in pixels. Spots are those of the board as it is when it fits the width."""

    wide: float
    high: float
    tall: float
    """How high the board is when it fits the width."""

    @property
    def whole(self) -> float:
        """The scale at which all of the board is in sight."""
        return min(1.0, self.high / self.tall)

    @property
    def margin(self) -> ft.Margin:
        """How far the map can be drawn beyond its edges: far enough to be whole, and out from under what lies on it."""
        across = (self.wide / self.whole - self.wide) / 2
        down = max(0.0, self.high / self.whole - self.tall) / 2
        return ft.Margin.symmetric(horizontal=round(across + theme.TOUCH), vertical=round(down + 2 * theme.TOUCH))

    @property
    def middle(self) -> tuple[float, float]:
        return self.wide / 2, self.tall / 2

    def spot(self, drawn: BoardDrawing, zone: str) -> tuple[float, float]:
        """Return where the middle of a zone is."""
        x, y = drawn.cells[zone].middle
        return x * self.wide / ACROSS, y * self.wide / ACROSS


def focus(facts: MapFacts) -> str:
    """Return the zone that the map is about now: what is spoken of, chosen, or may be chosen; else nothing."""
    drawn = drawing_of(facts.board)
    spoken = (*facts.concerned, facts.chosen, *(each.zone for each in facts.figures if each.chosen))
    cells = drawn.known(spoken) or drawn.known(zone for zone, _ in facts.targets)
    return cells[0].zone.id if cells else ""


def lowered(room: Room, y: float) -> float:
    """Return how many pixels a map that fits its width opens below its top, so that a spot can be seen."""
    if y < room.high - theme.TOUCH:
        return 0
    return min(y - room.high / 2, room.tall - room.high)


async def show(viewer: ft.InteractiveViewer, room: Room, shown: Shown, spot: tuple[float, float] | None) -> None:
    """Bring a part of the board into view: close to the spot, or else to the board's middle."""
    x, y = spot or room.middle
    down = LOW if shown == "near" else 0.5
    scale = ZOOM if shown == "near" else room.whole if shown == "whole" else 1.0
    if shown == "whole":
        x, y = room.middle
    elif shown == "fitted":
        x, y = room.wide / 2, room.high / 2 + lowered(room, y)
    with suppress(RuntimeError):  # the map may have gone from the screen in the meantime
        # Sent together, they are one frame to the eye.
        await asyncio.gather(
            viewer.reset(), viewer.zoom(scale), viewer.pan(room.wide / 2 / scale - x, down * room.high / scale - y)
        )
