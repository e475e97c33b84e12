"""The table of Giryaku on one phone: a player's, the table display's, the game master's."""

from __future__ import annotations

from companion.games.giryaku.asks import awaited
from companion.games.giryaku.display import public
from companion.games.giryaku.ending import ended
from companion.games.giryaku.facts import Pick, moment_of
from companion.games.giryaku.frame import Ctx
from companion.games.giryaku.gm import all_open, answering, changes, graveyard_sheet
from companion.games.giryaku.hand import finding_rows
from companion.games.giryaku.lessons import LESSONS
from companion.games.giryaku.play import play
from companion.games.giryaku.refusal import ADVICE, CLEARS, insteads, what
from companion.games.giryaku.scores import scores
from companion.games.giryaku.setup import options_sheet, own_rows
from companion.games.table.context import Screen
from companion.games.table.table import table_of
from companion.games.table.table_screen import TableScreen


def seat_screen(ctx: Ctx) -> Screen:
    return scores(ctx) if ctx.view.options.depth == "scores" else play(ctx)


SCREEN = TableScreen(
    context=Ctx,
    pick=Pick(),
    moment=moment_of,
    awaited=awaited,
    seat=seat_screen,
    ended=ended,
    lessons=LESSONS,
    public=public,
    sheets={"options": options_sheet},
    rows=own_rows,
    advice=ADVICE,
    clears=CLEARS,
    what=what,
    insteads=insteads,
    all_open=all_open,
    findings=finding_rows,
    answering=answering,
    ruling=graveyard_sheet,
    changes=changes,
)
table = table_of(SCREEN)
