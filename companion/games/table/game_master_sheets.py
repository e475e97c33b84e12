"""The game master's sheets that any game has: numbers set by hand, an entry corrected, a seat freed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import flet as ft

from companion.games.table.context import Ctx, in_turn, stepped
from companion.games.table.menu import head
from companion.games.table.table_screen import C, Change, Controls, TableScreen
from companion.i18n import num
from companion.ui import (
    Choice,
    SeatRow,
    act,
    button_main,
    choice_bar,
    icon_button,
    list_panel,
    list_row,
    row,
    ruling_row,
    seat_face,
    seat_list,
    sheet,
    text,
    theme,
)
from companion.ui.words.sentences import told
from referee.core.journal import LogLine

IC = ft.Icons
SHOWN_ENTRIES = 30
SHOWN_DIFFERENCES = 4
BACK = "back"
"""What an entry may become besides: the match is taken back to before it."""
Changes = Callable[[Mapping[str, Any]], Sequence[Change]]


def master_sheet(ctx: C, table: TableScreen[C]) -> ft.Control | None:
    which = ctx.pick.sheet
    if which == "ruling":
        return table.ruling(ctx)
    if which == "free":
        return free_sheet(ctx)
    if which == "correct":
        return correct_sheet(ctx, partial(table.changes, ctx), partial(table.relearnt, ctx))
    own = table.master_sheets.get(which)
    return own(ctx) if own is not None else None


# Numbers set by hand


def points_sheet(ctx: Ctx, now: Sequence[tuple[str, int]], *, least: int = 0, most: int = 99) -> ft.Control:
    """Return the house ruling that sets a number of every seat: the new numbers, and one button.

    `now` is each seat with its number.
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


# A move that was entered wrongly


def correct_sheet(ctx: Ctx, changes: Changes, relearnt: Callable[[], Controls]) -> ft.Control:
    """Return the entries that can be corrected, or what correcting the chosen one would change.

    `changes` names what a move may become besides being struck out, `relearnt` what could be known then.
    """
    entry = next((x for x in ctx.snap.log if x.number == ctx.pick.entry), None)
    return one_entry(ctx, entry, changes, relearnt) if entry is not None else entries(ctx)


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
    said = told(ctx.look, ctx.snap, entry)
    return said[0] if said else str((entry.move or {}).get("type", ""))


def one_entry(ctx: Ctx, entry: LogLine, changes: Changes, relearnt: Callable[[], Controls]) -> ft.Control:
    """Return one entry: what it becomes, which later rulings would differ, and the button that does it."""
    look, t, pick = ctx.look, ctx.t, ctx.pick
    may: tuple[Change, ...] = (
        ("strike", t("strike_out"), None), *changes(entry.move or {}), (BACK, t("back_to"), None)
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
        parts += relearnt()
        corrects = act(ctx.actions.match.correct, entry.number, move, confirm=True, **_goes(value))
        label = "back_confirm" if value == BACK else "strike_confirm" if move is None else "change_confirm"
        parts.append(
            button_main(look, t(label, n=entry.number), act(in_turn, corrects, ctx.choose("sheet", "")))
        )
    return sheet(look, parts, True)


def _verdict(ctx: Ctx, told: str) -> str:
    """Return what a ruling was, in words: upheld, refused, or what it told."""
    return ctx.t(f"verdict.{told}") if told in ("upheld", "refused") else ctx.say(told) if told else ""


def _prepare(correct: Any, choose: Any, number: int, may: tuple[tuple[str, Any], ...], value: str) -> None:
    choose(value)
    correct(number, dict(may)[value], **_goes(value))


def _goes(value: str) -> Mapping[str, bool]:
    return {"onward": True} if value == BACK else {}


# A seat


def free_sheet(ctx: Ctx) -> ft.Control:
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
