"""The map as a list: each zone with its kind, its contents, and its neighbours, in words."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import flet as ft

from companion.boards.drawing import Cell, drawing_of
from companion.ui.base import Act, act, block, column, inset, on, steady, text
from companion.ui.map.drawing import MapFacts
from companion.ui.usable import Usable
from companion.ui.words import aloud
from referee.board.board import BorderKind

if TYPE_CHECKING:
    from companion.ui.map.drawing import Figure, Mark
    from companion.ui.theme import Look


def joined(look: Look, *parts: str) -> str:
    """Return short facts joined as the reader's language does."""
    return look.t("map.comma").join(filter(None, parts))


def zone_name(look: Look, cell: Cell) -> str:
    """Return a zone's id and its name: "N7, Kōun-tei Hall"."""
    return joined(look, cell.zone.id, cell.zone.name.text(look.lang))


def ground(look: Look, cell: Cell) -> str:
    """Return the kind of a zone: moat, castle, ward or street, and whether it has a post or barracks."""
    zone, t = cell.zone, look.t
    kind = {"moat": "moat", "castle": "castle"}.get(zone.kind) or ("ward" if zone.inside_outer_moat else "street")
    return joined(
        look, t(f"map.{kind}"), t("map.post") if zone.post else "", t("map.barracks") if zone.barracks else ""
    )


@lru_cache(maxsize=2048)
def zone_spoken(look: Look, board: str, zone: str) -> str:
    """Return the spoken description of a zone apart from its contents: it does not change during a match."""
    drawn = drawing_of(board)
    cell, beside = drawn.cells[zone], len(drawn.board.neighbours(zone))
    return joined(look, zone_name(look, cell), ground(look, cell), look.t("map.neighbours", n=beside))


def target_spoken(look: Look, label: str) -> str:
    """Return that something may be done in a zone, with its label."""
    return look.t("map.target_for", what=label) if label else look.t("map.target")


def figure_spoken(look: Look, figure: Figure) -> str:
    t = look.t
    return joined(
        look,
        t(f"map.{figure.kind}", label=figure.label),
        t("map.faces", zone=figure.facing) if figure.facing else "",
        t("map.drunk") if figure.drunk else "",
        t("map.dead") if figure.dead else "",
    )


def mark_spoken(look: Look, mark: Mark) -> str:
    return look.t("map.mark", letter=mark.letter)


def things(look: Look, facts: MapFacts, zone: str) -> tuple[str, ...]:
    t = look.t
    found = [figure_spoken(look, each) for each in facts.figures if each.zone == zone]
    found += [mark_spoken(look, each) for each in facts.marks if each.zone == zone]
    found += [t("map.rope_to", zone=b if zone == a else a) for a, b in facts.ropes if zone in (a, b)]
    found += [t(f"map.walked_{each.who}") for each in facts.trails if zone in each.zones]
    found += [t("map.searched")] if zone in facts.searched else []
    found += [t("map.cloud")] if zone in facts.cloud else []
    found += [words for at, words in facts.notes if at == zone]
    return tuple(found)


@block
def zone_list(look: Look, facts: MapFacts, on_zone: Act | None = None, first: str = "") -> ft.Control:
    """Return the zones of a map as a list: first those that may be chosen, then the others from zone `first` outwards.

    Without `first`, zones with contents come before empty ones, for users of a screen reader. `on_zone(zone)` is called
    as on the map. The list tells everything that the map shows.
    """
    drawn, may, press = drawing_of(facts.board), dict(facts.targets), steady(on_zone)
    distances = drawn.board.sound.path_lengths(first) if first in drawn.cells else {}
    shown = {zone: things(look, facts, zone) for zone in drawn.cells}

    def place(zone: str) -> tuple[bool, bool, float]:
        # Zones that may be chosen keep their order whatever is chosen: nothing moves under a finger.
        if zone in may:
            return False, False, 0
        return True, not first and not shown[zone], distances.get(zone, len(distances))

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
    """Draw a zone: its name, its kind and contents, and its neighbours by kind of border."""
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
    """Return a zone's neighbours in words: those in reach, those behind a wall, and those only within hearing."""
    found = drawing_of(board).board
    kinds: tuple[tuple[BorderKind, str], ...] = (
        ("plain", "map.beside"), ("wall", "map.behind_wall"), ("sound", "map.within_hearing")
    )  # fmt: skip
    parts = [(key, found.neighbours(zone, kind)) for kind, key in kinds]
    return look.t("map.stop").join(look.t(key, zones=joined(look, *zones)) for key, zones in parts if zones)
