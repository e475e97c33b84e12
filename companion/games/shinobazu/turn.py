"""The turns of a round on a player's phone: laying, declaring, waiting, and the covered hand."""

from __future__ import annotations

from typing import Any

import flet as ft

from companion.games.shinobazu.asks import ask_of_me, due, waits
from companion.games.shinobazu.facts import chosen, may_enter, missing, move_of, places, seat_of, seats
from companion.games.shinobazu.frame import Ctx
from companion.games.shinobazu.hand.mine import hand
from companion.games.shinobazu.lead import banner
from companion.games.shinobazu.points import point_grid
from companion.games.table.context import Screen
from companion.games.table.frame import answer, asked, lacks
from companion.ui import Act, Choice, Main, Side, act, choice_bar, still, text, theme
from companion.ui.look import Look
from referee.shinobazu.model import COLOURS, View


def turns(ctx: Ctx) -> Screen:
    """Draw the turns: lead colour, point cards, my hand, and what I am asked."""
    view, me = ctx.view, ctx.me
    first: list[ft.Control] = [banner(ctx), point_grid(ctx.look, seats(ctx.snap, me)), hand(ctx)]
    if view.declares == me:
        return first, declaration_due(ctx)
    if view.active == me and not entry_offered(ctx):
        return [*first, *choices(ctx)], my_turn(ctx)
    if entry_offered(ctx):
        first.append(entry_words(ctx))
        return first, offer_entry(ctx)
    return first, waits(ctx, due(ctx.snap))


# My turn


def choices(ctx: Ctx) -> list[ft.Control]:
    """Return where the card may lie; before somebody else, or for the start player, why nothing is to be declared."""
    view, me, t = ctx.view, ctx.me, ctx.t
    pick = chosen(ctx.pick, view, me)
    mine = ctx.name(me) if ctx.acting else t("me")
    where = tuple(
        Choice(p.seat, mine if p.seat == me else p.name, None, not p.why_not, t(f"why.{p.why_not}", name=p.name))
        if p.why_not
        else Choice(p.seat, mine if p.seat == me else p.name)
        for p in places(view, me)
    )
    bars = [choice_bar(ctx.look, where, pick.to, ctx.choose("to"), label=t("in_front_of"), tick=False)]
    if view.lead is not None and pick.to and pick.to != me:
        bars.append(told_line(ctx.look, t("declare"), t("receiver_declares", name=ctx.name(pick.to))))
    elif view.lead is not None and view.start == me:
        bars.append(told_line(ctx.look, t("declare"), t("start_fights")))
    return bars


@still
def told_line(look: Look, label: str, words: str) -> ft.Control:
    """Say in the place of a bar why nothing is to be chosen there."""
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
    """Return the dock of my turn: each of its buttons declares at once what is chosen."""
    pick = chosen(ctx.pick, ctx.view, ctx.me)
    lack = missing(pick, ctx.view, ctx.me)
    return asked(ctx, laying_ask(ctx, lack), **{"main": None, **lay_buttons(ctx, lack, pick.card)})


def laying_ask(ctx: Ctx, lack: str) -> str:
    """Return what is asked; once a button was tapped that lacks something, that."""
    if lack and ctx.pick.lacking == lack:
        return ctx.t(f"missing.{lack}")
    return ask_of_me(ctx.look, "leads" if ctx.view.lead is None else "lays")


def lay_buttons(ctx: Ctx, lack: str, card: int | str) -> dict[str, Any]:
    """Return the dock's buttons: the colours of a lead, fight and pass, or one where nothing is left to say.

    `card` is what is laid: its place in the hand, or its name for a game master.
    """
    view, me, t = ctx.view, ctx.me, ctx.t
    pick = chosen(ctx.pick, view, me)

    def declares(said: str = "") -> Act:
        if lack:
            return ctx.put(lacking=lack)
        move = move_of(pick, view, me, said)
        return ctx.declare({**move, "card": card} if isinstance(card, str) else move)

    if view.lead is None:
        colours = (ctx.look.t(f"shinobazu.colour.{colour}").capitalize() for colour in COLOURS)
        return {"equal": tuple(Side(word, None, declares(c)) for word, c in zip(colours, COLOURS, strict=True))}
    if pick.to == me and me != view.start:
        icons = {"fight": ft.Icons.ARROW_UPWARD_SHARP, "pass": ft.Icons.ARROW_FORWARD_SHARP}
        return {"equal": tuple(Side(t(said), glyph, declares(said)) for said, glyph in icons.items())}
    if lack:
        return {"main": lacks(ctx, lack)}
    return {"main": Main(declaration(ctx), declares())}


def declaration(ctx: Ctx) -> str:
    """Return a choice that leaves nothing to say as a sentence: "Push card 2 on Ben", "Lay card 1, fight"."""
    view, me = ctx.view, ctx.me
    pick = chosen(ctx.pick, view, me)
    card = "" if seat_of(view, me).hand_entered else "_any"
    if pick.to != me:
        return ctx.t("push" + card, n=pick.card, name=ctx.name(pick.to))
    return ctx.t("lay_fight" + card, n=pick.card)


def declaration_due(ctx: Ctx) -> ft.Control:
    """Return the dock of a receiver: two equal answers, for the card was not looked at (SHINOBAZU-4.7)."""
    both = (
        Side(ctx.t("fight"), ft.Icons.ARROW_UPWARD_SHARP, ctx.declare({"type": "declare", "choice": "fight"})),
        Side(ctx.t("pass"), ft.Icons.ARROW_FORWARD_SHARP, ctx.declare({"type": "declare", "choice": "pass"})),
    )
    return answer(ctx, "asked", ctx.t("pushed_on_you"), ask_of_me(ctx.look, "declares"), equal=both)


# Entering the hand, from its covered side


def entry_offered(ctx: Ctx) -> bool:
    """Tell whether I am asked to enter my hand: it was dealt, and I have not chosen to play without."""
    return may_enter(ctx.snap, ctx.me) and ctx.pick.skipped != ctx.view.set and fresh(ctx.view, ctx.me)


def fresh(view: View, me: str) -> bool:
    """Tell whether nothing of my hand has been laid in this set."""
    return view.round == 1 and not seat_of(view, me).turn_over


def entry_words(ctx: Ctx) -> ft.Control:
    """Say what entering is good for, and how a cover stays open."""
    return text(ctx.look, "label", ctx.t("entry_words"), ctx.look.p.text_2, bold=False)


def offer_entry(ctx: Ctx) -> ft.Control:
    """Return the dock that offers to enter the hand, or to play without."""
    return asked(
        ctx,
        ctx.t("ask.enter", n=seat_of(ctx.view, ctx.me).hand_size),
        Main(ctx.t("enter_my_cards"), act(ctx.actions.secrets.keep)),
        line=ctx.t("new_deal"),
        left=Side(ctx.t("without"), None, ctx.choose("skipped", ctx.view.set)),
    )
