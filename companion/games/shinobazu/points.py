"""The point cards: the public facts of each seat, points largest."""

from __future__ import annotations

import flet as ft
import flet.canvas as cv

from companion.games.shinobazu.cards import EDGE, SMALL, SUITS, TINY, Size, back, face, suit
from companion.games.shinobazu.facts import CardInFront, SeatFacts
from companion.games.shinobazu.facts import card as in_words
from companion.games.table.context import Away
from companion.ui import theme
from companion.ui.base import block, edge, inset, named, text
from companion.ui.marks import dashed_box, fill, stroke
from companion.ui.seats import seat_face
from companion.ui.theme import Look
from companion.ui.words import listed
from referee.shinobazu.moves import END

FULL, LOW = 124, 82
"""The heights in pixels at text scale 1.0; the low form is for five players."""
GAP = 8
STATUS_BESIDE = 1.15
"""The largest text scale at which a seat's name and its status are on one line."""
ONE_COLUMN = 1.5
"""The text scale from which on the cards are placed one below the other."""


def point_grid(look: Look, seats: tuple[SeatFacts, ...]) -> ft.Control:
    """Arrange the point cards two in a row, mine last; an odd one takes a whole row."""
    across, cards = 1 if look.scale >= ONE_COLUMN else 2, [point_card(look, seat) for seat in seats]
    first = len(cards) % across
    # The odd one is the last, so that mine is the widest and nearest to the thumb.
    rows = [cards[i : i + across] for i in range(0, len(cards) - first, across)]
    if first:
        rows.append(cards[-first:])
    drawn: list[ft.Control] = [ft.Row(row, spacing=GAP) for row in rows]
    return ft.Column(drawn, spacing=GAP, tight=True)


@block
def point_card(look: Look, seat: SeatFacts) -> ft.Control:
    """Draw one seat: name, points of the five that end the match, cards in front, status."""
    p = look.p
    mine, turn = seat.mine, seat.turn
    line = p.accent_text if mine and turn else p.text if turn else p.line
    apart = ft.MainAxisAlignment.SPACE_BETWEEN
    below = ft.Row(
        [score(look, seat.points, seat.low), in_front(look, seat.front, seat.awaits, seat.low)],
        alignment=apart,
        vertical_alignment=ft.CrossAxisAlignment.END,
    )
    return named(
        spoken(look, seat),
        ft.Container(
            ft.Column([_head(look, seat), below], spacing=0, alignment=apart),
            height=height(look, seat.low),
            padding=_padding(seat.low, turn),
            bgcolor=p.accent_soft if mine and turn else p.surface,
            border=edge(theme.LINE if turn else theme.HAIR, line),
            border_radius=theme.R_PANEL,
        ),
        expand=True,
    )


def height(look: Look, low: bool) -> float:
    """Return a point card's height: names grow with the text, numerals stop at 1.3."""
    lines = 42 if look.scale > STATUS_BESIDE else 24
    grown = (look.scale - 1) * 24 + (lines - 24) * look.scale + (theme.numeral_scale(look) - 1) * (40 if low else 56)
    return round((LOW if low else FULL) + grown)


def counted_points(look: Look, n: int) -> str:
    return look.t("shinobazu.screen.one_point" if n == 1 else "shinobazu.screen.n_points", n=n)


def spoken(look: Look, seat: SeatFacts) -> str:
    """Return a seat's spoken description. A face-down card is only called that."""
    t = look.t
    said = [seat.name, counted_points(look, seat.points)]
    if seat.status:
        said.append(t(f"shinobazu.screen.status.{seat.status}"))
    if seat.leads:
        said.append(t("shinobazu.screen.leads_colour", colour=t(f"shinobazu.colour.{seat.leads}")))
    lying = [in_words(look, f.card) if f.card else t("shinobazu.screen.face_down") for f in seat.front]
    if lying:
        said.append(t("shinobazu.screen.in_front_lies", cards=listed(look, lying)))
    return t("shinobazu.screen.comma").join(said)


