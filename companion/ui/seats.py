"""Seats: their marks with presence, and the lobby's list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import flet as ft

from companion.ui import theme
from companion.ui.base import (
    Handler,
    about_wide,
    block,
    edge,
    figure,
    icon,
    inset,
    named,
    on,
    pair,
    pressable,
    rule,
    text,
)
from companion.ui.buttons import side_face
from companion.ui.marks import dot

if TYPE_CHECKING:
    from companion.ui.theme import Look

Presence = Literal["", "free", "here", "asleep", "gone"]
STRIP, STRIP_PART = 5, 0.7
"""The height in pixels of a seat's strip, and the coloured share of each of its parts."""
CLEAR = "#00000000"
NAME_BESIDE, NAME_ALONE = 170, 260
"""The width in pixels of a name in the list of seats, with and without something beside it."""


def seat_letter(name: str) -> str:
    """Return the letter on a seat's mark: the first letter, kana or kanji of its name, in upper case."""
    return name.strip()[:1].upper() or "?"


def presence_sign(look: Look, presence: Presence, size: float = 12, color: str = "") -> ft.Control:
    """Return the sign of a phone's presence: a dot for here, a moon for asleep, a crossed-out wifi for gone."""
    if presence == "here":
        return dot(color or look.p.text, size * 0.8)
    if presence == "asleep":
        return icon(look, ft.Icons.NIGHTLIGHT_SHARP, size, look.p.text_2)
    if presence == "gone":
        return icon(look, ft.Icons.WIFI_OFF_SHARP, size, look.p.accent_text)
    return icon(look, ft.Icons.PERSON_ADD_ALT_1_SHARP, size, look.p.accent_text)


def seat_number(seat: str) -> int:
    """Return the number of a player's seat, 1 for `p1`; 0 for any other."""
    return int(seat[1:]) if seat[:1] == "p" and seat[1:].isdecimal() else 0


def seat_strip(look: Look, seat: str) -> ft.Container | None:
    """Return a player's strip, in its colour and in as many parts as the seat's number; None for other seats.

    It is placed at the bottom of the stack that holds it.
    """
    number = seat_number(seat)
    if not number:
        return None
    colour = look.p.seats[(number - 1) % len(look.p.seats)]
    stops = [(n + part) / number for n in range(number) for part in (0.0, STRIP_PART, STRIP_PART, 1.0)]
    return ft.Container(
        height=STRIP, left=0, right=0, bottom=0,
        gradient=ft.LinearGradient(colors=[colour, colour, CLEAR, CLEAR] * number, stops=stops),
    )  # fmt: skip


def seat_line(look: Look, seat: str) -> ft.Control:
    """Return a seat's strip as a line of its own; an empty one if it is no player's."""
    strip = seat_strip(look, seat)
    return ft.Stack([strip] if strip is not None else [], height=STRIP)


def seat_face(
    look: Look, name: str, me: bool = False, presence: Presence = "", size: float = 36, *, seat: str = ""
) -> ft.Control:
    """Return a seat's mark: the first letter of its name in a square, filled if it is mine, with its presence.

    With `seat` it has the seat's strip.
    """
    p = look.p
    letter = figure(look, seat_letter(name), p.background if me else p.text, round(size * 0.46, 1))
    strip = seat_strip(look, seat)
    square = ft.Container(
        letter
        if strip is None
        else ft.Stack([letter, strip], alignment=ft.Alignment.CENTER, width=size - 4, height=size - 4),
        width=size,
        height=size,
        alignment=ft.Alignment.CENTER,
        bgcolor=p.text if me else p.surface,
        border=edge(2, p.text if me else p.line_strong),
        border_radius=theme.R_CARD,
        clip_behavior=None if strip is None else ft.ClipBehavior.ANTI_ALIAS,
    )
    if not presence:
        return named(name, square)
    badge = ft.Container(
        presence_sign(look, presence, 13), width=17, height=17, alignment=ft.Alignment.CENTER, bgcolor=p.surface,
        border_radius=9, right=-6, bottom=-6,
    )  # fmt: skip
    return named(
        f"{name}, {look.t('kit.presence_' + presence)}",
        ft.Stack([square, badge], width=size, height=size, clip_behavior=ft.ClipBehavior.NONE),
    )


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One row of a seat list. `button` is the label of its action; `words` replaces the words of its presence."""

    name: str
    me: bool = False
    presence: Presence = ""
    words: str = ""
    after: str = ""
    """Light words after the name, such as "this phone"."""
    button: str = ""
    aloud: str = ""
    """What is spoken for the button, so that it differs from other seats' buttons."""
    handler: Handler | None = None
    alarm: bool = False
    """Whether the second line is vermilion (a free seat, a lost phone)."""
    seat: str = ""


