"""Drawing and picking Shinobi School's cards: sets side by side or overlapping, tiles to tap."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import flet as ft
import flet.canvas as cv

from companion.games.shinobi_school.facts import (
    Ctx,
    K,
    Pick,
    entered,
    fewer_of,
    groups,
    heap_of,
    more_of,
    spoken_set,
    with_heap,
)
from companion.ui import Act, act, block, column, palette, theme
from companion.ui.base import Handler, edge, named, on, pressable, tap_box, text
from companion.ui.marks import card_back
from companion.ui.theme import Look
from companion.ui.words import listed
from referee.shinobi_school.cards import COPIES, Cards

Size = tuple[int, int]
"""Width and height in pixels. Cards do not grow with the text: their space is fixed."""
TINY: Size = (22, 28)
SMALL: Size = (30, 40)
LARGE: Size = (40, 52)
LAP = 9
"""The visible width of a card under another, in pixels."""
PER_ROW = 7
"""The numbers in a row on a phone."""
SIGNS = {"heaven": "天", "earth": "地"}
RING = 5
"""The distance between a set and its ring when chosen. The space for it is always kept."""


def face(number: int, size: Size = SMALL, *, faint: bool = False) -> ft.Control:
    """Draw a card or, with number 0, the part that an overlapping card leaves visible. `faint`: not placeable now."""
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
    """Draw a set as it is held: the cards overlap, and their left edges show how many there are."""
    width = size[0] + LAP * (count - 1)
    cards = [ft.Container(face(number if n == count - 1 else 0, size), left=LAP * n, top=0) for n in range(count)]
    return ft.Stack(list(cards), width=width, height=size[1], opacity=theme.FADED if faint else 1.0)


def spread(look: Look, cards: tuple[tuple[int, int], ...], size: Size = TINY, unseen: int = 0) -> ft.Control:
    """Draw sets of cards on lines that wrap, with a back for each unseen card; spoken as one list."""
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
    """Draw a set to tap, with the space for its ring."""
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
    """Draw a number to tap, with how many of it are chosen. A faint one is struck through; a tap says why."""
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


Most = tuple[tuple[int, int], ...]
"""Each number with the most cards of it."""


def all_of(highest: int) -> Most:
    """Return five of each number of a deck (SCHOOL-1.1)."""
    return tuple((number, COPIES) for number in range(1, highest + 1))


def secret_picker(ctx: Ctx, most: Most, room: int, of: str = "", others: tuple[str, ...] = ()) -> list[ft.Control]:
    """Return the picker of a secret entry: what is tapped stays on the server, and leaves when the cover closes.

    `of` is the prefix of this picker's cards, `others` are those of another one, which are kept.
    """
    chosen = entered(ctx.snap.entering, of)
    keep = act(_keep, ctx.actions.secrets.hands, of, others)
    return picker(ctx, chosen, most, room, act(_more, keep, chosen, most, room), act(_fewer, keep, chosen))


def _keep(hands: Callable[[list[str]], None], of: str, others: tuple[str, ...], cards: Cards) -> None:
    hands([*others, *(f"{of}{number}" for number in cards)])


def _more(keep: Act, chosen: Cards, most: Most, room: int, number: int) -> None:
    changed = more_of(chosen, number, dict(most).get(number, 0), room)
    if changed != chosen:
        keep(changed)


def _fewer(keep: Act, chosen: Cards, number: int) -> None:
    keep(fewer_of(chosen, number))


def open_picker(ctx: Ctx, key: str, most: Most, room: int, fixed: Cards = ()) -> list[ft.Control]:
    """Return the picker of cards that lie open on the table, kept under `key` on this phone."""
    chosen = named_cards(ctx.pick, key, fixed)
    more, fewer = ctx.change(_one_more, key, most, room, fixed), ctx.change(_one_less, key, fixed)
    return picker(ctx, chosen, most, room, more, fewer)


def named_cards(pick: Pick, key: str, fixed: Cards) -> Cards:
    """Return the cards entered under a key, initially those that are known, which stay."""
    chosen = heap_of(pick.heaps, key)
    return fixed if chosen is None else chosen


def _one_more(now: Pick, key: str, most: Most, room: int, fixed: Cards, number: int) -> Pick:
    chosen = named_cards(now, key, fixed)
    changed = more_of(chosen, number, dict(most).get(number, 0), room)
    return now if changed == chosen else replace(now, heaps=with_heap(now.heaps, key, changed))


def _one_less(now: Pick, key: str, fixed: Cards, number: int) -> Pick:
    chosen = named_cards(now, key, fixed)
    if chosen.count(number) <= fixed.count(number):
        return now
    return replace(now, heaps=with_heap(now.heaps, key, fewer_of(chosen, number)))


def picker(ctx: Ctx, chosen: Cards, most: Most, room: int, more: Act, fewer: Act) -> list[ft.Control]:
    """Return the numbers to tap and the cards chosen so far. `more(number)`, `fewer(number)`."""
    return [
        numbers(ctx.look, chosen, most, room, more),
        chosen_row(ctx.look, chosen, fewer, ctx.t("none_chosen")),
    ]


@block
def numbers(look: Look, chosen: Cards, most: Most, room: int, tap: Act) -> ft.Control:
    """Draw the numbers of the deck with how many of each are chosen; struck through if there can be no more."""
    tiles = []
    for number, limit in most:
        count = chosen.count(number)
        faint = not count and (limit == 0 or len(chosen) >= room)
        spoken = look.t(K + "one_more", number=number)
        tiles.append(
            tile(look, number, count=count, chosen=count > 0, faint=faint, handler=act(tap, number), spoken=spoken)
        )
    return grid(tiles, spacing=5, run_spacing=5, wrap=look.scale >= 1.5)


def grid(tiles: Sequence[ft.Control], **row: Any) -> ft.Control:
    """Draw tiles in rows of equal length, which have the properties of `row`."""
    lines = [ft.Row([*tiles[at : at + PER_ROW]], **row) for at in range(0, len(tiles), PER_ROW)]
    return ft.Column([*lines], spacing=5, tight=True)


@block
def chosen_row(look: Look, chosen: Cards, tap: Act, empty: str) -> ft.Control:
    """Draw the chosen cards as sets; a tap removes one."""
    drawn: list[ft.Control] = []
    for number, count in groups(chosen):
        said = look.t(K + "one_less", cards=spoken_set(number, count))
        box = ft.Container(
            lapped(number, count, SMALL),
            padding=4,
            border=edge(theme.HAIR, look.p.line_strong),
            border_radius=theme.R_CARD,
            on_click=on(act(tap, number)),
        )
        drawn.append(pressable(said, box, act(tap, number)))
    if not drawn:
        return ft.Container(
            text(look, "label", empty, look.p.text_2, bold=False), height=50, alignment=ft.Alignment(-1, 0)
        )
    return column([ft.Row(drawn, spacing=4, run_spacing=4, wrap=True)])
