"""My hand on my phone: its entry, covered and open, and a picker of all fifteen cards."""

from __future__ import annotations

from dataclasses import replace

import flet as ft

from companion.contract.actions import Actions
from companion.games.shinobazu.cards import LARGE, RING, back, held, picked
from companion.games.shinobazu.facts import Ctx, Pick, chosen, elsewhere, hand_chosen, may_enter
from companion.games.shinobazu.facts import card as in_words
from companion.games.table.context import NO_HINT, WithLesson, private_of, seat_of
from companion.games.table.frame import answer, cover
from companion.ui import (
    Act,
    Main,
    act,
    block,
    edge,
    hold_pad,
    label_row,
    named,
    palette,
    short_clause,
    side_face,
    text,
    theme,
)
from companion.ui.secrecy import Held
from companion.ui.theme import Look
from companion.ui.words import listed
from referee.shinobazu.cards import CARDS, COLOURS, HAND, VALUES


@block
def card_picker(look: Look, chosen: tuple[str, ...], gone: tuple[str, ...], on_tap: Act) -> ft.Control:
    """Draw the fifteen cards, one colour per row. `on_tap(card)`; those that are `gone` are struck through."""
    rows: list[ft.Control] = []
    for colour in COLOURS:
        cards = [f"{colour} {value}" for value in VALUES]
        drawn = [
            picked(look, card, chosen=card in chosen, gone=card in gone, on_tap=act(on_tap, card)) for card in cards
        ]
        rows.append(ft.Row(drawn, spacing=0, alignment=ft.MainAxisAlignment.SPACE_BETWEEN))
    return ft.Column(rows, spacing=4, tight=True)


