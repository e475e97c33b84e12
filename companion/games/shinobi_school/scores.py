"""Depth `scores`: who won a round and what is left to the others; the referee counts cards, or points are entered."""

from __future__ import annotations

from dataclasses import replace

import flet as ft

from companion.games.shinobi_school.begin import start_row
from companion.games.shinobi_school.cards import SIGNS, open_picker, spread
from companion.games.shinobi_school.ending import last_round, score_rows
from companion.games.shinobi_school.facts import Ctx, K, Pick, groups, heap_of, prompt_of, seats
from companion.games.shinobi_school.seats import seat_row
from companion.games.table.context import Screen
from companion.games.table.frame import asked, seat_bar
from companion.i18n import num
from companion.ui import (
    Act,
    Choice,
    Main,
    act,
    block,
    choice_bar,
    column,
    edge,
    icon_button,
    label_row,
    on,
    panel,
    pressable,
    row,
    seat_face,
    text,
    theme,
)
from companion.ui.base import inset
from companion.ui.theme import Look
from referee.core.offers import Each, Number
from referee.shinobi_school.cards import COPIES, Cards, cost, lost
from referee.shinobi_school.moves import SIDES

IC = ft.Icons


def score(ctx: Ctx) -> Screen:
    """Draw the entry of a round; anybody at the table enters it for all."""
    view, t, look, pick = ctx.view, ctx.t, ctx.look, ctx.pick
    by_points = pick.side == "points"
    how = (Choice("cards", t("by_cards")), Choice("points", t("by_points")))
    content: list[ft.Control] = [
        seat_row(look, seats(ctx.snap, ctx.me)),
        label_row(look, t("who_won", n=view.round)),
        seat_bar(ctx, (s.seat for s in view.seats), pick.who, ctx.choose("who")),
        choice_bar(look, how, "points" if by_points else "cards", ctx.choose("side")),
    ]
    if pick.who:
        content += [points_panel(ctx)] if by_points else cards_left(ctx)
    content += [*start_row(ctx), *last_round(ctx), *score_rows(ctx)]
    main = declaration(ctx, by_points)
    return content, asked(ctx, t("ask.score"), main, line=t("line.round", n=view.round))


def declaration(ctx: Ctx, by_points: bool) -> Main:
    """Return the action that declares a round by its points or by its cards, or what is missing."""
    pick, t = ctx.pick, ctx.t
    if not pick.who:
        return Main(t("missing.winner"), None, False)
    cards = {seat: {side: list(heap_of(pick.heaps, f"{seat}.{side}") or ()) for side in SIDES} for seat in others(ctx)}
    points = {seat: dict(pick.lost).get(seat, 0) for seat in others(ctx)}
    entered = {seat: points[seat] != 0 if by_points else any(sides.values()) for seat, sides in cards.items()}
    lack = next((seat for seat, whole in entered.items() if not whole), None)
    if lack is not None:
        return Main(t("missing.points" if by_points else "missing.left", name=ctx.name(lack)), None, False)
    move = {"type": "round_points", "points": points} if by_points else {"type": "round_cards", "left": cards}
    return Main(t("enter_round", name=ctx.name(pick.who)), ctx.declare({**move, "winner": pick.who}))


def others(ctx: Ctx) -> tuple[str, ...]:
    return tuple(s.seat for s in ctx.view.seats if s.seat != ctx.pick.who)


# Counted from cards


def cards_left(ctx: Ctx) -> list[ft.Control]:
    """Return what is left to each of the others, and the picker of the side being entered."""
    made: list[ft.Control] = []
    for seat in others(ctx):
        sides = tuple((side, heap_of(ctx.pick.heaps, f"{seat}.{side}")) for side in SIDES)
        made.append(left_block(ctx.look, ctx.name(seat), seat == ctx.me, seat, sides, ctx.pick.tab, ctx.toggle("tab")))
        if ctx.pick.tab.startswith(f"{seat}."):
            made.append(column(open_picker(ctx, ctx.pick.tab, left_of_each(ctx, ctx.pick.tab), 65), 6))
    return made