@block
def seat_list(look: Look, rows: tuple[SeatRow, ...]) -> ft.Control:
    """Return seats in turn order, each with its mark, its presence, and one action."""
    return ft.Container(
        ft.Column(
            [_seat_row(look, each, last=n == len(rows) - 1) for n, each in enumerate(rows)],
            spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        ),
        bgcolor=look.p.surface, border=edge(1, look.p.line), border_radius=theme.R_PANEL,
    )  # fmt: skip


def _sign(look: Look, presence: Presence) -> ft.Control:
    return ft.Container(
        presence_sign(look, presence, 15, look.p.text_2), width=15, height=15, alignment=ft.Alignment.CENTER
    )


def _seat_row(look: Look, seat: SeatRow, *, last: bool) -> ft.Control:
    p, t = look.p, look.t
    alarm = seat.alarm or seat.presence in ("free", "gone")
    words = seat.words or (t(f"kit.presence_{seat.presence}") if seat.presence else "")
    button = side_face(look, seat.button, seat.handler, height=48) if seat.button else None
    if button is not None and seat.aloud:
        button = pressable(seat.aloud, button, seat.handler)
    description = ", ".join(filter(None, (seat.name, seat.after, words)))
    long = about_wide(seat.name) * look.scale > (NAME_BESIDE if seat.button or seat.after else NAME_ALONE)
    lines: list[ft.Control] = [
        pair(look, seat.name, t("kit.after_name", after=seat.after), style="body", gap_=0)
        if seat.after and not long
        else text(look, "subject", seat.name, lines=3 if long else 1)
    ]
    if long:
        words = look.t("app.list.comma").join(filter(None, (words, seat.after)))
    if words:
        lines.append(
            ft.Row(
                [
                    *([_sign(look, seat.presence)] if seat.presence else []),
                    text(look, "caption", words, p.accent_text if alarm else p.text_2, lines=1, expand=True),
                ],
                spacing=5,
            )
        )
    spoken = named(
        description,
        ft.Row(
            [
                seat_face(look, seat.name, seat.me, "", 36, seat=seat.seat),
                ft.Column(lines, spacing=0, tight=True, expand=True),
            ],
            spacing=14,
        ),
        expand=True,
    )
    below = look.scale >= 1.5 and button is not None
    row = ft.Row([spoken, *([] if button is None or below else [button])], spacing=8)
    return ft.Container(
        ft.Column([row, button], spacing=4, tight=True) if below and button is not None else row,
        height=None if below or long else theme.grown(look, 56),
        padding=inset(14, 8 if below or long else 0, 6 if seat.button else 14, 8 if below or long else 0),
        border=None if last else rule("bottom", p.line),
    )


@block
def seat_chip(
    look: Look, name: str, me: bool, presence: Presence, handler: Handler | None, seat: str
) -> ft.Control:
    """Return a seat mark to tap, with a touch target of 48 px."""
    box = ft.Container(
        seat_face(look, name, me, presence, seat=seat), width=48, height=48, alignment=ft.Alignment.CENTER,
        on_click=on(handler),
    )  # fmt: skip
    return pressable(name, box, handler)
