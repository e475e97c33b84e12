"""Which cells ninja and onmyoji strike: what a box may say, or cells that the table names itself (GIRYAKU-7.12)."""

from __future__ import annotations

import flet as ft

from companion.screens.giryaku_frame import Ctx
from companion.ui import Choice, choice_bar, edge, label_row, on, pressable, text, theme
from companion.ui.base import figure
from referee.giryaku.cards import CELLS, COLUMNS
from referee.giryaku.options import Options
from referee.giryaku.ranges import diagonal


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


def struck_now(ctx: Ctx) -> tuple[tuple[int, str], ...]:
    """Return what is tapped so far, else what is settled, else both diagonals to begin with."""
    if ctx.pick.struck is not None:
        return ctx.pick.struck
    settled = ctx.view.options.nin_shi_range
    if isinstance(settled, dict):
        return tuple((c, cell) for c, cells in settled.items() for cell in CELLS if cell in cells)
    return tuple((c, CELLS[i]) for c in COLUMNS for i in diagonal(Options(), c) or ())


def own_cells(ctx: Ctx) -> list[ft.Control]:
    """Return for each column a small board of the other player, its cells to tap."""
    look, now = ctx.look, struck_now(ctx)
    boards: list[ft.Control] = []
    for column in COLUMNS:
        rows: list[ft.Control] = []
        for level in "UL":
            cells: list[ft.Control] = []
            for each in COLUMNS:
                at = column, f"{each}{level}"
                lit = at in now
                tap = ctx.put(struck=tuple(x for x in now if x != at) if lit else (*now, at))
                box = ft.Container(
                    figure(look, "\N{MULTIPLICATION SIGN}" if lit else "", look.p.on_seal, 18),
                    height=theme.TOUCH, alignment=ft.Alignment.CENTER, bgcolor=look.p.seal if lit else look.p.sf,
                    border=edge(theme.LINE, look.p.lns), border_radius=theme.R_CARD, on_click=on(tap),
                )  # fmt: skip
                spoken = ctx.t("range_cell", column=column, cell=ctx.cell(at[1]))
                cells.append(pressable(spoken, box, tap, selected=lit, expand=True))
            rows.append(ft.Row(cells, spacing=8))
        boards += [label_row(look, ctx.t("completed_in", column=column)), ft.Column(rows, spacing=8, tight=True)]
    return [text(look, "caption", ctx.t("own_cells_about"), look.p.tx2), *boards]
