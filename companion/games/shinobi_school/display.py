"""The public table display: the field as it lies, points, what every mansion is known to hold. No secrets."""

from __future__ import annotations

import flet as ft

from companion.games.shinobi_school.cards.faces import SMALL, TINY
from companion.games.shinobi_school.cards.field import field_panel, swept_line
from companion.games.shinobi_school.cards.seats import mansion_row, seat_row
from companion.games.shinobi_school.facts import mansions, seats
from companion.games.shinobi_school.frame import Ctx
from companion.games.shinobi_school.lately import SHOWN, finding_rows, lately
from companion.games.shinobi_school.rounds.scoring import counted, won_row
from companion.games.shinobi_school.sheet import last_round, score_rows
from companion.ui import label_row

WIDE = 320
"""Pixels for the tiers on a tablet."""
TALL = 190
"""Pixels for the tiers on a phone that nobody chooses on."""


def public(ctx: Ctx) -> tuple[list[ft.Control], list[ft.Control]]:
    """Return what everybody may see, left and right: the field and the seats, then the mansions and the sheet."""
    view, look = ctx.view, ctx.look
    left: list[ft.Control] = [seat_row(look, seats(ctx.snap), None, look.wide)]
    playing = view.phase in ("turn", "start")
    if playing:
        left += [field_panel(ctx, WIDE if look.wide else TALL), swept_line(ctx)]
    elif view.phase == "won":
        left += [won_row(ctx), field_panel(ctx, WIDE if look.wide else TALL)]
    elif view.phase == "scoring":
        left += [won_row(ctx), *counted(ctx)]
    else:
        left += last_round(ctx)
    right: list[ft.Control] = []
    if view.phase in ("field", "start", "turn", "won"):
        size = SMALL if look.wide and len(view.seats) < 4 else TINY
        right += [label_row(look, ctx.t("mansions")), *(mansion_row(look, m, size) for m in mansions(view))]
    if playing or view.phase == "won":
        right += lately(ctx, SHOWN if view.options.history_visible == "all" else 1)
    return left, [*right, *finding_rows(ctx), *score_rows(ctx)]
