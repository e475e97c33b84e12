"""The game master's screen in any game: what is pending, the last rulings, overruling, and the sheets for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import flet as ft

from companion.games.table.context import Away, Ctx, FullPage, Screen, asleep, away, in_turn, presence, stepped
from companion.games.table.frame import answer, back, bar, grid, here, line, paused
from companion.games.table.menu import head
from companion.games.table.table_screen import C, Change, Controls, TableScreen
from companion.i18n import num
from companion.ui import (
    Act,
    Choice,
    Main,
    SeatRow,
    Side,
    act,
    aloud,
    block,
    button_main,
    button_side,
    choice_bar,
    icon_button,
    label_row,
    list_panel,
    list_row,
    named,
    row,
    ruling_row,
    screen,
    seat_face,
    seat_list,
    sheet,
    side_face,
    strip,
    text,
    theme,
)
from companion.ui.base import fill_column
from companion.ui.theme import Look
from companion.ui.words import sentences
from referee.core.journal import LogLine
from referee.core.values import TABLE

IC = ft.Icons
SHOWN_ENTRIES = 30
SHOWN_DIFFERENCES = 4
BACK = "back"
"""The choice of taking the match back to before an entry, beside its corrections."""


def master_sheet(ctx: C, table: TableScreen[C]) -> ft.Control | None:
    which = ctx.pick.sheet
    if which == "ruling":
        return table.ruling(ctx)
    if which == "free":
        return seats_to_free(ctx)
    if which == "correct":
        return correct_sheet(ctx, table)
    own = table.master_sheets.get(which)
    return own(ctx) if own is not None else None


# Setting numbers


def points_sheet(ctx: Ctx, now: Sequence[tuple[str, int]], *, least: int = 0, most: int = 99) -> ft.Control:
    """Return the house ruling that sets a number of every seat: the new numbers, and one button.

    `now` holds each seat with its present number.
    """
    look, t = ctx.look, ctx.t
    old = tuple(points for _, points in now)
    wanted = ctx.pick.points if len(ctx.pick.points) == len(old) else old
    rows: list[ft.Control] = []
    for n, (seat, before) in enumerate(now):
        name = ctx.name(seat)
        less = ctx.change(stepped, "points", old, n, -1, least, most)
        more = ctx.change(stepped, "points", old, n, 1, least, most)
        colour = look.p.text if wanted[n] != before else look.p.text_2
        figure = text(look, "numeral_s", num(wanted[n]), colour, lines=1, size=26, align=ft.TextAlign.CENTER)
        parts: list[ft.Control] = [
            seat_face(look, name, False, "", 36, seat=seat),
            text(look, "subject", name, expand=True),
            icon_button(look, IC.REMOVE_SHARP, t("point_less", name=name), less),
            ft.Container(figure, width=theme.grown(look, 56)),
            icon_button(look, IC.ADD_SHARP, t("point_more", name=name), more),
        ]
        rows.append(row(parts, 8))
    changed = {seat: p for (seat, before), p in zip(now, wanted, strict=True) if p != before}
    words = ", ".join(f"{ctx.name(seat)} {p}" for seat, p in changed.items())
    rule = act(in_turn, act(ctx.actions.match.house_ruling, adjust={"points": changed}), ctx.choose("sheet", ""))
    label = t("set_points", points=words) if changed else t("no_change")
    main = button_main(look, label, rule if changed else None, bool(changed))
    about = text(look, "label", t("points_about"), look.p.text_2, bold=False)
    return sheet(look, [head(ctx, t("house_ruling")), about, *rows, main], True)


# Correcting a move


def correct_sheet(ctx: C, table: TableScreen[C]) -> ft.Control:
    """Return the entries that can be corrected, or what correcting the chosen one would change."""
    entry = next((x for x in ctx.snap.log if x.number == ctx.pick.entry), None)
    return one_entry(ctx, table, entry) if entry is not None else entries(ctx)


def entries(ctx: Ctx) -> ft.Control:
    """Return the declarations in force, newest first."""
    rows = [
        list_row(
            ctx.look,
            str(entry.number),
            ctx.name(entry.seat),
            entry_words(ctx, entry),
            "",
            ctx.choose("entry", entry.number),
        )
        for entry in reversed(ctx.snap.log)
        if entry.act == "declare" and entry.in_force and entry.move is not None
    ]
    shown = rows[:SHOWN_ENTRIES]
    body = list_panel(ctx.look, shown) if shown else text(ctx.look, "body", ctx.t("no_entries"), ctx.look.p.text_2)
    about = text(ctx.look, "label", ctx.t("correct_about"), ctx.look.p.text_2, bold=False)
    return sheet(ctx.look, [head(ctx, ctx.t("correct_move")), about, body])


def entry_words(ctx: Ctx, entry: LogLine) -> str:
    said = sentences(ctx.look, ctx.snap, entry)
    return said[0] if said else str((entry.move or {}).get("type", ""))


def one_entry(ctx: C, table: TableScreen[C], entry: LogLine) -> ft.Control:
    """Return one entry: what it becomes, which later rulings would differ, and the button that corrects it."""
    look, t, pick = ctx.look, ctx.t, ctx.pick
    may: tuple[Change, ...] = (
        ("strike", t("strike_out"), None), *table.changes(ctx, entry.move or {}), (BACK, t("back_to"), None)
    )  # fmt: skip
    bars = tuple(Choice(value, label) for value, label, _ in may)
    value = pick.becomes if any(v == pick.becomes for v, _, _ in may) else ""
    move = next((m for v, _, m in may if v == value), None)
    prepare = act(
        _prepare, ctx.actions.match.correct, ctx.choose("becomes"), entry.number, tuple((v, m) for v, _, m in may)
    )
    parts: list[ft.Control] = [
        head(ctx, t("entry_n", n=entry.number)),
        text(look, "subject", f"{ctx.name(entry.seat)}: {entry_words(ctx, entry)}"),
        choice_bar(look, bars, value, prepare, tick=False),
    ]
    if value:
        differ = ctx.snap.differences
        words = t("would_differ", n=len(differ)) if differ else t("nothing_differs")
        parts.append(text(look, "label", words, look.p.text_2, bold=False))
        for d in differ[:SHOWN_DIFFERENCES]:
            cause = t("was_now", was=_verdict(ctx, d.was), now=_verdict(ctx, d.now))
            parts.append(ruling_row(look, str(d.number), ctx.name(d.seat), cause, d.clause, ctx.actions, False, True))
        parts += table.relearnt(ctx)
        corrects = act(ctx.actions.match.correct, entry.number, move, confirm=True, **_goes(value))
        label = "back_confirm" if value == BACK else "strike_confirm" if move is None else "change_confirm"
        parts.append(
            button_main(look, t(label, n=entry.number), act(in_turn, corrects, ctx.choose("sheet", "")))
        )
    return sheet(look, parts, True)


def _verdict(ctx: Ctx, verdict: str) -> str:
    """Return a ruling in words: upheld, refused, or its notice."""
    return ctx.t(f"verdict.{verdict}") if verdict in ("upheld", "refused") else ctx.say(verdict) if verdict else ""


def _prepare(correct: Any, choose: Any, number: int, may: tuple[tuple[str, Any], ...], value: str) -> None:
    choose(value)
    correct(number, dict(may)[value], **_goes(value))


def _goes(value: str) -> Mapping[str, bool]:
    return {"onward": True} if value == BACK else {}


# Freeing a seat


def seats_to_free(ctx: Ctx) -> ft.Control:
    if ctx.snap.match is None:
        return sheet(ctx.look, [head(ctx, ctx.t("free_a_seat"))])
    rows = tuple(
        SeatRow(
            s.name, False, s.presence, seat=s.seat, button=ctx.t("free_seat") if s.presence != "free" else "",
            aloud=ctx.look.t("app.lobby.free.aloud", name=s.name),
            handler=act(ctx.actions.lobby.free, s.seat) if s.presence != "free" else None,
        )
        for s in ctx.snap.match.seats
    )  # fmt: skip
    about = text(ctx.look, "label", ctx.t("free_about"), ctx.look.p.text_2, bold=False)
    return sheet(ctx.look, [head(ctx, ctx.t("free_a_seat")), about, seat_list(ctx.look, rows)])


def game_master(ctx: C, table: TableScreen[C], overlay: ft.Control | None = None) -> ft.Control:
    """Draw the game master's screen; covered, it is the table display with the button that opens it."""
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
    """Tell whether this game master may rule; an observer only looks."""
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
        whole=isinstance(left, FullPage),
    )


