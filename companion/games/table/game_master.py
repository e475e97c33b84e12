"""The game master's screen of any game: what is pending, the last rulings, and the ways to overrule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import flet as ft

from companion.games.table.context import Away, Ctx, Screen, Whole, asleep, away, presence
from companion.games.table.frame import answer, back, bar, here, line, paused
from companion.games.table.game_master_sheets import master_sheet
from companion.games.table.table_screen import C, Controls, TableScreen
from companion.ui import (
    Act,
    Main,
    Side,
    act,
    aloud,
    block,
    button_side,
    label_row,
    named,
    row,
    ruling_row,
    screen,
    seat_face,
    side_face,
    strip,
    text,
    theme,
)
from companion.ui.base import fill_column
from companion.ui.look import Look
from companion.ui.words.sentences import told
from referee.core.values import TABLE

IC = ft.Icons


def game_master(ctx: C, table: TableScreen[C], overlay: ft.Control | None = None) -> ft.Control:
    """Draw the game master's screen; covered, it is the table display with the way to open it."""
    if not ctx.open:
        left, right = table.public(ctx)
        return _screen(ctx, left, right, covered_dock(ctx, table.awaited(ctx).does), overlay)
    acts = may_act(ctx)
    if acts and ctx.pick.naming:
        content, dock = table.answering(replace(ctx, acting="" if ctx.pick.naming == TABLE else ctx.pick.naming))
        return _screen(ctx, content, None, dock, overlay)
    right = [*pending(ctx), *rulings(ctx), *table.findings(ctx), *(overrules(ctx) if acts else [])]
    overlay = overlay or (master_sheet(ctx, table) if acts else None)
    return _screen(ctx, table.all_open(ctx), right, open_dock(ctx, table.awaited(ctx).does), overlay)


def may_act(ctx: Ctx) -> bool:
    """Tell whether this game master rules; an observer only looks."""
    return ctx.snap.match is None or ctx.snap.match.game_master != "observer"


def _screen(
    ctx: Ctx, left: Controls, right: Controls | None, dock: ft.Control, overlay: ft.Control | None
) -> ft.Control:
    return screen(
        ctx.look,
        bar=None if ctx.look.wide else bar(ctx),
        strip=strip(ctx.look, "gm" if ctx.open else "covered", here(ctx)),
        content=left,
        side=right,
        dock=dock,
        overlay=overlay,
        frame="gm" if ctx.open else "none",
        whole=isinstance(left, Whole),
    )


def covered_dock(ctx: Ctx, does: str) -> ft.Control:
    """Return the dock of a game master's phone that is safe to lay down; `does` is what the table waits for."""
    main = Main(ctx.t("open_all"), act(ctx.actions.secrets.keep))
    return answer(ctx, "idle", ctx.t("nothing_asked"), does, None, main, mark=IC.LOCK_SHARP)


def open_dock(ctx: Ctx, does: str) -> ft.Control:
    """Return the dock: nothing is asked of a game master; undo and cover are at hand."""
    t = ctx.t
    cover = Side(t("cover"), IC.LOCK_SHARP, act(ctx.actions.secrets.cover))
    if not may_act(ctx):
        return answer(ctx, "idle", t("you_observe"), does, cover)
    both = (Side(t("undo_last"), IC.UNDO_SHARP, act(ctx.actions.match.undo)), cover)
    return answer(ctx, "idle", t("nothing_asked"), does, equal=both)


# Answering for somebody


def nothing_due(ctx: Ctx, above: Sequence[ft.Control] = ()) -> Screen:
    words = ctx.t("nothing_due")
    return [*above, text(ctx.look, "body", words, ctx.look.p.text_2)], answer(ctx, "idle", line(ctx), words, back(ctx))


# Pending, rulings, overruling


