"""The turns of a round on a player's phone: laying, declaring, waiting, and the covered hand."""

from __future__ import annotations

import flet as ft

from companion.actions import Actions
from companion.look import Look
from companion.screens.shinobazu_asks import ask_of_me, awaited
from companion.screens.shinobazu_cards import RING, back, held
from companion.screens.shinobazu_facts import (
    chosen,
    may_enter,
    may_name_start,
    missing,
    move_of,
    places,
    private_of,
    seat_of,
    seats,
)
from companion.screens.shinobazu_frame import Ctx, answer, asked
from companion.screens.shinobazu_points import point_grid
from companion.screens.shinobazu_waiting import waits
from companion.screens.words import listed
from companion.ui import (
    Act,
    Choice,
    Main,
    Side,
    act,
    block,
    choice_bar,
    edge,
    hold_pad,
    named,
    row,
    short_clause,
    side_face,
    text,
    theme,
)
from companion.ui.marks import dashed_box, suit
from companion.ui.secrecy import Held
from referee.shinobazu_model import COLOURS, HAND, View

Screen = tuple[list[ft.Control], ft.Control]
"""A screen's content and its dock."""


def turns(ctx: Ctx) -> Screen:
    """Draw the turns: lead colour, point cards, my hand, and what I am asked."""
    view, me = ctx.view, ctx.me
    first: list[ft.Control] = [banner(ctx), point_grid(ctx.look, seats(ctx.snap, me)), hand(ctx)]
    if view.active == me and not entry_offered(ctx):
        return [*first, *choices(ctx)], my_turn(ctx)
    if entry_offered(ctx):
        first.append(entry_words(ctx))
        return first, offer_entry(ctx)
    if view.declares == me:
        return first, declaration_due(ctx)
    return first, waits(ctx, awaited(ctx.snap))


# The lead colour


def banner(ctx: Ctx) -> ft.Control:
    """Return what rules the moment: the lead colour and who named it."""
    view, t = ctx.view, ctx.t
    start = ctx.name(view.start)
    if view.lead is None:
        mine = view.start == ctx.me
        other = ctx.choose("sheet", "start") if may_name_start(ctx.snap) else None
        title = t("you_lead") if mine else t("leads_soon", name=start)
        sub = t("you_lead_how") if mine else t("leads_soon_how")
        return lead_banner(ctx.look, "", title, sub, t("other_start") if other else "", other)
    sub = t("named_by_you") if view.start == ctx.me else t("named_by", name=start)
    return lead_banner(ctx.look, view.lead, t("leads_this_round"), sub)


@block
def lead_banner(
    look: Look, colour: str, title: str, sub: str, button: str = "", handler: Act | None = None
) -> ft.Control:
    """Draw the lead colour with its mark and word, or the room for it, and one line beside it."""
    p = look.p
    high = theme.grown(look, 44)
    if colour:
        word = look.t(f"shinobazu.colour.{colour}").capitalize()
        chip: ft.Control = ft.Container(
            row([suit(colour, 15), text(look, "title", word, theme.SUIT_FIGURE, size=19)], 10, tight=True),
            height=high,
            padding=ft.Padding.symmetric(horizontal=16),
            alignment=ft.Alignment.CENTER,
            bgcolor=theme.SUITS[colour],
            border=edge(theme.LINE, theme.SUIT_EDGE),
            border_radius=theme.R_BUTTON,
        )
    else:
        word = ""
        chip = ft.Stack([dashed_box(76, high, p.lns, radius=theme.R_BUTTON)], width=76, height=high)
    words = ft.Column(
        [
            text(look, "subject", title, lines=1, line=20),
            text(look, "caption", sub, p.tx2, lines=1 if look.scale < 1.3 else 2),
        ],
        spacing=0,
        tight=True,
    )
    inside = [ft.Container(words, expand=True)] if button and not colour else [chip, ft.Container(words, expand=True)]
    told = named(f"{word} {title}. {sub}".strip(), row(inside, 12), expand=True)
    tail = [side_face(look, button, handler, height=44)] if button else []
    return row([told, *tail], 8)


# My hand


