"""A turn on a player's phone: heaven and earth act in either order; place, collect or pass; and waiting."""

from __future__ import annotations

from typing import Any

import flet as ft

from companion.games.shinobi_school.asks import waits
from companion.games.shinobi_school.cards.field import HIGH, LOW, field_panel, swept_line
from companion.games.shinobi_school.cards.heaven import heaven
from companion.games.shinobi_school.cards.seats import mansion_row, seat_row
from companion.games.shinobi_school.cards.why import legal_of
from companion.games.shinobi_school.facts import Pick, chosen_action, mansions, seat_of, seats, spoken_set
from companion.games.shinobi_school.frame import Ctx
from companion.games.shinobi_school.lately import finding_rows, lately
from companion.games.shinobi_school.turn.choices import choices, why_not
from companion.games.table.context import Screen
from companion.games.table.frame import asked
from companion.ui import Main, button_side, column, label_row, text
from referee.shinobi_school.view_model import View

IC = ft.Icons


def turns(ctx: Ctx) -> Screen:
    """Draw the turns: the seats, the field, my heaven, what I choose; what the others hold while I wait."""
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
    """Return the way to agree that the first field is swept, after a lap without a placement (SCHOOL-8.6)."""
    if not ctx.view.may_agree:
        return []
    names = [ctx.name(s.seat) for s in ctx.view.seats if s.agrees]
    if seat_of(ctx.view, ctx.me).agrees:
        return [text(ctx.look, "label", ctx.t("you_agree", n=len(names)), ctx.look.p.text_2, bold=False)]
    return [button_side(ctx.look, ctx.t("agree_sweep"), ctx.declare({"type": "agree_flush"}), IC.AIR_SHARP, 48)]


# The dock


def my_turn(ctx: Ctx) -> ft.Control:
    """Return the dock of my turn: its button repeats the whole declaration."""
    legal = legal_of(ctx, ctx.me)
    assert legal is not None
    pick = chosen_action(ctx.pick, legal)
    line = ctx.t("second_action" if len(legal["sides"]) == 1 else "first_action")
    move, words = declaration(ctx, pick)
    main = Main(words, None, False) if move is None else Main(words, ctx.declare(move))
    return asked(ctx, ask_words(ctx, pick), main, line=line, refuses=why_not(ctx, pick, legal))


def ask_words(ctx: Ctx, pick: Pick) -> str:
    return ctx.t(f"ask.{pick.side}_{pick.way}")


def declaration(ctx: Ctx, pick: Pick) -> tuple[dict[str, Any] | None, str]:
    """Return the declaration that the choice stands for, and its words; None with what is still to be chosen."""
    if pick.way == "pass":
        if pick.both:
            return {"type": "end_turn"}, ctx.t("pass_both")
        return {"type": "pass_action", "side": pick.side}, ctx.t(f"pass_{pick.side}")
    if pick.way == "collect":
        if not pick.end:
            return None, ctx.t("missing.end")
        tier = ctx.view.field[0 if pick.end == "top" else -1]
        words = ctx.t(f"collect_into_{pick.side}", cards=spoken_set(tier.number, tier.size))
        return {"type": "collect", "side": pick.side, "end": pick.end}, words
    if not pick.number:
        return None, ctx.t("missing.card")
    return {"type": "place", "side": pick.side, "number": pick.number, "size": pick.size}, place_words(ctx, pick)


def place_words(ctx: Ctx, pick: Pick) -> str:
    """Return a placement as a button: "Place 1 at the top"."""
    cards, end = spoken_set(pick.number, pick.size), place_end(ctx.view, pick.number)
    return ctx.t(f"place_{end}" if end else "place_first", cards=cards)


def place_end(view: View, number: int) -> str:
    """Return the end at which a number is laid, empty on an empty field (SCHOOL-4.2, 4.3, 4.5)."""
    if not view.field:
        return ""
    return "top" if number < view.field[0].number else "bottom"
