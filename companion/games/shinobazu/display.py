"""The public table display: points read from two metres, what leads, whose decision is awaited. No secrets."""

from __future__ import annotations

import flet as ft

from companion.games.shinobazu.battle.result import decided, finding_rows, refused_row, round_end_rows
from companion.games.shinobazu.cards import LARGE, SMALL, lying
from companion.games.shinobazu.facts import SeatFacts, seats
from companion.games.shinobazu.frame import Ctx
from companion.games.shinobazu.lead import banner
from companion.games.shinobazu.points import front_card, lead_mark, pips, point_grid, spoken
from companion.ui import edge, label_row, named, ruling_row, seat_face, still, text, theme
from companion.ui.look import Look
from companion.ui.marks import dashed_box
from companion.ui.words.sentences import listed


def public(ctx: Ctx) -> tuple[list[ft.Control], list[ft.Control]]:
    facts = seats(ctx.snap)
    return [big_grid(ctx.look, facts)] if ctx.look.wide else [banner(ctx), point_grid(ctx.look, facts)], side(ctx)


def side(ctx: Ctx) -> list[ft.Control]:
    view, t, look = ctx.view, ctx.t, ctx.look
    rows: list[ft.Control] = []
    if look.wide:
        rows = (
            [moment(look, view.set, view.round), banner(ctx)]
            if view.options.depth == "plays"
            else [moment(look, view.set, view.round)]
        )
    shown = view.duel or view.battle
    if shown is not None:
        # The verdict names the lead colour.
        return [*rows[:1], *decided(ctx, shown), *refused_row(ctx), *finding_rows(ctx), *round_end_rows(ctx)]
    last = view.rounds[-3:]
    if last:
        rows.append(label_row(look, t("last_rounds")))
    for r in reversed(last):
        losers = listed(look, (ctx.name(s) for s in r.losers))
        fact = t("won_lost", winner=ctx.name(r.winner), losers=losers) if r.winner else t("lost", losers=losers)
        sub = t(f"sheet_duel.{r.duel}") if r.duel else ""
        rows.append(ruling_row(look, f"{r.set}.{r.round}", fact, sub))
    return [*rows, *refused_row(ctx), *finding_rows(ctx), *discards(ctx)]


def discards(ctx: Ctx) -> list[ft.Control]:
    view = ctx.view
    if not view.discards or not ctx.look.wide:
        return []
    right = ctx.t("unseen_n", n=view.discards_unseen) if view.discards_unseen else ""
    cards = ft.Row([lying(ctx.look, card) for card in view.discards], spacing=6, run_spacing=6, wrap=True)
    return [label_row(ctx.look, ctx.t("discards"), right), cards]


@still
def moment(look: Look, set_: int, round_: int) -> ft.Control:
    t = look.t
    words = ft.Column(
        [
            text(look, "headline", t("shinobazu.screen.of_rounds"), look.p.text_2, bold=False),
            text(look, "headline", t("shinobazu.screen.set_n", n=set_)),
        ],
        spacing=0,
        tight=True,
    )
    said = t("shinobazu.screen.set_round", set=set_, round=round_)
    head = text(look, "label", t("shinobazu.screen.round"), look.p.text_2)
    figure = ft.Row([text(look, "numeral_xl", str(round_)), words], spacing=20)
    return named(said, ft.Column([head, figure], spacing=0, tight=True))


def big_grid(look: Look, facts: tuple[SeatFacts, ...]) -> ft.Control:
    """Lay the seats out in two columns over the height of a tablet."""
    rows = (len(facts) + 1) // 2
    high = {2: 306, 3: 200}.get(rows, 200)
    lines: list[ft.Control] = [
        ft.Row([big_card(look, f, high) for f in facts[i : i + 2]], spacing=12) for i in range(0, len(facts), 2)
    ]
    return ft.Column(lines, spacing=12, tight=True)


@still
def big_card(look: Look, seat: SeatFacts, high: int) -> ft.Control:
    p, t = look.p, look.t
    status = t(f"shinobazu.screen.status.{seat.status}") if seat.status else ""
    name = text(look, "headline", seat.name, lines=1)
    name.expand, name.expand_loose = True, True
    who: list[ft.Control] = [seat_face(look, seat.name, False, seat.presence, 40, seat=seat.seat), name]
    if seat.leads:
        who.append(lead_mark(look, seat.leads, 34))
    size = LARGE if len(seat.front) + seat.awaits < 3 else SMALL
    cards = [front_card(f, size) for f in seat.front]
    if seat.awaits:
        cards.append(dashed_box(*size, p.line_strong))
    points = ft.Column(
        [text(look, "numeral_xl", str(seat.points), size=120 if high > 250 else 84, line=112 if high > 250 else 78),
         pips(look, seat.points, 18 if high > 250 else 14)],
        spacing=4, tight=True,
    )  # fmt: skip
    return named(
        spoken(look, seat),
        ft.Container(
            ft.Column(
                [
                    ft.Row(
                        [ft.Row(who, spacing=10, expand=True), text(look, "title", status, p.text_2, bold=False)],
                        spacing=8,
                    ),
                    ft.Row(
                        [points, ft.Row(cards, spacing=8, tight=True, vertical_alignment=ft.CrossAxisAlignment.END)],
                        alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
                        vertical_alignment=ft.CrossAxisAlignment.END,
                    ),
                ],
                spacing=0,
                alignment=ft.MainAxisAlignment.SPACE_BETWEEN,
            ),
            height=high,
            padding=ft.Padding.symmetric(horizontal=18, vertical=14),
            bgcolor=p.surface_2 if seat.turn else p.surface,
            border=edge(theme.RING if seat.turn else theme.HAIR, p.text if seat.turn else p.line),
            border_radius=theme.R_PANEL,
        ),
        expand=True,
    )
