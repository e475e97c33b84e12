"""The game master's sheets: points set by hand, an entry corrected, a seat freed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import flet as ft

from companion.screens.shinobazu_frame import Ctx
from companion.screens.shinobazu_menu import head
from companion.screens.words import told
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
)
from referee.journal import LogLine
from referee.shinobazu_model import COLOURS

IC = ft.Icons
MOST = 99


def overrule_sheet(ctx: Ctx) -> ft.Control | None:
    """Return the sheet that is open, if any."""
    made = {"points": points_sheet, "correct": correct_sheet, "free": free_sheet}.get(ctx.pick.sheet)
    return made(ctx) if made is not None else None


# Points set by hand


def points_sheet(ctx: Ctx) -> ft.Control:
    """Return the house ruling that sets points: the new points of every seat, and one button."""
    look, t, view = ctx.look, ctx.t, ctx.view
    now = tuple(s.points for s in view.seats)
    wanted = ctx.pick.points if len(ctx.pick.points) == len(now) else now
    rows = []
    for n, seat in enumerate(view.seats):
        less = icon_button(
            look, IC.REMOVE_SHARP, t("point_less", name=seat.name), ctx.choose("points", moved(wanted, n, -1))
        )
        more = icon_button(
            look, IC.ADD_SHARP, t("point_more", name=seat.name), ctx.choose("points", moved(wanted, n, 1))
        )
        figure = ft.Container(
            text(
                look,
                "numeral_s",
                str(wanted[n]),
                look.p.tx if wanted[n] != now[n] else look.p.tx2,
                align=ft.TextAlign.CENTER,
            ),
            width=44,
        )
        rows.append(
            row(
                [
                    seat_face(look, seat.name, False, "", 36),
                    text(look, "subject", seat.name, expand=True),
                    less,
                    figure,
                    more,
                ],
                8,
            )
        )
    changed = {s.seat: p for s, p, old in zip(view.seats, wanted, now, strict=True) if p != old}
    words = ", ".join(f"{ctx.name(seat)} {p}" for seat, p in changed.items())
    rule = act(_ruled, act(ctx.actions.house_ruling, adjust={"points": changed}), ctx.choose("sheet", ""))
    label = t("set_points", points=words) if changed else t("no_change")
    main = button_main(look, label, rule if changed else None, bool(changed))
    return sheet(
        look,
        [head(ctx, t("house_ruling")), text(look, "label", t("points_about"), look.p.tx2, bold=False), *rows, main],
        True,
    )


def moved(points: tuple[int, ...], n: int, by: int) -> tuple[int, ...]:
    """Return points with one seat's changed, within what they can be."""
    return tuple(min(MOST, max(0, p + by)) if i == n else p for i, p in enumerate(points))


def _ruled(first: Any, then: Any) -> None:
    first()
    then()


# A move that was entered wrongly


def correct_sheet(ctx: Ctx) -> ft.Control:
    """Return the entries that can be corrected, or what correcting the chosen one would change."""
    line = next((x for x in ctx.snap.log if x.number == ctx.pick.entry), None)
    return one_entry(ctx, line) if line is not None else entries(ctx)


def entries(ctx: Ctx) -> ft.Control:
    """Return the declarations in force, newest first."""
    rows = []
    for line in reversed(ctx.snap.log):
        if line.act == "declare" and line.in_force and line.move is not None:
            rows.append(
                list_row(
                    ctx.look,
                    str(line.number),
                    ctx.name(line.seat),
                    entry_words(ctx, line),
                    "",
                    ctx.choose("entry", line.number),
                )
            )
    shown = rows[:30]
    body = list_panel(ctx.look, shown) if shown else text(ctx.look, "body", ctx.t("no_entries"), ctx.look.p.tx2)
    return sheet(
        ctx.look,
        [
            head(ctx, ctx.t("correct_move")),
            text(ctx.look, "label", ctx.t("correct_about"), ctx.look.p.tx2, bold=False),
            body,
        ],
    )


