"""Between rounds and after the last one: standings, who turns how many, the ranking, the score sheet, audits."""

from __future__ import annotations

from dataclasses import dataclass, replace

import flet as ft

from companion.contract.snapshot import SeatInfo, Snapshot
from companion.games.scroll_trick.facts import Ctx, labels
from companion.games.scroll_trick.hand import cover
from companion.games.scroll_trick.prepare import dock, gm_note
from companion.games.table import end
from companion.games.table.context import Screen
from companion.games.table.end import checked, end_dock, outcome_head
from companion.games.table.frame import lacks, rows_panel, score_sheet, seat_bar
from companion.i18n import num
from companion.ui import Main, aloud, block, column, icon, label_row, named, row, ruling_row, seal, text
from companion.ui.base import inset, rule
from companion.ui.theme import Look
from referee.core.values import TABLE, Prompt
from referee.scroll_trick.cards import ROUNDS, SHADOW
from referee.scroll_trick.view_model import Finding, View

IC = ft.Icons


def between(ctx: Ctx) -> list[ft.Control]:
    """Return what is shown between two rounds: the sheet, who turns how many, who starts (SCROLL-5.5 to 5.8, 7.3)."""
    return [*sheet_rows(ctx, whole=False), *next_rows(ctx), *finding_rows(ctx)]


def next_rows(ctx: Ctx) -> list[ft.Control]:
    view, t, look = ctx.view, ctx.t, ctx.look
    if view.phase != "between":
        return []
    number = view.round + 1
    rows: list[ft.Control] = [label_row(look, t("next_round", n=number))]
    clause = "SCROLL-5.5" if number < ROUNDS else "SCROLL-5.6"
    rows += [
        ruling_row(look, str(s.due), t("turns_n", name=ctx.name(s.seat), n=s.due), "", clause, ctx.actions)
        for s in view.seats
        if s.due
    ]
    start = view.lowest or ((view.marker,) if view.marker else ())
    words = t("starts_next" if len(start) == 1 else "one_starts", name=ctx.names(start))
    return [*rows, ruling_row(look, IC.FLAG_SHARP, words, "", "SCROLL-7.3", ctx.actions)]


def draw_scrolls(ctx: Ctx, prompt: Prompt) -> Screen:
    """Draw the drawing of three scrolls from the pile (SCROLL-7.2); their values are noted under the cover."""
    content = [*between(ctx), *cover(ctx, below=True), *gm_note(ctx, "drawn")]
    if prompt.seat == ctx.me:
        return content, dock(ctx, prompt, Main(ctx.t("drawn_mine"), ctx.move({"type": "draw_scrolls"})))
    return content, dock(ctx, prompt, Main(ctx.t("drawn_all"), ctx.declare({"type": "draw_scrolls"}, TABLE)))


def give_marker(ctx: Ctx, prompt: Prompt) -> Screen:
    """Draw the passing of the reference card to the lowest player (SCROLL-7.3); among equals the table chooses (O4)."""
    seats = list(prompt.choices("give_marker", "player"))
    who = seats[0] if len(seats) == 1 else ctx.pick.who
    content = between(ctx)
    if len(seats) > 1:
        content.append(seat_bar(ctx, seats, who, ctx.set("who")))
    main = lacks(ctx, "player")
    if who in seats:
        main = Main(ctx.t("takes_marker", name=ctx.name(who)), ctx.move({"type": "give_marker", "player": who}))
    return [*content, *(cover(ctx, below=True) if ctx.me and ctx.view.options.depth == "plays" else [])], dock(
        ctx, prompt, main
    )


def break_tie(ctx: Ctx, prompt: Prompt) -> Screen:
    """Draw the table's choice of the winner among those equal in everything (SCROLL-8.5)."""
    seats, who = list(prompt.choices("break_tie", "player")), ctx.pick.who
    content = [*standing_rows(ctx), *sheet_rows(ctx), seat_bar(ctx, seats, who, ctx.set("who"))]
    main = lacks(ctx, "player")
    if who in seats:
        main = Main(ctx.t("has_won", name=ctx.name(who)), ctx.move({"type": "break_tie", "player": who}))
    return content, dock(ctx, prompt, main)


# The score sheet


