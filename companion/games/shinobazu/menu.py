"""What "More" opens at a Shinobazu table besides the usual: the start player, and taking a hand out again."""

from __future__ import annotations

import flet as ft

from companion.games.shinobazu.facts import may_name_start, seat_of
from companion.games.shinobazu.frame import Ctx
from companion.games.table.menu import head
from companion.games.table.panels import by_lot, seat_bar
from companion.games.table.table_screen import Row
from companion.ui import Act, act, sheet, text

IC = ft.Icons


def own_rows(ctx: Ctx) -> list[Row]:
    t, rows = ctx.t, list[Row]()
    if may_name_start(ctx.snap) and ctx.snap.role == "seat":
        rows.append((IC.FLAG_SHARP, t("menu.start"), t("menu.start_about"), ctx.choose("sheet", "start")))
    if ctx.me and seat_of(ctx.view, ctx.me).hand_entered and ctx.view.phase != "ended":
        withdraw = ctx.declare({"type": "withdraw_hand"})
        rows.append((IC.EDIT_OFF_SHARP, t("menu.withdraw"), t("menu.withdraw_about"), withdraw))
    return rows


def start_sheet(ctx: Ctx) -> ft.Control | None:
    """Return the choice of the first start player: who most recently saw a ninja (SHINOBAZU-2.3)."""
    if not may_name_start(ctx.snap):
        return None
    choose = act(_start, ctx.actions.match.declare, ctx.choose("sheet", ""))
    return sheet(
        ctx.look,
        [
            head(ctx, ctx.t("who_saw_a_ninja")),
            text(ctx.look, "body", ctx.t("who_saw_about"), ctx.look.p.text_2),
            seat_bar(ctx, (s.seat for s in ctx.view.seats), ctx.view.start, choose),
            by_lot(ctx, (s.seat for s in ctx.view.seats), choose),
        ],
    )


def _start(declare: Act, close: Act, seat: str) -> None:
    close()
    declare({"type": "configure", "start": seat}, "table")
