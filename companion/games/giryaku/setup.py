"""Before the first turn: the first player, the reference card, the options, and the opening cards (GIRYAKU-2)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import flet as ft

from companion.games.giryaku.board import KANJI, kind_bar
from companion.games.giryaku.facing import (
    Effect,
    SeatCell,
    ShownOnBoards,
    boards,
    effect_panel,
    named_cells,
    range_rows,
)
from companion.games.giryaku.facts import Ctx, Pick, asked, asked_of, columns, height, waits
from companion.games.table.context import Screen, in_turn, seat_of
from companion.games.table.frame import by_lot, lacks
from companion.games.table.menu import head
from companion.games.table.table_screen import Row
from companion.tables.match_draft import RULINGS, options_of
from companion.ui import Choice, Main, act, button_side, choice_bar, label_row, list_panel, list_row, sheet, text
from referee.core.values import TABLE, Prompt
from referee.giryaku.cards import HAND, KINDS, OPENING
from referee.giryaku.moves import CONSUME_MAP, NIN_SHI_RANGE


def opening(ctx: Ctx) -> Screen:
    """Draw the opening: both boards, the cards shown, and what is asked of me."""
    prompt = asked_of(ctx.snap.prompts, ctx.me)
    if prompt is None:
        return [boards(ctx), *triples(ctx)], waits(ctx)
    draw = {
        "giryaku.ask.reveal_opening": draw_three,
        "giryaku.ask.redraw_opening": draw_three,
        "giryaku.ask.opening_place": lay_two,
        "giryaku.ask.opening_reveal": turn_up,
    }
    return draw[prompt.ask](ctx, prompt)


def triples(ctx: Ctx) -> list[ft.Control]:
    panels = []
    for seat in ctx.view.seats:
        if seat.opening:
            about = ctx.t("redraws") if seat.redraws else ctx.t("opening_stands")
            sign = " ".join(KANJI[card] for card in seat.opening)
            title = ctx.t("opening_of", name=ctx.name(seat.seat), cards=" ".join(seat.opening))
            clause = "GIRYAKU-2.6" if seat.redraws else "GIRYAKU-2.5"
            panels.append(effect_panel(ctx.look, ctx.actions, Effect(sign, title, about, clause, seat.redraws)))
    return panels


def draw_three(ctx: Ctx, prompt: Prompt) -> Screen:
    """Draw the entry of my three cards, which everybody sees."""
    t, now, most = ctx.t, ctx.pick.cards, OPENING
    kinds = tuple((kind, now.count(kind), ctx.kind(kind), ctx.ring(kind, most)) for kind in KINDS)
    full = len(now) == most
    label = t("show_cards", cards=" ".join(sorted(now, key=KINDS.index))) if full else t("choose_n", n=most - len(now))
    again = prompt.ask.endswith("redraw_opening")
    move = {"type": "redraw_opening" if again else "reveal_opening", "cards": list(now)}
    dock = asked(
        ctx,
        ctx.say(prompt.ask),
        Main(label, ctx.declare(move) if full else None, full),
        left=ctx.cleared() if now else None,
    )
    # Others' cards come below mine, so that nothing moves under a thumb that is about to tap.
    return [boards(ctx), kind_bar(ctx.look, t("three_cards"), kinds), *triples(ctx)], dock


def lay_two(ctx: Ctx, prompt: Prompt) -> Screen:
    """Draw the choice of two columns; the cards are placed face down and not named."""
    t, me, now = ctx.t, ctx.me, ctx.pick.cells
    marks: dict[SeatCell, str] = {}
    taps = {}
    for column in columns(ctx.view, me):
        cell = f"{column}L"
        lit = cell in now
        marks[me, cell] = "placed" if lit else "free"
        taps[me, cell] = ctx.change(_laid, cell)
        taps[me, f"{column}U"] = ctx.no(ctx.say("giryaku.lower_first", {"column": column}))
    cards = {(me, cell): "?" for cell in now}
    full = len(now) == HAND
    cols = sorted(int(cell[0]) for cell in now)
    label = t("lay_in", a=cols[0], b=cols[1]) if full else t("choose_columns", n=2 - len(now))
    move = {"type": "opening_place", "cols": cols}
    dock = asked(ctx, ctx.say(prompt.ask), Main(label, ctx.declare(move) if full else None, full))
    return [boards(ctx, ShownOnBoards(marks, cards, taps)), *hinted(ctx), *triples(ctx)], dock


def hinted(ctx: Ctx) -> list[ft.Control]:
    return [effect_panel(ctx.look, ctx.actions, Effect("", ctx.hint, ""))] if ctx.hint else []


def turn_up(ctx: Ctx, prompt: Prompt) -> Screen:
    """Draw the entry of my two opening cards; the third is my hand."""
    t, me, mine = ctx.t, ctx.me, seat_of(ctx.view, ctx.me)
    shown = mine.opening or ()
    asked_for = [c for c in columns(ctx.view, me) if height(mine, c)]
    faces = {column: kind for column, kind in ctx.pick.faces if int(column) in asked_for}
    bars: list[ft.Control] = []
    for column in asked_for:
        cells = []
        for kind in KINDS:
            count, tap = int(faces.get(str(column)) == kind), ctx.change(_named, str(column), kind, shown)
            if kind not in shown:
                count, tap = -1, ctx.no(t("not_shown", card=ctx.kind(kind)))
            cells.append((kind, count, t("kind_in", card=ctx.kind(kind), column=column), tap))
        bars.append(kind_bar(ctx.look, t("column", column=column), tuple(cells)))
    cards = {(me, f"{column}L"): kind for column, kind in faces.items()}
    marks = {(me, f"{column}L"): "placed" for column in faces}
    full = len(faces) == len(asked_for)
    label = t("turn_them_up") if full else t("choose_n", n=len(asked_for) - len(faces))
    move = {"type": "opening_reveal", "cards": dict(faces)}
    dock = asked(ctx, ctx.say(prompt.ask), Main(label, ctx.declare(move) if full else None, full))
    return [boards(ctx, ShownOnBoards(marks, cards)), *hinted(ctx), *bars], dock


def _laid(now: Pick, cell: str) -> Pick:
    """Place a card in a cell, or take it away; of three cells the first is dropped."""
    cells = tuple(c for c in now.cells if c != cell) if cell in now.cells else (*now.cells, cell)[-HAND:]
    return replace(now, hint="", known=False, cells=cells)


def _named(now: Pick, column: str, kind: str, shown: tuple[str, ...]) -> Pick:
    """Set the kind of a column's card; if other columns have all cards of that kind, it is moved from there."""
    others = {each: card for each, card in now.faces if each != column}
    if list(others.values()).count(kind) >= shown.count(kind):
        others = {}
    return replace(now, hint="", known=False, faces=tuple(sorted((others | {column: kind}).items())))