def pending(ctx: Ctx) -> Controls:
    """Return what is asked of whom, each with the way to answer it, and whose phone sleeps."""
    t, acts = ctx.t, may_act(ctx)
    musts = [p for p in ctx.snap.prompts if p.must]
    rows: Controls = [label_row(ctx.look, t("pending"), str(len(musts)))]
    met = presence(ctx.snap)
    for prompt in musts:
        who = ctx.name(prompt.seat) if prompt.seat != TABLE else ctx.look.t("app.the_table")
        words = ctx.say(prompt.ask, prompt.params)
        answers = ctx.choose("naming", prompt.seat) if acts else None
        phone = away(met.get(prompt.seat, "here"))
        seated = prompt.seat if prompt.seat != TABLE else ""
        rows.append(ask_row(ctx.look, who, seated, phone, words, t("answer"), answers))
    for seat in ctx.snap.match.seats if ctx.snap.match is not None else ():
        if asleep(ctx.snap, seat.seat):
            asked = any(p.seat == seat.seat for p in musts)
            words = t("sleeps_asked" if asked else "sleeps_idle")
            free = ctx.choose("sheet", "free") if acts else None
            rows.append(ask_row(ctx.look, seat.name, seat.seat, away(seat.presence), words, t("free_seat"), free))
    return rows


@block
def ask_row(look: Look, who: str, seat: str, met: Away, words: str, label: str, handler: Act | None) -> ft.Control:
    mark = (
        seat_face(look, who, False, met, 36, seat=seat)
        if seat
        else ft.Icon(IC.TABLE_RESTAURANT_SHARP, color=look.p.text, size=30)
    )
    said = fill_column(text(look, "subject", who, lines=1), text(look, "caption", words, look.p.text_2, lines=2))
    tail = [side_face(look, label, handler, height=theme.TOUCH)] if handler is not None else []
    return ft.Container(
        row([named(aloud(who, words), row([mark, said], 12), expand=True), *tail], 8),
        padding=ft.Padding.symmetric(vertical=5),
        border=ft.Border(bottom=ft.BorderSide(theme.HAIR, look.p.line)),
    )


def rulings(ctx: Ctx) -> Controls:
    """Return the last rulings, newest first."""
    look, refusal = ctx.look, ctx.snap.refusal
    rows: Controls = []
    if refusal is not None:
        words = ctx.say(refusal.reason, refusal.params)
        refused = ctx.t("refused_here")
        rows.append(ruling_row(look, IC.CLOSE_SHARP, refused, words, refusal.clause, ctx.actions, False, True))
    for entry in reversed(ctx.snap.log[-4:]):
        said = told(look, ctx.snap, entry)
        if said:
            mark = IC.CHECK_SHARP if entry.in_force else IC.UNDO_SHARP
            rest = " ".join(said[1:3])
            rows.append(ruling_row(look, mark, said[0], rest, entry.clause or "", ctx.actions, entry.in_force))
    return [label_row(look, ctx.t("last_rulings")), *rows[:4]]


def overrules(ctx: Ctx) -> Controls:
    """Return the ways to overrule; the table sees each."""
    t, look = ctx.t, ctx.look
    every = (
        (t("house_ruling"), IC.GAVEL_SHARP, ctx.choose("sheet", "ruling")),
        (t("correct_move"), IC.EDIT_NOTE_SHARP, ctx.choose("sheet", "correct")),
        (t("free_a_seat"), IC.PERSON_SEARCH_SHARP, ctx.choose("sheet", "free")),
        (t("whole_log"), IC.HISTORY_SHARP, act(ctx.actions.pages.go, "log")),
    )
    made = [button_side(look, label, handler, glyph, 56, True, True) for label, glyph, handler in every]
    head = label_row(look, t("overrule"), t("table_sees"))
    stopped = paused(ctx)
    label, glyph = (t("go_on"), IC.PLAY_ARROW_SHARP) if stopped else (t("pause"), IC.PAUSE_SHARP)
    stop = button_side(look, label, act(ctx.actions.match.pause, not stopped), glyph, 56)
    return [head, ft.Row(list(made[:2]), spacing=10), ft.Row(list(made[2:]), spacing=10), stop]
