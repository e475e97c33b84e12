"""The options of a game, whatever they are: folded away with a summary, opened group by group."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import groupby
from typing import Any

import flet as ft

from companion.contract.actions import Actions
from companion.contract.offered import ui_of
from companion.tables.opening.options import Option, elsewhere, options_of
from companion.ui import act, block, button_side, column, edge, icon, label_row, on, pressable, row, text, theme
from companion.ui.fields.options import Choose, control
from companion.ui.look import Look
from companion.ui.phrases import counted

FOLDED_FROM = 20
"""Options from which on each group folds by itself."""


@block
def house_rules(
    look: Look, actions: Actions, game: str, chosen: tuple[tuple[str, Any], ...], open_: bool = False
) -> ft.Control:
    """Return the fold of a game's options. `chosen` are the draft's, only what differs from the standard.

    `open_` is how it starts; from then on it is this phone's alone.
    """
    t, p = look.t, look.p
    opened, set_open = ft.use_state(open_)
    unfolded, unfold = ft.use_state("")
    options = options_of(game)
    now = dict(chosen)
    suggested = ui_of(game).suggested
    begins = {each.key: each.standard for each in options} | dict(suggested)
    changed = _changed(options, now, begins)
    summary = _summary(look, changed, len(options))

    def fold() -> None:
        set_open(not opened)

    def fold_group(name: str) -> None:
        unfold("" if unfolded == name else name)

    def choose(key: str, value: Any) -> None:
        standard = next(each.standard for each in options if each.key == key)
        rest = {name: given for name, given in now.items() if name != key}
        actions.new_match.draft(options=rest if value == standard else rest | {key: value})

    def reset() -> None:
        kept = {name: given for name, given in now.items() if name in elsewhere(game)}
        actions.new_match.draft(options={**suggested, **kept})

    title = _head(look, t("app.new.options"), summary, bool(changed), opened, fold, ft.Icons.TUNE_SHARP)
    body: list[ft.Control] = []
    if opened:
        inside: list[ft.Control] = _groups(look, game, options, now, begins, choose, unfolded, fold_group)
        if changed:
            inside.append(button_side(look, t("app.new.options.reset"), reset, None, 48))
        body = [ft.Container(column(inside, spacing=18), padding=ft.Padding(left=14, right=14, top=4, bottom=14))]
    return ft.Container(
        column([title, *body]),
        bgcolor=p.surface,
        border=edge(1, p.line),
        border_radius=theme.R_PANEL,
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
    )


def _groups(
    look: Look,
    game: str,
    options: tuple[Option, ...],
    now: dict[str, Any],
    begins: Mapping[str, Any],
    choose: Choose,
    unfolded: str,
    fold: Callable[[str], None],
) -> list[ft.Control]:
    """Return the options group by group; of many, one group at a time is unfolded."""
    groups = [(name, tuple(members)) for name, members in groupby(options, key=lambda each: each.group)]
    if len(groups) == 1:
        return _controls(look, game, options, now, choose)
    if len(options) < FOLDED_FROM:
        return [
            part
            for name, members in groups
            for part in (label_row(look, look.t(f"new.group.{name}")), *_controls(look, game, members, now, choose))
        ]
    parts: list[ft.Control] = []
    for name, members in groups:
        changed, opened = _changed(members, now, begins), unfolded == name
        summary = _summary(look, changed, len(members))
        head = _head(look, look.t(f"new.group.{name}"), summary, bool(changed), opened, act(fold, name))
        inside = _controls(look, game, members, now, choose) if opened else []
        padding = ft.Padding(left=10, right=10, top=4, bottom=12)
        body = [ft.Container(column(inside, spacing=18), padding=padding)] if inside else []
        parts.append(ft.Container(column([head, *body]), border=edge(1, look.p.line), border_radius=theme.R_BUTTON))
    return parts


def _controls(
    look: Look, game: str, options: tuple[Option, ...], now: dict[str, Any], choose: Choose
) -> list[ft.Control]:
    return [control(look, game, each, now.get(each.key, each.standard), choose) for each in options]


def _changed(options: tuple[Option, ...], now: dict[str, Any], begins: Mapping[str, Any]) -> int:
    """Return how many options differ from what a new match begins with."""
    return sum(now.get(each.key, each.standard) != begins[each.key] for each in options)


def _summary(look: Look, changed: int, all_: int) -> str:
    if changed:
        return counted(look, "app.new.options.changed", changed, all=all_)
    return look.t("app.new.options.standard", n=all_)


def _head(
    look: Look, title: str, summary: str, changed: bool, opened: bool, fold: Any, glyph: ft.IconData | None = None
) -> ft.Control:
    box = ft.Container(
        row(
            [
                *([icon(look, glyph)] if glyph is not None else []),
                text(look, "subject", title, lines=1),
                text(look, "label", summary, None if changed else look.p.text_2, bold=changed, lines=2, expand=True),
                icon(look, ft.Icons.EXPAND_LESS_SHARP if opened else ft.Icons.EXPAND_MORE_SHARP),
            ],
            spacing=10,
        ),
        height=theme.grown(look, 56),
        padding=ft.Padding.symmetric(horizontal=14),
        ink=True,
        on_click=on(fold),
    )
    return pressable(f"{title}, {summary}", box, fold, selected=opened)
