"""The table of NINJA: Legend of the Scorpion Clan on one phone: a player's, the table display's, the game master's."""

from __future__ import annotations

from companion.games.scorpion.after import ended, puzzle_map, replayed, sought
from companion.games.scorpion.display import public
from companion.games.scorpion.facts import LESSONS, Ctx, Pick, awaited, moment_of, still_due
from companion.games.scorpion.gm import all_open, answering, figures_sheet, relearnt, ruling_sheet
from companion.games.scorpion.guards.screen import guards
from companion.games.scorpion.intruders.screen import intruders
from companion.games.scorpion.menu import SHEET, agree_sheet, concede_sheet, own_rows
from companion.games.scorpion.scores.screen import scores
from companion.games.scorpion.setup.returns import setup
from companion.games.table.context import Screen
from companion.games.table.table import table_of
from companion.games.table.table_screen import TableScreen


def seat_screen(ctx: Ctx) -> Screen:
    view = ctx.view
    if view.options.depth == "scores":
        return scores(ctx)
    if view.phase in ("setup", "start"):
        return setup(ctx)
    return guards(ctx) if ctx.side == "guards" else intruders(ctx)


SCREEN = TableScreen(
    context=Ctx,
    pick=Pick(),
    moment=moment_of,
    awaited=awaited,
    seat=seat_screen,
    ended=ended,
    replay=replayed,
    seek=sought,
    puzzle_map=puzzle_map,
    colors={"N": "ninja", "T": "traitor"},
    lessons=LESSONS,
    public=public,
    names_place=False,
    sheets={"concede": concede_sheet, SHEET: agree_sheet},
    rows=own_rows,
    still=still_due,
    all_open=all_open,
    answering=answering,
    ruling=ruling_sheet,
    relearnt=relearnt,
    master_sheets={"figures": figures_sheet},
)
table = table_of(SCREEN)
