"""The turns of a round on a player's phone: laying, declaring, waiting, the covered hand, the lead colour."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flet as ft

from companion.games.shinobazu.cards import EDGE, FIGURE, SUITS, suit
from companion.games.shinobazu.facts import (
    Ctx,
    Pick,
    chosen,
    due,
    may_enter,
    may_name_start,
    missing,
    move_of,
    seats,
    targets,
    waits,
)
from companion.games.shinobazu.hand import hand
from companion.games.shinobazu.points import point_grid
from companion.games.table.context import Screen, private_of, seat_of
from companion.games.table.frame import answer, asked, back, lacks
from companion.games.table.frame import line as whose_line
from companion.ui import (
    Act,
    Choice,
    Main,
    Side,
    act,
    aloud,
    block,
    choice_bar,
    edge,
    named,
    on,
    pressable,
    row,
    side_face,
    text,
    theme,
)
from companion.ui.marks import dashed_box
from companion.ui.theme import Look
from companion.ui.words import clipped
from referee.shinobazu.cards import COLOURS


def banner(ctx: Ctx) -> ft.Control:
    view, t = ctx.view, ctx.t
    start = ctx.name(view.start)
    if view.lead is None:
        mine = view.start == ctx.me
        other = ctx.choose("sheet", "start") if may_name_start(ctx.snap) else None
        title = t("you_lead") if mine else t("leads_soon", name=start)
        sub = t("you_lead_how") if mine else t("leads_soon_how")
        return lead_banner(ctx.look, "", title, sub, t("other_start") if other else "", other)
    sub = t("named_by_you") if view.start == ctx.me else t("named_by", name=clipped(start))
    return lead_banner(ctx.look, view.lead, t("leads_this_round"), sub)


@block
def lead_banner(
    look: Look, colour: str, title: str, sub: str, button: str = "", handler: Act | None = None
) -> ft.Control:
    """Draw the lead colour with its mark and word, or the space for it, and one line beside it."""
    p = look.p
    high = theme.grown(look, 44)
    if colour:
        word = look.t(f"shinobazu.colour.{colour}").capitalize()
        chip: ft.Control = ft.Container(
            row([suit(colour, 15), text(look, "title", word, FIGURE, size=19)], 10, tight=True),
            height=high,
            padding=ft.Padding.symmetric(horizontal=16),
            alignment=ft.Alignment.CENTER,
            bgcolor=SUITS[colour],
            border=edge(theme.LINE, EDGE),
            border_radius=theme.R_BUTTON,
        )
    else:
        word = ""
        chip = ft.Stack([dashed_box(76, high, p.line_strong, radius=theme.R_BUTTON)], width=76, height=high)
    large, tail = look.scale >= 1.5, [side_face(look, button, handler, height=44)] if button else []
    words = ft.Column(
        [
            text(look, "subject", title, lines=None if large else 1, line=20),
            text(look, "caption", sub, p.text_2, lines=None if large else 2, line=0 if look.scale < 1.3 else 18),
        ],
        spacing=0,
        tight=True,
    )
    if large:
        stack: list[ft.Control] = [ft.Row([chip]), words] if colour else [words]
        said = named(aloud(f"{word} {title}", sub), ft.Column(stack, spacing=6, tight=True))
        return ft.Column([said, *tail], spacing=8, tight=True)
    inside = [ft.Container(words, expand=True)] if button and not colour else [chip, ft.Container(words, expand=True)]
    spoken = named(aloud(f"{word} {title}", sub), row(inside, 12), expand=True)
    return row([spoken, *tail], 8)


@block
def colour_bar(look: Look, label: str, colours: tuple[str, ...], pick: str, choose: Act) -> ft.Control:
    """Return the choice of a colour: mark and word of each, the chosen one ringed."""
    cells: list[ft.Control] = []
    for colour in colours:
        lit = colour == pick
        word = look.t(f"shinobazu.colour.{colour}")
        face = ft.Container(
            ft.Row(
                [suit(colour, 13), text(look, "button_equal", word.capitalize(), FIGURE, lines=1)],
                spacing=7,
                tight=True,
                alignment=ft.MainAxisAlignment.CENTER,
            ),
            alignment=ft.Alignment.CENTER,
            bgcolor=SUITS[colour],
            border=edge(theme.LINE, EDGE),
            border_radius=theme.R_CARD,
            expand=True,
        )
        ring = ft.Container(
            ft.Row([face], spacing=0, vertical_alignment=ft.CrossAxisAlignment.STRETCH),
            height=theme.grown(look, theme.TOUCH),
            padding=3,
            border=edge(theme.RING, look.p.text if lit else ft.Colors.TRANSPARENT),
            border_radius=theme.R_PANEL,
            on_click=on(act(choose, colour)),
        )
        cells.append(pressable(word, ring, act(choose, colour), selected=lit, expand=True))
    return ft.Row([ft.Container(text(look, "label", label, look.p.text_2, lines=2), width=64), *cells], spacing=4)


def turns(ctx: Ctx) -> Screen:
    """Draw the turns: lead colour, point cards, my hand, and what is asked of me."""
    view, me = ctx.view, ctx.me
    first: list[ft.Control] = [banner(ctx), point_grid(ctx.look, seats(ctx.snap, me)), hand(ctx)]
    if view.declares == me:
        return first, declaration_due(ctx, ctx.t("pushed_on_you"))
    if is_entry_offered(ctx):
        first.append(text(ctx.look, "label", ctx.t("entry_words"), ctx.look.p.text_2, bold=False))
        return first, offer_entry(ctx)
    if view.active == me:
        return [*first, *choices(ctx)], my_turn(ctx)
    return first, waits(ctx, due(ctx.snap))


# My turn


def choices(ctx: Ctx) -> list[ft.Control]:
    """Return where the card may be laid.

    If it is laid in front of somebody else, or by the start player, also why nothing is to be declared.
    """
    view, me, t = ctx.view, ctx.me, ctx.t
    pick = chosen(ctx.pick, view, me)
    names = {s.seat: s.name or s.seat for s in view.seats}
    names[me] = ctx.name(me) if ctx.acting else t("me")
    where = tuple(
        Choice(s.seat, names[s.seat], None, False, t("why.occupied", name=s.name or s.seat))
        if s.has_current
        else Choice(s.seat, names[s.seat])
        for s in targets(view, me)
    )
    bars = [choice_bar(ctx.look, where, pick.to, ctx.choose("to"), label=t("in_front_of"), tick=False)]
    if view.lead is not None and pick.to and pick.to != me:
        bars.append(caption_line(ctx.look, t("declare"), t("receiver_declares", name=ctx.name(pick.to))))
    elif view.lead is not None and view.start == me:
        bars.append(caption_line(ctx.look, t("declare"), t("start_fights")))
    return bars


@block
def caption_line(look: Look, label: str, words: str) -> ft.Control:
    """Return a line in place of a bar that says why nothing is to be chosen there."""
    return ft.Container(
        ft.Row(
            [
                ft.Container(text(look, "label", label, look.p.text_2, lines=2), width=64 * min(look.scale, 1.5)),
                text(look, "label", words, look.p.text, bold=False, lines=2, expand=True),
            ],
            spacing=8,
        ),
        height=theme.grown(look, theme.TOUCH),
    )


def my_turn(ctx: Ctx) -> ft.Control:
    """Return the dock of a turn, mine or of the seat that is answered for: each button declares what is chosen.

    For a game master, who has no hand, the card is declared by its name.
    """
    view, me, line, left = ctx.view, ctx.me, "", None
    pick = chosen(ctx.pick, view, me)
    lack, named_ = missing(pick, view, me), ""
    if ctx.acting:
        line, left, own = whose_line(ctx), back(ctx), private_of(view, me)
        named_ = own.hand[pick.card - 1] if own is not None and own.hand is not None and pick.card else ""
    ask = ctx.t("ask.leads" if view.lead is None else "ask.lays")
    if lack and ctx.pick.lacking == lack:
        ask = ctx.t(f"missing.{lack}")
    return asked(ctx, ask, **lay_buttons(ctx, pick, lack, named_), line=line, left=left)


def lay_buttons(ctx: Ctx, pick: Pick, lack: str, card: str) -> dict[str, Any]:
    """Return the dock's buttons: the colours of a lead, fight and pass, or one if nothing is left to say.

    `card` is the name of what is laid; empty where it is declared by its place in the hand.
    """
    view, me = ctx.view, ctx.me

    def declares(said: str = "") -> Act:
        if lack:
            return ctx.put(lacking=lack)
        return ctx.declare(move_of(pick, view, me, said) | ({"card": card} if card else {}))

    if view.lead is None:
        words = {colour: ctx.look.t(f"shinobazu.colour.{colour}").capitalize() for colour in COLOURS}
        return {"main": None, "equal": tuple(Side(word, None, declares(colour)) for colour, word in words.items())}
    if pick.to == me and me != view.start:
        return {"main": None, "equal": fight_or_pass(ctx, declares)}
    return {"main": lacks(ctx, lack) if lack else Main(declaration(ctx, pick), declares())}


def fight_or_pass(ctx: Ctx, declares: Callable[[str], Act]) -> tuple[Side, Side]:
    return (
        Side(ctx.t("fight"), ft.Icons.ARROW_UPWARD_SHARP, declares("fight")),
        Side(ctx.t("pass"), ft.Icons.ARROW_FORWARD_SHARP, declares("pass")),
    )


def declaration(ctx: Ctx, pick: Pick) -> str:
    """Return a complete choice as a sentence: "Push card 2 on Ben", "Lay card 1, fight"."""
    card = "" if seat_of(ctx.view, ctx.me).hand_entered else "_any"
    if pick.to != ctx.me:
        return ctx.t("push" + card, n=pick.card, name=ctx.name(pick.to))
    return ctx.t("lay_fight" + card, n=pick.card)


def declaration_due(ctx: Ctx, line: str) -> ft.Control:
    """Return the dock of a receiver: two equal answers, since the card was not looked at (SHINOBAZU-4.7)."""
    moves = {said: ctx.declare({"type": "declare", "choice": said}) for said in ("fight", "pass")}
    return answer(ctx, "asked", line, ctx.t("ask.declares"), equal=fight_or_pass(ctx, moves.__getitem__))


# Entering the hand


def is_entry_offered(ctx: Ctx) -> bool:
    """Tell whether I am asked to enter my hand: nothing of it was laid, and I have not chosen to play without."""
    return may_enter(ctx.snap, ctx.me) and ctx.pick.skipped != ctx.view.set and ctx.view.round == 1


def offer_entry(ctx: Ctx) -> ft.Control:
    """Return the dock that offers to enter the hand, or to play without."""
    return asked(
        ctx,
        ctx.t("ask.enter", n=seat_of(ctx.view, ctx.me).hand_size),
        Main(ctx.t("enter_my_cards"), act(ctx.actions.secrets.keep)),
        line=ctx.t("new_deal"),
        left=Side(ctx.t("without"), None, ctx.choose("skipped", ctx.view.set)),
    )
