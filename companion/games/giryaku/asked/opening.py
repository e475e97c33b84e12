"""The opening: three cards are shown, two of them are laid face down, and then turned up (GIRYAKU-2.5 to 2.9)."""

from __future__ import annotations

from dataclasses import replace

import flet as ft

from companion.games.giryaku.asks import waits
from companion.games.giryaku.board.cells import KANJI, kind_bar
from companion.games.giryaku.board.facing import Place, Shown, boards
from companion.games.giryaku.effect import Effect, effect_panel
from companion.games.giryaku.facts import Pick, asked_of, columns, height, seat_of
from companion.games.giryaku.frame import Ctx, asked
from companion.games.table.context import Screen
from companion.ui import Main
from referee.core.values import Prompt
from referee.giryaku.cards import HAND, KINDS, OPENING


def opening(ctx: Ctx) -> Screen:
    """Draw the opening: both boards, what is shown, and what I am asked."""
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
    # What others show comes below my cards: nothing moves away under a thumb that is about to tap.
    return [boards(ctx), kind_bar(ctx.look, t("three_cards"), kinds), *triples(ctx)], dock


def lay_two(ctx: Ctx, prompt: Prompt) -> Screen:
    """Draw the choice of two columns; the cards lie face down on the table and are not named."""
    t, me, now = ctx.t, ctx.me, ctx.pick.cells
    marks: dict[Place, str] = {}
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
    return [boards(ctx, Shown(marks, cards, taps)), *hinted(ctx), *triples(ctx)], dock


def hinted(ctx: Ctx) -> list[ft.Control]:
    return [effect_panel(ctx.look, ctx.actions, Effect("", ctx.hint, ""))] if ctx.hint else []


def turn_up(ctx: Ctx, prompt: Prompt) -> Screen:
    """Draw the naming of my two opening cards; the third is my hand."""
    t, me, mine = ctx.t, ctx.me, seat_of(ctx.view, ctx.me)
    shown = mine.opening or ()
    asked_for = [c for c in columns(ctx.view, me) if height(mine, c)]
    faces = {column: kind for column, kind in ctx.pick.faces if int(column) in asked_for}
    bars: list[ft.Control] = []
    for column in asked_for:
        cells = []
        for kind in KINDS:
            may = kind in shown
            tap = ctx.change(_named, str(column), kind, shown) if may else ctx.no(t("not_shown", card=ctx.kind(kind)))
            lit = faces.get(str(column)) == kind
            count = -1 if kind not in shown else int(lit)
            cells.append((kind, count, t("kind_in", card=ctx.kind(kind), column=column), tap))
        bars.append(kind_bar(ctx.look, t("column", column=column), tuple(cells)))
    cards = {(me, f"{column}L"): kind for column, kind in faces.items()}
    marks = {(me, f"{column}L"): "placed" for column in faces}
    full = len(faces) == len(asked_for)
    label = t("turn_them_up") if full else t("choose_n", n=len(asked_for) - len(faces))
    move = {"type": "opening_reveal", "cards": dict(faces)}
    dock = asked(ctx, ctx.say(prompt.ask), Main(label, ctx.declare(move) if full else None, full))
    return [boards(ctx, Shown(marks, cards)), *hinted(ctx), *bars], dock


def _laid(now: Pick, cell: str) -> Pick:
    """Lay a card in a cell, or take it from there; of three cells the first goes."""
    cells = tuple(c for c in now.cells if c != cell) if cell in now.cells else (*now.cells, cell)[-HAND:]
    return replace(now, hint="", known=False, cells=cells)


def _named(now: Pick, column: str, kind: str, shown: tuple[str, ...]) -> Pick:
    """Say what lies in a column; where all of that kind lie in other columns, it is moved from there."""
    others = {each: card for each, card in now.faces if each != column}
    if list(others.values()).count(kind) >= shown.count(kind):
        others = {}
    return replace(now, hint="", known=False, faces=tuple(sorted((others | {column: kind}).items())))
