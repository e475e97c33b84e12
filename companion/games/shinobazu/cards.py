"""Drawing Shinobazu's ninja cards: marks of the colours, faces, backs, and backs with their place in a hand."""

from __future__ import annotations

import flet as ft
import flet.canvas as cv

from companion.games.shinobazu.facts import card as in_words
from companion.i18n import num
from companion.ui import palette, theme
from companion.ui.base import Act, block, edge, named, on, pressable
from companion.ui.marks import card_back, fill, polygon, stroke
from companion.ui.theme import Look
from referee.shinobazu.cards import INVERTING, colour_of, value_of

Size = tuple[int, int]
"""Width and height in pixels. Cards do not grow with the text: their space is fixed."""
TINY: Size = (28, 39)
SMALL: Size = (36, 50)
PICKER: Size = (62, 84)
LARGE: Size = (64, 92)
RING = 6
"""The distance between a card and its ring when chosen. The space for it is always kept."""

_FIGURE = {TINY: (17, 14), SMALL: (22, 18), PICKER: (30, 26), LARGE: (38, 33)}
"""The size of a figure: of one character, of two."""
_MARK = {TINY: 6, SMALL: 8, PICKER: 14, LARGE: 16}
_FAINT = 0.5


def face(card: str, size: Size = SMALL, *, faint: bool = False, turned: bool = False) -> ft.Control:
    """Draw a card's face. `faint`: it may not be played now; `turned`: it was passed and lies sideways."""
    line = 2 if size[0] >= SMALL[0] else 1.5
    width, height = size[0] - 2 * line, size[1] - 2 * line
    colour, value, mark = colour_of(card), value_of(card), _MARK[size]
    ink = ft.Colors.with_opacity(0.62, FIGURE) if faint else FIGURE
    inset = max(2.5, size[0] / 14)
    shapes: list[cv.Shape] = [
        suit_shape(colour, inset, inset, mark, ink),
        cv.Text(
            width / 2,
            height / 2 + (2 if size[0] <= SMALL[0] else 1),
            num(value),
            _figure(size, ink, value < 0),
            alignment=ft.Alignment.CENTER,
        ),
    ]
    if value in INVERTING:
        sign = mark * 1.1
        shapes += reverse_shapes(width - inset - sign, height - inset - sign, sign, ink, max(1.3, mark / 9))
    paper = SUITS[colour]
    drawn = ft.Container(
        cv.Canvas(shapes, width=width, height=height),
        width=size[0],
        height=size[1],
        bgcolor=ft.Colors.with_opacity(_FAINT, paper) if faint else paper,
        border=edge(line, palette.CARD_BACK_EDGE if faint else EDGE),
        border_radius=_radius(size),
    )
    return ft.RotatedBox(quarter_turns=1, content=drawn) if turned else drawn


def back(size: Size = SMALL, *, turned: bool = False, place: int = 0) -> ft.Control:
    """Draw a card's back, the same for all cards, with its place if it is in a hand."""
    width, height = (size[1], size[0]) if turned else size
    drawn = card_back(width, height, _radius(size), 2 if size[0] >= SMALL[0] else 1.5)
    if not place:
        return drawn
    figure = cv.Text(
        width / 2, height / 2, str(place), _figure(size, palette.CARD_BACK_TEXT), alignment=ft.Alignment.CENTER
    )
    return ft.Stack([drawn, cv.Canvas([figure], width=width, height=height)], width=width, height=height)


def lying(look: Look, card: str) -> ft.Control:
    """Draw a card on the table with its spoken name."""
    return named(in_words(look, card), face(card))


@block
def held(look: Look, place: int, card: str, *, chosen: bool, faint: bool, on_tap: Act | None) -> ft.Control:
    """Draw a card of a hand: its back with its place, or its face if `card` is given.

    The ring of a chosen one is outside, so that nothing moves.
    """
    spoken = look.t("shinobazu.screen.card_covered", n=place)
    if card:
        known = in_words(look, card)
        key = "shinobazu.screen.card_open_not_now" if faint else "shinobazu.screen.card_open"
        spoken = look.t(key, n=place, card=known)
    drawn = face(card, LARGE, faint=faint) if card else back(LARGE, place=place)
    return pressable(spoken, ringed(drawn, LARGE, palette.PAD_TEXT if chosen else "", on_tap), on_tap, selected=chosen)


