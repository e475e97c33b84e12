"""The end of a round and of the match: what is left in heaven, the count, equal totals, the ranking."""

from __future__ import annotations

from dataclasses import dataclass

import flet as ft

from companion.games.shinobi_school.begin import own_heaven
from companion.games.shinobi_school.cards import TINY, Most, named_cards, open_picker, spread
from companion.games.shinobi_school.facts import (
    Ctx,
    K,
    finding_rows,
    groups,
    lately,
    mansions,
    prompt_of,
    seats,
    waits,
)
from companion.games.shinobi_school.field import field_panel
from companion.games.shinobi_school.seats import mansion_row, seat_row
from companion.games.table.context import Screen
from companion.games.table.end import checked, end_dock, outcome_head, ranking
from companion.games.table.frame import asked, lacks, score_line, score_sheet, seat_bar
from companion.i18n import num
from companion.ui import Main, Side, block, label_row, panel, ruling_row, seat_face, text, theme
from companion.ui.base import inset
from companion.ui.theme import Look
from referee.core.offers import Some
from referee.core.values import TABLE, Prompt
from referee.shinobi_school.cards import Cards, cost, heap
from referee.shinobi_school.moves import WIN
from referee.shinobi_school.view_model import SeatView

IC = ft.Icons


@dataclass(frozen=True, slots=True)
class Line:
    """One row of the sheet: its label, and a number for each seat; `won` is the index of the winning seat, or -1."""

    label: str
    points: tuple[int, ...]
    won: int = -1
    total: bool = False


def score_rows(ctx: Ctx) -> list[ft.Control]:
    """Return the score sheet so far; nothing before the end of the first round."""
    view, t = ctx.view, ctx.t
    if not view.rounds:
        return []
    names = tuple(s.name or s.seat for s in view.seats)
    order = [s.seat for s in view.seats]
    lines = [
        Line(t("round_n", n=r.round) if r.verified else t("round_by_hand", n=r.round),
             tuple(next(row.points for row in r.rows if row.seat == seat) for seat in order), order.index(r.winner))
        for r in view.rounds
    ]  # fmt: skip
    lines.append(Line(t("total"), tuple(s.points for s in view.seats), total=True))
    return [label_row(ctx.look, t("score_sheet")), sheet(ctx.look, names, tuple(lines))]


@block
def sheet(look: Look, names: tuple[str, ...], lines: tuple[Line, ...]) -> ft.Control:
    """Draw the sheet. The winner of a round is bold with a mark."""
    p = look.p
    first = 70 if look.scale < 1.3 else 92
    rows: list[ft.Control] = []
    for line in lines:
        cells: list[ft.Control] = []
        for n, points in enumerate(line.points):
            lit = line.total or n == line.won
            words = num(points) if points <= 0 or line.total else f"+{points}"
            cells.append(
                ft.Container(
                    text(look, "subject", words, p.text if lit else p.text_2, bold=lit, align=ft.TextAlign.CENTER),
                    expand=True, bgcolor=p.surface_2 if n == line.won else None, border_radius=theme.R_TRACK,
                    alignment=ft.Alignment.CENTER,
                )
            )  # fmt: skip
        said = ", ".join(f"{name} {num(x)}" for name, x in zip(names, line.points, strict=True))
        rows.append(score_line(look, f"{line.label}: {said}", line.label, cells, first=first, strong=line.total))
    return score_sheet(look, names, rows, first=first)


def last_round(ctx: Ctx) -> list[ft.Control]:
    """Return the result of the last round, if there is one: who won it, and what was counted (SCHOOL-12)."""
    if not ctx.view.rounds:
        return []
    t, last = ctx.t, ctx.view.rounds[-1]
    won = next(row.points for row in last.rows if row.seat == last.winner)
    made = [winner_row(ctx, last.winner, last.round, won)]
    made += [
        left_panel(
            ctx.look, ctx.name(row.seat), row.seat, row.seat == ctx.me, row.points, row.heaven, row.earth,
            row.heaven_cost, row.earth_cost,
        )
        for row in last.rows
        if row.seat != last.winner
    ]  # fmt: skip
    if not last.verified:
        made.append(
            ruling_row(ctx.look, IC.CALCULATE_SHARP, t("by_hand"), t("by_hand_about"), "SCHOOL-12.5", ctx.actions)
        )
    return made


