"""Depth `scores`: the results of battles and duels; only results that cards can have may be chosen."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import flet as ft

from companion.games.shinobazu.ending import score_rows
from companion.games.shinobazu.facts import Ctx, Pick, seats
from companion.games.shinobazu.points import counted_points, pips, point_grid
from companion.games.shinobazu.showdown import cost, next_round, refused_row, target_of, whom_bar
from companion.games.table.context import Screen
from companion.games.table.frame import answer, asked, lacks, rows_panel
from companion.ui import Act, Choice, Main, Side, act, block, choice_bar, named, pressable, seat_face, text, theme
from companion.ui.base import tap_box
from companion.ui.theme import Look
from companion.ui.words import listed
from referee.shinobazu.view_model import View


def participants(view: View, pick: Pick) -> frozenset[str]:
    """Return who takes part: the fighters, or all who are forced when fewer than two fight or three is made."""
    everybody = {s.seat for s in view.seats}
    fighters = everybody - set(pick.passers)
    if pick.three or not fighters:
        return frozenset(everybody)
    return frozenset(pick.passers) if len(fighters) == 1 else frozenset(fighters)


def is_three_possible(view: View, pick: Pick) -> bool:
    """Tell whether a jutsu of three is possible: fighters, a passer, and a carried card in front of a fighter."""
    fighters = [s for s in view.seats if s.seat not in pick.passers]
    enough = 1 if view.options.single_three == "three_applies" else 2
    return len(fighters) >= enough and bool(pick.passers) and any(s.kept for s in fighters)


def tidy(view: View, pick: Pick) -> Pick:
    passers = tuple(s for s in pick.passers if pick.pushed or s != view.start)
    changed = Pick(passers=passers, three=pick.three, pushed=pick.pushed)
    three = pick.three and is_three_possible(view, changed)
    fought = participants(view, Pick(passers=passers, three=three))
    winner = pick.winner if pick.winner in fought else ""
    losers = tuple(s for s in pick.losers if s in fought and s != winner)
    return replace(pick, passers=passers, three=three, winner=winner, losers=losers)


def is_complete(view: View, pick: Pick) -> bool:
    """Tell whether cards can have this result: a loser, and a winner or several seats that are no losers."""
    left = len(participants(view, pick)) - len(pick.losers)
    return bool(pick.losers) and (bool(pick.winner) or left != 1)


def entered(pick: Pick) -> dict[str, Any]:
    return {
        "type": "battle_result",
        "passers": list(pick.passers),
        "winner": pick.winner or None,
        "losers": list(pick.losers),
        "three": pick.three,
        "start_pushed": pick.pushed,
    }


def toggled(pick: Pick, view: View, field: str, seat: str = "") -> Pick:
    """Return the pick after a tap on a seat's result or a property of the battle."""
    return tidy(view, tapped(pick, field, seat))


def tapped(pick: Pick, field: str, seat: str = "") -> Pick:
    """Return the pick with a result toggled; it may contain what no longer fits."""
    if field == "winner":
        return replace(pick, winner="" if pick.winner == seat else seat)
    now = getattr(pick, field)
    changed: Any = not now
    if isinstance(now, tuple):
        changed = tuple(s for s in now if s != seat) if seat in now else (*now, seat)
    return replace(pick, **{field: changed})


def dragged_in(view: View, target: str) -> tuple[str, ...]:
    """Return who fights in a duel with `target` if a sum of three makes the other passers join; empty if it cannot.

    Only by option (SHINOBAZU-8.12), and only with a carried card in front of one of the two (SHINOBAZU-7.3).
    """
    two = {view.challenger, target}
    others = [s.seat for s in view.seats if s.stays and s.seat not in two]
    carried = any(s.kept for s in view.seats if s.seat in two)
    if view.options.duel_three != "on" or not others or not carried:
        return ()
    return tuple(s.seat for s in view.seats if s.seat in two or s.stays)


def duel_pick(view: View, pick: Pick, target: str) -> Pick:
    """Return the part of a pick that is possible in a duel with `target`: others neither win nor lose."""
    fought = dragged_in(view, target)
    choice = "" if pick.choice == "three" and not fought else pick.choice
    if choice != "three":
        return replace(pick, choice=choice, winner="", losers=())
    winner = pick.winner if pick.winner in fought else ""
    return replace(pick, winner=winner, losers=tuple(s for s in pick.losers if s in fought and s != winner))


def is_duel_complete(view: View, pick: Pick, target: str) -> bool:
    """Tell whether a duel's result is complete: for a sum of three, one that all the cards can have."""
    left = len(dragged_in(view, target)) - len(pick.losers)
    return bool(pick.choice) and (pick.choice != "three" or (bool(pick.losers) and (bool(pick.winner) or left != 1)))


