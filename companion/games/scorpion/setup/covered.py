"""The set-up while it is covered: what stands on the table, and the way to go on in secret."""

from __future__ import annotations

import flet as ft

from companion.games.scorpion.facts import prompt_of
from companion.games.scorpion.frame import Ctx
from companion.games.scorpion.map import guards_map, public_map
from companion.games.scorpion.setup.dock import awaited, waiting
from companion.games.scorpion.setup.guards import placed, wanted
from companion.games.scorpion.setup.map import arranged, chart
from companion.games.scorpion.setup.starts import secret_map
from companion.games.scorpion.setup.steps import S
from companion.games.scorpion.setup.table import may_arrange
from companion.games.scorpion.tracks import tracks
from companion.games.table.context import Screen
from companion.games.table.frame import answer, undo
from companion.ui import Main, act, fusuma, icon, list_panel, list_row, named, row, still, text
from companion.ui.look import Look

IC = ft.Icons


def covered(ctx: Ctx) -> Screen:
    """Draw a covered phone before turn 1: of each side they are all alike."""
    content = [tracks(ctx), so_far(ctx), safe_picture(ctx)]
    if may_arrange(ctx):
        content.append(arrange_row(ctx))
    if prompt_of(ctx.snap, ctx.me, f"setup_{ctx.side}") is None:
        return arranged(ctx, content), waiting(ctx, awaited(ctx), ctx.t(f"{S}sets_up"))
    return arranged(ctx, content), open_dock(ctx, ctx.t(f"{S}line_last"), ctx.t(f"{S}ask.open"))


def open_dock(ctx: Ctx, line: str, ask: str, label: str = "open") -> ft.Control:
    return answer(
        ctx,
        "asked",
        line,
        ask,
        undo(ctx),
        Main(ctx.t(f"{S}{label}"), act(ctx.actions.secrets.keep)),
        mark=IC.LOCK_SHARP,
    )


def safe_picture(ctx: Ctx) -> ft.Control:
    """Return what a covered phone shows in the middle: the guards the table's map, the intruders closed doors."""
    if ctx.side == "guards":
        return chart(ctx, public_map(ctx), None)
    return fusuma(ctx.look, "short" if may_arrange(ctx) else "full")


def own_map(ctx: Ctx) -> ft.Control:
    map_ = guards_map(ctx) if ctx.side == "guards" else secret_map(ctx)
    return chart(ctx, map_, None)


def so_far(ctx: Ctx) -> ft.Control:
    """Say what everybody may know is done: the figures on the board, and which sides are ready."""
    (sentries, patrols), (all_sentries, all_patrols) = placed(ctx.view), wanted(ctx.view)
    t = ctx.t
    facts = (
        (sentries >= all_sentries, t(f"{S}sentries", n=sentries, of=all_sentries)),
        (patrols >= all_patrols, t(f"{S}patrols", n=patrols, of=all_patrols)),
        ("guards" in ctx.view.ready, t(f"{S}guards_ready")),
        ("intruders" in ctx.view.ready, t(f"{S}intruders_ready")),
    )
    return ticks(ctx.look, facts)


@still
def ticks(look: Look, facts: tuple[tuple[bool, str], ...]) -> ft.Control:
    cells: list[ft.Control] = []
    for done, words in facts:
        glyph = IC.CHECK_BOX_SHARP if done else IC.CHECK_BOX_OUTLINE_BLANK_SHARP
        said = f"{words}, {look.t('scorpion.screen.setup.done' if done else 'scorpion.screen.setup.open_still')}"
        line = row([icon(look, glyph, 18, look.p.text_2), text(look, "label", words, bold=done)], 5, tight=True)
        cells.append(named(said, line))
    return ft.Row(cells, spacing=14, run_spacing=4, wrap=True)


def arrange_row(ctx: Ctx) -> ft.Control:
    t = ctx.t
    arrange = list_row(
        ctx.look, IC.TABLE_RESTAURANT_SHARP, t(f"{S}arrange"), t(f"{S}arrange_about"), "", ctx.choose("tab", "table")
    )
    return list_panel(ctx.look, [arrange])
