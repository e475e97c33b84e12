"""After the end: once more, with the same seats and phones. Whoever asks is ready, each other phone has one button."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import flet as ft

from companion.contract.offered import ui_of
from companion.contract.snapshot import Rematch
from companion.games.table.context import Ctx
from companion.ui import Main, Side, act, chip, column, dock, label_row, named, panel, row, text
from companion.ui.base import inset, rule
from companion.ui.words.sentences import listed


def proposed(ctx: Ctx) -> str:
    """Return the seat that is to start: the one chosen here, else the next after whoever started."""
    match, chosen = ctx.snap.match, ctx.pick.back.starter
    if match is None or not ui_of(match.game).starter:
        return ""
    ui, seats = ui_of(match.game), [each.seat for each in match.seats]
    if chosen in seats:
        return str(chosen)
    named = match.options.get(ui.starter)
    last = named if named in seats else seats[0] if ui.first_starts and seats else ""
    return seats[(seats.index(last) + 1) % len(seats)] if last else ""


def starters(ctx: Ctx) -> list[ft.Control]:
    """Return the choice of who starts in a rematch, for whoever may ask for one and does nothing else."""
    snap, match = ctx.snap, ctx.snap.match
    asks = snap.role in ("seat", "gm") or snap.host
    if match is None or not asks or not ui_of(match.game).starter or ctx.pick.back.puzzle or ctx.pick.naming:
        return []
    if snap.rematch is not None or snap.rewritten is not None or match.demonstration is not None:
        return []
    pick = proposed(ctx)
    chips = [chip(ctx.look, each.name, ctx.change(_starts, each.seat), each.seat == pick) for each in match.seats]
    head = label_row(ctx.look, ctx.look.t("app.rematch.who_starts"))
    return [column([head, ft.Row(list(chips), spacing=8, run_spacing=8, wrap=True)], spacing=6)]


def _starts(now: Any, seat: str) -> Any:
    return replace(now, back=replace(now.back, starter=seat))


def asked(ctx: Ctx) -> list[ft.Control]:
    """Return who wants a rematch and who has said yes, where somebody has asked."""
    again, match = ctx.snap.rematch, ctx.snap.match
    if again is None or match is None or again.mine == "declined":
        return []
    look, t, p = ctx.look, ctx.look.t, ctx.look.p
    title = t("app.rematch.wants", name=ctx.name(again.asked_by)) if again.asked_by else t("app.rematch.title")
    about = t("app.rematch.starts", name=ctx.name(again.starter)) if again.starter else t("app.rematch.same")
    lines: list[ft.Control] = []
    for each in match.seats:
        how = t(f"app.rematch.{_how(ctx, again, each.seat)}")
        face = row([text(look, "subject", each.name, lines=1, expand=True), text(look, "label", how, p.text_2)], 12)
        lines.append(named(f"{each.name}, {how}", ft.Container(face, padding=inset(2, 9), border=rule("top", p.line))))
    head = column([text(look, "subject", title, lines=2), text(look, "caption", about, p.text_2)], 0)
    return [panel(look, column([head, column(lines, 0)], 8), strong=True)]


def _how(ctx: Ctx, again: Rematch, seat: str) -> str:
    if seat in again.come:
        return "ready"
    if seat in again.gone:
        return "not_coming"
    return "this_phone" if seat in ctx.snap.my_seats else "not_yet"


def rematch_dock(ctx: Ctx) -> ft.Control | None:
    """Return what is asked of this phone about the rematch; None where nothing is."""
    again, match = ctx.snap.rematch, ctx.snap.match
    if again is None or match is None or again.mine == "declined" or (again.mine == "none" and not again.host):
        return None
    look, t, new = ctx.look, ctx.look.t, ctx.actions.new_match
    line = t("app.rematch.count", n=len(again.come), all=len(match.seats))
    mark = ft.Icons.REPLAY_SHARP
    if again.mine == "asked":
        ask = t("app.rematch.begun" if again.begun else "app.rematch.ask")
        left = Side(t("app.rematch.not_now"), None, act(new.not_now))
        main = Main(t("app.rematch.join"), act(new.rematch))
        return dock(look, state="asked", line=line, ask=ask, left=left, main=main, mark=mark)
    missing = [each.name for each in match.seats if each.seat not in again.come]
    gone = [each.name for each in match.seats if each.seat in again.gone]
    ask = t("app.rematch.waits", names=listed(look, missing))
    if gone:
        ask = t("app.rematch.without", names=listed(look, gone))
    if again.begun:
        ask = t("app.rematch.begun")
    main_ = Main(t("app.rematch.lobby"), act(new.to_rematch)) if again.host or again.begun else None
    return dock(look, state="asked" if again.begun else "waiting", line=line, ask=ask, main=main_, mark=mark)