@block
def left_panel(
    look: Look,
    name: str,
    seat: str,
    mine: bool,
    points: int | None,
    heaven: Cards | None,
    earth: Cards | None,
    heaven_cost: int | None,
    earth_cost: int | None,
) -> ft.Control:
    """Draw what is left to a seat: both sides, the cost of each, and the larger cost as its points (SCHOOL-12.5)."""
    p, t = look.p, look.t
    subject = text(look, "subject", name, lines=1, expand=True)
    head: list[ft.Control] = [seat_face(look, name, mine, "", 28, seat=seat), subject]
    if points is not None:
        head.append(text(look, "numeral_s", num(points), p.accent_text if points < 0 else p.text, size=24))
    worst = max(heaven_cost or 0, earth_cost or 0)
    lines: list[ft.Control] = [ft.Row(head, spacing=8)]
    for sign, key, cards, paid in (("地", "earth", earth, earth_cost), ("天", "heaven", heaven, heaven_cost)):
        if cards is None and paid is None:
            continue
        mark = ft.Semantics(content=text(look, "mark", sign, p.text_2), label=t(K + key), exclude_semantics=True)
        drawn = (
            spread(look, groups(cards), TINY)
            if cards is not None
            else text(look, "caption", t(K + "kept_closed"), p.text_2)
        )
        words = text(look, "label", t(K + "costs", n=paid), p.text if paid == worst else p.text_2, bold=paid == worst)
        tail = [words] if paid is not None else []
        lines.append(
            ft.Row([ft.Container(mark, width=24), ft.Container(drawn, expand=True), *tail], spacing=6)
        )  # fmt: skip
    return panel(look, ft.Column(lines, spacing=5, tight=True), padding=inset(10, 7))


def scoring(ctx: Ctx) -> Screen:
    """Draw the counting of a round and, on the phone that is asked, the entry of its heaven."""
    me = ctx.me
    due = {p.seat: p for p in ctx.snap.prompts if p.ask == "shinobi_school.ask.show_heaven" and p.must}
    content: list[ft.Control] = [seat_row(ctx.look, seats(ctx.snap, me)), won_row(ctx)]
    if (prompt := due.get(me) or due.get(ctx.pick.tab)) is not None:
        content += [*naming(ctx, prompt), *counted(ctx, prompt.seat), *finding_rows(ctx)]
        return content, naming_dock(ctx, prompt)
    content += [*counted(ctx), *finding_rows(ctx)]
    if due:
        content += [label_row(ctx.look, ctx.t("show_for")), seat_bar(ctx, due, "", ctx.choose("tab"))]
    return content, waits(ctx)


def won(ctx: Ctx) -> Screen:
    """Draw a round that is won but not counted: its last set may be taken back until the table goes on."""
    content: list[ft.Control] = [seat_row(ctx.look, seats(ctx.snap, ctx.me)), won_row(ctx), field_panel(ctx)]
    content += [*own_heaven(ctx), *lately(ctx), *(mansion_row(ctx.look, m) for m in mansions(ctx.view, ctx.me))]
    main = Main(ctx.t("score_round"), ctx.declare({"type": "score_round"}))
    return content, asked(ctx, ctx.t("ask.won", name=ctx.name(ctx.view.winner)), main, line=ctx.t("for_all"))


def won_row(ctx: Ctx) -> ft.Control:
    """Return who won the round, at once and in the middle of the turn (SCHOOL-2.4)."""
    return winner_row(ctx, ctx.view.winner, ctx.view.round, WIN)


def winner_row(ctx: Ctx, seat: str | None, round_: int, points: int) -> ft.Control:
    fact = ctx.t("wins_round", name=ctx.name(seat), n=round_)
    return ruling_row(ctx.look, "勝", fact, ctx.t("out_first", points=points), "SCHOOL-2.4", ctx.actions, True)


def counted(ctx: Ctx, without: str = "") -> list[ft.Control]:
    """Return what everybody but the winner still holds, as far as it is known."""
    return [left_of(ctx, s) for s in ctx.view.seats if s.seat not in (ctx.view.winner, without)]


def left_of(ctx: Ctx, seat: SeatView) -> ft.Control:
    """Return one seat's row: its earth, its heaven once it is shown, and its points once they are counted."""
    earth = heap(seat.earth or ())
    closed = seat.scored is not None and seat.shown is None
    heaven_cost = cost(seat.shown) if seat.shown is not None else None
    return left_panel(
        ctx.look, ctx.name(seat.seat), seat.seat, seat.seat == ctx.me, seat.scored, seat.shown, earth,
        None if closed else heaven_cost, cost(earth),
    )  # fmt: skip


