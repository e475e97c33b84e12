"""Pickers: all 35 cards, the five kinds, the values that scrolls have, seats, rows of scrolls."""

from __future__ import annotations

import flet as ft

from companion.games.scroll_trick.cards.faces import (
    INK,
    PICKED,
    SMALL,
    crest_mark,
    face,
    fill_of,
    ringed,
    say_card,
    scroll,
)
from companion.games.scroll_trick.facts import cards, shown, signed
from companion.games.scroll_trick.frame import Ctx
from companion.ui import Act, act, block, edge, on, palette, pressable, row, text, theme
from companion.ui.base import tap_box
from companion.ui.look import Look
from referee.scroll_trick.cards import VALUES

OUTSIDE = 3
ACROSS = 4
"""How many values stand in a row."""


# Cards


def unseen_picker(ctx: Ctx, chosen: tuple[str, ...], tap: Act) -> ft.Control:
    """Return the picker of all cards; those that everybody has seen elsewhere say where when they are tapped.

    `tap(card)` is called with what may be chosen.
    """
    gone = tuple(shown(ctx.view))
    choose = act(_tap, tap, ctx.set("hint"), gone)
    return card_picker(ctx.look, ctx.view.options.kinds, cards(ctx.view), chosen, gone, choose)


def _tap(tap: Act, hint: Act, gone: tuple[str, ...], card: str) -> None:
    if card in gone:
        hint(card)
    else:
        tap(card)


def why_gone(ctx: Ctx) -> str:
    """Return why the card that was tapped last cannot be chosen, or empty."""
    where = shown(ctx.view).get(ctx.pick.hint)
    return "" if where is None else ctx.t("shown_by", card=ctx.card(ctx.pick.hint), name=ctx.name(where))


@block
def card_picker(
    look: Look,
    kinds: tuple[str, ...],
    cards_: tuple[str, ...],
    chosen: tuple[str, ...],
    gone: tuple[str, ...],
    tap: Act,
) -> ft.Control:
    """Draw all cards, a kind a row. Those that are `gone` are struck through; `tap(card)`."""
    per = len(cards_) // len(kinds)
    lines: list[ft.Control] = []
    for at in range(0, len(cards_), per):
        drawn = [
            _cell(look, kinds, card, card in chosen, card in gone, act(tap, card)) for card in cards_[at : at + per]
        ]
        lines.append(ft.Row(drawn, spacing=0, alignment=ft.MainAxisAlignment.SPACE_BETWEEN))
    return ft.Column(lines, spacing=0, tight=True)


def _cell(look: Look, kinds: tuple[str, ...], card: str, chosen: bool, gone: bool, tap: Act) -> ft.Control:
    spoken = say_card(look, card)
    drawn = face(kinds, card, PICKED, faint=gone)
    if gone:
        spoken = look.t("scroll_trick.screen.elsewhere", card=spoken)
        struck = ft.Container(width=PICKED[0] - 12, height=2, bgcolor=look.p.text_2, left=6, top=PICKED[1] / 2 - 1)
        drawn = ft.Stack([drawn, struck], width=PICKED[0], height=PICKED[1])
    return pressable(
        spoken, ringed(drawn, PICKED, look.p.text if chosen else "", tap, OUTSIDE - 1), tap, selected=chosen
    )


def next_named(named_: tuple[str, ...], card: str, most: int) -> tuple[str, ...]:
    """Return the cards named in order after a tap: taken away again, or the last one replaced when full."""
    if card in named_:
        return tuple(c for c in named_ if c != card)
    return (*named_[: most - 1], card)


# Kinds


@block
def kind_bar(look: Look, kinds: tuple[str, ...], words: tuple[str, ...], pick: str, choose: Act) -> ft.Control:
    """Draw the five kinds one below the other in two columns; `choose(kind)`."""
    made = []
    for kind, word in zip(kinds, words, strict=True):
        lit = kind == pick
        chip = ft.Container(
            row([crest_mark(kinds, kind, 18), text(look, "subject", word, INK, lines=1, expand=True)], 10),
            height=theme.grown(look, 52),
            padding=ft.Padding.symmetric(horizontal=14),
            bgcolor=fill_of(kinds, kind),
            border=edge(theme.LINE, palette.CARD_PAPER),
            border_radius=theme.R_CARD,
        )
        ring = ft.Container(
            chip, padding=3, border=edge(theme.RING, look.p.text if lit else ft.Colors.TRANSPARENT),
            border_radius=theme.R_PANEL, on_click=on(act(choose, kind)),
        )  # fmt: skip
        made.append(pressable(word, ring, act(choose, kind), selected=lit, expand=True))
    lines: list[ft.Control] = []
    for at in range(0, len(made), 2):
        pair = made[at : at + 2]
        lines.append(ft.Row([*pair, *([ft.Container(expand=True)] if len(pair) == 1 else [])], spacing=6))
    return ft.Column(lines, spacing=2, tight=True)


# Values


@block
def value_chips(
    look: Look,
    values: tuple[int, ...],
    chosen: int | None,
    tap: Act,
    left: tuple[int | None, ...] = (),
) -> ft.Control:
    """Draw values to tap, four in a row; `left` is how many of each can still come; with none it is struck through."""
    cells: list[ft.Control] = []
    for n, value in enumerate(values):
        rest = left[n] if left else None
        cells.append(_value(look, value, value == chosen, rest, act(tap, value)))
    lines: list[ft.Control] = []
    for at in range(0, len(cells), ACROSS):
        some = cells[at : at + ACROSS]
        blank = ACROSS - len(some) if len(cells) > ACROSS else 0
        lines.append(ft.Row([*some, *(ft.Container(expand=True) for _ in range(blank))], spacing=8))
    return ft.Column(lines, spacing=8, tight=True)


def _value(look: Look, value: int, lit: bool, left: int | None, tap: Act) -> ft.Control:
    p = look.p
    none = left == 0
    ink = p.background if lit else p.text_3 if none else p.text
    parts: list[ft.Control] = [text(look, "subject", signed(value), ink, struck=none, lines=1)]
    if left is not None:
        parts.append(text(look, "caption", str(left), ink if lit else p.text_2, lines=1))
    both = ft.Row(parts, spacing=6, tight=True, alignment=ft.MainAxisAlignment.CENTER)
    box = tap_box(look, both, tap, lit=lit, off=none, bgcolor=p.surface, height=theme.grown(look, theme.TOUCH))
    spoken = signed(value) if left is None else look.t("scroll_trick.screen.value_left", value=signed(value), n=left)
    return pressable(spoken, box, tap, selected=lit, expand=True)


@block
def tiles_line(look: Look, label: str, values: tuple[int, ...], take: Act | None) -> ft.Control:
    """Draw scrolls in a row under a label; `take(n)` takes the n-th away again."""
    tiles: list[ft.Control] = []
    for n, value in enumerate(values):
        tile = scroll(value, None, SMALL)
        if take is None:
            tiles.append(tile)
            continue
        box = ft.Container(tile, padding=ft.Padding.symmetric(horizontal=2, vertical=11), on_click=on(act(take, n)))
        spoken = look.t("scroll_trick.screen.take_away", value=signed(value))
        tiles.append(pressable(spoken, box, act(take, n)))
    line = ft.Row(tiles, spacing=6, run_spacing=4, wrap=True, expand=True)
    who = ft.Container(text(look, "label", label, look.p.text_2, lines=1), width=92 * min(look.scale, 1.5))
    return ft.Container(row([who, line], 8), padding=ft.Padding.symmetric(vertical=2))


ALL = tuple(VALUES)