def entry_words(ctx: Ctx, line: LogLine) -> str:
    """Return an entry in words."""
    said = told(ctx.look, ctx.snap, line.notices)
    return said[0] if said else str((line.move or {}).get("type", ""))


def changes(ctx: Ctx, move: Mapping[str, Any]) -> tuple[tuple[str, str, dict[str, Any] | None], ...]:
    """Return what an entry may be changed into: value, label, the new move; None strikes it out."""
    t = ctx.t
    found: list[tuple[str, str, dict[str, Any] | None]] = [("strike", t("strike_out"), None)]
    if move.get("type") == "lead":
        for colour in COLOURS:
            if colour != move.get("colour"):
                found.append((colour, ctx.look.t(f"shinobazu.colour.{colour}"), {**move, "colour": colour}))
    for field in ("declare", "choice"):
        for value in ("fight", "pass"):
            if move.get(field) in ("fight", "pass") and move.get(field) != value:
                found.append((value, t(value), {**move, field: value}))
    for value in ("accept", "refuse"):
        if move.get("type") == "duel_answer" and move.get("answer") != value:
            found.append((value, t(value), {**move, "answer": value}))
    return tuple(found)


def one_entry(ctx: Ctx, line: LogLine) -> ft.Control:
    """Return one entry: what it becomes, which later rulings would differ, and the button that does it."""
    look, t, pick = ctx.look, ctx.t, ctx.pick
    may = changes(ctx, line.move or {})
    bars = tuple(Choice(value, label) for value, label, _ in may)
    value = pick.choice if any(v == pick.choice for v, _, _ in may) else ""
    move = next((m for v, _, m in may if v == value), None)
    prepare = act(_prepare, ctx.actions.correct, ctx.choose("choice"), line.number, tuple((v, m) for v, _, m in may))
    parts: list[ft.Control] = [
        head(ctx, t("entry_n", n=line.number)),
        text(look, "subject", f"{ctx.name(line.seat)}: {entry_words(ctx, line)}"),
        choice_bar(look, bars, value, prepare, tick=False),
    ]
    if value:
        differ = ctx.snap.differences
        parts.append(
            text(
                look,
                "label",
                t("would_differ", n=len(differ)) if differ else t("nothing_differs"),
                look.p.tx2,
                bold=False,
            )
        )
        for d in differ[:4]:
            was, now = ctx.t(f"verdict.{d.was}") if d.was else "", ctx.t(f"verdict.{d.now}") if d.now else ""
            parts.append(
                ruling_row(
                    look,
                    str(d.number),
                    ctx.name(d.seat),
                    t("was_now", was=was, now=now),
                    d.clause,
                    ctx.actions,
                    False,
                    True,
                )
            )
        confirm = act(_ruled, act(ctx.actions.correct, line.number, move, confirm=True), ctx.choose("sheet", ""))
        label = t("strike_confirm", n=line.number) if move is None else t("change_confirm", n=line.number)
        parts.append(button_main(look, label, confirm))
    return sheet(look, parts, True)


def _prepare(correct: Any, choose: Any, number: int, may: tuple[tuple[str, Any], ...], value: str) -> None:
    choose(value)
    correct(number, dict(may)[value])


# A seat


def free_sheet(ctx: Ctx) -> ft.Control:
    """Return the seats with the way to free each, so that another phone may take it."""
    if ctx.snap.match is None:
        return sheet(ctx.look, [head(ctx, ctx.t("free_a_seat"))])
    rows = tuple(
        SeatRow(
            s.name, False, s.presence, button=ctx.t("free_seat") if s.presence != "free" else "",
            handler=act(ctx.actions.free, s.seat) if s.presence != "free" else None,
        )
        for s in ctx.snap.match.seats
    )  # fmt: skip
    about = text(ctx.look, "label", ctx.t("free_about"), ctx.look.p.tx2, bold=False)
    return sheet(ctx.look, [head(ctx, ctx.t("free_a_seat")), about, seat_list(ctx.look, rows)])
