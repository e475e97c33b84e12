"""The seats of a Scroll Trick table: open cards with their scrolls, closed cards by number, captured scrolls."""

from __future__ import annotations

import flet as ft

from companion.games.scroll_trick.cards.faces import LARGE, SMALL, Size, back, laid, say_laid, scroll
from companion.games.scroll_trick.facts import SeatFacts, around, labels
from companion.games.scroll_trick.frame import Ctx
from companion.games.table.panels import rows_panel
from companion.i18n import num
from companion.ui import edge, icon, named, palette, row, seat_face, still, text, theme
from companion.ui.base import fill_column, inset, rule
from companion.ui.look import Look

IC = ft.Icons
ROW = 47
"""How high a seat's row is, in pixels."""


@still
def seat_rows(look: Look, kinds: tuple[str, ...], facts: tuple[SeatFacts, ...], high: float = ROW) -> ft.Control:
    """Draw seats one below the other: open cards with their scrolls, closed cards by number, points."""
    lines = [_seat_row(look, kinds, each, n == len(facts) - 1, high) for n, each in enumerate(facts)]
    return rows_panel(look, lines)


def _seat_row(look: Look, kinds: tuple[str, ...], seat: SeatFacts, last: bool, high: float) -> ft.Control:
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
    lies = row([*_lies(look, kinds, seat)], 4, tight=True)
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


def _lies(look: Look, kinds: tuple[str, ...], seat: SeatFacts, size: Size = SMALL) -> list[ft.Control]:
    cards: list[ft.Control] = [laid(kinds, each.card, size, each.tile, each.value) for each in seat.cards]
    if seat.closed:
        wide = (26, size[1]) if size == SMALL else size
        cards.append(_closed(wide, seat.closed) if size == SMALL else back(size, seat.closed))
    return cards


def _closed(size: Size, count: int) -> ft.Control:
    figure = ft.Text(str(count), style=theme.figure_style(15, palette.CARD_BACK_TEXT))
    return ft.Container(
        figure, width=size[0], height=size[1], alignment=ft.Alignment.CENTER, bgcolor=palette.CARD_BACK,
        border=edge(1.5, palette.CARD_BACK_EDGE), border_radius=5,
    )  # fmt: skip


def seat_spoken(look: Look, seat: SeatFacts, note: str = "") -> str:
    t = look.t
    parts = [seat.name, t("scroll_trick.screen.n_points", n=seat.points)]
    parts += [say_laid(look, each.card, each.tile, each.value) for each in seat.cards]
    if seat.closed:
        parts.append(t("scroll_trick.screen.n_closed", n=seat.closed))
    return ", ".join([*parts, *([note] if note else [])])


@still
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
        lies = row(_lies(look, kinds, seat, LARGE), 8, tight=True)
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
    """Return the scrolls that everybody has captured in this round, as they lie face up before them."""
    rows = []
    for seat in around(ctx.view, ctx.me):
        one = next(s for s in ctx.view.seats if s.seat == seat)
        if one.in_round:
            rows.append((ctx.name(seat), one.in_round))
    return [captured_line(ctx.look, name, values) for name, values in rows]


@still
def captured_line(look: Look, name: str, values: tuple[int, ...]) -> ft.Control:
    tiles = ft.Row([scroll(v, None, SMALL) for v in values], spacing=4, run_spacing=4, wrap=True, expand=True)
    who = ft.Container(text(look, "over", name, lines=1), width=92 * min(look.scale, 1.5))
    return named(f"{name}: {labels(values)}", row([who, tiles], 8))
