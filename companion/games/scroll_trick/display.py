"""The public table display: trump, the trick, open cards and points read from two metres. No secrets."""

from __future__ import annotations

import flet as ft

from companion.games.scroll_trick.cards.faces import TRICK, WIDE
from companion.games.scroll_trick.frame import Ctx
from companion.games.scroll_trick.places import trick_panel
from companion.games.scroll_trick.rounds.between import between, finding_rows, sheet_rows
from companion.games.scroll_trick.seats import big_rows, captured_rows, seat_rows
from companion.games.scroll_trick.table import every_seat, steps, trump_banner
from companion.i18n import num
from companion.ui import label_row, named, ruling_row, still, text
from companion.ui.look import Look


def public(ctx: Ctx) -> tuple[list[ft.Control], list[ft.Control]]:
    """Return what everybody may see: the seats on the left, what rules the moment on the right."""
    view, look = ctx.view, ctx.look
    kinds, facts = view.options.kinds, every_seat(ctx)
    in_trick = view.phase in ("trick", "resolve", "refill")
    trick = [trick_panel(ctx, WIDE if look.wide else TRICK)] if in_trick else []
    if not look.wide:
        return [trump_banner(ctx), *trick, seat_rows(look, kinds, facts), *right(ctx)], []
    moment_ = [moment(look, view.round)]
    if view.options.depth == "plays":
        moment_.append(trump_banner(ctx))
    return [big_rows(look, kinds, facts)], [*moment_, *trick, *right(ctx)]


def right(ctx: Ctx) -> list[ft.Control]:
    """Return what was last decided: the shadow's steps, captured scrolls, the last trick, the sheet."""
    view, look = ctx.view, ctx.look
    if view.phase in ("between", "tie", "score"):
        return between(ctx) if view.phase == "between" else [*sheet_rows(ctx), *finding_rows(ctx)]
    rows: list[ft.Control] = [*steps(ctx)]
    taken = captured_rows(ctx)
    if taken:
        rows += [label_row(look, ctx.t("captured_now")), *taken]
    last = view.tricks[-1] if view.tricks else None
    if last is not None and last.why and view.phase == "trick":
        bears = any(play.tile for play in last.plays)
        worth = ctx.t("worth_of", value=num(last.value)) if bears and last.value is not None else ""
        words = ctx.say(last.why[0].reason, last.why[0].params)
        won = ctx.t("won_trick", name=ctx.name(last.ahead), n=last.number)
        rows.append(ruling_row(look, str(last.number), f"{won} {worth}".strip(), words))
    return [*rows, *finding_rows(ctx)]


@still
def moment(look: Look, round_: int) -> ft.Control:
    t = look.t
    words = text(look, "headline", t("scroll_trick.screen.of_rounds"), look.p.text_2, bold=False)
    head = text(look, "label", t("scroll_trick.screen.round"), look.p.text_2)
    figure = ft.Row([text(look, "numeral_xl", str(round_)), words], spacing=20)
    said = f"{t('scroll_trick.screen.round')} {round_} {t('scroll_trick.screen.of_rounds')}"
    return named(said, ft.Column([head, figure], spacing=0, tight=True))
