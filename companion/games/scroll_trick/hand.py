"""My own cards on my phone: open ones with their scrolls, closed ones as backs, and what only I may see."""

from __future__ import annotations

from collections.abc import Sequence

import flet as ft

from companion.contract.actions import Actions
from companion.games.scroll_trick.faces import LARGE, PICKED, back, ringed, tappable
from companion.games.scroll_trick.facts import Ctx, SeatFacts, duty
from companion.games.scroll_trick.picker import tiles_line
from companion.games.scroll_trick.table import MANY, ROW, every_seat, others, table
from companion.games.table.context import WithLesson, in_turn, private_of, seat_of
from companion.i18n import num
from companion.ui import (
    Act,
    Handler,
    act,
    block,
    button_side,
    column,
    edge,
    hold_pad,
    named,
    palette,
    pressable,
    row,
    seat_face,
    side_face,
    text,
    theme,
)
from companion.ui.base import inset
from companion.ui.secrecy import Held
from companion.ui.theme import Look

IC = ft.Icons
NARROW = 3
"""The number of cards from which on the name beside them gets less space."""
LARGE_TEXT = 1.5
"""The text scale from which on things are placed below each other."""


# My panel


def mine(
    ctx: Ctx,
    *,
    tap: Act | None = None,
    closed: Act | None = None,
    only: Sequence[str] | None = None,
    cards: tuple[str, ...] = (),
) -> ft.Control:
    """Return my panel: points, open cards, closed cards.

    `tap(card)` chooses an open card, `closed` opens the picker of the others. `only` are the open cards that may be
    chosen now, None for all; `cards` are chosen, or the only choice.
    """
    view, me = ctx.view, ctx.me
    facts = next(s for s in every_seat(ctx) if s.seat == me)
    own = private_of(view, me) if ctx.open else None
    known = {s.card: s.value for s in own.scrolls} if own is not None else {}
    faint = () if only is None else tuple(c.card for c in facts.cards if c.card not in only)
    note = ctx.t(f"note.{facts.note}") if facts.note else ""
    line = note or (ctx.t("starts_mark") if facts.marker else "")
    chosen = cards or ((ctx.pick.card,) if ctx.pick.card else ())
    off = closed is not None and bool(duty(view, me)) and view.options.follow_open == "open_first"
    return my_panel(
        ctx.look, view.options.kinds, facts, tuple(sorted(known.items())), faint, chosen, tap, closed, off, line
    )


@block
def my_panel(
    look: Look,
    kinds: tuple[str, ...],
    seat: SeatFacts,
    known: tuple[tuple[str, int], ...],
    faint: tuple[str, ...],
    chosen: tuple[str, ...],
    tap: Act | None,
    closed: Act | None,
    closed_off: bool,
    note: str,
) -> ft.Control:
    p, t, worth = look.p, look.t, dict(known)
    drawn: list[ft.Control] = [
        tappable(
            look, kinds, c.card, LARGE, tile=c.tile, value=c.value, known=worth.get(c.card), chosen=c.card in chosen,
            faint=c.card in faint, on_tap=None if tap is None else act(tap, c.card),
        )
        for c in seat.cards
    ]  # fmt: skip
    if seat.closed:
        picked = bool(chosen) and all(c.card not in chosen for c in seat.cards)
        drawn.append(_closed(look, seat.closed, picked, closed_off, closed))
    tight = len(drawn) > NARROW and look.scale < LARGE_TEXT
    name = text(look, "over" if tight else "subject", seat.name, lines=1)
    name.expand, name.expand_loose = True, True
    said = f"{seat.name}, {t('scroll_trick.screen.n_points', n=seat.points)}"
    who: list[ft.Control] = [
        row([seat_face(look, seat.name, True, "", 22 if tight else 28, seat=seat.seat), name], 5 if tight else 8),
        text(look, "numeral_l", num(seat.points), size=_points_size(seat.points), lines=1),
        *([text(look, "caption", note, p.text_2, lines=1)] if note else []),
    ]
    spoken = named(said, ft.Column(who, spacing=2, tight=True), expand=True)
    lies = ft.Row(drawn, spacing=0, tight=True)
    large = look.scale >= 1.5
    body: ft.Control = ft.Column([row([spoken]), lies], spacing=6, tight=True) if large else row([spoken, lies], 4)
    return ft.Container(
        body, padding=inset(10, 5), bgcolor=p.accent_soft if seat.turn else p.surface,
        border=edge(theme.LINE, p.accent_text if seat.turn else p.line_strong), border_radius=theme.R_PANEL,
        height=None if large else 102,
    )  # fmt: skip


def _points_size(points: int) -> int:
    """Return the size of my points in pixels: beside four cards there are 74 px."""
    return {1: 50, 2: 44}.get(len(num(points)), 34)


def _closed(look: Look, count: int, chosen: bool, off: bool, tap: Handler | None) -> ft.Control:
    spoken = look.t("scroll_trick.screen.n_closed", n=count)
    if off:
        spoken = look.t("scroll_trick.screen.not_now", card=spoken)
    drawn: ft.Control = back(LARGE, count)
    if off:
        drawn = ft.Container(drawn, opacity=theme.FADED)
    box = ringed(drawn, LARGE, look.p.text if chosen else "", tap)
    return pressable(spoken, box, tap, selected=chosen) if tap is not None else named(spoken, box)


# The cover