@block
def pips(look: Look, points: int, size: float = 9) -> ft.Control:
    """Draw the five pips; the fifth is a vermilion square, since that point ends the match."""
    p, step = look.p, size * 13 / 9
    shapes: list[cv.Shape] = []
    for i in range(END):
        filled = points > i
        color = p.accent_text if i == END - 1 else p.text if filled else p.line_strong
        paint = fill(color) if filled else stroke(color, size / 6)
        edge_ = 0 if filled else size / 12
        if i == END - 1:
            shapes.append(cv.Rect(i * step + edge_, edge_, size - 2 * edge_, size - 2 * edge_, paint=paint))
        else:
            shapes.append(cv.Circle(i * step + size / 2, size / 2, size / 2 - edge_, paint))
    return cv.Canvas(shapes, width=step * (END - 1) + size, height=size)


def lead_mark(look: Look, colour: str, size: float = 22) -> ft.Control:
    return ft.Container(
        suit(colour, size * 0.42),
        width=size,
        height=size,
        alignment=ft.Alignment.CENTER,
        bgcolor=SUITS[colour],
        border=edge(1.5, EDGE),
        border_radius=5,
    )


def _padding(low: bool, turn: bool) -> ft.Padding:
    # A border is inside: the padding is reduced by a turn's wider border, so that nothing moves.
    line = theme.LINE if turn else theme.HAIR
    top, bottom = (7, 7) if low else (10, 10)
    return inset(10 - line, top - line, bottom=bottom - line)


def _head(look: Look, seat: SeatFacts) -> ft.Control:
    p = look.p
    status = look.t(f"shinobazu.screen.status.{seat.status}") if seat.status else ""
    ink = p.accent_text if seat.mine and (seat.turn or seat.status == "you") else p.text_2
    does = text(look, "caption", status, ink, size=14, bold=ink == p.accent_text, lines=1)
    named_ = who(look, seat.name, seat.seat, seat.mine, seat.presence, seat.leads, seat.low)
    if look.scale > STATUS_BESIDE:
        return ft.Column([named_, does], spacing=0, tight=True)
    return ft.Row([named_, does], spacing=5)


@block
def who(look: Look, name: str, seat: str, mine: bool, presence: Away, leads: str, low: bool) -> ft.Control:
    """Draw a seat's mark and name, with its lead colour. A still of its own, since it hardly ever changes."""
    words = text(look, "subject", name, lines=1, size=14 if low or leads else 0)
    words.expand, words.expand_loose = True, True
    parts: list[ft.Control] = [seat_face(look, name, mine, presence, 24 if low else 26, seat=seat), words]
    if leads:
        parts.append(lead_mark(look, leads, 20))
    return ft.Row(parts, spacing=3 if leads else 6, expand=None if look.scale > STATUS_BESIDE else True)


@block
def score(look: Look, points: int, low: bool) -> ft.Control:
    style = "numeral_m" if low else "numeral_l"
    figure = text(look, style, str(points), size=34 if low else 50, line=33 if low else 46)
    return ft.Column([figure, pips(look, points, 7 if low else 9)], spacing=1 if low else 2, tight=True)


@block
def in_front(look: Look, front: tuple[CardInFront, ...], awaits: bool, low: bool) -> ft.Control:
    """Draw the cards in front of a seat, and the place of the next one. Three cards need the small size."""
    size = TINY if low or len(front) + awaits > 2 else SMALL
    drawn = [front_card(each, size) for each in front]
    if awaits:
        drawn.append(dashed_box(*size, look.p.line_strong))
    return ft.Row(drawn, spacing=4, tight=True, vertical_alignment=ft.CrossAxisAlignment.END)


def front_card(front: CardInFront, size: Size) -> ft.Control:
    """Draw a card in front of a seat: open, or its back; sideways if it was passed."""
    return face(front.card, size, turned=front.turned) if front.card else back(size, turned=front.turned)
