"""The map of the set-up, or the same as a list of zones, and what goes with it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import flet as ft

from companion.boards.drawing import drawing_of
from companion.games.scorpion.frame import Ctx
from companion.games.scorpion.setup.steps import S
from companion.ui import Act, Handler, button_side, icon_button, row, still, text
from companion.ui.look import Look
from companion.ui.map.board_map import board_map
from companion.ui.map.facts import MapFacts
from companion.ui.map.zone_list import zone_list
from referee.board.board import Board

IC = ft.Icons
TALL = 300
WIDE = 560
"""The height of a map on a phone and on a tablet, in pixels."""
CHART = "chart"
"""The key of a map among the parts of a screen: on a tablet it stands at the left of all the rest."""


def board_of(ctx: Ctx) -> Board:
    return drawing_of(ctx.view.board.hash).board


def targets(zones: Iterable[str]) -> tuple[tuple[str, str], ...]:
    return tuple((zone, "") for zone in zones)


def chart(ctx: Ctx, facts: MapFacts, on_zone: Act | None, tall: float = TALL) -> ft.Control:
    """Return the map, or the list of its zones where this phone shows that."""
    if ctx.pick.listed:
        shown = zone_list(ctx.look, facts, on_zone, facts.chosen)
    else:
        shown = board_map(ctx.look, facts, on_zone, WIDE if ctx.look.wide else tall)
    return ft.Container(shown, key=CHART)


def arranged(ctx: Ctx, content: Sequence[ft.Control]) -> list[ft.Control]:
    """Return the parts of a screen; on a tablet with the map at the left and all the rest at the right."""
    left = [each for each in content if each.key == CHART]
    if not ctx.look.wide or not left:
        return list(content)
    rest: list[ft.Control] = [each for each in content if each.key != CHART]
    pair: list[ft.Control] = [ft.Container(left[0], expand=60), ft.Column(rest, spacing=12, expand=40)]
    return [ft.Row(pair, spacing=24, vertical_alignment=ft.CrossAxisAlignment.START)]


def switch(ctx: Ctx) -> ft.Control:
    listed = ctx.pick.listed
    label = ctx.t(f"{S}as_map" if listed else f"{S}as_list")
    return icon_button(
        ctx.look, IC.MAP_SHARP if listed else IC.LIST_SHARP, label, ctx.toggle("listed", True, off=False)
    )


def beside_switch(ctx: Ctx, control: ft.Control) -> ft.Control:
    """Return something with the change between map and list at its right."""
    return row([ft.Container(control, expand=True), switch(ctx)], 4)


def under(ctx: Ctx, *buttons: tuple[str, ft.IconData | None, Handler]) -> ft.Control:
    return row([button_side(ctx.look, label, handler, glyph, 48, True, True) for label, glyph, handler in buttons], 10)


@still
def note(look: Look, words: str, loud: bool = False) -> ft.Control:
    """Say one thing about what is chosen; `loud` where it should be heeded."""
    return text(look, "label", words, look.p.accent_text if loud else look.p.text_2, bold=loud, lines=3)
