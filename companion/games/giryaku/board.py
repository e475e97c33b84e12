"""A board of Giryaku on the table: its cells, and its owner with graveyard, hand and deck."""

from __future__ import annotations

from dataclasses import dataclass

import flet as ft

from companion.games.table.context import Away
from companion.ui import (
    Act,
    aloud,
    block,
    card_back,
    dashed_box,
    edge,
    icon,
    named,
    on,
    palette,
    presence_sign,
    pressable,
    row,
    text,
    theme,
)
from companion.ui.base import figure, fill_column, tap_box
from companion.ui.theme import Look

KANJI = {"S": "侍", "N": "忍", "O": "師"}
INK = {"S": "#E8912D", "N": "#56B4E9", "O": "#CC79A7"}
"""The colours of the kinds; kanji and letter are always shown with them."""
SMALL, BIG = (92, 48), (156, 78)
GAP = 4
"""The space in pixels around a cell, for the ring of a chosen one."""
LARGE = 1.5
"""The text scale from which on hand and deck are shown below their owner's name."""


@dataclass(frozen=True, slots=True)
class BoardCell:
    """One cell. `card` is empty if only its owner knows it, or the cell is empty."""

    cell: str
    spoken: str
    card: str = ""
    filled: bool = False
    down: bool = False
    mark: str = ""
    """placed, struck, chosen, due or free; empty for none."""
    tap: Act | None = None


@dataclass(frozen=True, slots=True)
class Owner:
    """A board's owner, with the public counts."""

    name: str
    me: bool
    size: int
    after: int
    """The size of the graveyard after the chosen declaration."""
    buried: str
    hand: str
    deck: str
    turn: bool
    presence: Away
    pool: str = ""
    """The face-down cards, in words; empty if there are none."""


@block
def owner_row(look: Look, owner: Owner, big: bool = False) -> ft.Control:
    """Draw a board's owner: the graveyard as a numeral, its cards, hand and deck."""
    p, t = look.p, look.t
    grows = owner.after != owner.size
    style = "numeral_xl" if big else "numeral_m"
    number = text(look, style, str(owner.size), align=ft.TextAlign.CENTER, line=0 if big else 42)
    name = text(look, "headline" if big else "subject", owner.name, lines=1)
    name.expand, name.expand_loose = True, True
    who: list[ft.Control] = [name]
    if owner.presence:
        who.insert(0, presence_sign(look, owner.presence, 16))
    if owner.me:
        who.append(text(look, "subject", t("giryaku.screen.you"), p.text_2, lines=1))
    if owner.turn:
        who.append(ft.Container(width=8, height=8, bgcolor=p.accent_text if owner.me else p.text, border_radius=4))
    under = "body" if big else "caption"
    lies = t("giryaku.screen.and_down", buried=owner.buried, pool=owner.pool) if owner.pool else owner.buried
    lines: list[ft.Control] = [row(who, 4), text(look, under, lies, p.text_2, lines=2, line=18)]
    counted = [
        _count(look, glyph, words, under)
        for glyph, words in ((ft.Icons.STYLE_SHARP, owner.hand), (ft.Icons.LAYERS_SHARP, owner.deck))
        if words
    ]
    aside: list[ft.Control] = []
    if look.scale >= LARGE:
        lines.append(ft.Row(counted, spacing=12, tight=True))
    else:
        aside.append(ft.Column(counted, spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.END))
    will = t("giryaku.screen.becomes", n=owner.after) if grows else ""
    return named(
        aloud(owner.name, t("giryaku.screen.buried_n", n=owner.size), will, owner.buried, owner.hand, owner.deck,
              owner.pool),
        ft.Row(
            [
                ft.Container(number, width=(110 if big else 52) * min(look.scale, 1.3)),
                fill_column(*lines),
                *aside,
            ],
            spacing=8,
        ),
    )  # fmt: skip


def _count(look: Look, glyph: ft.IconData, words: str, style: str) -> ft.Control:
    return ft.Row(
        [
            icon(look, glyph, 14 if style == "caption" else 20, look.p.text_2),
            text(look, style, words, look.p.text_2, line=18),
        ],
        spacing=5,
        tight=True,
    )


@block
def board(
    look: Look, spots: tuple[BoardCell, ...], order: tuple[int, ...], upside_down: bool, big: bool = False
) -> ft.Control:
    """Draw a board with its columns in this order. The far one has its lower row nearest to the middle."""
    by_cell = {spot.cell: spot for spot in spots}
    rows = [
        ft.Row(
            [cell_face(look, by_cell[f"{column}{level}"], big) for column in order],
            spacing=GAP,
            alignment=ft.MainAxisAlignment.CENTER,
        )
        for level in ("UL" if upside_down else "LU")
    ]
    return ft.Column(list(rows), spacing=0, tight=True)


