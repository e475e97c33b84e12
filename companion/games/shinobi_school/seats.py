"""The seats: boxes with points, cards and known mansions; and my heaven, its cards only while my cover is open."""

from __future__ import annotations

import flet as ft

from companion.contract.actions import Actions
from companion.games.shinobi_school.cards import TINY, Size, face, spread
from companion.games.shinobi_school.facts import Ctx, K, Mansion, SeatFacts, groups, prompt_of, spoken_set
from companion.games.shinobi_school.field import legal_of
from companion.games.table.context import private_of, seat_of
from companion.i18n import num
from companion.ui import (
    Act,
    act,
    aloud,
    block,
    edge,
    hold_pad,
    icon,
    named,
    on,
    palette,
    presence_sign,
    pressable,
    row,
    seat_face,
    seat_line,
    short_clause,
    side_face,
    text,
    theme,
)
from companion.ui.base import figure
from companion.ui.overlays import sentences
from companion.ui.secrecy import Held
from companion.ui.theme import Look
from companion.ui.words import listed

FULL = 4
"""The most seats in a row with words; with more, the boxes are narrow."""
NARROW = 22
"""The size of points in a narrow box, in pixels."""


def cards_words(look: Look, seat: SeatFacts) -> str:
    if seat.status:
        return look.t(f"{K}status.{seat.status}")
    return "" if seat.cards is None else look.t(K + "cards_n", n=seat.cards)


@block
def seat_row(look: Look, seats: tuple[SeatFacts, ...], handler: Act | None = None, big: bool = False) -> ft.Control:
    """Draw all seats in one row, mine last; from text scale 1.5 on two by two. A tap shows the mansions.

    `big` ones can be read from two metres.
    """
    narrow = len(seats) > FULL or 1.15 < look.scale < 1.5
    boxes = [seat_box(look, seat, handler, narrow and not look.wide, big) for seat in seats]
    if look.scale < 1.5:
        return ft.Row(boxes, spacing=6)
    lines: list[ft.Control] = [ft.Row([*boxes[i : i + 2]], spacing=6) for i in range(0, len(boxes), 2)]
    return ft.Column(lines, spacing=6, tight=True)


def seat_box(look: Look, seat: SeatFacts, handler: Act | None, narrow: bool, big: bool) -> ft.Control:
    """Draw one seat in its box. The seat whose turn it is has a bright edge, mine a vermilion one."""
    p = look.p
    line = p.accent_text if seat.my_turn else p.text if seat.turn else p.line
    box = ft.Container(
        seat_words(look, seat, narrow, big),
        padding=ft.Padding.symmetric(horizontal=3, vertical=4),
        bgcolor=p.accent_soft if seat.my_turn else p.surface_2 if seat.turn else p.surface,
        border=edge(theme.LINE if seat.turn else theme.HAIR, line),
        border_radius=theme.R_CARD,
        on_click=on(handler),
    )
    spoken = aloud(seat.name, look.t(K + "points_n", n=seat.points), cards_words(look, seat))
    return pressable(spoken, box, handler, expand=True)


