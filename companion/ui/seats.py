"""Seats: their marks with presence, and the list of the lobby."""

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
    from companion.ui.look import Look

Presence = Literal["", "free", "here", "asleep", "gone"]
NAME_BESIDE, NAME_ALONE = 170, 260
"""Pixels of a name in the list of seats, with and without something beside it."""


def seat_letter(name: str) -> str:
    """Return what stands on a seat's mark: the first letter, kana or kanji of its name, in upper case."""
    return name.strip()[:1].upper() or "?"


def presence_sign(look: Look, presence: Presence, size: float = 12, color: str = "") -> ft.Control:
    """Return the sign of a phone: dot here, moon asleep, vermilion crossed wifi gone."""
    if presence == "here":
        return dot(color or look.p.text, size * 0.8)
    if presence == "asleep":
        return icon(look, ft.Icons.NIGHTLIGHT_SHARP, size, look.p.text_2)
    if presence == "gone":
        return icon(look, ft.Icons.WIFI_OFF_SHARP, size, look.p.accent_text)
    return icon(look, ft.Icons.PERSON_ADD_ALT_1_SHARP, size, look.p.accent_text)


def seat_face(look: Look, name: str, me: bool = False, presence: Presence = "", size: float = 36) -> ft.Control:
    """Return a seat's mark: the letter of its name in a square, filled when it is mine, with its presence."""
    p = look.p
    square = ft.Container(
        figure(look, seat_letter(name), p.background if me else p.text, round(size * 0.46, 1)),
        width=size,
        height=size,
        alignment=ft.Alignment.CENTER,
        bgcolor=p.text if me else p.surface,
        border=edge(2, p.text if me else p.line_strong),
        border_radius=theme.R_CARD,
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
    """One row of a seat list. `button` is what may be done with it; `words` replaces the words of its presence."""

    name: str
    me: bool = False
    presence: Presence = ""
    words: str = ""
    after: str = ""
    """Light words after the name: "this phone"."""
    button: str = ""
    aloud: str = ""
    """What is spoken for the button, so that one seat's is told from another's."""
    handler: Handler | None = None
    alarm: bool = False
    """Whether the second line is vermilion (a free seat, a lost phone)."""


@block
def seat_list(look: Look, rows: tuple[SeatRow, ...]) -> ft.Control:
    """Return seats in turn order, each with its mark, who is there, and one action."""
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
    told_of = ", ".join(filter(None, (seat.name, seat.after, words)))
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
    told = named(
        told_of,
        ft.Row(
            [seat_face(look, seat.name, seat.me, "", 36), ft.Column(lines, spacing=0, tight=True, expand=True)],
            spacing=14,
        ),
        expand=True,
    )
    below = look.scale >= 1.5 and button is not None
    row = ft.Row([told, *([] if button is None or below else [button])], spacing=8)
    return ft.Container(
        ft.Column([row, button], spacing=4, tight=True) if below and button is not None else row,
        height=None if below or long else theme.grown(look, 56),
        padding=inset(14, 8 if below or long else 0, 6 if seat.button else 14, 8 if below or long else 0),
        border=None if last else rule("bottom", p.line),
    )


@block
def seat_chip(look: Look, name: str, me: bool, presence: Presence, handler: Handler | None) -> ft.Control:
    """Return a tappable seat mark, 48 px of touch around it."""
    box = ft.Container(
        seat_face(look, name, me, presence), width=48, height=48, alignment=ft.Alignment.CENTER, on_click=on(handler)
    )
    return pressable(name, box, handler)
