"""Drawing Scroll Trick's ninja cards and scrolls: crest and colour of each kind, the scroll on a card."""

from __future__ import annotations

import math

import flet as ft
import flet.canvas as cv

from companion.games.scroll_trick.facts import signed, terms
from companion.i18n import num
from companion.ui import palette, polygon, theme
from companion.ui.base import Handler, block, edge, named, on, pressable
from companion.ui.marks import card_back
from companion.ui.theme import Look
from referee.core.cards import number_of, suit_of

Size = tuple[int, int]
"""Width and height in pixels. Cards do not grow with the text: their space is fixed."""
SMALL: Size = (40, 46)
PICKED: Size = (44, 50)
TRICK: Size = (56, 70)
LOW: Size = (56, 58)
LARGE: Size = (56, 76)
WIDE: Size = (76, 96)
RING = 4
"""The distance between a card and its ring when chosen. The space for it is always kept."""

FILLS = ("#CC79A7", "#56B4E9", "#E8912D", "#2FB58C", "#E9D94B")
"""The kinds' colours, in the order of the cards; the figures on them are ink."""
INK = palette.CARD_INK
PALE = 0.5
_FIGURE = {SMALL: 20, PICKED: 20, LOW: 28, TRICK: 32, LARGE: 36, WIDE: 46}
_MARK = {SMALL: 11, PICKED: 10, LOW: 13, TRICK: 14, LARGE: 15, WIDE: 20}


def fill_of(kinds: tuple[str, ...], kind: str) -> str:
    return FILLS[kinds.index(kind)] if kind in kinds else palette.CARD_PAPER


def crest(kinds: tuple[str, ...], kind: str, x: float, y: float, size: float, ink: str = INK) -> cv.Shape:
    """Return a kind's crest as a canvas shape: star, drop, triangle, square, crescent."""
    paint = ft.Paint(color=ink, style=ft.PaintingStyle.FILL)
    at, middle = kinds.index(kind) if kind in kinds else 3, size / 2
    if at == 0:
        points = []
        for n in range(8):
            reach = middle if n % 2 == 0 else middle * 0.36
            turn = math.pi * n / 4 - math.pi / 2
            points.append((x + middle + reach * math.cos(turn), y + middle + reach * math.sin(turn)))
        return polygon(points, ink)
    if at == 1:
        top, low = (x + middle, y), (x + middle, y + size)
        right = cv.Path.CubicTo(x + size * 0.62, y + size * 0.26, x + size * 1.32, y + size, *low)
        left = cv.Path.CubicTo(x - size * 0.32, y + size, x + size * 0.38, y + size * 0.26, *top)
        return cv.Path([cv.Path.MoveTo(*top), right, left, cv.Path.Close()], paint)
    if at == 2:
        return polygon([(x + middle, y), (x + size, y + size), (x, y + size)], ink)
    if at == 3:
        inset = size * 0.07
        return cv.Rect(x + inset, y + inset, size - 2 * inset, size - 2 * inset, paint=paint)
    tips = (x + size * 0.72, y + size * 0.04), (x + size * 0.72, y + size * 0.96)
    outer = cv.Path.CubicTo(x - size * 0.14, y - size * 0.16, x - size * 0.14, y + size * 1.16, *tips[1])
    inner = cv.Path.CubicTo(x + size * 0.24, y + size * 0.8, x + size * 0.24, y + size * 0.2, *tips[0])
    return cv.Path([cv.Path.MoveTo(*tips[0]), outer, inner, cv.Path.Close()], paint)


def crest_mark(kinds: tuple[str, ...], kind: str, size: float) -> ft.Control:
    return cv.Canvas([crest(kinds, kind, 0, 0, size, INK)], width=size, height=size)


def face(
    kinds: tuple[str, ...], card: str, size: Size = SMALL, *, faint: bool = False, low: bool = False
) -> ft.Control:
    """Draw a card's face. `faint`: it may not be played now; `low`: a scroll covers its lower part."""
    kind, line = suit_of(card), 2 if size[0] >= TRICK[0] else 1.5
    flat = size in (SMALL, PICKED)
    half = low and flat
    width, height = size[0] - 2 * line, (size[1] / 2 if half else size[1]) - 2 * line
    ink = ft.Colors.with_opacity(0.6, INK) if faint else INK
    paper = fill_of(kinds, kind)
    points = _FIGURE[size] if number_of(card) < 10 else _FIGURE[size] * 0.8
    mark = _MARK[size]
    if flat:
        spot, middle = (3.0, (height - mark) / 2), (width * 0.66, height / 2)
    else:
        spot, middle = (4.0, 4.0), (width / 2 + (4 if low else 0), height / 2 - (4 if low else -3))
    shapes: list[cv.Shape] = [
        crest(kinds, kind, *spot, mark, ink),
        cv.Text(*middle, num(number_of(card)), theme.figure_style(points, ink), alignment=ft.Alignment.CENTER),
    ]
    return ft.Container(
        cv.Canvas(shapes, width=width, height=height),
        width=size[0],
        height=size[1] / 2 if half else size[1],
        bgcolor=ft.Colors.with_opacity(PALE, paper) if faint else paper,
        border=edge(line, palette.CARD_PAPER),
        border_radius=5 if flat else theme.R_CARD,
    )


