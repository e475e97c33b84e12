"""Which cells ninja and onmyoji strike: what a box may say, or cells that the table names itself (GIRYAKU-7.12)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import flet as ft

from companion.games.giryaku.facts import Pick
from companion.games.giryaku.frame import Ctx
from companion.tables.opening.options import Option
from companion.ui import Act, Choice, act, choice_bar, edge, label_row, on, pressable, text, theme
from companion.ui.base import figure
from companion.ui.fields.options import Choose, named_values, value_row
from companion.ui.look import Look
from referee.giryaku.cards import CELLS, COLUMNS
from referee.giryaku.flipping import diagonal
from referee.giryaku.moves import Options

Struck = tuple[int, str]
"""A column in which the pair is completed, and a cell of the other board that it strikes then."""
Cells = Mapping[str, Sequence[str]]
"""The cells that are struck, by column, as a match's options hold them."""
LIKELY: Cells = {str(c): [CELLS[i] for i in sorted(diagonal(Options(), c) or ())] for c in COLUMNS}
"""Both diagonals: what a table that names its own cells begins with."""


def range_rows(ctx: Ctx, reach: str, ways: tuple[str, ...]) -> list[ft.Control]:
    """Return the ways to choose from, and below them the cells to tap where the table names its own."""
    t = ctx.look.t
    rows: list[ft.Control] = [
        choice_bar(
            ctx.look, (Choice(way, t(f"giryaku.option.nin_shi_range.{way}")),), reach, ctx.set("reach"), tick=False
        )
        for way in ways
    ]
    return [*rows, *own_cells(ctx)] if reach == ways[-1] else rows


def named_cells(ctx: Ctx) -> dict[int, tuple[str, ...]]:
    """Return the cells that are tapped, by the column in which the pair is completed."""
    return {c: tuple(cell for cell in CELLS if (c, cell) in struck_now(ctx)) for c in COLUMNS}


def struck_now(ctx: Ctx) -> tuple[Struck, ...]:
    """Return what is tapped so far, else what is settled, else both diagonals to begin with."""
    if ctx.pick.struck is not None:
        return ctx.pick.struck
    settled = ctx.view.options.nin_shi_range
    if isinstance(settled, dict):
        return tuple((c, cell) for c, cells in settled.items() for cell in CELLS if cell in cells)
    return tuple((int(c), cell) for c, cells in LIKELY.items() for cell in cells)


def own_cells(ctx: Ctx) -> list[ft.Control]:
    now = struck_now(ctx)

    def tap(at: Struck) -> Act:
        return ctx.change(_toggled, now, at)

    return cell_boards(ctx.look, now, tap)


def _toggled(now: Pick, start: tuple[Struck, ...], at: Struck) -> Pick:
    """Strike a cell or spare it; `start` is struck while nothing was tapped."""
    struck = start if now.struck is None else now.struck
    after = tuple(each for each in struck if each != at) if at in struck else (*struck, at)
    return replace(now, hint="", known=False, struck=after)


def cell_boards(look: Look, now: Sequence[Struck], tap: Callable[[Struck], Act]) -> list[ft.Control]:
    """Draw for each column a small board of the other player; `tap` gives what a tap on a cell does."""
    t = look.t
    boards: list[ft.Control] = []
    for column in COLUMNS:
        rows: list[ft.Control] = []
        for level in "UL":
            cells: list[ft.Control] = []
            for each in COLUMNS:
                at = column, f"{each}{level}"
                lit, handler = at in now, tap(at)
                box = ft.Container(
                    figure(look, "\N{MULTIPLICATION SIGN}" if lit else "", look.p.on_accent, 18),
                    height=theme.TOUCH, alignment=ft.Alignment.CENTER, bgcolor=look.p.accent if lit else look.p.surface,
                    border=edge(theme.LINE, look.p.line_strong), border_radius=theme.R_CARD, on_click=on(handler),
                )  # fmt: skip
                where = t(f"words.giryaku.{level}", column=each)
                spoken = t("giryaku.screen.range_cell", column=column, cell=where)
                cells.append(pressable(spoken, box, handler, selected=lit, expand=True))
            rows.append(ft.Row(cells, spacing=8))
        title = label_row(look, t("giryaku.screen.completed_in", column=column))
        boards += [title, ft.Column(rows, spacing=8, tight=True)]
    return [text(look, "caption", t("giryaku.screen.own_cells_about"), look.p.text_2), *boards]


# Before the match, among the house rules


def range_control(look: Look, option: Option, value: Any, choose: Choose) -> ft.Control:
    """Return the cells that are struck as an option: what a box may say, or the cells to tap."""
    own = isinstance(value, Mapping)
    words = look.t("giryaku.option.nin_shi_range.custom")
    custom = value_row(look, words, own, False, act(choose, option.key, value if own else LIKELY))
    cells = chosen_cells(look, value, act(choose, option.key)) if own else []
    return named_values(look, "giryaku", option, value, choose, [custom], cells)


def chosen_cells(look: Look, value: Cells, choose: Callable[[Any], None]) -> list[ft.Control]:
    """Return the cells to tap where a table names its own before the match, and what is still missing."""
    now = tuple((c, cell) for c in COLUMNS for cell in CELLS if cell in value.get(str(c), ()))
    boards = cell_boards(look, now, partial(act, _toggle, value, choose))
    if all(value.get(str(c)) for c in COLUMNS):
        return boards
    return [*boards, text(look, "label", look.t("giryaku.screen.ask_range"), look.p.accent_text, bold=True)]


def _toggle(value: Cells, choose: Callable[[Any], None], at: Struck) -> None:
    column, cell = str(at[0]), at[1]
    struck = value.get(column, ())
    choose({**value, column: [each for each in CELLS if (each in struck) != (each == cell)]})
