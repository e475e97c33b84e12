"""The battle before and after it is decided: whose cards are turned over, the verdict, the ranking, and why."""

from __future__ import annotations

import flet as ft

from companion.games.shinobazu.cards import SMALL, TINY, face, reverse_mark
from companion.games.shinobazu.facts import AwaitedDecision, Ctx, seats, waits
from companion.games.shinobazu.facts import card as in_words
from companion.games.shinobazu.hand import card_picker, gone_cards, named_card
from companion.games.shinobazu.points import counted_points, point_grid
from companion.games.shinobazu.turn import banner
from companion.games.table.context import Screen, asleep, presence, seat_of
from companion.games.table.frame import answer, asked, back, rows_panel
from companion.i18n import num
from companion.ui import Act, Main, aloud, block, label_row, named, pressable, seat_face, side_face, text, theme
from companion.ui.base import fill_column, icon, inset, rule
from companion.ui.theme import Look
from companion.ui.words import listed
from referee.core.values import TABLE
from referee.shinobazu.view_model import RankRow


def battle(ctx: Ctx) -> Screen:
    if ctx.pick.naming in ctx.view.reveals:
        return naming(ctx)
    content = [banner(ctx), point_grid(ctx.look, seats(ctx.snap, ctx.me)), *due_rows(ctx)]
    return content, turning(ctx)


def due_rows(ctx: Ctx) -> list[ft.Control]:
    """Return whose cards are turned over now, and which of them must be named by hand."""
    view, t = ctx.view, ctx.t
    rows = []
    for seat in view.reveals:
        front = seat_of(view, seat).front
        recorded = bool(front) and front[-1].recorded
        words = t("turned_by_button" if recorded else "named_by_hand")
        label, opens = (t("name_it"), ctx.choose("naming", seat)) if may_name(ctx, seat, recorded) else ("", None)
        rows.append(due_row(ctx.look, ctx.name(seat), seat, seat == ctx.me, words, label, opens))
    return [label_row(ctx.look, t("to_turn_over")), *rows] if rows else []


def may_name(ctx: Ctx, seat: str, recorded: bool) -> bool:
    """Tell whether this phone may name the open card in front of a seat.

    Its owner may, and anybody if that phone is away; a `recorded` card, anybody once the others are turned over.
    """
    if recorded:
        # Cards whose records clash stay closed when the others are turned over; before that there is nothing to name.
        return any(s.has_current and s.front[-1].card for s in ctx.view.seats)
    away = presence(ctx.snap).get(seat, "here") != "here"
    return away or seat == ctx.me or seat in ctx.snap.my_seats


@block
def _due(look: Look, who: str, seat: str, mine: bool, words: str) -> ft.Control:
    """Draw the seat whose card is due, and how the card becomes known."""
    subject = text(look, "subject", who, lines=1)
    under = text(look, "caption", words, look.p.text_2, lines=2, expand=True if look.scale <= 1.15 else None)
    return named(
        aloud(who, words),
        ft.Row(
            [
                seat_face(look, who, mine, "", 30, seat=seat),
                *([fill_column(subject, under)] if look.scale > 1.15 else [subject, under]),
            ],
            spacing=9,
        ),
        expand=True,
    )


@block
def due_row(look: Look, who: str, seat: str, mine: bool, words: str, label: str, handler: Act | None) -> ft.Control:
    """Draw one card that is due: its seat, how it becomes known, and the button to name it."""
    spoken = _due(look, who, seat, mine, words)
    asked_aloud = look.t("shinobazu.screen.name_of", name=who)
    button = [pressable(asked_aloud, side_face(look, label, handler, height=44), handler)] if label else []
    return ft.Container(
        ft.Row([spoken, *button], spacing=8),
        height=theme.grown(look, theme.TOUCH) if look.scale <= 1.15 else None,
        padding=inset(0, 0 if look.scale <= 1.15 else 4),
        border=rule("bottom", look.p.line),
    )


def turning(ctx: Ctx) -> ft.Control:
    """Return the dock while cards are due: turn over the recorded ones, then name the rest."""
    view, t = ctx.view, ctx.t
    recorded = [s for s in view.reveals if seat_of(view, s).front[-1].recorded]
    if recorded:
        label = t("turn_over_one" if len(recorded) == 1 else "turn_over")
        main = Main(label, ctx.declare({"type": "turn_over"}))
        return asked(ctx, t("ask.turn_over"), main, line=line_of(ctx))
    if ctx.me in view.reveals:
        main = Main(t("name_mine"), ctx.choose("naming", ctx.me))
        return asked(ctx, t("ask.name_mine"), main, line=line_of(ctx))
    first = next((s for s in view.reveals if may_name(ctx, s, False)), "")
    if first and all(asleep(ctx.snap, s) or may_name(ctx, s, False) for s in view.reveals):
        main = Main(t("name_of", name=ctx.name(first)), ctx.choose("naming", first))
        return asked(ctx, t("ask.name_of", name=ctx.name(first)), main, line=line_of(ctx))
    return waits(ctx, AwaitedDecision("turn_over", next(iter(view.reveals), "")))


def line_of(ctx: Ctx) -> str:
    """Return the line over the ask: why the cards are turned over."""
    return ctx.t({"duel": "line.duel", "round_end": "line.round_end"}.get(ctx.view.phase, "line.battle"))


def naming(ctx: Ctx) -> Screen:
    """Draw the picker for a card that lies open on the table: it is public, so nothing of my hand is marked."""
    look, t, owner = ctx.look, ctx.t, ctx.pick.naming
    laid_by = seat_of(ctx.view, owner).front[-1].laid_by
    gone = gone_cards(ctx, laid_by)
    chosen = tuple(card for card in ctx.pick.named if card not in gone)
    tap = ctx.change(named_card, tuple(gone), 1)
    hint = gone.get(ctx.pick.hint, "")
    content: list[ft.Control] = [
        label_row(look, t("naming_title", name=ctx.name(owner)), t("laid_by", name=ctx.name(laid_by))),
        card_picker(look, chosen, tuple(gone), tap),
        text(look, "label", hint or t("naming_about"), look.p.text if hint else look.p.text_2, bold=bool(hint)),
    ]
    main = Main(t("missing.card"), None, False)
    if chosen:
        move, seat = {"type": "reveal", "card": chosen[0]}, ""
        if owner != ctx.me:
            move, seat = {**move, "owner": owner}, TABLE
        main = Main(t("it_is", card=in_words(look, chosen[0])), ctx.declare(move, seat))
    return content, answer(ctx, "asked", line_of(ctx), t("ask.naming", name=ctx.name(owner)), back(ctx), main)


HIGH, LOW, HEAD = 64, 52, 34
"""The heights in pixels of a row, of a row among five, and of the heading."""
LARGE = 1.5
"""The text scale from which on a seat's name is below its sum and its cards."""
SUM = 60
"""The width of a sum in pixels: a minus and a figure do not touch the edge."""


@block
def verdict(look: Look, kind: str, inversions: int, leads: tuple[str, ...]) -> ft.Control:
    """Draw the verdict: which end of the numbers is strongest, how often the order was reversed, the lead colours."""
    p, t = look.p, look.t
    odd = inversions % 2 == 1
    head = t("shinobazu.screen.smallest_strongest" if odd else "shinobazu.screen.largest_strongest")
    colours = listed(look, [t(f"shinobazu.colour.{colour}") for colour in leads])
    times = {0: "never", 1: "once"}.get(inversions, "times")
    under = t(f"shinobazu.screen.reversed_{times}", n=inversions)
    under = t("shinobazu.screen.and_leads", reversed=under, colours=colours)
    glyph = reverse_mark(32, p.background, 3.4) if odd else icon(look, ft.Icons.ARROW_UPWARD_SHARP, 36, p.background)
    square = ft.Container(
        glyph, width=60, height=60, alignment=ft.Alignment.CENTER, bgcolor=p.text, border_radius=theme.R_CARD
    )
    words = ft.Column(
        [
            text(look, "headline", head, lines=2),
            text(look, "body", under, p.text_2, lines=2 if look.scale <= 1.3 else None),
        ],
        spacing=0, expand=True,
    )  # fmt: skip
    return named(aloud(head, under), ft.Row([square, words], spacing=12), header=True)


@block
def rank_table(look: Look, rows: tuple[RankRow, ...], names: tuple[str, ...], me: str) -> ft.Control:
    """Draw the ranking, strongest first, with the points before and after. `names` are those of the rows' seats."""
    p, t = look.p, look.t
    low = len(rows) > 4
    heads: list[ft.Control] = [
        ft.Container(text(look, "label", t("shinobazu.screen.sum"), p.text_2, align=ft.TextAlign.RIGHT), width=SUM),
        ft.Container(text(look, "label", t("shinobazu.screen.cards"), p.text_2), width=_cards_width(rows)),
        ft.Container(text(look, "label", t("shinobazu.screen.strongest_first"), p.text_2, lines=1), expand=True),
        text(look, "label", t("shinobazu.screen.points_head"), p.text_2),
    ]
    head = ft.Container(
        ft.Row(heads, spacing=10), height=theme.grown(look, HEAD), padding=inset(0, 0, 12),
        border=rule("bottom", p.line),
    )  # fmt: skip
    if look.scale >= LARGE:
        strongest = text(look, "label", t("shinobazu.screen.strongest_first"), p.text_2, expand=True)
        head.content, head.padding, head.height = strongest, ft.Padding.symmetric(horizontal=12, vertical=4), None
    drawn = [
        rank_row(look, row, name, low, row.seat == me, row is rows[-1], _cards_width(rows))
        for row, name in zip(rows, names, strict=True)
    ]
    return rows_panel(look, [head, *drawn])