def entered_duel(pick: Pick, target: str, cards: int) -> dict[str, Any]:
    """Return the declaration of a duel's result; a refusal costs a point for each of `cards` (SHINOBAZU-8.9)."""
    move: dict[str, Any] = {"type": "duel_result", "target": target, "outcome": pick.choice}
    if pick.choice == "refused":
        move["k"] = cards
    if pick.choice == "three":
        move |= {"winner": pick.winner or None, "losers": list(pick.losers)}
    return move


IC = ft.Icons


def scores(ctx: Ctx) -> Screen:
    """Draw the depth `scores`; anybody at the table enters the results for all."""
    view = ctx.view
    if view.phase == "battle":
        return battle_entry(ctx)
    if view.phase == "duel":
        return duel_entry(ctx)
    content = [point_grid(ctx.look, seats(ctx.snap, ctx.me)), *refused_row(ctx), *last_rounds(ctx)]
    return content, next_round(ctx)


def last_rounds(ctx: Ctx) -> list[ft.Control]:
    return score_rows(ctx) if ctx.view.rounds else []


# The battle


def battle_entry(ctx: Ctx) -> Screen:
    """Draw the entry of a battle: for each seat whether it passed, won or lost."""
    view, t, look, pick = ctx.view, ctx.t, ctx.look, ctx.pick
    fought, tap = participants(view, pick), ctx.change(toggled, view)
    rows = []
    for facts in seats(ctx.snap, ctx.me):
        seat = facts.seat
        cells = (
            (t("pass"), seat in pick.passers, seat != view.start or pick.pushed, "passers"),
            (t("wins"), seat == pick.winner, seat in fought and seat not in pick.losers, "winner"),
            (t("loses"), seat in pick.losers, seat in fought and seat != pick.winner, "losers"),
        )
        made = tuple((word, lit, act(tap, field, seat) if may or lit else None) for word, lit, may, field in cells)
        rows.append(result_row(look, facts.name, facts.seat, facts.mine, facts.points, seat == view.start, made))
    three = is_three_possible(view, pick)
    extras = (
        (t("start_pushed", name=ctx.name(view.start)), pick.pushed, act(tap, "pushed")),
        (t("three_made"), pick.three, act(tap, "three") if three or pick.three else None),
    )
    content: list[ft.Control] = [
        rows_panel(look, rows),
        ft.Row([switch(look, *each) for each in extras], spacing=8),
        *last_rounds(ctx),
    ]
    main = Main(t("missing.result"), None, False)
    if is_complete(view, pick):
        main = Main(result_words(ctx, pick), ctx.declare(entered(pick)))
    return content, asked(ctx, t("ask.battle_result"), main, line=t("line.result", set=view.set, round=view.round))


def result_words(ctx: Ctx, pick: Pick) -> str:
    """Return a result as a sentence: "Ben wins, Chie loses"."""
    losers = listed(ctx.look, (ctx.name(s) for s in pick.losers))
    many = "one" if len(pick.losers) == 1 else "many"
    if pick.winner:
        return ctx.t(f"enter_result_{many}", winner=ctx.name(pick.winner), losers=losers)
    return ctx.t(f"enter_losers_{many}", losers=losers)


@block
def result_row(
    look: Look, who: str, seat: str, mine: bool, score: int, leads: bool,
    cells: tuple[tuple[str, bool, Act | None], ...],
) -> ft.Control:
    """Draw a seat with its points, and its part in the battle."""
    p = look.p
    spoken = look.t("shinobazu.screen.comma").join([who, counted_points(look, score)])
    name = text(look, "subject", who, lines=1)
    under = (
        text(look, "caption", look.t("shinobazu.screen.starts_mark"), p.text_2, lines=1)
        if leads
        else pips(look, score, 8)
    )
    label = named(
        spoken,
        ft.Row(
            [
                seat_face(look, who, mine, "", 30, seat=seat),
                ft.Container(text(look, "numeral_m", str(score), size=34, align=ft.TextAlign.CENTER), width=30),
                ft.Column([name, under], spacing=3, tight=True, expand=True),
            ],
            spacing=8,
        ),
        expand=True,
    )
    made = [_cell(look, who, *cell) for cell in cells]
    large = look.scale >= 1.5
    beside = ft.Row([label, *made], spacing=5)
    return ft.Container(
        ft.Column([ft.Row([label]), ft.Row(made, spacing=5)], spacing=4, tight=True) if large else beside,
        height=None if large else theme.grown(look, 64),
        padding=ft.Padding(left=10, right=8, top=8 if large else 0, bottom=8 if large else 0),
        border=ft.Border(bottom=ft.BorderSide(theme.HAIR, p.line)),
    )


