"""What lies on a Scroll Trick table: trump, the trick in order of play, everybody's open cards with their scrolls."""

from __future__ import annotations

from dataclasses import dataclass

import flet as ft

from companion.i18n import num
from companion.look import Look
from companion.screens.scroll_trick_cards import (
    INK,
    LARGE,
    SMALL,
    TRICK,
    Size,
    back,
    crest_mark,
    fill_of,
    laid,
    ringed,
    say_laid,
    scroll,
)
from companion.screens.scroll_trick_facts import SeatFacts, around, labels, seats
from companion.screens.scroll_trick_frame import Ctx
from companion.ui import aloud, block, edge, icon, named, row, seat_face, text, theme
from companion.ui.base import inset, rule
from companion.ui.marks import dashed_box
from referee.scroll_trick.cards import HAND
from referee.scroll_trick.view_model import PlayView, TrickView

IC = ft.Icons
ROW = 50
"""How high a seat's row is, in pixels."""


def table(ctx: Ctx, instead: ft.Control | None = None) -> list[ft.Control]:
    """Return the table, as a seat's phone shows it: what rules the moment, the trick, the others.

    `instead` takes the place of the others, as high as they are.
    """
    parts = [trump_banner(ctx)]
    if ctx.view.phase in ("trick", "resolve", "refill"):
        parts.append(trick_panel(ctx))
    return [*parts, instead or seat_rows(ctx.look, ctx.view.options.kinds, others(ctx))]


def others(ctx: Ctx) -> tuple[SeatFacts, ...]:
    """Return the rows of all seats but mine."""
    return tuple(s for s in every_seat(ctx) if not s.mine)


def every_seat(ctx: Ctx) -> tuple[SeatFacts, ...]:
    """Return the rows of all seats, mine last."""
    return seats(ctx.snap, ctx.me, ctx.t("shadow_short"))


# What rules the moment


def trump_banner(ctx: Ctx) -> ft.Control:
    """Return trump, or who chooses it, and how far the round is."""
    view, t = ctx.view, ctx.t
    if view.trump is None:
        mine = view.marker == ctx.me and bool(ctx.me)
        words = t("you_choose") if mine else t("chooses", name=ctx.name(view.marker)) if view.marker else t("no_start")
    else:
        words = t("is_trump")
    trick = view.trick if view.phase in ("trick", "resolve", "refill") else 0
    right = t("trick_of", n=trick, of=HAND) if trick else t(f"phase.{view.phase}")
    trump = view.trump or ""
    return banner(ctx.look, view.options.kinds, trump, ctx.kind(trump), words, right, trick, view.phase == "trick")


@block
def banner(
    look: Look, kinds: tuple[str, ...], trump: str, word: str, words: str, right: str, trick: int, playing: bool
) -> ft.Control:
    """Draw the trump kind by crest and word, and the tricks of the round as dots."""
    large = look.scale >= 1.5
    said = text(look, "subject", words, lines=2)
    parts: list[ft.Control] = [kind_chip(look, kinds, trump, word)] if trump else []
    left = row([*parts, ft.Container(said, expand=True)], 12, expand=None if large else True)
    at = text(look, "subject", right, lines=1)
    dots = [_dot(look, n < trick or (n == trick and not playing), n == trick) for n in range(1, HAND + 1)]
    ends = ft.CrossAxisAlignment.START if large else ft.CrossAxisAlignment.END
    place = ft.Column([at, *([row(dots, 4, tight=True)] if trick else [])], spacing=2, tight=True,
                      horizontal_alignment=ends)  # fmt: skip
    body = ft.Column([left, place], spacing=6, tight=True) if large else row([left, place], 8)
    return named(aloud(f"{word} {words}" if trump else words, right), ft.Container(body))


def _dot(look: Look, full: bool, now: bool) -> ft.Control:
    size = 10
    ink = look.p.tx if full or now else look.p.lns
    return ft.Container(
        width=size, height=size, border_radius=size / 2, bgcolor=look.p.tx if full else None, border=edge(2, ink)
    )


def kind_chip(look: Look, kinds: tuple[str, ...], kind: str, word: str, size: float = 19) -> ft.Control:
    """Return a kind by crest and word on its colour."""
    return ft.Container(
        row([crest_mark(kinds, kind, size * 0.8), text(look, "title", word, INK, size=size, lines=1)], 10, tight=True),
        height=theme.grown(look, 44),
        padding=inset(14),
        alignment=ft.Alignment.CENTER,
        bgcolor=fill_of(kinds, kind),
        border=edge(theme.LINE, theme.CARD_PAPER),
        border_radius=theme.R_BUTTON,
    )


# The trick


@dataclass(frozen=True, slots=True)
class Place:
    """One place of the trick: who, what he played, the word below, and whether he is ahead."""

    name: str
    play: PlayView | None
    word: str
    ahead: bool = False
    mine: bool = False
    waited: bool = False


