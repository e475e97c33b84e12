"""What "More" opens at a Shinobi School table besides the usual: mansions, a counted heaven, giving up an entry."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import flet as ft

from companion.games.shinobi_school.cards.seats import mansion_row
from companion.games.shinobi_school.facts import Pick, mansions, seat_of
from companion.games.shinobi_school.frame import Ctx
from companion.games.table.context import in_turn
from companion.games.table.menu import head
from companion.games.table.panels import seat_bar
from companion.games.table.table_screen import Row
from companion.ui import act, button_side, icon_button, row, sheet, text
from referee.core.values import TABLE
from referee.shinobi_school.moves import CountHeaven

IC = ft.Icons


def mansions_sheet(ctx: Ctx) -> ft.Control | None:
    """Return what everybody knows of all mansions, once the earths are turned up."""
    rows = [mansion_row(ctx.look, m) for m in mansions(ctx.view, ctx.me)]
    return sheet(ctx.look, [head(ctx, ctx.t("mansions")), *rows]) if rows else None


def own_rows(ctx: Ctx) -> list[Row]:
    t, view, rows = ctx.t, ctx.view, list[Row]()
    if mansions(view):
        rows.append((IC.HOUSE_SHARP, t("mansions"), t("menu.mansions_about"), ctx.choose("sheet", "mansions")))
    if view.phase in CountHeaven.about.during and ctx.snap.role == "seat":
        rows.append((IC.CALCULATE_SHARP, t("menu.count"), t("menu.count_about"), ctx.choose("sheet", "count")))
    if view.phase == "turn" and ctx.me:
        rows.append((IC.HELP_OUTLINE_SHARP, t("menu.check"), t("menu.check_about"), ctx.choose("sheet", "check")))
    if ctx.me and seat_of(view, ctx.me).noted:
        withdraw = act(in_turn, ctx.declare({"type": "withdraw_entry"}), ctx.choose("sheet", ""))
        rows.append((IC.EDIT_OFF_SHARP, t("menu.withdraw"), t("menu.withdraw_about"), withdraw))
    return rows


def count_sheet(ctx: Ctx) -> ft.Control | None:
    """Return the counting of a heaven: whose, and how many cards (SCHOOL-9.2)."""
    if ctx.view.phase not in CountHeaven.about.during:
        return None
    t, look, pick = ctx.t, ctx.look, ctx.pick
    who = pick.who or ctx.me or ctx.view.seats[0].seat
    size = pick.count if pick.count >= 0 else seat_of(ctx.view, who).heaven or 0
    figure = text(look, "numeral_m", str(size), align=ft.TextAlign.CENTER)
    parts: list[ft.Control] = [
        icon_button(look, IC.REMOVE_SHARP, t("count_less"), ctx.change(_counted, size, -1)),
        ft.Container(figure, width=72),
        icon_button(look, IC.ADD_SHARP, t("count_more"), ctx.change(_counted, size, 1)),
    ]
    move: dict[str, Any] = {"type": "count_heaven", "player": who, "size": size}
    go = act(in_turn, ctx.declare(move, TABLE), ctx.choose("sheet", ""))
    return sheet(
        look,
        [
            head(ctx, t("menu.count")),
            text(look, "label", t("count_about"), look.p.text_2, bold=False),
            seat_bar(ctx, (s.seat for s in ctx.view.seats), who, ctx.change(_of_seat)),
            row(parts, 8, alignment=ft.MainAxisAlignment.CENTER),
            button_side(look, t("counted", name=ctx.name(who), n=size), go),
        ],
        True,
    )


def _counted(now: Pick, start: int, by: int) -> Pick:
    return replace(now, count=max(0, (now.count if now.count >= 0 else start) + by))


def _of_seat(now: Pick, seat: str) -> Pick:
    return replace(now, who=seat, count=-1)
