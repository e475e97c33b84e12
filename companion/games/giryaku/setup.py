"""Before the deal: who goes first and what the box says; and the options that the table may still set then."""

from __future__ import annotations

from typing import Any

import flet as ft

from companion.games.giryaku.board.range import named_cells, range_rows
from companion.games.giryaku.frame import Ctx, asked
from companion.games.table.context import Screen
from companion.games.table.frame import lacks
from companion.games.table.menu import head
from companion.games.table.panels import by_lot
from companion.games.table.table_screen import Row
from companion.tables.opening.options import RULINGS, options_of
from companion.ui import Act, Choice, Main, act, button_side, choice_bar, label_row, list_panel, list_row, sheet, text
from referee.core.values import TABLE
from referee.giryaku.cards import KINDS
from referee.giryaku.moves import CONSUME_MAP, NIN_SHI_RANGE

OWN = "custom"
WAYS = ("both_diagonals", "one_diagonal", "neighbours_only", OWN)


def setup(ctx: Ctx) -> Screen:
    """Draw what is settled before the deal; anybody at the table settles it for all."""
    t, look, view = ctx.t, ctx.look, ctx.view
    first = ctx.pick.first or view.first or ""
    raids = ctx.pick.raids or view.options.consume_map or CONSUME_MAP
    reach = chosen_reach(ctx)
    who = tuple(Choice(s.seat, ctx.name(s.seat)) for s in view.seats)
    kinds = tuple(Choice(f"{kind}_raids", ctx.kind(kind)) for kind in KINDS)
    content: list[ft.Control] = [
        label_row(look, t("first_player")),
        choice_bar(look, who, first, ctx.set("first")),
        by_lot(ctx, (s.seat for s in view.seats), act(_goes_first, ctx.actions.match.declare)),
        label_row(look, t("which_raids")),
        choice_bar(look, kinds, raids, ctx.set("raids")),
        text(look, "caption", t("which_raids_about"), look.p.text_2),
        label_row(look, t("which_range")),
        *range_rows(ctx, reach, WAYS),
        text(look, "caption", t("range_about"), look.p.text_2),
    ]
    return content, setup_dock(ctx, changed(ctx, first, raids, reach), bool(first), reach)


def _goes_first(declare: Any, seat: str) -> None:
    declare({"type": "configure", "first_player": seat}, TABLE)


def chosen_reach(ctx: Ctx) -> str:
    """Return which cells ninja and onmyoji strike as it is chosen or settled, else what is likely."""
    settled = ctx.view.options.nin_shi_range or NIN_SHI_RANGE
    return ctx.pick.reach or (OWN if isinstance(settled, dict) else settled)


def changed(ctx: Ctx, first: str, raids: str, reach: str) -> dict[str, Any]:
    """Return what is still to be settled, as the declaration that settles it."""
    view, options = ctx.view, ctx.view.options
    move: dict[str, Any] = {}
    if first != (view.first or ""):
        move["first_player"] = first
    if raids != options.consume_map:
        move["consume_map"] = raids
    settled = options.nin_shi_range
    if reach != OWN and reach != settled:
        move["nin_shi_range"] = reach
    named = named_cells(ctx)
    same = isinstance(settled, dict) and all(set(settled[c]) == set(cells) for c, cells in named.items())
    if reach == OWN and not same:
        move["nin_shi_range"] = {str(c): list(cells) for c, cells in named.items()}
    return move


def setup_dock(ctx: Ctx, move: dict[str, Any], first: bool, reach: str) -> ft.Control:
    t = ctx.t
    if not first:
        who = ctx.say("giryaku.ask.set_first_player")
        return asked(ctx, who, lacks(ctx, "first"), line=t("for_all"))
    if reach == OWN and not all(named_cells(ctx).values()):
        return asked(ctx, t("ask_range"), lacks(ctx, "range"), line=t("for_all"))
    if move:
        main = Main(t("settle"), ctx.declare({"type": "configure", **move}, TABLE))
        return asked(ctx, t("ask_settle"), main, line=t("for_all"))
    main = Main(t("dealt"), ctx.declare({"type": "deal_done"}, TABLE))
    return asked(ctx, ctx.say("giryaku.ask.deal_done"), main, line=t("for_all"))


# The other options, until the deal


def may_settle(ctx: Ctx) -> bool:
    """Tell whether the options of this match may still be set (GIRYAKU-2.3)."""
    return ctx.view.phase == "setup" and bool(ctx.me)


def options_sheet(ctx: Ctx) -> ft.Control | None:
    """Return the options of this match that are no part of the box; one that is tapped opens its choices."""
    if not may_settle(ctx):
        return None
    look, t = ctx.look, ctx.t
    rows: list[ft.Control] = []
    for option in (each for each in options_of("giryaku") if each.group == RULINGS):
        key = f"giryaku.option.{option.key}"
        now = str(getattr(ctx.view.options, option.key))
        if ctx.pick.value == option.key:
            choices = [Choice(value, look.t(f"{key}.{value}")) for value in option.values]
            choose = act(_settle, ctx.actions, ctx.set("value"), option.key)
            bars = [choice_bar(look, (choice,), now, choose, tick=False) for choice in choices]
            back = button_side(look, t("back"), ctx.put(value=""), None, 48)
            return sheet(look, [head(ctx, look.t(key)), *bars, back])
        rows.append(list_row(look, None, look.t(key), look.t(f"{key}.{now}"), "", ctx.put(value=option.key), height=56))
    return sheet(look, [head(ctx, t("menu.options")), list_panel(look, rows)])


def _settle(actions: Any, back: Act, key: str, value: str) -> None:
    back("")
    actions.match.declare({"type": "configure", key: value}, TABLE)


def own_rows(ctx: Ctx) -> list[Row]:
    if not may_settle(ctx):
        return []
    t = ctx.t
    return [(ft.Icons.RULE_SHARP, t("menu.options"), t("menu.options_about"), ctx.choose("sheet", "options"))]