def covered_dock(ctx: Ctx, does: str) -> ft.Control:
    """Return the dock of a covered game master's phone; `does` is what the table waits for."""
    main = Main(ctx.t("open_all"), act(ctx.actions.secrets.keep))
    return answer(ctx, "idle", ctx.t("nothing_asked"), does, None, main, mark=IC.LOCK_SHARP)


def open_dock(ctx: Ctx, does: str) -> ft.Control:
    """Return the dock: nothing is asked of a game master; it offers undo and cover."""
    t = ctx.t
    cover = Side(t("cover"), IC.LOCK_SHARP, act(ctx.actions.secrets.cover))
    if not may_act(ctx):
        return answer(ctx, "idle", t("you_observe"), does, cover)
    both = (Side(t("undo_last"), IC.UNDO_SHARP, act(ctx.actions.match.undo)), cover)
    return answer(ctx, "idle", t("nothing_asked"), does, equal=both)


# Answering for a seat


def nothing_due(ctx: Ctx, above: Sequence[ft.Control] = ()) -> Screen:
    words = ctx.t("nothing_due")
    return [*above, text(ctx.look, "body", words, ctx.look.p.text_2)], answer(ctx, "idle", line(ctx), words, back(ctx))


# Pending prompts, rulings, overruling


def pending(ctx: Ctx) -> Controls:
    """Return who must do what, each with the button to answer it, and whose phone sleeps."""
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
        said = sentences(look, ctx.snap, entry)
        if said:
            mark = IC.CHECK_SHARP if entry.in_force else IC.UNDO_SHARP
            rest = " ".join(said[1:3])
            rows.append(ruling_row(look, mark, said[0], rest, entry.clause or "", ctx.actions, entry.in_force))
    return [label_row(look, ctx.t("last_rulings")), *rows[:4]]


def overrules(ctx: Ctx) -> Controls:
    """Return the buttons for overruling (the table sees what is done), for the log, and for pausing."""
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
    return [head, *grid(made, 2, 10), stop]