def toggled(chosen: tuple[str, ...], card: str, most: int, fixed: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return the cards after a tap on one. A card beyond `most` replaces the one tapped last."""
    if card in fixed:
        return chosen
    if card in chosen:
        return tuple(c for c in chosen if c != card)
    free = [c for c in chosen if c not in fixed]
    kept = [c for c in chosen if c in fixed]
    room = most - len(kept)
    return (*kept, *free[: max(0, room - 1)], card) if room > 0 else chosen


def enter(actions: Actions, hint: Act, chosen: tuple[str, ...], fixed: tuple[str, ...], gone: tuple[str, ...],
          most: int, card: str) -> None:  # fmt: skip
    """Handle a tap in the entry of a hand: the server keeps the cards; the hint shown before is forgotten."""
    if card in gone or card in fixed:
        hint(card)
        return
    hint("")
    actions.secrets.hands(list(toggled(chosen, card, most, fixed)))


def named_card(now: Pick, gone: tuple[str, ...], most: int, card: str) -> Pick:
    """Return the pick after a tap in naming a card that lies open on the table."""
    if card in gone:
        return replace(now, hint=card)
    chosen = tuple(each for each in now.named if each not in gone)
    return replace(now, **NO_HINT, named=toggled(chosen, card, most))


def entry(ctx: Ctx) -> tuple[list[ft.Control], ft.Control]:
    """Draw the entry of a hand. What is tapped stays on the server, and leaves the phone when the cover closes.

    The lesson shown is that of the turn that comes after it.
    """
    look, t, view, me = ctx.look, ctx.t, ctx.view, ctx.me
    size, returned = seat_of(view, me).hand_size, seat_of(view, me).returned
    chosen = hand_chosen(ctx.snap.entering, view, me)
    gone = gone_cards(ctx, me)
    tap = act(enter, ctx.actions, ctx.choose("hint"), chosen, returned, tuple(gone), size)
    content: list[ft.Control] = [
        label_row(look, t("entry_title", n=size), t("n_of_m", n=len(chosen), of=size)),
        card_picker(look, chosen, tuple(gone), tap),
        text(look, "label", entry_hint(ctx, gone, returned), look.p.text, bold=bool(ctx.pick.hint)),
        text(look, "label", t("entry_about"), look.p.text_2, bold=False),
    ]
    main = Main(t("lock_it"), ctx.declare({"type": "enter_hand", "cards": list(chosen)}))
    if left := size - len(chosen):
        main = Main(t("card_more") if left == 1 else t("cards_more", n=left), None, False)
    ask = t("ask.enter_now", n=size)
    return WithLesson(content), answer(ctx, "asked", t("new_deal"), ask, cover(ctx), main)


def gone_cards(ctx: Ctx, me: str) -> dict[str, str]:
    known = elsewhere(ctx.view, me)
    return {card: ctx.t(f"gone.{known[card][0]}", card=in_words(ctx.look, card), name=ctx.name(known[card][1]))
            for card in CARDS if card in known}  # fmt: skip


def entry_hint(ctx: Ctx, gone: dict[str, str], returned: tuple[str, ...]) -> str:
    """Return why the tapped card cannot be taken or removed, else how long the cover stays open."""
    hint = ctx.pick.hint
    if hint in gone:
        return gone[hint]
    if hint in returned:
        return ctx.t("gone.returned", card=in_words(ctx.look, hint))
    return ctx.t("entry_closes")


BELOW = 1.5
"""The text scale from which on the pad is below the cards."""


def hand(ctx: Ctx) -> ft.Control:
    """Return my hand: backs with their places while covered, faces while open; or the button to enter it."""
    view, me, snap = ctx.view, ctx.me, ctx.snap
    seat = seat_of(view, me)
    if not seat.hand_entered:
        words = ctx.t("withdrawn" if seat.withdrawn else "not_entered")
        enter = act(ctx.actions.secrets.keep) if may_enter(snap, me) else None
        return unentered(ctx.look, seat.hand_size, words, ctx.t("enter_mine") if enter else "", enter)
    own = private_of(view, me)
    cards = own.hand if own is not None and own.hand is not None and ctx.open else ("",) * seat.hand_size
    playable = own.playable if own is not None and ctx.open else None
    faint = tuple(playable is not None and card not in playable for card in cards)
    fact, cause = hand_sentences(ctx, cards, faint, own.why if own else None) if ctx.open else ("", "")
    mine = view.active == me
    pick = chosen(ctx.pick, view, me).card if mine else 0
    choose = ctx.choose("card") if mine else None
    lacks = mine and not pick and ctx.pick.lacking == "card"
    return hand_panel(
        ctx.look, ctx.actions, snap.held, cards, faint, pick, choose, fact, cause, snap.tap_to_open, lacks
    )


def hand_sentences(ctx: Ctx, cards: tuple[str, ...], faint: tuple[bool, ...], why: str | None) -> tuple[str, str]:
    """Return what the pad says while it is held: why I was refused, else what may be laid.

    A sheet would take the pad away from under the finger, and its release would be lost.
    """
    refusal = ctx.snap.refusal
    if refusal is not None and ctx.snap.held == "held":
        # The pad has space for two lines.
        short = {"shinobazu.must_follow": "shinobazu.why.must_follow"}.get(refusal.reason, refusal.reason)
        return ctx.t("refused_fact", clause=short_clause(refusal.clause)), ctx.say(short, refusal.params)
    return why_playable(ctx, cards, faint, why)


def why_playable(ctx: Ctx, cards: tuple[str, ...], faint: tuple[bool, ...], why: str | None) -> tuple[str, str]:
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
    lacks: bool = False,
) -> ft.Control:
    """Draw my hand and the pad that opens it. While covered, every card is the same back.

    It is ringed if a card of it must be chosen (`lacks`).
    """
    drawn = [
        held(look, n, card, chosen=n == pick, faint=off, on_tap=act(choose, n) if choose is not None else None)
        for n, (card, off) in enumerate(zip(cards, faint, strict=True), 1)
    ]
    # Beside three cards there is space for the short words only.
    below = look.scale >= BELOW
    short = "" if tap or below or len(cards) < HAND else look.t("kit.hold_narrow")
    pad = hold_pad(look, actions, state, short, tap=tap, fact=fact, cause=cause, expand=None if below else True)
    return _panel(ft.Row(drawn, spacing=0, tight=True), pad, below, look.p.accent_text if lacks else palette.PAD_EDGE)


@block
def unentered(look: Look, count: int, words: str, label: str, enter: Act | None) -> ft.Control:
    """Draw a hand that is not entered: as many backs as cards, and the button to enter it."""
    backs = [ft.Container(back(LARGE), margin=RING) for _ in range(count)]
    side: list[ft.Control] = [text(look, "caption", words, palette.PAD_TEXT, lines=4 if not label else 3)]
    if label:
        side.append(side_face(look.but(secret=True), label, enter, height=44))
    spoken = look.t("shinobazu.screen.hand_of", n=count)
    below = look.scale >= BELOW
    words_ = ft.Column(
        side, spacing=6, expand=None if below else True, tight=True, alignment=ft.MainAxisAlignment.CENTER
    )
    return _panel(named(spoken, ft.Row(list(backs), spacing=0, tight=True)), words_, below)


def _panel(cards: ft.Control, beside: ft.Control, below: bool, line: str = palette.PAD_EDGE) -> ft.Control:
    """Draw the cards with the pad beside or, in the largest text, below them; with the same height open and covered."""
    return ft.Container(
        ft.Column([cards, beside], spacing=6, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
        if below
        else ft.Row([cards, beside], spacing=6),
        height=None if below else 124,
        padding=ft.Padding.symmetric(horizontal=12, vertical=10) if below else ft.Padding.only(left=6, right=12),
        bgcolor=palette.PAD,
        border=edge(theme.LINE, line),
        border_radius=theme.R_PANEL,
    )