def places(ctx: Ctx, trick: TrickView) -> tuple[Place, ...]:
    """Return the places of a trick in order of play, those still to come after the cards."""
    t, view = ctx.t, ctx.view
    order = view.order
    at = order.index(trick.leader)
    plays = {play.seat: play for play in trick.plays}
    made = []
    for seat in order[at:] + order[:at]:
        play, first = plays.get(seat), seat == trick.leader
        waits = play is None and seat == view.active
        word = t("wins") if trick.ahead == seat and len(plays) == len(order) else t("ahead")
        word = word if trick.ahead == seat else t("led") if first and play else ""
        mine = seat == ctx.me
        name = ctx.name(seat)
        made.append(Place(name, play, word or (t("you") if waits and mine else ""), trick.ahead == seat, mine, waits))
    return tuple(made)


def trick_panel(ctx: Ctx, size: Size = TRICK) -> ft.Control:
    """Return the trick on the table, or while the shadow's row is restored the one just taken."""
    trick = ctx.view.now or (ctx.view.tricks[-1] if ctx.view.tricks else None)
    if trick is None:
        return ft.Container(height=0)
    why = trick.why[0] if trick.why else None
    words = ""
    if why is not None and len(trick.plays) > 1:
        by = why.reason.rpartition(".")[2]
        words = ctx.t(f"by.{by}", card=ctx.card(why.params["card"]), kind=ctx.kind(why.params["kind"]))
    return trick_box(ctx.look, ctx.view.options.kinds, places(ctx, trick), size, words)