def _cell(look: Look, who: str, word: str, lit: bool, handler: Act | None) -> ft.Control:
    p = look.p
    ink = p.background if lit else p.text if handler else p.text_3
    said = text(look, "label", word, ink, lines=1, struck=handler is None, align=ft.TextAlign.CENTER)
    wide, high = None if look.scale >= 1.5 else 56, theme.grown(look, theme.TOUCH)
    box = tap_box(look, said, handler, lit=lit, off=handler is None, width=wide, height=high)
    return pressable(f"{who}: {word}", box, handler, selected=lit, expand=True if look.scale >= 1.5 else None)


@block
def switch(look: Look, word: str, lit: bool, handler: Act | None) -> ft.Control:
    p = look.p
    ink = p.background if lit else p.text if handler else p.text_3
    mark = [ft.Icon(IC.CHECK_SHARP, size=20, color=ink)] if lit else []
    words = text(
        look, "label", word, ink, lines=2 if look.scale <= 1.3 else 4, struck=handler is None,
        align=ft.TextAlign.CENTER, line=17,
    )  # fmt: skip
    words.expand, words.expand_loose = True, True
    both = ft.Row([*mark, words], spacing=6, tight=True, alignment=ft.MainAxisAlignment.CENTER)
    high = theme.grown(look, theme.TOUCH if look.scale <= 1.3 else 76)
    box = tap_box(
        look, both, handler, lit=lit, off=handler is None, height=high, padding=ft.Padding.symmetric(horizontal=8)
    )
    return pressable(word, box, handler, selected=lit, expand=True)


# The duel


def duel_entry(ctx: Ctx) -> Screen:
    """Draw the entry of a duel: the opponent and the outcome, or that nobody was challenged."""
    view, t, look = ctx.view, ctx.t, ctx.look
    challenger, target = ctx.name(view.challenger), target_of(ctx)
    pick = duel_pick(view, ctx.pick, target)
    content: list[ft.Control] = [
        point_grid(look, seats(ctx.snap, ctx.me)),
        whom_bar(ctx, target),
    ]
    if target:
        name = ctx.name(target)
        won = (Choice("challenger_wins", t("wins_of", name=challenger)), Choice("target_wins", t("wins_of", name=name)))
        other = (Choice("tie", t("equal")), Choice("refused", t("refused")))
        content += [choice_bar(look, bar, pick.choice, ctx.choose("choice")) for bar in (won, other)]
        if dragged_in(view, target):
            three = ctx.toggle("choice", "three")
            content.append(ft.Row([switch(look, t("three_made"), pick.choice == "three", three)]))
        if pick.choice == "three":
            content.append(rows_panel(look, three_rows(ctx, pick, dragged_in(view, target))))
        else:
            price = t("if_refused", name=name, n=counted_points(look, cost(ctx, target)))
            content.append(text(look, "label", price, look.p.text_2, bold=False))
    content += last_rounds(ctx)
    main = lacks(ctx, "result")
    if target and is_duel_complete(view, pick, target):
        words = {
            "challenger_wins": t("wins_of", name=challenger), "target_wins": t("wins_of", name=ctx.name(target)),
            "tie": t("both_lose"), "refused": t("refuses", name=ctx.name(target)), "three": result_words(ctx, pick),
        }  # fmt: skip
        main = Main(words[pick.choice], ctx.declare(entered_duel(pick, target, cost(ctx, target))))
    left = Side(t("no_duel"), None, ctx.declare({"type": "no_duel"}))
    return content, answer(
        ctx, "asked", t("line.lost", name=challenger), t("ask.duel_result", name=challenger), left, main
    )


def three_rows(ctx: Ctx, pick: Pick, fought: tuple[str, ...]) -> list[ft.Control]:
    """Return the entry of who won or lost among those that a sum of three brought into the duel."""
    rows = []
    for facts in seats(ctx.snap, ctx.me):
        if (seat := facts.seat) not in fought:
            continue
        wins, loses = (ctx.change(tapped, field, seat) for field in ("winner", "losers"))
        cells = (
            (ctx.t("wins"), seat == pick.winner, wins if seat not in pick.losers else None),
            (ctx.t("loses"), seat in pick.losers, loses if seat != pick.winner else None),
        )
        rows.append(result_row(ctx.look, facts.name, facts.seat, facts.mine, facts.points, False, cells))
    return rows
