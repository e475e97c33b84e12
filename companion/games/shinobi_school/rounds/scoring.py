"""The end of a round: whoever did not win shows what is left in heaven, and the referee counts (SCHOOL-12)."""

from __future__ import annotations

import flet as ft

from companion.games.shinobi_school.asks import waits
from companion.games.shinobi_school.cards.field import field_panel
from companion.games.shinobi_school.cards.picker import Most, open_picker
from companion.games.shinobi_school.cards.seats import mansion_row, seat_row
from companion.games.shinobi_school.facts import heap_of, mansions, seats
from companion.games.shinobi_school.frame import Ctx
from companion.games.shinobi_school.lately import finding_rows, lately
from companion.games.shinobi_school.rounds.begin import own_heaven
from companion.games.shinobi_school.sheet import left_panel
from companion.games.table.context import Screen
from companion.games.table.frame import asked
from companion.games.table.panels import seat_bar
from companion.ui import Main, Side, label_row, ruling_row
from referee.core.offers import Some
from referee.core.values import TABLE, Prompt
from referee.shinobi_school.cards import WIN, Cards, cost, heap
from referee.shinobi_school.view_model import SeatView


def scoring(ctx: Ctx) -> Screen:
    """Draw the counting of a round, and on the phone of whoever is asked the naming of their heaven."""
    me = ctx.me
    due = tuple(p for p in ctx.snap.prompts if p.ask == "shinobi_school.ask.show_heaven" and p.must)
    mine = next((p for p in due if p.seat == me), None)
    other = next((p for p in due if p.seat == ctx.pick.tab), None)
    content: list[ft.Control] = [seat_row(ctx.look, seats(ctx.snap, me)), won_row(ctx)]
    if mine is not None or other is not None:
        prompt = mine or other
        assert prompt is not None
        content += [*naming(ctx, prompt), *counted(ctx, prompt.seat), *finding_rows(ctx)]
        return content, naming_dock(ctx, prompt)
    content += [*counted(ctx), *finding_rows(ctx)]
    if due:
        content += [
            label_row(ctx.look, ctx.t("show_for")),
            seat_bar(ctx, (p.seat for p in due), "", ctx.choose("tab")),
        ]
    return content, waits(ctx)


def won(ctx: Ctx) -> Screen:
    """Draw a round that is won and still lies there: its last set may be taken back until the table goes on."""
    content: list[ft.Control] = [seat_row(ctx.look, seats(ctx.snap, ctx.me)), won_row(ctx), field_panel(ctx)]
    content += [*own_heaven(ctx), *lately(ctx), *(mansion_row(ctx.look, m) for m in mansions(ctx.view, ctx.me))]
    main = Main(ctx.t("score_round"), ctx.declare({"type": "score_round"}))
    return content, asked(ctx, ctx.t("ask.won", name=ctx.name(ctx.view.winner)), main, line=ctx.t("for_all"))


def won_row(ctx: Ctx) -> ft.Control:
    """Return who won the round, at once and in the middle of the turn (SCHOOL-2.4)."""
    fact = ctx.t("wins_round", name=ctx.name(ctx.view.winner), n=ctx.view.round)
    return ruling_row(ctx.look, "勝", fact, ctx.t("out_first", points=WIN), "SCHOOL-2.4", ctx.actions, True)


def counted(ctx: Ctx, without: str = "") -> list[ft.Control]:
    """Return what everybody but the winner still holds, as far as it is known."""
    rows = [s for s in ctx.view.seats if s.seat not in (ctx.view.winner, without)]
    return [left_of(ctx, s) for s in rows]


def left_of(ctx: Ctx, seat: SeatView) -> ft.Control:
    """Return one seat's row: its earth, its heaven once it is shown, and the points once they are counted."""
    earth = heap(seat.earth or ())
    closed = seat.scored is not None and seat.shown is None
    heaven_cost = cost(seat.shown) if seat.shown is not None else None
    return left_panel(
        ctx.look, ctx.name(seat.seat), seat.seat, seat.seat == ctx.me, seat.scored, seat.shown, earth,
        None if closed else heaven_cost, cost(earth),
    )  # fmt: skip


def naming(ctx: Ctx, prompt: Prompt) -> list[ft.Control]:
    """Return the picker of what is left in a heaven; what all saw going there is chosen already."""
    chosen, left = chosen_for(ctx, prompt), shown_of(prompt)
    most: Most = tuple((n, left.of.count(n)) for n in range(1, ctx.view.highest + 1))
    count = left.most
    title = ctx.t("left_in_heaven", name=ctx.name(prompt.seat))
    right = ctx.t("n_of_m", n=len(chosen), of=count)
    return [label_row(ctx.look, title, right), *open_picker(ctx, prompt.seat, most, count, heap(left.always))]


def shown_of(prompt: Prompt) -> Some:
    """Return what a heaven that is shown may hold: so many cards, and what all saw going there among them."""
    cards = prompt.offers[0].fields["cards"]
    assert isinstance(cards, Some)
    return cards


def chosen_for(ctx: Ctx, prompt: Prompt) -> Cards:
    """Return what is named so far of a heaven: to begin with, what all saw going there."""
    named = heap_of(ctx.pick.heaps, prompt.seat)
    return heap(shown_of(prompt).always) if named is None else named


def naming_dock(ctx: Ctx, prompt: Prompt) -> ft.Control:
    """Return the dock of naming: enabled when as many cards are named as the heaven holds."""
    chosen = chosen_for(ctx, prompt)
    lack = shown_of(prompt).most - len(chosen)
    move = {"type": "show_heaven", "cards": list(chosen)}
    mine = prompt.seat == ctx.me
    declare = ctx.declare(move) if mine else ctx.declare({**move, "player": prompt.seat}, TABLE)
    main = Main(ctx.t("cards_more", n=lack), None, False) if lack else Main(ctx.t("show_them"), declare)
    left = None if mine else Side(ctx.t("back"), None, ctx.choose("tab", ""))
    line = "" if mine else ctx.t("for_all")
    ask = ctx.t("ask.show" if mine else "ask.show_for", n=shown_of(prompt).most, name=ctx.name(prompt.seat))
    return asked(ctx, ask, main, line=line, left=left)