def naming(ctx: Ctx, prompt: Prompt) -> list[ft.Control]:
    """Return the picker of what is left in a heaven; cards publicly known to be there are chosen already."""
    chosen, left = chosen_for(ctx, prompt), shown_of(prompt)
    most: Most = tuple((n, left.of.count(n)) for n in range(1, ctx.view.highest + 1))
    title = ctx.t("left_in_heaven", name=ctx.name(prompt.seat))
    right = ctx.t("n_of_m", n=len(chosen), of=left.most)
    return [label_row(ctx.look, title, right), *open_picker(ctx, prompt.seat, most, left.most, heap(left.always))]


def shown_of(prompt: Prompt) -> Some:
    """Return the possible contents of a heaven to be shown: the number of cards, and the publicly known ones."""
    cards = prompt.offers[0].fields["cards"]
    assert isinstance(cards, Some)
    return cards


def chosen_for(ctx: Ctx, prompt: Prompt) -> Cards:
    """Return the cards entered for a heaven so far, initially the publicly known ones."""
    return named_cards(ctx.pick, prompt.seat, heap(shown_of(prompt).always))


def naming_dock(ctx: Ctx, prompt: Prompt) -> ft.Control:
    """Return the dock of that entry: enabled when as many cards are entered as the heaven holds."""
    chosen = chosen_for(ctx, prompt)
    lack = shown_of(prompt).most - len(chosen)
    move = {"type": "show_heaven", "cards": list(chosen)}
    declare, ask, line, left = ctx.declare(move), "ask.show", "", None
    if prompt.seat != ctx.me:
        declare, ask = ctx.declare({**move, "player": prompt.seat}, TABLE), "ask.show_for"
        line, left = ctx.t("for_all"), Side(ctx.t("back"), None, ctx.choose("tab", ""))
    main = Main(ctx.t("cards_more", n=lack), None, False) if lack else Main(ctx.t("show_them"), declare)
    words = ctx.t(ask, n=shown_of(prompt).most, name=ctx.name(prompt.seat))
    return asked(ctx, words, main, line=line, left=left)


def tie(ctx: Ctx) -> Screen:
    """Draw the table's choice among those with equal totals (SCHOOL-13.2)."""
    t, pick = ctx.t, ctx.pick
    prompt = prompt_of(ctx.snap, "break_tie")
    first = prompt.choices("break_tie", "player") if prompt is not None else ()
    content: list[ft.Control] = [
        seat_row(ctx.look, seats(ctx.snap, ctx.me)),
        label_row(ctx.look, t("equal_totals")),
        seat_bar(ctx, first, pick.who, ctx.choose("who")),
        *last_round(ctx),
        *score_rows(ctx),
    ]
    main, move = lacks(ctx, "winner"), {"type": "break_tie", "player": pick.who}
    if pick.who in first:
        main = Main(t("has_won", name=ctx.name(pick.who)), ctx.declare(move, TABLE))
    return content, asked(ctx, t("ask.tie"), main, line=t("for_all"))


def ended(ctx: Ctx) -> Screen:
    view, look = ctx.view, ctx.look
    assert view.result is not None
    content: list[ft.Control] = [outcome_head(look, ctx.snap, view.result), ranking(look, ctx.snap, view.result)]
    content += tie_rows(ctx)
    content += [*last_round(ctx), *score_rows(ctx)]
    if view.options.depth == "plays":
        content += checked(ctx, finding_rows(ctx, all_of_them=True))
    return content, end_dock(ctx)


def tie_rows(ctx: Ctx) -> list[ft.Control]:
    """Return how equal totals at the top were decided, if there were any."""
    view = ctx.view
    top = max(s.points for s in view.seats)
    equal = [s for s in view.seats if s.points == top]
    if len(equal) < 2:
        return []
    how = view.options.final_tie
    cause = ctx.t(f"tie.{how}")
    if how == "rounds_won":
        cause = " ".join([cause, *(ctx.t("rounds_won", name=ctx.name(s.seat), n=s.won) for s in equal)])
    return [ruling_row(ctx.look, "=", ctx.t("equal_totals"), cause, "SCHOOL-13.2", ctx.actions)]