def hand(ctx: Ctx) -> ft.Control:
    """Return my hand: backs with their places while covered, faces while open; or the way to enter it."""
    view, me, snap = ctx.view, ctx.me, ctx.snap
    seat = seat_of(view, me)
    if not seat.hand_entered:
        words = ctx.t("withdrawn" if seat.withdrawn else "not_entered")
        enter = act(ctx.actions.keep) if may_enter(snap, me) else None
        return unentered(ctx.look, seat.hand_size, words, ctx.t("enter_mine") if enter else "", enter)
    own = private_of(view, me)
    cards = own.hand if own is not None and own.hand is not None and ctx.open else ("",) * seat.hand_size
    playable = own.playable if own is not None and ctx.open else None
    faint = tuple(playable is not None and card not in playable for card in cards)
    fact, cause = told_open(ctx, cards, faint, own.why if own else None) if ctx.open else ("", "")
    mine = view.active == me
    pick = chosen(ctx.pick, view, me)
    choose = ctx.choose("card") if mine else None
    return hand_panel(
        ctx.look, ctx.actions, snap.held, cards, faint, pick.card if mine else 0, choose, fact, cause, snap.tap_to_open
    )


def told_open(ctx: Ctx, cards: tuple[str, ...], faint: tuple[bool, ...], why: str | None) -> tuple[str, str]:
    """Return what the pad says while it is held: why I was refused, else what may be laid.

    A sheet would take the pad away from under the finger, and the lifting would be lost.
    """
    refusal = ctx.snap.refusal
    if refusal is not None and ctx.snap.held == "held":
        return ctx.t("refused_fact", clause=short_clause(refusal.clause)), ctx.say(refusal.reason, refusal.params)
    return why_playable(ctx, cards, faint, why)


def why_playable(ctx: Ctx, cards: tuple[str, ...], faint: tuple[bool, ...], why: str | None) -> tuple[str, str]:
    """Return what may be laid and why, for the open hand alone."""
    if ctx.view.active != ctx.me:
        return ctx.t("your_cards" if cards else "no_cards"), ""
    may = [n for n, off in enumerate(faint, 1) if not off]
    if len(may) < len(cards):
        some = ctx.t("only_card" if len(may) == 1 else "only_cards", cards=listed(ctx.look, map(str, may)))
        return some, ctx.say(why, {"colour": ctx.view.lead}) if why else ""
    return ctx.t("any_card"), ""


@block
def hand_panel(
    look: Look,
    actions: Actions,
    state: Held,
    cards: tuple[str, ...],
    faint: tuple[bool, ...],
    pick: int,
    choose: Act | None,
    fact: str,
    cause: str,
    tap: bool,
) -> ft.Control:
    """Draw my hand and the pad that opens it. Covered, every card is the same back."""
    drawn = [
        held(
            look,
            place,
            card,
            chosen=place == pick,
            faint=off,
            on_tap=act(choose, place) if choose is not None else None,
        )
        for place, (card, off) in enumerate(zip(cards, faint, strict=True), 1)
    ]
    # Beside three cards there is room for the short words only.
    short = "" if tap or len(cards) < HAND else look.t("kit.hold")
    pad = hold_pad(look, actions, state, short, tap=tap, fact=fact, cause=cause)
    return _panel(ft.Row([ft.Row(drawn, spacing=0, tight=True), pad], spacing=6))


@block
def unentered(look: Look, count: int, words: str, label: str, enter: Act | None) -> ft.Control:
    """Draw a hand that is not entered: as many backs as cards, and the way to enter it."""
    backs = [ft.Container(back((64, 92)), margin=RING) for _ in range(count)]
    side: list[ft.Control] = [text(look, "caption", words, theme.PAD_TEXT, lines=4 if not label else 3)]
    if label:
        side.append(side_face(look.but(secret=True), label, enter, height=44))
    spoken = look.t("shinobazu.screen.hand_of", n=count)
    return _panel(
        ft.Row(
            [
                named(spoken, ft.Row(list(backs), spacing=0, tight=True)),
                ft.Column(side, spacing=6, expand=True, tight=True, alignment=ft.MainAxisAlignment.CENTER),
            ],
            spacing=6,
        )
    )


def _panel(content: ft.Control) -> ft.Control:
    return ft.Container(
        content,
        height=124,
        padding=ft.Padding.only(left=6, right=12),
        bgcolor=theme.PAD,
        border=edge(theme.LINE, theme.PAD_EDGE),
        border_radius=theme.R_PANEL,
    )


# My turn


def choices(ctx: Ctx) -> list[ft.Control]:
    """Return where the card may lie, and the colour that leads or my declaration."""
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
    if view.lead is None:
        bars.append(colour_bar(ctx.look, t("colour"), COLOURS, pick.colour, ctx.choose("colour")))
    elif pick.to and pick.to != me:
        bars.append(told_line(ctx.look, t("declare"), t("receiver_declares", name=ctx.name(pick.to))))
    elif view.start == me:
        bars.append(told_line(ctx.look, t("declare"), t("start_fights")))
    else:
        both = (
            Choice("fight", t("fight"), ft.Icons.ARROW_UPWARD_SHARP),
            Choice("pass", t("pass"), ft.Icons.ARROW_FORWARD_SHARP),
        )
        bars.append(choice_bar(ctx.look, both, pick.choice, ctx.choose("choice"), label=t("declare")))
    return bars


