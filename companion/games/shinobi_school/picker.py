"""Naming cards: a tap on a number adds one of it, a tap on what is chosen takes one away."""

from __future__ import annotations

from collections.abc import Callable

import flet as ft

from companion.games.shinobi_school.cards import PER_ROW, SMALL, lapped, tile
from companion.games.shinobi_school.facts import (
    Heaps,
    entered,
    fewer_of,
    groups,
    heap_of,
    more_of,
    spoken_set,
    with_heap,
)
from companion.games.shinobi_school.frame import Ctx, K
from companion.ui import Act, act, block, column, edge, on, pressable, text, theme
from companion.ui.look import Look
from referee.shinobi_school.cards import COPIES, Cards

Most = tuple[tuple[int, int], ...]
"""Each number with how many of it there can be."""


def all_of(highest: int) -> Most:
    """Return five of each number of a deck (SCHOOL-1.1)."""
    return tuple((number, COPIES) for number in range(1, highest + 1))


def secret_picker(ctx: Ctx, most: Most, room: int, of: str = "", others: tuple[str, ...] = ()) -> list[ft.Control]:
    """Return the picker of a secret entry: what is tapped stays with the server and leaves with the cover.

    `of` marks the cards of this picker, `others` are those of another one, and stay.
    """
    chosen = entered(ctx.snap.entering, of)
    put = act(_hands, ctx.actions.secrets.hands, of, others)
    return picker(ctx, chosen, most, room, put)


def _hands(hands: Callable[[list[str]], None], of: str, others: tuple[str, ...], cards: Cards) -> None:
    hands([*others, *(f"{of}{number}" for number in cards)])


def open_picker(ctx: Ctx, key: str, most: Most, room: int, fixed: Cards = ()) -> list[ft.Control]:
    """Return the picker of cards that lie open on the table, kept under `key` on this phone."""
    heaps = ctx.pick.heaps
    chosen = heap_of(heaps, key)
    put = act(_heap, ctx.choose("heaps"), heaps, key)
    return picker(ctx, fixed if chosen is None else chosen, most, room, put, fixed)


def _heap(put: Act, heaps: Heaps, key: str, cards: Cards) -> None:
    put(with_heap(heaps, key, cards))


def picker(ctx: Ctx, chosen: Cards, most: Most, room: int, put: Act, fixed: Cards = ()) -> list[ft.Control]:
    """Return the numbers to tap and the cards that are chosen so far. `put(cards)` is told of each change."""
    return [
        numbers(ctx.look, chosen, most, room, act(_more, put, chosen, most, room)),
        chosen_row(ctx.look, chosen, act(_fewer, put, chosen, fixed), ctx.t("none_chosen")),
    ]


def _more(put: Act, chosen: Cards, most: Most, room: int, number: int) -> None:
    changed = more_of(chosen, number, dict(most).get(number, 0), room)
    if changed != chosen:
        put(changed)


def _fewer(put: Act, chosen: Cards, fixed: Cards, number: int) -> None:
    if chosen.count(number) > fixed.count(number):
        put(fewer_of(chosen, number))


@block
def numbers(look: Look, chosen: Cards, most: Most, room: int, tap: Act) -> ft.Control:
    """Draw the numbers of the deck with how many of each are chosen; struck through where there can be no more."""
    tiles = []
    for number, limit in most:
        count = chosen.count(number)
        faint = not count and (limit == 0 or len(chosen) >= room)
        spoken = look.t(K + "one_more", number=number)
        tiles.append(
            tile(look, number, count=count, chosen=count > 0, faint=faint, handler=act(tap, number), spoken=spoken)
        )
    lines: list[ft.Control] = [
        ft.Row([*tiles[at : at + PER_ROW]], spacing=5, wrap=look.scale >= 1.5, run_spacing=5)
        for at in range(0, len(tiles), PER_ROW)
    ]
    return ft.Column(lines, spacing=5, tight=True)


@block
def chosen_row(look: Look, chosen: Cards, tap: Act, empty: str) -> ft.Control:
    """Draw the cards that are chosen, as sets; a tap takes one away."""
    drawn: list[ft.Control] = []
    for number, count in groups(chosen):
        said = look.t(K + "one_less", cards=spoken_set(number, count))
        box = ft.Container(
            lapped(number, count, SMALL),
            padding=4,
            border=edge(theme.HAIR, look.p.lns),
            border_radius=theme.R_CARD,
            on_click=on(act(tap, number)),
        )
        drawn.append(pressable(said, box, act(tap, number)))
    if not drawn:
        return ft.Container(
            text(look, "label", empty, look.p.tx2, bold=False), height=50, alignment=ft.Alignment(-1, 0)
        )
    return column([ft.Row(drawn, spacing=4, run_spacing=4, wrap=True)])
