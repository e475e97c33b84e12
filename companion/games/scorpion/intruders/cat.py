"""A guard listens: the question to the Traitor's player, asked after every listen whatever is true (SCORPION-12.9, L1).

The screen, its two answers and the bar are the same when the card is gone, and when it would help.
"""

from __future__ import annotations

import flet as ft

from companion.games.scorpion.frame import Ctx
from companion.games.scorpion.intruders.dock import pad_over
from companion.games.scorpion.intruders.map import doors, intruders_map
from companion.games.scorpion.intruders.path import note
from companion.games.scorpion.intruders.people import called
from companion.games.scorpion.intruders.way import secrets_of
from companion.games.scorpion.map import place, unit_name
from companion.games.scorpion.map_page import over_doors
from companion.games.scorpion.tracks import tracks
from companion.games.scorpion.wait_bar import wait_bar
from companion.games.table import frame
from companion.games.table.context import Screen
from companion.games.table.frame import answer
from companion.ui import Side, aloud, block, edge, icon, named, text, theme
from companion.ui.base import fill_column
from companion.ui.look import Look
from companion.ui.map.board_map import board_map
from companion.ui.words.sentences import listed

SECRET = 256.0
"""The height of what is covered: closed doors, or the map."""
PAD = theme.MAIN + 14.0
"""What of it the pad takes, which lies on it."""


def cat(ctx: Ctx) -> Screen:
    """Return the question after a listen. What the Traitor's player may look at first lies behind the doors."""
    secret = ft.Stack([_behind(ctx), pad_over(ctx)], height=SECRET)
    return over_doors([tracks(ctx), listening(ctx), secret], None, ctx.look.margin, foot=None), _dock(ctx)


def _dock(ctx: Ctx) -> ft.Control:
    """Return two equal answers: neither stands out, and both look possible (L1)."""
    both = (
        Side(ctx.t("in.cat.let"), None, ctx.declare({"type": "answer_cat", "use": False})),
        Side(ctx.t("in.cat.use"), None, ctx.declare({"type": "answer_cat", "use": True})),
    )
    line = frame.line(ctx) if ctx.acting else ctx.t("in.cat.answer")
    return answer(ctx, "asked", line, ctx.t("in.cat.ask"), equal=both, mark=ft.Icons.QUESTION_MARK_SHARP)


def _behind(ctx: Ctx) -> ft.Control:
    """Return the closed doors, and while the cover is open the map and who is in range before them (L2)."""
    if not ctx.open:
        return doors(ctx, "short", SECRET)
    pending = ctx.view.pending
    unit = (pending.unit or "") if pending is not None else ""
    zone = next((f.zone for f in ctx.view.figures if f.id in unit.split("+")), "")
    said = in_range(ctx)
    if ctx.snap.chosen:
        said.append(note(ctx.look, ctx.t("in.cat.chosen"), False))
    facts = intruders_map(ctx, concerned=(zone,) if zone else ())
    below = SECRET - PAD - 26 * len(said) * min(ctx.look.scale, 1.3)
    secret = ft.Column([*said, board_map(ctx.look, facts, None, below)], spacing=4)
    return doors(ctx, "short", SECRET, secret)


def in_range(ctx: Ctx) -> list[ft.Control]:
    """Return which characters the listening unit would hear; their players could count it (L2)."""
    known = [c for c in secrets_of(ctx.view) if c.in_range is not None and c.status == "in_play"]
    if not known:
        return []
    near = listed(ctx.look, [called(ctx, c.who) for c in known if c.in_range])
    return [note(ctx.look, ctx.t("in.listen.within", who=near), False)]


# What everybody knows


def listening(ctx: Ctx) -> ft.Control:
    """Return who listens and where, and the bar after which the answer goes out."""
    pending = ctx.view.pending
    unit = (pending.unit or "") if pending is not None else ""
    zone = next((f.zone for f in ctx.view.figures if f.id in unit.split("+")), "")
    over = ctx.t("in.cat.patrol_listens" if "+" in unit else "in.cat.guard_listens")
    title = ctx.look.t("map.comma").join((unit_name(ctx, unit), place(ctx, zone)))
    return listen_panel(ctx.look, over, title, ctx.t("in.cat.about"), ctx.snap.wait_until, ctx.snap.wait_s)


@block
def listen_panel(look: Look, over: str, title: str, about: str, until: float, seconds: int) -> ft.Control:
    """Draw the panel of a listen with its bar: always the same, whoever is near."""
    p = look.p
    sign = ft.Container(
        icon(look, ft.Icons.HEARING_SHARP, 36), width=52, height=52, alignment=ft.Alignment.CENTER,
        border=edge(theme.LINE, p.text), border_radius=theme.R_CARD,
    )  # fmt: skip
    words = fill_column(text(look, "label", over, p.text_2), text(look, "title", title, lines=2))  # fmt: skip
    head = named(aloud(over, title), ft.Row([sign, words], spacing=14))
    return ft.Container(
        ft.Column(
            [head, wait_bar(look, until, seconds), text(look, "label", about, p.text_2, bold=False)],
            spacing=10, tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        ),
        bgcolor=p.surface, border=edge(1, p.line), border_radius=theme.R_PANEL, padding=14,
    )  # fmt: skip
