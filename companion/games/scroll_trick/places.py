"""The trick on a Scroll Trick table, in order of play: who led, who is ahead, where the next card comes."""

from __future__ import annotations

from dataclasses import dataclass

import flet as ft

from companion.games.scroll_trick.cards.faces import LOW, TRICK, Size, laid, ringed, say_laid
from companion.games.scroll_trick.frame import Ctx
from companion.ui import aloud, icon, named, panel, still, text
from companion.ui.base import inset
from companion.ui.look import Look
from companion.ui.marks import dashed_box
from referee.scroll_trick.view_model import PlayView, TrickView

IC = ft.Icons


@dataclass(frozen=True, slots=True)
class Place:
    """One place of the trick: who, what they played, the word below, and whether they are ahead."""

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
        mine = seat == ctx.me and not ctx.acting
        name = ctx.name(seat)
        made.append(Place(name, play, word or (t("you") if waits and mine else ""), trick.ahead == seat, mine, waits))
    return tuple(made)


MANY = 5
"""So many seats' rows leave the trick less room."""


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
    if size == TRICK and len(ctx.view.order) >= MANY and not ctx.look.wide:
        size = LOW
    return trick_box(ctx.look, ctx.view.options.kinds, places(ctx, trick), size, words)


@still
def trick_box(look: Look, kinds: tuple[str, ...], made: tuple[Place, ...], size: Size, why: str = "") -> ft.Control:
    """Draw a trick in order of play: who led, who is ahead, where the next card comes."""
    p = look.p
    cells: list[ft.Control] = [ft.Container(_place(look, kinds, each, size), expand=True) for each in made]
    lines: list[ft.Control] = [ft.Row(cells, spacing=2, vertical_alignment=ft.CrossAxisAlignment.START)]
    if why:
        fits = 1 if look.scale < 1.15 else None
        lines.append(text(look, "caption", why, p.text_2, lines=fits, line=17, align=ft.TextAlign.CENTER))
    stacked = ft.Column(lines, spacing=2, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
    return panel(look, stacked, padding=inset(8, 4))


def _place(look: Look, kinds: tuple[str, ...], place: Place, size: Size) -> ft.Control:
    p, play = look.p, place.play
    ink = p.accent_text if place.mine and place.waited else p.text if place.ahead else p.text_2
    said = [place.name]
    if play is not None:
        said.append(say_laid(look, play.card, play.tile, play.value))
        card = ringed(laid(kinds, play.card, size, play.tile, play.value), size, p.text if place.ahead else "")
    else:
        box = dashed_box(
            *size, p.accent_text if place.mine and place.waited else p.line_strong if place.waited else p.line
        )
        card = ringed(box, size)
    mark = [icon(look, IC.EMOJI_EVENTS_SHARP, 14, ink)] if place.ahead else []
    word = text(look, "over", place.word, ink, lines=1)
    return named(
        aloud(", ".join(said), place.word),
        ft.Column(
            [
                text(look, "over", place.name, p.text if place.ahead else p.text_2, lines=1, align=ft.TextAlign.CENTER),
                card,
                ft.Row([*mark, word], spacing=3, tight=True, alignment=ft.MainAxisAlignment.CENTER),
            ],
            spacing=1, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        ),
    )  # fmt: skip
