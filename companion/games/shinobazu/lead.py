"""The lead colour: the banner that rules the moment, and the chooser of whoever names a colour."""

from __future__ import annotations

import flet as ft

from companion.games.shinobazu.cards import EDGE, FIGURE, SUITS, suit
from companion.games.shinobazu.facts import may_name_start
from companion.games.shinobazu.frame import Ctx
from companion.ui import Act, act, aloud, block, edge, named, on, pressable, row, side_face, still, text, theme
from companion.ui.look import Look
from companion.ui.marks import dashed_box
from companion.ui.words.sentences import clipped


def banner(ctx: Ctx) -> ft.Control:
    view, t = ctx.view, ctx.t
    start = ctx.name(view.start)
    if view.lead is None:
        mine = view.start == ctx.me
        other = ctx.choose("sheet", "start") if may_name_start(ctx.snap) else None
        title = t("you_lead") if mine else t("leads_soon", name=start)
        sub = t("you_lead_how") if mine else t("leads_soon_how")
        return lead_banner(ctx.look, "", title, sub, t("other_start") if other else "", other)
    sub = t("named_by_you") if view.start == ctx.me else t("named_by", name=clipped(start))
    return lead_banner(ctx.look, view.lead, t("leads_this_round"), sub)


@still
def lead_banner(
    look: Look, colour: str, title: str, sub: str, button: str = "", handler: Act | None = None
) -> ft.Control:
    """Draw the lead colour with its mark and word, or the room for it, and one line beside it."""
    p = look.p
    high = theme.grown(look, 44)
    if colour:
        word = look.t(f"shinobazu.colour.{colour}").capitalize()
        chip: ft.Control = ft.Container(
            row([suit(colour, 15), text(look, "title", word, FIGURE, size=19)], 10, tight=True),
            height=high,
            padding=ft.Padding.symmetric(horizontal=16),
            alignment=ft.Alignment.CENTER,
            bgcolor=SUITS[colour],
            border=edge(theme.LINE, EDGE),
            border_radius=theme.R_BUTTON,
        )
    else:
        word = ""
        chip = ft.Stack([dashed_box(76, high, p.line_strong, radius=theme.R_BUTTON)], width=76, height=high)
    large = look.scale >= 1.5
    words = ft.Column(
        [
            text(look, "subject", title, lines=None if large else 1, line=20),
            text(look, "caption", sub, p.text_2, lines=None if large else 2, line=0 if look.scale < 1.3 else 18),
        ],
        spacing=0,
        tight=True,
    )
    if large:
        stack: list[ft.Control] = [ft.Row([chip]), words] if colour else [words]
        said = named(aloud(f"{word} {title}", sub), ft.Column(stack, spacing=6, tight=True))
        other = [side_face(look, button, handler, height=44)] if button else []
        return ft.Column([said, *other], spacing=8, tight=True)
    inside = [ft.Container(words, expand=True)] if button and not colour else [chip, ft.Container(words, expand=True)]
    told = named(aloud(f"{word} {title}", sub), row(inside, 12), expand=True)
    tail = [side_face(look, button, handler, height=44)] if button else []
    return row([told, *tail], 8)


@block
def colour_bar(look: Look, label: str, colours: tuple[str, ...], pick: str, choose: Act) -> ft.Control:
    """Return the colour chooser: mark and word in each of the colours, the chosen one ringed."""
    cells: list[ft.Control] = []
    for colour in colours:
        lit = colour == pick
        word = look.t(f"shinobazu.colour.{colour}")
        face = ft.Container(
            ft.Row(
                [suit(colour, 13), text(look, "button_equal", word.capitalize(), FIGURE, lines=1)],
                spacing=7,
                tight=True,
                alignment=ft.MainAxisAlignment.CENTER,
            ),
            alignment=ft.Alignment.CENTER,
            bgcolor=SUITS[colour],
            border=edge(theme.LINE, EDGE),
            border_radius=theme.R_CARD,
            expand=True,
        )
        ring = ft.Container(
            ft.Row([face], spacing=0, vertical_alignment=ft.CrossAxisAlignment.STRETCH),
            height=theme.grown(look, theme.TOUCH),
            padding=3,
            border=edge(theme.RING, look.p.text if lit else ft.Colors.TRANSPARENT),
            border_radius=theme.R_PANEL,
            on_click=on(act(choose, colour)),
        )
        cells.append(pressable(word, ring, act(choose, colour), selected=lit, expand=True))
    return ft.Row([ft.Container(text(look, "label", label, look.p.text_2, lines=2), width=64), *cells], spacing=4)
