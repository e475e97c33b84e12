"""The public table display: the field as it lies, points, what every mansion is known to hold. No secrets."""

from __future__ import annotations

import flet as ft

from companion.games.shinobi_school.asks import FOR_ALL, awaited, does
from companion.games.shinobi_school.cards import SMALL, TINY
from companion.games.shinobi_school.facts import mansions, seats
from companion.games.shinobi_school.field import field_panel, swept_line
from companion.games.shinobi_school.frame import Ctx, bar, here, where
from companion.games.shinobi_school.lately import SHOWN, finding_rows, lately
from companion.games.shinobi_school.scoring import counted, won_row
from companion.games.shinobi_school.seats import mansion_row, seat_row
from companion.games.shinobi_school.sheet import last_round, score_rows
from companion.games.table import frame as desk_frame
from companion.ui import aloud, label_row, screen, strip

WIDE = 320
"""Pixels for the tiers on a tablet."""
TALL = 190
"""Pixels for the tiers on a phone that nobody chooses on."""


def display(ctx: Ctx, overlay: ft.Control | None = None) -> ft.Control:
    """Draw the table display: a tablet's two columns, or a phone's one."""
    look, due = ctx.look, awaited(ctx.view)
    left, right = public(ctx)
    away = here(ctx, always=True)
    return screen(
        look,
        bar=None if look.wide else bar(ctx),
        strip=strip(look, "safe", aloud(ctx.t("title"), where(ctx), away) if look.wide else away),
        content=left,
        side=right,
        dock=desk_frame.whose(ctx, "" if due.kind in FOR_ALL or due.others else due.seat, does_all(ctx)),
        overlay=overlay,
    )


def does_all(ctx: Ctx) -> str:
    """Return what the table waits for; where several do the same, that all of them do."""
    due = awaited(ctx.view)
    return ctx.t(f"does_all.{due.kind}") if due.others else does(ctx, due)


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
