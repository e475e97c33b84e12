"""A picker of all fifteen cards: for entering a hand, and for naming what was turned over."""

from __future__ import annotations

from dataclasses import replace

import flet as ft

from companion.contract.actions import Actions
from companion.games.shinobazu.cards import picked
from companion.games.shinobazu.facts import Pick
from companion.games.table.context import NO_HINT
from companion.ui import Act, act, block
from companion.ui.look import Look
from referee.shinobazu.model import COLOURS, VALUES


@block
def card_picker(look: Look, chosen: tuple[str, ...], gone: tuple[str, ...], on_tap: Act) -> ft.Control:
    """Draw the fifteen cards, a colour a row. `on_tap(card)`; those that are `gone` are struck through."""
    rows: list[ft.Control] = []
    for colour in COLOURS:
        cards = [f"{colour} {value}" for value in VALUES]
        drawn = [
            picked(look, card, chosen=card in chosen, gone=card in gone, on_tap=act(on_tap, card)) for card in cards
        ]
        rows.append(ft.Row(drawn, spacing=0, alignment=ft.MainAxisAlignment.SPACE_BETWEEN))
    return ft.Column(rows, spacing=4, tight=True)


def toggled(chosen: tuple[str, ...], card: str, most: int, fixed: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return the choice after a tap on a card. One card more than `most` takes the place of the last tapped."""
    if card in fixed:
        return chosen
    if card in chosen:
        return tuple(c for c in chosen if c != card)
    free = [c for c in chosen if c not in fixed]
    kept = [c for c in chosen if c in fixed]
    room = most - len(kept)
    return (*kept, *free[: max(0, room - 1)], card) if room > 0 else chosen


def enter(actions: Actions, hint: Act, chosen: tuple[str, ...], fixed: tuple[str, ...], gone: tuple[str, ...],
          most: int, card: str) -> None:  # fmt: skip
    """Take a tap in the entry of a hand: the server keeps the cards, and forgets the reason shown before."""
    if card in gone or card in fixed:
        hint(card)
        return
    hint("")
    actions.secrets.hands(list(toggled(chosen, card, most, fixed)))


def named_card(now: Pick, gone: tuple[str, ...], most: int, card: str) -> Pick:
    """Return the choice after a tap where what lies open on the table is named."""
    if card in gone:
        return replace(now, hint=card)
    chosen = tuple(each for each in now.named if each not in gone)
    return replace(now, **NO_HINT, named=toggled(chosen, card, most))
