"""What lies on a map: one layer over the other, each drawn again only if its own facts changed.

What has no ground of its own lets touches through. In a layer a thing keeps its place in the tree by its key.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import flet as ft

from companion.boards.drawing import PIXEL, drawing_of
from companion.ui import theme
from companion.ui.base import named, still
from companion.ui.map import drawing
from companion.ui.map.facts import Figure, Mark, Trail
from companion.ui.map.figures import BOX, Placed, figure_picture, heading, mark_picture, placed
from companion.ui.map.trails import stretches
from companion.ui.map.words import figure_spoken, joined, mark_spoken

if TYPE_CHECKING:
    from companion.ui.look import Look

_GROUP = 12
"""Zones that are hatched together."""


def layer(controls: Sequence[ft.Control]) -> ft.Stack:
    return ft.Stack(list(controls), fit=ft.StackFit.EXPAND)


def _image(source: str, key: str = "") -> ft.Image:
    return ft.Image(src=source, exclude_from_semantics=True, key=key or None)


@still
def board_layer(look: Look, board: str) -> ft.Control:
    return _image(drawing.picture(board, look.p.name))


@still
def signs_layer(look: Look, board: str) -> ft.Control:
    return _image(drawing.signs(board, look.p.name, theme.numeral_scale(look)))


@still
def zones_layer(
    look: Look, board: str, cloud: tuple[str, ...], out: tuple[str, ...], searched: tuple[str, ...]
) -> ft.Control:
    """Draw where somebody could be, or boldly where nobody can be, and what was searched."""
    drawn, hatched = drawing_of(board), frozenset(out or cloud)
    apart, width = (30, 5.0) if out else (18, 2.0)
    found: list[ft.Control] = []
    for at in range(0, len(drawn.board.ids), _GROUP):
        cells = drawn.known(zone for zone in drawn.board.ids[at : at + _GROUP] if zone in hatched)
        if cells:
            lines = drawing.hatch(cells, look.p.text_2, apart, width)
            found.append(_image(drawing.svg(drawn, lines), f"cloud{at}"))
    for cell in drawn.known(searched):
        found.append(_image(drawing.svg(drawn, drawing.loupe(cell, look.p.text)), cell.zone.id))
    return layer(found)


@still
def targets_layer(look: Look, board: str, targets: tuple[tuple[str, str], ...]) -> ft.Control:
    drawn = drawing_of(board)
    return _image(drawing.svg(drawn, drawing.washes(drawn, targets, look.p, theme.numeral_scale(look))))


@still
def edges_layer(
    look: Look, board: str, chosen: str, concerned: tuple[str, ...], ropes: tuple[tuple[str, str], ...]
) -> ft.Control:
    """Draw the ropes over walls, and the edges of what the referee speaks of and of what is chosen."""
    drawn, p = drawing_of(board), look.p
    parts = [drawing.rope(drawn, a, b, p) for a, b in ropes if len(drawn.known((a, b))) == 2]
    parts += [drawing.ring(cell, p.accent_text, 3) for cell in drawn.known(concerned)]
    parts += [drawing.ring(cell, p.text, 3) for cell in drawn.known((chosen,))]
    return _image(drawing.svg(drawn, "".join(parts)))


@still
def trail_layer(look: Look, board: str, trail: Trail) -> ft.Control:
    drawn = drawing_of(board)
    found: list[ft.Control] = [
        _image(drawing.svg(drawn, each.drawing), each.key)
        for each in stretches(drawn, look.p, trail, theme.numeral_scale(look))
    ]
    return named(look.t(f"map.way_{trail.who}", zones=joined(look, *trail.zones)), layer(found))


@still
def figures_layer(look: Look, board: str, figures: tuple[Figure, ...], marks: tuple[Mark, ...]) -> ft.Control:
    return layer(
        [
            _thing(look, board, each, key=each.key)  # type: ignore[call-arg]
            for each in placed(drawing_of(board), figures, marks)
        ]
    )


@still
def _thing(look: Look, board: str, each: Placed) -> ft.Control:
    source, words = _face(look, board, each.thing)
    side = BOX * PIXEL
    x, y = each.at
    return ft.Container(
        ft.Semantics(content=_image(source), label=words, container=True),
        left=x - side // 2, top=y - side // 2, width=side, height=side,
    )  # fmt: skip


@lru_cache(maxsize=2048)
def _face(look: Look, board: str, thing: Figure | Mark) -> tuple[str, str]:
    """Return the picture of a figure or mark, and what is said of it."""
    scale = theme.numeral_scale(look)
    if isinstance(thing, Figure):
        picture, words = (
            figure_picture(look.p, thing, heading(drawing_of(board), thing), scale),
            figure_spoken(look, thing),
        )
    else:
        picture, words = mark_picture(look.p, thing, scale), mark_spoken(look, thing)
    return picture, joined(look, words, thing.zone)
