"""The game master's screen of Shinobazu: every hand and card open, points set by hand, entries corrected."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import flet as ft

from companion.games.shinobazu.cards import SMALL, lying
from companion.games.shinobazu.facts import SeatFacts, private_of, seats
from companion.games.shinobazu.frame import Ctx
from companion.games.shinobazu.lead import banner
from companion.games.shinobazu.points import front_card, lead_mark, pips
from companion.games.table.game_master_sheets import points_sheet
from companion.games.table.table_screen import Change
from companion.ui import edge, row, seat_face, still, text, theme
from companion.ui.look import Look
from referee.shinobazu.model import COLOURS


def all_open(ctx: Ctx) -> list[ft.Control]:
    return [banner(ctx), *(open_seat(ctx, facts) for facts in seats(ctx.snap))]


def open_seat(ctx: Ctx, facts: SeatFacts) -> ft.Control:
    own = private_of(ctx.view, facts.seat)
    hand = own.hand if own is not None else None
    laid_by = next((s.front[-1].laid_by for s in ctx.view.seats if s.seat == facts.seat and s.front), "")
    pushed = ctx.t("laid_by", name=ctx.name(laid_by)) if laid_by and laid_by != facts.seat else ""
    size = next(s.hand_size for s in ctx.view.seats if s.seat == facts.seat)
    words = "" if hand is not None else ctx.t("not_entered_n", n=size)
    return open_card(ctx.look, facts, hand or (), words, pushed)


@still
def open_card(look: Look, seat: SeatFacts, hand: tuple[str, ...], words: str, pushed: str) -> ft.Control:
    """Draw a seat for the game master: points, hand, fight cards with their faces."""
    p, t = look.p, look.t
    status = t(f"shinobazu.screen.status.{seat.status}") if seat.status else ""
    name = text(look, "subject", seat.name, lines=1)
    name.expand, name.expand_loose = True, True
    who: list[ft.Control] = [seat_face(look, seat.name, False, seat.presence, 30, seat=seat.seat), name]
    if seat.leads:
        who.append(lead_mark(look, seat.leads))
    points = ft.Column(
        [text(look, "numeral_m", str(seat.points), line=38), pips(look, seat.points, 8)], spacing=1, tight=True
    )
    in_hand: ft.Control = (
        row([lying(look, card) for card in hand], 4, tight=True)
        if not words
        else text(look, "caption", words, p.text_2)
    )
    front = row([front_card(f, SMALL) for f in seat.front], 4, tight=True)
    head = row([row(who, 8, expand=True), text(look, "caption", status, p.text_2)], 6)
    labels: list[ft.Control] = [text(look, "caption", t("shinobazu.screen.hand"), p.text_2), in_hand]
    lies: list[ft.Control] = [
        text(look, "caption", pushed or (t("shinobazu.screen.in_front") if seat.front else ""), p.text_2),
        front,
    ]
    body = ft.Row(
        [
            ft.Container(points, width=66),
            ft.Column(labels, spacing=2, tight=True, expand=True),
            ft.Column(lies, spacing=2, tight=True, horizontal_alignment=ft.CrossAxisAlignment.END),
        ],
        spacing=8,
        vertical_alignment=ft.CrossAxisAlignment.END,
    )
    return ft.Container(
        ft.Column([head, body], spacing=4, tight=True),
        padding=ft.Padding.symmetric(horizontal=12, vertical=8),
        bgcolor=p.surface_2 if seat.turn else p.surface,
        border=edge(theme.LINE if seat.turn else theme.HAIR, p.text if seat.turn else p.line),
        border_radius=theme.R_PANEL,
    )


def ruling(ctx: Ctx) -> ft.Control:
    return points_sheet(ctx, [(s.seat, s.points) for s in ctx.view.seats])


def changes(ctx: Ctx, move: Mapping[str, Any]) -> tuple[Change, ...]:
    t = ctx.t
    found: list[Change] = []
    if move.get("type") == "lead":
        for colour in COLOURS:
            if colour != move.get("colour"):
                found.append((colour, ctx.look.t(f"shinobazu.colour.{colour}"), {**move, "colour": colour}))
    for field in ("declare", "choice"):
        for value in ("fight", "pass"):
            if move.get(field) in ("fight", "pass") and move.get(field) != value:
                found.append((value, t(value), {**move, field: value}))
    for value in ("accept", "refuse"):
        if move.get("type") == "duel_answer" and move.get("answer") != value:
            found.append((value, t(value), {**move, "answer": value}))
    return tuple(found)