def left_of_each(ctx: Ctx, key: str) -> tuple[tuple[int, int], ...]:
    """Return the most cards of each number that one heap can hold: five, less those in other heaps (SCHOOL-1.1)."""
    elsewhere = [
        n for name, cards in ctx.pick.heaps if name != key and not name.startswith(f"{ctx.pick.who}.") for n in cards
    ]
    return tuple((n, COPIES - elsewhere.count(n)) for n in range(1, ctx.view.highest + 1))


@block
def left_block(
    look: Look, name: str, mine: bool, seat: str, sides: tuple[tuple[str, Cards | None], ...], open_: str, tap: Act
) -> ft.Control:
    p, t = look.p, look.t
    heaven, earth = (cards or () for _, cards in sides)
    subject = text(look, "subject", name, lines=1, expand=True)
    head: list[ft.Control] = [seat_face(look, name, mine, "", 28, seat=seat), subject]
    if heaven or earth:
        head.append(text(look, "numeral_s", num(lost(heaven, earth)), p.accent_text, size=24))
    lines: list[ft.Control] = [ft.Row(head, spacing=8)]
    for side, cards in reversed(sides):
        key = f"{seat}.{side}"
        lit = key == open_
        drawn = spread(look, groups(cards)) if cards else text(look, "caption", t(K + "tap_to_name"), p.text_2)
        tail = [text(look, "label", t(K + "costs", n=cost(cards)), p.text_2)] if cards else []
        box = ft.Container(
            ft.Row([text(look, "mark", SIGNS[side]), ft.Container(drawn, expand=True), *tail], spacing=10),
            padding=ft.Padding.symmetric(horizontal=10, vertical=5),
            bgcolor=p.surface_2 if lit else None,
            border=edge(theme.LINE, p.text if lit else p.line_strong),
            border_radius=theme.R_BUTTON,
            on_click=on(act(tap, key)),
            height=None if cards else theme.grown(look, theme.TOUCH),
        )
        lines.append(pressable(f"{name}: {t(K + side)}", box, act(tap, key), selected=lit))
    return panel(look, ft.Column(lines, spacing=6, tight=True), padding=inset(10, 7))


# Points counted by hand


def points_panel(ctx: Ctx) -> ft.Control:
    """Return the points of the others, each with − and +: they are kept as entered, and marked as counted by hand."""
    look, t, now = ctx.look, ctx.t, dict(ctx.pick.lost)
    least = least_points(ctx)
    rows: list[ft.Control] = [text(look, "label", t("by_points_about"), look.p.text_2, bold=False)]
    for seat in others(ctx):
        name, points = ctx.name(seat), now.get(seat, 0)
        change = ctx.change(_lost, seat, least)
        figure = text(look, "numeral_s", num(points), lines=1, align=ft.TextAlign.CENTER)
        parts: list[ft.Control] = [
            seat_face(look, name, seat == ctx.me, "", 32, seat=seat),
            ft.Container(width=8),
            text(look, "subject", name, lines=1, expand=True),
            icon_button(look, IC.KEYBOARD_DOUBLE_ARROW_DOWN_SHARP, t("ten_less", name=name), act(change, -10)),
            icon_button(look, IC.REMOVE_SHARP, t("point_less", name=name), act(change, -1)),
            ft.Container(figure, width=64),
            icon_button(look, IC.ADD_SHARP, t("point_more", name=name), act(change, 1)),
        ]
        rows.append(row(parts, 2))
    return column(rows, 6)


def least_points(ctx: Ctx) -> int:
    prompt = prompt_of(ctx.snap, "round_points")
    points = prompt.offers[0].fields["points"] if prompt is not None else None
    each = points.of.values() if isinstance(points, Each) else ()
    return min((lost.least for lost in each if isinstance(lost, Number)), default=0)


def _lost(now: Pick, seat: str, least: int, by: int) -> Pick:
    before = dict(now.lost)
    before[seat] = max(least, min(0, before.get(seat, 0) + by))
    return replace(now, lost=tuple(before.items()))


# All rounds are entered


def close(ctx: Ctx) -> Screen:
    """Draw the last sheet, and the button that ends the match."""
    content: list[ft.Control] = [seat_row(ctx.look, seats(ctx.snap, ctx.me)), *last_round(ctx), *score_rows(ctx)]
    main = Main(ctx.t("end_match"), ctx.declare({"type": "close_game"}))
    return content, asked(ctx, ctx.t("ask.close"), main, line=ctx.t("for_all"))
