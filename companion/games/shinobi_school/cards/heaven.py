"""My heaven on my phone: how many cards it has and what everybody saw of it; its cards only while my cover is open."""

from __future__ import annotations

import flet as ft

from companion.contract.actions import Actions
from companion.games.shinobi_school.cards.faces import face
from companion.games.shinobi_school.cards.why import legal_of
from companion.games.shinobi_school.facts import done_with, groups, private_of, prompt_of, seat_of, spoken_set
from companion.games.shinobi_school.frame import Ctx, K
from companion.ui import Act, act, aloud, block, edge, hold_pad, named, palette, short_clause, side_face, text, theme
from companion.ui.base import figure
from companion.ui.look import Look
from companion.ui.secrecy import Held
from companion.ui.sheets.overlays import sentences
from companion.ui.words.sentences import listed
from referee.shinobi_school.cards import Cards
from referee.shinobi_school.view_model import Action

BELOW = 1.3
"""The text scale from which the pad lies below the words."""
ROOM = 168
"""Pixels for the cards of an open heaven beside the pad."""


def heaven(ctx: Ctx) -> ft.Control:
    """Return the panel of my heaven, with the pad that opens it if I have entered it."""
    view, me, snap = ctx.view, ctx.me, ctx.snap
    seat = seat_of(view, me)
    if not seat.noted:
        offered = prompt_of(snap, "register_heaven", me) or prompt_of(snap, "register_hand", me)
        enter = act(ctx.actions.secrets.keep) if offered is not None and view.phase != "turn" else None
        return unentered(ctx.look, title(ctx), public_words(ctx), ctx.t("enter") if enter else "", enter)
    own = private_of(view, me)
    cards = (own.heaven if own.heaven is not None else own.hand) if own is not None and ctx.open else None
    legal = _placeable(ctx) if ctx.open else None
    sets = tuple((n, k, legal is not None and n not in legal) for n, k in groups(cards or ()))
    if ctx.open and (refused := refusal_words(ctx)):
        head, words = "", refused
    else:
        head, words = title(ctx), "" if sets else open_words(ctx, cards) if ctx.open else public_words(ctx)
    return heaven_panel(ctx.look, ctx.actions, snap.held, head, words, sets, snap.tap_to_open)


def _placeable(ctx: Ctx) -> frozenset[int] | None:
    """Return which of my numbers heaven may place now, while it is heaven's turn to act."""
    legal = legal_of(ctx, ctx.me)
    sets = legal["place"].get("heaven") if legal is not None else None
    return None if sets is None else frozenset(map(int, sets))


def title(ctx: Ctx) -> str:
    size = seat_of(ctx.view, ctx.me).heaven
    return ctx.t("heaven") if size is None else ctx.t("heaven_n", n=size)


def public_words(ctx: Ctx) -> str:
    """Return what everybody knows of my heaven: what it did in this turn, else what was seen going there."""
    view, seat = ctx.view, seat_of(ctx.view, ctx.me)
    done = done_with(view, "heaven") if view.active == ctx.me else None
    if done is not None:
        return done_words(ctx, done)
    if seat.withdrawn:
        return ctx.t("withdrawn")
    if seat.known:
        return ctx.t("seen", cards=listed(ctx.look, [spoken_set(n, k) for n, k in groups(seat.known)]))
    return ctx.t("entered" if seat.noted else "not_entered")


def done_words(ctx: Ctx, done: Action) -> str:
    """Return what a side did in this turn: "took 3", "placed 9 ×2", "passed"."""
    cards = spoken_set(done.number, done.size) if done.number is not None else ""
    return ctx.t(f"done.{done.kind}", cards=cards)


def open_words(ctx: Ctx, cards: Cards | None) -> str:
    return ctx.t("no_cards" if cards is not None else "no_longer_counts")


def refusal_words(ctx: Ctx) -> str:
    """Return why I was refused while a finger holds the pad: no sheet may be laid over it then."""
    refusal = ctx.snap.refusal
    if refusal is None or ctx.snap.held != "held":
        return ""
    why, _ = sentences(ctx.say(refusal.reason, refusal.params))  # what to do then is said once the pad is let go
    return f"{short_clause(refusal.clause)}: {why}"


@block
def heaven_panel(
    look: Look,
    actions: Actions,
    state: Held,
    title: str,
    words: str,
    sets: tuple[tuple[int, int, bool], ...],
    tap: bool,
) -> ft.Control:
    """Draw my heaven and its pad. It is as high open as covered."""
    below = look.scale >= BELOW
    left = open_cards(look, sets) if sets and not words else _words(look, title, words)
    short = "" if tap or below else look.t(K + "hold")
    pad = hold_pad(look, actions, state, short, tap=tap, height=50, expand=None)
    return _panel(look, left, pad if below else ft.Container(pad, width=132), below)


@block
def unentered(look: Look, title: str, words: str, label: str, enter: Act | None) -> ft.Control:
    below = look.scale >= BELOW
    side = side_face(look.but(secret=True), label, enter, height=44) if label else ft.Container(width=0)
    return _panel(look, _words(look, title, words), side, below)


def _words(look: Look, title: str, words: str) -> ft.Control:
    lines = [text(look, "subject", title, palette.PAD_TEXT, lines=1)] if title else []
    if words:
        lines.append(text(look, "caption", words, palette.PAD_TEXT, lines=2 if title else 3, line=17))
    return named(aloud(title, words), ft.Column([*lines], spacing=0, tight=True))


def open_cards(look: Look, sets: tuple[tuple[int, int, bool], ...]) -> ft.Control:
    """Draw the cards of an open heaven in the room of its words; those that cannot be placed now are faint."""
    each = min(30.0, ROOM / len(sets) - 2)
    drawn: list[ft.Control] = []
    for number, count, faint in sets:
        said = spoken_set(number, count)
        if faint:
            said = f"{said}, {look.t('kit.not_available')}"
        mark = figure(look, f"\N{MULTIPLICATION SIGN}{count}" if count > 1 else "", palette.PAD_TEXT, 11)
        card = face(number, (int(each), 34), faint=faint)
        drawn.append(named(said, ft.Column([card, ft.Container(mark, height=14)], spacing=1, tight=True)))
    return ft.Row(drawn, spacing=2)


def _panel(look: Look, left: ft.Control, side: ft.Control, below: bool) -> ft.Control:
    sign = ft.Container(figure(look, "天", palette.PAD_TEXT, 24), width=30)
    main = ft.Row([sign, ft.Container(left, expand=True)], spacing=8, expand=None if below else True)
    return ft.Container(
        ft.Column([main, side], spacing=6, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
        if below
        else ft.Row([main, side], spacing=6),
        height=None if below else 62,
        padding=ft.Padding.symmetric(horizontal=10, vertical=8 if below else 4),
        bgcolor=palette.PAD,
        border=edge(theme.LINE, palette.PAD_EDGE),
        border_radius=theme.R_PANEL,
    )
