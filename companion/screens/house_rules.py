"""The options of a game, whatever they are: folded away with a summary, opened as bars with a line each."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, get_args, get_origin

import flet as ft

from companion.actions import Actions
from companion.look import Look
from companion.screens.parts import counted, games
from companion.ui import (
    Choice,
    act,
    block,
    button_side,
    choice_bar,
    column,
    edge,
    gap,
    icon,
    on,
    pressable,
    row,
    text,
    theme,
)

ELSEWHERE = frozenset({"depth", "start"})
"""Options that have a place of their own on the screen."""


class Option(NamedTuple):
    """One option of a game: its key, the values it may take, and the standard one."""

    key: str
    values: tuple[str, ...]
    standard: str


def options_of(game: str) -> tuple[Option, ...]:
    """Return a game's options that are a choice between named values, in the order of its model."""
    found = []
    for key, field in games()[game].OPTIONS.model_fields.items():
        if key not in ELSEWHERE and get_origin(field.annotation) is Literal:
            found.append(Option(key, tuple(str(v) for v in get_args(field.annotation)), str(field.default)))
    return tuple(found)


@block
def house_rules(
    look: Look, actions: Actions, game: str, chosen: tuple[tuple[str, Any], ...], open_: bool = False
) -> ft.Control:
    """Return the fold of a game's options. `chosen` are the draft's, only what differs from the standard.

    `open_` is how it starts; from then on it is this phone's alone.
    """
    t, p = look.t, look.p
    opened, set_open = ft.use_state(open_)
    options = options_of(game)
    now = dict(chosen)
    changed = sum(now.get(each.key, each.standard) != each.standard for each in options)
    summary = (
        counted(look, "app.new.options.changed", changed, all=len(options))
        if changed
        else t("app.new.options.standard", n=len(options))
    )

    def fold() -> None:
        set_open(not opened)

    def choose(key: str, value: str) -> None:
        standard = next(each.standard for each in options if each.key == key)
        rest = {name: given for name, given in now.items() if name != key}
        actions.draft(options=rest if value == standard else rest | {key: value})

    def reset() -> None:
        actions.draft(options={name: given for name, given in now.items() if name in ELSEWHERE})

    head = ft.Container(
        row(
            [
                icon(look, ft.Icons.TUNE_SHARP),
                text(look, "subject", t("app.new.options"), lines=1),
                text(look, "label", summary, None if changed else p.tx2, bold=bool(changed), lines=2, expand=True),
                icon(look, ft.Icons.EXPAND_LESS_SHARP if opened else ft.Icons.EXPAND_MORE_SHARP),
            ],
            spacing=10,
        ),
        height=theme.grown(look, 56),
        padding=ft.Padding.symmetric(horizontal=14),
        ink=True,
        on_click=on(fold),
    )
    title = pressable(f"{t('app.new.options')}, {summary}", head, fold, selected=opened)
    body: list[ft.Control] = []
    if opened:
        inside = [_option(look, game, each, str(now.get(each.key, each.standard)), choose) for each in options]
        if changed:
            inside.append(button_side(look, t("app.new.options.reset"), reset, None, 48))
        body = [ft.Container(column(inside, spacing=18), padding=ft.Padding(left=14, right=14, top=4, bottom=14))]
    return ft.Container(
        column([title, *body]),
        bgcolor=p.sf,
        border=edge(1, p.ln),
        border_radius=theme.R_PANEL,
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
    )


def _option(look: Look, game: str, option: Option, value: str, choose: Any) -> ft.Control:
    t, key = look.t, f"{game}.option.{option.key}"
    title = text(look, "subject", t(key))
    if len(option.values) == 1:
        return column([title, text(look, "label", t(f"{key}.{value}"), look.p.tx2, bold=False)])
    labels = [t(f"{key}.{each}") for each in option.values]
    if sum(map(len, labels)) <= (12 if look.lang == "ja" else 22) and look.scale <= 1.15:
        choices = tuple(Choice(each, label) for each, label in zip(option.values, labels, strict=True))
        return column([title, choice_bar(look, choices, value, act(choose, option.key))], spacing=6)
    rows = [
        _row(look, label, each == value, each == option.standard, act(choose, option.key, each))
        for each, label in zip(option.values, labels, strict=True)
    ]
    frame = ft.Container(
        column(rows),
        border=edge(theme.LINE, look.p.lns),
        border_radius=theme.R_BUTTON,
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
    )
    return column([title, frame], spacing=6)


def _row(look: Look, label: str, chosen: bool, standard: bool, handler: Any) -> ft.Control:
    p = look.p
    ink = p.bg if chosen else p.tx
    tail = (
        [text(look, "caption", look.t("app.new.options.standard_value"), ink if chosen else p.tx2)] if standard else []
    )
    tick = icon(look, ft.Icons.CHECK_SHARP, 20, ink) if chosen else gap(width=20)
    box = ft.Container(
        row([tick, text(look, "body", label, ink, bold=chosen, line=20, expand=True), *tail], spacing=8),
        padding=ft.Padding.symmetric(horizontal=12, vertical=14),
        bgcolor=p.tx if chosen else None,
        ink=True,
        on_click=on(handler),
    )
    return pressable(label, box, handler, selected=chosen)
