"""What "More" opens at a Scorpion table: facts to be filled in, the teaching lines, giving up."""

from __future__ import annotations

from functools import partial

import flet as ft

from companion.games.scorpion.agree import agree_rows, agree_sheet
from companion.games.scorpion.frame import Ctx
from companion.games.table import menu as desk_menu
from companion.games.table.menu import Row, head
from companion.games.table.screen import in_turn
from companion.ui import act, button_main, button_side, row, sheet, text

IC = ft.Icons


def menu(ctx: Ctx) -> ft.Control | None:
    """Return the sheet that is open on this phone, if any."""
    if ctx.pick.sheet == "concede" and ctx.me and ctx.view.phase not in ("setup", "ended"):
        return concede_sheet(ctx)
    if ctx.pick.sheet == "unknown":
        return agree_sheet(ctx)
    return desk_menu.menu(ctx, partial(own, ctx))


def own(ctx: Ctx) -> list[Row]:
    """Return what may be done at this table besides playing."""
    t, rows = ctx.t, list[Row]()
    if ctx.me and ctx.view.phase not in ("setup", "ended") and ctx.view.options["depth"] == "plays":
        rows.append((IC.FLAG_SHARP, t("menu.concede"), t("menu.concede_about"), ctx.choose("sheet", "concede")))
    rows += agree_rows(ctx)
    if ctx.me:
        sheet_words = (ctx.look.t("boards.sheet"), ctx.look.t("boards.sheet_about"))
        rows.append((IC.PRINT_SHARP, *sheet_words, act(ctx.actions.boards.print_sheet)))
    return rows


def concede_sheet(ctx: Ctx) -> ft.Control:
    """Return the question whether my side gives up: it ends the match for everybody."""
    give_up = act(in_turn, ctx.declare({"type": "concede"}), ctx.choose("sheet", ""))
    return sheet(
        ctx.look,
        [
            head(ctx, ctx.t("menu.concede")),
            text(ctx.look, "body", ctx.t("concede_words"), ctx.look.p.tx2),
            row(
                [
                    button_side(ctx.look, ctx.t("concede_no"), ctx.choose("sheet", ""), None, 56, True, True),
                    button_main(ctx.look, ctx.t("concede_yes"), give_up),
                ],
                10,
            ),
        ],
    )
