"""Shinobazu's ninja cards: faces, backs, and places for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import flet as ft
import flet.canvas as cv

from companion.ui import theme
from companion.ui.base import Handler, block, edge, named, on, pressable, text
from companion.ui.marks import card_back, dashed_box, reverse_shapes, suit_shape

if TYPE_CHECKING:
    from companion.look import Look

CardSize = Literal["small", "large"]
SIZES: dict[str, tuple[int, int]] = {"small": (36, 50), "large": (64, 92)}
REVERSING = ("2", "4")


def ninja_face(
    look: Look, suit: str, figure: str, size: CardSize = "small", *, faint: bool = False, turned: bool = False
) -> ft.Control:
    """Return a card's face. `suit` is black, red, blue, or back; `faint` is one that may not be played now."""
    width, height = SIZES[size]
    if suit == "back":
        return ft.Container(card_back(width, height), rotate=_turn(turned))
    small = size == "small"
    mark = 8.0 if small else 12.0
    shapes: list[cv.Shape] = [suit_shape(suit, 5 if small else 6, 4 if small else 6, mark, theme.SUIT_FIGURE)]
    if figure in REVERSING:
        side = 8.0 if small else 14.0
        shapes += reverse_shapes(width - side - 8, height - side - 8, side, theme.SUIT_FIGURE, 1.3 if small else 1.8)
    return ft.Container(
        ft.Stack(
            [
                cv.Canvas(shapes, width=width - 4, height=height - 4),
                ft.Container(
                    ft.Text(
                        figure, style=theme.text_style(look, "card_s" if small else "card_l", theme.SUIT_FIGURE),
                        text_align=ft.TextAlign.CENTER, no_wrap=True,
                    ),
                    left=0, top=4 if small else 0, right=0, bottom=0, alignment=ft.Alignment.CENTER,
                ),
            ],
            width=width - 4, height=height - 4,
        ),
        width=width, height=height, bgcolor=theme.SUITS[suit], border=edge(2, theme.SUIT_EDGE),
        border_radius=theme.R_CARD, opacity=theme.FADED if faint else 1.0, rotate=_turn(turned),
    )  # fmt: skip


def _turn(turned: bool) -> ft.Rotate | None:
    return ft.Rotate(1.5708) if turned else None


def back_face(look: Look, size: CardSize = "small", figure: str = "", *, turned: bool = False) -> ft.Control:
    """Return a card's back, with its position on it if it has one."""
    width, height = SIZES[size]
    back = card_back(width, height)
    if not figure:
        return ft.Container(back, rotate=_turn(turned))
    number = ft.Container(
        text(look, "card_s" if size == "small" else "card_l", figure, theme.CARD_BACK_TEXT, align=ft.TextAlign.CENTER),
        left=0, top=0, right=0, bottom=0, alignment=ft.Alignment.CENTER,
    )  # fmt: skip
    return ft.Stack([back, number], width=width, height=height)


@block
def ninja_card(
    look: Look, suit: str, figure: str, name: str, size: CardSize = "small", faint: bool = False, turned: bool = False
) -> ft.Control:
    """Return a card's face (or `suit="back"`) under its spoken `name`. A card that passed is `turned` by 90°."""
    return named(name, ninja_face(look, suit, figure, size, faint=faint, turned=turned))


@block
def hand_card(
    look: Look,
    position: int,
    handler: Handler | None,
    chosen: bool = False,
    suit: str = "",
    figure: str = "",
    name: str = "",
    faint: bool = False,
    size: CardSize = "large",
) -> ft.Control:
    """Return a card of my hand: its back with its position while covered, its face while `suit` is given.

    A tap chooses it, seen or unseen. It is spoken as "card 1, covered" unless `name` says what it is.
    """
    width, height = SIZES[size]
    face = (
        ninja_face(look, suit, figure, size, faint=faint)
        if suit
        else back_face(look, size, str(position))
    )
    ring = ft.Container(
        face, padding=3, border=edge(theme.RING, theme.CARD_BACK_TEXT if chosen else ft.Colors.TRANSPARENT),
        border_radius=theme.R_CARD + 5, width=width + 12, height=height + 12, on_click=on(handler),
    )  # fmt: skip
    spoken = name if suit else look.t("kit.card_covered", n=position)
    return pressable(spoken, ring, handler, selected=chosen)


@block
def empty_place(look: Look, size: CardSize = "small", name: str = "") -> ft.Control:
    """Return a dashed place where a card is still to come."""
    width, height = SIZES[size]
    return named(name, dashed_box(width, height, look.p.lns)) if name else dashed_box(width, height, look.p.lns)