@block
def trick_box(look: Look, kinds: tuple[str, ...], made: tuple[Place, ...], size: Size, why: str = "") -> ft.Control:
    """Draw a trick in order of play: who led, who is ahead, where the next card comes."""
    p = look.p
    cells: list[ft.Control] = [ft.Container(_place(look, kinds, each, size), expand=True) for each in made]
    lines: list[ft.Control] = [ft.Row(cells, spacing=2, vertical_alignment=ft.CrossAxisAlignment.START)]
    if why:
        fits = 1 if look.scale < 1.15 else None
        lines.append(text(look, "caption", why, p.tx2, lines=fits, line=17, align=ft.TextAlign.CENTER))
    return ft.Container(
        ft.Column(lines, spacing=2, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
        padding=inset(8, 6), bgcolor=p.sf, border=edge(theme.HAIR, p.ln), border_radius=theme.R_PANEL,
    )  # fmt: skip


def _place(look: Look, kinds: tuple[str, ...], place: Place, size: Size) -> ft.Control:
    p, play = look.p, place.play
    ink = p.seal_text if place.mine and place.waited else p.tx if place.ahead else p.tx2
    said = [place.name]
    if play is not None:
        said.append(say_laid(look, play.card, play.tile, play.value))
        card = ringed(laid(kinds, play.card, size, play.tile, play.value), size, p.tx if place.ahead else "")
    else:
        box = dashed_box(*size, p.seal_text if place.mine and place.waited else p.lns if place.waited else p.ln)
        card = ringed(box, size)
    mark = [icon(look, IC.EMOJI_EVENTS_SHARP, 14, ink)] if place.ahead else []
    word = text(look, "over", place.word, ink, lines=1)
    return named(
        aloud(", ".join(said), place.word),
        ft.Column(
            [
                text(look, "over", place.name, p.tx if place.ahead else p.tx2, lines=1, align=ft.TextAlign.CENTER),
                card,
                ft.Row([*mark, word], spacing=3, tight=True, alignment=ft.MainAxisAlignment.CENTER),
            ],
            spacing=1, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        ),
    )  # fmt: skip


# The seats


@block
def seat_rows(look: Look, kinds: tuple[str, ...], facts: tuple[SeatFacts, ...], high: float = ROW) -> ft.Control:
    """Draw seats one below the other: open cards with their scrolls, closed cards by number, points."""
    lines = [_seat_row(look, kinds, each, n == len(facts) - 1, high) for n, each in enumerate(facts)]
    return ft.Container(
        ft.Column(lines, spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
        bgcolor=look.p.sf, border=edge(theme.HAIR, look.p.ln), border_radius=theme.R_PANEL,
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
    )  # fmt: skip


def _seat_row(look: Look, kinds: tuple[str, ...], seat: SeatFacts, last: bool, high: float) -> ft.Control:
    p, t, large = look.p, look.t, look.scale >= 1.5
    note = t(f"scroll_trick.screen.note.{seat.note}") if seat.note else ""
    name = text(look, "subject", seat.name, lines=1, line=19)
    words: list[ft.Control] = [name]
    if seat.marker or note:
        parts: list[ft.Control] = [icon(look, IC.FLAG_SHARP, 14, p.tx2)] if seat.marker else []
        under = note or t("scroll_trick.screen.starts_mark")
        words.append(row([*parts, text(look, "caption", under, p.tx2, lines=1, line=16, expand=True)], 3))
    who: list[ft.Control] = [
        seat_face(look, seat.name, seat.mine, seat.presence, 30),
        ft.Column(words, spacing=0, tight=True, expand=True),
    ]
    lies = row([*_lies(look, kinds, seat)], 4, tight=True)
    points = ft.Container(
        text(look, "numeral_s", num(seat.points), lines=1, align=ft.TextAlign.RIGHT), width=48 * min(look.scale, 1.3)
    )
    inside: ft.Control = row([*who, lies, points], 6)
    if large:
        inside = ft.Column([row([*who, points], 8), lies], spacing=4, tight=True)
    edge_ = None if last else rule("bottom", p.ln)
    return named(
        seat_spoken(look, seat, note),
        ft.Container(
            inside, height=None if large else theme.grown(look, high), padding=inset(10, 6 if large else 0),
            bgcolor=p.sf2 if seat.turn else None, border=edge_,
        ),
    )  # fmt: skip


def _lies(look: Look, kinds: tuple[str, ...], seat: SeatFacts, size: Size = SMALL) -> list[ft.Control]:
    cards: list[ft.Control] = [laid(kinds, each.card, size, each.tile, each.value) for each in seat.cards]
    if seat.closed:
        wide = (26, size[1]) if size == SMALL else size
        cards.append(_closed(wide, seat.closed) if size == SMALL else back(size, seat.closed))
    return cards


def _closed(size: Size, count: int) -> ft.Control:
    figure = ft.Text(str(count), style=theme.figure_style(15, theme.CARD_BACK_TEXT))
    return ft.Container(
        figure, width=size[0], height=size[1], alignment=ft.Alignment.CENTER, bgcolor=theme.CARD_BACK,
        border=edge(1.5, theme.CARD_BACK_EDGE), border_radius=5,
    )  # fmt: skip


def seat_spoken(look: Look, seat: SeatFacts, note: str = "") -> str:
    """Return a seat's row as it is spoken."""
    t = look.t
    parts = [seat.name, t("scroll_trick.screen.n_points", n=seat.points)]
    parts += [say_laid(look, each.card, each.tile, each.value) for each in seat.cards]
    if seat.closed:
        parts.append(t("scroll_trick.screen.n_closed", n=seat.closed))
    return ", ".join([*parts, *([note] if note else [])])


@block
def big_rows(look: Look, kinds: tuple[str, ...], facts: tuple[SeatFacts, ...]) -> ft.Control:
    """Draw the seats so that they are read from two metres."""
    lines = []
    for seat in facts:
        p = look.p
        mark = [icon(look, IC.FLAG_SHARP, 22, p.tx2)] if seat.marker else []
        note = look.t(f"scroll_trick.screen.note.{seat.note}") if seat.note else ""
        name = ft.Column(
            [
                row([text(look, "headline", seat.name, lines=1), *mark], 8),
                *([text(look, "body", note, p.tx2, lines=1)] if note else []),
            ],
            spacing=0, tight=True, expand=True,
        )  # fmt: skip
        lies = row(_lies(look, kinds, seat, LARGE), 8, tight=True)
        figure = text(look, "numeral_l", num(seat.points), lines=1, align=ft.TextAlign.RIGHT)
        body = row([seat_face(look, seat.name, False, seat.presence, 40), name, lies,
                    ft.Container(figure, width=90)], 14)  # fmt: skip
        lines.append(
            named(
                seat_spoken(look, seat, note),
                ft.Container(
                    body, height=96, padding=inset(14), bgcolor=p.sf2 if seat.turn else p.sf,
                    border=edge(theme.RING if seat.turn else theme.HAIR, p.tx if seat.turn else p.ln),
                    border_radius=theme.R_PANEL,
                ),
            )
        )  # fmt: skip
    return ft.Column(list(lines), spacing=8, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def captured_rows(ctx: Ctx) -> list[ft.Control]:
    """Return the scrolls that everybody has captured in this round, as they lie face up before them."""
    rows = []
    for seat in around(ctx.view, ctx.me):
        one = next(s for s in ctx.view.seats if s.seat == seat)
        if one.in_round:
            rows.append((ctx.name(seat), one.in_round))
    return [captured_line(ctx.look, name, values) for name, values in rows]


@block
def captured_line(look: Look, name: str, values: tuple[int, ...]) -> ft.Control:
    """Draw a name with captured scrolls."""
    tiles = ft.Row([scroll(v, None, SMALL) for v in values], spacing=4, run_spacing=4, wrap=True, expand=True)
    who = ft.Container(text(look, "over", name, lines=1), width=92 * min(look.scale, 1.5))
    return named(f"{name}: {labels(values)}", row([who, tiles], 8))
