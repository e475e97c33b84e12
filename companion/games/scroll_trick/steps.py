"""What the shadow does next and why, step by step, each with its clause (SCROLL-9)."""

from __future__ import annotations

import flet as ft

from companion.contract.actions import Actions
from companion.games.scroll_trick.frame import Ctx
from companion.ui import act, aloud, block, label_row, panel, pressable, row, short_clause, text
from companion.ui.base import inset, on
from companion.ui.look import Look


def steps(ctx: Ctx) -> list[ft.Control]:
    step = ctx.view.shadow
    if step is None:
        return []
    lines = tuple((ctx.say(why.reason, why.params), why.clause) for why in step.why)
    return [label_row(ctx.look, ctx.t(f"shadow.{step.act}")), step_list(ctx.look, ctx.actions, lines)]


@block
def step_list(look: Look, actions: Actions, lines: tuple[tuple[str, str], ...]) -> ft.Control:
    """Draw the steps one below the other; a tap on one opens its clause."""
    p = look.p
    rows: list[ft.Control] = []
    for n, (words, clause) in enumerate(lines, 1):
        number = ft.Container(text(look, "over", str(n), p.text_2, lines=1), width=16)
        chip = text(look, "caption", short_clause(clause), p.text_2, lines=1)
        said = text(look, "label", words, p.text, bold=n == len(lines), lines=None if look.scale > 1.15 else 2, line=18)
        said.expand = True
        handler = act(actions.pages.clause, clause)
        box = ft.Container(row([number, said, chip], 8), padding=inset(10, 5), on_click=on(handler))
        rows.append(pressable(aloud(words, look.t("kit.clause", clause=short_clause(clause))), box, handler))
    stacked = ft.Column(rows, spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
    return panel(look, stacked, padding=inset(0, 4))