def picked(look: Look, card: str, *, chosen: bool, gone: bool, on_tap: Act) -> ft.Control:
    """Draw a card in a picker. `gone`: everybody knows it to be elsewhere; a tap says where."""
    spoken, drawn = in_words(look, card), face(card, PICKER, faint=gone)
    if gone:
        spoken, (width, height) = look.t("shinobazu.screen.card_elsewhere", card=spoken), PICKER
        strike = ft.Paint(color=look.p.text_2, stroke_width=2)
        over = cv.Canvas([cv.Line(8, height - 8, width - 8, 8, strike)], width=width, height=height)
        drawn = ft.Stack([drawn, over], width=width, height=height)
    ring = ringed(drawn, PICKER, look.p.text if chosen else "", on_tap, outside=3)
    return pressable(spoken, ring, on_tap, selected=chosen)


def ringed(drawn: ft.Control, size: Size, ring: str, on_tap: Act | None, outside: int = RING) -> ft.Container:
    """Draw a ring of a colour around a card, or keep the space for it."""
    width = theme.RING if outside == RING else 2
    return ft.Container(
        drawn,
        width=size[0] + 2 * outside,
        height=size[1] + 2 * outside,
        alignment=ft.Alignment.CENTER,
        border=edge(width, ring or ft.Colors.TRANSPARENT),
        border_radius=_radius(size) + outside - 2,
        on_click=on(on_tap),
    )


def _radius(size: Size) -> float:
    return theme.R_CARD if size[0] >= SMALL[0] else 5


def _figure(size: Size, ink: str, two: bool = False) -> ft.TextStyle:
    # Figures on cards do not grow with the reader's text scale.
    return theme.figure_style(_FIGURE[size][two], ink)


SUITS = {"black": "#23201C", "red": "#B8323A", "blue": "#2F62C9"}
FIGURE = "#FFFFFF"
"""The colour of the marks and figures on them."""
EDGE = "#F3EAD8"


def suit(kind: str, size: float, color: str = FIGURE) -> ft.Control:
    """Return a suit's mark: black a square, red a disc, blue a triangle."""
    return cv.Canvas([suit_shape(kind, 0, 0, size, color)], width=size, height=size)


def suit_shape(kind: str, x: float, y: float, size: float, color: str = FIGURE) -> cv.Shape:
    """Return a suit's mark as a canvas shape, in the square at `x`, `y`."""
    if kind == "red":
        return cv.Circle(x + size / 2, y + size / 2, size / 2, fill(color))
    if kind == "blue":
        return polygon([(x + size / 2, y), (x + size, y + size), (x, y + size)], color)
    inset = size * 0.07
    return cv.Rect(x + inset, y + inset, size - 2 * inset, size - 2 * inset, paint=fill(color))


def reverse_shapes(x: float, y: float, size: float, color: str, width: float = 1.5) -> list[cv.Shape]:
    """Return the two arrows of a reversing card (2 and 4) as shapes: up on the left, down on the right."""
    s, w = size, size * 0.2
    left, right, top, low = x + s * 0.28, x + s * 0.72, y + s * 0.05, y + s * 0.95
    paint = stroke(color, width)
    return [
        cv.Line(left, top, left, y + s * 0.7, paint),
        cv.Line(left - w, top + w, left, top, paint),
        cv.Line(left + w, top + w, left, top, paint),
        cv.Line(right, y + s * 0.3, right, low, paint),
        cv.Line(right - w, low - w, right, low, paint),
        cv.Line(right + w, low - w, right, low, paint),
    ]


def reverse_mark(size: float, color: str, width: float = 1.5) -> ft.Control:
    return cv.Canvas(reverse_shapes(0, 0, size, color, width), width=size, height=size)
