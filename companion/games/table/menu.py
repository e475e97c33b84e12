"""What "More" opens at every table: the log, the settings, other seats of this phone, and the game's own rows."""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft

from companion.contract.offered import ui_of
from companion.games.table.context import Ctx
from companion.games.table.notes import looked_at
from companion.games.table.table_screen import C, Row, TableScreen
from companion.ui import act, list_panel, list_row, sheet
from companion.ui.sheets.sheet import sheet_head

IC = ft.Icons


def opened(ctx: C, table: TableScreen[C]) -> ft.Control | None:
    """Return the sheet that this phone has open: one of the game's own, or "More"."""
    if ctx.pick.sheet == "menu":
        return menu(ctx, table.rows(ctx))
    own = table.sheets.get(ctx.pick.sheet)
    return own(ctx) if own is not None else None


def menu(ctx: Ctx, own: Sequence[Row]) -> ft.Control:
    """Return the sheet of "More"; the game's `own` rows come after the log."""
    rows = [list_row(ctx.look, icon, title, sub, "", handler) for icon, title, sub, handler in items(ctx, own)]
    return sheet(ctx.look, [head(ctx, ctx.t("more_title")), list_panel(ctx.look, rows)])


def head(ctx: Ctx, title: str) -> ft.Control:
    return sheet_head(ctx.look, title, ctx.choose("sheet", ""))


def items(ctx: Ctx, own: Sequence[Row]) -> list[Row]:
    t, actions = ctx.t, ctx.actions
    rows: list[Row] = [(IC.HISTORY_SHARP, t("menu.log"), t("menu.log_about"), act(actions.pages.go, "log")), *own]
    if ctx.me and not ctx.ended:
        why = t("menu.undo_about") if ctx.snap.undo is None else ctx.say(ctx.snap.undo.reason, ctx.snap.undo.params)
        rows.append((IC.UNDO_SHARP, t("undo"), why, act(actions.match.undo)))
    if ctx.snap.role == "seat" and not ctx.ended:
        rows.append((IC.EDIT_NOTE_SHARP, t("notes.wrong"), t("notes.about"), looked_at(ctx)))
    if ctx.me and ctx.snap.redo is None:
        rows.append((IC.REDO_SHARP, t("menu.redo"), t("menu.redo_about"), act(actions.match.redo)))
    if ctx.ended and ctx.snap.analysis is not None:
        record = act(actions.match.print_analysis)
        rows.append((IC.PRINT_SHARP, t("menu.analysis"), t("menu.analysis_about"), record))
    elif ctx.snap.match is not None and ui_of(ctx.snap.match.game).take_over is not None:
        paper = act(actions.take_over.print_sheets)
        rows.append((IC.PRINT_SHARP, t("menu.paper"), t("menu.paper_about"), paper))
    for seat in ctx.snap.my_seats:
        if seat != ctx.me:
            to = act(actions.sharing.hand_over, seat)
            rows.append((IC.SWAP_HORIZ_SHARP, t("hand_over", name=ctx.name(seat)), t("menu.hand_over_about"), to))
    if ctx.snap.host:
        rows.append((IC.QR_CODE_SHARP, t("menu.lobby"), t("menu.lobby_about"), act(actions.pages.go, "lobby")))
    rows.append((IC.TUNE_SHARP, t("menu.settings"), t("menu.settings_about"), act(actions.pages.go, "settings")))
    return rows
