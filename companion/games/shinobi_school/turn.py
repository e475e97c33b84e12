"""A turn on a player's phone: heaven and earth act in either order, place, collect or pass, a secret check."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import flet as ft

from companion.games.shinobi_school.cards import LARGE, SIGNS, grid, stack_button, tile
from companion.games.shinobi_school.facts import (
    Ctx,
    Pick,
    chosen_action,
    finding_rows,
    groups,
    lately,
    mansions,
    seats,
    spoken_set,
    waits,
)
from companion.games.shinobi_school.field import (
    ENDS,
    HIGH,
    LOW,
    field_panel,
    legal_of,
    swept_line,
    why_not_collected,
    why_not_placed,
)
from companion.games.shinobi_school.seats import heaven, mansion_row, seat_row
from companion.games.table.context import Screen, seat_of
from companion.games.table.frame import asked, back
from companion.games.table.frame import line as whose_line
from companion.games.table.menu import head
from companion.ui import (
    Act,
    Choice,
    Main,
    act,
    block,
    button_side,
    choice_bar,
    clause_chip,
    column,
    edge,
    label_row,
    named,
    on,
    pressable,
    row,
    sheet,
    text,
    theme,
)
from companion.ui.base import figure
from companion.ui.theme import Look
from referee.core.values import Refused, RulingContext
from referee.shinobi_school.cards import COPIES
from referee.shinobi_school.field import may_collect, may_place
from referee.shinobi_school.moves import SIDES, End


def choices(ctx: Ctx) -> list[ft.Control]:
    """Return the choices of the side that acts, its action, and the cards or the end of that action."""
    legal = legal_of(ctx)
    if legal is None:
        return []
    pick = chosen_action(ctx.pick, legal)
    made: list[ft.Control] = [action_bar(ctx, pick, legal)]
    if pick.action == "place":
        made += placing(ctx, pick, legal)
    elif pick.action == "collect":
        made.append(collecting(ctx, pick, legal))
    elif len(legal["sides"]) > 1:
        scope = (Choice("one", ctx.t(f"only_{pick.side}")), Choice("both", ctx.t("both_pass")))
        made.append(choice_bar(ctx.look, scope, "both" if pick.both else "one", ctx.change(_both)))
    return made


def _both(now: Pick, value: str) -> Pick:
    return replace(now, both=value == "both")


def action_bar(ctx: Ctx, pick: Pick, legal: dict[str, Any]) -> ft.Control:
    """Return place, collect or pass, after the sign of the side; if both are open, the signs choose the side."""
    bar = choice_bar(
        ctx.look, tuple(Choice(action, ctx.t(action)) for action in ("place", "collect", "pass")), pick.action,
        ctx.choose("action"), tick=False,
    )  # fmt: skip
    open_ = [side for side in SIDES if side in legal["sides"]]
    signs = [
        side_tile(
            ctx.look, SIGNS[side], ctx.t(side), side == pick.side, ctx.choose("side", side) if len(open_) > 1 else None
        )
        for side in open_
    ]
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
    """Return why the tapped number cannot be placed; empty if it can, or another was tapped since."""
    number = ctx.pick.hint
    held = seat_of(ctx.view, ctx.me).earth or ()
    there = pick.side == "heaven" or number in map(str, held)
    if pick.action != "place" or not number or not there or number in legal["place"][pick.side]:
        return ""
    return why_not_placed(ctx, pick.side, int(number))


def _numbered(now: Pick, fits: tuple[tuple[int, int, int], ...], side: str, number: int) -> Pick:
    few_most = next(((few, most) for n, few, most in fits if n == number), None)
    if few_most is None:
        return replace(now, hint=str(number), number=0)
    return replace(now, hint="", number=number, size=few_most[1] if side == "earth" else few_most[0])


@block
def earth_row(look: Look, sets: tuple[tuple[int, int, bool], ...], chosen: int, tap: Act, empty: str) -> ft.Control:
    """Draw my earth as it lies before me: overlapping sets; those that cannot be placed now are faint."""
    if not sets:
        return ft.Container(text(look, "label", empty, look.p.text_2, bold=False), height=LARGE[1])
    drawn = [
        stack_button(look, number, count, chosen=number == chosen, faint=faint, handler=act(tap, number))
        for number, count, faint in sets
    ]
    return ft.Row([*drawn], spacing=2, run_spacing=2, wrap=True, alignment=ft.MainAxisAlignment.CENTER)


@block
def number_grid(look: Look, sets: tuple[tuple[int, int, bool], ...], chosen: int, tap: Act) -> ft.Control:
    """Draw all numbers of the deck, to name one; impossible ones are struck through."""
    tiles = [tile(look, n, count=k, chosen=n == chosen, faint=faint, handler=act(tap, n)) for n, k, faint in sets]
    return grid(tiles, spacing=5)


def collecting(ctx: Ctx, pick: Pick, legal: dict[str, Any]) -> ft.Control:
    """Return the two ends, with the public reason if one cannot be collected."""
    ends: list[str] = legal["collect"][pick.side]
    bars = tuple(
        Choice(end, end_words(ctx, end))
        if end in ends
        else Choice(end, end_words(ctx, end), None, False, why_not_collected(ctx, pick.side, end))
        for end in ENDS
    )
    return choice_bar(ctx.look, bars, pick.end, ctx.choose("end"))


def end_words(ctx: Ctx, end: End) -> str:
    field = ctx.view.field
    if not field:
        return ctx.t(f"end.{end}")
    tier = field[0] if end == "top" else field[-1]
    return ctx.t(f"collect_{end}", cards=spoken_set(tier.number, tier.size))


def check_sheet(ctx: Ctx) -> ft.Control | None:
    if ctx.view.phase != "turn" or not ctx.me:
        return None
    t, look, pick = ctx.t, ctx.look, ctx.pick
    side, action = pick.side or "heaven", pick.action if pick.action == "collect" else "place"
    parts: list[ft.Control] = [
        head(ctx, t("menu.check")),
        choice_bar(look, tuple(Choice(s, t(s)) for s in SIDES), side, ctx.choose("side")),
        choice_bar(look, tuple(Choice(d, t(d)) for d in ("place", "collect")), action, ctx.choose("action")),
    ]
    move: dict[str, Any] | None = None
    if action == "collect":
        parts.append(choice_bar(look, tuple(Choice(e, end_words(ctx, e)) for e in ENDS), pick.end, ctx.choose("end")))
        if pick.end:
            move = {"type": "collect", "side": side, "end": pick.end}
    else:
        numbers = tuple((n, 0, False) for n in range(1, ctx.view.highest + 1))
        parts.append(number_grid(look, numbers, pick.number, ctx.choose("number")))
        size = pick.size or 1
        sizes = tuple(Choice(str(k), f"\N{MULTIPLICATION SIGN}{k}") for k in range(1, COPIES + 1))
        parts.append(choice_bar(look, sizes, str(size), ctx.choose_as("size", int), label=t("how_many"), tick=False))
        if pick.number:
            move = {"type": "place", "side": side, "number": pick.number, "size": size}
    if move is not None:
        parts.append(answer_row(ctx, move))
    parts.append(text(look, "label", t("check_about"), look.p.text_2, bold=False))
    ask = ctx.declare({"type": "check_move", "move": move}) if move is not None else None
    parts.append(button_side(look, t("ask_secretly"), ask))
    return sheet(look, parts)


def answer_row(ctx: Ctx, move: dict[str, Any]) -> ft.Control:
    """Return whether the field, and an open earth, allow a move, as everybody can see."""
    field, me = ctx.view.field, seat_of(ctx.view, ctx.me)
    try:
        if move["type"] == "collect":
            may_collect(field, move["end"], RulingContext())
        else:
            held = (me.earth or ()).count(move["number"])
            if move["side"] == "earth" and move["size"] > held:
                raise Refused("SCHOOL-3.3", "shinobi_school.not_in_earth", number=move["number"], held=held)
            may_place(field, move["number"], move["size"], None, RulingContext())
    except Refused as refused:
        words = " ".join([ctx.t("field_forbids"), ctx.say(refused.reason, refused.params)])
        caption = text(ctx.look, "label", words, ctx.look.p.accent_text, bold=False, expand=True)
        return row([caption, clause_chip(ctx.look, ctx.actions, refused.clause)])
    return text(ctx.look, "label", ctx.t("field_allows"))


IC = ft.Icons


def turns(ctx: Ctx) -> Screen:
    """Draw the turns: the seats, the field, my heaven, my choices; while I wait, the others' mansions."""
    view, me = ctx.view, ctx.me
    show = ctx.choose("sheet", "mansions")
    field = field_panel(ctx, LOW if view.active == me else HIGH)
    first: list[ft.Control] = [seat_row(ctx.look, seats(ctx.snap, me), show), field, swept_line(ctx)]
    if view.active == me:
        return [column([*first, heaven(ctx), *agreeing(ctx), *choices(ctx)], 6)], my_turn(ctx)
    rest: list[ft.Control] = [heaven(ctx), *agreeing(ctx), *lately(ctx), *finding_rows(ctx)]
    rest += [label_row(ctx.look, ctx.t("mansions")), *(mansion_row(ctx.look, m) for m in mansions(view, me))]
    return [column([*first, *rest], 8)], waits(ctx)


