"""The seats: boxes with points and cards, and what each mansion is known to hold."""

from __future__ import annotations

import flet as ft

from companion.games.shinobi_school.cards.faces import TINY, Size, spread
from companion.games.shinobi_school.facts import Mansion, SeatFacts, groups
from companion.games.shinobi_school.frame import K
from companion.i18n import num
from companion.ui import (
    Act,
    aloud,
    block,
    edge,
    icon,
    on,
    presence_sign,
    pressable,
    row,
    seat_face,
    seat_line,
    still,
    text,
    theme,
)  # fmt: skip
from companion.ui.look import Look

FULL = 4
"""So many seats have room in one row for words; with more their boxes are narrow."""
NARROW = 22
"""How large points are in a narrow box."""


def cards_words(look: Look, seat: SeatFacts) -> str:
    if seat.status:
        return look.t(f"{K}status.{seat.status}")
    return "" if seat.cards is None else look.t(K + "cards_n", n=seat.cards)


def spoken(look: Look, seat: SeatFacts) -> str:
    return aloud(seat.name, look.t(K + "points_n", n=seat.points), cards_words(look, seat))


@block
def seat_row(look: Look, seats: tuple[SeatFacts, ...], handler: Act | None = None, big: bool = False) -> ft.Control:
    """Draw all seats in one row, mine last; from text scale 1.5 two by two. A tap shows the mansions.

    `big` ones are read from two metres.
    """
    narrow = len(seats) > FULL or 1.15 < look.scale < 1.5
    boxes = [seat_box(look, seat, handler, narrow and not look.wide, big) for seat in seats]
    if look.scale < 1.5:
        return ft.Row(boxes, spacing=6)
    lines: list[ft.Control] = [ft.Row([*boxes[i : i + 2]], spacing=6) for i in range(0, len(boxes), 2)]
    return ft.Column(lines, spacing=6, tight=True)


def seat_box(look: Look, seat: SeatFacts, handler: Act | None, narrow: bool, big: bool) -> ft.Control:
    """Draw one seat: name, points, cards. Whose turn it is has the bright edge; mine is vermilion."""
    p = look.p
    mine = seat.turn and seat.mine
    line = p.accent_text if mine else p.text if seat.turn else p.line
    name = text(look, "title" if big else "over", seat.name, lines=1, align=ft.TextAlign.CENTER)
    name.expand, name.expand_loose = True, True
    head: list[ft.Control] = [name]
    if seat.presence:
        head.append(presence_sign(look, seat.presence, 13))
    style, words = "body" if big else "caption", cards_words(look, seat)
    below: ft.Control = text(look, style, words, p.text_2, lines=1, align=ft.TextAlign.CENTER)
    if narrow and seat.cards is not None and not seat.status:
        count = text(look, "caption", str(seat.cards), p.text_2)
        sign = icon(look, ft.Icons.STYLE_SHARP, 15, p.text_2)
        below = ft.Row([sign, count], spacing=3, alignment=ft.MainAxisAlignment.CENTER)
    numeral = text(
        look, "numeral_l" if big else "numeral_s", num(seat.points), lines=1, size=NARROW if narrow else 0,
        line=0 if big else 32, align=ft.TextAlign.CENTER,
    )  # fmt: skip
    box = ft.Container(
        ft.Column(
            [
                ft.Row(head, spacing=3, alignment=ft.MainAxisAlignment.CENTER),
                numeral,
                *([below] if words else []),
                seat_line(look, seat.seat),
            ],
            spacing=0,
            tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        ),
        padding=ft.Padding.symmetric(horizontal=3, vertical=4),
        bgcolor=p.accent_soft if mine else p.surface_2 if seat.turn else p.surface,
        border=edge(theme.LINE if seat.turn else theme.HAIR, line),
        border_radius=theme.R_CARD,
        on_click=on(handler),
    )
    return pressable(spoken(look, seat), box, handler, expand=True)


@still
def mansion_row(look: Look, mansion: Mansion, size: Size = TINY) -> ft.Control:
    """Draw what everybody knows of a mansion: earth, and what was seen going to heaven."""
    p, t = look.p, look.t
    name = text(look, "subject", mansion.name, lines=1)
    name.expand, name.expand_loose = True, True
    count = len(mansion.earth) + len(mansion.known) + mansion.unseen
    head = row([seat_face(look, mansion.name, mansion.mine, "", 28, seat=mansion.seat), name,
                text(look, "caption", t(K + "cards_n", n=count), p.text_2)], 8)  # fmt: skip
    sides: list[ft.Control] = [
        side_line(look, "地", t(K + "earth"), groups(mansion.earth), 0, size),
        side_line(look, "天", t(K + "heaven"), groups(mansion.known), mansion.unseen, size),
    ]
    return ft.Container(
        ft.Column([head, *sides], spacing=5, tight=True),
        padding=ft.Padding.symmetric(horizontal=10, vertical=7),
        bgcolor=p.surface_2 if mansion.turn else p.surface,
        border=edge(theme.LINE if mansion.turn else theme.HAIR, p.text if mansion.turn else p.line),
        border_radius=theme.R_PANEL,
    )


def side_line(
    look: Look, sign: str, word: str, cards: tuple[tuple[int, int], ...], unseen: int, size: Size = TINY
) -> ft.Control:
    mark = ft.Semantics(
        content=text(look, "mark", sign, look.p.text_2), label=word, container=True, exclude_semantics=True
    )
    drawn = spread(look, cards, size, unseen)
    return ft.Row(
        [ft.Container(mark, width=24), ft.Container(drawn, expand=True)],
        spacing=6,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )
