"""Rulings and why: clause chips, the rows of a reasoning, the ranking of a showdown."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import flet as ft

from companion.actions import Actions
from companion.i18n import num
from companion.ui import theme
from companion.ui.base import act, block, edge, icon, named, on, pressable, text
from companion.ui.seats import seat_face

if TYPE_CHECKING:
    from companion.look import Look


def short_clause(clause: str) -> str:
    """Return a clause's number without its game: `SHINOBAZU-6.4` is `6.4`."""
    return clause.rsplit("-", 1)[-1]


def clause_face(look: Look, actions: Actions, clause: str, short: bool = True) -> ft.Control:
    """Return `clause_chip` as plain controls, for use inside another block."""
    p = look.p
    number = short_clause(clause) if short else clause
    handler = act(actions.clause, clause)
    box = ft.Container(
        ft.Container(
            ft.Row(
                [icon(look, ft.Icons.MENU_BOOK_SHARP, 16, p.tx2), text(look, "label", number, p.tx2, bold=False)],
                spacing=5, tight=True,
            ),
            bgcolor=p.sf2, border=edge(1, p.ln), border_radius=theme.R_CARD,
            padding=ft.Padding.symmetric(horizontal=8, vertical=3),
        ),
        height=theme.TOUCH, alignment=ft.Alignment.CENTER, on_click=on(handler),
    )  # fmt: skip
    return pressable(look.t("kit.clause", clause=number), box, handler)


@block
def clause_chip(look: Look, actions: Actions, clause: str, short: bool = True) -> ft.Control:
    """Return a clause's number with a book; a tap opens its text. `short` leaves the game's name away."""
    return clause_face(look, actions, clause, short)


@block
def ruling_row(
    look: Look,
    mark: ft.IconData | str,
    fact: str,
    cause: str = "",
    clause: str = "",
    actions: Actions | None = None,
    filled: bool = False,
    alarm: bool = False,
) -> ft.Control:
    """Return a mark (icon or short text), the fact in bold, its cause in one line, and the clause.

    `filled` fills the mark with ink: what decided it. `alarm` makes mark and edge vermilion: a refusal, a loss.
    """
    p = look.p
    fill = p.seal if filled and alarm else p.tx if filled else None
    ink = (p.on_seal if alarm else p.bg) if filled else (p.seal_text if alarm else p.tx)
    sign = text(look, "title", mark, ink, align=ft.TextAlign.CENTER) if isinstance(mark, str) else icon(look, mark, 24, ink)
    words: list[ft.Control] = [text(look, "subject", fact, lines=2)]
    if cause:
        words.append(text(look, "label", cause, p.tx2, bold=False, lines=2, line=19))
    told = named(
        f"{fact}. {cause}" if cause else fact,
        ft.Row(
            [
                ft.Container(
                    sign, width=40, height=40, alignment=ft.Alignment.CENTER, bgcolor=fill,
                    border=edge(2, fill or (p.seal_text if alarm else p.lns)), border_radius=theme.R_CARD,
                ),
                ft.Column(words, spacing=0, tight=True, expand=True),
            ],
            spacing=12,
        ),
        expand=True,
    )  # fmt: skip
    tail = [clause_face(look, actions, clause)] if clause and actions is not None else []
    return ft.Row([told, *tail], spacing=8, vertical_alignment=ft.CrossAxisAlignment.CENTER)


class RankRow(NamedTuple):
    """One row of a ranking: sum, cards as `(suit, figures)` or `("back", "")`, name, points before and after.

    `tone` is `win`, `lose` or empty; `word` stands below the name ("Wins"), `change` below the points.
    """

    total: str
    cards: tuple[tuple[str, str], ...]
    name: str
    me: bool
    before: int
    after: int
    tone: str = ""
    word: str = ""
    change: str = ""


@block
def rank_table(
    look: Look, rows: tuple[RankRow, ...], heads: tuple[str, str, str, str] = ("", "", "", "")
) -> ft.Control:
    """Return the ranking of a showdown, strongest first. `heads` are the words over the four columns."""
    from companion.ui.cards import ninja_face

    p = look.p
    sum_width, card_width, points_width = 44, 86, 92
    top = ft.Container(
        ft.Row(
            [
                ft.Container(text(look, "over", heads[0], p.tx2, lines=1, align=ft.TextAlign.CENTER), width=sum_width),
                ft.Container(text(look, "over", heads[1], p.tx2, lines=1), width=card_width),
                text(look, "over", heads[2], p.tx2, lines=1, expand=True),
                text(look, "over", heads[3], p.tx2, lines=1),
            ],
            spacing=6,
        ),
        height=theme.grown(look, 33), padding=ft.Padding.symmetric(horizontal=12),
    )  # fmt: skip

    def line(each: RankRow) -> ft.Control:
        ink = p.seal_text if each.tone == "lose" else p.tx
        numeral = 30
        if each.before == each.after:
            points: ft.Control = text(look, "numeral_s", num(each.after), p.tx2, size=numeral, align=ft.TextAlign.RIGHT)
        else:
            points = ft.Row(
                [
                    text(look, "numeral_s", num(each.before), ink, size=numeral),
                    icon(look, ft.Icons.ARROW_FORWARD_SHARP, 15, p.tx2),
                    text(look, "numeral_s", num(each.after), ink, size=numeral),
                ],
                spacing=2, alignment=ft.MainAxisAlignment.END, tight=True,
            )  # fmt: skip
        change = [text(look, "over", each.change, ink, lines=1)] if each.change else []
        words: list[ft.Control] = [
            ft.Row(
                [seat_face(look, each.name, each.me, "", 26), text(look, "subject", each.name, lines=1, expand=True)],
                spacing=7,
            )
        ]
        if each.word:
            words.append(text(look, "label", each.word, ink, lines=1))
        fill = {"win": p.sf2, "lose": p.seal_soft}.get(each.tone)
        said = ", ".join(
            filter(None, (each.name, each.total, each.word, f"{num(each.before)} \N{RIGHTWARDS ARROW} {num(each.after)}"))
        )
        return named(
            said,
            ft.Container(
                ft.Row(
                    [
                        ft.Container(
                            text(look, "numeral_s", each.total, size=34, align=ft.TextAlign.CENTER, lines=1), width=sum_width
                        ),
                        ft.Container(
                            ft.Row([ninja_face(look, *c) for c in each.cards], spacing=4, tight=True), width=card_width
                        ),
                        ft.Column(words, spacing=1, tight=True, expand=True),
                        ft.Container(
                            ft.Column(
                                [points, *change], spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.END
                            ),
                            width=points_width,
                            alignment=ft.Alignment.CENTER_RIGHT,
                        ),
                    ],
                    spacing=6,
                ),
                height=theme.grown(look, 64), bgcolor=fill, padding=ft.Padding.symmetric(horizontal=12),
                border=ft.Border(top=ft.BorderSide(1, p.ln)),
            ),
        )  # fmt: skip

    return ft.Container(
        ft.Column(
            [top, *(line(RankRow(*each)) for each in rows)],
            spacing=0, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        ),
        bgcolor=p.sf, border=edge(1, p.ln), border_radius=theme.R_PANEL, clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
    )  # fmt: skip
