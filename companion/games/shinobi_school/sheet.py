"""The score sheet of Shinobi School: each round's points, and what the last round left to everybody."""

from __future__ import annotations

from dataclasses import dataclass

import flet as ft

from companion.games.shinobi_school.cards.faces import TINY, spread
from companion.games.shinobi_school.facts import groups
from companion.games.shinobi_school.frame import Ctx, K
from companion.games.table.panels import score_line, score_sheet
from companion.i18n import num
from companion.ui import label_row, panel, ruling_row, seat_face, still, text, theme
from companion.ui.base import inset
from companion.ui.look import Look
from referee.shinobi_school.cards import Cards
from referee.shinobi_school.view_model import Round, SheetRow

IC = ft.Icons


@dataclass(frozen=True, slots=True)
class Line:
    """One row of the sheet: what it is called, and a number of each seat; `won` is the seat that won it."""

    label: str
    points: tuple[int, ...]
    won: int = -1
    total: bool = False


def score_rows(ctx: Ctx) -> list[ft.Control]:
    """Return the sheet so far, nothing before the first round is over."""
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


@still
def sheet(look: Look, names: tuple[str, ...], lines: tuple[Line, ...]) -> ft.Control:
    """Draw the sheet. Who won a round is bold with a mark."""
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
    """Return what the round that is over came to: its winner, and what was left to each of the others."""
    return round_rows(ctx, ctx.view.rounds[-1]) if ctx.view.rounds else []


def round_rows(ctx: Ctx, round_: Round) -> list[ft.Control]:
    """Return one round: who won it, and what was counted (SCHOOL-12)."""
    t = ctx.t
    won = next(row.points for row in round_.rows if row.seat == round_.winner)
    made: list[ft.Control] = [
        ruling_row(ctx.look, "勝", t("wins_round", name=ctx.name(round_.winner), n=round_.round),
                   t("out_first", points=won), "SCHOOL-2.4", ctx.actions, True)
    ]  # fmt: skip
    for row in round_.rows:
        if row.seat != round_.winner:
            made.append(left_row(ctx, row))
    if not round_.verified:
        made.append(
            ruling_row(ctx.look, IC.CALCULATE_SHARP, t("by_hand"), t("by_hand_about"), "SCHOOL-12.5", ctx.actions)
        )
    return made


def left_row(ctx: Ctx, row: SheetRow) -> ft.Control:
    return left_panel(
        ctx.look, ctx.name(row.seat), row.seat, row.seat == ctx.me, row.points, row.heaven, row.earth, row.heaven_cost,
        row.earth_cost,
    )  # fmt: skip


@still
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
    """Draw what is left to a seat: both sides, what each costs, and the larger cost as its points (SCHOOL-12.5)."""
    p, t = look.p, look.t
    subject = text(look, "subject", name, lines=1)
    subject.expand = True
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
