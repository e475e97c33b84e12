"""The battle before it is decided: who turns a card over, and naming cards that nobody recorded."""

from __future__ import annotations

import flet as ft

from companion.games.shinobazu.asks import Due, waits
from companion.games.shinobazu.facts import seat_of, seats
from companion.games.shinobazu.frame import Ctx
from companion.games.shinobazu.hand.entry import gone_cards
from companion.games.shinobazu.hand.picker import card_picker, named_card
from companion.games.shinobazu.lead import banner
from companion.games.shinobazu.points import point_grid
from companion.games.shinobazu.terms import card as in_words
from companion.games.table.context import Screen, asleep, presence
from companion.games.table.frame import answer, asked
from companion.ui import Act, Main, Side, aloud, label_row, named, pressable, seat_face, side_face, still, text, theme
from companion.ui.base import fill_column, inset, rule
from companion.ui.look import Look
from referee.core.values import TABLE


def battle(ctx: Ctx) -> Screen:
    if ctx.pick.naming in ctx.view.reveals:
        return naming(ctx)
    content = [banner(ctx), point_grid(ctx.look, seats(ctx.snap, ctx.me)), *due_rows(ctx)]
    return content, turning(ctx)


def due_rows(ctx: Ctx) -> list[ft.Control]:
    """Return who turns a card over now, and what is to be named by hand."""
    view, t = ctx.view, ctx.t
    rows = []
    for seat in view.reveals:
        front = seat_of(view, seat).front
        recorded = bool(front) and front[-1].recorded
        mine = seat == ctx.me
        words = t("turned_by_button" if recorded else "named_by_hand")
        may = names_for(ctx, seat, recorded)
        rows.append(
            due_row(
                ctx.look, ctx.name(seat), seat, mine, words, t("name_it") if may else "",
                ctx.choose("naming", seat) if may else None,
            )
        )  # fmt: skip
    return [label_row(ctx.look, t("to_turn_over")), *rows] if rows else []


def names_for(ctx: Ctx, seat: str, recorded: bool) -> bool:
    """Tell whether this phone may name what lies open in front of a seat.

    Its owner may, and the table for one whose phone is asleep or who has none; where records clash, anybody.
    """
    if recorded:
        # Records that clash stay closed when the rest was turned over; before that there is nothing to name.
        return any(s.has_current and s.front[-1].card for s in ctx.view.seats)
    away = presence(ctx.snap).get(seat, "here") != "here"
    return away or seat == ctx.me or seat in ctx.snap.my_seats


@still
def _due(look: Look, who: str, seat: str, mine: bool, words: str) -> ft.Control:
    """Draw in front of whom a card is due, and how it becomes known."""
    subject = text(look, "subject", who, lines=1)
    under = text(look, "caption", words, look.p.text_2, lines=2, expand=True if look.scale <= 1.15 else None)
    return named(
        aloud(who, words),
        ft.Row(
            [
                seat_face(look, who, mine, "", 30, seat=seat),
                *([fill_column(subject, under)] if look.scale > 1.15 else [subject, under]),
            ],
            spacing=9,
        ),
        expand=True,
    )


@still
def due_row(look: Look, who: str, seat: str, mine: bool, words: str, label: str, handler: Act | None) -> ft.Control:
    """Draw one card that is due: in front of whom, how it becomes known, and the way to name it."""
    told = _due(look, who, seat, mine, words)
    names_it = look.t("shinobazu.screen.name_of", name=who)
    button = [pressable(names_it, side_face(look, label, handler, height=44), handler)] if label else []
    return ft.Container(
        ft.Row([told, *button], spacing=8),
        height=theme.grown(look, theme.TOUCH) if look.scale <= 1.15 else None,
        padding=inset(0, 0 if look.scale <= 1.15 else 4),
        border=rule("bottom", look.p.line),
    )


def turning(ctx: Ctx) -> ft.Control:
    """Return the dock while cards are due: turn over what is recorded, then name the rest."""
    view, t = ctx.view, ctx.t
    recorded = [s for s in view.reveals if seat_of(view, s).front[-1].recorded]
    if recorded:
        label = t("turn_over_one" if len(recorded) == 1 else "turn_over")
        main = Main(label, ctx.declare({"type": "turn_over"}))
        return asked(ctx, t("ask.turn_over"), main, line=line_of(ctx))
    if ctx.me in view.reveals:
        main = Main(t("name_mine"), ctx.choose("naming", ctx.me))
        return asked(ctx, t("ask.name_mine"), main, line=line_of(ctx))
    first = next((s for s in view.reveals if names_for(ctx, s, False)), "")
    if first and all(asleep(ctx.snap, s) or names_for(ctx, s, False) for s in view.reveals):
        main = Main(t("name_of", name=ctx.name(first)), ctx.choose("naming", first))
        return asked(ctx, t("ask.name_of", name=ctx.name(first)), main, line=line_of(ctx))
    return waits(ctx, Due("turn_over", next(iter(view.reveals), "")))


def line_of(ctx: Ctx) -> str:
    """Return the line over the ask: what the cards are turned over for."""
    return ctx.t({"duel": "line.duel", "round_end": "line.round_end"}.get(ctx.view.phase, "line.battle"))


def naming(ctx: Ctx) -> Screen:
    """Draw the picker for a card that lies open on the table: public, so nothing of my hand is marked."""
    look, t, owner = ctx.look, ctx.t, ctx.pick.naming
    laid_by = seat_of(ctx.view, owner).front[-1].laid_by
    gone = gone_cards(ctx, laid_by)
    chosen = tuple(card for card in ctx.pick.named if card not in gone)
    tap = ctx.change(named_card, tuple(gone), 1)
    hint = gone.get(ctx.pick.hint, "")
    content: list[ft.Control] = [
        label_row(look, t("naming_title", name=ctx.name(owner)), t("laid_by", name=ctx.name(laid_by))),
        card_picker(look, chosen, tuple(gone), tap),
        text(look, "label", hint or t("naming_about"), look.p.text if hint else look.p.text_2, bold=bool(hint)),
    ]
    move = {"type": "reveal", "card": chosen[0] if chosen else ""}
    seat = ""
    if owner != ctx.me:
        move, seat = {**move, "owner": owner}, TABLE
    label = t("it_is", card=in_words(look, chosen[0])) if chosen else t("missing.card")
    main = Main(label, ctx.declare(move, seat) if chosen else None, bool(chosen))
    left = Side(t("back"), None, ctx.choose("naming", ""))
    return content, answer(ctx, "asked", line_of(ctx), t("ask.naming", name=ctx.name(owner)), left, main)
