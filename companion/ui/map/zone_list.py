"""The map as a list: every zone with what it is, what is shown there, and its neighbours."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from companion.boards.drawing import drawing_of
from companion.ui.base import Act, act, block, column, inset, on, steady, text
from companion.ui.map.facts import MapFacts
from companion.ui.map.words import ground, joined, target_spoken, things, zone_name
from companion.ui.words.aloud import aloud
from companion.ui.words.usable import Usable
from referee.board.route import BorderKind

if TYPE_CHECKING:
    from companion.ui.look import Look


@block
def zone_list(look: Look, facts: MapFacts, on_zone: Act | None = None, first: str = "") -> ft.Control:
    """Return the zones of a map as a list: what may be chosen, then the zone `first` and what lies nearest to it.

    Without `first` zones in which something is come before empty ones, for whoever has the list read aloud.
    `on_zone(zone)` is called with the zone that is used, as on the map. It says all that the map shows.
    """
    drawn, may, press = drawing_of(facts.board), dict(facts.targets), steady(on_zone)
    far = drawn.board.sound.path_lengths(first) if first in drawn.cells else {}
    shown = {zone: things(look, facts, zone) for zone in drawn.cells}

    def place(zone: str) -> tuple[bool, bool, float]:
        # What may be chosen keeps its order whatever was chosen: nothing moves under a finger.
        if zone in may:
            return False, False, 0
        return True, not first and not shown[zone], far.get(zone, len(far))

    order = sorted(drawn.board.ids, key=place)
    rows = [
        _row(
            look, facts.board, zone, may.get(zone), facts.chosen == zone, shown[zone], press,
            key=zone,  # type: ignore[call-arg]
        )
        for zone in order
    ]  # fmt: skip
    return ft.Container(column(rows, 1), bgcolor=look.p.line)


@block
def _row(
    look: Look, board: str, zone: str, target: str | None, chosen: bool, shown: tuple[str, ...], on_zone: Act | None
) -> ft.Control:
    """Draw a zone: its name, what it is and shows, and its neighbours by the ways that lead there."""
    p, drawn = look.p, drawing_of(board)
    cell = drawn.cells[zone]
    name = zone_name(look, cell)
    kind = ground(look, cell)
    what = look.t("map.stop").join((kind[:1].upper() + kind[1:], *shown))
    may = target_spoken(look, target) if target is not None else ""
    beside = neighbours(look, board, zone)
    ink = p.background if chosen else p.text
    handler = on(act(on_zone, zone)) if on_zone is not None else None
    face = ft.Container(
        column(
            [
                text(look, "subject", "\n".join(filter(None, (name, may))), ink),
                text(look, "caption", f"{what}\n{beside}", ink if chosen else p.text_2),
            ]
        ),
        padding=inset(12, 8), bgcolor=p.text if chosen else p.surface_2 if may else p.background,
        on_click=handler, ink=handler is not None,
    )  # fmt: skip
    return Usable(
        content=face, label=aloud(name, what, beside), value=may or None, container=True, exclude_semantics=True,
        button=handler is not None or None, selected=chosen if handler else None, on_click=handler,
    )  # fmt: skip


def neighbours(look: Look, board: str, zone: str) -> str:
    """Return a zone's neighbours in words: those one walks to, those behind a wall, and those one only hears."""
    found = drawing_of(board).board
    kinds: tuple[tuple[BorderKind, str], ...] = (
        ("plain", "map.beside"), ("wall", "map.behind_wall"), ("sound", "map.within_hearing")
    )  # fmt: skip
    parts = [(key, found.neighbours(zone, kind)) for kind, key in kinds]
    return look.t("map.stop").join(look.t(key, zones=joined(look, *zones)) for key, zones in parts if zones)
