"""Asking the referee secretly whether the field and my cards allow a move; nothing changes (SCHOOL-2.3)."""

from __future__ import annotations

from typing import Any

import flet as ft

from companion.games.shinobi_school.cards.field import tiers_of
from companion.games.shinobi_school.facts import seat_of
from companion.games.shinobi_school.frame import Ctx
from companion.games.shinobi_school.turn.choices import ENDS, end_words, number_grid
from companion.games.table.menu import head
from companion.ui import Choice, button_side, choice_bar, clause_chip, row, sheet, text
from referee.core.values import Refused, RulingContext
from referee.shinobi_school.cards import COPIES
from referee.shinobi_school.field import may_collect, may_place
from referee.shinobi_school.moves import SIDES


def check_sheet(ctx: Ctx) -> ft.Control | None:
    if ctx.view.phase != "turn" or not ctx.me:
        return None
    t, look, pick = ctx.t, ctx.look, ctx.pick
    side, way = pick.side or "heaven", pick.way if pick.way == "collect" else "place"
    parts: list[ft.Control] = [
        head(ctx, t("menu.check")),
        choice_bar(look, tuple(Choice(s, t(s)) for s in SIDES), side, ctx.choose("side")),
        choice_bar(look, tuple(Choice(d, t(d)) for d in ("place", "collect")), way, ctx.choose("way")),
    ]
    move: dict[str, Any] | None = None
    if way == "collect":
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
    """Return what everybody can see: whether the field, and an open earth, allow a move."""
    field, me = tiers_of(ctx.view), seat_of(ctx.view, ctx.me)
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
        told = text(ctx.look, "label", words, ctx.look.p.accent_text, bold=False, expand=True)
        return row([told, clause_chip(ctx.look, ctx.actions, refused.clause)])
    return text(ctx.look, "label", ctx.t("field_allows"))
