"""The table on a Scroll Trick phone: the trick in order of play, the seats, the shadow's steps."""

from __future__ import annotations

from dataclasses import dataclass

import flet as ft

from companion.contract.actions import Actions
from companion.games.scroll_trick.faces import (
    INK,
    LARGE,
    LOW,
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
from companion.games.scroll_trick.facts import PREPARING, Ctx, SeatFacts, labels, seats, seats_around
from companion.games.table.frame import rows_panel
from companion.i18n import num
from companion.ui import (
    act,
    aloud,
    block,
    edge,
    icon,
    label_row,
    named,
    palette,
    panel,
    pressable,
    row,
    seat_face,
    short_clause,
    text,
    theme,
)
from companion.ui.base import fill_column, inset, on, rule
from companion.ui.marks import dashed_box
from companion.ui.theme import Look
from referee.scroll_trick.cards import HAND
from referee.scroll_trick.view_model import PlayView, TrickView

IC = ft.Icons


@dataclass(frozen=True, slots=True)
class TrickSeat:
    """One place of the trick: the seat's name, its play, the word below, and whether it is ahead."""

    name: str
    play: PlayView | None
    word: str
    leads: bool = False
    mine: bool = False
    """Whether it waits for this phone's own card."""
    waited: bool = False


def trick_seats(ctx: Ctx, trick: TrickView) -> tuple[TrickSeat, ...]:
    """Return the places of a trick in order of play, those still to come last."""
    t, view = ctx.t, ctx.view
    order = view.order
    at = order.index(trick.leader)
    plays = {play.seat: play for play in trick.plays}
    made = []
    for seat in order[at:] + order[:at]:
        play, first = plays.get(seat), seat == trick.leader
        waits = play is None and seat == view.active
        word = t("wins") if trick.ahead == seat and len(plays) == len(order) else t("ahead")
        mine = waits and seat == ctx.me and not ctx.acting
        word = word if trick.ahead == seat else t("led") if first and play else t("you") if mine else ""
        made.append(TrickSeat(ctx.name(seat), play, word, trick.ahead == seat, mine, waits))
    return tuple(made)


MANY = 5
"""The number of seats from which on the trick gets less space."""


def trick_panel(ctx: Ctx, size: Size = TRICK) -> ft.Control:
    """Return the trick on the table or, while the shadow's row is restored, the one just taken."""
    trick = ctx.view.now or (ctx.view.tricks[-1] if ctx.view.tricks else None)
    if trick is None:
        return ft.Container(height=0)
    why = trick.why[0] if trick.why else None
    words = ""
    if why is not None and len(trick.plays) > 1:
        by = why.reason.rpartition(".")[2]
        words = ctx.t(f"by.{by}", card=ctx.card(why.params["card"]), kind=ctx.kind(why.params["kind"]))
    if size == TRICK and len(ctx.view.order) >= MANY and not ctx.look.wide:
        size = LOW
    return trick_box(ctx.look, ctx.view.options.kinds, trick_seats(ctx, trick), size, words)


@block
def trick_box(look: Look, kinds: tuple[str, ...], made: tuple[TrickSeat, ...], size: Size, why: str = "") -> ft.Control:
    """Draw a trick in order of play: who led, who is ahead, where the next card comes."""
    p = look.p
    cells: list[ft.Control] = [ft.Container(trick_seat(look, kinds, each, size), expand=True) for each in made]
    lines: list[ft.Control] = [ft.Row(cells, spacing=2, vertical_alignment=ft.CrossAxisAlignment.START)]
    if why:
        fits = 1 if look.scale < 1.15 else None
        lines.append(text(look, "caption", why, p.text_2, lines=fits, line=17, align=ft.TextAlign.CENTER))
    stacked = ft.Column(lines, spacing=2, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
    return panel(look, stacked, padding=inset(8, 4))


@block
def trick_seat(look: Look, kinds: tuple[str, ...], seat: TrickSeat, size: Size) -> ft.Control:
    p, play = look.p, seat.play
    ink = p.accent_text if seat.mine else p.text if seat.leads else p.text_2
    said = [seat.name]
    if play is not None:
        said.append(say_laid(look, play.card, play.tile, play.value))
        card = ringed(laid(kinds, play.card, size, play.tile, play.value), size, p.text if seat.leads else "")
    else:
        box = dashed_box(*size, p.accent_text if seat.mine else p.line_strong if seat.waited else p.line)
        card = ringed(box, size)
    mark = [icon(look, IC.EMOJI_EVENTS_SHARP, 14, ink)] if seat.leads else []
    word = text(look, "over", seat.word, ink, lines=1)
    return named(
        aloud(", ".join(said), seat.word),
        ft.Column(
            [
                text(look, "over", seat.name, p.text if seat.leads else p.text_2, lines=1, align=ft.TextAlign.CENTER),
                card,
                ft.Row([*mark, word], spacing=3, tight=True, alignment=ft.MainAxisAlignment.CENTER),
            ],
            spacing=1, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        ),
    )  # fmt: skip


ROW = 47
"""The height of a seat's row in pixels."""


@block
def seat_rows(look: Look, kinds: tuple[str, ...], facts: tuple[SeatFacts, ...], high: float = ROW) -> ft.Control:
    """Draw seats one below the other: open cards with their scrolls, closed cards by number, points."""
    lines = [seat_row(look, kinds, each, n == len(facts) - 1, high) for n, each in enumerate(facts)]
    return rows_panel(look, lines)


@block
def seat_row(look: Look, kinds: tuple[str, ...], seat: SeatFacts, last: bool, high: float) -> ft.Control:
    p, t, large = look.p, look.t, look.scale >= 1.5
    note = t(f"scroll_trick.screen.note.{seat.note}") if seat.note else ""
    name = text(look, "subject", seat.name, lines=1, line=19)
    words: list[ft.Control] = [name]
    if seat.marker or note:
        parts: list[ft.Control] = [icon(look, IC.FLAG_SHARP, 14, p.text_2)] if seat.marker else []
        under = note or t("scroll_trick.screen.starts_mark")
        words.append(row([*parts, text(look, "caption", under, p.text_2, lines=1, line=16, expand=True)], 3))
    who: list[ft.Control] = [
        seat_face(look, seat.name, seat.mine, seat.presence, 30, seat=seat.seat),
        fill_column(*words),
    ]
    lies = row(_lies(kinds, seat), 4, tight=True)
    points = ft.Container(
        text(look, "numeral_s", num(seat.points), lines=1, align=ft.TextAlign.RIGHT), width=48 * min(look.scale, 1.3)
    )
    inside: ft.Control = row([*who, lies, points], 6)
    if large:
        inside = ft.Column([row([*who, points], 8), lies], spacing=4, tight=True)
    edge_ = None if last else rule("bottom", p.line)
    return named(
        seat_spoken(look, seat, note),
        ft.Container(
            inside, height=None if large else theme.grown(look, high), padding=inset(10, 6 if large else 0),
            bgcolor=p.surface_2 if seat.turn else None, border=edge_,
        ),
    )  # fmt: skip


def _lies(kinds: tuple[str, ...], seat: SeatFacts, size: Size = SMALL) -> list[ft.Control]:
    cards: list[ft.Control] = [laid(kinds, each.card, size, each.tile, each.value) for each in seat.cards]
    if seat.closed:
        cards.append(_closed(seat.closed) if size == SMALL else back(size, seat.closed))
    return cards


def _closed(count: int) -> ft.Control:
    figure = ft.Text(str(count), style=theme.figure_style(15, palette.CARD_BACK_TEXT))
    return ft.Container(
        figure, width=26, height=SMALL[1], alignment=ft.Alignment.CENTER, bgcolor=palette.CARD_BACK,
        border=edge(1.5, palette.CARD_BACK_EDGE), border_radius=5,
    )  # fmt: skip


def seat_spoken(look: Look, seat: SeatFacts, note: str = "") -> str:
    t = look.t
    parts = [seat.name, t("scroll_trick.screen.n_points", n=seat.points)]
    parts += [say_laid(look, each.card, each.tile, each.value) for each in seat.cards]
    if seat.closed:
        parts.append(t("scroll_trick.screen.n_closed", n=seat.closed))
    return ", ".join([*parts, *([note] if note else [])])


@block
def big_rows(look: Look, kinds: tuple[str, ...], facts: tuple[SeatFacts, ...]) -> ft.Control:
    lines = []
    for seat in facts:
        p = look.p
        mark = [icon(look, IC.FLAG_SHARP, 22, p.text_2)] if seat.marker else []
        note = look.t(f"scroll_trick.screen.note.{seat.note}") if seat.note else ""
        name = fill_column(
            row([text(look, "headline", seat.name, lines=1), *mark], 8),
            *([text(look, "body", note, p.text_2, lines=1)] if note else []),
        )
        lies = row(_lies(kinds, seat, LARGE), 8, tight=True)
        figure = text(look, "numeral_l", num(seat.points), lines=1, align=ft.TextAlign.RIGHT)
        body = row([seat_face(look, seat.name, False, seat.presence, 40, seat=seat.seat), name, lies,
                    ft.Container(figure, width=90)], 14)  # fmt: skip
        lines.append(
            named(
                seat_spoken(look, seat, note),
                ft.Container(
                    body, height=96, padding=inset(14), bgcolor=p.surface_2 if seat.turn else p.surface,
                    border=edge(theme.RING if seat.turn else theme.HAIR, p.text if seat.turn else p.line),
                    border_radius=theme.R_PANEL,
                ),
            )
        )  # fmt: skip
    return ft.Column(list(lines), spacing=8, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def captured_rows(ctx: Ctx) -> list[ft.Control]:
    """Return the scrolls captured in this round, which lie face up before their owners."""
    captured = [s for s in seats_around(ctx.view, ctx.me) if s.in_round]
    return [captured_line(ctx.look, ctx.name(s.seat), s.in_round) for s in captured]


@block
def captured_line(look: Look, name: str, values: tuple[int, ...]) -> ft.Control:
    tiles = ft.Row([scroll(v, None, SMALL) for v in values], spacing=4, run_spacing=4, wrap=True, expand=True)
    who = ft.Container(text(look, "over", name, lines=1), width=92 * min(look.scale, 1.5))
    return named(f"{name}: {labels(values)}", row([who, tiles], 8))


def table(ctx: Ctx, instead: ft.Control | None = None) -> list[ft.Control]:
    """Return the table on a seat's phone: what applies at the moment, the trick, the others.

    `instead` replaces the others, with the same height.
    """
    parts = [trump_banner(ctx)]
    if ctx.view.phase in ("trick", "resolve", "refill"):
        parts.append(trick_panel(ctx))
    return [*parts, instead or seat_rows(ctx.look, ctx.view.options.kinds, others(ctx))]


def others(ctx: Ctx) -> tuple[SeatFacts, ...]:
    """Return the rows of the others; of all seats while nobody holds cards and I have no panel of my own."""
    alone = ctx.view.phase in (*PREPARING, "trump")
    return tuple(s for s in every_seat(ctx) if alone or not s.mine)


def every_seat(ctx: Ctx) -> tuple[SeatFacts, ...]:
    return seats(ctx.snap, ctx.me, ctx.t("shadow_short"))


# What applies at the moment


def trump_banner(ctx: Ctx) -> ft.Control:
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
    large = look.scale >= 1.5
    said = text(look, "subject", words, lines=2)
    parts: list[ft.Control] = [kind_chip(look, kinds, trump, word)] if trump else []
    left = row([*parts, ft.Container(said, expand=True)], 12, expand=None if large else True)
    at = text(look, "subject", right, lines=1)
    dots = [_dot(look, n < trick or (n == trick and not playing), n == trick) for n in range(1, HAND + 1)]
    ends = ft.CrossAxisAlignment.START if large else ft.CrossAxisAlignment.END
    card = ft.Column([at, *([row(dots, 4, tight=True)] if trick else [])], spacing=2, tight=True,
                      horizontal_alignment=ends)  # fmt: skip
    body = ft.Column([left, card], spacing=6, tight=True) if large else row([left, card], 8)
    return named(aloud(f"{word} {words}" if trump else words, right), ft.Container(body))


def _dot(look: Look, full: bool, now: bool) -> ft.Control:
    ink = look.p.text if full or now else look.p.line_strong
    return ft.Container(
        width=10, height=10, border_radius=5, bgcolor=look.p.text if full else None, border=edge(2, ink)
    )


def kind_chip(look: Look, kinds: tuple[str, ...], kind: str, word: str) -> ft.Control:
    size = 19.0
    return ft.Container(
        row([crest_mark(kinds, kind, size * 0.8), text(look, "title", word, INK, size=size, lines=1)], 10, tight=True),
        height=theme.grown(look, 40),
        padding=inset(14),
        alignment=ft.Alignment.CENTER,
        bgcolor=fill_of(kinds, kind),
        border=edge(theme.LINE, palette.CARD_PAPER),
        border_radius=theme.R_BUTTON,
    )


def steps(ctx: Ctx) -> list[ft.Control]:
    step = ctx.view.shadow
    if step is None:
        return []
    lines = tuple((ctx.say(why.reason, why.params), why.clause) for why in step.why)
    return [label_row(ctx.look, ctx.t(f"shadow.{step.act}")), step_list(ctx.look, ctx.actions, lines)]


@block
def step_list(look: Look, actions: Actions, lines: tuple[tuple[str, str], ...]) -> ft.Control:
    """Draw the steps one below the other; a tap on one opens its clause."""
    p = look.p
    rows: list[ft.Control] = []
    for n, (words, clause) in enumerate(lines, 1):
        number = ft.Container(text(look, "over", str(n), p.text_2, lines=1), width=16)
        chip = text(look, "caption", short_clause(clause), p.text_2, lines=1)
        fits = None if look.scale > 1.15 else 2
        said = text(look, "label", words, p.text, bold=n == len(lines), lines=fits, line=18, expand=True)
        handler = act(actions.pages.clause, clause)
        box = ft.Container(row([number, said, chip], 8), padding=inset(10, 5), on_click=on(handler))
        rows.append(pressable(aloud(words, look.t("kit.clause", clause=short_clause(clause))), box, handler))
    stacked = ft.Column(rows, spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
    return panel(look, stacked, padding=inset(0, 4))