def back(size: Size, count: int = 0) -> ft.Control:
    """Draw a card's back, the same for all cards, with the number of cards if `count` is given."""
    drawn = card_back(*size, 5 if size == SMALL else theme.R_CARD, 1.5 if size == SMALL else 2)
    if not count:
        return drawn
    style = theme.figure_style(_FIGURE[size] * 0.8, palette.CARD_BACK_TEXT)
    figure = cv.Text(size[0] / 2, size[1] / 2, str(count), style, alignment=ft.Alignment.CENTER)
    return ft.Stack([drawn, cv.Canvas([figure], width=size[0], height=size[1])], width=size[0], height=size[1])


def scroll(value: int | None, known: int | None, size: Size) -> ft.Control:
    """Draw a scroll: face up its value on paper, face down a question mark, or my noted value on indigo."""
    words = signed(value) if value is not None else signed(known) if known is not None else "?"
    up = value is not None
    width, high = size[0] * (1 if size == SMALL else 0.66), 23 if size == SMALL else 24
    paint = theme.figure_style(15 if size == SMALL else 16, INK if up else palette.CARD_BACK_TEXT)
    shape = cv.Text(width / 2, high / 2, words, paint, alignment=ft.Alignment.CENTER)
    return ft.Container(
        cv.Canvas([shape], width=width, height=high),
        width=width,
        height=high,
        bgcolor=palette.CARD_PAPER if up else palette.CARD_BACK,
        border=edge(1.5, palette.CARD_INK if up else palette.CARD_BACK_EDGE),
        border_radius=5,
    )


def laid(
    kinds: tuple[str, ...], card: str, size: Size, tile: bool, value: int | None, *, known: int | None = None,
    faint: bool = False,
) -> ft.Control:  # fmt: skip
    """Draw an open card with the scroll on it, if there is one. `known` is my note of a face-down one's value."""
    if not tile:
        return face(kinds, card, size, faint=faint)
    if size == SMALL:
        both = [face(kinds, card, size, faint=faint, low=True), scroll(value, known, size)]
        return ft.Column(both, spacing=0, tight=True)
    tag = ft.Container(scroll(value, known, size), left=size[0] * 0.17, top=size[1] - 20)
    return ft.Stack(
        [face(kinds, card, size, faint=faint, low=True), tag],
        width=size[0],
        height=size[1],
        clip_behavior=ft.ClipBehavior.NONE,
    )


def say_card(look: Look, card: str) -> str:
    return terms(look.t, "card", card) or card


def say_laid(look: Look, card: str, tile: bool, value: int | None, known: int | None = None) -> str:
    spoken = say_card(look, card)
    if not tile:
        return spoken
    worth = value if value is not None else known
    key = "with_scroll" if worth is not None else "with_face_down"
    return look.t(f"scroll_trick.screen.{key}", card=spoken, value=signed(worth or 0))


def lying(
    look: Look, kinds: tuple[str, ...], card: str, tile: bool, value: int | None, size: Size = SMALL
) -> ft.Control:
    """Draw a card on the table, with its spoken name."""
    return named(say_laid(look, card, tile, value), laid(kinds, card, size, tile, value))


@block
def tappable(
    look: Look,
    kinds: tuple[str, ...],
    card: str,
    size: Size,
    *,
    tile: bool = False,
    value: int | None = None,
    known: int | None = None,
    chosen: bool = False,
    faint: bool = False,
    spoken: str = "",
    on_tap: Handler | None = None,
) -> ft.Control:
    """Draw a card to tap; the ring of a chosen one is outside, so that nothing moves."""
    words = spoken or say_laid(look, card, tile, value, known)
    if faint:
        words = look.t("scroll_trick.screen.not_now", card=words)
    drawn = laid(kinds, card, size, tile, value, known=known, faint=faint)
    ring = ringed(drawn, size, look.p.text if chosen else "", on_tap, 2 if size == PICKED else RING)
    return pressable(words, ring, on_tap, selected=chosen)


def ringed(
    drawn: ft.Control, size: Size, ring: str = "", on_tap: Handler | None = None, outside: int = RING
) -> ft.Container:
    """Draw a ring of a colour around a card, or keep the space for it."""
    return ft.Container(
        drawn,
        width=size[0] + 2 * outside,
        height=size[1] + 2 * outside,
        alignment=ft.Alignment.CENTER,
        border=edge(2 if outside < RING else theme.RING, ring or ft.Colors.TRANSPARENT),
        border_radius=theme.R_CARD + outside - 1,
        on_click=on(on_tap),
    )
