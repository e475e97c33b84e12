"""The sheet "More" at every table, and the sheet and dock about a refused declaration of mine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import flet as ft

from companion.contract.game_ui import ui_of
from companion.games.table import notes
from companion.games.table.context import Ctx, in_turn
from companion.games.table.notes import looked_at
from companion.games.table.table_screen import C, Move, Row, TableScreen
from companion.ui import Act, act, list_panel, list_row, sheet
from companion.ui.overlays import agrees, free_seat_sheet, overlays, refusal_dock
from companion.ui.sheets import Instead, sheet_head

IC = ft.Icons
FREES = "free_lost"
"""The name of the sheet that asks whether to free the seat of a phone that is gone."""


def opened(ctx: C, table: TableScreen[C]) -> ft.Control | None:
    """Return the sheet that is open on this phone: one of the game's own, or "More"."""
    if ctx.pick.sheet == "menu":
        return menu(ctx, table.rows(ctx))
    if ctx.pick.sheet == FREES:
        return frees(ctx)
    own = table.sheets.get(ctx.pick.sheet)
    return own(ctx) if own is not None else None


def menu(ctx: Ctx, own: Sequence[Row]) -> ft.Control:
    """Return the sheet "More"; the game's `own` rows come after the log."""
    rows = [list_row(ctx.look, icon, title, sub, "", handler) for icon, title, sub, handler in items(ctx, own)]
    return sheet(ctx.look, [head(ctx, ctx.t("more_title")), list_panel(ctx.look, rows)])


def head(ctx: Ctx, title: str) -> ft.Control:
    return sheet_head(ctx.look, title, ctx.choose("sheet", ""))


def items(ctx: Ctx, own: Sequence[Row]) -> list[Row]:
    t, actions = ctx.t, ctx.actions
    ui = None if ctx.snap.match is None else ui_of(ctx.snap.match.game)
    rows: list[Row] = [(IC.HISTORY_SHARP, t("menu.log"), t("menu.log_about"), act(actions.pages.go, "log")), *own]
    if ctx.me and ui is not None and ui.seat_sheet is not None:
        words = (ctx.look.t("boards.sheet"), ctx.look.t("boards.sheet_about"))
        rows.append((IC.PRINT_SHARP, *words, act(actions.boards.print_sheet)))
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
    elif ui is not None and ui.take_over is not None:
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
    """Return the seats whose phones are gone, for a player to propose freeing them, if nobody else here can."""
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
    """Return the question whether I propose to free the chosen seat; None once I have, or its phone is back."""
    seats = () if ctx.snap.match is None else ctx.snap.match.seats
    lost = next((each for each in seats if each.seat == ctx.pick.part and each.presence == "gone"), None)
    if lost is None or agrees(ctx.snap, lost):
        return None
    close, agree = ctx.choose("sheet", ""), act(ctx.actions.lobby.free_together, lost.seat, True)
    title = ctx.look.t("app.lobby.together_row", name=lost.name)
    return free_seat_sheet(ctx.look, title, lost.name, lost.away, act(in_turn, close, agree), close)


MOST_INSTEADS = 2
"""The most alternatives that a refusal offers."""


def advising(**kinds: str) -> Mapping[str, str]:
    """Return the kind of advice by the reason of a refusal: `kinds` maps `advice.<kind>` to its reasons.

    A reason that ends with `_` or `.` stands for all that begin with it.
    """
    return {reason: kind for kind, reasons in kinds.items() for reason in reasons.split()}


def advice_for(advice: Mapping[str, str], reason: str) -> str:
    """Return the kind of advice for the reason in a message key; empty if the game has none."""
    last = reason.partition(".")[2]
    begins = [each for each in advice if each[-1] in "_." and last.startswith(each)]
    return advice.get(last) or (advice[max(begins, key=len)] if begins else "")


def over(ctx: C, table: TableScreen[C]) -> ft.Control | None:
    """Return the sheet over the screen: a clause, a refusal, a message, or what this phone has opened."""
    if ctx.snap.held == "held":
        # The pad must stay under the finger: nothing may cover it.
        return None
    snap = ctx.snap
    if snap.refusal is not None and snap.refusal.private and not ctx.open:
        # To the others nothing was refused; the dock asks to hold the cards, and no sheet may cover them.
        snap = replace(snap, refusal=None, refused_move=None)
    move = snap.refused_move or {}
    declared = what(ctx, table, move) if snap.refusal is not None else ""
    noting = ctx.pick.sheet == notes.SHEET and snap.role == "seat" and not ctx.ended
    if noting and (snap.refusal is None or snap.mendings):
        return notes.notes_sheet(ctx, partial(what, ctx, table))
    other: tuple[Instead, ...] = ()
    if snap.refusal is not None:
        other = notes.insteads(ctx, table.counted) or table.insteads(ctx, move)[:MOST_INSTEADS]
    app = overlays(ctx.look, snap, ctx.actions, declared=declared, insteads=other)
    # A phone's own sheet waits while the app has a message.
    return app if app is not None else opened(ctx, table)


def what(ctx: C, table: TableScreen[C], move: Move) -> str:
    key = f"what.{move.get('type')}"
    return table.what(ctx, move) or ctx.t(key if ctx.look.t.has(ctx.WORDS + key) else "what.other")


def refused_dock(ctx: C, table: TableScreen[C]) -> ft.Control | None:
    """Return the dock below a refusal, or None if nothing was refused."""
    ruling = ctx.snap.refusal
    if ruling is None:
        return None
    hidden = ruling.private and not ctx.open
    kind = advice_for(table.advice, ruling.reason)
    if hidden:
        ask = ctx.t("hold_to_see_why")
    else:
        ask = ctx.t(f"advice.{kind}") if kind else table.still(ctx, ctx.snap.refused_move or {})
    return refusal_dock(ctx.look, ctx.snap, ctx.actions, ask, again(ctx, table, kind))


def again(ctx: C, table: TableScreen[C], kind: str) -> Act:
    """Return the act that goes back to choosing, without what was refused.

    If the reason is a secret, the whole pick is dropped: what stayed would tell onlookers what was wrong.
    """
    ruling = ctx.snap.refusal
    readable = ruling is not None and not ruling.private and kind in table.clears
    gone = {kind: table.clears[kind]} if readable else table.clears
    fresh: dict[str, Any] = {name: getattr(table.pick, name) for fields in gone.values() for name in fields}
    return act(in_turn, ctx.put(**fresh), ctx.actions.pages.dismiss)