@dataclass(frozen=True, slots=True)
class Line:
    """One round: each seat's captured scrolls and their sum."""

    name: str
    sums: tuple[int, ...]
    tiles: tuple[str, ...]


def lines_of(view: View, name: str, total: str) -> tuple[Line, ...]:
    """Return the finished rounds, the current one so far, and the totals."""
    made = []
    for r in view.rounds:
        values = [r.captured.get(s.seat, ()) for s in view.seats]
        made.append(Line(name.format(n=r.round), tuple(map(sum, values)), tuple(map(labels, values))))
    if len(view.rounds) < view.round and any(s.in_round for s in view.seats):
        now = [s.in_round for s in view.seats]
        made.append(Line(name.format(n=view.round), tuple(map(sum, now)), tuple(map(labels, now))))
    return (*made, Line(total, tuple(s.points for s in view.seats), tuple("" for _ in view.seats)))


def sheet_rows(ctx: Ctx, *, whole: bool = True) -> list[ft.Control]:
    """Return the score sheet: captured scrolls by round, and the totals.

    Unless it is `whole`, only the last round lists its scrolls, so that what is asked below it stays visible.
    """
    lines = lines_of(ctx.view, ctx.t("round_n", n="{n}"), ctx.t("total"))
    if not whole:
        lines = (*(replace(each, tiles=tuple("" for _ in each.tiles)) for each in lines[:-2]), *lines[-2:])
    names = tuple(ctx.name(s.seat) for s in ctx.view.seats)
    return [label_row(ctx.look, ctx.t("score_sheet")), sheet(ctx.look, names, lines)]


@block
def sheet(look: Look, names: tuple[str, ...], lines: tuple[Line, ...]) -> ft.Control:
    """Draw the sheet: one column per seat; for each round the sum and its scrolls."""
    p = look.p
    first = 66 * min(look.scale, 1.3)
    rows: list[ft.Control] = []
    for n, line in enumerate(lines):
        last = n == len(lines) - 1
        cells: list[ft.Control] = [ft.Container(text(look, "caption", line.name, p.text_2, lines=2), width=first)]
        for total, tiles in zip(line.sums, line.tiles, strict=True):
            parts: list[ft.Control] = [
                text(look, "numeral_s" if last else "subject", num(total), size=24 if last else 0,
                     align=ft.TextAlign.CENTER)
            ]  # fmt: skip
            if tiles:
                each = tiles.split()
                pairs = "\n".join(" ".join(each[at : at + 2]) for at in range(0, len(each), 2))
                parts.append(text(look, "caption", pairs, p.text_2, line=15, size=12, align=ft.TextAlign.CENTER))
            cells.append(
                ft.Container(
                    ft.Column(parts, spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER),
                    expand=True,
                )
            )  # fmt: skip
        said = ", ".join(f"{who} {num(s)}" for who, s in zip(names, line.sums, strict=True))
        rows.append(
            named(
                f"{line.name}: {said}",
                ft.Container(
                    ft.Row(cells, spacing=4, vertical_alignment=ft.CrossAxisAlignment.START), padding=inset(0, 5),
                    border=rule("top", p.line),
                ),
            )
        )  # fmt: skip
    return score_sheet(look, names, rows, first=first, high=28, margin=10)


# The ranking with its tie-breaks


def standing_rows(ctx: Ctx) -> list[ft.Control]:
    """Return the ranking with both tie-breaks: points, then scrolls, then plus scrolls (SCROLL-8.2 to 8.4)."""
    view = ctx.view
    won = view.result.winners if view.result is not None else ()
    lines = tuple(
        (str(r.place), ctx.name(r.seat), r.points, r.tiles, r.plus, r.seat == ctx.me, r.seat in won)
        for r in view.standings
    )
    return [label_row(ctx.look, ctx.t("ranking"), ctx.t("ranking_by")), standings(ctx.look, lines)]


