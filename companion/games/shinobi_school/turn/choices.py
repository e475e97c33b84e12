"""What a player chooses in a turn: the side that acts, what it does, and the cards or the end it does it with."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import flet as ft

from companion.games.shinobi_school.cards.faces import LARGE, PER_ROW, SIGNS, stack_button, tile
from companion.games.shinobi_school.cards.why import legal_of, why_not_collected, why_not_placed
from companion.games.shinobi_school.facts import Pick, chosen_action, groups, seat_of, spoken_set
from companion.games.shinobi_school.frame import Ctx
from companion.ui import Act, Choice, act, block, choice_bar, column, edge, named, on, pressable, row, text, theme
from companion.ui.base import figure
from companion.ui.look import Look
from referee.shinobi_school.moves import SIDES, End

ENDS: tuple[End, ...] = ("top", "bottom")


def choices(ctx: Ctx) -> list[ft.Control]:
    """Return the side that acts, what it does, and the cards or the end that it does it with."""
    legal = legal_of(ctx, ctx.me)
    if legal is None:
        return []
    pick = chosen_action(ctx.pick, legal)
    made: list[ft.Control] = [ways(ctx, pick, legal)]
    if pick.way == "place":
        made += placing(ctx, pick, legal)
    elif pick.way == "collect":
        made.append(collecting(ctx, pick, legal))
    elif len(legal["sides"]) > 1:
        scope = (Choice("one", ctx.t(f"only_{pick.side}")), Choice("both", ctx.t("both_pass")))
        made.append(choice_bar(ctx.look, scope, "both" if pick.both else "one", ctx.change(_both)))
    return made


def _both(now: Pick, value: str) -> Pick:
    return replace(now, both=value == "both")


def ways(ctx: Ctx, pick: Pick, legal: dict[str, Any]) -> ft.Control:
    """Return place, collect or pass, after the sign of the side; with both open, the signs choose the side."""
    bar = choice_bar(
        ctx.look, tuple(Choice(way, ctx.t(way)) for way in ("place", "collect", "pass")), pick.way,
        ctx.choose("way"), tick=False,
    )  # fmt: skip
    open_ = tuple(legal["sides"])
    signs: list[ft.Control] = []
    for side in SIDES:
        if side in open_:
            handler = ctx.choose("side", side) if len(open_) > 1 else None
            signs.append(side_tile(ctx.look, SIGNS[side], ctx.t(side), side == pick.side, handler))
    if ctx.look.scale >= 1.5:
        return column([row(signs, 6), bar], 6)
    return row([*signs, ft.Container(bar, expand=True)], 6)


@block
def side_tile(look: Look, sign: str, word: str, chosen: bool, handler: Act | None) -> ft.Control:
    p = look.p
    lit = chosen and handler is not None
    box = ft.Container(
        figure(look, sign, p.background if lit else p.text, 24),
        width=46 if handler is not None else 34,
        height=theme.grown(look, theme.TOUCH),
        alignment=ft.Alignment.CENTER,
        bgcolor=p.text if lit else None,
        border=edge(theme.LINE, p.text if lit else p.line_strong) if handler is not None else None,
        border_radius=theme.R_BUTTON,
        on_click=on(handler),
    )
    return pressable(word, box, handler, selected=chosen) if handler is not None else named(word, box)


def placing(ctx: Ctx, pick: Pick, legal: dict[str, Any]) -> list[ft.Control]:
    """Return the cards of the side that places, and how many of them."""
    sets: dict[str, list[int]] = legal["place"][pick.side]
    fits = tuple((int(n), few, most) for n, (few, most) in sets.items())
    tap = ctx.change(_numbered, fits, pick.side)
    if pick.side == "earth":
        held = groups(seat_of(ctx.view, ctx.me).earth or ())
        fit = tuple((n, k, str(n) not in sets) for n, k in held)
        made: list[ft.Control] = [earth_row(ctx.look, fit, pick.number, tap, ctx.t("earth_empty"))]
    else:
        fit = tuple((n, 0, str(n) not in sets) for n in range(1, ctx.view.highest + 1))
        made = [number_grid(ctx.look, fit, pick.number, tap)]
    if pick.number:
        few, most = sets[str(pick.number)]
        if few < most:
            sizes = tuple(Choice(str(k), f"\N{MULTIPLICATION SIGN}{k}") for k in range(few, most + 1))
            choose = ctx.choose_as("size", int)
            made.append(choice_bar(ctx.look, sizes, str(pick.size), choose, label=ctx.t("how_many"), tick=False))
    return made


def why_not(ctx: Ctx, pick: Pick, legal: dict[str, Any]) -> str:
    """Return why the number that was tapped cannot be placed; nothing where it can, or another was tapped since."""
    number = ctx.pick.hint
    held = seat_of(ctx.view, ctx.me).earth or ()
    there = pick.side == "heaven" or number in map(str, held)
    if pick.way != "place" or not number or not there or number in legal["place"][pick.side]:
        return ""
    return why_not_placed(ctx, ctx.me, pick.side, int(number))


def _numbered(now: Pick, fits: tuple[tuple[int, int, int], ...], side: str, number: int) -> Pick:
    few_most = next(((few, most) for n, few, most in fits if n == number), None)
    if few_most is None:
        return replace(now, hint=str(number), number=0)
    return replace(now, hint="", number=number, size=few_most[1] if side == "earth" else few_most[0])


@block
def earth_row(look: Look, sets: tuple[tuple[int, int, bool], ...], chosen: int, tap: Act, empty: str) -> ft.Control:
    """Draw my earth as it lies before me: sets that overlap; those that cannot be placed now are faint."""
    if not sets:
        return ft.Container(text(look, "label", empty, look.p.text_2, bold=False), height=LARGE[1])
    drawn = [
        stack_button(look, number, count, chosen=number == chosen, faint=faint, handler=act(tap, number))
        for number, count, faint in sets
    ]
    return ft.Row([*drawn], spacing=2, run_spacing=2, wrap=True, alignment=ft.MainAxisAlignment.CENTER)


@block
def number_grid(look: Look, sets: tuple[tuple[int, int, bool], ...], chosen: int, tap: Act) -> ft.Control:
    """Draw all numbers of the deck, to name one; those that cannot be are struck through."""
    lines: list[ft.Control] = [
        ft.Row(
            [tile(look, n, count=k, chosen=n == chosen, faint=faint, handler=act(tap, n))
             for n, k, faint in sets[at : at + PER_ROW]],
            spacing=5,
        )
        for at in range(0, len(sets), PER_ROW)
    ]  # fmt: skip
    return ft.Column(lines, spacing=5, tight=True)


def collecting(ctx: Ctx, pick: Pick, legal: dict[str, Any]) -> ft.Control:
    """Return the two ends, with the public reason where one cannot be collected."""
    ends: list[str] = legal["collect"][pick.side]
    bars = tuple(
        Choice(end, end_words(ctx, end))
        if end in ends
        else Choice(end, end_words(ctx, end), None, False, why_not_collected(ctx, ctx.me, pick.side, end))
        for end in ENDS
    )
    return choice_bar(ctx.look, bars, pick.end, ctx.choose("end"))


def end_words(ctx: Ctx, end: End) -> str:
    field = ctx.view.field
    if not field:
        return ctx.t(f"end.{end}")
    tier = field[0] if end == "top" else field[-1]
    return ctx.t(f"collect_{end}", cards=spoken_set(tier.number, tier.size))
