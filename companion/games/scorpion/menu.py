"""What "More" opens at a Scorpion table: facts to be filled in, the teaching lines, giving up."""

from __future__ import annotations

import flet as ft

from companion.games.scorpion.agree import agree_rows
from companion.games.scorpion.frame import Ctx
from companion.games.table.context import in_turn
from companion.games.table.menu import head
from companion.games.table.table_screen import Row
from companion.ui import act, button_main, button_side, row, sheet, text
from companion.ui.fields.options import announced

IC = ft.Icons


def own_rows(ctx: Ctx) -> list[Row]:
    t, rows = ctx.t, list[Row]()
    if ctx.me and ctx.view.phase not in ("setup", "ended") and ctx.view.options.depth == "plays":
        rows.append((IC.FLAG_SHARP, t("menu.concede"), t("menu.concede_about"), ctx.choose("sheet", "concede")))
    rows += agree_rows(ctx)
    for words in announced(ctx.look, ctx.GAME, ctx.view.options.public):
        rows.append((IC.INFO_SHARP, words, t("menu.announced"), ctx.choose("sheet", "")))
    if ctx.me:
        sheet_words = (ctx.look.t("boards.sheet"), ctx.look.t("boards.sheet_about"))
        rows.append((IC.PRINT_SHARP, *sheet_words, act(ctx.actions.boards.print_sheet)))
    return rows


def concede_sheet(ctx: Ctx) -> ft.Control | None:
    """Return the question whether my side gives up: it ends the match for everybody."""
    if not ctx.me or ctx.view.phase in ("setup", "ended"):
        return None
    give_up = act(in_turn, ctx.declare({"type": "concede"}), ctx.choose("sheet", ""))
    return sheet(
        ctx.look,
        [
            head(ctx, ctx.t("menu.concede")),
            text(ctx.look, "body", ctx.t("concede_words"), ctx.look.p.text_2),
            row(
                [
                    button_side(ctx.look, ctx.t("concede_no"), ctx.choose("sheet", ""), None, 56, True, True),
                    button_main(ctx.look, ctx.t("concede_yes"), give_up),
                ],
                10,
            ),
        ],
    )
