"""Options that count what is in the box: a row a card, and what they come to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flet as ft

from companion.contract.offered import ui_of
from companion.i18n import num
from companion.tables.opening.options import Option
from companion.ui import Choice, act, choice_bar, column, row, text
from companion.ui.fields.steps import steps
from companion.ui.look import Look
from companion.ui.words.sentences import word

Choose = Callable[[str, Any], None]
"""Take a value for an option."""


def counts(look: Look, game: str, option: Option, value: Any, choose: Choose) -> ft.Control:
    t, p = look.t, look.p
    title = look.t(f"{game.replace('-', '_')}.option.{option.key}")
    unknown = Choice("no", t("new.not_counted"))
    bar = choice_bar(
        look,
        (unknown, Choice("yes", t("new.counted"))),
        "no" if value is None else "yes",
        act(_begin, option, value, choose),
    )
    parts: list[ft.Control] = [text(look, "subject", title), bar]
    if value is not None:
        found = {thing: int(value.get(thing, 0)) for thing in option.things}

        def take(thing: str, n: int) -> None:
            choose(option.key, found | {thing: n})

        total = sum(found.values())
        whole = total == option.total
        parts += [
            row(
                [
                    text(look, "body", called, expand=True, lines=2),
                    *steps(look, called, found[thing], (0, option.total), act(take, thing)),
                ],
                spacing=0,
            )
            for thing in option.things
            for called in (thing_name(look, game, thing),)
        ]
        parts.append(
            text(
                look,
                "label",
                t("new.sum", n=total, all=option.total),
                p.text_2 if whole else p.accent_text,
                bold=not whole,
            )
        )
    return column(parts, spacing=6)


def _begin(option: Option, value: Any, choose: Choose, counted: str) -> None:
    if counted == "no":
        choose(option.key, None)
    elif value is None:
        choose(option.key, dict(zip(option.things, option.known, strict=True)))


def thing_name(look: Look, game: str, thing: str) -> str:
    """Return what is counted in words: a card's name, a scroll's value."""
    if thing.lstrip("-").isdecimal():
        return f"+{thing}" if int(thing) > 0 else num(int(thing))
    return word(look, {}, "card", thing, ui_of(game).terms)
