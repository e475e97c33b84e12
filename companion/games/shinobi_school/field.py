"""The common field on the table: tiers, seals, what may be placed or collected, and reasons against it."""

from __future__ import annotations

from typing import Any

import flet as ft

from companion.games.shinobi_school.cards import face
from companion.games.shinobi_school.facts import Ctx, K, prompt_of, spoken_set
from companion.games.table.context import seat_of
from companion.ui import aloud, block, icon, named, panel, row, seal, text, theme
from companion.ui.base import inset
from companion.ui.marks import dashed_line
from companion.ui.theme import Look
from referee.core.offers import Number
from referee.core.values import Refused, RulingContext
from referee.shinobi_school.cards import COPIES
from referee.shinobi_school.field import least, may_collect, may_place, sealed, tier_at
from referee.shinobi_school.moves import End
from referee.shinobi_school.state import Field

ENDS: tuple[End, ...] = ("top", "bottom")
HIGH = 150
"""The height in pixels of the tiers on a phone: more tiers are drawn lower."""
LOW = 132
"""Their height while cards to choose from are below the field."""


LARGE = 240
"""The height from which on the cards are drawn to be read from two metres."""


def field_panel(ctx: Ctx, high: int = HIGH) -> ft.Control:
    return field_face(ctx.look, ctx.view.field, ctx.view.highest, high)


