"""The option of how many cards are dealt, by the number of players, and the highest number in the deck (O13)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import flet as ft

from companion.tables.opening.options import Option
from companion.ui import Choice, act, choice_bar, column, label_row, row, text
from companion.ui.fields.options import Choose, title_of
from companion.ui.fields.steps import steps
from companion.ui.look import Look
from referee.shinobi_school.cards import COPIES, DEAL_TABLE, HIGHEST
from referee.shinobi_school.rounds import FLIPS

LEAST = {"cards": 1, "highest": 2}
MOST = 20
"""Cards that a player may be dealt at most."""


def deals(look: Look, option: Option, value: Any, choose: Choose) -> ft.Control:
    """Return whether a table deals by the rules; if not, what each number of players gets."""
    t = look.t
    choices = (Choice("rules", t("new.deal.rules")), Choice("own", t("new.deal.own")))
    bar = choice_bar(look, choices, "rules" if value is None else "own", act(_begin, option, value, choose))
    title = title_of(look, "shinobi-school", option)
    parts: list[ft.Control] = [text(look, "subject", title, lines=2), bar]
    if value is not None:
        now = _whole(value)
        for players in now:
            parts += _deal(look, players, now, option.key, choose)
    return column(parts, spacing=6)


def span(key: str, players: int, cards: int, highest: int) -> tuple[int, int]:
    """Return the least and the most of the cards each, or of the highest number: a first field must be left over."""
    if key == "cards":
        return LEAST[key], min(MOST, (COPIES * highest - FLIPS) // players)
    return max(LEAST[key], -(-(cards * players + FLIPS) // COPIES)), HIGHEST


def _whole(value: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, int]]:
    """Return a deal for each number of players: the table's own, else that of the rules."""
    rules = {str(players): {"cards": deal.cards, "highest": deal.highest} for players, deal in DEAL_TABLE.items()}
    return rules | {str(players): dict(deal) for players, deal in value.items()}


def _deal(
    look: Look, players: str, now: dict[str, dict[str, int]], key: str, choose: Choose
) -> tuple[ft.Control, ft.Control, ft.Control, ft.Control]:
    t, deal = look.t, now[players]
    title = t("new.deal.players", n=players)
    left = COPIES * deal["highest"] - int(players) * deal["cards"]

    def line(part: str) -> ft.Control:
        called = t(f"new.deal.{part}")
        most = span(part, int(players), deal["cards"], deal["highest"])
        taps = steps(look, f"{title}, {called}", deal[part], most, act(_take, now, players, part, key, choose))
        return row([text(look, "body", called, expand=True, lines=2), *taps], spacing=0)

    words = text(look, "caption", t("new.deal.left", n=left), look.p.text_2)
    if left < FLIPS:
        words = text(look, "caption", t("new.deal.short", n=FLIPS), look.p.accent_text)
    return label_row(look, title), line("cards"), line("highest"), words


def _begin(option: Option, value: Any, choose: Choose, chosen: str) -> None:
    if chosen == "rules":
        choose(option.key, None)
    elif value is None:
        choose(option.key, _whole({}))


def _take(now: dict[str, dict[str, int]], players: str, part: str, key: str, choose: Choose, n: int) -> None:
    choose(key, now | {players: now[players] | {part: n}})