def board(ctx: Ctx) -> list[ft.Control]:
    """Return the table; while my cover is open my secrets replace the other seats' rows, and nothing moves."""
    if not ctx.open or ctx.acting or private_of(ctx.view, ctx.me) is None:
        return table(ctx)
    high = theme.grown(ctx.look, ROW) * len(others(ctx)) + 2
    return table(ctx, secret_box(ctx.look, secret_rows(ctx), high))


def in_sight(ctx: Ctx, parts: Sequence[ft.Control]) -> list[ft.Control]:
    """Return table, cards and pad close together, all of it above the dock.

    With five seats there is no space for the lesson once cards have been played to the trick.
    """
    close: list[ft.Control] = [column(parts, 7)]
    now = ctx.view.now
    full = len(ctx.view.order) >= MANY and now is not None and len(now.plays) > 1
    return WithLesson(close) if full else close


def secret_box(look: Look, rows: list[ft.Control], high: float) -> ft.Control:
    """Draw the open secrets in place of something else, with the same height."""
    return ft.Container(
        ft.Column(rows, spacing=4, scroll=ft.ScrollMode.AUTO, horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
        height=None if look.scale >= LARGE_TEXT else high, padding=inset(8, 6), bgcolor=look.p.surface,
        border=edge(theme.LINE, palette.PAD_EDGE), border_radius=theme.R_PANEL,
    )  # fmt: skip


def cover(ctx: Ctx, *, below: bool = False) -> list[ft.Control]:
    """Return the pad that opens my cover, whatever was noted; the open secrets are on the board, or `below`."""
    if ctx.acting or ctx.snap.role != "seat":
        return secret_rows(ctx)
    label, note = note_button(ctx)
    pad = pad_row(ctx.look, ctx.actions, ctx.snap.held, ctx.snap.tap_to_open, label, note)
    return [pad, *(secret_rows(ctx) if below else [])]


@block
def pad_row(look: Look, actions: Actions, state: Held, tap: bool, label: str, note: Act | None) -> ft.Control:
    """Draw the pad, and the button for noting something under the cover."""
    pad = hold_pad(look, actions, state, tap=tap, kind="button", expand=None if look.scale >= 1.5 else True)
    side = [side_face(look, label, note, glyph=IC.EDIT_SHARP, equal=True)] if label else []
    if look.scale >= 1.5:
        return ft.Column([pad, *side], spacing=8, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
    return row([pad, *side], 8)


def note_button(ctx: Ctx) -> tuple[str, Act | None]:
    """Return the label of what may be noted under the cover now, and the act that opens its entry."""
    asks = {p.ask.rpartition(".")[2] for p in ctx.snap.prompts if p.seat == ctx.me}
    for ask, tab in (("place_scrolls", "scrolls"), ("draw_scrolls", "drawn"), ("register_hand", "hand")):
        if ask in asks:
            return ctx.t(f"note_{tab}"), act(in_turn, ctx.put(tab=tab), ctx.actions.secrets.keep)
    return "", None


def secret_rows(ctx: Ctx) -> list[ft.Control]:
    """Return my secrets while my cover is open: my noted hand, my scrolls, why some cards may not be played."""
    view, me = ctx.view, ctx.me
    own = private_of(view, me) if ctx.open and me else None
    if own is None:
        return []
    t, rows = ctx.t, list[ft.Control]()
    refusal = ctx.snap.refusal
    if refusal is not None and ctx.snap.held == "held":
        rows.append(text(ctx.look, "label", ctx.say(refusal.reason, refusal.params), ctx.look.p.accent_text))
    if own.hand is not None:
        rows.append(hand_row(ctx, own.hand, own.playable))
        if own.why is not None:
            rows.append(text(ctx.look, "caption", ctx.say(own.why.reason, own.why.params), ctx.look.p.text_2))
        rows += check_row(ctx, own.hand)
    if own.held:
        rows.append(tiles_line(ctx.look, t("you_hold"), own.held, None))
    if not rows and not own.scrolls:
        rows.append(text(ctx.look, "label", t("nothing_noted"), ctx.look.p.text_2, bold=False))
    return rows


def hand_row(ctx: Ctx, hand: tuple[str, ...], playable: tuple[str, ...] | None) -> ft.Control:
    """Return my noted hand, open: a tap chooses a card by its place, so that it stays secret when covered."""
    turn = ctx.view.active == ctx.me and ctx.view.phase in ("trick", "open")
    lies = {c.card for c in seat_of(ctx.view, ctx.me).cards}
    drawn: list[ft.Control] = []
    for n, card in enumerate(hand, 1):
        if ctx.view.phase == "open" and card in lies:
            continue
        name = card if card in lies or ctx.acting else f"#{n}"
        faint = playable is not None and card not in playable
        drawn.append(
            tappable(
                ctx.look, ctx.view.options.kinds, card, PICKED, chosen=bool(name) and ctx.pick.card in (name, card),
                faint=faint, on_tap=ctx.put(card=name, tab="") if turn else None,
                spoken=ctx.t("in_hand", card=ctx.card(card)),
            )
        )  # fmt: skip
    return ft.Row(drawn, spacing=0, alignment=ft.MainAxisAlignment.START)


def check_row(ctx: Ctx, hand: tuple[str, ...]) -> list[ft.Control]:
    """Return the question whether the chosen card may be played; the referee answers in the log, to me alone."""
    if ctx.view.phase != "trick" or not ctx.pick.card:
        return []
    ask = ctx.declare({"type": "check_card", "card": ctx.pick.card})
    return [button_side(ctx.look, ctx.t("may_i"), ask, IC.HELP_OUTLINE_SHARP, theme.TOUCH)]
