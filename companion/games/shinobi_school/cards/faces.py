"""Shinobi School's cards as they are drawn: a number on paper, sets side by side or overlapping, tiles to tap."""

from __future__ import annotations

import flet as ft
import flet.canvas as cv

from companion.games.shinobi_school.facts import spoken_set
from companion.ui import palette, theme
from companion.ui.base import Handler, edge, named, on, pressable, tap_box, text
from companion.ui.look import Look
from companion.ui.marks import card_back
from companion.ui.words.sentences import listed

Size = tuple[int, int]
"""Width and height in pixels. Cards do not grow with the text: the place for them is measured."""
TINY: Size = (22, 28)
SMALL: Size = (30, 40)
LARGE: Size = (40, 52)
LAP = 9
"""How much is seen of a card that lies under another."""
PER_ROW = 7
"""How many numbers stand in a row of a phone."""
SIGNS = {"heaven": "天", "earth": "地"}
RING = 5
"""How far outside a set its chosen ring lies. The room for it is always there."""


def face(number: int, size: Size = SMALL, *, faint: bool = False) -> ft.Control:
    """Draw a card; with no number the part of it that another card leaves to be seen. `faint`: not to be placed now."""
    width, height = size
    ink = ft.Colors.with_opacity(0.75, palette.CARD_INK) if faint else palette.CARD_INK
    paper = ft.Colors.with_opacity(0.5, palette.CARD_PAPER) if faint else palette.CARD_PAPER
    points = min(width * (0.62 if number < 10 else 0.54), height * 0.6)
    figure = cv.Text(
        width / 2 - 1, height / 2, str(number or ""), theme.figure_style(points, ink), alignment=ft.Alignment.CENTER
    )
    return ft.Container(
        cv.Canvas([figure], width=width - 2, height=height - 2),
        width=width,
        height=height,
        bgcolor=paper,
        border=edge(1, palette.CARD_INK),
        border_radius=theme.R_CARD if width >= LARGE[0] else 4,
    )


def lapped(number: int, count: int, size: Size = LARGE, *, faint: bool = False) -> ft.Control:
    """Draw a set as it is held: the cards overlap, and how many there are shows on the left."""
    width = size[0] + LAP * (count - 1)
    cards = [ft.Container(face(number if n == count - 1 else 0, size), left=LAP * n, top=0) for n in range(count)]
    return ft.Stack(list(cards), width=width, height=size[1], opacity=theme.FADED if faint else 1.0)


def spread(look: Look, cards: tuple[tuple[int, int], ...], size: Size = TINY, unseen: int = 0) -> ft.Control:
    """Draw sets of cards on lines that wrap, with as many backs as there are unseen cards; spoken as one list."""
    said = [spoken_set(number, count) for number, count in cards]
    if unseen:
        said.append(look.t("shinobi_school.screen.unseen", n=unseen))
    drawn: list[ft.Control] = [lapped(number, count, size) for number, count in cards]
    if unseen:
        back = card_back(size[0], size[1], 4, 1.5)
        figure = text(look, "label", f"\N{MULTIPLICATION SIGN}{unseen}", look.p.text_2)
        drawn.append(ft.Row([back, figure], spacing=3, tight=True))
    if not drawn:
        return text(look, "caption", look.t("shinobi_school.screen.empty_side"), look.p.text_2)
    return named(listed(look, said), ft.Row(drawn, spacing=5, run_spacing=4, wrap=True))


def stack_button(
    look: Look, number: int, count: int, *, chosen: bool, faint: bool, handler: Handler | None
) -> ft.Control:
    """Draw a set to tap, with the room for its ring."""
    ring = look.p.text if chosen else ft.Colors.TRANSPARENT
    box = ft.Container(
        lapped(number, count, faint=faint),
        padding=RING,
        border=edge(theme.RING, ring),
        border_radius=theme.R_PANEL,
        on_click=on(handler),
    )
    said = spoken_set(number, count)
    if faint:
        said = f"{said}, {look.t('kit.not_available')}"
    return pressable(said, box, handler, selected=chosen)


def tile(
    look: Look, number: int, *, count: int = 0, chosen: bool = False, faint: bool = False,
    handler: Handler | None = None, spoken: str = "", width: float = 46,
) -> ft.Control:  # fmt: skip
    """Draw a number to tap, with how many of it are chosen. A faint one is struck through and says why."""
    p = look.p
    ink = p.background if chosen else p.text_3 if faint else p.text
    words: list[ft.Control] = [text(look, "mark", str(number), ink, struck=faint, align=ft.TextAlign.CENTER)]
    if count > 1:
        mark = text(look, "tile", f"\N{MULTIPLICATION SIGN}{count}", ink, align=ft.TextAlign.CENTER)
        words.append(mark)
    both = ft.Row(words, spacing=2, tight=True, alignment=ft.MainAxisAlignment.CENTER)
    box = tap_box(look, both, handler, lit=chosen, off=faint, bgcolor=p.surface, width=width, height=theme.TOUCH)
    said = spoken or str(number)
    if count > 1:
        said = spoken_set(number, count)
    return pressable(f"{said}, {look.t('kit.not_available')}" if faint else said, box, handler, selected=chosen)