def agreeing(ctx: Ctx) -> list[ft.Control]:
    """Return the button to agree that the first field is swept, after a lap without a placement (SCHOOL-8.6)."""
    if not ctx.view.may_agree:
        return []
    names = [ctx.name(s.seat) for s in ctx.view.seats if s.agrees]
    if seat_of(ctx.view, ctx.me).agrees:
        return [text(ctx.look, "label", ctx.t("you_agree", n=len(names)), ctx.look.p.text_2, bold=False)]
    return [button_side(ctx.look, ctx.t("agree_sweep"), ctx.declare({"type": "agree_flush"}), IC.AIR_SHARP, 48)]


# The dock


def my_turn(ctx: Ctx) -> ft.Control:
    """Return the dock of a turn, mine or of the seat that is answered for: its button repeats the whole declaration."""
    legal = legal_of(ctx)
    assert legal is not None
    pick = chosen_action(ctx.pick, legal)
    line, left = ctx.t("second_action" if len(legal["sides"]) == 1 else "first_action"), None
    if ctx.acting:
        line, left = whose_line(ctx), back(ctx)
    ask = ctx.t(f"ask.{pick.side}_{pick.action}")
    return asked(ctx, ask, declaration(ctx, pick), line=line, left=left, refuses=why_not(ctx, pick, legal))