@block
def standings(look: Look, lines: tuple[tuple[str, str, int, int, int, bool, bool], ...]) -> ft.Control:
    """Draw the ranking; the tie-breaks are beside the points."""
    p, t = look.p, look.t
    rows: list[ft.Control] = []
    for n, (rank, name, points, tiles, plus, mine, won) in enumerate(lines):
        break_ = t("scroll_trick.screen.scrolls_plus", n=tiles, plus=plus)
        who = text(look, "subject", name, lines=1, bold=mine or won)
        words = ft.Column([who, text(look, "caption", break_, p.text_2, lines=2)], spacing=0, tight=True, expand=True)
        mark = [icon(look, IC.EMOJI_EVENTS_SHARP, 20)] if won else []
        body = row(
            [
                ft.Container(text(look, "numeral_s", rank, p.text if won else p.text_2, size=26), width=22),
                words, *mark,
                ft.Container(text(look, "numeral_m", num(points), align=ft.TextAlign.RIGHT), width=76),
            ],
            12,
        )  # fmt: skip
        said = t("scroll_trick.screen.place_spoken", place=rank, name=name, points=points)
        rows.append(
            named(
                f"{said}, {break_}",
                ft.Container(body, padding=inset(12, 6), bgcolor=p.surface_2 if won else None,
                             border=None if n == 0 else rule("top", p.line)),
            )
        )  # fmt: skip
    return rows_panel(look, rows)


# Findings


def finding_rows(ctx: Ctx, *, all_of_them: bool = False) -> list[ft.Control]:
    """Return the findings of audits, newest first; they change no points, the table decides (ledger section 8)."""
    return [finding_row(ctx, one) for one in reversed(ctx.view.findings[0 if all_of_them else -2 :])]


CLAUSE = {
    "revoke": "SCROLL-6.4", "double_card": "SCROLL-2.1", "capacity": "SCROLL-6.4", "wrong_entry": "SCROLL-6.15",
    "turning": "SCROLL-5.5", "marker": "SCROLL-7.3",
}  # fmt: skip
"""The clause that each kind of finding is about."""


def finding_row(ctx: Ctx, found: Finding) -> ft.Control:
    title = ctx.t(f"found.{found.kind}") + (f" ({ctx.t('rewound')})" if found.rewound else "")
    return end.finding_row(ctx, found, title, CLAUSE[found.kind])


def ended(ctx: Ctx) -> Screen:
    view = ctx.view
    assert view.result is not None
    content = [*outcome(ctx), *standing_rows(ctx), *why_rows(ctx), *sheet_rows(ctx)]
    if view.options.depth == "plays":
        content += checked(ctx, finding_rows(ctx, all_of_them=True))
    return content, end_dock(ctx)


def outcome(ctx: Ctx) -> list[ft.Control]:
    """Return who won, possibly the shadow, or that nobody did."""
    result = ctx.view.result
    assert result is not None
    return [outcome_head(ctx.look, with_shadow(ctx), result) if result.winners else nobody_wins(ctx)]


def nobody_wins(ctx: Ctx) -> ft.Control:
    """Return the head of a match that the shadow ended (SCROLL-10.3)."""
    assert ctx.view.result is not None
    words, why = ctx.t("nobody_wins"), ctx.say(ctx.view.result.reason)
    lines = [text(ctx.look, "display", words), text(ctx.look, "label", why, ctx.look.p.text_2, bold=False)]
    spoken = row([seal(ctx.look, "負", 60, filled=True, tilt=0), column(lines, expand=True)], 14)
    return ft.Semantics(
        content=spoken, label=aloud(words, why), live_region=True, container=True, exclude_semantics=True
    )


def with_shadow(ctx: Ctx) -> Snapshot:
    """Return the snapshot with the shadow's name among the seats, since it may win."""
    snap = ctx.snap
    if snap.match is None or all(s.seat != SHADOW for s in ctx.view.seats):
        return snap
    name = ctx.look.t("scroll_trick.screen.the_shadow")
    seats = (*snap.match.seats, SeatInfo(SHADOW, name))
    return replace(snap, match=replace(snap.match, seats=seats))


def why_rows(ctx: Ctx) -> list[ft.Control]:
    """Return how equal points at the top were decided, with the clause (SCROLL-8.3 to 8.5, 10.3, 10.5)."""
    view = ctx.view
    assert view.result is not None
    if view.result.clause == "SCROLL-8.2" or not view.result.winners:
        return []
    why = ctx.say(view.result.reason)
    return [ruling_row(ctx.look, IC.GAVEL_SHARP, ctx.t("decided"), why, view.result.clause, ctx.actions)]