def cell_face(look: Look, spot: BoardCell, big: bool = False) -> ft.Control:
    p = look.p
    width, high = BIG if big else SMALL
    struck = spot.mark == "struck"
    ring = {"placed": p.text, "chosen": p.text, "struck": p.accent_text, "due": p.accent_text}.get(spot.mark, "")
    layers: list[ft.Control] = [
        ft.Container(
            _inside(look, spot, width, high, p.text if spot.mark == "free" else p.line_strong),
            padding=GAP - 1,
            border=edge(theme.RING, ring or ft.Colors.TRANSPARENT),
            border_radius=theme.R_PANEL,
            on_click=on(spot.tap),
        )
    ]
    if struck:
        layers.append(
            ft.Container(
                icon(look, ft.Icons.CLOSE_SHARP, 16, p.on_accent), width=22, height=22, right=-2, top=-2,
                alignment=ft.Alignment.CENTER, bgcolor=p.accent, border_radius=11, ignore_interactions=True,
            )
        )  # fmt: skip
    face = ft.Stack(layers, width=width + 2 * GAP + 4, height=high + 2 * GAP + 4, clip_behavior=ft.ClipBehavior.NONE)
    return pressable(spot.spoken, face, spot.tap, selected=spot.mark in ("chosen", "placed", "struck") or None) \
        if spot.tap is not None else named(spot.spoken, face)  # fmt: skip


def _inside(look: Look, spot: BoardCell, width: int, high: int, line: str) -> ft.Control:
    if spot.card:
        return kind_face(look, spot.card, width, high, spot.down)
    if spot.filled:
        return card_back(width, high)
    return dashed_box(width, high, line)


def kind_face(look: Look, kind: str, width: int, high: int, down: bool = False) -> ft.Control:
    """Draw a card's face: its letter on its colour, its kanji on paper. A face-down one has an indigo edge."""
    letter = max(22, round(width * 0.29))
    return ft.Container(
        ft.Row(
            [
                ft.Container(
                    figure(look, kind, palette.CARD_INK, round(letter * 0.62)),
                    width=letter,
                    height=high,
                    alignment=ft.Alignment.CENTER,
                    bgcolor=INK[kind],
                ),
                ft.Container(
                    figure(look, KANJI[kind], palette.CARD_INK, round(high * 0.56)),
                    height=high,
                    alignment=ft.Alignment.CENTER,
                    expand=True,
                ),
            ],
            spacing=0,
        ),
        width=width,
        height=high,
        bgcolor=palette.CARD_PAPER,
        border=edge(theme.EDGE, palette.CARD_BACK_EDGE) if down else edge(theme.HAIR, look.p.line_strong),
        border_radius=theme.R_CARD,
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
    )


@block
def column_names(look: Look, labels: tuple[str, ...], big: bool = False) -> ft.Control:
    width = (BIG if big else SMALL)[0] + 2 * GAP + 4
    look = look.held_to(1.3)
    names = [
        ft.Container(
            text(look, "subject" if big else "over", label, look.p.text, align=ft.TextAlign.CENTER, lines=1),
            width=width,
        )
        for label in labels
    ]
    side = ft.BorderSide(theme.LINE, look.p.line_strong)
    return ft.Container(
        ft.Row(list(names), spacing=GAP, alignment=ft.MainAxisAlignment.CENTER),
        border=ft.Border(top=side, bottom=side),
        padding=ft.Padding.symmetric(vertical=2),
    )


@block
def kind_bar(
    look: Look, label: str, kinds: tuple[tuple[str, int, str, Act], ...]
) -> ft.Control:  # fmt: skip
    """Draw the kinds to tap: each with the number chosen, its spoken words, and its act.

    A kind that cannot be chosen has the count -1: it is struck through, and a tap says why.
    """
    cells: list[ft.Control] = []
    for kind, count, spoken, tap in kinds:
        p, lit, off = look.p, count > 0, count < 0
        ink = p.background if lit else p.text_3 if off else p.text
        words = look.t(f"words.giryaku.{kind}") + (f" \N{MULTIPLICATION SIGN}{count}" if count > 1 else "")
        said = text(look, "button_equal", words, ink, struck=off, lines=1, align=ft.TextAlign.CENTER)
        box = tap_box(look, said, tap, lit=lit, off=off, height=theme.grown(look, theme.TOUCH))
        cells.append(pressable(spoken, box, tap, selected=lit, expand=True))
    bar = ft.Row(cells, spacing=6)
    if not label:
        return bar
    if look.scale >= 1.5:
        return ft.Column([text(look, "label", label, look.p.text_2), bar], spacing=4, tight=True)
    bar.expand = True
    return row([ft.Container(text(look, "label", label, look.p.text_2, lines=2), width=84), bar], 8)
