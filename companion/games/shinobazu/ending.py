"""The end of a match: who won, the last ranking, hidden cards, the proof, and the score sheet."""

from __future__ import annotations

from dataclasses import dataclass

import flet as ft

from companion.games.shinobazu.cards import TINY, face
from companion.games.shinobazu.facts import Ctx
from companion.games.shinobazu.facts import card as in_words
from companion.games.shinobazu.hand import card_picker, gone_cards, named_card
from companion.games.shinobazu.points import counted_points
from companion.games.shinobazu.showdown import finding_rows
from companion.games.table.context import Screen, private_of, seat_of
from companion.games.table.end import end_dock, outcome_head
from companion.games.table.frame import answer, back, rows_panel, score_line, score_sheet
from companion.ui import Main, aloud, block, button_side, icon, label_row, named, row, seat_face, text, theme
from companion.ui.theme import Look
from companion.ui.words import listed

FIRST = 64
"""The width of a round's name in pixels."""


@dataclass(frozen=True, slots=True)
class Line:
    """One round: its name, each seat's points after it, and which seats won or lost."""

    round: str
    points: tuple[int, ...]
    tones: tuple[str, ...]
    duel: str


def score_rows(ctx: Ctx) -> list[ft.Control]:
    """Return the score sheet with its heading, the newest line last."""
    names = tuple(s.name or s.seat for s in ctx.view.seats)
    lines = []
    for r in ctx.view.rounds:
        tones = tuple("win" if s.seat == r.winner else "lose" if s.seat in r.losers else "" for s in ctx.view.seats)
        duel = ctx.t(f"sheet_duel.{r.duel}") if r.duel else ""
        lines.append(Line(f"{r.set}.{r.round}", r.points, tones, duel))
    return [label_row(ctx.look, ctx.t("score_sheet")), sheet(ctx.look, names, tuple(lines))]


@block
def sheet(look: Look, names: tuple[str, ...], lines: tuple[Line, ...]) -> ft.Control:
    """Draw the sheet. A winner's points are bold, a loser's vermilion with a mark."""
    p, t = look.p, look.t
    rows: list[ft.Control] = []
    for line in lines:
        cells: list[ft.Control] = []
        for points, tone in zip(line.points, line.tones, strict=True):
            ink = p.accent_text if tone == "lose" else p.text if tone == "win" else p.text_2
            glyph = {"lose": ft.Icons.ARROW_DROP_UP_SHARP, "win": ft.Icons.ARROW_DROP_DOWN_SHARP}.get(tone)
            figure = text(look, "subject", str(points), ink, bold=bool(tone), align=ft.TextAlign.CENTER)
            cells.append(
                ft.Container(
                    ft.Row(
                        [figure, icon(look, glyph, 18, ink)], spacing=0, tight=True,
                        alignment=ft.MainAxisAlignment.CENTER,
                    ) if glyph is not None else figure,
                    expand=True, alignment=ft.Alignment.CENTER,
                )
            )  # fmt: skip
        said = ", ".join(f"{n} {x}" for n, x in zip(names, line.points, strict=True))
        spoken = aloud(f"{t('shinobazu.screen.round')} {line.round}: {said}", line.duel)
        rows.append(score_line(look, spoken, line.round, cells, first=FIRST))
    return score_sheet(look, names, rows, first=FIRST, over=t("shinobazu.screen.round"))


SHOW_HAND = "shinobazu.ask.show_hand"


def ended(ctx: Ctx) -> Screen:
    """Draw the end: the winners, all points and last cards, the score sheet, the findings of audits."""
    view, t, look = ctx.view, ctx.t, ctx.look
    if ctx.pick.naming == "hand" and ctx.me:
        return show_hand(ctx)
    result = view.result
    assert result is not None
    ranked = [
        end_row(
            look, str(line.place), ctx.name(line.seat), line.seat, line.seat == ctx.me, line.points,
            line.seat in result.winners, n == 0, *last_cards(ctx, line.seat),
        )
        for n, line in enumerate(result.ranking)
    ]  # fmt: skip
    content: list[ft.Control] = [outcome_head(look, ctx.snap, result), rows_panel(look, ranked)]
    if any(p.seat == ctx.me and p.ask == SHOW_HAND for p in ctx.snap.prompts):
        content.append(button_side(look, t("show_hand"), ctx.choose("naming", "hand"), ft.Icons.BACK_HAND_SHARP, 48))
    found = finding_rows(ctx, all_of_them=True)
    if view.options.depth == "plays":
        checks = t("checks_open", n=view.open_checks) if view.open_checks else t("checks_done")
        content += [label_row(look, t("checked"), checks), *found]
    content += score_rows(ctx)
    return content, end_dock(ctx)


def last_cards(ctx: Ctx, seat: str) -> tuple[tuple[str, ...], str]:
    """Return the cards that a seat still held or had laid unseen, now that nothing is secret, and their label."""
    held = seat_of(ctx.view, seat).shown_hand
    private = private_of(ctx.view, seat)
    if held is None and private is not None and private.hand is not None:
        held = private.hand
    unseen = (*(laid.card for laid in private.laid), *private.gone) if private is not None else ()
    if held:
        return (*held, *unseen), ctx.t("held_at_end")
    return tuple(unseen), ctx.t("laid_unseen") if unseen else ""


@block
def end_row(
    look: Look,
    rank: str,
    who: str,
    seat: str,
    mine: bool,
    points: int,
    wins: bool,
    first: bool,
    cards: tuple[str, ...],
    words: str,
) -> ft.Control:
    p = look.p
    spoken = look.t("shinobazu.screen.place_spoken", place=rank, name=who, points=counted_points(look, points))
    if cards:
        held = listed(look, [in_words(look, card) for card in cards])
        spoken = look.t("shinobazu.screen.comma").join([spoken, f"{words} {held}"])
    return named(
        spoken,
        ft.Container(
            ft.Row(
                [
                    ft.Container(text(look, "numeral_s", rank, p.text if wins else p.text_2, size=26), width=20),
                    seat_face(look, who, mine, "", 32, seat=seat),
                    text(look, "subject", who, lines=1, expand=True),
                    row([face(card, TINY) for card in cards], 4, tight=True),
                    ft.Container(
                        text(look, "numeral_m", str(points), p.text if wins else p.text_2, align=ft.TextAlign.RIGHT),
                        width=34,
                    ),
                ],
                spacing=12,
            ),
            height=theme.grown(look, 56),
            padding=ft.Padding.symmetric(horizontal=12),
            bgcolor=p.surface_2 if wins else None,
            border=None if first else ft.Border(top=ft.BorderSide(theme.HAIR, p.line)),
        ),
    )


def show_hand(ctx: Ctx) -> Screen:
    """Draw the picker for the cards shown after the end: the last audit (ledger section 8)."""
    look, t, me = ctx.look, ctx.t, ctx.me
    size = seat_of(ctx.view, me).hand_size
    gone, chosen, title = gone_cards(ctx, me), ctx.pick.named, "show_title_one" if size == 1 else "show_title"
    tap = ctx.change(named_card, tuple(gone), size)
    content: list[ft.Control] = [
        label_row(look, t(title, n=size), t("n_of_m", n=len(chosen), of=size)),
        card_picker(look, chosen, tuple(gone), tap),
        text(look, "label", gone.get(ctx.pick.hint, t("show_about")), look.p.text_2, bold=False),
    ]
    full = len(chosen) == size
    main = Main(t("show_them"), ctx.declare({"type": "show_hand", "cards": list(chosen)}) if full else None, full)
    return content, answer(ctx, "asked", t("over_line"), t("ask.show_hand"), back(ctx), main)