OWN = "custom"
RANGES = ("both_diagonals", "one_diagonal", "neighbours_only", OWN)


def setup(ctx: Ctx) -> Screen:
    """Draw the choices settled before the deal; anybody at the table settles them for all."""
    t, look, view = ctx.t, ctx.look, ctx.view
    first = ctx.pick.first or view.first or ""
    raids = ctx.pick.raids or view.options.consume_map or CONSUME_MAP
    reach = chosen_reach(ctx)
    who = tuple(Choice(s.seat, ctx.name(s.seat)) for s in view.seats)
    kinds = tuple(Choice(f"{kind}_raids", ctx.kind(kind)) for kind in KINDS)
    content: list[ft.Control] = [
        label_row(look, t("first_player")),
        choice_bar(look, who, first, ctx.set("first")),
        by_lot(ctx, (s.seat for s in view.seats), ctx.declare_chosen("first_player", {"type": "configure"}, TABLE)),
        label_row(look, t("which_raids")),
        choice_bar(look, kinds, raids, ctx.set("raids")),
        text(look, "caption", t("which_raids_about"), look.p.text_2),
        label_row(look, t("which_range")),
        *range_rows(ctx, reach, RANGES),
        text(look, "caption", t("range_about"), look.p.text_2),
    ]
    return content, setup_dock(ctx, changed(ctx, first, raids, reach), bool(first), reach)


def chosen_reach(ctx: Ctx) -> str:
    """Return the range of ninja and onmyoji: the chosen one, else the settled one, else the likeliest."""
    settled = ctx.view.options.nin_shi_range or NIN_SHI_RANGE
    return ctx.pick.reach or (OWN if isinstance(settled, dict) else settled)


def changed(ctx: Ctx, first: str, raids: str, reach: str) -> dict[str, Any]:
    """Return the declaration that settles the remaining choices."""
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
    """Return this match's options that are not on the reference card; a tap on one opens its choices."""
    if not may_settle(ctx):
        return None
    look, t = ctx.look, ctx.t
    rows: list[ft.Control] = []
    for option in (each for each in options_of("giryaku") if each.group == RULINGS):
        key = f"giryaku.option.{option.key}"
        now = str(getattr(ctx.view.options, option.key))
        if ctx.pick.value == option.key:
            choices = [Choice(value, look.t(f"{key}.{value}")) for value in option.values]
            settle = ctx.declare_chosen(option.key, {"type": "configure"}, TABLE)
            choose = act(in_turn, ctx.put(value=""), settle)
            bars = [choice_bar(look, (choice,), now, choose, tick=False) for choice in choices]
            back = button_side(look, t("back"), ctx.put(value=""), None, 48)
            return sheet(look, [head(ctx, look.t(key)), *bars, back])
        rows.append(list_row(look, None, look.t(key), look.t(f"{key}.{now}"), "", ctx.put(value=option.key), height=56))
    return sheet(look, [head(ctx, t("menu.options")), list_panel(look, rows)])


def own_rows(ctx: Ctx) -> list[Row]:
    if not may_settle(ctx):
        return []
    t = ctx.t
    return [(ft.Icons.RULE_SHARP, t("menu.options"), t("menu.options_about"), ctx.choose("sheet", "options"))]
