"""My hand on my phone: backs with their places while covered, faces while open, and the pad that opens it."""

from __future__ import annotations

import flet as ft

from companion.contract.actions import Actions
from companion.games.shinobazu.cards import LARGE, RING, back, held
from companion.games.shinobazu.facts import chosen, may_enter, private_of, seat_of
from companion.games.shinobazu.frame import Ctx
from companion.ui import Act, act, block, edge, hold_pad, named, palette, short_clause, side_face, still, text, theme
from companion.ui.look import Look
from companion.ui.secrecy import Held
from companion.ui.words.sentences import listed
from referee.shinobazu.model import HAND

BELOW = 1.5
"""The text scale from which the pad lies below the cards."""


def hand(ctx: Ctx) -> ft.Control:
    """Return my hand: backs with their places while covered, faces while open; or the way to enter it."""
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
    fact, cause = told_open(ctx, cards, faint, own.why if own else None) if ctx.open else ("", "")
    mine = view.active == me
    pick = chosen(ctx.pick, view, me).card if mine else 0
    choose = ctx.choose("card") if mine else None
    lacks = mine and not pick and ctx.pick.lacking == "card"
    return hand_panel(
        ctx.look, ctx.actions, snap.held, cards, faint, pick, choose, fact, cause, snap.tap_to_open, lacks
    )


def told_open(ctx: Ctx, cards: tuple[str, ...], faint: tuple[bool, ...], why: str | None) -> tuple[str, str]:
    """Return what the pad says while it is held: why I was refused, else what may be laid.

    A sheet would take the pad away from under the finger, and the lifting would be lost.
    """
    refusal = ctx.snap.refusal
    if refusal is not None and ctx.snap.held == "held":
        # The pad has room for two lines.
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
    """Draw my hand and the pad that opens it. Covered, every card is the same back.

    It is ringed where a card of it `lacks`.
    """
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
    below = look.scale >= BELOW
    short = "" if tap or below or len(cards) < HAND else look.t("kit.hold_narrow")
    pad = hold_pad(look, actions, state, short, tap=tap, fact=fact, cause=cause, expand=None if below else True)
    return _panel(ft.Row(drawn, spacing=0, tight=True), pad, below, look.p.accent_text if lacks else palette.PAD_EDGE)


@still
def unentered(look: Look, count: int, words: str, label: str, enter: Act | None) -> ft.Control:
    """Draw a hand that is not entered: as many backs as cards, and the way to enter it."""
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
    """Draw the cards and what stands beside them; in the largest text below them. It is as high open as covered."""
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