def _cards_width(rows: tuple[RankRow, ...]) -> int:
    most = max((len(row.cards) for row in rows), default=1)
    return {1: 60, 2: 76}.get(most, 92)


@block
def rank_row(look: Look, row: RankRow, called: str, low: bool, mine: bool, last: bool, width: int) -> ft.Control:
    p, t = look.p, look.t
    loses, wins = row.outcome == "loses", row.outcome == "wins"
    ink = p.accent_text if loses else p.text
    size = TINY if low or len(row.cards) > 2 else SMALL
    total = text(look, "numeral_s", num(row.total), size=26 if low else 32, line=36, align=ft.TextAlign.RIGHT, lines=1)
    total.width = SUM
    cards = ft.Row([face(card, size) for card in row.cards], spacing=4, width=width)
    name: list[ft.Control] = [
        ft.Row(
            [
                seat_face(look, called, mine, size=26, seat=row.seat),
                text(look, "subject", called, lines=1, expand=True),
            ],
            spacing=7,
        )
    ]
    if wins or loses:
        name.append(
            text(look, "label", t(f"shinobazu.screen.{row.outcome}"), p.accent_text if loses else p.text, line=18)
        )
    changed = row.before != row.after
    points: list[ft.Control] = [
        text(look, "numeral_s", str(row.after), ink if changed else p.text_2, bold=changed, size=30, line=32)
    ]
    if changed:
        arrow = icon(look, ft.Icons.ARROW_RIGHT_ALT_SHARP, 22, ink)
        points = [text(look, "numeral_s", str(row.before), ink, size=30, line=32), arrow, *points]
    stood: list[ft.Control] = [ft.Row(points, spacing=1, tight=True, alignment=ft.MainAxisAlignment.END)]
    if word := change_word(look, row.before, row.after, row.outcome):
        stood.append(text(look, "caption", word, p.accent_text if loses else p.text, align=ft.TextAlign.RIGHT, line=16))
    box = ft.Container(
        bgcolor=p.accent_soft if loses else p.surface_2 if wins else None,
        border=None if last else rule("bottom", p.line),
    )
    if look.scale >= LARGE:
        total.width, cards.width, cards.expand = None, None, True
        first = ft.Row([total, cards, ft.Row(points, spacing=1, tight=True)], spacing=10)
        below = [ft.Column(name, spacing=1, expand=True), *stood[1:]]
        box.content = ft.Column([first, ft.Row(below, spacing=10)], spacing=4, tight=True)
        box.padding = ft.Padding.symmetric(horizontal=12, vertical=8)
        return named(_spoken(look, row, called), box)
    middle = ft.MainAxisAlignment.CENTER
    columns = [
        ft.Column(name, spacing=1, expand=True, alignment=middle),
        ft.Column(stood, spacing=0, alignment=middle, horizontal_alignment=ft.CrossAxisAlignment.END),
    ]
    box.content = ft.Row([total, cards, *columns], spacing=10)
    box.height, box.padding = theme.grown(look, LOW if low else HIGH), inset(0, 0, 12)
    return named(_spoken(look, row, called), box)


def change_word(look: Look, before: int, after: int, outcome: str = "stays") -> str:
    """Return a change of points in words: "one more", "2 more", "one less"; empty if there is none."""
    if before == after:
        return look.t("shinobazu.screen.stays_at_0") if outcome == "wins" else ""
    word = "more" if after > before else "less"
    by = abs(after - before)
    return look.t(f"shinobazu.screen.one_{word}" if by == 1 else f"shinobazu.screen.n_{word}", n=by)


def _spoken(look: Look, row: RankRow, name: str) -> str:
    t = look.t
    said = [name, t("shinobazu.screen.sum_is", n=row.total), listed(look, [in_words(look, c) for c in row.cards])]
    if row.outcome != "stays":
        said.append(t(f"shinobazu.screen.{row.outcome}"))
    changed = row.before != row.after
    said.append(
        t("shinobazu.screen.points_change", before=row.before, after=row.after, n=row.after)
        if changed
        else counted_points(look, row.after)
    )
    return t("shinobazu.screen.comma").join(said)
