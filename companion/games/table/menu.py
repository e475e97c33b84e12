"""What "More" opens at every table: the log, the settings, other seats of this phone, and the game's own rows."""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft

from companion.contract.offered import ui_of
from companion.games.table.context import Ctx, in_turn
from companion.games.table.notes import looked_at
from companion.games.table.table_screen import C, Row, TableScreen
from companion.ui import act, list_panel, list_row, sheet
from companion.ui.sheets.overlays import agrees, free_sheet
from companion.ui.sheets.sheet import sheet_head

IC = ft.Icons
FREES = "free_lost"
"""The name of the sheet that asks whether the seat of a phone that is gone shall be freed."""


def opened(ctx: C, table: TableScreen[C]) -> ft.Control | None:
    """Return the sheet that this phone has open: one of the game's own, or "More"."""
    if ctx.pick.sheet == "menu":
        return menu(ctx, table.rows(ctx))
    if ctx.pick.sheet == FREES:
        return frees(ctx)
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
    rows += lost_seats(ctx)
    if ctx.snap.host:
        rows.append((IC.QR_CODE_SHARP, t("menu.lobby"), t("menu.lobby_about"), act(actions.pages.go, "lobby")))
    rows.append((IC.TUNE_SHARP, t("menu.settings"), t("menu.settings_about"), act(actions.pages.go, "settings")))
    return rows


def lost_seats(ctx: Ctx) -> list[Row]:
    """Return the seats whose phones are gone, for a player to ask that they be freed; nobody else here could."""
    snap, match = ctx.snap, ctx.snap.match
    if match is None or ctx.ended or snap.role != "seat" or snap.host or (match.gm and match.gm.presence == "here"):
        return []
    return [
        (
            IC.PERSON_REMOVE_SHARP,
            ctx.look.t("app.lobby.together_row", name=each.name),
            ctx.look.t(f"app.lobby.together_{'waits' if agrees(snap, each) else 'about'}", name=each.name),
            ctx.put(sheet=FREES, part=each.seat),
        )
        for each in match.seats
        if each.presence == "gone" and not each.mine
    ]


def frees(ctx: Ctx) -> ft.Control | None:
    """Return the question whether I ask that the chosen seat be freed; None once I have, or its phone is back."""
    seats = () if ctx.snap.match is None else ctx.snap.match.seats
    lost = next((each for each in seats if each.seat == ctx.pick.part and each.presence == "gone"), None)
    if lost is None or agrees(ctx.snap, lost):
        return None
    close, agree = ctx.choose("sheet", ""), act(ctx.actions.lobby.free_together, lost.seat, True)
    title = ctx.look.t("app.lobby.together_row", name=lost.name)
    return free_sheet(ctx.look, title, lost.name, lost.away, act(in_turn, close, agree), close)
