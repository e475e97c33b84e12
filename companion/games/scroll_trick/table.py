"""What a Scroll Trick phone shows of the table: what rules the moment, the trick, the others, what the shadow does."""

from __future__ import annotations

import flet as ft

from companion.contract.actions import Actions
from companion.games.scroll_trick.cards.faces import INK, crest_mark, fill_of
from companion.games.scroll_trick.facts import PREPARING, SeatFacts, seats
from companion.games.scroll_trick.frame import Ctx
from companion.games.scroll_trick.places import trick_panel
from companion.games.scroll_trick.seats import seat_rows
from companion.ui import (
    act,
    aloud,
    block,
    edge,
    label_row,
    named,
    palette,
    panel,
    pressable,
    row,
    short_clause,
    still,
    text,
    theme,
)
from companion.ui.base import inset, on
from companion.ui.look import Look
from referee.scroll_trick.cards import HAND


def table(ctx: Ctx, instead: ft.Control | None = None) -> list[ft.Control]:
    """Return the table, as a seat's phone shows it: what rules the moment, the trick, the others.

    `instead` takes the place of the others, as high as they are.
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


# What rules the moment


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


@still
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
    place = ft.Column([at, *([row(dots, 4, tight=True)] if trick else [])], spacing=2, tight=True,
                      horizontal_alignment=ends)  # fmt: skip
    body = ft.Column([left, place], spacing=6, tight=True) if large else row([left, place], 8)
    return named(aloud(f"{word} {words}" if trump else words, right), ft.Container(body))


def _dot(look: Look, full: bool, now: bool) -> ft.Control:
    size = 10
    ink = look.p.text if full or now else look.p.line_strong
    return ft.Container(
        width=size, height=size, border_radius=size / 2, bgcolor=look.p.text if full else None, border=edge(2, ink)
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
        said = text(look, "label", words, p.text, bold=n == len(lines), lines=None if look.scale > 1.15 else 2, line=18)
        said.expand = True
        handler = act(actions.pages.clause, clause)
        box = ft.Container(row([number, said, chip], 8), padding=inset(10, 5), on_click=on(handler))
        rows.append(pressable(aloud(words, look.t("kit.clause", clause=short_clause(clause))), box, handler))
    stacked = ft.Column(rows, spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
    return panel(look, stacked, padding=inset(0, 4))
