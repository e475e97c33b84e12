"""The table of Shinobazu on one phone: a player's, the table display's, the game master's."""

from __future__ import annotations

from companion.games.shinobazu.asks import awaited
from companion.games.shinobazu.battle.result import finding_rows, showdown
from companion.games.shinobazu.battle.reveal import battle
from companion.games.shinobazu.display import public
from companion.games.shinobazu.ending import ended
from companion.games.shinobazu.facts import Pick, may_enter, moment_of, seat_of
from companion.games.shinobazu.frame import Ctx
from companion.games.shinobazu.gm import all_open, changes, ruling
from companion.games.shinobazu.gm_answer import answering
from companion.games.shinobazu.hand.entry import entry
from companion.games.shinobazu.lessons import LESSONS
from companion.games.shinobazu.menu import own_rows, start_sheet
from companion.games.shinobazu.refusal import ADVICE, CLEARS, insteads, what
from companion.games.shinobazu.scores.entry import scores
from companion.games.shinobazu.turn import turns
from companion.games.table.context import Screen
from companion.games.table.table import table_of
from companion.games.table.table_screen import TableScreen


def seat_screen(ctx: Ctx) -> Screen:
    view, me = ctx.view, ctx.me
    if view.options.depth == "scores":
        return scores(ctx)
    if view.phase == "turns":
        entering = ctx.open and may_enter(ctx.snap, me) and not seat_of(view, me).hand_entered
        return entry(ctx) if entering else turns(ctx)
    return battle(ctx) if view.phase == "battle" else showdown(ctx)


SCREEN = TableScreen(
    context=Ctx,
    pick=Pick(),
    moment=moment_of,
    awaited=awaited,
    seat=seat_screen,
    ended=ended,
    lessons=LESSONS,
    public=public,
    sheets={"start": start_sheet},
    rows=own_rows,
    advice=ADVICE,
    clears=CLEARS,
    what=what,
    insteads=insteads,
    all_open=all_open,
    findings=finding_rows,
    answering=answering,
    ruling=ruling,
    changes=changes,
)
table = table_of(SCREEN)