def declaration(ctx: Ctx, pick: Pick) -> Main:
    """Return the action that declares the pick, or what is still to be chosen."""
    side = pick.side
    if pick.action == "pass":
        if pick.both:
            return Main(ctx.t("pass_both"), ctx.declare({"type": "end_turn"}))
        return Main(ctx.t(f"pass_{side}"), ctx.declare({"type": "pass_action", "side": side}))
    if pick.action == "collect":
        if not pick.end:
            return Main(ctx.t("missing.end"), None, False)
        tier = ctx.view.field[0 if pick.end == "top" else -1]
        words = ctx.t(f"collect_into_{side}", cards=spoken_set(tier.number, tier.size))
        return Main(words, ctx.declare({"type": "collect", "side": side, "end": pick.end}))
    if not pick.number:
        return Main(ctx.t("missing.card"), None, False)
    move = {"type": "place", "side": side, "number": pick.number, "size": pick.size}
    return Main(place_words(ctx, pick), ctx.declare(move))


def place_words(ctx: Ctx, pick: Pick) -> str:
    """Return a placement as a button's label: "Place 1 at the top" (SCHOOL-4.2, 4.3, 4.5)."""
    field = ctx.view.field
    end = "first" if not field else "top" if pick.number < field[0].number else "bottom"
    return ctx.t(f"place_{end}", cards=spoken_set(pick.number, pick.size))
