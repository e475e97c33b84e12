"""The table of Shinobazu on one phone: a player's, the table display's, the game master's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import flet as ft

from companion.games.shinobazu.battle import battle, due_rows
from companion.games.shinobazu.cards import LARGE, SMALL, held, lying
from companion.games.shinobazu.ending import ended
from companion.games.shinobazu.facts import (
    LESSONS,
    Ctx,
    Pick,
    SeatFacts,
    awaited,
    chosen,
    due,
    may_enter,
    moment_of,
    seats,
)
from companion.games.shinobazu.facts import card as in_words
from companion.games.shinobazu.hand import card_picker, entry, gone_cards, named_card
from companion.games.shinobazu.menu import ADVICE, CLEARS, insteads, own_rows, start_sheet, what
from companion.games.shinobazu.points import front_card, lead_mark, pips, point_grid, spoken
from companion.games.shinobazu.scores import scores
from companion.games.shinobazu.showdown import (
    decided,
    duel_dock,
    duel_rows,
    finding_rows,
    next_round,
    refused_row,
    round_end_rows,
    showdown,
)
from companion.games.shinobazu.turn import banner, choices, declaration_due, my_turn, turns
from companion.games.table.context import Screen, private_of, seat_of
from companion.games.table.frame import answer, back, back_row, lacks, line
from companion.games.table.game_master import nothing_due, points_sheet
from companion.games.table.table import table_of
from companion.games.table.table_screen import Change, TableScreen, others
from companion.ui import Main, block, edge, label_row, named, row, ruling_row, seat_face, text, theme
from companion.ui.marks import dashed_box
from companion.ui.theme import Look
from companion.ui.words import listed
from referee.core.values import TABLE
from referee.shinobazu.cards import COLOURS


def public(ctx: Ctx) -> tuple[list[ft.Control], list[ft.Control]]:
    facts = seats(ctx.snap)
    return [big_grid(ctx.look, facts)] if ctx.look.wide else [banner(ctx), point_grid(ctx.look, facts)], side(ctx)


def side(ctx: Ctx) -> list[ft.Control]:
    view, t, look = ctx.view, ctx.t, ctx.look
    rows = [moment(look, view.set, view.round)] if look.wide else []
    if look.wide and view.options.depth == "plays":
        rows.append(banner(ctx))
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


@block
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
    """Arrange the seats in two columns over the height of a tablet."""
    rows = (len(facts) + 1) // 2
    high = {2: 306, 3: 200}.get(rows, 200)
    lines: list[ft.Control] = [
        ft.Row([big_card(look, f, high) for f in facts[i : i + 2]], spacing=12) for i in range(0, len(facts), 2)
    ]
    return ft.Column(lines, spacing=12, tight=True)


@block
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


def answering(ctx: Ctx) -> Screen:
    """Draw the answer for a seat (`ctx.acting`) or for the table, and its dock with the way back."""
    view, seat, t = ctx.view, ctx.acting, ctx.t
    if view.options.depth == "scores" or not seat:
        return for_the_table(ctx)
    head = label_row(ctx.look, t("answer_for", name=ctx.name(seat)))
    what = due(ctx.snap)
    if view.phase == "turns" and view.active == seat:
        return [head, banner(ctx), *cards_of(ctx), *choices(ctx)], my_turn(ctx)
    if view.phase == "turns" and view.declares == seat:
        return [head, banner(ctx), back_row(ctx)], declaration_due(ctx, line(ctx))
    if seat in view.reveals:
        return reveal_for(ctx)
    if view.phase == "duel" and what.seat == seat:
        return [head, *duel_rows(ctx), back_row(ctx)], duel_dock(ctx, what)
    return nothing_due(ctx, [head])


def for_the_table(ctx: Ctx) -> Screen:
    view, t = ctx.view, ctx.t
    if view.reveals:
        main = Main(t("turn_over"), ctx.declare({"type": "turn_over"}, TABLE))
        return due_rows(ctx), answer(ctx, "asked", line(ctx), t("ask.turn_over"), back(ctx), main)
    if view.options.depth == "scores" and view.phase != "round_end":
        content, dock = scores(ctx)
        return [*content, back_row(ctx)], dock
    return [back_row(ctx)], next_round(ctx)


def cards_of(ctx: Ctx) -> list[ft.Control]:
    """Return the seat's hand, open, to choose from; empty if it was not entered."""
    own = private_of(ctx.view, ctx.acting)
    if own is None or own.hand is None:
        return []
    pick = chosen(ctx.pick, ctx.view, ctx.acting)
    playable = own.playable
    drawn = [
        held(ctx.look, n, card, chosen=n == pick.card, faint=playable is not None and card not in playable,
             on_tap=ctx.choose("card", n))
        for n, card in enumerate(own.hand, 1)
    ]  # fmt: skip
    return [row(drawn, 0), back_row(ctx)]


