"""Naming cards: a tap on a number adds one of it, a tap on what is chosen takes one away."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import flet as ft

from companion.games.shinobi_school.cards.faces import PER_ROW, SMALL, lapped, tile
from companion.games.shinobi_school.facts import (
    Pick,
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
    chosen = named_so_far(ctx.pick, key, fixed)
    more, fewer = ctx.change(_one_more, key, most, room, fixed), ctx.change(_one_less, key, fixed)
    return picker(ctx, chosen, most, room, more, fewer)


def named_so_far(pick: Pick, key: str, fixed: Cards) -> Cards:
    """Return the cards that are named under a key: to begin with those that are known, which stay."""
    chosen = heap_of(pick.heaps, key)
    return fixed if chosen is None else chosen


def _one_more(now: Pick, key: str, most: Most, room: int, fixed: Cards, number: int) -> Pick:
    chosen = named_so_far(now, key, fixed)
    changed = more_of(chosen, number, dict(most).get(number, 0), room)
    return now if changed == chosen else replace(now, heaps=with_heap(now.heaps, key, changed))


def _one_less(now: Pick, key: str, fixed: Cards, number: int) -> Pick:
    chosen = named_so_far(now, key, fixed)
    if chosen.count(number) <= fixed.count(number):
        return now
    return replace(now, heaps=with_heap(now.heaps, key, fewer_of(chosen, number)))


def picker(ctx: Ctx, chosen: Cards, most: Most, room: int, more: Act, fewer: Act) -> list[ft.Control]:
    """Return the numbers to tap and the cards that are chosen so far. `more(number)`, `fewer(number)`."""
    return [
        numbers(ctx.look, chosen, most, room, more),
        chosen_row(ctx.look, chosen, fewer, ctx.t("none_chosen")),
    ]


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