@block
def seat_words(look: Look, seat: SeatFacts, narrow: bool, big: bool) -> ft.Control:
    """Draw a seat's name, points and cards, one below the other."""
    p = look.p
    name = text(look, "title" if big else "over", seat.name, lines=1, align=ft.TextAlign.CENTER)
    name.expand, name.expand_loose = True, True
    head: list[ft.Control] = [name]
    if seat.presence:
        head.append(presence_sign(look, seat.presence, 13))
    style, words = "body" if big else "caption", cards_words(look, seat)
    below: ft.Control = text(look, style, words, p.text_2, lines=1, align=ft.TextAlign.CENTER)
    if narrow and seat.cards is not None and not seat.status:
        count = text(look, "caption", str(seat.cards), p.text_2)
        sign = icon(look, ft.Icons.STYLE_SHARP, 15, p.text_2)
        below = ft.Row([sign, count], spacing=3, alignment=ft.MainAxisAlignment.CENTER)
    numeral = text(
        look, "numeral_l" if big else "numeral_s", num(seat.points), lines=1, size=NARROW if narrow else 0,
        line=0 if big else 32, align=ft.TextAlign.CENTER,
    )  # fmt: skip
    return ft.Column(
        [
            ft.Row(head, spacing=3, alignment=ft.MainAxisAlignment.CENTER),
            numeral,
            *([below] if words else []),
            seat_line(look, seat.seat),
        ],
        spacing=0,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


@block
def mansion_row(look: Look, mansion: Mansion, size: Size = TINY) -> ft.Control:
    """Draw the public facts of a mansion: earth, and what was seen going to heaven."""
    p, t = look.p, look.t
    name = text(look, "subject", mansion.name, lines=1)
    name.expand, name.expand_loose = True, True
    count = len(mansion.earth) + len(mansion.known) + mansion.unseen
    head = row([seat_face(look, mansion.name, mansion.mine, "", 28, seat=mansion.seat), name,
                text(look, "caption", t(K + "cards_n", n=count), p.text_2)], 8)  # fmt: skip
    sides: list[ft.Control] = [
        side_line(look, "地", t(K + "earth"), groups(mansion.earth), 0, size),
        side_line(look, "天", t(K + "heaven"), groups(mansion.known), mansion.unseen, size),
    ]
    return ft.Container(
        ft.Column([head, *sides], spacing=5, tight=True),
        padding=ft.Padding.symmetric(horizontal=10, vertical=7),
        bgcolor=p.surface_2 if mansion.turn else p.surface,
        border=edge(theme.LINE if mansion.turn else theme.HAIR, p.text if mansion.turn else p.line),
        border_radius=theme.R_PANEL,
        key=mansion.seat,  # others take its place when the turn passes on
    )


def side_line(
    look: Look, sign: str, word: str, cards: tuple[tuple[int, int], ...], unseen: int, size: Size = TINY
) -> ft.Control:
    mark = ft.Semantics(
        content=text(look, "mark", sign, look.p.text_2), label=word, container=True, exclude_semantics=True
    )
    drawn = spread(look, cards, size, unseen)
    return ft.Row(
        [ft.Container(mark, width=24), ft.Container(drawn, expand=True)],
        spacing=6,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )


BELOW = 1.3
"""The text scale from which on the pad is below the words."""
ROOM = 168
"""The width in pixels for the cards of an open heaven beside the pad."""


def heaven(ctx: Ctx) -> ft.Control:
    """Return the panel of my heaven, with the pad that opens it if I have noted it."""
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
        none = "no_cards" if cards is not None else "no_longer_counts"
        head, words = title(ctx), "" if sets else ctx.t(none) if ctx.open else public_words(ctx)
    return heaven_panel(ctx.look, ctx.actions, snap.held, head, words, sets, snap.tap_to_open)


def _placeable(ctx: Ctx) -> frozenset[int] | None:
    """Return which of my numbers heaven may place now; None if it is not heaven's turn to act."""
    legal = legal_of(ctx)
    sets = legal["place"].get("heaven") if legal is not None else None
    return None if sets is None else frozenset(map(int, sets))


def title(ctx: Ctx) -> str:
    size = seat_of(ctx.view, ctx.me).heaven
    return ctx.t("heaven") if size is None else ctx.t("heaven_n", n=size)


def public_words(ctx: Ctx) -> str:
    """Return the public facts of my heaven: what it did in this turn, else what was seen going there.

    What it did is said as "took 3", "placed 9 ×2" or "passed".
    """
    view, seat = ctx.view, seat_of(ctx.view, ctx.me)
    actions = view.now.actions if view.now is not None and view.active == ctx.me else ()
    if (done := next((action for action in actions if action.side == "heaven"), None)) is not None:
        cards = spoken_set(done.number, done.size) if done.number is not None else ""
        return ctx.t(f"done.{done.kind}", cards=cards)
    if seat.withdrawn:
        return ctx.t("withdrawn")
    if seat.known:
        return ctx.t("seen", cards=listed(ctx.look, [spoken_set(n, k) for n, k in groups(seat.known)]))
    return ctx.t("entered" if seat.noted else "not_entered")


def refusal_words(ctx: Ctx) -> str:
    """Return why I was refused while the pad is held: no sheet may cover it then."""
    refusal = ctx.snap.refusal
    if refusal is None or ctx.snap.held != "held":
        return ""
    why, _ = sentences(ctx.say(refusal.reason, refusal.params))  # advice follows once the pad is released
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
    """Draw my heaven and its pad, with the same height open and covered."""
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
    """Draw the cards of an open heaven in place of its words; those that cannot be placed now are faint."""
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