def reveal_for(ctx: Ctx) -> Screen:
    """Draw the picker for the card in front of a seat."""
    seat, t, look = ctx.acting, ctx.t, ctx.look
    front = seat_of(ctx.view, seat).front[-1]
    gone = gone_cards(ctx, front.laid_by)
    picked = tuple(card for card in ctx.pick.named if card not in gone)
    tap = ctx.change(named_card, tuple(gone), 1)
    content: list[ft.Control] = [
        label_row(look, t("naming_title", name=ctx.name(seat)), t("laid_by", name=ctx.name(front.laid_by))),
        card_picker(look, picked, tuple(gone), tap),
        text(look, "label", gone.get(ctx.pick.hint, t("naming_about")), look.p.text_2, bold=False),
    ]
    main = lacks(ctx, "card")
    if picked:
        main = Main(t("it_is", card=in_words(look, picked[0])), ctx.declare({"type": "reveal", "card": picked[0]}))
    elif front.recorded:
        main = Main(t("as_recorded"), ctx.declare({"type": "reveal"}))
    return content, answer(ctx, "asked", line(ctx), t("ask.naming", name=ctx.name(seat)), back(ctx), main)


def all_open(ctx: Ctx) -> list[ft.Control]:
    return [banner(ctx), *(open_seat(ctx, facts) for facts in seats(ctx.snap))]


def open_seat(ctx: Ctx, facts: SeatFacts) -> ft.Control:
    own = private_of(ctx.view, facts.seat)
    hand = own.hand if own is not None else None
    seat = seat_of(ctx.view, facts.seat)
    laid_by = seat.front[-1].laid_by if seat.front else ""
    pushed = ctx.t("laid_by", name=ctx.name(laid_by)) if laid_by and laid_by != facts.seat else ""
    words = "" if hand is not None else ctx.t("not_entered_n", n=seat.hand_size)
    return open_card(ctx.look, facts, hand or (), words, pushed)


@block
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
    t, found = ctx.t, list[Change]()
    if move.get("type") == "lead":
        found += others(move, "colour", {colour: ctx.look.t(f"shinobazu.colour.{colour}") for colour in COLOURS})
    for field in ("declare", "choice"):
        if move.get(field) in ("fight", "pass"):
            found += others(move, field, {said: t(said) for said in ("fight", "pass")})
    if move.get("type") == "duel_answer":
        found += others(move, "answer", {said: t(said) for said in ("accept", "refuse")})
    return tuple(found)


def seat_screen(ctx: Ctx) -> Screen:
    view, me = ctx.view, ctx.me
    if view.options.depth == "scores":
        return scores(ctx)
    if view.phase == "turns":
        entering = ctx.open and may_enter(ctx.snap, me) and not seat_of(view, me).hand_entered
        return entry(ctx) if entering else turns(ctx)
    return battle(ctx) if view.phase == "battle" else showdown(ctx)


SCREEN = TableScreen(
    context=Ctx,
    pick=Pick(),
    moment=moment_of,
    awaited=awaited,
    seat=seat_screen,
    ended=ended,
    lessons=LESSONS,
    public=public,
    sheets={"start": start_sheet},
    rows=own_rows,
    advice=ADVICE,
    clears=CLEARS,
    what=what,
    insteads=insteads,
    all_open=all_open,
    findings=finding_rows,
    answering=answering,
    ruling=ruling,
    changes=changes,
)
table = table_of(SCREEN)
