"""Scrolls that are named one by one, each on its card: which are known, which is named now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import flet as ft

from companion.games.scroll_trick.cards.faces import SMALL, laid, ringed, say_card
from companion.games.scroll_trick.cards.picker import value_chips
from companion.games.scroll_trick.facts import Pick, Slots, put_value, signed
from companion.games.scroll_trick.frame import Ctx
from companion.games.table.context import NO_HINT
from companion.ui import Act, act, block, named, on, pressable, text
from companion.ui.look import Look


@dataclass(frozen=True, slots=True)
class Slot:
    """A scroll that is to be named: by whom or on which card, what it may be, what is known already."""

    key: str
    card: str
    name: str
    may: tuple[int, ...]
    known: int | None = None
    """Its value, where it lies face up or nothing else is possible."""
    kept: bool = False
    """Its owner noted it: it may be left out."""


def complete(slots: Sequence[Slot], values: Slots) -> bool:
    named_ = dict(values)
    return all(s.known is not None or s.kept or s.key in named_ for s in slots)


def current(slots: Sequence[Slot], values: Slots, slot: str) -> Slot | None:
    """Return the scroll that is named now: the one that was tapped, else the first that is still to be named."""
    open_ = [s for s in slots if s.known is None]
    named_ = dict(values)
    chosen = next((s for s in open_ if s.key == slot), None)
    return chosen or next((s for s in open_ if s.key not in named_ and not s.kept), None)


def slot_editor(ctx: Ctx, slots: Sequence[Slot], values: Slots, slot: str, put: Act, at: Act) -> list[ft.Control]:
    """Return the scrolls with their values, and the values for the one that is named now.

    `put(slot, value)` names a value, `at(slot)` turns to another scroll.
    """
    now = current(slots, values, slot)
    rows: list[ft.Control] = [
        slot_row(ctx.look, ctx.view.options.kinds, tuple(slots), values, now.key if now else "", at)
    ]
    if now is not None:
        used = dict(values).get(now.key)
        card = ctx.card(now.card)
        worth = ctx.t("worth", card=card, name=now.name) if now.name else ctx.t("turned_worth", card=card)
        rows.append(text(ctx.look, "label", worth, ctx.look.p.text_2))
        rows.append(value_chips(ctx.look, now.may, used, act(put, now.key)))
    return rows


@block
def slot_row(
    look: Look, kinds: tuple[str, ...], slots: tuple[Slot, ...], values: Slots, now: str, tap: Act
) -> ft.Control:
    named_ = dict(values)
    cells: list[ft.Control] = []
    for s in slots:
        value = s.known if s.known is not None else named_.get(s.key)
        card = ringed(laid(kinds, s.card, SMALL, True, value), SMALL, look.p.text if s.key == now else "", None)
        fixed = s.known is not None
        worth = signed(value) if value is not None else look.t("scroll_trick.screen.as_noted" if s.kept else
                                                                "scroll_trick.screen.not_named")  # fmt: skip
        said = f"{s.name}, {say_card(look, s.card)}: {worth}"
        box = ft.Container(
            ft.Column([text(look, "caption", s.name, look.p.text_2, lines=1, align=ft.TextAlign.CENTER), card],
                      spacing=2, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER),
            on_click=on(None if fixed else act(tap, s.key)),
        )  # fmt: skip
        cells.append(named(said, box, expand=True) if fixed else
                     pressable(said, box, act(tap, s.key), selected=s.key == now, expand=True))  # fmt: skip
    return ft.Row(cells, spacing=4)


def name_value(now: Pick, key: str, value: int) -> Pick:
    """Name the value of a scroll on this phone, and turn to the next."""
    return replace(now, **NO_HINT, slot="", values=put_value(now.values, key, value))
