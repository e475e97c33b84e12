"""What "More" opens: the log, the settings, the start player, and what else this phone may do at the table."""

from __future__ import annotations

import flet as ft

from companion.screens.shinobazu_facts import may_name_start, seat_of
from companion.screens.shinobazu_frame import Ctx
from companion.ui import Act, Choice, act, choice_bar, icon_button, list_panel, list_row, named, row, sheet, text

IC = ft.Icons
Row = tuple[ft.IconData, str, str, Act]


def menu(ctx: Ctx) -> ft.Control | None:
    """Return the sheet that is open on this phone, if any."""
    if ctx.pick.sheet == "start" and may_name_start(ctx.snap):
        return start_sheet(ctx)
    if ctx.pick.sheet != "menu":
        return None
    rows = [list_row(ctx.look, icon, title, sub, "", handler) for icon, title, sub, handler in items(ctx)]
    return sheet(ctx.look, [head(ctx, ctx.t("more_title")), list_panel(ctx.look, rows)])


def head(ctx: Ctx, title: str) -> ft.Control:
    """Return the first line of a sheet of this phone, with its way out."""
    close = icon_button(ctx.look, IC.CLOSE_SHARP, ctx.look.t("kit.close"), ctx.choose("sheet", ""))
    return row([named(title, text(ctx.look, "headline", title, lines=2), expand=True, heading_level=2), close], 8)


def items(ctx: Ctx) -> list[Row]:
    """Return what may be done besides playing."""
    t, actions, view = ctx.t, ctx.actions, ctx.view
    rows: list[Row] = [(IC.HISTORY_SHARP, t("menu.log"), t("menu.log_about"), act(actions.go, "log"))]
    if may_name_start(ctx.snap) and ctx.snap.role == "seat":
        rows.append((IC.FLAG_SHARP, t("menu.start"), t("menu.start_about"), ctx.choose("sheet", "start")))
    if ctx.me and seat_of(view, ctx.me).hand_entered and view.phase != "ended":
        withdraw = ctx.declare({"type": "withdraw_hand"})
        rows.append((IC.EDIT_OFF_SHARP, t("menu.withdraw"), t("menu.withdraw_about"), withdraw))
    if ctx.me and ctx.snap.redo is None:
        rows.append((IC.REDO_SHARP, t("menu.redo"), t("menu.redo_about"), act(actions.redo)))
    for seat in ctx.snap.my_seats:
        if seat != ctx.me:
            to = act(actions.hand_over, seat)
            rows.append((IC.SWAP_HORIZ_SHARP, t("hand_over", name=ctx.name(seat)), t("menu.hand_over_about"), to))
    if ctx.snap.host:
        rows.append((IC.QR_CODE_SHARP, t("menu.lobby"), t("menu.lobby_about"), act(actions.go, "lobby")))
    rows.append((IC.TUNE_SHARP, t("menu.settings"), t("menu.settings_about"), act(actions.go, "settings")))
    return rows


def start_sheet(ctx: Ctx) -> ft.Control:
    """Return the choice of the first start player: who most recently saw a ninja (SHINOBAZU-2.3)."""
    choices = tuple(Choice(s.seat, s.name) for s in ctx.view.seats)
    choose = act(_start, ctx.actions.declare, ctx.choose("sheet", ""))
    return sheet(
        ctx.look,
        [
            head(ctx, ctx.t("who_saw_a_ninja")),
            text(ctx.look, "body", ctx.t("who_saw_about"), ctx.look.p.tx2),
            choice_bar(ctx.look, choices, ctx.view.start, choose, tick=False),
        ],
    )


def _start(declare: Act, close: Act, seat: str) -> None:
    close()
    declare({"type": "configure", "start": seat}, "table")