@block
def told_line(look: Look, label: str, words: str) -> ft.Control:
    """Say in the place of a bar why nothing is to be chosen there."""
    return ft.Container(
        ft.Row(
            [
                ft.Container(text(look, "label", label, look.p.tx2, lines=2), width=64 * min(look.scale, 1.5)),
                text(look, "label", words, look.p.tx, bold=False, lines=2, expand=True),
            ],
            spacing=8,
        ),
        height=theme.grown(look, theme.TOUCH),
    )


@block
def colour_bar(look: Look, label: str, colours: tuple[str, ...], pick: str, choose: Act) -> ft.Control:
    """Return the colour chooser: mark and word in each of the colours, the chosen one ringed."""
    cells: list[ft.Control] = []
    for colour in colours:
        on = colour == pick
        word = look.t(f"shinobazu.colour.{colour}")
        face = ft.Container(
            ft.Row(
                [suit(colour, 13), text(look, "button_equal", word.capitalize(), theme.SUIT_FIGURE, lines=1)],
                spacing=7,
                tight=True,
                alignment=ft.MainAxisAlignment.CENTER,
            ),
            alignment=ft.Alignment.CENTER,
            bgcolor=theme.SUITS[colour],
            border=edge(theme.LINE, theme.SUIT_EDGE),
            border_radius=theme.R_CARD,
            expand=True,
        )
        ring = ft.Container(
            ft.Row([face], spacing=0, vertical_alignment=ft.CrossAxisAlignment.STRETCH),
            height=theme.grown(look, theme.TOUCH),
            padding=3,
            border=edge(theme.RING, look.p.tx if on else ft.Colors.TRANSPARENT),
            border_radius=theme.R_PANEL,
            on_click=_tap(choose, colour),
        )
        cells.append(_pressable(word, ring, act(choose, colour), on))
    return ft.Row([ft.Container(text(look, "label", label, look.p.tx2, lines=2), width=64), *cells], spacing=4)


def _tap(choose: Act, value: str) -> ft.ControlEventHandler[ft.Container]:
    def tap(_: object) -> None:
        choose(value)

    return tap


def _pressable(label: str, content: ft.Control, handler: Act, selected: bool) -> ft.Control:
    from companion.ui import pressable

    return pressable(label, content, handler, selected=selected, expand=True)


def my_turn(ctx: Ctx) -> ft.Control:
    """Return the dock of my turn: its button repeats the whole declaration."""
    view, me = ctx.view, ctx.me
    pick = chosen(ctx.pick, view, me)
    lacks = missing(pick, view, me)
    ask = ask_of_me(ctx.look, "leads" if view.lead is None else "lays")
    if lacks:
        return asked(ctx, ask, Main(ctx.t(f"missing.{lacks}"), None, False))
    return asked(ctx, ask, Main(declaration(ctx), ctx.declare(move_of(pick, view, me))))


def declaration(ctx: Ctx) -> str:
    """Return a complete choice as a sentence: "Lay card 1, pass", "Lead red with card 2 on Ben"."""
    view, me = ctx.view, ctx.me
    pick = chosen(ctx.pick, view, me)
    card = "" if seat_of(view, me).hand_entered else "_any"
    to = ctx.name(pick.to)
    if view.lead is None:
        colour = ctx.look.t(f"shinobazu.colour.{pick.colour}")
        key = "lead_self" if pick.to == me else "lead_push"
        return ctx.t(key + card, colour=colour, n=pick.card, name=to)
    if pick.to != me:
        return ctx.t("push" + card, n=pick.card, name=to)
    choice = "fight" if me == view.start else pick.choice
    return ctx.t(f"lay_{choice}" + card, n=pick.card)


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
    words = ctx.t("entry_about") + " " + ctx.t("entry_keep")
    return text(ctx.look, "label", words, ctx.look.p.tx2, bold=False)


def offer_entry(ctx: Ctx) -> ft.Control:
    """Return the dock that offers to enter the hand, or to play without."""
    return asked(
        ctx,
        ctx.t("ask.enter", n=seat_of(ctx.view, ctx.me).hand_size),
        Main(ctx.t("enter_my_cards"), act(ctx.actions.keep)),
        line=ctx.t("new_deal"),
        left=Side(ctx.t("without"), None, ctx.choose("skipped", ctx.view.set)),
    )