@block
def field_face(look: Look, field: Field, highest: int, high: int) -> ft.Control:
    """Draw the field: the open end says what may be placed there, the sealed one that nothing may.

    `highest` is the highest number of the deck, `high` the height of the tiers in pixels.
    """
    rows = [slot(look, look.t(K + "slot.empty"))]
    if field:
        few = max(tier.size for tier in field) < 4
        large = high > LARGE
        each = max(22, min(84 if large else 46, high // len(field)))
        width = min((64 if few else 56) if large else (44 if few else 33), int(each * 1.05))
        cards = tuple(tier_row(look, field, n, width, each - 4) for n in range(len(field)))
        top, bottom = (end_slot(look, field, end, highest) for end in ENDS)
        rows = [top, ft.Column([*cards], spacing=4, tight=True), bottom]
    stacked = ft.Column(rows, spacing=5, tight=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
    return panel(look, stacked, padding=inset(10, 5))


def end_slot(look: Look, field: Field, end: End, highest: int) -> ft.Control:
    """Return the place beyond an end: what may be placed there, or that nothing may (SCHOOL-4.2, 4.3, 5.2)."""
    t = look.t
    if sealed(field) == end:
        return closed(look, t(K + "slot.sealed"))
    tier = tier_at(field, end)
    room = tier.number > 1 if end == "top" else tier.number < highest
    if not room:
        return closed(look, t(f"{K}slot.none_{end}", number=tier.number))
    next_ = tier.number - 1 if end == "top" else tier.number + 1
    return slot(look, t(f"{K}slot.{end}", number=tier.number, n=least(field, next_) or 1))


def slot(look: Look, words: str) -> ft.Control:
    inside = ft.Container(
        text(look, "title" if look.wide else "label", words, lines=2, align=ft.TextAlign.CENTER),
        alignment=ft.Alignment.CENTER,
        padding=ft.Padding.symmetric(vertical=3),
        bgcolor=look.p.surface_2,
    )
    return named(
        words,
        ft.Column(
            [dashed_line(look.p.text_2, 2, 6), inside, dashed_line(look.p.text_2, 2, 6)],
            spacing=0,
            tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        ),
    )


def closed(look: Look, words: str) -> ft.Control:
    """Return the words for a sealed end, at which nothing is placed or collected."""
    caption = text(look, "body" if look.wide else "caption", words, look.p.text_2, lines=2)
    caption.expand, caption.expand_loose = True, True
    line = row([icon(look, ft.Icons.BLOCK_SHARP, 18, look.p.text_2), caption], 6, alignment=ft.MainAxisAlignment.CENTER)
    return named(words, line)


def tier_row(look: Look, field: Field, n: int, width: int, height: int) -> ft.Control:
    """Draw one tier: its cards side by side; at an end its name, and the seal if it is sealed."""
    t, tier = look.t, field[n]
    ends = [end for end, at in zip(ENDS, (0, len(field) - 1), strict=True) if at == n]
    words = [t(f"{K}end.{'only' if len(ends) > 1 else ends[0]}")] if ends else []
    shut = bool(ends) and sealed(field) in ends
    said = aloud(*words, spoken_set(tier.number, tier.size), t(K + "sealed") if shut else "")
    cards = ft.Row(
        [face(tier.number, (width, height)) for _ in range(tier.size)], spacing=3, tight=True,
        alignment=ft.MainAxisAlignment.CENTER,
    )  # fmt: skip
    label = text(look, "subject" if look.wide else "over", words[0] if words else "", lines=1)
    mark: list[ft.Control] = (
        [seal(look, "封", min(40 if height < 50 else 64, height), filled=True, tilt=0)] if shut else []
    )
    left = 0 if look.scale >= 1.5 else theme.grown(look, 110 if look.wide else 92)
    return named(
        said,
        ft.Row(
            [
                ft.Container(label, width=left),
                ft.Container(cards, expand=True, alignment=ft.Alignment.CENTER),
                ft.Container(
                    ft.Row(mark, alignment=ft.MainAxisAlignment.END), width=min(left, 64 if height > 50 else 44)
                ),
            ],
            spacing=4,
        ),
    )


def swept_line(ctx: Ctx) -> ft.Control:
    """Return when the field is swept, if nobody places before (SCHOOL-8.1)."""
    view, t = ctx.view, ctx.t
    if not view.field:
        words = t("swept_now") if view.now is not None and view.now.swept else t("field_empty")
    elif view.last_placer is None:
        words = t("swept_never")
    elif view.last_placer == view.active:
        words = t("swept_mine") if view.active == ctx.me else t("swept_theirs", name=ctx.name(view.last_placer))
    else:
        words = t("swept_at_mine") if view.last_placer == ctx.me else t("swept_at", name=ctx.name(view.last_placer))
    return words_line(ctx.look, words)


@block
def words_line(look: Look, words: str) -> ft.Control:
    caption = text(look, "label", words, look.p.text_2, bold=False, lines=2, expand=True)
    return named(words, row([icon(look, ft.Icons.AIR_SHARP, 20, look.p.text_2), caption], 8))


def why_not_placed(ctx: Ctx, side: str, number: int) -> str:
    """Return why I can place no set of a number from a side (SCHOOL-3.3, 4.2 to 4.5, 5.2)."""
    field = ctx.view.field
    held = seat_of(ctx.view, ctx.me).earth or ()
    try:
        may_place(field, number, held.count(number) if side == "earth" else COPIES, None, RulingContext())
    except Refused as refused:
        return ctx.say(refused.reason, refused.params)
    return ctx.t("why.heaven_has_not", n=least(field, number) or 1, number=number)


def why_not_collected(ctx: Ctx, side: str, end: End) -> str:
    """Return why I cannot collect an end into a side (SCHOOL-4.6 to 4.8, 5.2, 7.7)."""
    view = ctx.view
    try:
        tier = may_collect(view.field, end, RulingContext())
    except Refused as refused:
        return ctx.say(refused.reason, refused.params)
    s = seat_of(view, ctx.me)
    holds = s.heaven if side == "heaven" else len(s.earth or ())
    if not holds and view.options.collect_into_empty == "forbid":
        return ctx.say(f"shinobi_school.empty_{side}")
    return ctx.say("shinobi_school.own_set", {"number": tier.number})


def legal_of(ctx: Ctx) -> dict[str, Any] | None:
    """Return what my seat may do in its turn, as far as this phone may know; None if it has no turn.

    By side: the fewest and most cards of each number that may be placed, and the ends that may be collected. While a
    noted heaven is covered, what it can publicly hold is used instead.
    """
    asks = (prompt_of(ctx.snap, ask, ctx.me) for ask in ("turn", "heaven_action", "earth_action"))
    prompt = next((prompt for prompt in asks if prompt is not None), None)
    if prompt is None:
        return None
    sides = prompt.choices("pass_action", "side")
    place: dict[str, dict[str, list[int]]] = {side: {} for side in sides}
    collect: dict[str, list[str]] = {side: [] for side in sides}
    for offer in prompt.offers:
        side = next(iter(offer.choices("side")), "")
        size = offer.fields.get("size")
        if offer.move == "collect":
            collect[side] += offer.choices("end")
        elif offer.move == "place" and isinstance(size, Number):
            place[side] |= {str(number): [size.least, size.most] for number in offer.choices("number")}
        elif offer.move == "place":
            place[side] = prompt.params["heaven"]
    return {"sides": sides, "place": place, "collect": collect}
